//! `train`: from files of games to a network.

use crate::chart;
use crate::checkpoint;
use crate::export;
use crate::interrupt::Interrupt;
use crate::log::Entry;
use crate::losses::{Losses, Means};
use crate::network_file;
use crate::optimizer::AdamW;
use crate::parameters::Places;
use crate::recipe::Recipe;
use crate::samples::{Batches, Samples, count, some};
use crate::{say, training};
use anyhow::{Context, bail};
use clap::Args;
use onepure::files;
use onepure::random::{Randomness, mixed_seed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The arguments of `train`.
#[derive(Debug, Args)]
pub(crate) struct Train {
    /// Files of training games, the oldest first
    #[arg(required = true, value_name = "GAMES.jsonl.gz")]
    games: Vec<PathBuf>,
    #[command(flatten)]
    lesson: Lesson,
    #[command(flatten)]
    recipe: Recipe,
}

/// The start and the output of a training run.
#[derive(Clone, Debug, Args)]
pub(crate) struct Lesson {
    /// Folder for checkpoint, log, curves and network.safetensors
    #[arg(long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Start from the weights of this network
    #[arg(long, value_name = "NETWORK.safetensors")]
    pub(crate) from: Option<PathBuf>,
    /// The name of the network
    #[arg(long)]
    pub(crate) name: String,
}

/// The training data, and the errors on the test data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Summary {
    /// The number of games.
    pub(crate) games: usize,
    /// The number of training positions.
    pub(crate) positions: usize,
    /// The number of steps.
    pub(crate) steps: u64,
    /// The last test, by board and rule set, and `all`; empty without test games.
    pub(crate) test: BTreeMap<String, Means>,
}

/// Steps per line of the log, and lines per test.
const STEPS_A_LINE: u64 = 100;
const LINES_A_TEST: u64 = 5;

/// Maximum number of test positions per board and rule set.
const MOST_TESTED: usize = 1_500;

impl Train {
    /// Trains until the last step or an interrupt.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        self.lesson.learn(&self.games, &self.recipe, &Interrupt::install()?)?;
        let network = self.lesson.network();
        let origin = network_file::open(&network)?.origin().to_owned();
        writeln!(io::stdout(), "{}: {}, {origin}", network.display(), self.recipe.architecture)?;
        Ok(())
    }
}

impl Lesson {
    /// The file of the network.
    pub(crate) fn network(&self) -> PathBuf {
        self.output.join("network.safetensors")
    }

    /// Trains on files, the oldest first, until the last step or an interrupt, and writes the network.
    pub(crate) fn learn(&self, games: &[PathBuf], recipe: &Recipe, interrupt: &Interrupt) -> anyhow::Result<Summary> {
        recipe.check()?;
        fs::create_dir_all(&self.output).with_context(|| self.output.display().to_string())?;
        let begun = Instant::now();
        let mut random = Randomness::new(recipe.seed, 0);
        let samples = Samples::read(games, &recipe.sampling(), recipe.window, &mut random)?;
        if samples.training.is_empty() {
            bail!("no position to learn from in {} games", samples.games);
        }
        let batches = Batches::new(&samples.training, &recipe.weights)?;
        let test = some(&samples.test, MOST_TESTED);
        for (kind, of_kind) in &samples.training {
            let tested = test.get(kind).map_or(0, Vec::len);
            say(&format!("{kind}: {} positions, {tested} for the test", of_kind.len()));
        }
        let seconds = begun.elapsed().as_secs_f64();
        say(&format!("{} games, {} positions, read in {seconds:.1} s", samples.games, count(&samples.training)));
        let checkpoint = self.output.join("checkpoint.safetensors");
        let (places, mut optimizer) = self.begin(&checkpoint, recipe)?;
        let mut entries = read_log(&self.log())?;
        entries.retain(|entry| entry.step <= optimizer.steps);
        // Draw other batches than the run that this one continues.
        let mut random = Randomness::new(mixed_seed(recipe.seed, optimizer.steps), 0);
        let weights = recipe.weights_of_losses();
        let (mut losses, mut begun) = (Losses::default(), Instant::now());
        while optimizer.steps < recipe.steps {
            let pace = recipe.pace_at(optimizer.steps);
            let batch = batches.draw(recipe.batch, &mut random);
            losses = losses.plus(training::step(&places, &mut optimizer, &batch, &weights, &pace));
            let step = optimizer.steps;
            let is_last = step == recipe.steps || interrupt.has_arrived();
            if step.is_multiple_of(STEPS_A_LINE) || is_last {
                let speed = losses.positions / begun.elapsed().as_secs_f64();
                let is_tested = !test.is_empty() && (is_last || step.is_multiple_of(STEPS_A_LINE * LINES_A_TEST));
                let tested = is_tested.then(|| training::test(&places, &optimizer.average, &test));
                let means = losses.means();
                say(&format!("step {step} of {}, {speed:.0} samples a second: {means}", recipe.steps));
                if let Some(tested) = &tested {
                    say(&format!("test:\n{tested}"));
                    checkpoint::write(&checkpoint, &places.architecture, &optimizer)?;
                }
                entries.push(Entry::new(step, pace.rate, speed, means, tested.as_ref()));
                self.write_log(&entries)?;
                (losses, begun) = (Losses::default(), Instant::now());
            }
            if interrupt.has_arrived() && step < recipe.steps {
                checkpoint::write(&checkpoint, &places.architecture, &optimizer)?;
                bail!("interrupted after {step} of {} steps; the same command goes on", recipe.steps);
            }
        }
        checkpoint::write(&checkpoint, &places.architecture, &optimizer)?;
        self.export(&places, &optimizer.average, &samples, recipe)?;
        let test = training::test(&places, &optimizer.average, &test).named();
        let positions = count(&samples.training);
        Ok(Summary { games: samples.games, positions, steps: optimizer.steps, test })
    }

    /// The checkpoint of an earlier run, or an initial state.
    fn begin(&self, checkpoint: &Path, recipe: &Recipe) -> anyhow::Result<(Places, AdamW)> {
        if checkpoint.exists() {
            let (places, optimizer) = checkpoint::read(checkpoint)?;
            say(&format!("goes on after {} steps", optimizer.steps));
            return Ok((places, optimizer));
        }
        let Some(from) = &self.from else {
            let places = Places::new(&recipe.architecture.0);
            let row = places.random(recipe.seed);
            return Ok((places, AdamW::new(row)));
        };
        let (places, row) = Places::of_network(&network_file::open(from)?)?;
        Ok((places, AdamW::new(row)))
    }

    fn log(&self) -> PathBuf {
        self.output.join("log.jsonl")
    }

    /// Writes the log and its chart.
    fn write_log(&self, entries: &[Entry]) -> anyhow::Result<()> {
        let lines =
            entries.iter().map(|entry| Ok(serde_json::to_string(entry)? + "\n")).collect::<anyhow::Result<String>>()?;
        for (path, text) in [(self.log(), lines), (self.output.join("curves.svg"), chart::curves(entries))] {
            files::replace(&path, text).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }

    /// Writes the network with the description of its training.
    fn export(&self, places: &Places, row: &[f32], samples: &Samples, recipe: &Recipe) -> anyhow::Result<()> {
        let origin = format!(
            "own games of onepure {}: {} games, {} positions, {} steps of {}",
            env!("CARGO_PKG_VERSION"),
            samples.games,
            count(&samples.training),
            recipe.steps,
            recipe.batch,
        );
        export::write(places, row, samples, &self.name, &origin, &self.network())
    }
}

fn read_log(path: &Path) -> anyhow::Result<Vec<Entry>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.lines().map(|line| serde_json::from_str(line).with_context(|| path.display().to_string())).collect()
}
