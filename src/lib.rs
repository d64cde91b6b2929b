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
//! assert_ne!(engine.best_move(Color::White), Decision::Play(Move::Place(corner)));
//!
//! let outcome = engine.play_as(Color::White, Move::Place(corner))?.outcome.expect("nobody can place any more");
//! assert_eq!(outcome.verdict.to_string(), "B+Forfeit");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The program has its layers in three crates, and this one has all of their interface under one name. Cargo holds the
//! direction of imports between crates.
//!
//! | Crate | Has |
//! |---|---|
//! | [`onepure_rules`] | boards, rules, records |
//! | [`onepure_engine`] | search, network, clocks |
//! | `onepure` | what people and other programs meet |
//!
//! The layers of this crate, and what each imports; what those import, it may import too:
//!
//! | Layer | Imports | Has |
//! |---|---|---|
//! | `signature` | `onepure_engine` | a hash of play |
//! | [`view`] | `onepure_rules` | boards as text and as pictures, and events told in sentences |
//! | `document` | `onepure_engine`, `view` | what programs read of games and searches, each described once |
//! | [`learn`] | `view` | lessons about the One Pure Rules, and answers to what is played in them |
//! | [`katago_rules`] | `onepure_rules` | rule sets in KataGo's words, as JSON |
//! | [`gtp`] | `document`, `learn` | the protocol of other Go programs |
//! | [`arena`] | `onepure_engine`, `view` | games between programs, refereed |
//! | [`analysis`] | `document` | what the engine thinks, as tables, records and JSON |
//! | [`web`] | `gtp`, `analysis` | a board in the browser, and reports in HTML |
//! | [`cli`] | `web`, `arena` | the command line |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod analysis;
#[cfg(feature = "native")]
pub mod arena;
#[cfg(feature = "native")]
pub mod cli;
mod document;
pub mod gtp;
mod hash;
pub mod katago_rules;
pub mod learn;
#[doc(hidden)]
pub mod signature;
pub mod view;
pub mod web;

pub use onepure_engine::{clock, engine, network, solve};
#[doc(hidden)]
pub use onepure_engine::{playout, search, tactics};
pub use onepure_rules::{board, files, geometry, random, record, rules, simulation};
