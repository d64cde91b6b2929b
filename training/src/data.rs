//! Training samples from files of self-play games.

use crate::errors::softmax;
use anyhow::{Context, anyhow, bail};
use onepure::arena::selfplay::{TrainingEnd, TrainingGame, TrainingTarget, TreeTarget};
use onepure::board::Color;
use onepure::geometry::{Bitboard, BoardSize, Large};
use onepure::network::katago::{self, KatagoInference, KatagoInputs};
use onepure::network::{AnyNetwork, GLOBALS, Inference, Inputs, NetworkOutput, OUTCOMES, Plane};
use onepure::random::Randomness;
use onepure::rules::{Game, Move};
use rand::RngExt;
use std::collections::BTreeMap;
use std::fmt;

/// A board size and a rule set, by which samples are drawn and tested.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Kind {
    /// The number of lines.
    pub(crate) lines: usize,
    /// The name of the rule set.
    pub(crate) rules: String,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0} {1}", self.lines, self.rules)
    }
}

/// Points in a unit of the score.
pub(crate) const POINTS: f32 = 20.0;

/// The training target of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Target {
    /// The distribution of visits, by index of the point, or of the pass after the points. Its sum is 1; empty if it is not known.
    pub(crate) policy: Vec<(u16, f32)>,
    /// The probabilities of the outcomes: the mover wins, the opponent wins, a draw, both lose.
    pub(crate) outcome: [f32; OUTCOMES],
    /// The mover's score lead in units of 20 points.
    pub(crate) score: Option<f32>,
    /// The expected absolute deviation of the score lead, in the same unit; `None` if only the lead is known.
    pub(crate) deviation: Option<f32>,
    /// The ownership of each point: 1 for the mover, −1 for the opponent, 0 for neither.
    pub(crate) ownership: Option<Vec<f32>>,
}

/// A training sample: one position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample {
    /// The number of lines.
    pub(crate) lines: usize,
    /// The binary planes of each point as bits, row by row from A1.
    pub(crate) points: Box<[u32]>,
    /// The global inputs.
    pub(crate) globals: [f32; GLOBALS],
    /// The training target.
    pub(crate) target: Target,
    /// The inputs of a KataGo network, for a teacher; `None` unless they were asked for.
    pub(crate) katago: Option<Box<KatagoSample>>,
}

/// The inputs of a KataGo network.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct KatagoSample {
    /// The binary planes of each point as bits, row by row from A1.
    pub(crate) points: Vec<u32>,
    /// The global inputs.
    pub(crate) globals: [f32; katago::GLOBALS],
}

impl Sample {
    /// A position without a target.
    pub(crate) fn of_inputs(inputs: &Inputs<Large>) -> Self {
        let lines = inputs.size.lines();
        Self { lines, points: inputs.bits().into(), globals: inputs.globals, target: Target::default(), katago: None }
    }

    /// The size of the board.
    pub(crate) fn size(&self) -> BoardSize {
        BoardSize::for_play(self.lines).expect("samples have boards of 5 to 19 lines")
    }

    /// The inputs for the engine's network.
    pub(crate) fn inputs(&self) -> Inputs<Large> {
        let size = self.size();
        let mut inputs = Inputs { globals: self.globals, ..Inputs::new(size) };
        for (point, &bits) in size.points().zip(&self.points) {
            for (number, plane) in inputs.planes.iter_mut().enumerate() {
                if bits >> number & 1 != 0 {
                    plane.insert(point);
                }
            }
        }
        inputs
    }
}

/// The conversion of games to samples.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sampling {
    /// The fraction of positions without a policy target that are used, 0 to 1. They train outcome, score and
    /// ownership.
    pub(crate) other_positions: f64,
    /// The weight of the search's win rate in the outcome target; the rest is the result of the game.
    pub(crate) search_value: f32,
    /// Who predicts the targets, if it is not the games.
    pub(crate) teacher: Teacher,
}

/// Who predicts the targets of a position, instead of its game.
#[derive(Clone, Default, Debug)]
pub(crate) enum Teacher {
    /// Nobody.
    #[default]
    None,
    /// `label.py`, for which samples have the inputs of a KataGo network.
    Later,
    /// A network.
    Network(AnyNetwork),
}

/// The samples of a game.
pub(crate) fn of_game(game: &TrainingGame, sampling: &Sampling, seed: u64) -> anyhow::Result<Vec<Sample>> {
    let mut random = Randomness::new(seed, 0);
    let Some(end) = game.end() else { return Ok(Vec::new()) };
    let start = game.start().ok_or_else(|| anyhow!("rules `{}` on {} lines do not exist", game.rules, game.size))?;
    let moves = game.moves().ok_or_else(|| anyhow!("a move that is none"))?;
    let mut taken: BTreeMap<usize, Option<&TrainingTarget>> = (game.opening..moves.len())
        .filter(|_| random.random_bool(sampling.other_positions))
        .map(|turn| (turn, None))
        .collect();
    taken.extend(game.targets.iter().map(|target| (target.turn, Some(target))));
    let is_taken = |turn| taken.contains_key(&turn);
    let mut own = match &sampling.teacher {
        Teacher::Network(AnyNetwork::Onepure(network)) => Some(Inference::new(network)),
        _ => None,
    };
    let mut shown = Vec::new();
    Inputs::along(&start, &moves, is_taken, |turn, inputs| {
        let mut sample = Sample::of_inputs(inputs);
        if let Some(inference) = &mut own {
            let stones = inputs.plane(Plane::Own) | inputs.plane(Plane::Enemy);
            sample.target = predicted(&inference.evaluate(inputs), inputs.size, stones);
        }
        shown.push((turn, sample));
    })?;
    // Shows each sample with its inputs for a network of KataGo.
    let mut with_katago = |inputs: KatagoInputs<Large>, show: &mut dyn FnMut(&mut Sample, &KatagoInputs<Large>)| {
        let mut samples = shown.iter_mut();
        inputs.along(&start, &moves, is_taken, |_, inputs| {
            let (_, sample) = samples.next().expect("both inputs are of the same turns");
            show(sample, inputs);
        })
    };
    match &sampling.teacher {
        Teacher::Network(AnyNetwork::Katago(network)) => {
            let mut inference = KatagoInference::new(network, game.size);
            with_katago(network.inputs(start.size()), &mut |sample, inputs| {
                let stones = inputs.planes[1] | inputs.planes[2];
                sample.target = predicted(&inference.evaluate(inputs), inputs.size, stones);
            })?;
        }
        Teacher::Later => with_katago(KatagoInputs::new(start.size()), &mut |sample, inputs| {
            sample.katago = Some(Box::new(KatagoSample { points: inputs.bits(), globals: inputs.globals }));
        })?,
        Teacher::Network(AnyNetwork::Onepure(_)) | Teacher::None => {}
    }
    if matches!(sampling.teacher, Teacher::Network(_)) {
        return Ok(shown.into_iter().map(|(_, sample)| sample).collect());
    }
    let first = start.to_play();
    let with_target = |(turn, sample): (usize, Sample)| {
        let color = if turn % 2 == 0 { first } else { !first };
        Ok(Sample { target: target(game, end, color, taken[&turn], sampling)?, ..sample })
    };
    let mut samples = shown.into_iter().map(with_target).collect::<anyhow::Result<Vec<_>>>()?;
    // KataGo's inputs need the boards before a position, which trees do not have.
    if matches!(sampling.teacher, Teacher::None) {
        samples.extend(of_trees(game, start.clone(), &moves)?);
    }
    Ok(samples)
}

/// The least probability of a move that a teacher's policy keeps: smaller ones are lost in the numbers of 16 bits of a file.
const LEAST_SHARE: f32 = 1e-5;

/// The target that a teacher predicts for a position (distillation: Hinton, Vinyals and Dean, 2015).
fn predicted(output: &NetworkOutput<Large>, size: BoardSize, stones: Bitboard<Large>) -> Target {
    let points = || size.points();
    let empty = points().enumerate().filter(|&(_, point)| !stones.contains(point));
    let moves = empty.map(|(index, point)| (index, output.policy[point]));
    let (indices, logits): (Vec<usize>, Vec<f64>) =
        moves.chain([(points().count(), output.abstain)]).map(|(index, logit)| (index, f64::from(logit))).unzip();
    let shares = indices.into_iter().zip(softmax(logits));
    let shares = shares.map(|(index, share)| (u16::try_from(index).expect("at most 361 points"), share as f32));
    Target {
        policy: shares.filter(|&(_, share)| share >= LEAST_SHARE).collect(),
        outcome: output.outcome,
        score: Some(output.score / POINTS),
        deviation: Some(output.deviation / POINTS),
        ownership: Some(points().map(|point| output.ownership[point]).collect()),
    }
}

/// The samples from the trees of a game's searches. Their positions were not played to the end, so their outcome is the
/// search's win rate.
fn of_trees(game: &TrainingGame, start: Game, moves: &[Move]) -> anyhow::Result<Vec<Sample>> {
    let (mut here, mut turn) = (start, 0);
    let mut samples = Vec::with_capacity(game.tree.len());
    for found @ TreeTarget { target, .. } in &game.tree {
        while turn < target.turn {
            let action = moves.get(turn).ok_or_else(|| anyhow!("a target behind the end of the game"))?;
            here.play(*action).with_context(|| format!("move {}", turn + 1))?;
            turn += 1;
        }
        if turn > target.turn {
            bail!("targets that are not in the order of the turns");
        }
        let mut below = here.clone();
        for action in found.line().ok_or_else(|| anyhow!("a target after a move that is none"))? {
            below.play(action).with_context(|| format!("`{}` after move {turn}", found.line))?;
        }
        let target = Target { policy: policy(target, game.size)?, outcome: expected(target), ..Target::default() };
        samples.push(Sample { target, ..Sample::of_inputs(&Inputs::of_game(&below, below.to_play())) });
    }
    Ok(samples)
}

/// The outcome that a search expects.
fn expected(found: &TrainingTarget) -> [f32; OUTCOMES] {
    [found.win_rate, 1.0 - found.win_rate, 0.0, 0.0]
}

/// The distribution of a search's visits.
fn policy(found: &TrainingTarget, lines: usize) -> anyhow::Result<Vec<(u16, f32)>> {
    let visits = found.moves().ok_or_else(|| anyhow!("a target of a move that is none"))?;
    let all: u64 = visits.iter().map(|(_, visits)| visits).sum();
    let share = |(action, visits)| {
        let index = index(action, lines).ok_or_else(|| anyhow!("a target off the board"))?;
        Ok((index, visits as f32 / all.max(1) as f32))
    };
    visits.into_iter().map(share).collect()
}

/// The target of a position with `color` to play.
fn target(
    game: &TrainingGame,
    end: TrainingEnd,
    color: Color,
    found: Option<&TrainingTarget>,
    sampling: &Sampling,
) -> anyhow::Result<Target> {
    let mut outcome = match end {
        TrainingEnd::Win(winner) if winner == color => [1.0, 0.0, 0.0, 0.0],
        TrainingEnd::Win(_) => [0.0, 1.0, 0.0, 0.0],
        TrainingEnd::Draw => [0.0, 0.0, 1.0, 0.0],
        TrainingEnd::BothLose => [0.0, 0.0, 0.0, 1.0],
    };
    if let Some(found) = found {
        let share = sampling.search_value;
        for (outcome, expected) in outcome.iter_mut().zip(expected(found)) {
            *outcome = *outcome * (1.0 - share) + share * expected;
        }
    }
    let sign = if color == Color::Black { 1.0 } else { -1.0 };
    let owners = game.ownership.as_deref();
    if owners.is_some_and(|owners| owners.len() != game.size * game.size) {
        bail!("owners of another number of points than the board has");
    }
    Ok(Target {
        policy: found.map_or(Ok(Vec::new()), |found| policy(found, game.size))?,
        outcome,
        score: game.score_lead.map(|score_lead| sign * score_lead as f32 / POINTS),
        deviation: None,
        ownership: owners.map(|rows| ownership(rows, game.size, sign)),
    })
}

/// The index of a move in the policy: points row by row from A1, then the pass. `None` off the board.
fn index(action: Move, lines: usize) -> Option<u16> {
    match action {
        Move::Place(point) => {
            let is_on_board = point.row() < lines && point.column() < lines;
            is_on_board.then(|| (point.row() * lines + point.column()) as u16)
        }
        Move::Abstain => Some((lines * lines) as u16),
    }
}

/// The ownership from letters in rows from the top, as numbers in rows from the bottom.
fn ownership(rows: &str, lines: usize, sign: f32) -> Vec<f32> {
    let letter = |&letter: &u8| match letter {
        b'B' => sign,
        b'W' => -sign,
        _ => 0.0,
    };
    rows.as_bytes().chunks(lines).rev().flatten().map(letter).collect()
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "numbers that are only moved stay the same")]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn game() -> TrainingGame {
        serde_json::from_str(
            r#"{"game":1,"rules":"chinese","size":5,"komi":2.5,"moves":"C3 B1 pass","opening":1,"result":"W+1.5","lead":-1.5,
            "ownership":"BWWWWWWWWWWWWWWWWWWWWWWWB","targets":[{"turn":1,"visits":[["B1",3],["pass",1]],"win_rate":0.75,"score":1}]}"#,
        )
        .expect("a game")
    }

    #[test]
    fn a_game_becomes_positions() {
        let samples = of_game(&game(), &Sampling { other_positions: 0.0, search_value: 0.5, ..Sampling::default() }, 0)
            .expect("positions");
        let [sample] = &samples[..] else { panic!("{samples:?}") };
        // White moves. The black stone on C3 is the opponent's last move.
        let center = sample.points[12];
        assert_eq!((center >> 1 & 1, center >> 2 & 1, center >> 9 & 1), (0, 1, 1));
        assert_eq!(sample.target.policy, [(1, 0.75), (25, 0.25)]);
        assert_eq!(sample.target.outcome, [0.875, 0.125, 0.0, 0.0]);
        assert_eq!(sample.target.score, Some(1.5 / 20.0));
        // The top row comes first in the file and last here.
        let ownership = sample.target.ownership.as_ref().expect("ownership");
        assert_eq!((ownership[4], ownership[20], ownership[0]), (-1.0, -1.0, 1.0));
        let all = of_game(&game(), &Sampling { other_positions: 1.0, ..Sampling::default() }, 0).expect("positions");
        assert_eq!(all.iter().map(|sample| sample.target.policy.len()).collect::<Vec<_>>(), [2, 0]);
    }

    fn with_tree(line: &str, turn: usize) -> TrainingGame {
        let target = TrainingTarget { turn, visits: vec![("A1".to_owned(), 4)], win_rate: 0.25, score: 0.0 };
        TrainingGame { tree: vec![TreeTarget { line: line.to_owned(), target }], ..game() }
    }

    #[test]
    fn a_position_of_a_tree_is_learned_as_the_search_has_it() {
        let samples = of_game(
            &with_tree("D4 B2", 1),
            &Sampling { other_positions: 0.0, search_value: 0.5, ..Sampling::default() },
            0,
        );
        let samples = samples.expect("positions");
        let [_, sample] = &samples[..] else { panic!("{samples:?}") };
        // White moves again: D4 is its own, B2 (the last move) and C3 are the opponent's. B1 was played in the game but
        // not here.
        let stones = |plane: usize| (0..25).filter(|&point| sample.points[point] >> plane & 1 == 1).collect::<Vec<_>>();
        assert_eq!((stones(1), stones(2), stones(9)), (vec![18], vec![6, 12], vec![6]));
        let Target { policy, outcome, score, ownership, .. } = &sample.target;
        assert_eq!((policy.as_slice(), *outcome), (&[(0, 1.0)][..], [0.25, 0.75, 0.0, 0.0]));
        assert!(score.is_none() && ownership.is_none());
    }

    #[test]
    fn what_the_network_is_given_comes_back() {
        for sample in of_game(&game(), &Sampling { other_positions: 1.0, ..Sampling::default() }, 0).expect("positions")
        {
            let expected = Sample { target: Target::default(), ..sample.clone() };
            assert_eq!(Sample::of_inputs(&sample.inputs()), expected);
        }
    }

    #[test]
    fn what_cannot_be_replayed_is_an_error() {
        let sampling = Sampling { other_positions: 1.0, ..Sampling::default() };
        for (moves, expected) in [("C3 C3", "move 2: "), ("C3 Z9", "a move that is none")] {
            let error =
                of_game(&TrainingGame { moves: moves.to_owned(), ..game() }, &sampling, 0).expect_err("refused");
            assert!(error.to_string().contains(expected), "{error}");
        }
        for (line, turn, expected) in
            [("C3", 1, "`C3` after move 1"), ("", 4, "behind the end"), ("Z", 1, "a move that is")]
        {
            let error = of_game(&with_tree(line, turn), &sampling, 0).expect_err("refused");
            assert!(error.to_string().contains(expected), "{error}");
        }
        let mut elsewhere = game();
        elsewhere.targets[0].visits[0].0 = "F6".to_owned();
        let error = of_game(&elsewhere, &sampling, 0).expect_err("refused");
        assert!(error.to_string().contains("off the board"), "{error}");
    }
}
