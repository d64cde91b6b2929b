//! Neural networks: the outcome, score, ownership and policy of a position.
//!
//! A [`Network`] is read from a file ([`Network::open`], [`Network::from_bytes`]) and is cheap to clone. An [`Inference`] has the memory of
//! one thread to evaluate [`Inputs`]. [`features::write`] makes these from the position of a simulation, [`Inputs::of_game`] from a game.
//! The arithmetic is in 8-bit integers ([`Precision::Integer`]), with the same result on every processor; 32-bit floats
//! ([`Precision::Reference`]) are for comparison. Another evaluator can [take over](Network::evaluated_by), in batches.
//!
//! `docs/network-features.md` describes the inputs, `docs/network.md` the layers, the file and the arithmetic.

mod any;
mod architecture;
pub mod batch;
pub mod features;
mod file;
mod inference;
mod integer;
pub mod katago;
mod kernel;
mod math;
mod output;
mod packed;
mod random;
mod reference;
mod replay;

pub(crate) use any::AnyInference;
pub use any::{AnyNetwork, AnyNetworkError};
pub use architecture::{Architecture, OUTCOMES};
pub use features::{GLOBALS, Global, Inputs, PLANES, Plane};
pub use file::NetworkError;
pub use inference::{Inference, Precision};
pub use kernel::Instructions;
pub use output::NetworkOutput;
pub use replay::ReplayError;

use batch::BatchQueue;
use file::{Contents, MOST_BYTES, Tensors};
use onepure_rules::files;
use onepure_rules::geometry::Layout;
use packed::Packed;
use reference::Reference;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A network. A clone shares its weights.
#[derive(Clone, Debug)]
pub struct Network {
    contents: Arc<Contents>,
    /// The weights for the integer path, made by the first evaluation.
    packed: Arc<OnceLock<Packed>>,
    /// The queue to another evaluator, if there is one.
    queue: Option<Arc<BatchQueue>>,
}

impl PartialEq for Network {
    /// Returns whether both are clones of one network. Two readings of one file are not equal.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.contents, &other.contents)
    }
}

impl Network {
    /// Reads a network from a file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, NetworkError> {
        let file = files::open(path.as_ref())?;
        if file.metadata()?.len() > MOST_BYTES as u64 {
            return Err(NetworkError::TooLarge);
        }
        let mut bytes = Vec::new();
        // The limit holds here too: the file may grow while it is read.
        file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// Reads a network from the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        Ok(Self::of(Contents::read(bytes)?))
    }

    /// The bytes of a file with this network.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.contents.write()
    }

    /// A network with random weights for tests and measurements; the seed determines it.
    ///
    /// # Panics
    /// If the architecture is not valid.
    pub fn random(architecture: Architecture, seed: u64) -> Self {
        Self::of(random::contents(architecture, seed))
    }

    fn of(contents: Contents) -> Self {
        Self { contents: Arc::new(contents), packed: Arc::default(), queue: None }
    }

    /// This network, evaluated by the consumer of the queue, and by its own weights once the queue is closed.
    #[must_use]
    pub fn evaluated_by(self, queue: Arc<BatchQueue>) -> Self {
        Self { queue: Some(queue), ..self }
    }

    fn packed(&self) -> &Packed {
        self.packed.get_or_init(|| Packed::new(&self.contents))
    }

    /// A network of these tensors, which must have the names and shapes of [`Architecture::tensors`].
    pub fn from_tensors(
        architecture: Architecture,
        name: &str,
        origin: &str,
        tensors: BTreeMap<String, Vec<f32>>,
    ) -> Result<Self, NetworkError> {
        let contents =
            Contents { architecture, name: name.to_owned(), origin: origin.to_owned(), tensors: Tensors(tensors) };
        contents.check()?;
        Self::from_bytes(&contents.write())
    }

    /// The numbers of a tensor; `None` if the network has none with this name.
    pub fn tensor(&self, name: &str) -> Option<&[f32]> {
        self.contents.tensors.0.get(name).map(Vec::as_slice)
    }

    /// The largest activation in a position at each place where the integer path quantises, in the order of the tensor `activations`.
    /// It is computed in 32-bit floats, and does not depend on that tensor.
    pub fn greatest_activations<L: Layout>(&self, inputs: &Inputs<L>) -> Vec<f32> {
        let mut greatest = Vec::new();
        Reference::new(&self.contents).evaluate(inputs, &mut NetworkOutput::empty(), Some(&mut greatest));
        greatest
    }

    /// The shape of the network.
    pub fn architecture(&self) -> &Architecture {
        &self.contents.architecture
    }

    /// The name of the network.
    pub fn name(&self) -> &str {
        &self.contents.name
    }

    /// The description of its training.
    pub fn origin(&self) -> &str {
        &self.contents.origin
    }
}
