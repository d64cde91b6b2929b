//! The arena: games between any programs, refereed under any rule system here.
//!
//! A player is a program that speaks GTP in its own process, or the engine in this one ([`PlayerSettings`]). A
//! [`PlayerSlot`] starts the player when it is first needed, keeps it between games, and restarts it after a crash.
//! [`play_game`] plays one game between two slots. Our [`Game`](onepure_rules::rules::Game) decides what each move
//! does. A player's failure, silence included, is a result ([`Played`]), never an error of the referee.

mod game;
mod line_file;
mod players;
pub mod report;
pub mod schedule;
pub mod selfplay;
pub mod statistics;
mod threads;

pub use game::failure::GameError;
pub use game::game_settings::{GameSettings, Opening, Unwatched, Watcher};
pub use game::played::{CountedBy, GamePlayer, Played, Trouble, TroubleKind, Winner};
pub use game::referee::play_game;
pub(crate) use line_file::LineFile;
pub use line_file::LineFileError;
pub use onepure_engine::clock::{TimeControl, TimeControlError};
pub use players::file::load_players;
pub use players::player_settings::{PlayerError, PlayerSettings, Process, Program};
pub use players::process::kill_players;
pub use players::slot::PlayerSlot;
use threads::on_threads;
