//! Network files: each is refused with a reason, or evaluates a board.

use onepure::board::Color;
use onepure::geometry::{BoardSize, Symmetry};
use onepure::network::katago::KatagoNetwork;
use onepure::network::{AnyNetwork, Network, Precision};
use onepure::rules::{Game, Ruleset};
use onepure::search::raw_evaluation;

/// The greatest number of weights that are evaluated, so that an input takes a fraction of a second. Larger networks
/// are only read.
const MOST_WEIGHTS: usize = 200_000;

/// Reads bytes as a network of onepure, writes it, and evaluates an empty board; and reads them as a network of KataGo.
///
/// # Panics
/// If a network that was read cannot be written and read back.
pub(crate) fn run(data: &[u8]) {
    if let Err(error) = KatagoNetwork::read(data, Precision::Integer) {
        assert!(!error.to_string().is_empty());
    }
    let network = match Network::from_bytes(data) {
        Ok(network) => network,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let again = Network::from_bytes(&network.to_bytes()).expect("a network that was written");
    assert_eq!(again.architecture(), network.architecture());
    if network.architecture().parameters() <= MOST_WEIGHTS {
        let game = Game::new(BoardSize::new(5).expect("5 lines"), Ruleset::one_pure());
        raw_evaluation(&AnyNetwork::Onepure(network), &game, Color::Black, Symmetry::ALL[0]);
    }
}
