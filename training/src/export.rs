//! `export`: from weights of `train.py` to the file that the engine loads.

use crate::calibration::{agreement, calibrated};
use crate::data::Teacher;
use crate::network_file;
use crate::positions::Window;
use crate::samples::Samples;
use crate::say;
use clap::Args;
use onepure::network::Network;
use std::path::{Path, PathBuf};

/// The tensors in which the logits of the policy are linear.
const LOGITS: [&str; 3] = ["policy.point.weight", "policy.abstain.weight", "policy.abstain.bias"];

/// The arguments of `export`.
#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(flatten)]
    window: Window,
    /// Trained weights, in the format of docs/network.md
    #[arg(long, value_name = "NETWORK.safetensors")]
    network: PathBuf,
    /// Name of the network [default: that of the weights]
    #[arg(long)]
    name: Option<String>,
    /// Factor of the policy's logits; 1.4 after labels, which are less sure than visits
    #[arg(long, value_name = "FACTOR", value_parser = factor)]
    sharpen: Option<f32>,
    /// The file to write
    #[arg(long, value_name = "NETWORK.safetensors")]
    output: PathBuf,
}

impl Export {
    /// Calibrates the activation ranges on positions of the games, and writes the file.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let weights = network_file::open(&self.network)?;
        let learned = match self.sharpen {
            Some(factor) => sharpened(&weights, factor)?,
            None => weights,
        };
        let name = self.name.as_deref().unwrap_or(learned.name());
        write(&learned, name, &self.window.read(Teacher::None)?, &self.output)?;
        Ok(())
    }
}

/// Reads a factor of logits.
fn factor(text: &str) -> Result<f32, String> {
    let factor = text.parse().ok().filter(|&factor: &f32| factor.is_finite() && factor > 0.0);
    factor.ok_or_else(|| "not a number above 0, such as 1.4".to_owned())
}

/// The network with the logits of its policy times this factor, so that the probabilities are raised to this power.
fn sharpened(network: &Network, factor: f32) -> anyhow::Result<Network> {
    let origin = format!("{}, policy sharpened {factor} times", network.origin());
    network_file::changed(network, network.name(), &origin, |tensor, numbers| {
        let factor = if LOGITS.contains(&tensor) { factor } else { 1.0 };
        numbers.iter().map(|number| number * factor).collect()
    })
}

/// Writes the file that the engine loads, and returns its network. The activation ranges are calibrated on `samples`.
pub(crate) fn write(learned: &Network, name: &str, samples: &Samples, path: &Path) -> anyhow::Result<Network> {
    let network = calibrated(learned, name, &samples.training)?;
    say(&agreement(&network, &samples.test));
    network_file::write(&network, path)?;
    Ok(network)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::shape;
    use onepure::geometry::{BoardSize, Large};
    use onepure::network::{Inference, Inputs, Precision};
    use onepure::rules::{Game, Ruleset};

    #[test]
    fn a_sharpened_policy_has_its_logits_times_the_factor() {
        let network = Network::random(shape(2, 16), 5);
        let game = Game::new(BoardSize::new(9).expect("a size"), Ruleset::one_pure());
        let inputs = Inputs::<Large>::of_game(&game, game.to_play());
        let evaluate = |network: &Network| Inference::with_precision(network, Precision::Reference).evaluate(&inputs);
        let (plain, sharp) = (evaluate(&network), evaluate(&sharpened(&network, 1.5).expect("a network")));
        let points = inputs.size.points::<Large>().map(|point| (plain.policy[point], sharp.policy[point]));
        for (plain, sharp) in points.chain([(plain.abstain, sharp.abstain)]) {
            assert!((sharp - 1.5 * plain).abs() < 2e-3 * (1.0 + plain.abs()), "{plain}, {sharp}");
        }
        assert_eq!((plain.outcome, plain.score), (sharp.outcome, sharp.score));
        for (text, expected) in [("1.4", Some(1.4)), ("0", None), ("-1", None), ("NaN", None), ("sharp", None)] {
            assert_eq!(factor(text).ok(), expected, "{text}");
        }
    }
}
