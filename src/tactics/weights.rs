//! Learned weights: how much likelier a good player makes a placement for what is noteworthy of it.

use super::features::Feature;
use crate::board::Neighbourhood;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// A weight for every feature. The likelihood of a placement goes with the exponential of the sum of the weights of its features
/// (Bradley and Terry's model, as Rémi Coulom uses it in "Computing Elo Ratings of Move Patterns in the Game of Go", 2007).
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    around: Vec<f32>,
    plain: Vec<f32>,
}

/// A text that holds no weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no weight: a kind, `around` or `plain`, a number and a weight, such as `plain 3 -0.25`")]
pub struct WeightsError(String);

static AREA: LazyLock<Weights> = LazyLock::new(|| shipped(include_str!("weights/area.txt")));
static CONTACT: LazyLock<Weights> = LazyLock::new(|| shipped(include_str!("weights/contact.txt")));

fn shipped(text: &str) -> Weights {
    text.parse().expect("the weights that come with the program can be read: a test does so")
}

impl Default for Weights {
    /// Every placement is as likely as the others.
    fn default() -> Self {
        Self { around: vec![0.0; Neighbourhood::COUNT], plain: vec![0.0; Feature::PLAIN] }
    }
}

impl Weights {
    /// For rules that count area.
    pub fn area() -> &'static Self {
        &AREA
    }

    /// For rules that count points in contact with one colour only.
    pub fn contact() -> &'static Self {
        &CONTACT
    }

    /// The weight of a feature.
    pub fn of(&self, feature: Feature) -> f32 {
        match feature {
            Feature::Around(around) => self.around[around.index()],
            Feature::Plain(number) => self.plain[usize::from(number)],
        }
    }

    /// Gives a feature this weight: what lies around a point, however it is turned or mirrored.
    pub fn set(&mut self, feature: Feature, weight: f32) {
        match feature {
            Feature::Around(around) => {
                for image in around.images() {
                    self.around[image.index()] = weight;
                }
            }
            Feature::Plain(number) => self.plain[usize::from(number)] = weight,
        }
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |kind: &str, number: usize, weight: f32| {
            if weight == 0.0 { Ok(()) } else { writeln!(formatter, "{kind} {number} {weight:.2}") }
        };
        for (number, &weight) in self.plain.iter().enumerate() {
            line("plain", number, weight)?;
        }
        for (number, &weight) in self.around.iter().enumerate() {
            if Neighbourhood::of_index(number).canonical().index() == number {
                line("around", number, weight)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let mut weights = Self::default();
        for line in text.lines() {
            let (feature, weight) = read(line).ok_or_else(|| WeightsError(line.to_owned()))?;
            weights.set(feature, weight);
        }
        Ok(weights)
    }
}

fn read(line: &str) -> Option<(Feature, f32)> {
    let [kind, number, weight] = line.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let number: usize = number.parse().ok()?;
    let feature = match kind {
        "plain" if number < Feature::PLAIN => Feature::Plain(number as u8),
        "around" if number < Neighbourhood::COUNT => Feature::Around(Neighbourhood::of_index(number)),
        _ => return None,
    };
    Some((feature, weight.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_that_come_with_the_program_can_be_read() {
        for weights in [Weights::area(), Weights::contact()] {
            assert_eq!(weights.to_string().parse().as_ref(), Ok(weights));
            assert!(weights.plain.iter().any(|&weight| weight != 0.0));
        }
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        for line in ["plain 3", "plain 200 0.5", "around 65536 1", "shape 1 1", "plain 1 x", "plain 1 1 1"] {
            assert_eq!(line.parse::<Weights>(), Err(WeightsError(line.to_owned())));
        }
    }
}
