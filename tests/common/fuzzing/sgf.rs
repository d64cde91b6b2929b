//! Records: writing a record gives the same record, and so does writing its game.

use onepure::record::{Diagram, Record};
use onepure::rules::Ruleset;

/// Reads bytes as a record, as a collection and as a diagram; writes and replays the result.
///
/// # Panics
/// If a record or a game changes when it is written and read back.
pub(crate) fn run(data: &[u8]) {
    // A text that is not a diagram must give an error, not a panic.
    let _ = String::from_utf8_lossy(data).parse::<Diagram>();
    let games = Record::collection(data);
    let Ok(record) = Record::from_bytes(data) else {
        assert!(games.is_err(), "a collection without a first game");
        return;
    };
    let text = record.to_string();
    if let Ok(games) = games {
        assert_eq!(games.first().map(Record::to_string).as_ref(), Some(&text), "the first game of the collection");
    }
    let again: Record = text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(again.to_string(), text);
    for ruleset in Ruleset::ALL {
        replay(&record, &again, ruleset);
    }
    if let Ok(line) = record.variation(&[2]) {
        // A record that cannot be played must give an error, not a panic.
        let _ = line.replay(Ruleset::one_pure());
    }
}

fn replay(record: &Record, again: &Record, ruleset: Ruleset) {
    let Ok(game) = record.replay(ruleset) else {
        assert!(again.replay(ruleset).is_err(), "written, it can be played");
        return;
    };
    let same = again.replay(ruleset).expect("written, it can be played");
    assert_eq!(same.turns(), game.turns());
    assert_eq!(same.board().position(), game.board().position());
    assert_eq!(same.outcome(), game.outcome());
    game.board().check().expect("the board's bookkeeping");

    let text = Record::from_game(&game).to_string();
    let copy: Record = text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"));
    let copy = copy.replay(ruleset).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(copy.turns(), game.turns(), "{text}");
    assert_eq!(copy.board().position(), game.board().position(), "{text}");
    assert_eq!(copy.outcome(), game.outcome(), "{text}");
}
