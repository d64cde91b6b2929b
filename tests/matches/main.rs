//! `onepure match` as people run it: matches that are interrupted, spread and joined, reports, and what is refused.

mod documents;
mod program;
mod refusals;
mod reports;
mod runs;
mod upkeep;
