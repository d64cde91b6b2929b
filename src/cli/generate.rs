//! `onepure generate`: files that a package installs besides the program.

use crate::cli::options;
use crate::cli::terminal::stdout::stdout;
use anyhow::Context;
use clap::{Args, Command, Subcommand};
use clap_complete::Shell;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// The arguments of `onepure generate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  onepure generate completions bash > /etc/bash_completion.d/onepure
  onepure generate man /usr/local/share/man/man1")]
pub(super) struct Generate {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write a man page per command into a folder
    Man {
        /// Folder, created if missing
        #[arg(value_name = "DIR", value_parser = options::folder())]
        folder: PathBuf,
    },
    /// Print shell completions
    Completions {
        /// Shell
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },
}

impl Generate {
    /// Writes the man pages or the completions of this command line.
    pub(super) fn run(&self, command: Command) -> anyhow::Result<()> {
        match &self.what {
            What::Man { folder } => {
                fs::create_dir_all(folder)
                    .and_then(|()| clap_mangen::generate_to(command, folder))
                    .with_context(|| format!("man pages cannot be written into {}", folder.display()))?;
            }
            What::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut { command }, "onepure", &mut script);
                stdout().write_all(&script)?;
            }
        }
        Ok(())
    }
}
