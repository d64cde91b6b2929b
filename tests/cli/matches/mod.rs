//! `onepure match` as people run it: matches that are interrupted, spread and joined, reports, and what is refused; and
//! `onepure tune`, which plays matches too.

mod documents;
pub(crate) mod program;
mod refusals;
mod reports;
mod runs;
mod tunings;
mod upkeep;
