//! Reading and writing network files, with their paths in error messages.

use anyhow::Context;
use onepure::files;
use onepure::network::Network;
use std::path::Path;

/// Reads a network.
pub(crate) fn open(path: &Path) -> anyhow::Result<Network> {
    Network::open(path).with_context(|| path.display().to_string())
}

/// Writes a network, completely or not at all.
pub(crate) fn write(network: &Network, path: &Path) -> anyhow::Result<()> {
    files::replace(path, network.to_bytes()).with_context(|| path.display().to_string())
}
