//! `test`: a network's errors on games.

use crate::calibration::agreement;
use crate::data::Sampling;
use crate::errors::Table;
use crate::network_file;
use crate::samples::{Samples, some};
use clap::Args;
use onepure::random::Randomness;
use std::io::{self, Write};
use std::path::PathBuf;

/// The number of positions of each board and rule set on which networks are tested: floats take 2 to 100 ms a position.
pub(crate) const MOST_TESTED: usize = 1_500;

/// The arguments of `test`.
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Files of training games
    #[arg(required = true, value_name = "GAMES.jsonl.gz")]
    games: Vec<PathBuf>,
    /// Network to test
    #[arg(long, value_name = "NETWORK.safetensors")]
    network: PathBuf,
    /// Maximum number of positions per board and rule set, evenly spaced
    #[arg(long, value_name = "N", default_value_t = MOST_TESTED)]
    most: usize,
}

impl Test {
    /// Tests the network, and prints the results on stdout.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let network = network_file::open(&self.network)?;
        let samples = Samples::read(&self.games, &Sampling::default(), usize::MAX, &mut Randomness::new(0, 0))?;
        for (name, samples) in
            [("all but every twentieth game", &samples.training), ("every twentieth game", &samples.test)]
        {
            writeln!(io::stdout(), "{name}:\n{}", Table::of(&network, &some(samples, self.most)))?;
        }
        writeln!(io::stdout(), "{}", agreement(&network, &samples.test))?;
        Ok(())
    }
}
