//! The end of a game: its count, with or without dead stones, and the text of results and records.

use super::played::{CountedBy, Trouble, Winner};
use onepure_engine::engine::{Settings, judge_after_end};
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Outcome, Reason};
use std::fmt;

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameEnd {
    /// The result in the format of SGF's RE.
    pub(super) result: String,
    pub(super) winner: Winner,
    /// The reason, as in [`Played::reason`](super::played::Played::reason).
    pub(super) reason: &'static str,
    /// A fault of a player, or the turn limit.
    pub(super) trouble: Option<Trouble>,
    /// The method of the count, if the board was counted.
    pub(super) counted: Option<CountedBy>,
}

impl GameEnd {
    /// An end by the rules.
    pub(super) fn of(outcome: Outcome, counted: Option<CountedBy>) -> Self {
        let Outcome { reason, verdict } = outcome;
        Self { result: verdict.to_string(), winner: verdict.into(), reason: reason.name(), trouble: None, counted }
    }

    /// A forfeit, or a game without a result.
    pub(super) fn in_trouble(trouble: Trouble) -> Self {
        let winner = trouble.player.filter(|_| trouble.kind.is_forfeit()).map(|guilty| !guilty);
        let (result, reason) = match winner {
            Some(winner) => (format!("{}+Forfeit", &winner.to_string()[..1].to_ascii_uppercase()), "forfeit"),
            None => ("Void".to_owned(), "void"),
        };
        let winner = winner.map_or(Winner::Void, Winner::from);
        Self { result, winner, reason, trouble: Some(trouble), counted: None }
    }
}

impl fmt::Display for GameEnd {
    /// One line: the result, the reason, the fault.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.result, self.reason)?;
        f.write_str(match self.counted {
            None | Some(CountedBy::AsItStands) => "",
            Some(CountedBy::Agreement) => ", counted without the stones that both players call dead",
            Some(CountedBy::CleanUp) => ", counted without the stones that fell when both players went on",
            Some(CountedBy::Playouts) => ", counted without the stones that playouts judge dead",
        })?;
        if let Some(Trouble { player, detail, .. }) = &self.trouble {
            match player {
                Some(player) => write!(f, ", {player}: {detail}")?,
                None => write!(f, ", {detail}")?,
            }
        }
        Ok(())
    }
}

/// Playouts with which the referee judges dead stones when the players disagree.
const PLAYOUTS: u32 = 1000;

/// Returns whether dead stones are removed before the count.
pub(super) fn wants_agreement(game: &Game) -> bool {
    game.articles().lifts_dead_stones() && game.outcome().is_some_and(|outcome| outcome.reason == Reason::Abstentions)
}

/// The stones that the referee judges dead, by playouts and cheap proofs.
pub(super) fn dead_in_playouts(game: &Game, seed: u64) -> PointSet {
    judge_after_end(game, Some(&Settings::default()), PLAYOUTS, seed).dead()
}
