//! Teaches the networks of `onepure` by games of its own: see `docs/training.md` in the folder above.

mod board;
mod chart;
mod checkpoint;
mod data;
mod kernels;
mod log;
mod loss;
mod model;
mod optimizer;
mod parameters;
mod training;

use anyhow::{Context, anyhow, bail};
use clap::{Args, Parser, Subcommand};
use data::{Sample, Samples, Sampling};
use log::Entry;
use loss::{Losses, Weights};
use onepure::network::{Architecture, Network};
use optimizer::AdamW;
use parameters::{ACTIVATIONS, Places};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use training::Batches;

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
    /// Say how a network does on games
    Test(Test),
}

/// The arguments of `train`.
#[derive(Debug, Args)]
struct Train {
    /// Files of training games, the oldest first
    #[arg(required = true, value_name = "GAMES.jsonl.gz")]
    games: Vec<PathBuf>,
    /// Folder for checkpoint, log, curves and network.safetensors
    #[arg(long, value_name = "DIR")]
    output: PathBuf,
    /// A new network of so many blocks and channels
    #[arg(long, value_name = "4b32c", default_value = "4b32c", value_parser = architecture)]
    architecture: Architecture,
    /// Begin with the weights of this network
    #[arg(long, value_name = "NETWORK.safetensors")]
    from: Option<PathBuf>,
    /// The name of the network
    #[arg(long)]
    name: String,
    /// Steps in all
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    steps: u64,
    /// Positions a step
    #[arg(long, value_name = "N", default_value_t = 128)]
    batch: usize,
    /// The learning rate at first; it falls to a twentieth by a cosine
    #[arg(long, value_name = "RATE", default_value_t = 0.002)]
    rate: f32,
    /// Positions to learn from at most, the newest
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    window: usize,
    /// The share of positions without policy target that are taken
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, value_parser = share)]
    other_positions: f64,
    /// The share of the search's value in the outcome to learn
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, value_parser = share)]
    search_value: f64,
    /// Where random numbers start
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// The arguments of `test`.
#[derive(Debug, Args)]
struct Test {
    /// Files of training games
    #[arg(required = true, value_name = "GAMES.jsonl.gz")]
    games: Vec<PathBuf>,
    /// The network
    #[arg(long, value_name = "NETWORK.safetensors")]
    network: PathBuf,
}

fn architecture(text: &str) -> Result<Architecture, String> {
    let parsed = text.strip_suffix('c').and_then(|text| text.split_once('b')).and_then(|(blocks, channels)| {
        let (blocks, channels) = (blocks.parse().ok()?, channels.parse().ok()?);
        ((1..=40).contains(&blocks) && (16..=512).contains(&channels) && channels.is_multiple_of(16))
            .then_some((blocks, channels))
    });
    let (blocks, channels) = parsed.ok_or("blocks and channels, a multiple of 16, such as 4b32c")?;
    Ok(parameters::shape(blocks, channels))
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "a share from 0 to 1".to_owned())
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Train(train) => train.run(),
        Command::Test(test) => test.run(),
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

/// Steps between two lines of the log, and lines between two tests.
const STEPS_A_LINE: u64 = 100;
const LINES_A_TEST: u64 = 5;

/// Positions of a test at most, and of the calibration.
const MOST_TESTED: usize = 4_000;
const CALIBRATED: usize = 256;

/// Steps in which the learning rate rises.
const WARM_UP: u64 = 100;

/// The learning rate ends at this share of the first.
const LAST_RATE: f32 = 0.05;

impl Train {
    fn run(&self) -> anyhow::Result<()> {
        if self.batch == 0 || self.steps == 0 {
            bail!("--batch and --steps are at least 1");
        }
        fs::create_dir_all(&self.output).with_context(|| self.output.display().to_string())?;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let sampling = Sampling { other_positions: self.other_positions, search_value: self.search_value as f32 };
        let samples = Samples::read(&self.games, &sampling, self.window, &mut random)?;
        let test = &samples.test[..samples.test.len().min(MOST_TESTED)];
        if samples.training.is_empty() {
            bail!("no position to learn from in {} games", samples.games);
        }
        say(&format!("{} games, {} positions, {} for the test", samples.games, samples.training.len(), test.len()));
        let checkpoint = self.output.join("checkpoint.safetensors");
        let (places, mut optimizer) = self.begin(&checkpoint)?;
        let batches = Batches::new(&samples.training);
        let interrupt = interrupted()?;
        let mut entries = read_log(&self.log())?;
        entries.retain(|entry| entry.step <= optimizer.steps);
        // A run that goes on draws other batches than the one before.
        let mut random =
            Xoshiro256PlusPlus::seed_from_u64(self.seed ^ optimizer.steps.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (mut losses, mut begun) = (Losses::default(), Instant::now());
        while optimizer.steps < self.steps {
            let rate = self.rate_at(optimizer.steps);
            let batch = batches.draw(self.batch, &mut random);
            losses = losses.plus(training::step(&places, &mut optimizer, &batch, &Weights::default(), rate));
            let step = optimizer.steps;
            let is_last = step == self.steps || interrupt.load(Ordering::Relaxed);
            if step.is_multiple_of(STEPS_A_LINE) || is_last {
                let speed = losses.positions / begun.elapsed().as_secs_f64();
                let is_tested = !test.is_empty() && (is_last || step.is_multiple_of(STEPS_A_LINE * LINES_A_TEST));
                let tested = is_tested.then(|| training::test(&places, &optimizer.average, test));
                say(&format!("step {step} of {}, {speed:.0} samples a second: {losses}", self.steps));
                if let Some(tested) = &tested {
                    say(&format!("test: {tested}"));
                    checkpoint::write(&checkpoint, &places.architecture, &optimizer)?;
                }
                entries.push(Entry::new(step, rate, &losses, speed, tested.as_ref()));
                self.write_log(&entries)?;
                (losses, begun) = (Losses::default(), Instant::now());
            }
            if interrupt.load(Ordering::Relaxed) && step < self.steps {
                checkpoint::write(&checkpoint, &places.architecture, &optimizer)?;
                bail!("interrupted after {step} of {} steps; the same command goes on", self.steps);
            }
        }
        checkpoint::write(&checkpoint, &places.architecture, &optimizer)?;
        self.export(&places, &optimizer.average, &samples)
    }

    /// The checkpoint of an earlier run, or a new beginning.
    fn begin(&self, checkpoint: &Path) -> anyhow::Result<(Places, AdamW)> {
        if checkpoint.exists() {
            let (places, optimizer) = checkpoint::read(checkpoint)?;
            say(&format!("goes on after {} steps", optimizer.steps));
            return Ok((places, optimizer));
        }
        let Some(from) = &self.from else {
            let places = Places::new(&self.architecture);
            let row = places.random(self.seed);
            return Ok((places, AdamW::new(row)));
        };
        let (places, row) = read_network(from)?;
        Ok((places, AdamW::new(row)))
    }

    fn rate_at(&self, step: u64) -> f32 {
        let progress = step as f32 / self.steps as f32;
        let cosine = f32::midpoint(1.0, (progress * std::f32::consts::PI).cos());
        let warm_up = ((step + 1) as f32 / WARM_UP as f32).min(1.0);
        self.rate * warm_up * (LAST_RATE + (1.0 - LAST_RATE) * cosine)
    }

    fn log(&self) -> PathBuf {
        self.output.join("log.jsonl")
    }

    /// Writes the log and its picture.
    fn write_log(&self, entries: &[Entry]) -> anyhow::Result<()> {
        let lines =
            entries.iter().map(|entry| Ok(serde_json::to_string(entry)? + "\n")).collect::<anyhow::Result<String>>()?;
        for (path, text) in [(self.log(), lines), (self.output.join("curves.svg"), chart::curves(entries))] {
            fs::write(&path, text).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }

    /// Writes the file that the engine loads.
    fn export(&self, places: &Places, row: &[f32], samples: &Samples) -> anyhow::Result<()> {
        let mut tensors = places.to_tensors(row);
        let every = samples.training.len().div_ceil(CALIBRATED).max(1);
        let calibrated: Vec<Sample> = samples.training.iter().step_by(every).cloned().collect();
        tensors.insert(ACTIVATIONS.to_owned(), training::calibrate(places, row, &calibrated));
        let origin = format!(
            "own games of onepure {}: {} games, {} positions, {} steps of {}",
            env!("CARGO_PKG_VERSION"),
            samples.games,
            samples.training.len(),
            self.steps,
            self.batch,
        );
        let network = Network::from_tensors(places.architecture.clone(), &self.name, &origin, tensors)?;
        let path = self.output.join("network.safetensors");
        fs::write(&path, network.to_bytes()).with_context(|| path.display().to_string())?;
        writeln!(io::stdout(), "{}: {}, {origin}", path.display(), places.architecture)?;
        Ok(())
    }
}

impl Test {
    fn run(&self) -> anyhow::Result<()> {
        let (places, row) = read_network(&self.network)?;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
        let sampling = Sampling { other_positions: 0.0, search_value: 0.0 };
        let samples = Samples::read(&self.games, &sampling, usize::MAX, &mut random)?;
        for (name, samples) in
            [("all but every twentieth game", &samples.training), ("every twentieth game", &samples.test)]
        {
            writeln!(io::stdout(), "{name}: {} positions: {}", samples.len(), training::test(&places, &row, samples))?;
        }
        Ok(())
    }
}

/// The parameters of a network.
fn read_network(path: &Path) -> anyhow::Result<(Places, Vec<f32>)> {
    let network = Network::open(path)?;
    let places = Places::new(network.architecture());
    let row = places.row_of(|name| network.tensor(name));
    Ok((places.clone(), row.ok_or_else(|| anyhow!("{}: a tensor is missing", path.display()))?))
}

fn read_log(path: &Path) -> anyhow::Result<Vec<Entry>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.lines().map(|line| serde_json::from_str(line).with_context(|| path.display().to_string())).collect()
}

/// Set when an interrupt has come. Nothing else is read by it.
fn interrupted() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).context("interrupts cannot be caught")?;
    Ok(stop)
}

/// Says how it goes, on stderr; if stderr cannot take it, nobody is there to see it.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
