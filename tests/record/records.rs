//! Records from files and texts: reading, replaying, and the errors of bad ones.

use onepure::board::{Color, Position};
use onepure::geometry::{BoardSize, PointSet};
use onepure::record::{
    Diagram, NodeContent, Problem, Record, RecordError, RecordNotice, Repair, ReplayNotice, ReplayNoticeKind,
};
use onepure::rules::{Game, Move, PlayError, Ruleset};
use proptest::prelude::*;
use std::error::Error;
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/sgf").join(name)
}

fn load(name: &str) -> Record {
    Record::load(path(name)).expect("a record without mistakes")
}

fn replay(text: &str) -> Result<Game, onepure::record::RecordError> {
    text.parse::<Record>()?.replay(Ruleset::one_pure())
}

fn moves(game: &Game) -> String {
    let moves = game.turns().iter().map(|turn| format!("{}{}", &turn.color.to_string()[..1], turn.action));
    moves.collect::<Vec<_>>().join(" ")
}

/// The outcome of a game as text: the result and the reason.
fn outcome(game: &Game) -> Option<String> {
    game.outcome().map(|outcome| format!("{} {}", outcome.verdict, outcome.reason.name()))
}

/// The whole state of a game, for comparison.
fn state(game: &Game) -> impl PartialEq + std::fmt::Debug {
    let abstentions = Color::BOTH.map(|color| {
        game.abstentions(color).iter().map(|abstention| (abstention.turn, abstention.hash)).collect::<Vec<_>>()
    });
    (
        (game.size(), game.start(), game.first_to_play(), game.komi(), game.turns().to_vec()),
        (game.board().position(), game.to_play(), game.outcome().copied(), game.barred()),
        (game.retired().to_vec(), Color::BOTH.map(|color| game.stones(color)), abstentions),
    )
}

#[test]
fn each_mistake_is_named_on_one_line() {
    for (name, expected) in [
        ("broken-no-game.sgf", "expected an SGF game, which begins with `(;`, found none"),
        ("broken-not-go.sgf", "line 1: GM[2]: expected Go, which is GM[1]"),
        ("broken-size-20.sgf", "line 1: board: expected 5 to 19 lines, got 20"),
        ("broken-size-4.sgf", "line 1: board: expected 5 to 19 lines, got 4"),
        ("broken-size-text.sgf", "line 1: SZ[small]: expected a number of lines, such as SZ[19]"),
        ("broken-rectangle.sgf", "line 1: SZ[9:13]: expected a square board"),
        ("broken-outside.sgf", "line 2, move 2: W[pd] is not on a board of 9 lines"),
        ("broken-move.sgf", "line 2, move 1: B[pass]: expected one point, such as B[dd], or B[] for an abstention"),
        ("broken-occupied.sgf", "line 3, move 4: E5 is occupied"),
        ("broken-enclosed-set-up.sgf", "line 1: the chain at A9 has no liberty"),
        ("broken-two-stones.sgf", "line 2, move 1: B8 has a stone of each colour"),
        ("broken-quota.sgf", "line 1: black stones: expected at most 180 (the quota), got 181"),
    ] {
        let result = Record::load(path(name)).and_then(|record| record.replay(Ruleset::one_pure()));
        let error = result.expect_err(name);
        let place = format!("{}{} ", path(name).display(), if error.line.is_some() { "," } else { ":" });
        assert_eq!(error.to_string(), format!("{place}{expected}"));
    }
}

#[test]
fn small_mistakes_are_repaired_and_told() {
    for (name, moves, repair) in [
        ("broken-unclosed-game.sgf", 2, Some((3, Repair::Unclosed))),
        ("broken-unclosed-value.sgf", 2, None),
        ("broken-komi.sgf", 1, Some((1, Repair::Value { written: "KM[six and a half]".to_owned(), read_as: None }))),
        ("broken-two-moves.sgf", 2, Some((2, Repair::SeveralMoves))),
    ] {
        let record = load(name);
        let game = record.replay(Ruleset::one_pure()).expect(name);
        assert_eq!(game.turns().len(), moves, "{name}");
        let notices = record.notices().to_vec();
        assert_eq!(notices.len(), 1, "{name}: {notices:?}");
        if let Some((line, repair)) = repair {
            assert_eq!(notices, [RecordNotice::Repair { line, repair }], "{name}");
        }
    }
}

#[test]
fn moves_after_the_end_are_ignored_and_told() {
    for (name, turns, first, last) in [("broken-after-the-end.sgf", 3, 4, 4), ("broken-after-a-dead-end.sgf", 4, 5, 5)]
    {
        let record = load(name);
        let replayed = record.main_line().start(Ruleset::one_pure()).play_on(None);
        assert_eq!((replayed.game.turns().len(), replayed.stopped), (turns, None), "{name}");
        let kind = ReplayNoticeKind::AfterEnd { last };
        assert_eq!(replayed.notices, [ReplayNotice { line: Some(2), move_number: first, kind }], "{name}");
    }
    // Passes after two passes are ignored, together; a placement resumes play.
    let record: Record = "(;SZ[9];B[ee];W[cc];B[];W[];B[];W[];B[gg];W[gc])".parse().expect("a record");
    let replayed = record.main_line().start(Ruleset::japanese()).play_on(None);
    assert_eq!((replayed.game.turns().len(), replayed.game.is_over(), replayed.moves), (6, false, 8));
    let kind = ReplayNoticeKind::AfterEnd { last: 6 };
    assert_eq!(replayed.notices, [ReplayNotice { line: Some(1), move_number: 5, kind }]);
}

#[test]
fn an_illegal_move_ends_the_reading_and_not_the_record() {
    let record: Record = "(;SZ[9];B[ee];W[cc]\n;B[ee];W[gg])".parse().expect("a record");
    let replayed = record.main_line().start(Ruleset::chinese()).play_on(None);
    assert_eq!((replayed.game.turns().len(), replayed.moves), (2, 2));
    let stopped = replayed.stopped.expect("an occupied point");
    assert_eq!((stopped.line, stopped.move_number), (Some(2), Some(3)));
    assert_eq!(stopped.to_string(), "line 2, move 3: E5 is occupied");
}

#[test]
fn assumed_rules_yield_to_a_repetition() {
    // White C3 after two passes recreates the position at the start, which positional superko forbids.
    let text = "(;SZ[5]KM[7.5]AB[bc][cb][cd]AW[cc][db][dd][ec]PL[B];B[dc];W[];B[];W[cc];B[aa];W[ee])";
    let record: Record = text.parse().expect("a record");
    let basis = record.basis(None);
    assert!(basis.rules_from.is_assumed());
    let replayed = record.main_line().start_by(&basis).play_on(None);
    assert_eq!((replayed.game.turns().len(), replayed.stopped), (6, None));
    let [notice] = &replayed.notices[..] else { panic!("one notice: {:?}", replayed.notices) };
    assert_eq!(notice.move_number, 4);
    assert!(matches!(notice.kind, ReplayNoticeKind::Repetition(PlayError::Superko(_))));
    let named: Record = text.replace("KM[7.5]", "KM[7.5]RU[Chinese]").parse().expect("a record");
    let stopped = named.main_line().start_by(&named.basis(None)).play_on(None).stopped.expect("superko");
    assert_eq!(stopped.move_number, Some(4));
    // A ko that is retaken at once is illegal under any rules.
    let at_once: Record = text.replace("W[];B[];W[cc]", "W[cc]").parse().expect("a record");
    assert_eq!(at_once.main_line().start_by(&basis).play_on(None).stopped.and_then(|error| error.move_number), Some(2));
}

#[test]
fn a_file_that_is_not_there() {
    let error = Record::load(path("none.sgf")).expect_err("no such file").to_string();
    assert!(error.starts_with(&format!("{}: the file cannot be read: ", path("none.sgf").display())), "{error}");
}

#[test]
fn a_mistake_in_a_variation_is_found_when_it_is_played() -> Result<(), Box<dyn Error>> {
    let record = load("broken-occupied-in-variation.sgf");
    assert_eq!(moves(&record.replay(Ruleset::one_pure())?), "bE5 wE7");
    let error = record.variation(&[2])?.replay(Ruleset::one_pure()).expect_err("C7 is occupied");
    assert!(error.to_string().ends_with("line 4, move 3: C7 is occupied"), "{error}");
    Ok(())
}

#[test]
fn variations_are_chosen_by_number() -> Result<(), Box<dyn Error>> {
    let record = load("game-9x9.sgf");
    let played = |numbers: &[usize]| -> Result<String, Box<dyn Error>> {
        Ok(moves(&record.variation(numbers)?.replay(Ruleset::one_pure())?))
    };
    assert_eq!(played(&[])?, "bE5 wE7 bG6 wC7 bC3 wpass");
    assert_eq!(played(&[1])?, played(&[])?);
    assert_eq!(played(&[1, 2])?, "bE5 wE7 bG6 wC7 bG3");
    assert_eq!(played(&[2])?, "bE5 wE7 bC6 wG7");
    let refused = |numbers: &[usize]| record.variation(numbers).expect_err("no such variation").problem.to_string();
    assert_eq!(refused(&[3]), "variation: expected 1 to 2, got 3");
    assert_eq!(refused(&[1, 0]), "variation: expected 1 to 2, got 0");
    assert_eq!(
        refused(&[2, 1]),
        "variation: expected no further number, because the line does not branch again, got 1"
    );
    Ok(())
}

#[test]
fn the_result_in_the_record_belongs_to_the_main_line() -> Result<(), Box<dyn Error>> {
    let record = load("game-9x9.sgf");
    assert_eq!(outcome(&record.replay(Ruleset::one_pure())?).as_deref(), Some("B+Resign resignation"));
    assert_eq!(outcome(&record.variation(&[2])?.replay(Ruleset::one_pure())?), None);
    assert_eq!(outcome(&record.main_line().replay_before(6, Ruleset::one_pure())?), None);
    assert_eq!(outcome(&replay("(;SZ[9]RE[W+Time];B[ee])")?).as_deref(), Some("W+Time time"));
    // The moves override the result in the record.
    let dead_end = replay("(;SZ[9]RE[B+R];W[ab];W[ba];B[aa])")?;
    assert_eq!(outcome(&dead_end).as_deref(), Some("W+Forfeit dead-end"));
    assert_eq!(outcome(&replay("(;SZ[9]RE[W+R];B[ee];W[];B[])")?).as_deref(), Some("B+81 abstentions"));
    Ok(())
}

#[test]
fn a_replay_stops_before_a_move() -> Result<(), Box<dyn Error>> {
    let record = load("handicap.sgf");
    let line = record.main_line();
    let before = |number| line.replay_before(number, Ruleset::one_pure());
    assert_eq!(moves(&before(1)?), "");
    assert_eq!(before(1)?.stones(Color::Black).board, 3);
    assert_eq!(before(1)?.to_play(), Color::White);
    assert_eq!(moves(&before(3)?), "wD4 bG7");
    assert_eq!(moves(&before(4)?), "wD4 bG7 bG11");
    assert_eq!(moves(&before(400)?), "wD4 bG7 bG11");
    assert_eq!(moves(&before(0)?), "wD4 bG7 bG11");
    Ok(())
}

#[test]
fn the_lead_comes_from_the_record() -> Result<(), Box<dyn Error>> {
    assert!((replay("(;SZ[9]KM[3.5];B[ee])")?.komi() - 3.5).abs() < f64::EPSILON);
    assert!((replay("(;SZ[19];B[ee])")?.komi() - 7.0).abs() < f64::EPSILON);
    assert!((load("edited.sgf").replay(Ruleset::one_pure())?.komi() - 3.5).abs() < f64::EPSILON);
    Ok(())
}

#[test]
fn a_set_up_begins_a_new_game() -> Result<(), Box<dyn Error>> {
    let record = load("edited.sgf");
    let line = record.main_line();
    let mut replay = line.start(Ruleset::one_pure());
    let mut seen = Vec::new();
    while let Some(node) = replay.advance()? {
        let kind = match node.content {
            NodeContent::Note => "note",
            NodeContent::Move(..) => "move",
            NodeContent::SetUp(_) => "set-up",
        };
        seen.push((kind, replay.moves(), replay.game().turns().len(), replay.game().to_play()));
    }
    let expected = [
        ("note", 0, 0, Color::Black),
        ("move", 1, 1, Color::White),
        ("move", 2, 2, Color::Black),
        // Another set-up follows, so that the right does not move; then PL names the colour.
        ("set-up", 2, 0, Color::Black),
        ("set-up", 2, 0, Color::White),
        ("move", 3, 1, Color::White),
        ("move", 4, 2, Color::Black),
    ];
    assert_eq!(seen, expected);
    let game = replay.finish()?;
    let start = Diagram::new(game.size(), game.start()).to_string();
    assert_eq!(start.lines().next(), Some("O O . . . . . . ."));
    assert_eq!(game.start().stones.white.len(), 2);
    assert_eq!(game.start().stones.black.len(), 1);
    Ok(())
}

#[test]
fn who_plays_after_a_set_up() -> Result<(), Box<dyn Error>> {
    for (text, expected) in [
        ("(;SZ[9]AB[ee])", Color::Black),
        ("(;SZ[9]AB[ee]PL[W])", Color::White),
        ("(;SZ[9]AB[ee][dd]HA[2])", Color::White),
        ("(;SZ[9]AB[ee][dd]HA[2]PL[B])", Color::Black),
        ("(;SZ[9];B[ee];W[dd];AB[aa])", Color::Black),
        ("(;SZ[9];B[ee];AB[aa])", Color::White),
        ("(;SZ[9];PL[W])", Color::White),
        // After a move, PL without stones has no effect. The game continues with its history.
        ("(;SZ[9];B[ee];PL[B])", Color::White),
    ] {
        assert_eq!(replay(text)?.to_play(), expected, "{text}");
    }
    assert_eq!(replay("(;SZ[9]AB[ee];C[note];W[dd])")?.first_to_play(), Color::White);
    assert_eq!(replay("(;SZ[9]AB[ee]PL[B];W[dd])")?.first_to_play(), Color::Black);
    assert_eq!(replay("(;SZ[9];W[dd])")?.first_to_play(), Color::Black);
    assert_eq!(moves(&replay("(;SZ[9];B[ee];PL[B];B[aa])")?), "bE5 bA9");
    Ok(())
}

#[test]
fn what_cannot_be_written_follows_from_replay() -> Result<(), Box<dyn Error>> {
    // O O . .
    // # # O .    Black fills both A1 and B1: the four stones retire by self-fill.
    // . . O .
    let game = replay("(;SZ[19]AW[aq][bq][cr][cs]AB[ar][br][ss]PL[B];B[as];W[sa];B[bs])")?;
    assert_eq!(game.turns()[2].retired.len(), 1);
    assert_eq!(game.stones(Color::Black).quarantined, 4);
    assert_eq!(game.stones(Color::Black).waiting, Some(175));
    Ok(())
}

#[test]
fn old_spellings_and_charsets_are_read() -> Result<(), Box<dyn Error>> {
    let old = load("old.sgf");
    assert_eq!(moves(&old.replay(Ruleset::one_pure())?), "bQ16 wD4 bpass wpass");
    let latin = load("latin-1.sgf");
    assert_eq!(latin.info.players.black.name.as_deref(), Some("André"));
    assert!(latin.to_string().contains("CA[UTF-8]"));
    assert!(latin.to_string().contains("PB[André]") && latin.to_string().contains("PW[Jürgen]"));
    Ok(())
}

#[test]
fn what_is_said_survives() -> Result<(), Box<dyn Error>> {
    let record = load("game-9x9.sgf");
    let text = record.to_string();
    let again: Record = text.parse()?;
    assert_eq!(again.info, record.info);
    assert_eq!(again.to_string(), text);
    for kept in [
        "GN[a name that this program does not use]",
        "LB[ec:A][cc:B]",
        "N[another way]",
        "C[The centre\\: [a good point\\].]",
        "PW[백]",
        "AP[by hand:1]",
    ] {
        assert!(text.contains(kept), "{kept} in {text}");
    }
    assert_eq!(
        record.main_line().nodes().nth(1).and_then(|node| node.comment.as_deref()),
        Some("The centre: [a good point].")
    );
    Ok(())
}

#[test]
fn a_game_is_written_with_what_it_needs() -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(BoardSize::new(9)?, Ruleset::one_pure());
    game.play(Move::Place("C3".parse()?))?;
    game.play(Move::Abstain)?;
    game.play(Move::Abstain)?;
    let mut record = Record::from_game(&game);
    record.info.players.white.name = Some("[b]\\".to_owned());
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]AP[onepure:{version}]KM[0]RU[one-pure]PW[[b\\]\\\\]RE[B+81]\n;B[cg];W[];B[])"
    );
    assert_eq!(record.to_string(), expected);
    Ok(())
}

#[test]
fn nesting_does_not_exhaust_the_stack() {
    const DEPTH: usize = 100_000;
    let refused = |text: String| text.parse::<Record>().expect_err("broken").to_string();
    assert_eq!(refused("(".repeat(DEPTH)), "expected an SGF game, which begins with `(;`, found none");
    assert!(refused("(;".repeat(DEPTH)).contains("found the end of the text"));
    assert!(refused(format!("{}{}", "(;".repeat(DEPTH), "((")).contains("expected `;`, found"));
    for level in ["(;", "(;C[a](;C[b])"] {
        let text = format!("{}{}", level.repeat(DEPTH), ")".repeat(DEPTH));
        let record: Record = text.parse().expect("a deep record");
        assert!(record.main_line().nodes().count() >= 2);
        assert_eq!(record.to_string().parse::<Record>().expect("what was written").to_string(), record.to_string());
        assert!(record.replay(Ruleset::one_pure()).is_ok());
    }
}

#[test]
fn ten_megabytes_are_read_and_written() -> Result<(), Box<dyn Error>> {
    const BYTES: usize = 10_000_000;
    let nodes = format!("(;SZ[19]{})", ";B[dd];W[ee]".repeat(BYTES / 12));
    let record: Record = nodes.parse()?;
    assert_eq!(record.main_line().moves().count(), BYTES / 12 * 2);
    assert!(record.to_string().len() > BYTES);
    let error = record.replay(Ruleset::one_pure()).expect_err("D16 is occupied");
    assert_eq!(error.to_string(), "line 1, move 3: D16 is occupied");

    let comment = format!("(;SZ[19]C[{}])", "word ".repeat(BYTES / 5));
    let record: Record = comment.parse()?;
    assert_eq!(record.root().comment.as_ref().map(String::len), Some(BYTES));

    let set_up = format!("(;SZ[19]AB{})", "[aa:ss]".repeat(BYTES / 7));
    let error = replay(&set_up).expect_err("more stones than there are");
    assert_eq!(error.to_string(), "line 1: black stones: expected at most 180 (the quota), got 361");
    Ok(())
}

/// One step of a random game.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The index of the empty point, for a placement.
    choice: u16,
    abstains: bool,
    /// True if the right is handed over first.
    hands_over: bool,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = (any::<u16>(), prop::bool::weighted(0.05), prop::bool::weighted(0.05));
    prop::collection::vec(step.prop_map(|(choice, abstains, hands_over)| Step { choice, abstains, hands_over }), 0..250)
}

fn random_position() -> impl Strategy<Value = Option<(Vec<u8>, bool)>> {
    prop::option::weighted(0.3, (prop::collection::vec(0..4_u8, 361), any::<bool>()))
}

/// A game from the set-up, if it is valid, with those of the steps that are legal. It plays a dead end only if the
/// choice is odd, so that games last.
fn random_game(
    size: BoardSize,
    ruleset: Ruleset,
    set_up: Option<(Vec<u8>, bool)>,
    komi: Option<f64>,
    steps: &[Step],
) -> Game {
    let begun = set_up.and_then(|(content, white_plays)| {
        let of = |kind| {
            size.points()
                .zip(&content)
                .filter(|&(_, &found)| found == kind)
                .map(|(point, _)| point)
                .collect::<PointSet>()
        };
        let mut position = Position::default();
        (position.stones.black, position.stones.white) = (of(0), of(1));
        let to_play = if white_plays { Color::White } else { Color::Black };
        Game::set_up(size, ruleset, position, to_play).ok()
    });
    let mut game = begun.unwrap_or_else(|| Game::new(size, ruleset));
    game.set_komi(komi);
    for step in steps {
        let color = if step.hands_over { !game.to_play() } else { game.to_play() };
        let empty = game.board().empty();
        let action = match empty.nth(usize::from(step.choice) % empty.len().max(1)) {
            Some(point) if !step.abstains => Move::Place(point),
            _ => Move::Abstain,
        };
        let loses = matches!(action, Move::Place(point) if game.is_dead_end(color, point));
        if !loses || step.choice % 2 == 1 {
            let _refused = game.play_as(color, action);
        }
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_game_that_is_written_and_read_is_the_same_game(
        lines in 5..=19_usize,
        forfeiture in any::<bool>(),
        komi in prop::option::of(-20..20_i32),
        set_up in random_position(),
        steps in steps(),
        loser in prop::option::of((any::<bool>(), any::<bool>())),
    ) {
        let size = BoardSize::new(lines).expect("5 to 19 lines");
        let ruleset = Ruleset::one_pure().with_forfeiture(forfeiture);
        let komi = komi.map(|halves| f64::from(halves) / 2.0);
        let mut game = random_game(size, ruleset, set_up, komi, &steps);
        if let Some((black, on_time)) = loser {
            let color = if black { Color::Black } else { Color::White };
            let _over = if on_time { game.lose_on_time(color) } else { game.resign(color) };
        }
        let text = Record::from_game(&game).to_string();
        let again = text.parse::<Record>().expect("what was written").replay(ruleset).expect("what was played");
        prop_assert_eq!(state(&again), state(&game), "{}", text);
    }
}

/// Checks the promise for every text: it is a record that can be written and read back, or it is refused with one line.
fn survives(bytes: &[u8]) {
    let record = match Record::from_bytes_with(bytes, BoardSize::new) {
        Ok(record) => record,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    };
    let text = record.to_string();
    let again = Record::from_bytes_with(text.as_bytes(), BoardSize::new).expect("what was written");
    assert_eq!(again.to_string(), text);
    assert_eq!(again.info, record.info);
    match (record.replay(Ruleset::one_pure()), again.replay(Ruleset::one_pure())) {
        (Ok(game), Ok(same)) => assert_eq!(state(&game), state(&same)),
        (Err(error), Err(same)) => {
            // A line of a server's file that cannot be read becomes a move that cannot be read.
            let problem = |error: &RecordError| match &error.problem {
                Problem::Outside { .. } | Problem::Value { .. } => None,
                problem => Some(problem.clone()),
            };
            assert_eq!((problem(&error), error.move_number), (problem(&same), same.move_number));
            assert_eq!(error.to_string().lines().count(), 1);
        }
        (first, second) => panic!("{first:?} became {second:?}"),
    }
}

/// A change to the bytes of a text: the place, the number of bytes removed, the bytes inserted.
fn mutation() -> impl Strategy<Value = (prop::sample::Index, usize, Vec<u8>)> {
    let inserted = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..4),
        prop::sample::select(vec![
            "(",
            ")",
            ";",
            "[",
            "]",
            "\\",
            ":",
            "B[]",
            "W[aa]",
            "AE[ee]",
            "(;",
            "KM[",
            "PL[W]",
            "SZ[3]",
            "KM[375]",
            "AP[foxwq]",
            "KO[6.5]",
            "STO 0 9 1 4 4\n",
            "SKI 0 9\n",
            "INI 0 1 4\n",
            "PMABBREER\n",
            "9",
            "."
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    (any::<prop::sample::Index>(), 0..6_usize, inserted)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        survives(&bytes);
        survives(&[b"(;", bytes.as_slice(), b")"].concat());
    }

    #[test]
    fn no_change_to_a_record_panics(
        file in prop::sample::select(vec![
            "game-9x9.sgf",
            "edited.sgf",
            "handicap.sgf",
            "old.sgf",
            "latin-1.sgf",
            "../served/fox.sgf",
            "../served/fox-handicap.sgf",
            "../served/tygem.gib",
            "../served/cyberoro.ngf",
        ]),
        mutations in prop::collection::vec(mutation(), 1..5),
    ) {
        let mut bytes = std::fs::read(path(file)).expect("a file of this test");
        for (place, removed, inserted) in mutations {
            let start = place.index(bytes.len());
            let end = (start + removed).min(bytes.len());
            bytes.splice(start..end, inserted);
            if bytes.is_empty() {
                break;
            }
        }
        survives(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, ..ProptestConfig::default() })]

    #[test]
    fn no_text_of_the_right_letters_panics(text in r"([();:\\\[\] ]|[BW]\[[a-j]{0,2}\]|(AB|AW|AE|C|KM|SZ|PL|HA|RE|AP|TM)\[[a-cBWR0-9.:+\\-]{0,5}\]){0,40}") {
        survives(text.as_bytes());
        survives(format!("(;SZ[3]{text})").as_bytes());
    }
}

#[test]
fn records_of_the_corpus() {
    crate::corpus::replay("sgf", crate::sgf::run);
}
