//! The report of a search.

use super::evaluation::{RawEvaluation, size_of_win, value};
use super::outcome::{Ending, Known};
use super::ownership::Ownership;
use super::parameters::Puct;
use super::reuse::Subtree;
use super::spec::SearchSpec;
use super::tree::{NodeId, Sums, Tree};
use onepure_rules::board::Color;
use onepure_rules::geometry::{BoardSize, Layout};
use onepure_rules::rules::Move;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// The results of a search. All values are those for the colour that moves. Ownership by move and the network's raw evaluation are not
/// serialized.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The colour that moves.
    pub color: Color,
    /// The simulations of this search, without those kept from earlier searches.
    pub simulations: u64,
    /// The duration of the search.
    pub elapsed: Duration,
    /// The win rate of the best move, from 0 to 1.
    pub win_rate: f64,
    /// The estimate of the position, over all moves of the search.
    pub position: Estimate,
    /// The outcome of the position, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<Known>,
    /// The candidates: first those that are known to win, last those that are known to lose, and among each the most visited first. Empty if
    /// the game is over.
    pub candidates: Vec<Candidate>,
    /// The ownership over the simulations of this search, if [`SearchSpec::ownership`] is set.
    pub ownership: Option<Ownership>,
    /// The ownership over the simulations that began with each move, if [`SearchSpec::moves_ownership`] is set; see
    /// [`Report::ownership_after`].
    #[serde(skip)]
    pub moves_ownership: HashMap<Move, Ownership>,
    /// Whether playouts alone evaluated the positions: their scores have much more noise than a network's.
    #[serde(default)]
    pub by_playouts: bool,
    /// The network's evaluation of the position without a search, if there is a network.
    #[serde(skip)]
    pub raw: Option<RawEvaluation>,
}

/// The estimate of a position or a move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The visits, those kept from earlier searches included.
    pub visits: u64,
    /// The win rate, from 0 to 1.
    pub win_rate: f64,
    /// The value that selection uses, from 0 to 1: the win rate with a small part that depends on the score.
    pub value: f64,
    /// The expected score lead in points, komi included.
    pub score: f64,
    /// The standard deviation of the score lead over the simulations, in points.
    pub score_deviation: f64,
}

/// The report on a position below the root.
#[derive(Clone, PartialEq, Debug)]
pub struct ReportBelow {
    /// The moves from the root to the position.
    pub line: Vec<Move>,
    /// The report.
    pub report: Report,
}

/// A candidate move of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// The move.
    pub action: Move,
    /// The estimate of the move; that of the position if the move has no visits. If the outcome is known, win rate and value are exact.
    pub estimate: Estimate,
    /// The outcome after the move, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<Known>,
    /// The prior, from 0 to 1; the sum over all moves is 1.
    pub prior: f64,
    /// The principal variation: this move and the expected answers.
    pub variation: Vec<Move>,
    /// The visits of each move of the variation.
    pub variation_visits: Vec<u64>,
}

impl Candidate {
    /// A candidate with these figures and a prior of 0.1, for tests.
    #[doc(hidden)]
    pub fn example(action: Move, visits: u64, value: f64) -> Self {
        let estimate = Estimate { visits, win_rate: value, value, score: 0.0, score_deviation: 0.0 };
        let (variation, variation_visits) = (vec![action], vec![visits]);
        Self { action, estimate, known: None, prior: 0.1, variation, variation_visits }
    }

    /// The name of the winner after the move, or `draw`, if this is proven. `mover` is the colour that makes the move.
    pub fn proven_winner(&self, mover: Color) -> Option<&'static str> {
        self.known?.proven_winner(mover)
    }

    /// The order of candidates by what is known of them: wins before others, and losses last.
    fn rank(&self) -> u8 {
        match self.known.map(|known| known.ending) {
            Some(Ending::Win) => 0,
            Some(Ending::Draw) | None => 1,
            Some(Ending::Loss) => 2,
        }
    }
}

/// The least visits of a move in a variation: with fewer the move is a guess.
const VARIATION_VISITS: u32 = 10;

/// The search that a report is about, and the position in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReportContext<'search> {
    pub(super) spec: &'search SearchSpec,
    /// The colour that moves in the position.
    pub(super) color: Color,
    pub(super) size: BoardSize,
    /// The komi (article 8) of the search, [`SearchSpec::virtual_komi`] included.
    pub(super) komi: f64,
}

impl ReportContext<'_> {
    /// The estimate from sums for the colour that moves; `None` without a visit.
    fn estimate(&self, sums: Sums) -> Option<Estimate> {
        if sums.visits == 0 {
            return None;
        }
        let visits = f64::from(sums.visits);
        let value = sums.value / visits;
        let mean = sums.score / visits;
        let variance = sums.score_squares / visits - mean * mean;
        let lead = self.lead(mean - self.komi);
        let score_share = self.spec.parameters.score_share;
        let win_rate = (value - score_share * size_of_win(lead, self.size.lines())) / (1.0 - score_share);
        Some(Estimate {
            visits: u64::from(sums.visits),
            win_rate: win_rate.clamp(0.0, 1.0),
            value,
            score: lead + self.lead(self.spec.virtual_komi),
            score_deviation: variance.max(0.0).sqrt(),
        })
    }

    /// An estimate with the win rate and the value of a known outcome. Only without a virtual komi, because with it nothing is known.
    fn with_known(&self, estimate: Estimate, known: Option<Known>) -> Estimate {
        let Some(Known { ending, .. }) = known else { return estimate };
        let win_rate = ending.win_rate();
        let score_share = self.spec.parameters.score_share;
        let value = value(win_rate, size_of_win(estimate.score, self.size.lines()), score_share);
        Estimate { win_rate, value, ..estimate }
    }

    /// The lead of the colour that moves, from Black's margin.
    fn lead(&self, margin: f64) -> f64 {
        if self.color == Color::Black { margin } else { -margin }
    }

    /// The estimate of a position without visits.
    fn nothing(&self) -> Estimate {
        let score = self.lead(self.spec.virtual_komi - self.komi);
        Estimate { visits: 0, win_rate: 0.5, value: 0.5, score, score_deviation: 0.0 }
    }
}

impl Report {
    /// The report of a search without moves, because `color` cannot move.
    pub fn empty(color: Color) -> Self {
        let position = Estimate { visits: 0, win_rate: 0.0, value: 0.0, score: 0.0, score_deviation: 0.0 };
        let (elapsed, candidates, moves_ownership) = (Duration::ZERO, Vec::new(), HashMap::new());
        Self {
            color,
            simulations: 0,
            elapsed,
            win_rate: 0.0,
            position,
            known: None,
            candidates,
            ownership: None,
            moves_ownership,
            by_playouts: false,
            raw: None,
        }
    }

    /// The report on the position at the root of a subtree.
    pub(super) fn of<L: Layout>(Subtree { tree, root }: &Subtree, context: ReportContext<'_>) -> Self {
        let SearchSpec { restrictions, .. } = context.spec;
        let children = || tree.children(*root);
        let sums = children().map(|child| tree.sums(child)).fold(Sums::default(), |all, sums| Sums {
            visits: all.visits + sums.visits,
            value: all.value + sums.value,
            score: all.score + sums.score,
            score_squares: all.score_squares + sums.score_squares,
        });
        let position = Estimate {
            visits: u64::from(tree.node(*root).visits()),
            ..context.estimate(sums).unwrap_or_else(|| context.nothing())
        };
        // The root has the outcome for the colour that does not move.
        let known = tree.node(*root).known().map(Known::reversed);
        let position = context.with_known(position, known);
        let prior = |child| f64::from(tree.node(child).prior());
        let all: f64 = children().map(prior).sum();
        let free = children().filter(|&child| {
            restrictions.is_empty() || !restrictions.forbid(context.color, tree.node(child).action().to_move::<L>(), 0)
        });
        let mut candidates: Vec<Candidate> = free
            .map(|child| {
                let known = tree.node(child).known();
                let estimate = context.estimate(tree.sums(child)).unwrap_or(Estimate { visits: 0, ..position });
                let estimate = context.with_known(estimate, known);
                let (variation, mut variation_visits) = variation::<L>(tree, child);
                // Threads may have visited the move since its sums were read: the two counts must agree.
                variation_visits[0] = estimate.visits;
                let action = tree.node(child).action().to_move::<L>();
                let prior = prior(child) / all;
                Candidate { action, estimate, known, prior, variation, variation_visits }
            })
            .collect();
        candidates.sort_by(|one, other| {
            let order = one.rank().cmp(&other.rank()).then(other.estimate.visits.cmp(&one.estimate.visits));
            order.then_with(|| other.estimate.value.total_cmp(&one.estimate.value))
        });
        let win_rate = candidates.first().map_or(0.0, |best| best.estimate.win_rate);
        Self { win_rate, position, known, candidates, ..Self::empty(context.color) }
    }

    /// The reports on the positions below the root that at least `visits` simulations went on from.
    pub(super) fn below<L: Layout>(subtree: &Subtree, context: ReportContext<'_>, visits: u64) -> Vec<ReportBelow> {
        let mut found = Vec::new();
        let mut parents = vec![(Vec::new(), subtree.clone(), context)];
        while let Some((line, Subtree { tree, root }, context)) = parents.pop() {
            let children = tree.children(root).filter(|&child| u64::from(tree.node(child).visits()) > visits);
            for child in children {
                let line = [line.as_slice(), &[tree.node(child).action().to_move::<L>()]].concat();
                let subtree = Subtree { tree: Arc::clone(&tree), root: child };
                let context = ReportContext { color: !context.color, ..context };
                let report = Self::of::<L>(&subtree, context);
                if report.candidates.iter().map(|candidate| candidate.estimate.visits).sum::<u64>() >= visits {
                    parents.push((line.clone(), subtree, context));
                    found.push(ReportBelow { line, report });
                }
            }
        }
        found
    }

    /// The name of the winner, or `draw`, if this is proven.
    pub fn proven_winner(&self) -> Option<&'static str> {
        self.known?.proven_winner(self.color)
    }

    /// The first candidate: the most visited move, unless outcomes are known.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// The candidates with visits, the best first.
    pub fn visited(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| candidate.estimate.visits > 0)
    }

    /// The candidates to choose a move from: those that are known to win if there are any, and those that are known to lose only if all are.
    pub fn choices(&self) -> &[Candidate] {
        let best = self.candidates.first().map(Candidate::rank);
        let count = self.candidates.iter().take_while(|candidate| Some(candidate.rank()) == best).count();
        &self.candidates[..count]
    }

    /// The report without the visits that are due to noise at the root. Each move but the most visited one keeps the visits that PUCT would
    /// give it by its prior and its value (policy target pruning: Wu, "Accelerating Self-Play Learning in Go", 2019).
    pub(crate) fn without_noise(mut self, puct: &Puct) -> Self {
        let all: u64 = self.candidates.iter().map(|candidate| candidate.estimate.visits).sum();
        let factor = puct.factor_after(u32::try_from(all).unwrap_or(u32::MAX));
        let Some((best, others)) = self.candidates.split_first_mut() else { return self };
        let bound = best.estimate.value + factor * best.prior / (1.0 + best.estimate.visits as f64);
        for other in others {
            let behind = bound - other.estimate.value;
            if behind > 0.0 {
                other.estimate.visits =
                    other.estimate.visits.min((factor * other.prior / behind - 1.0).ceil().max(0.0) as u64);
            }
        }
        self.candidates.sort_by_key(|candidate| (candidate.rank(), std::cmp::Reverse(candidate.estimate.visits)));
        self
    }

    /// The ownership over the simulations of this search that began with a move; over all simulations if none did.
    pub fn ownership_after(&self, action: Move) -> Option<&Ownership> {
        self.moves_ownership.get(&action).or(self.ownership.as_ref())
    }
}

/// The principal variation from a move on, and the visits of its moves.
fn variation<L: Layout>(tree: &Tree, first: NodeId) -> (Vec<Move>, Vec<u64>) {
    let expected = |&node: &NodeId| {
        let best = tree.children(node).max_by_key(|&child| tree.node(child).visits())?;
        (tree.node(best).visits() >= VARIATION_VISITS).then_some(best)
    };
    let nodes = std::iter::successors(Some(first), expected);
    nodes.map(|node| (tree.node(node).action().to_move::<L>(), u64::from(tree.node(node).visits()))).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::geometry::Point;

    /// The estimate of a search at komi 7, `virtual_komi` of which is virtual.
    fn estimate(color: Color, virtual_komi: f64, sums: Sums) -> Option<Estimate> {
        let mut spec = SearchSpec { virtual_komi, ..SearchSpec::example(color) };
        spec.parameters.score_share = 0.1;
        let size = BoardSize::new(9).expect("9 lines");
        ReportContext { spec: &spec, color, size, komi: 7.0 }.estimate(sums)
    }

    #[test]
    fn sums_become_what_is_expected() {
        // Of four simulations, three are won by 8 points and one is lost by 8.
        let difference = |margin: f64| margin + 7.0;
        let counts = [8.0, 8.0, 8.0, -8.0].map(difference);
        let value: f64 = [8.0, 8.0, 8.0].map(|margin: f64| 0.9 + 0.1 * (0.5 + margin / 162.0)).iter().sum::<f64>()
            + 0.1 * (0.5 - 8.0 / 162.0);
        let sums = Sums {
            visits: 4,
            value,
            score: counts.iter().sum::<f64>(),
            score_squares: counts.iter().map(|count| count * count).sum::<f64>(),
        };
        let for_black = estimate(Color::Black, 0.0, sums).expect("visited");
        assert_eq!(for_black.visits, 4);
        assert!((for_black.win_rate - 0.75).abs() < 1e-9, "{for_black:?}");
        assert!((for_black.score - 4.0).abs() < 1e-9, "{for_black:?}");
        // Three times 4 and once 12 away from the mean of 11: the variance is (3·16 + 144) / 4.
        assert!((for_black.score_deviation - 48_f64.sqrt()).abs() < 1e-9, "{for_black:?}");
        let for_white = estimate(Color::White, 0.0, sums).expect("visited");
        assert!((for_white.score + 4.0).abs() < 1e-9, "{for_white:?}");
        assert_eq!(estimate(Color::Black, 0.0, Sums::default()), None);
        // With 2 points of virtual komi Black leads the real game by 2 more, and the win rate stays.
        let of_another = estimate(Color::Black, 2.0, sums).expect("visited");
        assert!((of_another.score - 6.0).abs() < 1e-9, "{of_another:?}");
        assert!((of_another.win_rate - 0.75).abs() < 1e-9, "{of_another:?}");
    }

    #[test]
    fn noise_leaves_no_visits_to_what_was_not_worth_them() {
        let [best, good, bad, unlikely] = [2, 3, 4, 5].map(|line| Move::Place(Point::new(line, line)));
        let candidates = vec![
            Candidate { prior: 0.5, ..Candidate::example(best, 200, 0.60) },
            // Better than the most visited move: this one keeps all its visits.
            Candidate { prior: 0.1, ..Candidate::example(good, 90, 0.70) },
            Candidate { prior: 0.2, ..Candidate::example(bad, 60, 0.40) },
            Candidate { prior: 0.001, ..Candidate::example(unlikely, 50, 0.59) },
        ];
        let puct = Puct { exploration: 1.0, growth: 0.0, ..Puct::default() };
        let report = Report { candidates, ..Report::empty(Color::Black) }.without_noise(&puct);
        let visits: Vec<_> =
            report.candidates.iter().map(|candidate| (candidate.action, candidate.estimate.visits)).collect();
        // The bonus of a move is 20 · prior / (1 + visits). The best has 0.6 + 10 / 201, and each other move keeps the visits at which it
        // has the same: 4 / 0.24975 - 1, 0.02 / 0.05975 - 1.
        assert_eq!(visits, [(best, 200), (good, 90), (bad, 16), (unlikely, 0)]);
        let nothing = Report::empty(Color::Black);
        assert_eq!(nothing.clone().without_noise(&puct), nothing);
    }
}
