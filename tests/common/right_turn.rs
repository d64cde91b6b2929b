//! Searches that verify problems with one right move.

#![allow(dead_code, reason = "not every program uses everything")]

use crate::turns::{turns_of, with};
use onepure::engine::{Engine, SearchRequest, Settings};
use onepure::geometry::Point;
use onepure::learn::{Goal, ListedProblem, Problem, wins_endgame};
use onepure::rules::{Game, Move, Ruleset};
use onepure::search::Report;
use onepure::solve::{ProofLimits, solve_group};
use std::time::Duration;

/// An engine that judges positions. Every board is counted as it stands: dead stones have to be captured.
#[derive(Default)]
pub(crate) struct Judge {
    engine: Option<Engine>,
}

/// The outlook after a turn.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    /// The win rate of the colour that took the turn.
    pub(crate) wins: f64,
    /// The principal variation after the turn.
    pub(crate) line: Vec<Move>,
}

impl Judge {
    /// The report of a fresh search.
    pub(crate) fn search(&mut self, game: &Game, visits: u64) -> Report {
        let settings = || Settings { threads: 1, memory: 64, ..Settings::default() };
        let engine = self.engine.get_or_insert_with(|| Engine::new(game.size(), Ruleset::one_pure(), settings()));
        engine.set_game(game.clone());
        engine.forget();
        engine.search(game.to_play(), &SearchRequest::for_self_play(visits, 0.0))
    }

    /// The move that a search visits most.
    pub(crate) fn choice(&mut self, game: &Game, visits: u64) -> Option<Move> {
        self.search(game, visits).candidates.first().map(|candidate| candidate.action)
    }

    /// The prior of a move.
    pub(crate) fn prior(&mut self, game: &Game, action: Move) -> f64 {
        let report = self.search(game, 1);
        let found = report.candidates.iter().find(|candidate| candidate.action == action);
        found.map_or(0.0, |candidate| candidate.prior)
    }

    /// The outlook after a turn of the colour to play.
    pub(crate) fn side(&mut self, game: &Game, action: Move, visits: u64) -> Side {
        let after = with(game, action);
        if let Some(outcome) = after.outcome() {
            let wins = if outcome.winner() == Some(game.to_play()) { 1.0 } else { 0.0 };
            return Side { wins, line: Vec::new() };
        }
        let report = self.search(&after, visits);
        let own = if after.to_play() == game.to_play() { report.position.win_rate } else { 1.0 - report.win_rate };
        let line = report.candidates.first().map_or_else(Vec::new, |candidate| candidate.variation.clone());
        Side { wins: own, line }
    }
}

/// The win rate that the right turn must have, and that wrong ones may have at most.
const WINS: f64 = 0.8;
const LOSES: f64 = 0.25;

/// The time for a proof about a group.
const PROOF: ProofLimits =
    ProofLimits { time: Duration::from_secs(600), positions: 2_000_000, ..ProofLimits::UNLIMITED };

/// Verifies that one turn is right and every other one wrong: by proofs about the group, by exhaustive searches of an endgame, or by a search
/// after each turn.
///
/// # Errors
/// The turn that is not as it should be.
pub(crate) fn verify(judge: &mut Judge, listed: &ListedProblem, visits: u64) -> Result<(), String> {
    let Problem { game, right, goal, group, .. } = listed.problem;
    let name = listed.name();
    for action in turns_of(game) {
        let is_right = action == *right;
        let unproven = || format!("{name}: {action} is not proven");
        let wrong = match goal {
            Goal::Group => {
                let group = group.ok_or_else(|| format!("{name}: expected a group, got none"))?;
                let takes = group_is_taken(game, action, group).ok_or_else(unproven)?;
                (takes == (game.board().stone(group) != Some(game.to_play()))) != is_right
            }
            Goal::Points => wins_endgame(&with(game, action), game.to_play()).ok_or_else(unproven)? != is_right,
            Goal::Search => {
                let Side { wins, .. } = judge.side(game, action, if is_right { 4 * visits } else { visits });
                if is_right { wins < WINS } else { wins > LOSES }
            }
        };
        if wrong {
            return Err(format!("{name}: {action} is {}", if is_right { "not right" } else { "right too" }));
        }
    }
    Ok(())
}

/// Whether the group is taken after a turn; `None` without a proof. A dead end in between is no life.
fn group_is_taken(game: &Game, action: Move, group: Point) -> Option<bool> {
    let owner = game.board().stone(group)?;
    let after = with(game, action);
    if after.board().stone(group) != Some(owner) {
        return Some(true);
    }
    if let Some(outcome) = after.outcome() {
        return Some(outcome.winner() != Some(owner));
    }
    solve_group(&after, group, after.to_play(), PROOF, 0).ok()?.is_taken
}
