//! The players: the engine in this process, and programs that speak GTP in processes of their own.
//!
//! A [`PlayerSlot`](slot::PlayerSlot) starts the program that [`PlayerSettings`](settings::PlayerSettings) name, and keeps it from
//! game to game.

mod builtin;
mod client;
pub(super) mod file;
mod gtp;
mod ordinary_board;
pub(super) mod process;
mod process_group;
pub(super) mod settings;
pub(super) mod slot;
mod stderr_tail;
mod time_commands;
