//! The records of generations: one line of JSON each, and a Markdown table.

use crate::errors::Means;
use crate::training_run::Summary;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The record of a generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// The number of the generation, from 1.
    pub(super) generation: usize,
    /// The training summary: games, positions, steps, and the last test.
    pub(super) learned: Summary,
    /// The matches.
    pub(super) matches: Vec<MatchRecord>,
    /// Whether it became the best network.
    pub(super) is_kept: bool,
}

/// The result of a match of the new network.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct MatchRecord {
    /// The board, the rules and the opponent.
    pub(super) name: String,
    /// The number of games.
    pub(super) games: u64,
    /// Points per game, 0 to 1.
    pub(super) score: f64,
    /// The difference in Elo with its 95 % interval.
    pub(super) elo: String,
    /// Whether the new network passed; `None` for a match that decides nothing.
    pub(super) is_passed: Option<bool>,
}

/// A Markdown table of generations.
pub(super) fn table(records: &[Record]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in records.iter().flat_map(|record| &record.matches).map(|of_match| of_match.name.as_str()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut text =
        String::from("| Generation | Games | Positions | Steps | Predicted | Policy | Value | Score | Ownership |");
    // Writing to a string cannot fail.
    for name in &names {
        let _ = write!(text, " {name}: Elo |");
    }
    text.push_str(" Kept |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    text.push_str(&"--:|".repeat(names.len()));
    text.push_str("---|\n");
    for Record { generation, learned, matches, is_kept } in records {
        let Summary { games, positions, steps, test } = learned;
        let _ = write!(text, "| {generation} | {games} | {positions} | {steps} |");
        match test.get("all") {
            Some(Means { predicted, policy, value, score, ownership, .. }) => {
                let predicted = 100.0 * predicted;
                let _ = write!(text, " {predicted:.1} % | {policy:.3} | {value:.3} | {score:.2} | {ownership:.3} |");
            }
            None => text.push_str(" | | | | |"),
        }
        for name in &names {
            match matches.iter().find(|of_match| of_match.name == *name) {
                Some(MatchRecord { elo, games, .. }) => {
                    let _ = write!(text, " {elo} ({games} games) |");
                }
                None => text.push_str(" |"),
            }
        }
        text.push_str(if *is_kept { " yes |\n" } else { " no |\n" });
    }
    text
}
