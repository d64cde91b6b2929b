//! `grow`: adds blocks to a trained network.

use crate::network_file;
use crate::parameters::{ACTIVATIONS, Places};
use anyhow::{Context, ensure};
use clap::Args;
use onepure::network::{Architecture, Network};
use std::iter::repeat;
use std::path::PathBuf;

/// The arguments of `grow`.
#[derive(Debug, Args)]
pub(crate) struct Grow {
    /// Network to grow
    #[arg(value_name = "NETWORK.safetensors")]
    network: PathBuf,
    /// Number of residual blocks of the new network
    #[arg(long, value_name = "N")]
    blocks: usize,
    /// Name of the new network
    #[arg(long)]
    name: String,
    /// The file to write
    #[arg(long, value_name = "NETWORK.safetensors")]
    output: PathBuf,
    /// Seed of the new weights
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

impl Grow {
    /// Writes the network with more blocks.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let network = network_file::open(&self.network)?;
        let grown = grown(&network, self.blocks, &self.name, self.seed)?;
        network_file::write(&grown, &self.output)
    }
}

/// A network with more blocks and the same predictions. The new blocks follow the old ones and add nothing, because
/// their second convolution is 0. Training can still change them (Chen, Goodfellow and Shlens, "`Net2Net`", 2016).
fn grown(network: &Network, blocks: usize, name: &str, seed: u64) -> anyhow::Result<Network> {
    let old = network.architecture();
    ensure!(blocks > old.blocks, "{}: expected more than {} blocks, got {blocks}", network.name(), old.blocks);
    let new = Architecture::standard(blocks, old.channels).pooled.into_iter().filter(|&block| block >= old.blocks);
    let architecture = Architecture { blocks, pooled: old.pooled.iter().copied().chain(new).collect(), ..old.clone() };
    let places = Places::new(&architecture);
    let mut row = places.random(seed);
    for block in old.blocks..blocks {
        row[places.of(&format!("blocks.{block}.conv2.weight"))].fill(0.0);
    }
    let mut tensors = places.to_tensors(&row);
    let (known, row) = Places::of_network(network)?;
    tensors.extend(known.to_tensors(&row));
    // The inputs of the new blocks are the former inputs of the heads.
    let ranges = network.tensor(ACTIVATIONS).unwrap_or_default();
    let last = ranges.last().with_context(|| format!("{} lacks {ACTIVATIONS}", network.name()))?;
    let ranges = ranges.iter().chain(repeat(last)).take(architecture.sites()).copied();
    tensors.insert(ACTIVATIONS.to_owned(), ranges.collect());
    Ok(Network::from_tensors(architecture, name, network.origin(), tensors)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::shape;
    use onepure::arena::schedule::Openings;
    use onepure::geometry::{BoardSize, Large};
    use onepure::network::{Inference, Inputs, Precision};
    use onepure::rules::{Game, Ruleset};

    #[test]
    fn a_grown_network_gives_the_same_values_and_can_be_trained() {
        let network = Network::random(shape(3, 16), 5);
        let grown = grown(&network, 6, "grown", 0).expect("grown");
        assert_eq!((grown.name(), grown.architecture()), ("grown", &shape(6, 16)));
        let size = BoardSize::for_play(9).expect("a board");
        let mut game = Game::new(size, Ruleset::one_pure());
        for (_, action) in Openings::Random(30).opening(0, Ruleset::one_pure(), size, 1).moves {
            game.play(action).expect("legal");
        }
        let inputs = Inputs::of_game(&game, game.to_play());
        for precision in [Precision::Reference, Precision::Integer] {
            let [old, new] = [&network, &grown]
                .map(|network| Inference::<Large>::with_precision(network, precision).evaluate(&inputs));
            assert_eq!(old, new, "{precision:?}");
        }
        // If the first convolution were 0 too, no gradient would reach the new blocks.
        for tensor in ["blocks.3.conv1.weight", "blocks.4.pool.weight", "blocks.5.conv1.weight"] {
            assert!(grown.tensor(tensor).expect("a tensor").iter().any(|&weight| weight != 0.0), "{tensor}");
        }
    }

    #[test]
    fn nothing_shrinks() {
        let error = grown(&Network::random(shape(3, 16), 5), 3, "grown", 0).expect_err("refused").to_string();
        assert!(error.ends_with("expected more than 3 blocks, got 3"), "{error}");
    }
}
