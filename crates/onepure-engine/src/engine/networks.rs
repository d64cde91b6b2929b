//! The choice of a network, and its description.

use crate::network::batch::BatchQueue;
use crate::network::{Network, NetworkError};
use serde_json::{Value, json};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The bytes of the embedded network.
const EMBEDDED: &[u8] = include_bytes!("../../networks/4b32c-9.safetensors");

/// The network that evaluates positions.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum NetworkChoice {
    /// The embedded network. The first search reads it.
    #[default]
    Embedded,
    /// No network: playouts alone evaluate.
    None,
    /// A network from a file.
    File(NetworkFile),
}

/// A network that was read from a file.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkFile {
    /// The path as the user gave it.
    path: String,
    network: Network,
}

impl NetworkChoice {
    /// The words for the embedded network and for none.
    const EMBEDDED: &'static str = "default";
    const NONE: &'static str = "none";

    /// Reads one of these words, or a network from a file.
    pub fn read(text: &str) -> Result<Self, NetworkError> {
        match text {
            Self::EMBEDDED => Ok(Self::Embedded),
            Self::NONE => Ok(Self::None),
            path => Ok(Self::File(NetworkFile { path: path.to_owned(), network: Network::open(Path::new(path))? })),
        }
    }

    /// The network, if there is one.
    pub fn network(&self) -> Option<&Network> {
        match self {
            Self::Embedded => embedded(),
            Self::None => None,
            Self::File(file) => Some(&file.network),
        }
    }

    /// This choice, with its network evaluated by whoever answers the batches of `queue`. [`NetworkChoice::None`] stays.
    #[must_use]
    pub fn evaluated_by(&self, queue: &Arc<BatchQueue>) -> Self {
        let evaluated = |network: &Network| {
            Self::File(NetworkFile { path: self.to_string(), network: network.clone().evaluated_by(Arc::clone(queue)) })
        };
        self.network().map_or(Self::None, evaluated)
    }

    /// The network in the format of `KataGo`: a list of one model, or an empty list.
    pub fn models(&self) -> Value {
        let model = |network: &Network| {
            json!({
                "name": self.to_string(),
                "internalName": network.name(),
                "maxBatchSize": 1,
                "usesHumanSLProfile": false,
                "version": 1,
                "usingFP16": "false",
            })
        };
        self.network().map(model).into_iter().collect()
    }
}

impl fmt::Display for NetworkChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Embedded => Self::EMBEDDED,
            Self::None => Self::NONE,
            Self::File(file) => &file.path,
        })
    }
}

/// The embedded network. If it cannot be read, that is logged, and playouts evaluate.
fn embedded() -> Option<&'static Network> {
    static NETWORK: OnceLock<Option<Network>> = OnceLock::new();
    let read = || {
        let network = Network::from_bytes(EMBEDDED);
        network.inspect_err(|error| tracing::error!("the program's own network cannot be used: {error}")).ok()
    };
    NETWORK.get_or_init(read).as_ref()
}
