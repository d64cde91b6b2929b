//! The settings of a loop of generations, from a TOML file.

use crate::recipe::Recipe;
use anyhow::{Context, anyhow, bail};
use onepure::arena::schedule::{MatchSettings, Openings};
use onepure::arena::selfplay::SelfplaySettings;
use onepure::arena::statistics::Sprt;
use onepure::arena::{PlayerSettings, Program};
use onepure::engine::{NetworkChoice, Settings};
use onepure::files;
use onepure::geometry::BoardSize;
use onepure::rules::Ruleset;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The settings of a loop of generations.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LoopSettings {
    /// The prefix of networks' names; the generation's number follows.
    pub(super) name: String,
    /// The number of generations.
    pub(super) generations: usize,
    /// The network of the first games: a file, or `none` for playouts alone.
    #[serde(default = "none")]
    pub(super) network: String,
    /// Additional files of games to train on, the oldest first.
    #[serde(default)]
    pub(super) games: Vec<PathBuf>,
    /// The number of recent generations to train on.
    #[serde(default = "window")]
    pub(super) window: usize,
    /// The games of each generation, as in `onepure selfplay`. Each generation gets its own seed.
    pub(super) selfplay: SelfplaySettings,
    /// The training settings.
    #[serde(default)]
    pub(super) training: Recipe,
    /// The matches of a new network. It replaces the best one if it passes those against the best.
    #[serde(rename = "match")]
    pub(super) matches: Vec<Test>,
}

/// A match of a new network.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Test {
    /// The opponent.
    #[serde(default)]
    pub(super) against: Opponent,
    /// The name of the rule set.
    pub(super) rules: String,
    /// The number of lines.
    pub(super) size: usize,
    /// The komi; `None` for that of the rules.
    #[serde(default)]
    pub(super) komi: Option<f64>,
    /// Seconds per move for both players. So a better but slower network may fail.
    #[serde(default)]
    time: Option<f64>,
    /// Visits per move, instead of a time.
    #[serde(default)]
    visits: Option<u64>,
    /// The maximum number of games.
    games: usize,
    /// The Elo differences of the hypotheses of a sequential test, which may end the match early.
    #[serde(default)]
    sprt: Option<[f64; 2]>,
    /// Random placements before the first move.
    #[serde(default = "random_opening")]
    random_opening: usize,
}

/// The opponent of a new network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Opponent {
    /// The best network so far. The new network must win.
    #[default]
    Best,
    /// The engine without a network, to measure progress.
    Playouts,
}

fn none() -> String {
    "none".to_owned()
}

fn window() -> usize {
    4
}

fn random_opening() -> usize {
    4
}

/// The error rates of a sequential test.
const ERRORS: f64 = 0.05;

/// Memory of a search in MiB. It is small because the searches are short.
const MEMORY: usize = 64;

impl LoopSettings {
    /// Reads the settings from a file. Its paths are relative to the working directory.
    pub(super) fn load(path: &Path) -> anyhow::Result<Self> {
        let read = || {
            let text = files::read_text(path)?;
            let settings: Self = toml::from_str(&text).map_err(|error| one_line(&error, &text))?;
            settings.check()?;
            Ok::<_, anyhow::Error>(settings)
        };
        read().with_context(|| path.display().to_string())
    }

    fn check(&self) -> anyhow::Result<()> {
        self.selfplay.check().context("selfplay")?;
        self.training.check().context("training")?;
        if self.window == 0 || self.generations == 0 {
            bail!("window and generations are at least 1");
        }
        if !self.matches.iter().any(|test| test.against == Opponent::Best) {
            bail!("no [[match]] against the best network, which a new one has to pass");
        }
        for test in &self.matches {
            test.settings(NetworkChoice::None, NetworkChoice::None, 0).with_context(|| format!("match {test}"))?;
        }
        Ok(())
    }

    /// The self-play settings of a generation.
    pub(super) fn selfplay(&self, generation: usize) -> SelfplaySettings {
        let seed = self.selfplay.seed.wrapping_add((generation as u64) << 32);
        SelfplaySettings { seed, ..self.selfplay.clone() }
    }
}

fn one_line(error: &toml::de::Error, text: &str) -> anyhow::Error {
    let line = error.span().map(|span| 1 + text.bytes().take(span.start).filter(|&byte| byte == b'\n').count());
    let message = error.message().lines().collect::<Vec<_>>().join("; ");
    line.map_or_else(|| anyhow!("{message}"), |line| anyhow!("line {line}: {message}"))
}

/// The engine's settings for self-play and matches, with or without a network.
pub(super) fn engine(network: NetworkChoice) -> Settings {
    Settings { network, threads: 1, memory: MEMORY, ..Settings::default() }
}

impl Test {
    /// The match of the new network, the first player, against another one.
    pub(super) fn settings(
        &self,
        new: NetworkChoice,
        other: NetworkChoice,
        seed: u64,
    ) -> anyhow::Result<MatchSettings> {
        let ruleset = Ruleset::named(&self.rules).ok_or_else(|| {
            let possible = Ruleset::ALL.map(|ruleset| ruleset.name).join(", ");
            anyhow!("rules: expected {possible}; got `{}`", self.rules)
        })?;
        let size = BoardSize::for_play(self.size).map_err(|error| anyhow!("{error}"))?;
        let time = match (self.time, self.visits) {
            (Some(seconds), None) if seconds > 0.0 && seconds <= 3600.0 => Some(Duration::from_secs_f64(seconds)),
            (None, Some(visits)) if visits > 0 => None,
            _ => bail!("time, up to 3600 seconds, or visits, 1 at least: one of the two"),
        };
        let player = |name: &str, network: NetworkChoice| {
            let settings = Settings { time, visits: self.visits, ..engine(network) };
            PlayerSettings { name: name.to_owned(), program: Program::Builtin(Box::new(settings)) }
        };
        let sprt = self.sprt.map(|[elo0, elo1]| Sprt::new(elo0, elo1, ERRORS, ERRORS)).transpose()?;
        let settings = MatchSettings {
            komi: self.komi,
            games: self.games,
            sprt,
            openings: Openings::Random(self.random_opening),
            seed,
            ..MatchSettings::new(vec![player("new", new), player("other", other)], ruleset, size)
        };
        settings.check()?;
        Ok(settings)
    }
}

impl std::fmt::Display for Test {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let against = match self.against {
            Opponent::Best => "the best",
            Opponent::Playouts => "playouts",
        };
        write!(f, "{0}x{0} {1}, against {against}", self.size, self.rules)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) const GOOD: &str = "name = \"a\"\ngenerations = 2\n[selfplay]\ngames = 4\n[[selfplay.mix]]\nrules = \"chinese\"\nsize = 5\nkomi = 2\n\
        [training]\nsteps = 10\narchitecture = \"1b16c\"\nweights = [\"5=1\"]\n\
        [[match]]\nrules = \"chinese\"\nsize = 5\nvisits = 4\ngames = 2\n";

    fn read(text: &str) -> anyhow::Result<LoopSettings> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("loop.toml");
        std::fs::write(&file, text).expect("written");
        LoopSettings::load(&file)
    }

    #[test]
    fn what_is_left_out_has_a_default() {
        let settings = read(GOOD).expect("settings");
        assert_eq!((settings.window, settings.network.as_str(), settings.training.steps), (4, "none", 10));
        assert_ne!(settings.selfplay(1).seed, settings.selfplay(2).seed);
    }

    #[test]
    fn what_is_wrong_is_said_in_a_line() {
        for (from, to, expected) in [
            ("generations = 2", "generations = 0", "window and generations are at least 1"),
            ("games = 4", "games = 0", "games is 0"),
            ("visits = 4", "", "time, up to 3600 seconds, or visits"),
            ("visits = 4", "visits = 4\nagainst = \"playouts\"", "no [[match]] against the best network"),
            ("visits = 4", "visit = 4", "unknown field `visit`"),
            ("\"1b16c\"", "\"1b17c\"", "`1b17c` is no architecture"),
            ("\"5=1\"", "\"5\"", "`5` is no weight"),
            ("steps = 10", "rate = -1", "rate: expected a number from 0 to 1000, got -1"),
        ] {
            assert!(GOOD.contains(from), "{from}");
            let error = format!("{:#}", read(&GOOD.replacen(from, to, 1)).expect_err("refused"));
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
    }
}
