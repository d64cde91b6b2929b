//! `export`: from weights trained elsewhere to the file that the engine loads.

use crate::calibration::{agreement, calibrate};
use crate::network_file;
use crate::parameters::{ACTIVATIONS, Places};
use crate::positions::Window;
use crate::samples::Samples;
use crate::say;
use clap::Args;
use onepure::network::Network;
use std::path::{Path, PathBuf};

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
    /// The file to write
    #[arg(long, value_name = "NETWORK.safetensors")]
    output: PathBuf,
}

impl Export {
    /// Calibrates the activation ranges on positions of the games, and writes the file.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let learned = network_file::open(&self.network)?;
        let (places, row) = Places::of_network(&learned)?;
        let name = self.name.as_deref().unwrap_or(learned.name());
        write(&places, &row, &self.window.read(false, None)?, name, learned.origin(), &self.output)
    }
}

/// Writes the file that the engine loads. Its activation ranges are calibrated on `samples`.
pub(crate) fn write(
    places: &Places,
    row: &[f32],
    samples: &Samples,
    name: &str,
    origin: &str,
    path: &Path,
) -> anyhow::Result<()> {
    let tensors = places.to_tensors(row);
    let network = |ranges: &[f32]| {
        let mut tensors = tensors.clone();
        tensors.insert(ACTIVATIONS.to_owned(), ranges.to_vec());
        Ok(Network::from_tensors(places.architecture.clone(), name, origin, tensors)?)
    };
    let ranges = calibrate(places, row, &samples.training, network)?;
    let network = network(&ranges)?;
    say(&agreement(&network, &samples.test)?);
    network_file::write(&network, path)
}
