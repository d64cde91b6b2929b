//! Reanalysis: the choice of positions of fast searches that get a full search after the game.
//!
//! Positions are drawn with weights by their surprise, as in `KataGo` since 2026: how far the search was from the network's policy, and the rest
//! of the game from the search. Drawing keeps ordinary positions among the targets, which a ranking would not.

use onepure_engine::engine::Report;
use onepure_rules::random::Randomness;
use rand::RngExt;
use rand::seq::index::sample_weighted;

/// The decay of later win rates in hindsight, per point of the board, from the self-play of `KataGo`.
const FADING_A_POINT: f64 = 0.016;

/// The smallest surprise, so that every position can be drawn.
const LEAST_SURPRISE: f64 = 0.001;

/// The smallest probability in a divergence.
const LEAST_PROBABILITY: f64 = 0.001;

/// The searches of a game, turn by turn from the end of the opening.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchedTurns(Vec<SearchedTurn>);

#[derive(Clone, Copy, Debug)]
struct SearchedTurn {
    /// Black's win rate by the search.
    win_rate: f64,
    /// The divergence of the visits from the prior, in nats; `None` if the search was full.
    policy_surprise: Option<f64>,
}

impl SearchedTurns {
    /// Adds the search of the next turn. `win_rate` is Black's.
    pub(super) fn push(&mut self, report: &Report, win_rate: f64, is_full: bool) {
        self.0.push(SearchedTurn { win_rate, policy_surprise: (!is_full).then(|| policy_surprise(report)) });
    }

    /// Draws a fraction `share` of the turns with a fast search, surprising ones sooner. Returns their numbers from the end of the opening, in
    /// ascending order. `result` is Black's, from 0 to 1; the board has `points` points.
    pub(super) fn drawn(&self, share: f64, result: f64, points: usize, random: &mut Randomness) -> Vec<usize> {
        let fast: Vec<(usize, f64)> = (self.0.iter().zip(self.hindsight(result, points)).enumerate())
            .filter_map(|(turn, (&SearchedTurn { win_rate, policy_surprise }, hindsight))| {
                let of_value = divergence([(hindsight, win_rate), (1.0 - hindsight, 1.0 - win_rate)]);
                Some((turn, (policy_surprise? + of_value).max(LEAST_SURPRISE)))
            })
            .collect();
        let number = fast.iter().filter(|_| random.random_bool(share)).count();
        let drawn = sample_weighted(random, fast.len(), |place| fast[place].1, number);
        let mut turns: Vec<usize> = drawn.into_iter().flatten().map(|place| fast[place].0).collect();
        turns.sort_unstable();
        turns
    }

    /// Black's win rate in hindsight, for each turn: a mean of the win rates of later turns and the result, with weights that decay with
    /// distance.
    fn hindsight(&self, result: f64, points: usize) -> Vec<f64> {
        let weight = 1.0 / (1.0 + FADING_A_POINT * points as f64);
        let mut later = result;
        let mut found: Vec<f64> = self
            .0
            .iter()
            .rev()
            .map(|turn| {
                let hindsight = later;
                later = weight * turn.win_rate + (1.0 - weight) * later;
                hindsight
            })
            .collect();
        found.reverse();
        found
    }
}

/// The divergence of a search's visits from the prior.
fn policy_surprise(report: &Report) -> f64 {
    let choices = report.choices();
    let all: u64 = choices.iter().map(|candidate| candidate.estimate.visits).sum();
    let share = |visits: u64| visits as f64 / all.max(1) as f64;
    divergence(choices.iter().map(|candidate| (share(candidate.estimate.visits), candidate.prior)))
}

/// The Kullback–Leibler divergence in nats. Each pair is a found and an expected probability.
fn divergence(probabilities: impl IntoIterator<Item = (f64, f64)>) -> f64 {
    let of_one = |(found, expected): (f64, f64)| {
        if found > 0.0 { found * (found / expected.max(LEAST_PROBABILITY)).ln() } else { 0.0 }
    };
    probabilities.into_iter().map(of_one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(turns: &[(f64, Option<f64>)]) -> SearchedTurns {
        SearchedTurns(
            turns.iter().map(|&(win_rate, policy_surprise)| SearchedTurn { win_rate, policy_surprise }).collect(),
        )
    }

    /// How often each turn is drawn in a thousand draws of half of the fast ones.
    fn counts(turns: &SearchedTurns, result: f64) -> Vec<usize> {
        let mut random = Randomness::new(1, 0);
        let mut counts = vec![0; turns.0.len()];
        for _ in 0..1000 {
            for turn in turns.drawn(0.5, result, 81, &mut random) {
                counts[turn] += 1;
            }
        }
        counts
    }

    #[test]
    fn surprising_turns_are_drawn_sooner_and_full_ones_never() {
        // A policy that was wrong, and three that were right.
        let policy = counts(&turns(&[(0.5, Some(0.02)), (0.5, None), (0.5, Some(1.0)), (0.5, Some(0.02))]), 0.5);
        assert!(policy[2] > 2 * policy[0] && policy[0] > 50 && policy[1] == 0, "{policy:?}");
        // Black lost after the third turn what the third still promised.
        let value = counts(&turns(&[(0.9, Some(0.0)), (0.9, Some(0.0)), (0.9, Some(0.0)), (0.1, Some(0.0))]), 0.0);
        assert!(value[2] > value[1] && value[1] > value[0] && value[0] > value[3], "{value:?}");
        let share = policy.iter().sum::<usize>() as f64 / 3000.0;
        assert!((share - 0.5).abs() < 0.05, "{share}");
    }

    #[test]
    fn no_share_or_no_fast_search_draws_nothing() {
        let mut random = Randomness::new(1, 0);
        assert!(turns(&[(0.5, Some(0.3))]).drawn(0.0, 1.0, 81, &mut random).is_empty());
        assert!(turns(&[(0.5, None)]).drawn(1.0, 1.0, 81, &mut random).is_empty());
        assert_eq!(turns(&[(0.5, Some(0.0)), (1.0, Some(0.1))]).drawn(1.0, 1.0, 81, &mut random), [0, 1]);
    }

    #[test]
    fn divergence_is_that_of_kullback_and_leibler() {
        assert!(divergence([(0.5, 0.5), (0.5, 0.5)]).abs() < 1e-12);
        let expected = 0.75 * 1.5_f64.ln() + 0.25 * 0.5_f64.ln();
        assert!((divergence([(0.75, 0.5), (0.25, 0.5)]) - expected).abs() < 1e-12);
        assert!(divergence([(1.0, 0.0), (0.0, 1.0)]).is_finite());
    }
}
