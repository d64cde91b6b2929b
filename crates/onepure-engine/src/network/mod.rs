//! A network that says of a position who wins, by how much, whose each point will be, and where to play.
//!
//! A [`Network`] comes from a file ([`Network::open`], [`Network::from_bytes`]) and is cheap to share. An [`Inference`] has the
//! memory that one thread needs to evaluate [`Inputs`], which [`features::write`] makes of the position where a playout
//! stands, and [`Inputs::of_game`] of a game. The arithmetic is that of 8-bit integers ([`Precision::Integer`]), the same on
//! every processor, or for comparison that of 32-bit floats ([`Precision::Reference`]). A network can be
//! [evaluated elsewhere](Network::evaluated_by), in batches.
//!
//! `docs/network.md` describes inputs, layers, file and arithmetic.

mod architecture;
pub mod batch;
pub mod features;
mod file;
mod inference;
mod integer;
mod kernel;
mod math;
mod output;
mod packed;
mod random;
mod reference;
mod replay;

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
use packed::Packed;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A network. A clone shares its weights.
#[derive(Clone, Debug)]
pub struct Network {
    contents: Arc<Contents>,
    /// The weights for the integer path, made when they are first needed.
    packed: Arc<OnceLock<Packed>>,
    /// Where positions wait for an evaluator elsewhere, if there is one.
    queue: Option<Arc<BatchQueue>>,
}

impl PartialEq for Network {
    /// Whether both are the same network, read once: not whether two files say the same.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.contents, &other.contents)
    }
}

impl Network {
    /// The network in a file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, NetworkError> {
        let file = files::open(path.as_ref())?;
        if file.metadata()?.len() > MOST_BYTES as u64 {
            return Err(NetworkError::TooLarge);
        }
        let mut bytes = Vec::new();
        // It may grow while it is read.
        file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// The network in the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        Ok(Self::of(Contents::read(bytes)?))
    }

    /// The bytes of a file with this network.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.contents.write()
    }

    /// A network with random weights, the same for the same seed: for tests and measurements.
    ///
    /// # Panics
    /// If there cannot be a network of this shape.
    pub fn random(architecture: Architecture, seed: u64) -> Self {
        Self::of(random::contents(architecture, seed))
    }

    fn of(contents: Contents) -> Self {
        Self { contents: Arc::new(contents), packed: Arc::default(), queue: None }
    }

    /// The same network, evaluated by whoever answers the batches of a queue; by its own weights once the queue is closed.
    #[must_use]
    pub fn evaluated_by(self, queue: Arc<BatchQueue>) -> Self {
        Self { queue: Some(queue), ..self }
    }

    fn packed(&self) -> &Packed {
        self.packed.get_or_init(|| Packed::new(&self.contents))
    }

    /// A network of these numbers, whose tensors have the names and shapes of [`Architecture::tensors`].
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

    /// The numbers of one of its tensors.
    pub fn tensor(&self, name: &str) -> Option<&[f32]> {
        self.contents.tensors.0.get(name).map(Vec::as_slice)
    }

    /// Its shape.
    pub fn architecture(&self) -> &Architecture {
        &self.contents.architecture
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.contents.name
    }

    /// How it was trained.
    pub fn origin(&self) -> &str {
        &self.contents.origin
    }
}
