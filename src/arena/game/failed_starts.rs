//! Players that fail at every start. Such a player ends the match instead of forfeiting each of its games.

use super::failure::GameError;
use super::played::{Played, TroubleKind};
use crate::arena::players::slot::PlayerSlot;
use onepure_rules::board::{Color, PerColor};
use std::collections::BTreeMap;

/// For each player's index, the number of consecutive games in which it failed before its first move.
#[derive(Debug, Default)]
pub(in crate::arena) struct FailedStarts(BTreeMap<usize, usize>);

/// Consecutive failures after which a player ends the match.
const MOST_FAILED: usize = 3;

impl FailedStarts {
    /// Counts a game and returns whether to keep its result. A game with a player that could not be started is not
    /// kept: no move was played, so a later run can play it again. Returns an error after [`MOST_FAILED`] failures in a
    /// row.
    pub(in crate::arena) fn note(
        &mut self,
        players: PerColor<usize>,
        slots: PerColor<&PlayerSlot>,
        played: &Played,
    ) -> Result<bool, GameError> {
        let failed = Color::BOTH.into_iter().find(|&color| {
            let has_crashed = played
                .trouble
                .as_ref()
                .is_some_and(|trouble| trouble.kind == TroubleKind::Crash && trouble.player == Some(color));
            slots[color].failed_start().is_some() || has_crashed && played.players[color].moves == 0
        });
        let Some(color) = failed else {
            self.0.remove(&players.black);
            self.0.remove(&players.white);
            return Ok(true);
        };
        let (slot, times) = (slots[color], self.0.entry(players[color]).or_default());
        *times += 1;
        if *times < MOST_FAILED {
            return Ok(slot.failed_start().is_none());
        }
        let detail = played.trouble.as_ref().map_or("", |trouble| &trouble.detail);
        let detail = slot.failed_start().unwrap_or(detail);
        let stderr = match slot.stderr_tail() {
            [] => "it has said nothing on its stderr".to_owned(),
            lines => format!("the end of its stderr:\n  {}", lines.join("\n  ")),
        };
        let reason = format!("{detail}, before its first move and {MOST_FAILED} times in a row; {stderr}");
        Err(GameError::Player { player: slot.settings().name.clone(), reason })
    }
}
