//! What a network says of a position.

use super::architecture::OUTCOMES;
use super::integer::{Evaluate, Scratch};
use super::kernel;
use super::reference::Reference;
use super::{Inputs, Instructions, Network};
use crate::geometry::{Layout, PerPoint};
use std::marker::PhantomData;

/// What a network says of a position, from the side of the colour to play: the mover.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation<L: Layout> {
    /// For each point of the board how much it is worth to place there: logits, of which the softmax over the moves that can be
    /// played, the abstention among them, is the probability of each.
    pub policy: PerPoint<L, f32>,
    /// The logit of an abstention.
    pub abstain: f32,
    /// Probabilities: the mover wins, the opponent wins, a draw, both lose.
    pub outcome: [f32; OUTCOMES],
    /// How many points the mover will be ahead at the end, komi included.
    pub score: f32,
    /// How far that will be off: the expected absolute deviation in points.
    pub deviation: f32,
    /// Whose each point of the board will be: from −1, the opponent's, to 1, the mover's; 0 nobody's.
    pub ownership: PerPoint<L, f32>,
}

impl<L: Layout> Evaluation<L> {
    /// An evaluation that says nothing.
    pub(super) fn empty() -> Self {
        Self {
            policy: PerPoint::filled(0.0),
            abstain: 0.0,
            outcome: [0.0; OUTCOMES],
            score: 0.0,
            deviation: 0.0,
            ownership: PerPoint::filled(0.0),
        }
    }
}

/// The arithmetic of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// 8-bit integers: fast, and the same bits on every processor.
    Integer,
    /// 32-bit floats, slow: what the integers are held against.
    Reference,
}

/// A network with the memory that one thread needs to evaluate positions.
#[derive(Clone, Debug)]
pub struct Evaluator<L: Layout> {
    network: Network,
    way: Way,
    layout: PhantomData<L>,
}

#[derive(Clone, Debug)]
enum Way {
    Integer(Instructions, Box<Scratch>),
    Reference(Reference),
}

impl<L: Layout> Evaluator<L> {
    /// An evaluator with 8-bit integers.
    pub fn new(network: &Network) -> Self {
        Self::with_precision(network, Precision::Integer)
    }

    /// An evaluator with this arithmetic.
    pub fn with_precision(network: &Network, precision: Precision) -> Self {
        match precision {
            Precision::Integer => Self::with_instructions(network, Instructions::best()),
            Precision::Reference => Self::by(network, Way::Reference(Reference::new(&network.contents))),
        }
    }

    /// An evaluator with 8-bit integers that computes with these instructions; where the processor does not have them, with what
    /// every processor has. The results are the same.
    pub fn with_instructions(network: &Network, instructions: Instructions) -> Self {
        let scratch = Scratch::new(network.packed(), L::LINES);
        Self::by(network, Way::Integer(instructions, Box::new(scratch)))
    }

    fn by(network: &Network, way: Way) -> Self {
        Self { network: network.clone(), way, layout: PhantomData }
    }

    /// Evaluates a position.
    pub fn evaluate(&mut self, inputs: &Inputs<L>) -> Evaluation<L> {
        let mut evaluation = Evaluation::empty();
        match &mut self.way {
            Way::Integer(instructions, scratch) => {
                let packed = self.network.packed();
                kernel::with(*instructions, Evaluate { packed, scratch, inputs, evaluation: &mut evaluation });
            }
            Way::Reference(reference) => reference.evaluate(inputs, &mut evaluation, None),
        }
        evaluation
    }
}
