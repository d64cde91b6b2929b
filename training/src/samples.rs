//! Reading files of training games, and drawing batches of their positions.

use crate::data::{Kind, Sample, Sampling, of_game};
use anyhow::{Context, bail};
use onepure::arena::selfplay::{TrainingGame, TrainingGames};
use onepure::random::Randomness;
use rand::RngExt;
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Samples by board and rule set.
pub(crate) type ByKind = BTreeMap<Kind, Vec<Sample>>;

/// Training samples, and test samples from other games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    /// The training samples.
    pub(crate) training: ByKind,
    /// The test samples.
    pub(crate) test: ByKind,
    /// The number of games read.
    pub(crate) games: usize,
}

/// Every `TEST_GAMES`-th game is a test game.
const TEST_GAMES: usize = 20;

/// Games converted to samples at a time.
const GAMES_AT_A_TIME: usize = 256;

impl Samples {
    /// Reads files, given from the oldest to the newest, from the newest on until there are `most` training positions.
    pub(crate) fn read(
        files: &[PathBuf],
        sampling: &Sampling,
        most: usize,
        random: &mut Randomness,
    ) -> anyhow::Result<Self> {
        let mut samples = Self::default();
        let mut positions = 0;
        for file in files.iter().rev() {
            let games = TrainingGames::open(file)?.collect::<Result<Vec<_>, _>>()?;
            for games in games.rchunks(GAMES_AT_A_TIME) {
                if positions < most {
                    positions += samples.add(file, games, sampling, random)?;
                }
            }
        }
        Ok(samples)
    }

    /// Adds games of a file. Returns the number of training positions among them.
    fn add(
        &mut self,
        file: &Path,
        games: &[TrainingGame],
        sampling: &Sampling,
        random: &mut Randomness,
    ) -> anyhow::Result<usize> {
        let seeds: Vec<u64> = games.iter().map(|_| random.random()).collect();
        let of_games: Vec<Vec<Sample>> = games
            .par_iter()
            .zip(seeds)
            .map(|(game, seed)| {
                let wrong = || format!("{}: game {}", file.display(), game.game);
                of_game(game, sampling, seed).with_context(wrong)
            })
            .collect::<anyhow::Result<_>>()?;
        let mut positions = 0;
        for (game, of_game) in games.iter().zip(of_games) {
            let kind = Kind { lines: game.size, rules: game.rules.clone() };
            let is_tested = game.game % TEST_GAMES == 0;
            if !is_tested {
                positions += of_game.len();
            }
            let into = if is_tested { &mut self.test } else { &mut self.training };
            if !of_game.is_empty() {
                into.entry(kind).or_default().extend(of_game);
            }
        }
        self.games += games.len();
        Ok(positions)
    }
}

/// The number of samples.
pub(crate) fn count(samples: &ByKind) -> usize {
    samples.values().map(Vec::len).sum()
}

/// Up to `most` samples of each kind, evenly spaced.
pub(crate) fn some(samples: &ByKind, most: usize) -> BTreeMap<Kind, Vec<&Sample>> {
    let spread = |samples: &'_ Vec<Sample>| samples.len().div_ceil(most).max(1);
    samples.iter().map(|(kind, samples)| (kind.clone(), samples.iter().step_by(spread(samples)).collect())).collect()
}

/// The sampling weight of a board, or of a board under one rule set.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Weight {
    lines: usize,
    rules: Option<String>,
    share: f64,
}

impl std::str::FromStr for Weight {
    type Err = String;

    /// Parses a board, optionally with rules, and a weight: `19=2`, `9:one-pure=1`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "lines and a weight of 0 or more, such as 19=2 or 9:one-pure=1".to_owned();
        let (kind, weight) = text.split_once('=').ok_or_else(wrong)?;
        let (lines, rules) =
            kind.split_once(':').map_or((kind, None), |(lines, rules)| (lines, Some(rules.to_owned())));
        let lines = lines.parse().ok().filter(|lines| (5..=19).contains(lines)).ok_or_else(wrong)?;
        let weight = weight.parse().ok().filter(|weight| (0.0..=1e6).contains(weight)).ok_or_else(wrong)?;
        Ok(Self { lines, rules, share: weight })
    }
}

impl TryFrom<String> for Weight {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map_err(|expected| format!("`{text}` is no weight: {expected}"))
    }
}

/// A drawn sample, and the symmetry to apply to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw<'s> {
    /// The position.
    pub(crate) sample: &'s Sample,
    /// The number of the symmetry.
    pub(crate) symmetry: usize,
}

/// The source of random batches, each with one board size.
#[derive(Debug)]
pub(crate) struct Batches<'s> {
    sizes: Vec<Vec<(f64, &'s [Sample])>>,
}

impl<'s> Batches<'s> {
    /// Batches of these samples. Without weights all samples are equally likely. With weights a kind is drawn in
    /// proportion to its weight; the weight of a board without rules is divided among its kinds by their numbers of
    /// positions.
    pub(crate) fn new(samples: &'s ByKind, weights: &[Weight]) -> anyhow::Result<Self> {
        let mut sizes: BTreeMap<usize, Vec<(f64, &[Sample])>> = BTreeMap::new();
        for (kind, of_kind) in samples {
            let weight = if weights.is_empty() { of_kind.len() as f64 } else { weight(kind, samples, weights)? };
            if weight > 0.0 {
                sizes.entry(kind.lines).or_default().push((weight, of_kind));
            }
        }
        if sizes.is_empty() {
            bail!("no position to learn from: all weights are 0");
        }
        Ok(Self { sizes: sizes.into_values().collect() })
    }

    /// A random batch with one board size, each sample with a random symmetry.
    pub(crate) fn draw(&self, size: usize, random: &mut Randomness) -> Vec<Draw<'s>> {
        let all = |kinds: &Vec<(f64, &[Sample])>| kinds.iter().map(|(weight, _)| weight).sum();
        let kinds = &self.sizes[drawn(&self.sizes, all, random)];
        let draw = |_| {
            let (_, samples) = kinds[drawn(kinds, |&(weight, _)| weight, random)];
            let sample = &samples[random.random_range(0..samples.len())];
            Draw { sample, symmetry: random.random_range(0..8) }
        };
        (0..size).map(draw).collect()
    }
}

/// The weight of a kind: the one that names its rules, or its part of the one for its board.
fn weight(kind: &Kind, samples: &ByKind, weights: &[Weight]) -> anyhow::Result<f64> {
    let of_board = |weight: &&Weight| weight.lines == kind.lines;
    let is_named = |kind: &Kind| {
        weights.iter().any(|weight| weight.rules.as_ref() == Some(&kind.rules) && weight.lines == kind.lines)
    };
    if let Some(named) = weights.iter().filter(of_board).find(|weight| weight.rules.as_ref() == Some(&kind.rules)) {
        return Ok(named.share);
    }
    let Some(board) = weights.iter().filter(of_board).find(|weight| weight.rules.is_none()) else {
        bail!("--weights says nothing of {kind}: {}=1 would, or {}:{}=1", kind.lines, kind.lines, kind.rules);
    };
    let others = samples.iter().filter(|(other, _)| other.lines == kind.lines && !is_named(other));
    let positions: usize = others.map(|(_, samples)| samples.len()).sum();
    Ok(board.share * samples[kind].len() as f64 / positions as f64)
}

/// The index of a random item, with a probability proportional to its weight.
fn drawn<T>(items: &[T], weight: impl Fn(&T) -> f64, random: &mut Randomness) -> usize {
    let mut rest = random.random::<f64>() * items.iter().map(&weight).sum::<f64>();
    let found = items.iter().position(|item| {
        rest -= weight(item);
        rest < 0.0
    });
    found.unwrap_or(items.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::game;

    fn samples(kinds: &[(usize, &str, usize)]) -> ByKind {
        let sampling = Sampling::default();
        let sample = of_game(&game(), &sampling, 0).expect("positions").remove(0);
        let of_kind = |&(lines, rules, number): &(usize, &str, usize)| {
            let points = vec![1; lines * lines].into();
            let sample = Sample { lines, points, ..sample.clone() };
            (Kind { lines, rules: rules.to_owned() }, vec![sample; number])
        };
        kinds.iter().map(of_kind).collect()
    }

    /// The fractions in which the kinds are drawn.
    fn shares(samples: &ByKind, weights: &[&str]) -> Vec<f64> {
        let weights: Vec<Weight> = weights.iter().map(|weight| weight.parse().expect("a weight")).collect();
        let batches = Batches::new(samples, &weights).expect("batches");
        let mut random = Randomness::new(2, 0);
        let mut seen = vec![0.0; samples.len()];
        for _ in 0..4000 {
            let batch = batches.draw(4, &mut random);
            assert!(batch.len() == 4 && batch.iter().all(|draw| draw.sample.lines == batch[0].sample.lines));
            for draw in batch {
                let is_in = |samples: &Vec<Sample>| samples.as_ptr_range().contains(&std::ptr::from_ref(draw.sample));
                seen[samples.values().position(is_in).expect("one of them")] += 1.0 / 16_000.0;
            }
        }
        seen
    }

    #[test]
    fn positions_are_drawn_by_their_weights() {
        let samples = samples(&[(5, "chinese", 10), (5, "one-pure", 30), (6, "chinese", 60)]);
        for (weights, expected) in [
            (&[][..], [0.1, 0.3, 0.6]),
            (&["5=1", "6=1"], [0.125, 0.375, 0.5]),
            (&["5:one-pure=1", "5=1", "6=2"], [0.25, 0.25, 0.5]),
            (&["5=0", "6=1"], [0.0, 0.0, 1.0]),
        ] {
            for (found, expected) in shares(&samples, weights).into_iter().zip(expected) {
                assert!((found - expected).abs() < 0.03, "{weights:?}: {found} and not {expected}");
            }
        }
    }

    #[test]
    fn weights_that_leave_something_out_are_refused() {
        let samples = samples(&[(5, "chinese", 1), (6, "chinese", 1)]);
        for (weights, expected) in
            [("5=1", "--weights says nothing of 6x6 chinese: 6=1 would"), ("6=0", "nothing of 5x5")]
        {
            let error = Batches::new(&samples, &[weights.parse().expect("a weight")]).expect_err("refused");
            assert!(error.to_string().contains(expected), "{error}");
        }
        for text in ["19", "4=1", "9=-1", "9=x", "nine=1"] {
            assert!(text.parse::<Weight>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_file_that_is_missing_is_named() {
        let sampling = Sampling::default();
        let mut random = Randomness::new(0, 0);
        let missing = Samples::read(&[PathBuf::from("missing.gz")], &sampling, 1, &mut random);
        assert!(missing.expect_err("refused").to_string().contains("missing.gz"));
    }
}
