//! `positions`: games as tensors of positions, from which `train.py` learns.

use crate::data::{KatagoSample, Kind, Sample, Sampling, Teacher};
use crate::recipe::Recipe;
use crate::samples::{Samples, count};
use anyhow::{Context, bail};
use clap::Args;
use half::f16;
use onepure::network::AnyNetwork;
use onepure::random::Randomness;
use safetensors::tensor::{Dtype, TensorView};
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The `format` in the metadata of every file of positions.
const FORMAT: &str = "onepure-positions";

/// The owner of a point that is not known.
const UNKNOWN: f16 = f16::from_f32_const(127.0);

/// Games, and the selection of their positions.
#[derive(Debug, Args)]
pub(crate) struct Window {
    /// Files of training games, the oldest first
    #[arg(required = true, value_name = "GAMES.jsonl.gz")]
    games: Vec<PathBuf>,
    /// Maximum number of training positions; the newest are kept
    #[arg(long = "window", value_name = "N", default_value_t = Recipe::default().window)]
    most: usize,
    /// Fraction of positions without policy target to use, for outcome, score and ownership
    #[arg(long, value_name = "SHARE", default_value_t = Recipe::default().other_positions)]
    other_positions: f64,
    /// Weight of the search's win rate in the outcome target
    #[arg(long, value_name = "SHARE", default_value_t = Recipe::default().search_value)]
    search_value: f64,
    /// Seed of the random selection
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

impl Window {
    /// Reads the selected positions.
    pub(crate) fn read(&self, teacher: Teacher) -> anyhow::Result<Samples> {
        let recipe =
            Recipe { other_positions: self.other_positions, search_value: self.search_value, ..Recipe::default() };
        recipe.check()?;
        let mut random = Randomness::new(self.seed, 0);
        let sampling = Sampling { teacher, ..recipe.sampling() };
        Samples::read(&self.games, &sampling, self.most, &mut random)
    }
}

/// The arguments of `positions`.
#[derive(Debug, Args)]
pub(crate) struct Positions {
    #[command(flatten)]
    window: Window,
    /// Add the inputs of a KataGo network, for `label.py`. Positions inside trees are left out
    #[arg(long)]
    katago: bool,
    /// A network of either kind that predicts the targets. Positions inside trees are left out
    #[arg(long, value_name = "NETWORK", conflicts_with = "katago")]
    teacher: Option<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "POSITIONS.safetensors")]
    output: PathBuf,
}

/// A tensor for a file: type, shape, and bytes in little-endian order.
type Tensor = (Dtype, Vec<usize>, Vec<u8>);

impl Positions {
    /// Writes the positions, and prints their number on stdout.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let (teacher, named) = match &self.teacher {
            Some(path) => {
                let network = AnyNetwork::open(path).with_context(|| path.display().to_string())?;
                let name = match &network {
                    AnyNetwork::Onepure(network) => network.name().to_owned(),
                    AnyNetwork::Katago(network) => format!("KataGo's {}", network.name()),
                };
                (Teacher::Network(network), Some(name))
            }
            None if self.katago => (Teacher::Later, None),
            None => (Teacher::None, None),
        };
        let samples = self.window.read(teacher)?;
        write(&samples, named, &self.output)?;
        let (positions, tested) = (count(&samples.training), count(&samples.test));
        writeln!(
            io::stdout(),
            "{}: {} games, {positions} positions, {tested} for the test",
            self.output.display(),
            samples.games
        )?;
        Ok(())
    }
}

/// Writes samples to a file, with the name of the teacher that judged them if there is one.
pub(crate) fn write(samples: &Samples, teacher: Option<String>, path: &Path) -> anyhow::Result<()> {
    let parts = [("training", &samples.training), ("test", &samples.test)];
    let tensors: Vec<(String, Tensor)> = parts
        .into_iter()
        .flat_map(|(part, kinds)| kinds.iter().map(move |(kind, samples)| (part, kind, samples)))
        .flat_map(|(part, kind, samples)| of_kind(part, kind, samples))
        .collect();
    if tensors.is_empty() {
        bail!("no position in {} games", samples.games);
    }
    let views = tensors
        .iter()
        .map(|(name, (dtype, shape, bytes))| Ok((name, TensorView::new(*dtype, shape.clone(), bytes)?)))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mut metadata = HashMap::from([
        ("format".to_owned(), FORMAT.to_owned()),
        ("games".to_owned(), samples.games.to_string()),
        ("positions".to_owned(), count(&samples.training).to_string()),
    ]);
    metadata.extend(teacher.map(|name| ("teacher".to_owned(), name)));
    // Write in place: the file can have gigabytes and can be made again from the games at any time, so a copy for
    // atomic replacement is not worth its space.
    safetensors::serialize_to_file(views, Some(metadata), path).with_context(|| path.display().to_string())
}

/// The tensors of the positions of one board and rule set, named `9:one-pure:training:points` and so on.
fn of_kind(part: &str, kind: &Kind, samples: &[Sample]) -> Vec<(String, Tensor)> {
    let (number, points) = (samples.len(), kind.lines * kind.lines);
    let bits = bytes(samples.iter().flat_map(|sample| sample.points.iter().flat_map(|bits| bits.to_le_bytes())));
    let globals = floats(samples.iter().flat_map(|sample| sample.globals));
    let outcome = floats(samples.iter().flat_map(|sample| sample.target.outcome));
    let score = floats(samples.iter().map(|sample| sample.target.score.unwrap_or(f32::NAN)));
    let policy = samples.iter().flat_map(|sample| {
        let mut shares = vec![f16::ZERO; points + 1];
        for &(index, share) in &sample.target.policy {
            shares[usize::from(index)] = f16::from_f32(share);
        }
        shares.into_iter().flat_map(f16::to_le_bytes)
    });
    let deviation = floats(samples.iter().map(|sample| sample.target.deviation.unwrap_or(f32::NAN)));
    let ownership = samples.iter().flat_map(|sample| match &sample.target.ownership {
        Some(owners) => owners.iter().flat_map(|&owner| f16::from_f32(owner).to_le_bytes()).collect(),
        None => UNKNOWN.to_le_bytes().repeat(points),
    });
    let mut tensors = vec![
        ("points", (Dtype::I32, vec![number, points], bits)),
        ("globals", (Dtype::F32, vec![number, globals.len() / 4 / number], globals)),
        ("policy", (Dtype::F16, vec![number, points + 1], bytes(policy))),
        ("outcome", (Dtype::F32, vec![number, outcome.len() / 4 / number], outcome)),
        ("score", (Dtype::F32, vec![number], score)),
        ("deviation", (Dtype::F32, vec![number], deviation)),
        ("ownership", (Dtype::F16, vec![number, points], bytes(ownership))),
    ];
    let katago: Option<Vec<&KatagoSample>> = samples.iter().map(|sample| sample.katago.as_deref()).collect();
    if let Some(katago) = katago {
        let bits = bytes(katago.iter().flat_map(|of| of.points.iter().flat_map(|bits| bits.to_le_bytes())));
        let globals = floats(katago.iter().flat_map(|of| of.globals));
        tensors.push(("katago-points", (Dtype::I32, vec![number, points], bits)));
        tensors.push(("katago-globals", (Dtype::F32, vec![number, globals.len() / 4 / number], globals)));
    }
    let named = |(name, tensor)| (format!("{}:{}:{part}:{name}", kind.lines, kind.rules), tensor);
    tensors.into_iter().map(named).collect()
}

fn bytes(bytes: impl Iterator<Item = u8>) -> Vec<u8> {
    bytes.collect()
}

fn floats(numbers: impl Iterator<Item = f32>) -> Vec<u8> {
    bytes(numbers.flat_map(f32::to_le_bytes))
}
