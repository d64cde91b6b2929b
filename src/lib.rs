//! A Go engine for the One Pure Rules: it plays, referees, counts and explains.
//!
//! No point is forbidden under these rules. A stone that is enclosed and may not leave the board makes a *dead end*, and
//! whoever brought that about has lost:
//!
//! ```
//! use onepure::board::Color;
//! use onepure::engine::{Decision, Engine, Settings};
//! use onepure::geometry::{BoardSize, Point};
//! use onepure::rules::{Game, Move, Ruleset};
//!
//! let size = BoardSize::new(9)?;
//! let mut game = Game::new(size, Ruleset::one_pure());
//! for vertex in ["A2", "E5", "B1"] {
//!     game.play(Move::Place(vertex.parse()?))?;
//! }
//! let corner: Point = "A1".parse()?;
//! assert!(game.is_dead_end(Color::White, corner));
//!
//! // The engine plays elsewhere.
//! let settings = Settings { visits: Some(100), ..Settings::default() };
//! let mut engine = Engine::new(size, Ruleset::one_pure(), settings);
//! engine.set_game(game);
//! assert_ne!(engine.choose(Color::White), Decision::Play(Move::Place(corner)));
//!
//! let outcome = engine.play_as(Color::White, Move::Place(corner))?.outcome.expect("nobody can place any more");
//! assert_eq!(outcome.verdict.to_string(), "B+Forfeit");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The layers, and what each may import; what those import, it may import too. A test holds them to it.
//!
//! | Layer | Imports | Has |
//! |---|---|---|
//! | [`geometry`] | nothing | points, board sizes, sets of points, symmetries |
//! | [`board`] | `geometry` | stones, chains and liberties; no rule |
//! | [`rules`] | `board` | what a turn does, points, results |
//! | [`clock`] | `board` | time controls, a player's clock, what a move may take |
//! | [`files`] | nothing | files read with a limit, and written whole or not at all |
//! | [`record`] | `rules`, `files` | SGF and text diagrams |
//! | [`view`] | `rules` | boards as text and as pictures, and events told in sentences |
//! | [`tactics`] | `board` | captures, ladders, eye spaces, shapes, features of moves |
//! | [`random`] | `geometry` | random numbers that a seed decides |
//! | [`simulation`] | `rules`, `random` | the fast position on which searches, networks and playouts play |
//! | [`playout`] | `simulation`, `tactics` | games played to the end by chance |
//! | [`network`] | `simulation`, `tactics`, `files` | what a position is worth and where to play, learned |
//! | [`search`] | `playout`, `network` | the tree of simulations |
//! | [`engine`] | `search`, `record`, `clock` | game, clock and search, as front ends see them |
//! | [`gtp`] | `engine`, `view` | the protocol of other Go programs |
//! | [`arena`] | `engine`, `view` | games between programs, refereed |
//! | [`analysis`] | `engine`, `view` | what the engine thinks, as tables, records and JSON |
//! | [`web`] | `gtp`, `analysis` | a board in the browser, and reports in HTML |
//! | [`cli`] | `web`, `arena` | the command line |

pub mod analysis;
#[cfg(feature = "native")]
pub mod arena;
pub mod board;
#[cfg(feature = "native")]
pub mod cli;
pub mod clock;
pub mod engine;
pub mod files;
pub mod geometry;
pub mod gtp;
pub mod network;
pub mod playout;
pub mod random;
pub mod record;
pub mod rules;
pub mod search;
pub mod simulation;
pub mod tactics;
pub mod view;
#[cfg(feature = "native")]
pub mod web;
