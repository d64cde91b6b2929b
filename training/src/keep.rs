//! `keep`: games for later networks, in a small file.

use crate::say;
use clap::Args;
use onepure::arena::selfplay::{KeptGames, keep_games};
use std::path::PathBuf;

/// The arguments of `keep`.
#[derive(Debug, Args)]
pub(crate) struct Keep {
    /// Files of games, from the oldest to the newest
    #[arg(required = true, value_name = "GAMES.jsonl.gz")]
    games: Vec<PathBuf>,
    /// Size limit in MiB; the oldest games are left out
    #[arg(long, value_name = "MIB", default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
    most: u16,
    /// The file to write
    #[arg(long, value_name = "GAMES.jsonl.gz")]
    output: PathBuf,
}

impl Keep {
    /// Writes the newest games that fit.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let KeptGames { kept, left_out, bytes } = keep_games(&self.games, &self.output, usize::from(self.most) << 20)?;
        say(&format!("{kept} games in {bytes} bytes; {left_out} older ones left out"));
        Ok(())
    }
}
