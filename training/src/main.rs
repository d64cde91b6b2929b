//! Trains the networks of `onepure` by self-play: see `docs/training.md`.

mod average;
mod calibration;
mod data;
mod errors;
mod export;
mod generations;
mod grow;
mod interrupt;
mod keep;
mod network_file;
mod positions;
mod recipe;
mod samples;
mod sekis;
mod test;
mod training_run;

use average::Average;
use clap::{Parser, Subcommand};
use export::Export;
use generations::Loop;
use grow::Grow;
use keep::Keep;
use positions::Positions;
use sekis::Sekis;
use std::io::{self, Write};
use std::process::ExitCode;
use test::Test;

/// Train the networks of onepure by self-play
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play, train and test generation after generation; the same command continues
    Loop(Loop),
    /// Measure a network's errors on games
    Test(Test),
    /// Write positions as tensors, for train.py
    Positions(Positions),
    /// Write positions with constructed sekis as tensors, for train.py
    Sekis(Sekis),
    /// Write the engine's file from weights of train.py
    Export(Export),
    /// Write the mean of networks fine-tuned from the same weights
    Average(Average),
    /// Write an equal network with more blocks, to train it further
    Grow(Grow),
    /// Write games to one small file, the newest first
    Keep(Keep),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Loop(generations) => generations.run(),
        Command::Test(test) => test.run(),
        Command::Positions(positions) => positions.run(),
        Command::Sekis(sekis) => sekis.run(),
        Command::Export(export) => export.run(),
        Command::Average(average) => average.run(),
        Command::Grow(grow) => grow.run(),
        Command::Keep(keep) => keep.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Ignore errors of stderr: there is no other place to report them.
            let _ = writeln!(io::stderr(), "onepure-training: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Prints progress on stderr. Ignores errors: there is no other place to report them.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
