//! How a game ended: its count, with or without dead stones, and the words of results and records.

use super::played::{CountedBy, Trouble, Winner};
use onepure_engine::engine::dead_after_end;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Outcome, Reason};
use std::fmt;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameEnd {
    /// As in SGF's RE.
    pub(super) result: String,
    /// Who won.
    pub(super) winner: Winner,
    /// Why play ended.
    pub(super) reason: &'static str,
    /// What was wrong, if something was.
    pub(super) trouble: Option<Trouble>,
    /// How the count came about, if there was one.
    pub(super) counted: Option<CountedBy>,
}

impl GameEnd {
    /// An end that the rules know.
    pub(super) fn of(outcome: Outcome, counted: Option<CountedBy>) -> Self {
        let Outcome { reason, verdict } = outcome;
        Self { result: verdict.to_string(), winner: verdict.into(), reason: reason.name(), trouble: None, counted }
    }

    /// A forfeit or a game without a result.
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
    /// On one line: the result, the reason, what was wrong.
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

/// Playouts by which the referee judges what the players do not agree about.
const PLAYOUTS: u32 = 1000;

/// Whether stones that the players call dead are lifted before the count.
pub(super) fn wants_agreement(game: &Game) -> bool {
    game.articles().lifts_dead_stones() && game.outcome().is_some_and(|outcome| outcome.reason == Reason::Abstentions)
}

/// The stones that are dead in the referee's playouts.
pub(super) fn dead_in_playouts(game: &Game, seed: u64) -> PointSet {
    dead_after_end(game, PLAYOUTS, seed)
}
