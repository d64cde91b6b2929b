//! Teaches the networks of `onepure` by games of its own: see `docs/training.md` in the folder above.

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
use positions::Positions;
use std::io::{self, Write};
use std::process::ExitCode;
use test::Test;
use train::Train;

/// Teaches the networks of onepure by its own games
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Train, and write the network; the same command goes on where it was interrupted
    Train(Train),
    /// Play, train and test generation after generation; the same command goes on where it was interrupted
    Loop(Loop),
    /// Say how a network does on games
    Test(Test),
    /// Write positions as tensors, to teach a network elsewhere
    Positions(Positions),
    /// Write the engine's file of weights that were learned elsewhere
    Export(Export),
    /// Write the mean of networks that were taught from one another
    Average(Average),
    /// Write a network with more blocks that says the same, to teach it on
    Grow(Grow),
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
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If stderr cannot take it, there is nowhere left to say so.
            let _ = writeln!(io::stderr(), "onepure-training: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Says how it goes, on stderr; if stderr cannot take it, nobody is there to see it.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
