//! The settings of an engine.

use super::level::Level;
use super::memory;
use super::networks::NetworkChoice;
use crate::search::{MOST_THREADS, Parameters};
use std::time::Duration;

/// The settings of an engine: everything in the table of [parameters](super::PARAMETERS).
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The number of search threads, at most [`Settings::MOST_THREADS`]. Fewer run if the machine cannot start them.
    pub threads: usize,
    /// The strength of moves. Visits, time and clock limit it too: the tightest limit counts. Analyses ignore it.
    pub level: Level,
    /// The highest number of visits before the engine moves, counting those kept from earlier moves.
    pub visits: Option<u64>,
    /// The highest time of a move; a clock may give less. Without visits, time and clock a move takes [`Settings::DEFAULT_TIME`].
    pub time: Option<Duration>,
    /// The memory for the search tree in MiB. By default 256, or less if the system does not grant it.
    pub memory: usize,
    /// The seed of the random numbers. With one thread and a limit of visits, the same seed gives the same moves.
    pub seed: u64,
    /// The win rate, 0 to 1, below which the engine resigns; 0 for never.
    pub resign_below: f64,
    /// The fraction of its lead, 0 to 1, that the engine gives the opponent in a search for a move; see `dynamic_komi.rs`.
    pub dynamic_komi: f64,
    /// The fraction of the highest visit count, 0 to 1, that a move needs to be chosen by its LCB; see `choose.rs`.
    pub lcb_share: f64,
    /// The reserve in the time of each move for the way to the referee. The engine raises it to the delay that it has measured.
    pub lag: Duration,
    /// Whether the engine searches on the opponent's time.
    pub ponder: bool,
    /// The network that evaluates positions.
    pub network: NetworkChoice,
    /// The numbers of the search.
    pub parameters: Parameters,
}

impl Settings {
    /// The time of a move without any limit.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(3);

    /// The default reserve: on two cores with eight busy threads, the latest of 240 moves came 35 ms late.
    pub const LAG: Duration = Duration::from_millis(50);

    /// A limit above the number of threads of current machines.
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
            lcb_share: 0.15,
            lag: Self::LAG,
            ponder: false,
            network: NetworkChoice::default(),
            parameters: Parameters::default(),
        }
    }
}
