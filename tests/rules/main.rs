//! The rules: cases with known answers; random games, and all short games on the smallest boards, against a second,
//! naive implementation; and invariants of all rule sets.

mod any_moves;
mod cases;
#[path = "../common/comparison/mod.rs"]
mod comparison;
#[path = "../common/corpus.rs"]
mod corpus;
mod differential;
mod exhaustive;
mod ing;
mod ing_sentences;
mod kinds;
#[path = "../common/kos.rs"]
mod kos;
mod legal_positions;
mod lessons;
#[path = "../common/mirror.rs"]
mod mirror;
#[path = "../common/fuzzing/moves.rs"]
mod moves;
mod pass_stones;
mod problems;
#[path = "../common/reference/mod.rs"]
mod reference;
mod reference_cases;
mod reference_games;
#[path = "../common/sentences.rs"]
mod sentences;
mod snapshot;
mod symmetry;
#[path = "../common/trouble/mod.rs"]
mod trouble;
#[path = "../common/turns.rs"]
mod turns;
mod undo;
mod vectors;
