//! The training of one network by `train.py`: positions, the script, and the export of its weights.

use crate::calibration;
use crate::errors::{Means, Table};
use crate::export;
use crate::interrupt::Interrupt;
use crate::network_file;
use crate::positions;
use crate::recipe::Recipe;
use crate::samples::{Samples, count, some};
use crate::say;
use crate::test::MOST_TESTED;
use anyhow::{Context, bail};
use onepure::network::Network;
use onepure::random::Randomness;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A training run.
#[derive(Clone, Debug)]
pub(crate) struct TrainingRun {
    /// The folder for everything that is written.
    pub(crate) output: PathBuf,
    /// The network whose weights it begins with.
    pub(crate) from: Option<PathBuf>,
    /// The name of the network.
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
    /// The errors on test games, by board and rule set, and `all`.
    pub(crate) test: BTreeMap<String, Means>,
}

/// The time between two looks whether the script has ended.
const MOMENT: Duration = Duration::from_millis(20);

impl TrainingRun {
    /// The file of the network.
    pub(crate) fn network(&self) -> PathBuf {
        self.output.join("network.safetensors")
    }

    /// Trains on files, the oldest first, until the last step or an interrupt, and writes the network. After an interrupt the same
    /// call continues.
    pub(crate) fn learn(&self, games: &[PathBuf], recipe: &Recipe, interrupt: &Interrupt) -> anyhow::Result<Summary> {
        fs::create_dir_all(&self.output).with_context(|| self.output.display().to_string())?;
        let mut random = Randomness::new(recipe.seed, 0);
        let mut samples = Samples::read(games, &recipe.sampling(), recipe.window, &mut random)?;
        if samples.training.is_empty() {
            bail!("no position to learn from in {} games", samples.games);
        }
        for (kind, of_kind) in &samples.training {
            let tested = samples.test.get(kind).map_or(0, Vec::len);
            say(&format!("{kind}: {} positions, {tested} for the test", of_kind.len()));
        }
        let positions = count(&samples.training);
        let file = self.output.join("positions.safetensors");
        positions::write(&samples, None, &file)?;
        // The script has the positions now. These are for the export and its test.
        samples.thin(calibration::GAMES, MOST_TESTED);
        let learned = self.train(&file, recipe, interrupt)?;
        let network = export::write(&learned, &self.name, &samples, &self.network())?;
        let test = Table::of(&network, &some(&samples.test, MOST_TESTED));
        say(&format!("test:\n{test}"));
        let steps = steps_of(learned.origin()).unwrap_or(recipe.steps);
        Ok(Summary { games: samples.games, positions, steps, test: test.named() })
    }

    fn checkpoint(&self) -> PathBuf {
        self.output.join("checkpoint.pt")
    }

    /// Runs the script, and returns the network of its weights. The script stops in order at a line of its input, and ends when its
    /// input does: it does not outlive this process.
    fn train(&self, positions: &Path, recipe: &Recipe, interrupt: &Interrupt) -> anyhow::Result<Network> {
        let weights = self.output.join("weights.safetensors");
        let mut command = recipe.python_command();
        command.arg("-B").arg(&recipe.script).arg(positions).arg("--output").arg(&weights);
        command.arg(format!("--name={}", self.name)).args(recipe.arguments());
        command.arg("--checkpoint").arg(self.checkpoint()).arg("--input-stops").stdin(Stdio::piped());
        if let Some(from) = &self.from {
            command.arg("--from").arg(from);
        }
        let wrong = || recipe.python.display().to_string();
        let mut child = command.spawn().with_context(wrong)?;
        let mut input = child.stdin.take();
        let status = loop {
            if let Some(status) = child.try_wait().with_context(wrong)? {
                break status;
            }
            if interrupt.has_arrived()
                && let Some(mut input) = input.take()
            {
                // It may have ended by itself.
                let _ = input.write_all(b"stop\n");
            }
            sleep(MOMENT);
        };
        match status.success() {
            true => network_file::open(&weights),
            false if interrupt.has_arrived() => bail!("interrupted in the training; the same command goes on"),
            false => bail!("{}: {status}", recipe.script.display()),
        }
    }

    /// Removes what only the training needs, once the network is written.
    pub(crate) fn clean(&self) {
        for file in [self.output.join("positions.safetensors"), self.checkpoint()] {
            // A file that cannot be removed only takes space.
            let _ = fs::remove_file(file);
        }
    }
}

impl Recipe {
    /// The Python that runs scripts. A Ctrl-C in the terminal does not reach it: this process tells it to stop.
    fn python_command(&self) -> Command {
        let mut command = Command::new(&self.python);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }

    /// Checks that there is a Python with what the script needs, before hours of games.
    pub(crate) fn check_python(&self) -> anyhow::Result<()> {
        let expected = "expected a Python with PyTorch and NumPy";
        let output = self.python_command().args(["-c", "import torch, numpy"]).stdin(Stdio::null()).output();
        let output = output.with_context(|| format!("{}: {expected}", self.python.display()))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.lines().last().unwrap_or_default();
            bail!("{}: {expected}, got \"{last}\"; docs/training.md says how to install them", self.python.display());
        }
        if !self.script.exists() {
            bail!("{}: expected the script that trains, got no file", self.script.display());
        }
        Ok(())
    }
}

/// The number of steps at the end of a network's origin: `…, 2000 steps of 512`.
fn steps_of(origin: &str) -> Option<u64> {
    origin.rsplit(", ").next()?.split_once(" steps of ")?.0.parse().ok()
}
