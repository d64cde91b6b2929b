//! Documents: what programs read of a game, a position, a judged board and a report, each described once.
//!
//! A [`ReportDocument`] has the numbers of a search for one colour. The analysis lines of GTP, the JSON of `analyze`, of `KataGo`'s
//! protocol and of the page, and the reports are made of it; [`Parts`] are what a client asks for. An [`Object`] is JSON whose keys keep
//! their order, which is part of each format.

mod game;
mod object;
mod parts;
mod report;
mod scene;
mod solved;

pub(crate) use game::{abstentions, explanation, retired_chain, rule_notice, state, stopped, turns};
pub(crate) use object::{Object, line, rounded, rows, spaced};
pub(crate) use parts::{Part, Parts};
pub(crate) use report::{CandidateDocument, ReportDocument, Values, proven_pair};
pub(crate) use scene::{counted, judged, loses_at_once, rules_page, scene, told};
pub(crate) use solved::{solved_group, solved_result};
