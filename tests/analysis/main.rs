//! Analyses: the JSON protocol, `onepure analyze`, and the pictures of both.

#[path = "../common/fuzzing/analysis_query.rs"]
mod analysis_query;
mod analyze;
mod answers;
#[path = "../common/corpus.rs"]
mod corpus;
mod pictures;
mod protocol;
mod queue;
