//! The choice of a network, and its description.

use crate::network::batch::BatchQueue;
use crate::network::{Network, NetworkError};
use onepure_rules::geometry::BoardSize;
use serde_json::{Value, json};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A network that is part of the program.
struct EmbeddedNetwork {
    /// The fewest lines of a board that it is for.
    fewest_lines: usize,
    file: &'static [u8],
    /// The network, read from the file when a search first needs it; `None` if it cannot be read.
    network: OnceLock<Option<Network>>,
}

/// The embedded networks, from small boards to large ones. On 19×19 by area the second one wins three games of four against the first
/// (docs/lab/training/generations.md).
static EMBEDDED: [EmbeddedNetwork; 2] = [
    EmbeddedNetwork::new(0, include_bytes!("../../networks/4b32c-9.safetensors")),
    EmbeddedNetwork::new(13, include_bytes!("../../networks/4b32c-10-large.safetensors")),
];

impl EmbeddedNetwork {
    const fn new(fewest_lines: usize, file: &'static [u8]) -> Self {
        Self { fewest_lines, file, network: OnceLock::new() }
    }

    /// The network. If it cannot be read, that is logged, and playouts evaluate.
    fn network(&self) -> Option<&Network> {
        let read = || {
            let network = Network::from_bytes(self.file);
            network.inspect_err(|error| tracing::error!("the program's own network cannot be used: {error}")).ok()
        };
        self.network.get_or_init(read).as_ref()
    }
}

/// The network that evaluates positions.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum NetworkChoice {
    /// The embedded networks: one for small boards, one for large ones.
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

    /// The network for boards of this size, if there is one.
    pub fn network(&self, size: BoardSize) -> Option<&Network> {
        match self {
            Self::Embedded => EMBEDDED.iter().rfind(|embedded| embedded.fewest_lines <= size.lines())?.network(),
            Self::None => None,
            Self::File(file) => Some(&file.network),
        }
    }

    /// All networks of the choice: that for small boards first.
    pub fn networks(&self) -> Vec<&Network> {
        match self {
            Self::Embedded => EMBEDDED.iter().filter_map(EmbeddedNetwork::network).collect(),
            Self::None => Vec::new(),
            Self::File(file) => vec![&file.network],
        }
    }

    /// The names of the networks, separated by commas, or `none`.
    pub fn name(&self) -> String {
        let names: Vec<_> = self.networks().into_iter().map(Network::name).collect();
        if names.is_empty() { Self::NONE.to_owned() } else { names.join(",") }
    }

    /// This choice, with its first network evaluated by whoever answers the batches of `queue`. [`NetworkChoice::None`] stays.
    #[must_use]
    pub fn evaluated_by(&self, queue: &Arc<BatchQueue>) -> Self {
        let evaluated = |network: &Network| {
            Self::File(NetworkFile { path: self.to_string(), network: network.clone().evaluated_by(Arc::clone(queue)) })
        };
        self.networks().first().copied().map_or(Self::None, evaluated)
    }

    /// The networks in the format of `KataGo`: a list of models, which may be empty.
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
        self.networks().into_iter().map(model).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_boards_have_a_network_of_their_own() {
        let name = |lines| {
            let size = BoardSize::new(lines).expect("a size");
            NetworkChoice::Embedded.network(size).map(Network::name)
        };
        let [small, large] = [name(9), name(19)];
        assert!(small.is_some() && large.is_some() && small != large, "{small:?} {large:?}");
        assert_eq!((name(12), name(13)), (small, large));
        assert_eq!(NetworkChoice::Embedded.networks().len(), EMBEDDED.len());
        assert_eq!(NetworkChoice::None.name(), "none");
    }
}
