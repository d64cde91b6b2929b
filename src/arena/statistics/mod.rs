//! Statistics of the results of games.
//!
//! Every counted game gives its two players one point in total. A win is one point; a draw is half a point for each. So
//! is a game that both lose (article 9 ③), because it does not show which player is better; reports list such games
//! separately. A void game counts nowhere but in the list of void games.
//!
//! Two games of one opening with exchanged colours are not independent: an advantage of a colour helps each player
//! once. Such a *pair* is therefore one observation with five possible values, from 0 to 2 points. A game whose partner
//! is missing or void is an observation with three ([`Sample`]). No distribution of the values is assumed. All
//! estimates use one function of the expected score: the likelihood, maximized over the probabilities of the values
//! (the profile likelihood of a multinomial distribution with a given mean; M. Van den Bergh, "MLE for a multinomial
//! distribution with a given expected value", the theory behind the tests of Stockfish's fishtest). It gives the
//! intervals and the likelihood of superiority ([`EloEstimate`]) and the sequential test ([`Sprt`]). With many games
//! the results equal those of the normal distribution. With few games or one-sided results they stay meaningful.
//!
//! Three or more players also get [`Ratings`] and a [`Crosstable`].

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
