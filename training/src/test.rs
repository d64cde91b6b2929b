//! `test`: a network's errors on games.

use crate::calibration::agreement;
use crate::data::Sampling;
use crate::network_file;
use crate::parameters::Places;
use crate::samples::{Samples, some};
use crate::training;
use clap::Args;
use onepure::random::Randomness;
use std::io::{self, Write};
use std::path::PathBuf;

/// The arguments of `test`.
#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Files of training games
    #[arg(required = true, value_name = "GAMES.jsonl.gz")]
    games: Vec<PathBuf>,
    /// Network to test
    #[arg(long, value_name = "NETWORK.safetensors")]
    network: PathBuf,
}

impl Test {
    /// Tests the network, and prints the results on stdout.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let network = network_file::open(&self.network)?;
        let (places, row) = Places::of_network(&network)?;
        let mut random = Randomness::new(0, 0);
        let sampling = Sampling::default();
        let samples = Samples::read(&self.games, &sampling, usize::MAX, &mut random)?;
        for (name, samples) in
            [("all but every twentieth game", &samples.training), ("every twentieth game", &samples.test)]
        {
            writeln!(io::stdout(), "{name}:\n{}", training::test(&places, &row, &some(samples, usize::MAX)))?;
        }
        writeln!(io::stdout(), "{}", agreement(&network, &samples.test)?)?;
        Ok(())
    }
}
