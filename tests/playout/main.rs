//! Playouts are legal, end, are uniform if they claim to be, and allocate nothing.

mod against_games;
mod allocation;
mod every_rule_set;
#[path = "../common/kos.rs"]
mod kos;
#[path = "../common/random_moves.rs"]
mod random_moves;
