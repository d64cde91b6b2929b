//! Learned weights: how likely a good player makes a placement with certain features.

use super::features::Feature;
use super::pattern::{Pattern, Reach};
use onepure_rules::board::Neighbourhood;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::str::FromStr;
use std::sync::LazyLock;

/// A weight for every feature. The likelihood of a placement is in proportion to the exponential of the sum of the weights of its features
/// (Bradley–Terry model, after Rémi Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007).
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    around: Vec<f32>,
    plain: Vec<f32>,
    /// The weights of patterns by code, for each reach. A pattern that is not there has weight 0.
    patterns: [HashMap<u64, f32, BuildHasherDefault<CodeHasher>>; Reach::COUNT],
}

/// A hasher that mixes a code by one multiplication: the search looks up two codes for each placement.
#[derive(Clone, Copy, Debug, Default)]
struct CodeHasher(u64);

impl Hasher for CodeHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, code: u64) {
        // 2^64 divided by the golden ratio (Knuth). The multiplication mixes the upper bits best; the shift brings them to the lower ones,
        // which choose the bucket.
        self.0 = (self.0 ^ code).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// An error in a line of a table of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is no weight: a kind, `plain`, `around`, `near` or `wide`, a number (of the last two, in base 16) and a weight, such as `plain 3 -0.25`"
)]
pub struct WeightsError(String);

static AREA: LazyLock<Weights> = LazyLock::new(|| shipped(include_str!("weights/area.txt")));
static CONTACT: LazyLock<Weights> = LazyLock::new(|| shipped(include_str!("weights/contact.txt")));

fn shipped(text: &str) -> Weights {
    text.parse().expect("the weights that come with the program can be read: a test does so")
}

impl Default for Weights {
    /// All weights 0: every placement is equally likely.
    fn default() -> Self {
        Self { around: vec![0.0; Neighbourhood::COUNT], plain: vec![0.0; Feature::PLAIN], patterns: Default::default() }
    }
}

impl Weights {
    /// The weights for rules that count area.
    pub fn area() -> &'static Self {
        &AREA
    }

    /// The weights for rules that count points in contact with one colour only.
    pub fn contact() -> &'static Self {
        &CONTACT
    }

    /// The weight of a feature.
    pub fn of(&self, feature: Feature) -> f32 {
        match feature {
            Feature::Around(around) => self.around[around.index()],
            Feature::Pattern(pattern) => {
                self.patterns[pattern.reach.index()].get(&pattern.code).copied().unwrap_or(0.0)
            }
            Feature::Plain(number) => self.plain[usize::from(number)],
        }
    }

    /// Sets the weight of a feature, and of its rotations and reflections.
    pub fn set(&mut self, feature: Feature, weight: f32) {
        match feature {
            Feature::Around(around) => {
                for image in around.images() {
                    self.around[image.index()] = weight;
                }
            }
            Feature::Pattern(pattern) => {
                for image in pattern.images() {
                    self.patterns[image.reach.index()].insert(image.code, weight);
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
        for (reach, weights) in Reach::ALL.into_iter().zip(&self.patterns) {
            let of = |(&code, &weight)| (Pattern { reach, code }, weight);
            let in_order: BTreeMap<_, _> =
                weights.iter().map(of).filter(|(pattern, _)| pattern.canonical() == *pattern).collect();
            for (Pattern { code, .. }, weight) in in_order.into_iter().filter(|&(_, weight)| weight != 0.0) {
                writeln!(formatter, "{} {code:x} {weight:.2}", PATTERNS[reach.index()])?;
            }
        }
        Ok(())
    }
}

/// The names of the kinds of patterns in a table.
const PATTERNS: [&str; Reach::COUNT] = ["near", "wide"];

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
    let weight = weight.parse().ok()?;
    if let Some(place) = PATTERNS.iter().position(|&pattern| pattern == kind) {
        let pattern = Pattern::new(Reach::ALL[place], u64::from_str_radix(number, 16).ok()?)?;
        return Some((Feature::Pattern(pattern), weight));
    }
    let number: usize = number.parse().ok()?;
    let feature = match kind {
        "plain" if number < Feature::PLAIN => Feature::Plain(number as u8),
        "around" if number < Neighbourhood::COUNT => Feature::Around(Neighbourhood::of_index(number)),
        _ => return None,
    };
    Some((feature, weight))
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
        for line in [
            "plain 3",
            "plain 208 0.5",
            "near 1000000 1",
            "wide 0x1 1",
            "near 1",
            "around 65536 1",
            "shape 1 1",
            "plain 1 x",
            "plain 1 1 1",
        ] {
            assert_eq!(line.parse::<Weights>(), Err(WeightsError(line.to_owned())));
        }
    }

    #[test]
    fn images_of_a_pattern_weigh_alike() {
        let weights: Weights = "near 1 0.5\nwide 2 -0.25\n".parse().expect("two weights");
        let is_given = |feature, weight: f32| (weights.of(feature) - weight).abs() < f32::EPSILON;
        for (place, code, weight) in [(0, 1, 0.5), (1, 2, -0.25)] {
            let pattern = Pattern::new(Reach::ALL[place], code).expect("a pattern");
            for image in pattern.images() {
                assert!(is_given(Feature::Pattern(image), weight));
            }
            // The same points within another reach are another pattern.
            let other = Pattern::new(Reach::ALL[1 - place], code).expect("a pattern");
            assert!(is_given(Feature::Pattern(other), 0.0));
        }
        assert_eq!(weights.to_string().parse(), Ok(weights));
    }
}
