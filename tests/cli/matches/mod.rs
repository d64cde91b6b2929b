//! `onepure match` as users run it: interrupts, shards, merging, reports, and errors.

mod documents;
pub(crate) mod program;
mod refusals;
mod reports;
mod runs;
mod upkeep;
