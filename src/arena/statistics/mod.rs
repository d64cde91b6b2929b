//! What the results of games say about the players.
//!
//! Every game that counts gives its two players one point together: a win one, a draw half a point each, and a game that
//! both lose (article 9 ③) half a point each too, for it says nothing about which player is better; it is listed by
//! itself. A void game counts nowhere but in the list of void games.
//!
//! Two games of one opening with the colours exchanged are not independent: what favours a colour favours each player
//! once. Such a *pair* is therefore one observation with five possible values, from none to two points; a game whose
//! partner is missing or void is one with three ([`Sample`]). Nothing is assumed about how likely the values are. All
//! that is estimated comes from one function, the likelihood that remains for an expected score when the probabilities
//! of the values are chosen as favourably as they can be (the profile likelihood of a multinomial distribution with
//! a given mean; M. Van den Bergh, "MLE for a multinomial distribution with a given expected value", the theory behind
//! the tests of Stockfish's fishtest): intervals and the likelihood of superiority ([`EloEstimate`]), and the sequential
//! test ([`Sprt`]). For many games they come to what the normal distribution says; for few, and for one-sided results,
//! they stay sensible.
//!
//! Three or more players get [`Ratings`] and a [`Crosstable`].

mod crosstable;
mod elo;
mod estimate;
mod ratings;
mod sample;
mod sprt;

pub use crosstable::Crosstable;
pub use elo::{elo_of_score, score_of_elo};
pub use estimate::EloEstimate;
pub use ratings::{Rating, Ratings, RatingsError};
pub use sample::{GamePoints, Sample};
pub use sprt::{Sprt, SprtDecision, SprtError, SprtState};
