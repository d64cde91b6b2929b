//! Reading files of training games.

use crate::data::{Kind, Sample, Sampling, of_game};
use anyhow::Context;
use onepure::arena::selfplay::{TrainingGame, TrainingGames};
use onepure::random::Randomness;
use rand::RngExt;
use rayon::prelude::*;
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

    /// Keeps up to these numbers of evenly spaced samples of each kind.
    pub(crate) fn thin(&mut self, training: usize, test: usize) {
        for (samples, most) in [(&mut self.training, training), (&mut self.test, test)] {
            for of_kind in samples.values_mut() {
                let spread = spread(of_kind.len(), most);
                *of_kind = std::mem::take(of_kind).into_iter().step_by(spread).collect();
            }
        }
    }
}

/// The number of samples.
pub(crate) fn count(samples: &ByKind) -> usize {
    samples.values().map(Vec::len).sum()
}

/// Up to `most` samples of each kind, evenly spaced.
pub(crate) fn some(samples: &ByKind, most: usize) -> BTreeMap<Kind, Vec<&Sample>> {
    samples
        .iter()
        .map(|(kind, samples)| (kind.clone(), samples.iter().step_by(spread(samples.len(), most)).collect()))
        .collect()
}

/// The step that takes at most `most` of this number of samples.
fn spread(samples: usize, most: usize) -> usize {
    samples.div_ceil(most).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_missing_is_named() {
        let sampling = Sampling::default();
        let mut random = Randomness::new(0, 0);
        let missing = Samples::read(&[PathBuf::from("missing.gz")], &sampling, 1, &mut random);
        assert!(missing.expect_err("refused").to_string().contains("missing.gz"));
    }
}
