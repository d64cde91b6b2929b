//! The settings of self-play.

use onepure_rules::files;
use onepure_rules::geometry::BoardSize;
use onepure_rules::rules::{Ruleset, fixed_handicap};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The settings of self-play. With equal settings, engine and network, a game with a given number has the same moves on
/// every machine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SelfplaySettings {
    /// The number of games.
    pub games: usize,
    /// The seed of all games.
    #[serde(default)]
    pub seed: u64,
    /// Visits of a full search. Its distribution of visits becomes a policy target.
    #[serde(default = "defaults::full_visits")]
    pub full_visits: u64,
    /// Visits of a fast search, which only chooses a move.
    #[serde(default = "defaults::fast_visits")]
    pub fast_visits: u64,
    /// Simulations after which a position in the tree of a full search becomes a target as well; 0 for none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tree_visits: u64,
    /// The fraction of moves with a full search, 0 to 1.
    #[serde(default = "defaults::full_share")]
    pub full_share: f64,
    /// The turns after the opening in which every search is full: few positions of the games are openings of large boards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub full_turns: usize,
    /// The fraction of the positions of fast searches that get a full search after the game, 0 to 1. Surprising ones are drawn sooner.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reanalysis: f64,
    /// The fraction of Dirichlet noise in the root prior of a full search, 0 to 1. Without a network it has no effect.
    #[serde(default = "defaults::root_noise")]
    pub root_noise: f64,
    /// The maximum of random placements at the start. Every number up to it is equally likely.
    #[serde(default = "defaults::random_opening")]
    pub random_opening: usize,
    /// The temperature of the first move. A move's probability is proportional to `visits^(1/temperature)`.
    #[serde(default = "defaults::temperature")]
    pub temperature: f64,
    /// The temperature in the limit. The difference to it halves every N moves on a board of N lines.
    #[serde(default = "defaults::final_temperature")]
    pub final_temperature: f64,
    /// The fraction of the network in values that older files name. Nothing reads it: a network's values are no longer mixed with playouts.
    #[serde(default, skip_serializing)]
    pub network_share: IgnoredAny,
    /// The win rate below which a colour resigns if it lasts for some turns of both colours; 0 for never.
    #[serde(default, skip_serializing_if = "is_default")]
    pub resign_below: f64,
    /// The fraction of games without resignation. They show how often resigning would have been wrong, and let the
    /// network learn how games end.
    #[serde(default = "defaults::never_resign")]
    pub never_resign: f64,
    /// The boards and rule sets; at least one.
    #[serde(rename = "mix")]
    pub mixes: Vec<Mix>,
}

/// A board and a rule set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Mix {
    /// The weight of this entry when a game is drawn.
    #[serde(default = "defaults::weight")]
    pub weight: f64,
    /// The name of the rule set.
    pub rules: String,
    /// The number of lines of the board, 5 to 19.
    pub size: usize,
    /// The mean of the komi.
    pub komi: f64,
    /// The standard deviation of the komi, which is drawn from a normal distribution and rounded to half a point.
    #[serde(default)]
    pub komi_deviation: f64,
    /// The maximum of handicap stones of Black on star points, 2 to 9; 0 for none. Every number from 2 up to it is equally likely.
    #[serde(default, skip_serializing_if = "is_default")]
    pub handicap: usize,
    /// Visits of a full search, if other than for the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_visits: Option<u64>,
    /// Visits of a fast search, if other than for the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fast_visits: Option<u64>,
    /// The win rate below which a colour resigns, if other than for the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign_below: Option<f64>,
    /// The maximum of fast-search moves at the start, before the random placements. Every number up to it is equally
    /// likely. The opening is no training data.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fast_opening: usize,
    /// The maximum of random placements, if other than for the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_opening: Option<usize>,
    /// Whether to add the estimated lead after the opening to the komi. Without it, many random placements decide the
    /// game from the start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub even_komi: bool,
}

/// For fields that are left out where they say nothing.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

mod defaults {
    pub(super) fn full_visits() -> u64 {
        200
    }
    pub(super) fn fast_visits() -> u64 {
        40
    }
    pub(super) fn full_share() -> f64 {
        0.25
    }
    pub(super) fn root_noise() -> f64 {
        0.25
    }
    pub(super) fn random_opening() -> usize {
        4
    }
    pub(super) fn temperature() -> f64 {
        0.8
    }
    pub(super) fn final_temperature() -> f64 {
        0.2
    }
    pub(super) fn never_resign() -> f64 {
        0.2
    }
    pub(super) fn weight() -> f64 {
        1.0
    }
}

/// Why settings define no games.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelfplaySettingsError {
    /// The file cannot be read, or its TOML is invalid.
    #[error("{file}: {problem}")]
    File {
        /// The file.
        file: String,
        /// The reason.
        problem: String,
    },
    /// A value out of range.
    #[error("{name} is {value}: expected {possible}")]
    Value {
        /// The name of the setting.
        name: &'static str,
        /// The value found.
        value: String,
        /// The values expected.
        possible: &'static str,
    },
    /// No board to draw.
    #[error("no board to play on: each begins with [[mix]] and has rules, size and komi")]
    NoMix,
}

impl SelfplaySettings {
    /// Reads settings from a TOML file.
    ///
    /// ```toml
    /// games = 10000
    /// full-visits = 200
    /// fast-visits = 40
    ///
    /// [[mix]]
    /// weight = 2
    /// rules = "chinese"
    /// size = 9
    /// komi = 7
    /// komi-deviation = 2
    ///
    /// [[mix]]
    /// rules = "one-pure"
    /// size = 19
    /// komi = 7
    /// ```
    pub fn load(file: &Path) -> Result<Self, SelfplaySettingsError> {
        let wrong = |problem: String| SelfplaySettingsError::File { file: file.display().to_string(), problem };
        let text = files::read_text(file).map_err(|error| wrong(error.to_string()))?;
        let settings: Self = toml::from_str(&text).map_err(|error| wrong(one_line(&error, &text)))?;
        settings.check().map_err(|error| wrong(error.to_string()))?;
        Ok(settings)
    }

    /// Checks that the settings define games.
    pub fn check(&self) -> Result<(), SelfplaySettingsError> {
        let demand = |name, is_possible: bool, value: f64, possible| {
            let error = SelfplaySettingsError::Value { name, value: value.to_string(), possible };
            if is_possible { Ok(()) } else { Err(error) }
        };
        let share = |value: f64| (0.0..=1.0).contains(&value);
        let temperature = |value: f64| (0.0..=10.0).contains(&value);
        let resigned = |value: f64| (0.0..=0.5).contains(&value);
        let visits = |visits: u64| (1..=1_000_000).contains(&visits);
        let placements = |placements: usize| placements <= 100;
        demand("games", (1..=100_000_000).contains(&self.games), self.games as f64, "1 to 100000000")?;
        demand("full-visits", visits(self.full_visits), self.full_visits as f64, "1 to 1000000")?;
        demand("fast-visits", visits(self.fast_visits), self.fast_visits as f64, "1 to 1000000")?;
        let tree_visits = self.tree_visits;
        demand("tree-visits", tree_visits == 0 || visits(tree_visits), tree_visits as f64, "0 to 1000000")?;
        demand("full-share", share(self.full_share), self.full_share, "0 to 1")?;
        demand("reanalysis", share(self.reanalysis), self.reanalysis, "0 to 1")?;
        demand("root-noise", share(self.root_noise), self.root_noise, "0 to 1")?;
        demand("random-opening", placements(self.random_opening), self.random_opening as f64, "0 to 100")?;
        demand("temperature", temperature(self.temperature), self.temperature, "0 to 10")?;
        demand("final-temperature", temperature(self.final_temperature), self.final_temperature, "0 to 10")?;
        demand("resign-below", resigned(self.resign_below), self.resign_below, "0 to 0.5")?;
        demand("never-resign", share(self.never_resign), self.never_resign, "0 to 1")?;
        if self.mixes.is_empty() {
            return Err(SelfplaySettingsError::NoMix);
        }
        for mix in &self.mixes {
            demand("weight", mix.weight > 0.0 && mix.weight.is_finite(), mix.weight, "a number above 0")?;
            demand("size", mix.board_size().is_some(), mix.size as f64, "5 to 19")?;
            demand("komi", mix.komi.is_finite(), mix.komi, "a number of points")?;
            demand("komi-deviation", (0.0..=400.0).contains(&mix.komi_deviation), mix.komi_deviation, "0 to 400")?;
            let is_handicap =
                mix.handicap == 0 || mix.board_size().is_some_and(|size| fixed_handicap(size, mix.handicap).is_some());
            demand("handicap", is_handicap, mix.handicap as f64, "0, or 2 to 9 (2 to 4 on even boards and 7×7)")?;
            for (name, of_mix) in [("full-visits", mix.full_visits), ("fast-visits", mix.fast_visits)] {
                let value = of_mix.unwrap_or(1);
                demand(name, visits(value), value as f64, "1 to 1000000")?;
            }
            let resign_below = mix.resign_below.unwrap_or(0.0);
            demand("resign-below", resigned(resign_below), resign_below, "0 to 0.5")?;
            let random_opening = mix.random_opening.unwrap_or(0);
            demand("random-opening", placements(random_opening), random_opening as f64, "0 to 100")?;
            demand("fast-opening", mix.fast_opening <= 1000, mix.fast_opening as f64, "0 to 1000")?;
            if mix.ruleset().is_none() {
                let possible = Ruleset::names();
                let problem = format!("rules: expected {possible}; got `{}`", mix.rules);
                return Err(SelfplaySettingsError::File { file: "mix".to_owned(), problem });
            }
        }
        Ok(())
    }
}

impl Mix {
    /// The rule set for self-play: no dead stones are removed after the end. So players must capture them before they
    /// pass, and the result is exact.
    pub fn ruleset(&self) -> Option<Ruleset> {
        Some(Ruleset::named(&self.rules)?.covered().ok()?.without_removal())
    }

    /// The size of the board.
    pub fn board_size(&self) -> Option<BoardSize> {
        BoardSize::for_play(self.size).ok()
    }
}

/// The error of a TOML file on one line, with its line number.
fn one_line(error: &toml::de::Error, text: &str) -> String {
    let line = error.span().map(|span| 1 + text.bytes().take(span.start).filter(|&byte| byte == b'\n').count());
    let message = error.message().lines().collect::<Vec<_>>().join("; ");
    line.map_or_else(|| message.clone(), |line| format!("line {line}: {message}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SelfplaySettings, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("selfplay.toml");
        std::fs::write(&file, text).expect("written");
        SelfplaySettings::load(&file).map_err(|error| error.to_string())
    }

    const MIX: &str = "[[mix]]\nrules = \"one-pure\"\nsize = 9\nkomi = 0\n";

    #[test]
    fn what_is_left_out_has_a_default() {
        let settings = read(&format!("games = 10\n{MIX}")).expect("settings");
        assert_eq!((settings.games, settings.full_visits, settings.mixes[0].weight), (10, 200, 1.0));
        assert!(!settings.mixes[0].ruleset().expect("rules").lesser_board.removal);
        // A field of older files, such as those in training/games.
        assert_eq!(read(&format!("games = 10\nnetwork-share = 0.5\n{MIX}")), Ok(settings));
    }

    #[test]
    fn what_is_wrong_is_said_in_a_line() {
        for (text, expected) in [
            (format!("games = 0\n{MIX}"), "games is 0: expected 1 to 100000000"),
            (format!("games = 1\ntree-visits = 1000001\n{MIX}"), "tree-visits is 1000001: expected 0 to 1000000"),
            (format!("games = 1\nfull-share = 2\n{MIX}"), "full-share is 2: expected 0 to 1"),
            (format!("games = 1\nreanalysis = 1.5\n{MIX}"), "reanalysis is 1.5: expected 0 to 1"),
            ("games = 1\nmix = []".to_owned(), "no board to play on"),
            (format!("games = 1\n{MIX}fast-visits = 0"), "fast-visits is 0: expected 1 to 1000000"),
            (format!("games = 1\n{MIX}resign-below = 0.7"), "resign-below is 0.7: expected 0 to 0.5"),
            (format!("games = 1\n{MIX}random-opening = 101"), "random-opening is 101: expected 0 to 100"),
            (format!("games = 1\n{MIX}fast-opening = 1001"), "fast-opening is 1001: expected 0 to 1000"),
            (format!("games = 1\n{MIX}handicap = 1"), "handicap is 1: expected 0, or 2 to 9"),
            (format!("games = 1\n{}handicap = 5", MIX.replace('9', "8")), "handicap is 5: expected 0, or 2 to 9"),
            (format!("games = 1\nvisits = 2\n{MIX}"), "line 2: unknown field `visits`"),
            (format!("games = 1\n{}", MIX.replace('9', "4")), "size is 4: expected 5 to 19"),
            (format!("games = 1\n{}", MIX.replace("one-pure", "chess")), "rules: expected one-pure, chinese"),
        ] {
            let error = read(&text).expect_err("refused");
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
    }
}
