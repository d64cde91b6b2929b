//! `average`: the mean of networks fine-tuned from the same weights.

use crate::network_file;
use anyhow::{Context, bail, ensure};
use clap::Args;
use onepure::network::Network;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The arguments of `average`.
#[derive(Debug, Args)]
pub(crate) struct Average {
    /// Networks to average: two or more of one architecture
    #[arg(required = true, num_args = 2.., value_name = "NETWORK.safetensors")]
    networks: Vec<PathBuf>,
    /// Name of the new network
    #[arg(long)]
    name: String,
    /// The file to write
    #[arg(long, value_name = "NETWORK.safetensors")]
    output: PathBuf,
}

impl Average {
    /// Writes the network whose weights are the means of the networks' weights.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let networks = self.networks.iter().map(|path| network_file::open(path)).collect::<anyhow::Result<Vec<_>>>()?;
        network_file::write(&mean(&networks, &self.name)?, &self.output)
    }
}

/// The mean of networks of one architecture: weights and activation ranges. Networks fine-tuned from the same weights
/// are close enough for their mean to be at least as good as each (Wortsman et al., "Model soups", 2022).
fn mean(networks: &[Network], name: &str) -> anyhow::Result<Network> {
    let [first, others @ ..] = networks else { bail!("no network to take the mean of") };
    let architecture = first.architecture();
    for other in others {
        ensure!(
            other.architecture() == architecture,
            "{} and {} differ in shape; only networks of one shape have a mean",
            first.name(),
            other.name()
        );
    }
    let mut tensors = BTreeMap::new();
    for (tensor, shape) in architecture.tensors() {
        let mut sums = vec![0.0; shape.iter().product()];
        for network in networks {
            let numbers = network.tensor(&tensor).with_context(|| format!("{} lacks {tensor}", network.name()))?;
            for (sum, &number) in sums.iter_mut().zip(numbers) {
                *sum += f64::from(number);
            }
        }
        let means = sums.iter().map(|sum| (sum / networks.len() as f64) as f32);
        tensors.insert(tensor, means.collect());
    }
    let origins: Vec<&str> = networks.iter().map(Network::origin).collect();
    Ok(Network::from_tensors(architecture.clone(), name, &format!("mean of: {}", origins.join("; ")), tensors)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::shape;

    #[test]
    fn a_mean_lies_halfway() {
        let networks = [1, 2].map(|seed| Network::random(shape(2, 16), seed));
        let mean = mean(&networks, "mean").expect("a mean");
        assert_eq!(mean.name(), "mean");
        for (tensor, _) in mean.architecture().tensors() {
            let [one, other, halfway] =
                [&networks[0], &networks[1], &mean].map(|network| network.tensor(&tensor).expect("a tensor"));
            for ((one, other), halfway) in one.iter().zip(other).zip(halfway) {
                // The file has half precision.
                let expected = f32::midpoint(*one, *other);
                assert!(
                    (halfway - expected).abs() <= expected.abs() / 1024.0 + 1e-6,
                    "{tensor}: {halfway}, {expected}"
                );
            }
        }
    }

    #[test]
    fn a_network_alone_is_its_mean() {
        let network = Network::random(shape(2, 16), 3);
        let mean = mean(&[network.clone(), network.clone()], network.name()).expect("a mean");
        for (tensor, _) in mean.architecture().tensors() {
            assert_eq!(mean.tensor(&tensor), network.tensor(&tensor), "{tensor}");
        }
    }

    #[test]
    fn shapes_must_agree() {
        let networks = [shape(2, 16), shape(3, 16)].map(|shape| Network::random(shape, 1));
        let error = mean(&networks, "mean").expect_err("no mean").to_string();
        assert!(error.ends_with("differ in shape; only networks of one shape have a mean"), "{error}");
    }
}
