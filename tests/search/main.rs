//! The search and the engine above it: reproducible, complete in its counts, and strong enough under both families of rules.

mod area;
#[path = "../common/checker/mod.rs"]
mod checker;
#[path = "../common/dialogue.rs"]
mod dialogue;
mod dynamic_komi;
mod fates;
mod finished;
#[path = "../common/held_out.rs"]
mod held_out;
mod held_out_positions;
mod ing;
mod legality;
mod levels;
mod life;
mod one_move;
mod outcomes;
mod playing;
#[path = "../common/problems.rs"]
mod problems;
#[path = "../common/random_moves.rs"]
mod random_moves;
#[path = "../common/reference/mod.rs"]
mod reference;
#[path = "../common/regression.rs"]
mod regression;
#[path = "../common/right_turn.rs"]
mod right_turn;
mod solve;
mod tactics;
mod territory;
#[path = "../common/turns.rs"]
mod turns;
mod zones;
