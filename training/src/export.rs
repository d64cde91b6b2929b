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
        let name = self.name.as_deref().unwrap_or(learned.name());
        write(&learned, name, &self.window.read(Teacher::None)?, &self.output)?;
        Ok(())
    }
}

/// Writes the file that the engine loads, and returns its network. The activation ranges are calibrated on `samples`.
pub(crate) fn write(learned: &Network, name: &str, samples: &Samples, path: &Path) -> anyhow::Result<Network> {
    let network = calibrated(learned, name, &samples.training)?;
    say(&agreement(&network, &samples.test));
    network_file::write(&network, path)?;
    Ok(network)
}
