//! The players: the engine in this process, and GTP programs in their own processes.
//!
//! A [`PlayerSlot`](slot::PlayerSlot) starts the program of a [`PlayerSettings`](player_settings::PlayerSettings) and keeps it
//! between games.

mod builtin;
mod client;
pub(super) mod file;
mod gtp;
mod ordinary_board;
pub(super) mod player_settings;
pub(super) mod process;
mod process_group;
pub(super) mod slot;
mod stderr_tail;
mod time_commands;
