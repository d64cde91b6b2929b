//! Networks of either kind, as searches use them.

use super::batch::{BatchInputs, BatchQueue};
use super::inference::Precision;
use super::katago::{KatagoFileError, KatagoInference, KatagoInputs, KatagoNetwork, Recent};
use super::{Inference, Inputs, Network, NetworkError, NetworkOutput, features};
use onepure_rules::files;
use onepure_rules::geometry::{Bitboard, Layout};
use onepure_rules::rules::Game;
use onepure_rules::simulation::{SimulationPosition, Trace};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A network of onepure or of KataGo. A clone shares its weights.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyNetwork {
    /// A network of onepure.
    Onepure(Network),
    /// A network of KataGo.
    Katago(KatagoNetwork),
}

/// Why a file is no network of either kind.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnyNetworkError {
    /// The file cannot be read, or is no network of onepure.
    #[error(transparent)]
    Onepure(#[from] NetworkError),
    /// The file is compressed or named like one of KataGo, and is none.
    #[error("network of KataGo: {0}")]
    Katago(#[from] KatagoFileError),
}

/// The first bytes of a file that is compressed by gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Returns whether a file with these first bytes is to be read as one of `KataGo`.
fn is_of_katago(path: &Path, bytes: &[u8]) -> bool {
    bytes.starts_with(&GZIP) || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin"))
}

impl AnyNetwork {
    /// Reads a network from a file: one of KataGo if it is compressed by gzip or its name ends with `.bin`.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, AnyNetworkError> {
        let path = path.as_ref();
        let mut first = [0; GZIP.len()];
        // Whether the file can be read shows below.
        let _ = files::open(path).and_then(|mut file| file.read_exact(&mut first));
        if is_of_katago(path, &first) {
            Ok(Self::Katago(KatagoNetwork::open(path)?))
        } else {
            Ok(Self::Onepure(Network::open(path)?))
        }
    }

    /// Reads a network from the bytes of a file, as [`AnyNetwork::open`] does.
    pub fn read(path: impl AsRef<Path>, bytes: &[u8]) -> Result<Self, AnyNetworkError> {
        if is_of_katago(path.as_ref(), bytes) {
            Ok(Self::Katago(KatagoNetwork::read(bytes, Precision::Integer)?))
        } else {
            Ok(Self::Onepure(Network::from_bytes(bytes)?))
        }
    }

    /// The name of the network.
    pub fn name(&self) -> &str {
        match self {
            Self::Onepure(network) => network.name(),
            Self::Katago(network) => network.name(),
        }
    }

    /// The version of the file's format.
    pub fn version(&self) -> u32 {
        match self {
            Self::Onepure(_) => 1,
            Self::Katago(network) => network.version(),
        }
    }

    /// This network, evaluated by the consumer of the queue, and by its own weights once the queue is closed. All networks of a queue have
    /// the same [inputs](Self::batch_inputs).
    #[must_use]
    pub fn evaluated_by(&self, queue: &Arc<BatchQueue>) -> Self {
        match self {
            Self::Onepure(network) => Self::Onepure(network.clone().evaluated_by(Arc::clone(queue))),
            Self::Katago(network) => Self::Katago(network.clone().evaluated_by(Arc::clone(queue))),
        }
    }

    /// What a batch shows of the positions for this network.
    pub fn batch_inputs(&self) -> BatchInputs {
        match self {
            Self::Onepure(_) => BatchInputs::Onepure,
            Self::Katago(_) => BatchInputs::Katago,
        }
    }
}

/// A network with the memory that one thread needs to evaluate the positions of a search.
#[derive(Clone, Debug)]
pub(crate) enum AnyInference<L: Layout> {
    /// With a network of onepure.
    Onepure(Box<Inference<L>>),
    /// With a network of KataGo.
    Katago {
        inference: KatagoInference,
        inputs: Box<KatagoInputs<L>>,
        /// What the inputs need of the game before the root.
        root: Box<Recent<L>>,
    },
}

impl<L: Layout> AnyInference<L> {
    /// Inference for searches from the current position of a game.
    pub(crate) fn new(network: &AnyNetwork, game: &Game) -> Self {
        match network {
            AnyNetwork::Onepure(network) => Self::Onepure(Box::new(Inference::new(network))),
            AnyNetwork::Katago(network) => Self::Katago {
                inference: KatagoInference::new(network, game.size().lines()),
                inputs: Box::new(network.inputs(game.size())),
                root: Box::new(Recent::of_game(game)),
            },
        }
    }

    /// Evaluates an image of a position, of which `image` gives sets of points.
    pub(crate) fn evaluate_image<P: SimulationPosition<L>>(
        &mut self,
        position: &P,
        trace: &Trace<L>,
        image: impl Fn(Bitboard<L>) -> Bitboard<L>,
    ) -> NetworkOutput<L> {
        match self {
            Self::Onepure(inference) => {
                let mut inputs = Inputs::new(position.board().size());
                features::write(position, trace, &mut inputs);
                inputs.planes = inputs.planes.map(image);
                inference.evaluate(&inputs)
            }
            Self::Katago { inference, inputs, root } => {
                inputs.write(position, trace, &root.after(position, trace));
                inputs.planes = inputs.planes.map(image);
                inference.evaluate(inputs)
            }
        }
    }

    /// Evaluates a position, and writes over an older output. `own` are the position's inputs for a network of onepure, which computes
    /// the ownership only if `wants_ownership`.
    pub(crate) fn evaluate_to<P: SimulationPosition<L>>(
        &mut self,
        position: &P,
        trace: &Trace<L>,
        own: &Inputs<L>,
        output: &mut NetworkOutput<L>,
        wants_ownership: bool,
    ) {
        match self {
            Self::Onepure(inference) => inference.evaluate_to(own, output, wants_ownership),
            Self::Katago { inference, inputs, root } => {
                inputs.write(position, trace, &root.after(position, trace));
                inference.evaluate_to(inputs, output);
            }
        }
    }
}
