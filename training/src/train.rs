//! `train`: from files of games to a network.

use crate::calibration::{agreement, calibrate};
use crate::chart;
use crate::checkpoint;
use crate::data::Sampling;
use crate::log::Entry;
use crate::loss::Weights;
use crate::losses::Losses;
use crate::optimizer::AdamW;
use crate::parameters::{self, ACTIVATIONS, Places};
use crate::samples::{Batches, Samples, Weight, count, some};
use crate::test::read_network;
use crate::{say, training};
use anyhow::{Context, bail};
use clap::Args;
use onepure::network::{Architecture, Network};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The arguments of `train`.
#[derive(Debug, Args)]
pub(crate) struct Train {
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
    /// How often boards, perhaps of one rule system, are drawn: 9=1,19=2 or 9:one-pure=1
    /// [default: each position as often as the others]
    #[arg(long, value_name = "LINES=W,..", value_delimiter = ',')]
    weights: Vec<Weight>,
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

fn architecture(text: &str) -> Result<Architecture, String> {
    let parsed = text.strip_suffix('c').and_then(|text| text.split_once('b')).and_then(|(blocks, channels)| {
        let (blocks, channels): (usize, usize) = (blocks.parse().ok()?, channels.parse().ok()?);
        ((1..=40).contains(&blocks) && (16..=512).contains(&channels) && channels.is_multiple_of(16))
            .then_some((blocks, channels))
    });
    let (blocks, channels) = parsed.ok_or("blocks and channels, a multiple of 16, such as 4b32c")?;
    Ok(parameters::shape(blocks, channels))
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "a share from 0 to 1".to_owned())
}

/// Steps between two lines of the log, and lines between two tests.
const STEPS_A_LINE: u64 = 100;
const LINES_A_TEST: u64 = 5;

/// Positions of each board and rule system in a test at most.
const MOST_TESTED: usize = 1_500;

/// Steps in which the learning rate rises.
const WARM_UP: u64 = 100;

/// The learning rate ends at this share of the first.
const LAST_RATE: f32 = 0.05;

impl Train {
    /// Trains to the end, or until it is interrupted.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        if self.batch == 0 || self.steps == 0 {
            bail!("--batch and --steps are at least 1");
        }
        fs::create_dir_all(&self.output).with_context(|| self.output.display().to_string())?;
        let begun = Instant::now();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let sampling = Sampling { other_positions: self.other_positions, search_value: self.search_value as f32 };
        let samples = Samples::read(&self.games, &sampling, self.window, &mut random)?;
        if samples.training.is_empty() {
            bail!("no position to learn from in {} games", samples.games);
        }
        let batches = Batches::new(&samples.training, &self.weights)?;
        let test = some(&samples.test, MOST_TESTED);
        for (kind, of_kind) in &samples.training {
            let tested = test.get(kind).map_or(0, Vec::len);
            say(&format!("{kind}: {} positions, {tested} for the test", of_kind.len()));
        }
        let seconds = begun.elapsed().as_secs_f64();
        say(&format!("{} games, {} positions, read in {seconds:.1} s", samples.games, count(&samples.training)));
        let checkpoint = self.output.join("checkpoint.safetensors");
        let (places, mut optimizer) = self.begin(&checkpoint)?;
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
                let tested = is_tested.then(|| training::test(&places, &optimizer.average, &test));
                let means = losses.means();
                say(&format!("step {step} of {}, {speed:.0} samples a second: {means}", self.steps));
                if let Some(tested) = &tested {
                    say(&format!("test:\n{tested}"));
                    checkpoint::write(&checkpoint, &places.architecture, &optimizer)?;
                }
                entries.push(Entry::new(step, rate, speed, means, tested.as_ref()));
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
        let origin = format!(
            "own games of onepure {}: {} games, {} positions, {} steps of {}",
            env!("CARGO_PKG_VERSION"),
            samples.games,
            count(&samples.training),
            self.steps,
            self.batch,
        );
        let tensors = places.to_tensors(row);
        let network = |ranges: &[f32]| {
            let mut tensors = tensors.clone();
            tensors.insert(ACTIVATIONS.to_owned(), ranges.to_vec());
            Ok(Network::from_tensors(places.architecture.clone(), &self.name, &origin, tensors)?)
        };
        let ranges = calibrate(places, row, &samples.training, network)?;
        let network = network(&ranges)?;
        say(&agreement(&network, &samples.test)?);
        let path = self.output.join("network.safetensors");
        fs::write(&path, network.to_bytes()).with_context(|| path.display().to_string())?;
        writeln!(io::stdout(), "{}: {}, {origin}", path.display(), places.architecture)?;
        Ok(())
    }
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
