//! How an engine is set up.

use super::level::Level;
use super::memory;
use super::networks::NetworkChoice;
use crate::search::{MOST_THREADS, Parameters};
use onepure_rules::board::Color;
use std::time::Duration;

/// How an engine is set up: what the table of [parameters](super::PARAMETERS) gets and sets.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Threads that search, [`Settings::MOST_THREADS`] at most. Where the machine cannot start so many, fewer run.
    pub threads: usize,
    /// How strong the engine plays when it chooses a move. Visits, time and clock hold too: the tighter limit is the one that counts.
    /// What it analyses it analyses as well as it can.
    pub level: Level,
    /// Simulations of a position at most before the engine moves, those kept from earlier moves included.
    pub visits: Option<u64>,
    /// Time a move at most; a clock may give less. Without visits, time and clock a move takes [`Settings::DEFAULT_TIME`].
    pub time: Option<Duration>,
    /// Memory for the search tree, in MiB. Usually 256, less where the system does not let the process have that.
    pub memory: usize,
    /// Where random numbers start: with one thread and a number of visits, the same seed gives the same moves.
    pub seed: u64,
    /// The expected share of wins, 0 to 1, below which the engine resigns; 0 for never.
    pub resign_below: f64,
    /// The share of its lead, 0 to 1, that the engine gives the opponent while it looks for a move; see `dynamic_komi.rs`.
    pub dynamic_komi: f64,
    /// The share of the most visited move's visits, 0 to 1, from which on another move may be chosen for its higher LCB; see `lcb.rs`.
    pub surest_share: f64,
    /// What is kept back of the time of every move for the way to the referee; more where the engine has measured more.
    pub lag: Duration,
    /// Whether the engine thinks while the opponent does.
    pub ponder: bool,
    /// Whose values analyses tell.
    pub perspective: Perspective,
    /// Whether a front end draws what the engine thinks while it chooses a move.
    pub live_graphics: bool,
    /// The network that evaluates positions.
    pub network: NetworkChoice,
    /// The numbers that steer the search.
    pub parameters: Parameters,
}

/// Whose values analyses tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Perspective {
    /// Those of the colour that moves.
    #[default]
    SideToMove,
    /// Black's.
    Black,
    /// White's.
    White,
}

impl Perspective {
    /// The colour whose values are told of a position in which `to_move` moves.
    pub fn color(self, to_move: Color) -> Color {
        match self {
            Self::SideToMove => to_move,
            Self::Black => Color::Black,
            Self::White => Color::White,
        }
    }
}

impl Settings {
    /// Time for a move when nothing else is said.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(3);

    /// What is kept back of every move: on two cores with eight busy threads the latest of 240 moves came 35 ms late.
    pub const LAG: Duration = Duration::from_millis(50);

    /// More threads than any machine of today has use for.
    pub const MOST_THREADS: usize = MOST_THREADS;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            level: Level::MOST,
            visits: None,
            time: None,
            memory: memory::usual(),
            seed: 0,
            resign_below: 0.0,
            dynamic_komi: 0.5,
            surest_share: 0.15,
            lag: Self::LAG,
            ponder: false,
            perspective: Perspective::SideToMove,
            live_graphics: false,
            network: NetworkChoice::default(),
            parameters: Parameters::default(),
        }
    }
}
