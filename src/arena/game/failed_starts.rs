//! Players that end at every start: a match with them is ended, not forfeited game by game.

use super::failure::GameError;
use super::played::{Played, TroubleKind};
use crate::arena::players::slot::PlayerSlot;
use onepure_rules::board::{Color, PerColor};
use std::collections::BTreeMap;

/// In how many games in a row each player, by its index, has ended without having chosen a move.
#[derive(Debug, Default)]
pub(in crate::arena) struct FailedStarts(BTreeMap<usize, usize>);

/// After so many games in a row a player is given up.
const MOST_FAILED: usize = 3;

impl FailedStarts {
    /// Notes a game between two players, and says whether its result is kept. It is not if one of them could not be started:
    /// then nothing was played, and the game can be played another time. An error if that has happened too often.
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
