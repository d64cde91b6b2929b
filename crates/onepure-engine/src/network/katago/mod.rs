//! Networks of KataGo: read from its files, and evaluated in 8-bit integers like our own.
//!
//! A [`KatagoNetwork`] is cheap to clone. [`KatagoInputs`] are made along a game.

mod attention;
mod calibration;
mod description;
mod evaluate;
mod file;
mod functions;
mod inputs;
mod layers;
mod packed;
mod quantised;
#[cfg(test)]
mod tests;
mod tokens;

pub(crate) use inputs::Recent;
pub use inputs::{GLOBALS, KatagoInputs, PLANES};
pub use tokens::KatagoFileError;

use super::batch::{BatchQueue, Queued};
use super::inference::Precision;
use super::kernel::Instructions;
use super::output::NetworkOutput;
use description::Description;
use evaluate::Scratch;
use layers::Packing;
use onepure_rules::geometry::{BoardSize, Layout};
use packed::Packed;
use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

/// A network of KataGo. A clone shares its weights.
#[derive(Clone, Debug)]
pub struct KatagoNetwork {
    name: String,
    version: u32,
    is_area_with_suicide: bool,
    packed: Arc<Packed>,
    /// The queue to another evaluator, if there is one.
    queue: Option<Arc<BatchQueue>>,
}

impl PartialEq for KatagoNetwork {
    /// Returns whether both are clones of one network. Two readings of one file are not equal.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.packed, &other.packed)
    }
}

impl KatagoNetwork {
    /// Reads a network from a file, `.bin` or `.bin.gz`.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, KatagoFileError> {
        Ok(Self::of(&Description::open(path.as_ref())?, Precision::Integer))
    }

    /// Reads a network from the bytes of a file, to be computed with this arithmetic.
    pub fn read(bytes: impl BufRead, precision: Precision) -> Result<Self, KatagoFileError> {
        Ok(Self::of(&Description::read(bytes)?, precision))
    }

    fn of(description: &Description, precision: Precision) -> Self {
        let packed = match precision {
            Precision::Reference => {
                Packed::new(description, &mut Packing { is_integer: false, largest: &[], layers: 0 })
            }
            Precision::Integer => calibration::packed(description),
        };
        Self {
            name: description.name.clone(),
            version: description.version,
            is_area_with_suicide: description.is_area_with_suicide,
            packed: Arc::new(packed),
            queue: None,
        }
    }

    /// This network, evaluated by the consumer of the queue, and by its own weights once the queue is closed.
    #[must_use]
    pub fn evaluated_by(self, queue: Arc<BatchQueue>) -> Self {
        Self { queue: Some(queue), ..self }
    }

    /// The name in the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Inputs for this network, to write into.
    pub fn inputs<L: Layout>(&self, size: BoardSize) -> KatagoInputs<L> {
        KatagoInputs { is_area_with_suicide: self.is_area_with_suicide, ..KatagoInputs::new(size) }
    }

    /// The version of the file's format.
    pub fn version(&self) -> u32 {
        self.version
    }
}

/// A network of KataGo with the memory that one thread needs to evaluate positions.
#[derive(Clone, Debug)]
pub struct KatagoInference {
    network: KatagoNetwork,
    instructions: Instructions,
    scratch: Box<Scratch>,
    /// The way to an evaluator elsewhere, until its queue is closed.
    queued: Option<Queued>,
}

impl KatagoInference {
    /// Inference on boards of up to `lines` lines, by the evaluator of the network if it has one.
    pub fn new(network: &KatagoNetwork, lines: usize) -> Self {
        let queued = network.queue.as_ref().map(|queue| Queued::new(Arc::clone(queue)));
        Self { queued, ..Self::with_instructions(network, lines, Instructions::best()) }
    }

    /// Inference with these instructions; where the processor does not have them, with what every processor has. The results are the
    /// same.
    pub fn with_instructions(network: &KatagoNetwork, lines: usize, instructions: Instructions) -> Self {
        let scratch = Box::new(Scratch::new(&network.packed, lines));
        Self { network: network.clone(), instructions, scratch, queued: None }
    }

    /// Evaluates a position.
    pub fn evaluate<L: Layout>(&mut self, inputs: &KatagoInputs<L>) -> NetworkOutput<L> {
        let mut output = NetworkOutput::empty();
        self.evaluate_to(inputs, &mut output);
        output
    }

    /// Evaluates a position, and writes over an older output.
    pub(crate) fn evaluate_to<L: Layout>(&mut self, inputs: &KatagoInputs<L>, output: &mut NetworkOutput<L>) {
        let Self { network, instructions, scratch, queued } = self;
        let ask = |queue: &Queued| queue.evaluate(inputs.size, inputs.bits(), &inputs.globals, output);
        if !queued.as_ref().is_some_and(ask) {
            *queued = None;
            scratch.evaluate(&network.packed, *instructions, inputs, output);
        }
        if inputs.counts_contact {
            output.count_contact(inputs.size);
        }
    }
}
