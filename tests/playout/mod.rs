//! Playouts are legal, end, are uniform if they claim to be, and allocate nothing.

mod against_games;
mod allocation;
mod every_rule_set;
