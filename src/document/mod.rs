//! Documents: what programs read of a game, a position and a judged board, each described once.
//!
//! An [`Object`] is JSON whose keys keep their order, which is part of each format. [`Parts`] are what a client asks for.

mod game;
mod object;
mod parts;
mod scene;
mod solved;

pub(crate) use game::{abstentions, explanation, retired_chain, state, stopped, turns};
pub(crate) use object::{Object, line, rows, spaced};
pub(crate) use parts::{Part, Parts};
pub(crate) use scene::{counted, judged, loses_at_once, rules_page, scene, told};
pub(crate) use solved::{solved_group, solved_result};
