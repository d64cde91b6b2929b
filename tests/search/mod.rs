//! The search and the engine above it: reproducible, complete in its counts, and strong enough under both families of rules.

mod area;
mod dynamic_komi;
mod fates;
mod finished;
mod held_out_positions;
mod ing;
mod legality;
mod levels;
mod life;
mod one_move;
mod outcomes;
mod playing;
mod solve;
mod tactics;
mod territory;
mod zones;
