//! `onepure match` and `onepure tune` as users run them: interrupts, shards, merging, reports, and errors.

mod documents;
pub(crate) mod program;
mod refusals;
mod reports;
mod runs;
mod tunings;
mod upkeep;
