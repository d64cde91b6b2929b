//! The command line: one file a subcommand.

use std::process::ExitCode;

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    ExitCode::SUCCESS
}
