//! The time that the players used.

use super::section::{Section, TextTable};
use crate::arena::GamePlayer;
use crate::arena::schedule::Results;
use onepure_rules::board::Color;

pub(super) fn sections(results: &Results, names: &[String]) -> Option<Section> {
    if results.games.is_empty() {
        return None;
    }
    let mut table = TextTable::new(&["Player", "Moves", "Time", "a move", "CPU time", "a move"]);
    for name in names {
        let games_of = || {
            let players = results.games.iter().flat_map(|game| Color::BOTH.map(|color| &game.players[color]));
            players.filter(|player| player.name == *name)
        };
        let moves: usize = games_of().map(|player| player.moves).sum();
        let wall: f64 = games_of().map(|player| player.wall).sum();
        let cpu: Option<f64> = games_of().map(|player: &GamePlayer| player.cpu).sum();
        let a_move = |time: f64| if moves == 0 { "–".to_owned() } else { in_words(time / moves as f64) };
        table.add(vec![
            name.clone(),
            moves.to_string(),
            in_words(wall),
            a_move(wall),
            cpu.map_or_else(|| "–".to_owned(), in_words),
            cpu.map_or_else(|| "–".to_owned(), a_move),
        ]);
    }
    let all: f64 = results.games.iter().map(|game| game.seconds).sum();
    let mut lines = vec![format!("All games together: {}", in_words(all))];
    for name in names {
        let players = results.games.iter().flat_map(|game| Color::BOTH.map(|color| &game.players[color]));
        let penalties = players.filter(|player| player.name == *name && player.penalty > 0);
        let penalties: Vec<u32> = penalties.map(|player| player.penalty.into()).collect();
        if !penalties.is_empty() {
            let games = if penalties.len() == 1 { "game" } else { "games" };
            let points: u32 = penalties.iter().sum();
            lines.push(format!("Overtime cost {name} {points} points, in {} {games}", penalties.len()));
        }
    }
    Some(Section { title: "Times", lines, table: Some(table) })
}

/// A duration for readers, in units from milliseconds to hours.
fn in_words(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    if seconds < 0.0995 {
        format!("{:.1} ms", 1000.0 * seconds)
    } else if seconds < 99.95 {
        format!("{seconds:.1} s")
    } else if whole < 3600 {
        format!("{} min {:02} s", whole / 60, whole % 60)
    } else {
        format!("{} h {:02} min", whole / 3600, whole / 60 % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_fitting_units() {
        let told = [0.0004, 0.0994, 0.1, 99.9, 100.0, 3599.4, 3600.0, 90_061.0].map(in_words);
        let expected =
            ["0.4 ms", "99.4 ms", "0.1 s", "99.9 s", "1 min 40 s", "59 min 59 s", "1 h 00 min", "25 h 01 min"];
        assert_eq!(told, expected);
    }
}
