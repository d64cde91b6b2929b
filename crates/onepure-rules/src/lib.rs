//! The rules of Go as a referee knows them, exactly: the One Pure Rules, area and territory rules, Ing's, AGA's, and every rule
//! set that `KataGo` can name. Nothing in here plays well, draws pictures, starts a thread or looks at a clock.
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
//! // White may place at A1, where nothing is forbidden. The stone cannot stay and may not leave: it is a dead end.
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
//! The modules, and what each imports; what those import, it may import too:
//!
//! | Module | Imports | Has |
//! |---|---|---|
//! | [`geometry`] | nothing | points, board sizes, sets of points, symmetries |
//! | [`board`] | `geometry` | stones, chains and liberties; no rule |
//! | [`rules`] | `board` | what a turn does, points, results |
//! | [`files`] | nothing | files read with a limit, and written whole or not at all |
//! | [`random`] | `geometry` | random numbers that a seed decides |
//! | [`simulation`] | `rules`, `random` | the fast position on which searches, networks and playouts play |
//! | [`record`] | `rules`, `files` | SGF and text diagrams |

pub mod board;
pub mod files;
pub mod geometry;
pub mod random;
pub mod record;
pub mod rules;
pub mod simulation;
