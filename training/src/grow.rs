//! `grow`: adds blocks to a trained network.

use crate::calibration::ACTIVATIONS;
use crate::network_file;
use anyhow::{Context, ensure};
use clap::Args;
use onepure::network::{Architecture, Network};
use onepure::random::Randomness;
use rand::RngExt;
use std::collections::BTreeMap;
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
    let mut random = Randomness::new(seed, 0);
    let tensor = |(name, shape): (String, Vec<usize>)| {
        let numbers = network.tensor(&name).map_or_else(|| initial(&name, &shape, &mut random), <[f32]>::to_vec);
        (name, numbers)
    };
    let mut tensors: BTreeMap<String, Vec<f32>> = architecture.tensors().into_iter().map(tensor).collect();
    // The inputs of the new blocks are the former inputs of the heads.
    let ranges = network.tensor(ACTIVATIONS).unwrap_or_default();
    let last = ranges.last().with_context(|| format!("{} lacks {ACTIVATIONS}", network.name()))?;
    let ranges = ranges.iter().chain(repeat(last)).take(architecture.sites()).copied();
    tensors.insert(ACTIVATIONS.to_owned(), ranges.collect());
    Ok(Network::from_tensors(architecture, name, network.origin(), tensors)?)
}

/// The numbers of a tensor of a new block, spread by the number of inputs as in `train.py`, but for its second convolution.
fn initial(name: &str, shape: &[usize], random: &mut Randomness) -> Vec<f32> {
    let numbers = shape.iter().product();
    if name.ends_with("bias") || name.ends_with("conv2.weight") {
        return vec![0.0; numbers];
    }
    let gain = if name.contains("pool") { 0.3 } else { 1.0 };
    let most = gain * (6.0 / shape[1..].iter().product::<usize>() as f32).sqrt();
    (0..numbers).map(|_| random.random_range(-most..most)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::shape;
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
