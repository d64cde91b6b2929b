//! Which games are played.

use onepure_rules::files;
use onepure_rules::geometry::BoardSize;
use onepure_rules::rules::Ruleset;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Which games are played, and how. With these settings, the same engine and the same network, a game with a number is the
/// same wherever and whenever it is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SelfplaySettings {
    /// The number of games.
    pub games: usize,
    /// Where random numbers start.
    #[serde(default)]
    pub seed: u64,
    /// Visits of a full search, whose shares of visits are written as a target of the policy.
    #[serde(default = "defaults::full_visits")]
    pub full_visits: u64,
    /// Visits of a fast search, which only chooses the move.
    #[serde(default = "defaults::fast_visits")]
    pub fast_visits: u64,
    /// Positions in the tree of a full search from which at least so many simulations went on become targets too; 0 for none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tree_visits: u64,
    /// The share of moves with a full search, 0 to 1.
    #[serde(default = "defaults::full_share")]
    pub full_share: f64,
    /// The share of the prior at the root of a full search that is Dirichlet noise, 0 to 1. It has an effect with a network only.
    #[serde(default = "defaults::root_noise")]
    pub root_noise: f64,
    /// A game begins with up to so many random placements, each number as likely as the others.
    #[serde(default = "defaults::random_opening")]
    pub random_opening: usize,
    /// Moves are chosen with the probabilities `visits^(1/temperature)`: this is the temperature of the first move, …
    #[serde(default = "defaults::temperature")]
    pub temperature: f64,
    /// … this the one towards which it falls; every so many moves as the board has lines, the difference is halved.
    #[serde(default = "defaults::final_temperature")]
    pub final_temperature: f64,
    /// The share of the network in values, 0 to 1; playouts have the rest. `None` for the engine's setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network_share: Option<f64>,
    /// A colour that has had less than this share of wins for some turns of both gives up; 0 for never.
    #[serde(default, skip_serializing_if = "is_default")]
    pub resign_below: f64,
    /// The share of games in which nobody gives up, so that it shows how often that would have been wrong, and that the network
    /// learns how games end.
    #[serde(default = "defaults::never_resign")]
    pub never_resign: f64,
    /// The boards and rules, one at least.
    #[serde(rename = "mix")]
    pub mixes: Vec<Mix>,
}

/// One board under one rule system.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Mix {
    /// How often it is drawn, compared with the weights of the others.
    #[serde(default = "defaults::weight")]
    pub weight: f64,
    /// The name of the rule system.
    pub rules: String,
    /// The number of lines of the board, 5 to 19.
    pub size: usize,
    /// The mean of the komi.
    pub komi: f64,
    /// The standard deviation of the komi, which is drawn from a normal distribution and rounded to a half or a whole point.
    #[serde(default)]
    pub komi_deviation: f64,
    /// Visits of a full search here, in place of those of the other boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_visits: Option<u64>,
    /// Visits of a fast search here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fast_visits: Option<u64>,
    /// The share of wins below which a colour gives up here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign_below: Option<f64>,
    /// A game begins with up to so many moves of fast searches, each number as likely as the others; the random placements follow
    /// them. Nothing of this opening is learned.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fast_opening: usize,
    /// Up to so many random placements here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_opening: Option<usize>,
    /// Whether the komi is moved by what the engine takes for the score after the opening, so that a game with many random
    /// placements is not decided from the start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub even_komi: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
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

/// Why settings describe no games.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelfplaySettingsError {
    /// The file cannot be read, or is no such TOML.
    #[error("{file}: {problem}")]
    File {
        /// The file.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// A value that is not possible.
    #[error("{name} is {value}: expected {possible}")]
    Value {
        /// The name of the setting.
        name: &'static str,
        /// What it is.
        value: String,
        /// What it could be.
        possible: &'static str,
    },
    /// Nothing to draw from.
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

    /// Whether they describe games.
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
        demand("root-noise", share(self.root_noise), self.root_noise, "0 to 1")?;
        demand("random-opening", placements(self.random_opening), self.random_opening as f64, "0 to 100")?;
        demand("temperature", temperature(self.temperature), self.temperature, "0 to 10")?;
        demand("final-temperature", temperature(self.final_temperature), self.final_temperature, "0 to 10")?;
        demand("network-share", self.network_share.is_none_or(share), self.network_share.unwrap_or(0.0), "0 to 1")?;
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
    /// The rule system as self-play has it: the count belongs to the board as it stands, so that what is dead has to be captured
    /// before abstentions end play, and every end is exact.
    pub fn ruleset(&self) -> Option<Ruleset> {
        Some(Ruleset::named(&self.rules)?.covered().ok()?.without_removal())
    }

    /// The size of the board.
    pub fn board_size(&self) -> Option<BoardSize> {
        BoardSize::for_play(self.size).ok()
    }
}

/// What is wrong with a TOML file, with the number of the line.
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
    }

    #[test]
    fn what_is_wrong_is_said_in_a_line() {
        for (text, expected) in [
            (format!("games = 0\n{MIX}"), "games is 0: expected 1 to 100000000"),
            (format!("games = 1\ntree-visits = 1000001\n{MIX}"), "tree-visits is 1000001: expected 0 to 1000000"),
            (format!("games = 1\nfull-share = 2\n{MIX}"), "full-share is 2: expected 0 to 1"),
            ("games = 1\nmix = []".to_owned(), "no board to play on"),
            (format!("games = 1\nnetwork-share = 3\n{MIX}"), "network-share is 3: expected 0 to 1"),
            (format!("games = 1\n{MIX}fast-visits = 0"), "fast-visits is 0: expected 1 to 1000000"),
            (format!("games = 1\n{MIX}resign-below = 0.7"), "resign-below is 0.7: expected 0 to 0.5"),
            (format!("games = 1\n{MIX}random-opening = 101"), "random-opening is 101: expected 0 to 100"),
            (format!("games = 1\n{MIX}fast-opening = 1001"), "fast-opening is 1001: expected 0 to 1000"),
            (format!("games = 1\nvisits = 2\n{MIX}"), "line 2: unknown field `visits`"),
            (format!("games = 1\n{}", MIX.replace('9', "4")), "size is 4: expected 5 to 19"),
            (format!("games = 1\n{}", MIX.replace("one-pure", "chess")), "rules: expected one-pure, chinese"),
        ] {
            let error = read(&text).expect_err("refused");
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
    }
}
