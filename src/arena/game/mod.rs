//! One game between two players.
//!
//! The [`referee`] asks each [`player::Player`] in turn for a move. The result is a [`Played`](played::Played), even if
//! a player failed ([`failure`]).

pub(super) mod end;
#[cfg(test)]
pub(super) mod example;
pub(super) mod failed_starts;
pub(super) mod failure;
pub(super) mod game_settings;
pub(super) mod played;
pub(super) mod player;
pub(super) mod record;
pub(super) mod referee;
pub(super) mod transcript;
