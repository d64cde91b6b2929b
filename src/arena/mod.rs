//! The arena: games between any programs, refereed under any rule system here.
//!
//! A player is a program that speaks GTP, in a process of its own, or the engine in this one ([`PlayerSettings`]). It sits
//! in a [`Seat`], which starts it when it is first needed, keeps it from game to game, and starts it anew after a crash.
//! [`play_game`] plays one game between two seats. Our [`Game`](crate::rules::Game) decides what happens in it; whatever a
//! player does, also nothing at all, is a result ([`Played`]) and never the referee's failure.

mod builtin;
mod client;
mod count;
mod cpu;
mod end;
#[cfg(test)]
mod example;
mod fnv;
mod gtp_player;
mod journal;
mod kept_board;
mod last_words;
mod line_file;
mod played;
mod player;
mod player_file;
mod process;
mod referee;
pub mod report;
pub mod schedule;
mod seat;
pub mod selfplay;
mod settings;
mod starts;
pub mod statistics;
mod strays;
mod table;
mod time_commands;
mod transcript;
pub mod tune;

pub use crate::clock::{TimeControl, TimeControlError};
pub(crate) use fnv::Fnv;
pub use line_file::LineFileError;
pub use played::{CountedBy, Played, Seated, Trouble, TroubleKind, Winner};
pub use player::{PlayerError, PlayerSettings, Process, Program};
pub use player_file::load_players;
pub use process::kill_players;
pub use referee::{GameError, play_game};
pub use seat::Seat;
pub use settings::{GameSettings, Opening, Unwatched, Watcher};
