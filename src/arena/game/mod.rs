//! One game between two players.
//!
//! The [`referee`] asks the players ([`player::Player`]) by turns. What came of it is a [`Played`](played::Played), also where a
//! player failed ([`failure`]).

pub(super) mod end;
#[cfg(test)]
pub(super) mod example;
pub(super) mod failed_starts;
pub(super) mod failure;
pub(super) mod played;
pub(super) mod player;
pub(super) mod record;
pub(super) mod referee;
pub(super) mod settings;
pub(super) mod transcript;
