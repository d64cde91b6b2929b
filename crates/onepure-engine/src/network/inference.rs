//! Evaluating positions with a network.

use super::batch::Queued;
use super::integer::{Evaluate, Scratch};
use super::kernel;
use super::output::NetworkOutput;
use super::reference::Reference;
use super::{Inputs, Instructions, Network};
use onepure_rules::geometry::Layout;
use std::marker::PhantomData;
use std::sync::Arc;

/// The arithmetic of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// 8-bit integers: fast, and the same bits on every processor.
    Integer,
    /// 32-bit floats, slow: what the integers are compared with.
    Reference,
}

/// A network with the memory that one thread needs to evaluate positions.
#[derive(Clone, Debug)]
pub struct Inference<L: Layout> {
    network: Network,
    way: Way,
    layout: PhantomData<L>,
}

#[derive(Clone, Debug)]
enum Way {
    Integer(Instructions, Box<Scratch>),
    /// By an evaluator elsewhere, until its queue is closed.
    Queued(Queued),
    Reference(Reference),
}

impl<L: Layout> Inference<L> {
    /// Inference by the evaluator of the network if it has one, and with 8-bit integers otherwise.
    pub fn new(network: &Network) -> Self {
        match &network.queue {
            Some(queue) => Self::by(network, Way::Queued(Queued::new(Arc::clone(queue)))),
            None => Self::with_precision(network, Precision::Integer),
        }
    }

    /// Inference with this arithmetic.
    pub fn with_precision(network: &Network, precision: Precision) -> Self {
        match precision {
            Precision::Integer => Self::with_instructions(network, Instructions::best()),
            Precision::Reference => Self::by(network, Way::Reference(Reference::new(&network.contents))),
        }
    }

    /// Inference with 8-bit integers that computes with these instructions; where the processor does not have them, with what
    /// every processor has. The results are the same.
    pub fn with_instructions(network: &Network, instructions: Instructions) -> Self {
        let scratch = Scratch::new(network.packed(), L::LINES);
        Self::by(network, Way::Integer(instructions, Box::new(scratch)))
    }

    fn by(network: &Network, way: Way) -> Self {
        Self { network: network.clone(), way, layout: PhantomData }
    }

    /// Evaluates a position.
    pub fn evaluate(&mut self, inputs: &Inputs<L>) -> NetworkOutput<L> {
        let mut output = NetworkOutput::empty();
        self.evaluate_to(inputs, &mut output, true);
        output
    }

    /// Evaluates a position, and writes what comes of it over an older output. Who will hold which point stays as it was there, unless
    /// `wants_ownership`.
    pub(crate) fn evaluate_to(&mut self, inputs: &Inputs<L>, output: &mut NetworkOutput<L>, wants_ownership: bool) {
        if let Way::Queued(queued) = &self.way
            && !queued.evaluate(inputs.size, inputs.bits(), &inputs.globals, output)
        {
            *self = Self::with_precision(&self.network, Precision::Integer);
        }
        match &mut self.way {
            Way::Queued(_) => {}
            Way::Integer(instructions, scratch) => {
                let packed = self.network.packed();
                kernel::with(*instructions, Evaluate { packed, scratch, inputs, output, wants_ownership });
            }
            Way::Reference(reference) => reference.evaluate(inputs, output, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Architecture;
    use crate::network::batch::BatchQueue;
    use onepure_rules::board::Color;
    use onepure_rules::geometry::{BoardSize, Large};
    use onepure_rules::rules::{Game, Ruleset};
    use std::thread;

    #[test]
    fn without_an_evaluator_a_network_evaluates_by_its_own_weights() {
        let queue = Arc::new(BatchQueue::default());
        let network = Network::random(Architecture::standard(2, 16), 3);
        let mut evaluated = Inference::new(&network.clone().evaluated_by(Arc::clone(&queue)));
        let game = Game::new(BoardSize::new(9).expect("a size"), Ruleset::one_pure());
        let inputs = Inputs::<Large>::of_game(&game, Color::Black);
        let expected = Inference::with_precision(&network, Precision::Integer).evaluate(&inputs);
        thread::scope(|scope| {
            let asking = scope.spawn(|| evaluated.evaluate(&inputs));
            queue.take(1).expect("a position");
            queue.close();
            assert_eq!(asking.join().expect("evaluated"), expected);
        });
        assert_eq!(evaluated.evaluate(&inputs), expected);
        assert!(queue.take(1).is_none());
    }
}
