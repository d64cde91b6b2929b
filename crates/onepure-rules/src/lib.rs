//! The exact rules of Go, for a referee: the One Pure Rules, area and territory rules, Ing's, AGA's, and every rule set
//! that `KataGo` can name. This crate has no engine, draws no pictures, starts no thread and reads no clock.
//!
//! Play a game:
//!
//! ```
//! use onepure_rules::geometry::BoardSize;
//! use onepure_rules::rules::{Game, Move, Ruleset};
//!
//! let mut game = Game::new(BoardSize::new(9)?, Ruleset::one_pure());
//! for vertex in ["A2", "E5", "B1"] {
//!     game.play(Move::Place(vertex.parse()?))?;
//! }
//! // White may place at A1: no point is forbidden. The stone is enclosed and may not retire, a dead end: White loses.
//! let turn = game.play(Move::Place("A1".parse()?))?;
//! assert_eq!(turn.outcome.as_ref().expect("play has ended").verdict.to_string(), "B+Forfeit");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Referee a record:
//!
//! ```
//! use onepure_rules::record::Record;
//! use onepure_rules::rules::Ruleset;
//!
//! let record = Record::from_bytes(b"(;SZ[5];B[cc];W[bc];B[tt];W[tt])")?;
//! let game = record.replay(Ruleset::chinese())?;
//! assert!(game.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules and their direct imports. A module may also import what its imports import:
//!
//! | Module | Imports | Contents |
//! |---|---|---|
//! | [`geometry`] | nothing | points, board sizes, sets of points, symmetries |
//! | [`board`] | `geometry` | stones, chains and liberties; no rule |
//! | [`rules`] | `board` | what a turn does, points, results |
//! | [`files`] | nothing | files read up to a size limit, and written whole or not at all |
//! | [`random`] | `geometry` | seeded random numbers |
//! | [`simulation`] | `rules`, `random` | the fast position for search, networks and playouts |
//! | [`record`] | `rules`, `files` | SGF and text diagrams |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod board;
pub mod files;
pub mod geometry;
pub mod random;
pub mod record;
pub mod rules;
pub mod simulation;
