//! What is thought of moves before they are looked into.

use super::parameters::Priors;
use super::tree::{Action, Prior, Seed};
use crate::board::{Board, Color};
use crate::geometry::{Bitboard, Layout, Point};
use crate::playout::{Course, Randomness, Trace};
use crate::rules::Counting;
use crate::tactics::{Consequences, Situation, Weights, can_be_caught, can_escape, common_fate_rings, is_shape};

/// The moves worth a node, the placements in random order, then the abstention: if it is worth a thought, or if nothing
/// else is left.
pub(super) fn seeds<'root, L: Layout>(
    line: &impl Course<'root, L>,
    trace: &Trace<L>,
    priors: &Priors,
    randomness: &mut Randomness,
) -> Vec<Seed> {
    let look = Look::new(line.board(), line.to_play(), trace, priors);
    let mut points: Vec<Point<L>> = line.placements().into_iter().collect();
    for last in (1..points.len()).rev() {
        points.swap(last, randomness.below(last + 1));
    }
    let weights = match line.counting() {
        Counting::Contact => Weights::contact(),
        Counting::Area => Weights::area(),
    };
    let likelihoods = likelihoods(&Situation::new(line.board(), line.to_play(), trace.last_two()), weights, &points);
    let seed = |(point, likelihood): (Point<L>, f64)| {
        let prior = look.at(point).won(priors.likelihood * likelihood.sqrt()).prior();
        Seed { action: Action::place(point), prior }
    };
    let mut seeds: Vec<Seed> = points.into_iter().zip(likelihoods).map(seed).collect();
    if seeds.is_empty() || line.may_abstain() {
        let prior = Tally::even(priors.even).lost(priors.abstention).prior();
        seeds.push(Seed { action: Action::ABSTAIN, prior });
    }
    seeds
}

/// How likely a good player makes each of these placements, by learned weights; 1 in all.
fn likelihoods<L: Layout>(situation: &Situation<'_, L>, weights: &Weights, points: &[Point<L>]) -> Vec<f64> {
    let sum = |&point: &Point<L>| situation.features(point).into_iter().map(|feature| weights.of(feature)).sum::<f32>();
    let powers: Vec<f64> = points.iter().map(|point| f64::from(sum(point)).exp()).collect();
    let all: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / all).collect()
}

/// Runs won and lost in the mind.
#[derive(Clone, Copy, Debug)]
struct Tally {
    won: f64,
    all: f64,
}

impl Tally {
    fn even(weight: f64) -> Self {
        Self { won: weight / 2.0, all: weight }
    }

    fn won(self, weight: f64) -> Self {
        Self { won: self.won + weight, all: self.all + weight }
    }

    fn lost(self, weight: f64) -> Self {
        Self { all: self.all + weight, ..self }
    }

    fn prior(self) -> Prior {
        Prior { mean: if self.all > 0.0 { (self.won / self.all) as f32 } else { 0.5 }, weight: self.all as f32 }
    }
}

/// A position, looked at once for all its points.
struct Look<'look, L: Layout> {
    board: &'look Board<L>,
    color: Color,
    priors: &'look Priors,
    /// The points at a distance of one, two and three from the last placement, along chains.
    rings: [Bitboard<L>; 3],
    /// Where own stones in atari are saved.
    rescues: Bitboard<L>,
    /// Where enemy stones come into an atari from which they do not escape.
    ataris: Bitboard<L>,
    /// Points without a stone near.
    lonely: Bitboard<L>,
    /// The first, second and third line.
    lines: [Bitboard<L>; 3],
}

/// How much less a placement is preferred at a distance of one, two and three from the last one.
const BY_DISTANCE: [f64; 3] = [1.0, 0.9, 0.33];

/// Points with no stone so near are in the open.
const OPEN_DISTANCE: usize = 3;

impl<'look, L: Layout> Look<'look, L> {
    fn new(board: &'look Board<L>, color: Color, trace: &Trace<L>, priors: &'look Priors) -> Self {
        let rings = trace.last().map_or_else(|| [Bitboard::empty(); 3], |last| common_fate_rings(board, last));
        let (mut rescues, mut ataris) = (Bitboard::empty(), Bitboard::empty());
        for side in Color::BOTH {
            let mut left = board.stones(side);
            while let Some(stone) = left.first() {
                let chain = board.chain(stone);
                left -= chain;
                match board.last_liberty(stone) {
                    Some(liberty) if side == color && can_escape(board, stone) => {
                        rescues.insert(liberty);
                        for beside in chain.neighbours() & board.stones(!side) {
                            if let Some(capture) = board.last_liberty(beside) {
                                rescues.insert(capture);
                            }
                        }
                    }
                    None if side != color => {
                        if let Some(point) = can_be_caught(board, stone) {
                            ataris.insert(point);
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut near = board.stones(Color::Black) | board.stones(Color::White);
        for _ in 0..OPEN_DISTANCE {
            near |= near.neighbours();
        }
        let mut inside = board.all();
        let lines = [(); 3].map(|()| {
            let inner: Bitboard<L> =
                inside.into_iter().filter(|&point| Bitboard::of(point).neighbours().is_subset(inside)).collect();
            std::mem::replace(&mut inside, inner) - inner
        });
        Self { board, color, priors, rings, rescues, ataris, lonely: board.all() - near, lines }
    }

    /// What is thought of a placement.
    fn at(&self, point: Point<L>) -> Tally {
        let Self { board, color, priors, .. } = *self;
        let mut tally = Tally::even(priors.even);
        let Consequences { captured, liberties } = Consequences::of(board, color, point);
        match captured.len() {
            0 if liberties.len() < 2 => tally = tally.lost(priors.self_atari),
            0 => {}
            1 => tally = tally.won(priors.capture / 2.0),
            _ => tally = tally.won(priors.capture),
        }
        if self.rescues.contains(point) && (liberties.len() > 1 || !captured.is_empty()) {
            tally = tally.won(priors.rescue);
        }
        if self.ataris.contains(point) && liberties.len() > 1 {
            tally = tally.won(priors.atari);
        }
        if is_shape(board.neighbourhood(color, point)) {
            tally = tally.won(priors.shape);
        }
        for (ring, share) in self.rings.iter().zip(BY_DISTANCE) {
            if ring.contains(point) {
                tally = tally.won(priors.nearness * share);
            }
        }
        if self.lonely.contains(point) {
            let [first, second, third] = self.lines.map(|line| line.contains(point));
            if first || second {
                tally = tally.lost(priors.edge);
            } else if third {
                tally = tally.won(priors.edge);
            }
        }
        tally
    }
}
