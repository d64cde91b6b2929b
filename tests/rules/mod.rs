//! The rules: cases with known answers; random games, and all short games on the smallest boards, against a second,
//! naive implementation; and invariants of all rule sets.

mod any_moves;
mod cases;
mod differential;
mod exhaustive;
mod ing;
mod ing_sentences;
mod kinds;
mod legal_positions;
mod lessons;
mod pass_stones;
mod problems;
mod reference_cases;
mod reference_games;
mod snapshot;
mod symmetry;
mod undo;
mod vectors;
