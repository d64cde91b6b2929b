//! Results of games, for tests.

use super::played::{GamePlayer, Played, Winner};
use onepure_rules::board::PerColor;

/// A game with this number, these players and this result: `B+1`, `W+Resign`, `0`, `Both-lose` or `Void`.
pub(in crate::arena) fn played(number: usize, black: &str, white: &str, result: &str) -> Played {
    let seated = |name: &str| GamePlayer { name: name.to_owned(), moves: 30, wall: 1.5, ..GamePlayer::default() };
    let (winner, reason) = match (result, result.as_bytes().first()) {
        ("0", _) => (Winner::Draw, "abstention"),
        ("Both-lose", _) => (Winner::BothLose, "abstention"),
        ("Void", _) => (Winner::Void, "void"),
        (_, Some(b'B')) => (Winner::Black, "abstention"),
        _ => (Winner::White, "abstention"),
    };
    Played {
        number,
        players: PerColor { black: seated(black), white: seated(white) },
        opening: "empty".to_owned(),
        rules: "one-pure".to_owned(),
        size: 9,
        komi: 0.0,
        handicap: 0,
        time: "none".to_owned(),
        result: result.to_owned(),
        winner,
        reason: reason.to_owned(),
        trouble: None,
        counted: None,
        turns: 60,
        sequence: format!("{number:016x}"),
        seed: 0,
        started: jiff::Timestamp::UNIX_EPOCH,
        seconds: 4.0,
        sgf: None,
        transcript: None,
    }
}
