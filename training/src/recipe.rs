//! The training settings shared by `train` and the loop of generations.

use crate::data::Sampling;
use crate::loss::Weights;
use crate::optimizer::Pace;
use crate::parameters;
use crate::samples::Weight;
use anyhow::bail;
use clap::Args;
use onepure::network::Architecture;
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;

/// The training settings.
#[derive(Clone, PartialEq, Debug, Args, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Recipe {
    /// Architecture of a new network: blocks and channels
    #[arg(long, value_name = "4b32c", default_value_t)]
    pub(crate) architecture: Shape,
    /// Number of training steps
    #[arg(long, value_name = "N", default_value_t = Self::default().steps)]
    pub(crate) steps: u64,
    /// Batch size in positions
    #[arg(long, value_name = "N", default_value_t = Self::default().batch)]
    pub(crate) batch: usize,
    /// Initial learning rate; a cosine schedule lowers it to a twentieth
    #[arg(long, value_name = "RATE", default_value_t = Self::default().rate)]
    pub(crate) rate: f32,
    /// Maximum number of training positions; the newest are kept
    #[arg(long, value_name = "N", default_value_t = Self::default().window)]
    pub(crate) window: usize,
    /// Sampling weights of boards, or of a board under one rule set: 9=1,19=2 or 9:one-pure=1 [default: every position
    /// is equally likely]
    #[arg(long, value_name = "LINES=W,..", value_delimiter = ',')]
    pub(crate) weights: Vec<Weight>,
    /// Fraction of positions without policy target to use, for outcome, score and ownership
    #[arg(long, value_name = "SHARE", default_value_t = Self::default().other_positions)]
    pub(crate) other_positions: f64,
    /// Weight of the search's win rate in the outcome target
    #[arg(long, value_name = "SHARE", default_value_t = Self::default().search_value)]
    pub(crate) search_value: f64,
    /// Weight of the score loss; policy and outcome have weight 1
    #[arg(long, value_name = "WEIGHT", default_value_t = Self::default().score_weight)]
    pub(crate) score_weight: f32,
    /// Weight of the ownership loss
    #[arg(long, value_name = "WEIGHT", default_value_t = Self::default().ownership_weight)]
    pub(crate) ownership_weight: f32,
    /// Weight decay: fraction of each weight lost per step, times the learning rate
    #[arg(long, value_name = "PART", default_value_t = Self::default().decay)]
    pub(crate) decay: f32,
    /// Fraction of the weights' moving average kept per step; the average is exported
    #[arg(long, value_name = "SHARE", default_value_t = Self::default().average)]
    pub(crate) average: f32,
    /// Seed of all random choices
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        let Weights { score, ownership, .. } = Weights::default();
        Self {
            architecture: Shape::default(),
            steps: 10_000,
            batch: 128,
            rate: 0.01,
            window: 1_000_000,
            weights: Vec::new(),
            other_positions: 0.25,
            search_value: 0.5,
            score_weight: score,
            ownership_weight: ownership,
            decay: 0.1,
            average: 0.999,
            seed: 0,
        }
    }
}

/// Steps in which the learning rate rises to its initial value.
const WARM_UP: u64 = 100;

/// The final learning rate as a fraction of the initial one.
const LAST_RATE: f32 = 0.05;

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

    /// The weights of the parts of the loss.
    pub(crate) fn weights_of_losses(&self) -> Weights {
        Weights { score: self.score_weight, ownership: self.ownership_weight, ..Weights::default() }
    }

    /// The hyperparameters of the step after `step` steps.
    pub(crate) fn pace_at(&self, step: u64) -> Pace {
        let progress = step as f32 / self.steps as f32;
        let cosine = f32::midpoint(1.0, (progress * std::f32::consts::PI).cos());
        let warm_up = ((step + 1) as f32 / WARM_UP as f32).min(1.0);
        let rate = self.rate * warm_up * (LAST_RATE + (1.0 - LAST_RATE) * cosine);
        Pace { rate, decay: self.decay, average: self.average }
    }
}

/// An architecture as blocks and channels, such as `4b32c`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Shape(pub(crate) Architecture);

impl Default for Shape {
    fn default() -> Self {
        Self(parameters::shape(4, 32))
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.strip_suffix('c').and_then(|text| text.split_once('b')).and_then(|(blocks, channels)| {
            let (blocks, channels): (usize, usize) = (blocks.parse().ok()?, channels.parse().ok()?);
            ((1..=40).contains(&blocks) && (16..=512).contains(&channels) && channels.is_multiple_of(16))
                .then_some((blocks, channels))
        });
        let (blocks, channels) = parsed.ok_or("blocks and channels, a multiple of 16, such as 4b32c")?;
        Ok(Self(parameters::shape(blocks, channels)))
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
    fn the_rate_rises_and_falls() {
        let recipe = Recipe { steps: 1000, rate: 0.01, ..Recipe::default() };
        let rates: Vec<f32> = [0, 99, 500, 999].map(|step| recipe.pace_at(step).rate).into();
        assert!(rates[0] < 0.001 && rates[1] > 0.009 && (0.004..0.006).contains(&rates[2]) && rates[3] < 0.0006);
    }

    #[test]
    fn what_teaches_nothing_is_refused() {
        assert!(Recipe::default().check().is_ok());
        for (recipe, expected) in [
            (Recipe { steps: 0, ..Recipe::default() }, "batch and steps are at least 1"),
            (Recipe { search_value: 2.0, ..Recipe::default() }, "search-value: expected a number from 0 to 1, got 2"),
            (Recipe { decay: f32::NAN, ..Recipe::default() }, "decay: expected a number from 0 to 1000, got NaN"),
        ] {
            assert!(recipe.check().expect_err("refused").to_string().contains(expected));
        }
        let refused = Shape::try_from("4b30c".to_owned()).expect_err("not a multiple of 16");
        assert!(refused.contains("such as 4b32c"), "{refused}");
    }
}
