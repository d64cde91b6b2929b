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
    EmbeddedNetwork::new(13, include_bytes!("../../networks/4b32c-12-large.safetensors")),
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
    /// A network from a file, or networks that another process evaluates.
    Loaded(LoadedNetworks),
}

/// Networks besides the embedded ones.
#[derive(Clone, PartialEq, Debug)]
pub struct LoadedNetworks {
    /// The choice as the user gave it: the path of the file, or [`NetworkChoice::EMBEDDED`].
    name: String,
    /// The fewest lines of the boards that each network is for, ascending, and the network.
    networks: Vec<(usize, Network)>,
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
            path => {
                let networks = vec![(0, Network::open(Path::new(path))?)];
                Ok(Self::Loaded(LoadedNetworks { name: path.to_owned(), networks }))
            }
        }
    }

    /// The network for boards of this size, if there is one.
    pub fn network(&self, size: BoardSize) -> Option<&Network> {
        match self {
            Self::Embedded => EMBEDDED.iter().rfind(|embedded| embedded.fewest_lines <= size.lines())?.network(),
            Self::None => None,
            Self::Loaded(loaded) => {
                let (_, network) = loaded.networks.iter().rfind(|(fewest_lines, _)| *fewest_lines <= size.lines())?;
                Some(network)
            }
        }
    }

    /// All networks of the choice, from small boards to large ones.
    pub fn networks(&self) -> Vec<&Network> {
        self.by_lines().into_iter().map(|(_, network)| network).collect()
    }

    /// The fewest lines of the boards that each network is for, ascending, and the network.
    fn by_lines(&self) -> Vec<(usize, &Network)> {
        match self {
            Self::Embedded => {
                EMBEDDED.iter().filter_map(|embedded| Some((embedded.fewest_lines, embedded.network()?))).collect()
            }
            Self::None => Vec::new(),
            Self::Loaded(loaded) => {
                loaded.networks.iter().map(|(fewest_lines, network)| (*fewest_lines, network)).collect()
            }
        }
    }

    /// The names of the networks, separated by commas, or `none`.
    pub fn name(&self) -> String {
        let names: Vec<_> = self.networks().into_iter().map(Network::name).collect();
        if names.is_empty() { Self::NONE.to_owned() } else { names.join(",") }
    }

    /// This choice, evaluated by the process that answers the batches of `queue`. Once it ends, each board size falls back to its own
    /// network. [`NetworkChoice::None`] stays.
    #[must_use]
    pub fn evaluated_by(&self, queue: &Arc<BatchQueue>) -> Self {
        let evaluated = |(fewest_lines, network): (usize, &Network)| {
            (fewest_lines, network.clone().evaluated_by(Arc::clone(queue)))
        };
        let networks: Vec<_> = self.by_lines().into_iter().map(evaluated).collect();
        if networks.is_empty() { Self::None } else { Self::Loaded(LoadedNetworks { name: self.to_string(), networks }) }
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
            Self::Loaded(loaded) => &loaded.name,
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
    #[test]
    fn an_evaluated_choice_keeps_a_network_for_each_board_size() {
        let evaluated = NetworkChoice::Embedded.evaluated_by(&Arc::new(BatchQueue::default()));
        for lines in [5, 9, 12, 13, 19] {
            let size = BoardSize::new(lines).expect("a size");
            let name = |choice: &NetworkChoice| choice.network(size).map(|network| network.name().to_owned());
            assert_eq!(name(&evaluated), name(&NetworkChoice::Embedded), "{lines} lines");
        }
        assert_eq!(evaluated.to_string(), "default");
        assert_eq!(NetworkChoice::None.evaluated_by(&Arc::new(BatchQueue::default())), NetworkChoice::None);
    }
}
