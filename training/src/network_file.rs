//! Reading and writing network files, with their paths in error messages.

use anyhow::Context;
use onepure::files;
use onepure::network::Network;
use std::path::Path;

/// Reads a network.
pub(crate) fn open(path: &Path) -> anyhow::Result<Network> {
    Network::open(path).with_context(|| path.display().to_string())
}

/// A network like another, with this name and origin, and the numbers of each tensor made by `numbers` from its name and its former numbers.
pub(crate) fn changed(
    network: &Network,
    name: &str,
    origin: &str,
    numbers: impl Fn(&str, &[f32]) -> Vec<f32>,
) -> anyhow::Result<Network> {
    let architecture = network.architecture();
    let tensor = |(tensor, _): (String, _)| {
        let numbers = numbers(&tensor, network.tensor(&tensor)?);
        Some((tensor, numbers))
    };
    let tensors = architecture.tensors().into_iter().filter_map(tensor).collect();
    Ok(Network::from_tensors(architecture.clone(), name, origin, tensors)?)
}

/// Writes a network, completely or not at all.
pub(crate) fn write(network: &Network, path: &Path) -> anyhow::Result<()> {
    files::replace(path, network.to_bytes()).with_context(|| path.display().to_string())
}
