//! The rules: the effect of a turn ([`Game::play`]), the points ([`Points`]) and the end of a game ([`Outcome`]).
//!
//! A rule set is data, [`Ruleset`]. Only `systems` interprets its fields. One turn procedure serves both [`Game`],
//! which keeps its whole history and compares positions stone by stone, and simulations, which trust 64-bit hashes.

mod errors;
mod events;
mod filling;
mod fraction;
pub(crate) mod game;
mod handicap;
mod ledger;
mod named;
mod neutral;
mod outcome;
mod points;
mod positions;
mod ruleset;
pub(crate) mod systems;
mod verdict;

pub use errors::{PlayError, SetUpError};
pub use events::{Abstention, Move, RetiredChain, Retirement, Turn};
pub use filling::Filling;
pub use fraction::Fraction;
pub use game::Game;
pub use handicap::{fixed_handicap, most_handicap, usual_handicap};
pub use ledger::{Ledger, Stones};
pub use named::Combination;
pub use outcome::{Outcome, Reason};
pub use points::{Count, Points, areas};
pub use ruleset::{
    Articles, Counting, EndOfPlay, HandicapBonus, HandicapPlacement, Repetition, RuleOption, Ruleset, Sharing, Suicide,
    Tax,
};
pub use systems::area::is_suicide;
pub use systems::citations::{Article, Ruling, Section, Source};
pub use systems::turn::Cause;
pub use systems::{Destination, Family, NotCovered};
pub use verdict::{Verdict, WonBy};
