//! Trains the networks of `onepure` by self-play: see `docs/training.md`.

mod average;
mod board;
mod calibration;
mod chart;
mod checkpoint;
mod data;
mod export;
mod generations;
mod grow;
mod interrupt;
mod keep;
mod kernels;
mod log;
mod loss;
mod losses;
mod model;
mod network_file;
mod optimizer;
mod parameters;
mod positions;
mod recipe;
mod samples;
mod symmetry;
mod test;
mod train;
mod training;

use average::Average;
use clap::{Parser, Subcommand};
use export::Export;
use generations::Loop;
use grow::Grow;
use keep::Keep;
use positions::Positions;
use std::io::{self, Write};
use std::process::ExitCode;
use test::Test;
use train::Train;

/// Train the networks of onepure by self-play
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Train and write a network; the same command continues an interrupted run
    Train(Train),
    /// Play, train and test generation after generation; the same command continues
    Loop(Loop),
    /// Measure a network's errors on games
    Test(Test),
    /// Write positions as tensors, to train a network elsewhere
    Positions(Positions),
    /// Write the engine's file from weights trained elsewhere
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
        Command::Train(train) => train.run(),
        Command::Loop(generations) => generations.run(),
        Command::Test(test) => test.run(),
        Command::Positions(positions) => positions.run(),
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
