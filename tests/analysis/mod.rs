//! Analyses: the JSON protocol, `onepure analyze`, and the pictures of both.

mod analyze;
mod answers;
mod pictures;
mod protocol;
mod queue;
