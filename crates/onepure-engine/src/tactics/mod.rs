//! Tactics on the board: captures, self-atari, ladders, vital points of eye spaces, and shapes.
//!
//! They depend on stones and liberties alone, not on a rule set. Playouts choose moves by them, and networks take features from them.

mod benson;
mod chase;
mod consequences;
#[cfg(test)]
mod drawing;
mod eye_space;
mod ladder;
mod shapes;

pub use benson::{UnconditionalLife, is_unconditionally_alive};
pub use chase::{catching_liberties, is_catchable, is_trapped};
pub use consequences::{is_self_atari, liberties_after, other_liberty};
pub use eye_space::{is_killing_shape, vital_point};
pub use ladder::{attack, can_be_caught, can_escape, captures_beside, defense, is_free_at_once};
pub use shapes::is_shape;
