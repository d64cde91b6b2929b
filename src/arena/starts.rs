//! Players that end at every start: a match with them is ended, not forfeited game by game.

use super::played::{Played, TroubleKind};
use super::referee::GameError;
use super::seat::Seat;
use crate::board::{Color, PerColor};
use std::collections::BTreeMap;

/// In how many games in a row each player, by its index, has ended without having chosen a move.
#[derive(Debug, Default)]
pub(super) struct Starts(BTreeMap<usize, usize>);

/// After so many games in a row a player is given up.
const MOST_FAILED: usize = 3;

impl Starts {
    /// Notes a game between two players, and says whether its result is kept. It is not if one of them could not be started:
    /// then nothing was played, and the game can be played another time. An error if that has happened too often.
    pub(super) fn note(
        &mut self,
        players: PerColor<usize>,
        seats: PerColor<&Seat>,
        played: &Played,
    ) -> Result<bool, GameError> {
        let failed = Color::BOTH.into_iter().find(|&color| {
            let has_crashed = played
                .trouble
                .as_ref()
                .is_some_and(|trouble| trouble.kind == TroubleKind::Crash && trouble.player == Some(color));
            seats[color].failed_start().is_some() || has_crashed && played.players[color].moves == 0
        });
        let Some(color) = failed else {
            self.0.remove(&players.black);
            self.0.remove(&players.white);
            return Ok(true);
        };
        let (seat, times) = (seats[color], self.0.entry(players[color]).or_default());
        *times += 1;
        if *times < MOST_FAILED {
            return Ok(seat.failed_start().is_none());
        }
        let detail = played.trouble.as_ref().map_or("", |trouble| &trouble.detail);
        let detail = seat.failed_start().unwrap_or(detail);
        let stderr = match seat.last_words() {
            [] => "it has said nothing on its stderr".to_owned(),
            lines => format!("the end of its stderr:\n  {}", lines.join("\n  ")),
        };
        let reason = format!("{detail}, before its first move and {MOST_FAILED} times in a row; {stderr}");
        Err(GameError::Player { player: seat.settings().name.clone(), reason })
    }
}
