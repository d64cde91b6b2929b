//! The choice of a network, and its description.

use super::level::Level;
use crate::network::batch::{BatchInputs, BatchQueue};
use crate::network::{AnyNetwork, AnyNetworkError, Network};
use onepure_rules::geometry::BoardSize;
use serde_json::{Value, json};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

/// A network that is part of the program.
struct EmbeddedNetwork {
    /// The lines of the boards that it is for.
    lines: RangeInclusive<usize>,
    /// The lowest level that it is for.
    lowest_level: Level,
    file: &'static [u8],
    /// The network, read from the file when a search first needs it; `None` if it cannot be read.
    network: OnceLock<Option<AnyNetwork>>,
}

/// The embedded networks: the last one that fits a search evaluates it (docs/lab/training/generations.md has the matches between them). The
/// page has no network of its own for the highest level, because a browser would have to fetch twice as much before the first move.
static EMBEDDED: [EmbeddedNetwork; if cfg!(target_family = "wasm") { 2 } else { 5 }] = [
    EmbeddedNetwork::new(0..=12, Level::LEAST, include_bytes!("../../networks/4b32c-20.safetensors")),
    EmbeddedNetwork::new(13..=19, Level::LEAST, include_bytes!("../../networks/4b32c-30-large.safetensors")),
    #[cfg(not(target_family = "wasm"))]
    EmbeddedNetwork::new(14..=19, Level::MOST, include_bytes!("../../networks/6b64c-30-large.safetensors")),
    #[cfg(not(target_family = "wasm"))]
    EmbeddedNetwork::new(13..=13, Level::MOST, include_bytes!("../../networks/6b64c-29-middle.safetensors")),
    #[cfg(not(target_family = "wasm"))]
    EmbeddedNetwork::new(0..=12, Level::MOST, include_bytes!("../../networks/6b64c-21.safetensors")),
];

impl EmbeddedNetwork {
    const fn new(lines: RangeInclusive<usize>, lowest_level: Level, file: &'static [u8]) -> Self {
        Self { lines, lowest_level, file, network: OnceLock::new() }
    }

    /// The networks for searches at a level.
    fn of_level(level: Level) -> impl DoubleEndedIterator<Item = &'static Self> {
        EMBEDDED.iter().filter(move |embedded| embedded.lowest_level <= level)
    }

    /// The network. If it cannot be read, that is logged, and playouts evaluate.
    fn network(&self) -> Option<&AnyNetwork> {
        let read = || {
            let network = Network::from_bytes(self.file).map(AnyNetwork::Onepure);
            network.inspect_err(|error| tracing::error!("the program's own network cannot be used: {error}")).ok()
        };
        self.network.get_or_init(read).as_ref()
    }
}

/// The network that evaluates positions.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum NetworkChoice {
    /// The embedded networks: of those for the size of the board, a large one at the highest level and a small one below.
    #[default]
    Embedded,
    /// The small ones of the embedded networks at every level: those of the page.
    Small,
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
    /// The lines of the boards that each network is for, and the network. The last one that fits is used.
    networks: Vec<(RangeInclusive<usize>, AnyNetwork)>,
}

impl NetworkChoice {
    /// The words for the embedded networks and for none.
    const EMBEDDED: &'static str = "default";
    const SMALL: &'static str = "small";
    const NONE: &'static str = "none";

    /// Reads one of these words, or a network from a file.
    pub fn read(text: &str) -> Result<Self, AnyNetworkError> {
        match text {
            Self::EMBEDDED => Ok(Self::Embedded),
            Self::SMALL => Ok(Self::Small),
            Self::NONE => Ok(Self::None),
            path => Ok(Self::alone(path, AnyNetwork::open(path)?)),
        }
    }

    /// A network from the bytes of a file with this name, for a program that has no files.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, AnyNetworkError> {
        Ok(Self::alone(name, AnyNetwork::read(name, bytes)?))
    }

    /// One network for all games.
    fn alone(name: &str, network: AnyNetwork) -> Self {
        let networks = vec![(0..=BoardSize::MAIN.lines(), network)];
        Self::Loaded(LoadedNetworks { name: name.to_owned(), networks })
    }

    /// The network for boards of this size at this level, if there is one.
    pub fn network(&self, size: BoardSize, level: Level) -> Option<&AnyNetwork> {
        let fits = |embedded: &&EmbeddedNetwork| embedded.lines.contains(&size.lines());
        match self {
            Self::Embedded => EmbeddedNetwork::of_level(level).rfind(fits)?.network(),
            Self::Small => EmbeddedNetwork::of_level(Level::LEAST).rfind(fits)?.network(),
            Self::None => None,
            Self::Loaded(loaded) => {
                let (_, network) = loaded.networks.iter().rfind(|(lines, _)| lines.contains(&size.lines()))?;
                Some(network)
            }
        }
    }

    /// All networks of the choice, the first choice of a board before the others.
    pub fn networks(&self) -> Vec<&AnyNetwork> {
        self.by_lines().into_iter().rev().map(|(_, network)| network).collect()
    }

    /// The lines of the boards that each network is for, and the network. The last one that fits is used at the highest level.
    fn by_lines(&self) -> Vec<(RangeInclusive<usize>, &AnyNetwork)> {
        let embedded = |level| {
            let networks = EmbeddedNetwork::of_level(level);
            networks.filter_map(|embedded| Some((embedded.lines.clone(), embedded.network()?))).collect()
        };
        match self {
            Self::Embedded => embedded(Level::MOST),
            Self::Small => embedded(Level::LEAST),
            Self::None => Vec::new(),
            Self::Loaded(loaded) => loaded.networks.iter().map(|(lines, network)| (lines.clone(), network)).collect(),
        }
    }

    /// The names of the networks, separated by commas, or `none`.
    pub fn name(&self) -> String {
        let names: Vec<_> = self.networks().into_iter().map(AnyNetwork::name).collect();
        if names.is_empty() { Self::NONE.to_owned() } else { names.join(",") }
    }

    /// This choice, evaluated by the process that answers the batches of `queue`. Once it ends, each game falls back to its own
    /// network. [`NetworkChoice::None`] stays.
    #[must_use]
    pub fn evaluated_by(&self, queue: &Arc<BatchQueue>) -> Self {
        let evaluated = |(lines, network): (RangeInclusive<usize>, &AnyNetwork)| (lines, network.evaluated_by(queue));
        let networks: Vec<_> = self.by_lines().into_iter().map(evaluated).collect();
        if networks.is_empty() { Self::None } else { Self::Loaded(LoadedNetworks { name: self.to_string(), networks }) }
    }

    /// What a batch shows of the positions for these networks, which are all of one kind.
    pub fn batch_inputs(&self) -> BatchInputs {
        self.networks().first().map_or(BatchInputs::Onepure, |network| network.batch_inputs())
    }

    /// The networks in the format of `KataGo`: a list of models, which may be empty.
    pub fn models(&self) -> Value {
        let model = |network: &AnyNetwork| {
            json!({
                "name": self.to_string(),
                "internalName": network.name(),
                "maxBatchSize": 1,
                "usesHumanSLProfile": false,
                "version": network.version(),
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
            Self::Small => Self::SMALL,
            Self::None => Self::NONE,
            Self::Loaded(loaded) => &loaded.name,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(choice: &NetworkChoice, lines: usize, level: Level) -> Option<String> {
        let size = BoardSize::new(lines).expect("a size");
        choice.network(size, level).map(|network| network.name().to_owned())
    }

    #[test]
    fn board_and_level_choose_the_network() {
        let embedded = |lines, level| name(&NetworkChoice::Embedded, lines, level);
        let below = Level::new(Level::MOST.number() - 1).expect("a level");
        let [small, large_board] = [9, 19].map(|lines| embedded(lines, below));
        assert!(small.is_some() && large_board.is_some() && small != large_board, "{small:?} {large_board:?}");
        assert_eq!((embedded(12, Level::LEAST), embedded(13, Level::LEAST)), (small.clone(), large_board.clone()));
        let strongest = [9, 13, 19].map(|lines| embedded(lines, Level::MOST));
        for (number, network) in strongest.iter().enumerate() {
            assert!(network.is_some() && *network != small && *network != large_board, "{network:?}");
            assert!(!strongest[..number].contains(network), "{network:?}");
        }
        let [up_to_12, _, from_14] = strongest;
        assert_eq!((embedded(12, Level::MOST), embedded(14, Level::MOST)), (up_to_12, from_14));
        assert_eq!(name(&NetworkChoice::Small, 9, Level::MOST), small);
        assert_eq!((NetworkChoice::Embedded.networks().len(), NetworkChoice::Small.networks().len()), (5, 2));
        assert_eq!(NetworkChoice::None.name(), "none");
    }

    #[test]
    fn a_network_is_read_from_bytes() {
        let file = EMBEDDED[0].file;
        let choice = NetworkChoice::from_bytes("own.safetensors", file).expect("a network");
        assert_eq!((choice.to_string().as_str(), choice.networks().len()), ("own.safetensors", 1));
        assert_eq!(name(&choice, 19, Level::LEAST), EMBEDDED[0].network().map(|network| network.name().to_owned()));
        for (file, bytes, error) in [
            ("broken.bin.gz", &b"\x1f\x8bnothing"[..], "network of KataGo: "),
            ("broken.bin", b"nothing", "network of KataGo: "),
            ("broken.safetensors", b"nothing", "the file is no network: "),
        ] {
            let found = NetworkChoice::from_bytes(file, bytes).expect_err("no network").to_string();
            assert!(found.starts_with(error) && !found.contains('\n'), "{file}: {found}");
        }
    }

    #[test]
    fn an_evaluated_choice_keeps_a_network_for_each_board_size() {
        let queue = Arc::new(BatchQueue::default());
        for choice in [NetworkChoice::Embedded, NetworkChoice::Small] {
            let evaluated = choice.evaluated_by(&queue);
            for lines in [5, 9, 12, 13, 14, 19] {
                assert_eq!(name(&evaluated, lines, Level::MOST), name(&choice, lines, Level::MOST), "{lines} lines");
            }
            assert_eq!(evaluated.to_string(), choice.to_string());
        }
        assert_eq!(NetworkChoice::None.evaluated_by(&queue), NetworkChoice::None);
    }
}
