//! A Go engine: Monte Carlo tree search with an 8-bit network, under the One Pure Rules and every other rule set of
//! [`onepure_rules`].
//!
//! ```
//! use onepure_engine::engine::{Decision, Engine, Settings};
//! use onepure_rules::board::Color;
//! use onepure_rules::geometry::BoardSize;
//! use onepure_rules::rules::{Move, Ruleset};
//!
//! let settings = Settings { visits: Some(100), ..Settings::default() };
//! let mut engine = Engine::new(BoardSize::new(9)?, Ruleset::one_pure(), settings);
//! engine.play_as(Color::Black, Move::Place("C3".parse()?))?;
//! assert!(matches!(engine.best_move(Color::White), Decision::Play(Move::Place(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, and what each imports; what those import, it may import too:
//!
//! | Module | Imports | Has |
//! |---|---|---|
//! | [`clock`] | | time controls, a player's clock, what a move may take |
//! | [`tactics`] | | captures, ladders, eye spaces, shapes, unconditional life, features of moves |
//! | [`playout`] | `tactics` | games played to the end by chance |
//! | [`network`] | `tactics` | what a position is worth and where to play, learned |
//! | [`search`] | `playout`, `network` | the tree of simulations |
//! | [`solve`] | `tactics` | proofs of results, and of life and death |
//! | [`engine`] | `search`, `clock`, `solve` | game, clock, search and proofs, as front ends see them |
//!
//! Searches and proofs share processor and memory by `budget`, which imports nothing.
//!
//! [`engine`], [`clock`], [`network`] and [`solve`] are the interface. The other modules are public for the tests, measurements and
//! trainer of this workspace alone: they may change with every version.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod budget;
pub mod clock;
pub mod engine;
pub mod network;
#[doc(hidden)]
pub mod playout;
#[doc(hidden)]
pub mod search;
pub mod solve;
#[doc(hidden)]
pub mod speed;
#[doc(hidden)]
pub mod tactics;
