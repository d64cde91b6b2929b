//! The Python module of onepure. Python code and types are in `python/onepure`, tests in `tests`.
//!
//! ```python
//! import onepure
//!
//! game = onepure.Game(size=9)
//! game.play("E5")
//! engine = onepure.Engine(threads=1, visits=100)
//! print(engine.best_move(game))
//! ```
//!
//! Colours are `"black"` and `"white"`, and points are those of GTP, such as `"E5"`. Every array has the point A1 first and goes row by
//! row.

mod arrays;
mod engine;
mod events;
mod game;
mod game_analysis;
mod words;

use pyo3::prelude::pymodule;

/// Go under the One Pure Rules and ordinary rules: a referee and an engine.
#[pymodule]
mod _onepure {
    #[pymodule_export]
    use super::arrays::{global_names, plane_names};
    #[pymodule_export]
    use super::engine::{Analysis, Candidate, Engine};
    #[pymodule_export]
    use super::events::{Count, Outcome, Retirement, Turn};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::game_analysis::{GameAnalysis, MoveAnalysis};
    #[pymodule_export]
    use super::words::IllegalMove;

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
