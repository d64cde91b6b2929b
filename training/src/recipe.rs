//! The settings of the training in a loop of generations.

use crate::data::Sampling;
use anyhow::bail;
use onepure::network::Architecture;
use serde::Deserialize;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The settings of the training: those of the selection of positions, and options of `train.py`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Recipe {
    /// The Python that has `PyTorch` and `NumPy`.
    pub(crate) python: PathBuf,
    /// The script that trains.
    pub(crate) script: PathBuf,
    /// The architecture of a new network: blocks and channels.
    pub(crate) architecture: Shape,
    /// The number of training steps.
    pub(crate) steps: u64,
    /// A time limit in seconds, instead of the number of steps.
    pub(crate) seconds: Option<f64>,
    /// The batch size in positions.
    pub(crate) batch: usize,
    /// The initial learning rate; a cosine schedule lowers it to a twentieth.
    pub(crate) rate: f32,
    /// The maximum number of training positions; the newest are kept.
    pub(crate) window: usize,
    /// The sampling weights of boards, or of a board under one rule set.
    pub(crate) weights: Vec<Weight>,
    /// The fraction of positions without policy target to use, for outcome, score and ownership.
    pub(crate) other_positions: f64,
    /// The weight of the search's win rate in the outcome target.
    pub(crate) search_value: f64,
    /// The weight of the score loss; policy and outcome have weight 1.
    pub(crate) score_weight: f32,
    /// The weight of the ownership loss.
    pub(crate) ownership_weight: f32,
    /// The weight decay: the fraction of each weight lost per step, times the learning rate.
    pub(crate) decay: f32,
    /// The fraction of the weights' moving average kept per step; the average is exported.
    pub(crate) average: f32,
    /// The seed of all random choices.
    pub(crate) seed: u64,
    /// More options of `train.py`, separated by spaces.
    pub(crate) options: String,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            python: "python3".into(),
            script: concat!(env!("CARGO_MANIFEST_DIR"), "/gpu/train.py").into(),
            architecture: Shape(shape(4, 32)),
            steps: 10_000,
            seconds: None,
            batch: 128,
            rate: 0.01,
            window: 1_000_000,
            weights: Vec::new(),
            other_positions: 0.25,
            search_value: 0.5,
            score_weight: 0.25,
            ownership_weight: 0.5,
            decay: 0.1,
            average: 0.999,
            seed: 0,
            options: String::new(),
        }
    }
}

/// The number of steps if the time is limited instead: `train.py` estimates it from the time.
const UNLIMITED: u64 = 10_000_000;

impl Recipe {
    /// Checks that the settings are valid.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let shares = [
            ("other-positions", self.other_positions),
            ("search-value", self.search_value),
            ("average", f64::from(self.average)),
        ];
        for (name, value) in shares {
            if !(0.0..=1.0).contains(&value) {
                bail!("{name}: expected a number from 0 to 1, got {value}");
            }
        }
        let numbers = [
            ("rate", self.rate),
            ("decay", self.decay),
            ("score-weight", self.score_weight),
            ("ownership-weight", self.ownership_weight),
        ];
        for (name, value) in numbers {
            if !(0.0..=1000.0).contains(&value) {
                bail!("{name}: expected a number from 0 to 1000, got {value}");
            }
        }
        if self.batch == 0 || self.steps == 0 {
            bail!("batch and steps are at least 1");
        }
        if let Some(seconds) = self.seconds
            && !(seconds > 0.0 && seconds.is_finite())
        {
            bail!("seconds: expected a number above 0, got {seconds}");
        }
        Ok(())
    }

    /// The conversion of games to samples.
    pub(crate) fn sampling(&self) -> Sampling {
        Sampling {
            other_positions: self.other_positions,
            search_value: self.search_value as f32,
            ..Sampling::default()
        }
    }

    /// The options of `train.py`, but for files and names.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let mut arguments = vec![
            format!("--architecture={}", self.architecture),
            format!("--steps={}", if self.seconds.is_some() { UNLIMITED } else { self.steps }),
            format!("--batch={}", self.batch),
            format!("--rate={}", self.rate),
            format!("--weights={}", self.weights.iter().map(|weight| &*weight.0).collect::<Vec<_>>().join(",")),
            format!("--score-weight={}", self.score_weight),
            format!("--ownership-weight={}", self.ownership_weight),
            format!("--decay={}", self.decay),
            format!("--average={}", self.average),
            format!("--seed={}", self.seed),
        ];
        arguments.extend(self.seconds.map(|seconds| format!("--seconds={seconds}")));
        arguments.extend(self.options.split_whitespace().map(str::to_owned));
        arguments
    }
}

/// The sampling weight of a board, or of a board under one rule set: `19=2`, `9:one-pure=1`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Weight(String);

impl TryFrom<String> for Weight {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_weight = text.split_once('=').is_some_and(|(kind, weight)| {
            let lines = kind.split_once(':').map_or(kind, |(lines, _)| lines).parse();
            let weight = weight.parse();
            lines.is_ok_and(|lines: usize| (5..=19).contains(&lines))
                && weight.is_ok_and(|weight: f64| (0.0..=1e6).contains(&weight))
        });
        let expected = "lines and a weight of 0 or more, such as 19=2 or 9:one-pure=1";
        if is_weight { Ok(Self(text)) } else { Err(format!("`{text}` is no weight: {expected}")) }
    }
}

/// Output channels of the heads are a multiple of this number, as in `train.py`.
const LANES: usize = 16;

/// The standard architecture with this number of blocks and channels, with heads widened to a multiple of [`LANES`].
pub(crate) fn shape(blocks: usize, channels: usize) -> Architecture {
    let standard = Architecture::standard(blocks, channels);
    Architecture {
        policy_channels: standard.policy_channels.next_multiple_of(LANES),
        value_channels: standard.value_channels.next_multiple_of(LANES),
        ..standard
    }
}

/// An architecture as blocks and channels, such as `4b32c`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Shape(pub(crate) Architecture);

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.strip_suffix('c').and_then(|text| text.split_once('b')).and_then(|(blocks, channels)| {
            let (blocks, channels): (usize, usize) = (blocks.parse().ok()?, channels.parse().ok()?);
            ((1..=40).contains(&blocks) && (16..=512).contains(&channels) && channels.is_multiple_of(LANES))
                .then_some((blocks, channels))
        });
        let (blocks, channels) = parsed.ok_or("blocks and channels, a multiple of 16, such as 4b32c")?;
        Ok(Self(shape(blocks, channels)))
    }
}

impl TryFrom<String> for Shape {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map_err(|expected| format!("`{text}` is no architecture: {expected}"))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_takes_the_place_of_the_steps() {
        let weights = ["9=2", "19:one-pure=1"].map(|text| Weight::try_from(text.to_owned()).expect("a weight"));
        let recipe = Recipe { options: "--soft-policy 2".to_owned(), weights: weights.into(), ..Recipe::default() };
        let arguments = recipe.arguments();
        for expected in ["--architecture=4b32c", "--steps=10000", "--weights=9=2,19:one-pure=1", "--soft-policy", "2"] {
            assert!(arguments.iter().any(|argument| argument == expected), "{expected}: {arguments:?}");
        }
        let arguments = Recipe { seconds: Some(60.0), ..recipe }.arguments();
        assert!(arguments.contains(&"--seconds=60".to_owned()), "{arguments:?}");
        assert!(!arguments.contains(&"--steps=10000".to_owned()), "{arguments:?}");
    }

    #[test]
    fn what_teaches_nothing_is_refused() {
        assert!(Recipe::default().check().is_ok());
        for (recipe, expected) in [
            (Recipe { steps: 0, ..Recipe::default() }, "batch and steps are at least 1"),
            (Recipe { search_value: 2.0, ..Recipe::default() }, "search-value: expected a number from 0 to 1, got 2"),
            (Recipe { decay: f32::NAN, ..Recipe::default() }, "decay: expected a number from 0 to 1000, got NaN"),
            (Recipe { seconds: Some(0.0), ..Recipe::default() }, "seconds: expected a number above 0, got 0"),
        ] {
            assert!(recipe.check().expect_err("refused").to_string().contains(expected));
        }
        let refused = Shape::try_from("4b30c".to_owned()).expect_err("not a multiple of 16");
        assert!(refused.contains("such as 4b32c"), "{refused}");
        for text in ["19", "4=1", "9=-1", "9=x", "nine=1"] {
            assert!(Weight::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
