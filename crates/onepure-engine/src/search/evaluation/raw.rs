//! The network's evaluation of a position without a search.

use super::legal_moves;
use crate::network::{AnyInference, AnyNetwork, NetworkOutput};
use crate::search::ownership::Ownership;
use crate::search::priors;
use onepure_rules::board::Color;
use onepure_rules::geometry::{Bitboard, Large, Layout, PerPoint, Point, PointSet, Symmetry, with_layout};
use onepure_rules::rules::{Game, Move};
use onepure_rules::simulation::{SimulationPosition, SimulationRoot, Trace, with_position};

/// The network's evaluation of a position without a search, for the colour that moves.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct RawEvaluation {
    /// The colour that moves.
    pub color: Color,
    /// The probability that it wins.
    pub win: f64,
    /// The probability that the other colour wins.
    pub loss: f64,
    /// The probability of a draw.
    pub draw: f64,
    /// The probability that both lose.
    pub both_lose: f64,
    /// The expected score lead in points, komi included.
    pub score: f64,
    /// The expected absolute deviation of the score lead, in points.
    pub score_deviation: f64,
    /// The probability of each move that the search would consider, with sum 1: placements by point, then the pass.
    pub policy: Vec<(Move, f64)>,
    ownership: PerPoint<Large, f32>,
}

impl RawEvaluation {
    /// An evaluation from the output of a network. `from` maps a point of the board to its point in the output.
    pub(super) fn of<L: Layout>(
        position: &impl SimulationPosition<L>,
        found: &NetworkOutput<L>,
        from: impl Fn(Point<L>) -> Point<L>,
    ) -> Self {
        let actions: Vec<_> = legal_moves(position, position.refused()).collect();
        let logit = |point| found.policy[from(point)];
        let mut weights: Vec<f64> =
            actions.iter().map(|action| f64::from(action.point().map_or(found.abstain, logit))).collect();
        priors::softmax(&mut weights);
        let mut ownership = PerPoint::filled(0.0);
        for point in position.board().all() {
            ownership[point.convert::<Large>()] = found.ownership[from(point)];
        }
        let [win, loss, draw, both_lose] = found.outcome.map(f64::from);
        Self {
            color: position.to_play(),
            win,
            loss,
            draw,
            both_lose,
            score: f64::from(found.score),
            score_deviation: f64::from(found.deviation),
            policy: actions.iter().map(|action| action.to_move::<L>()).zip(weights).collect(),
            ownership,
        }
    }

    /// The win rate of the colour that moves, from 0 to 1. A draw counts one half.
    pub fn win_rate(&self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// The expected owner of a point at the end: 1 for the colour that moves, -1 for the other.
    pub fn ownership(&self, point: Point) -> f64 {
        f64::from(self.ownership[point])
    }
}

/// The network's evaluation of a game that is not over, with `color` to play, on a symmetric image of the board.
pub fn raw_evaluation(network: &AnyNetwork, game: &Game, color: Color, symmetry: Symmetry) -> RawEvaluation {
    with_layout!(game.size(), L => {
        let root = SimulationRoot::<L>::new(game, color, PointSet::empty());
        let inference = AnyInference::new(network, game);
        with_position!(&root, position => evaluate_image(inference, &position, &Trace::new(game), symmetry))
    })
}

/// The ownership that a network expects in a position, on average over both colours to play and these symmetries of the board.
/// The position is seen as if play began there, whatever ended the game.
pub fn expected_ownership(network: &AnyNetwork, game: &Game, symmetries: &[Symmetry]) -> Ownership {
    let mut ownership = Ownership::default();
    let colors = Color::BOTH.into_iter();
    for (color, resumed) in colors.filter_map(|color| Some((color, resumed(game, color)?))) {
        for &symmetry in symmetries {
            let found = raw_evaluation(network, &resumed, color, symmetry);
            let mut expected = PerPoint::<Large, f32>::filled(0.0);
            for point in game.size().points() {
                expected[point] = found.ownership(point) as f32;
            }
            ownership.record_expected(game.size(), color, &expected, 1.0);
        }
    }
    ownership
}

/// A game that begins in the position of another, with `color` to play; `None` if play cannot go on.
pub fn resumed(game: &Game, color: Color) -> Option<Game> {
    let position = game.board().position();
    let mut resumed = Game::set_up(game.size(), *game.ruleset(), position, color).ok()?;
    resumed.set_komi(Some(game.komi()));
    (!resumed.is_over()).then_some(resumed)
}

fn evaluate_image<L: Layout>(
    mut inference: AnyInference<L>,
    position: &impl SimulationPosition<L>,
    trace: &Trace<L>,
    symmetry: Symmetry,
) -> RawEvaluation {
    let size = position.board().size();
    let image = |points: Bitboard<L>| points.into_iter().map(|point| symmetry.apply(size, point)).collect();
    let found = inference.evaluate_image(position, trace, image);
    RawEvaluation::of(position, &found, |point| symmetry.apply(size, point))
}
