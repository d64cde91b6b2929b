//! Exact numbers of points.

use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// An exact number of points, of either sign. It need not be an integer, because shared regions can be divided.
///
/// ```
/// use onepure_rules::rules::Fraction;
///
/// let points = Fraction::from(184) + Fraction::new(3, 4) + Fraction::new(2, 3);
/// assert_eq!(points.to_string(), "185 5/12");
/// assert_eq!((Fraction::new(1, 6) - Fraction::from(2)).to_string(), "-1 5/6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    numerator: i64,
    /// Positive, and without a common divisor with the numerator.
    denominator: i64,
}

impl Fraction {
    /// Zero points.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };

    /// `numerator` / `denominator` points, in lowest terms.
    ///
    /// # Panics
    /// If the denominator is 0.
    pub const fn new(numerator: i64, denominator: i64) -> Self {
        assert!(denominator != 0, "nothing is divided by 0");
        let divisor = greatest_common_divisor(numerator, denominator) * denominator.signum();
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The number as a fraction; `None` if it has more than three decimals.
    pub fn of_decimal(number: f64) -> Option<Self> {
        const PARTS: i64 = 1000;
        let numerator = (number * PARTS as f64).round();
        let is_exact =
            numerator.abs() < 1e15 && (numerator / PARTS as f64 - number).abs() < f64::EPSILON * number.abs();
        (is_exact || number == 0.0).then(|| Self::new(numerator as i64, PARTS))
    }

    /// The numerator, in lowest terms.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator in lowest terms, positive.
    pub const fn denominator(self) -> i64 {
        self.denominator
    }

    /// The nearest `f64`: exact for integers and halves.
    #[inline]
    pub fn to_f64(self) -> f64 {
        if self.denominator == 1 { self.numerator as f64 } else { self.numerator as f64 / self.denominator as f64 }
    }
}

/// The greatest common divisor: positive, or 0 if both numbers are 0.
const fn greatest_common_divisor(one: i64, other: i64) -> i64 {
    let (mut one, mut other) = (one.abs(), other.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl From<i32> for Fraction {
    #[inline]
    fn from(points: i32) -> Self {
        Self { numerator: i64::from(points), denominator: 1 }
    }
}

impl From<u16> for Fraction {
    #[inline]
    fn from(points: u16) -> Self {
        Self { numerator: i64::from(points), denominator: 1 }
    }
}

impl From<usize> for Fraction {
    #[inline]
    fn from(points: usize) -> Self {
        Self { numerator: points as i64, denominator: 1 }
    }
}

impl Add for Fraction {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        if self.denominator == 1 && other.denominator == 1 {
            return Self { numerator: self.numerator + other.numerator, denominator: 1 };
        }
        // The least common denominator keeps the numbers small in sums of many shares, which could otherwise overflow.
        let divisor = greatest_common_divisor(self.denominator, other.denominator);
        let (factor, others_factor) = (other.denominator / divisor, self.denominator / divisor);
        Self::new(self.numerator * factor + other.numerator * others_factor, self.denominator * factor)
    }
}

impl Neg for Fraction {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }
}

impl Sub for Fraction {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Serialize for Fraction {
    /// Writes an integer as a JSON number, and another fraction, which JSON cannot represent exactly, as a string such
    /// as `"11/6"`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.denominator {
            1 => serializer.serialize_i64(self.numerator),
            denominator => serializer.collect_str(&format_args!("{}/{denominator}", self.numerator)),
        }
    }
}

impl fmt::Display for Fraction {
    /// Writes a mixed number: `32`, `1 5/6`, `-1/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.numerator / self.denominator, self.numerator % self.denominator);
        match (whole, rest) {
            (_, 0) => write!(f, "{whole}"),
            (0, _) => write!(f, "{rest}/{}", self.denominator),
            _ => write!(f, "{whole} {}/{}", rest.abs(), self.denominator),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_kept_in_lowest_terms() {
        let half = Fraction::new(-2, -4);
        assert_eq!((half.numerator(), half.denominator()), (1, 2));
        assert_eq!(Fraction::new(6, -4), -Fraction::new(3, 2));
        assert_eq!(Fraction::new(0, 7), Fraction::ZERO);
        assert_eq!(half + half, Fraction::from(1));
        assert_eq!(half - half, Fraction::ZERO);
    }

    #[test]
    fn fractions_are_told_as_mixed_numbers() {
        let text = |numerator, denominator| Fraction::new(numerator, denominator).to_string();
        assert_eq!([text(0, 1), text(-3, 1), text(11, 6), text(-11, 6)], ["0", "-3", "1 5/6", "-1 5/6"]);
        assert_eq!([text(1, 2), text(-1, 2)], ["1/2", "-1/2"]);
        let json = |fraction: Fraction| serde_json::to_string(&fraction).expect("JSON");
        assert_eq!([json(Fraction::new(-11, 6)), json(Fraction::new(4, 2))], ["\"-11/6\"", "2"]);
        assert!((Fraction::new(11, 6).to_f64() - 1.833_333).abs() < 1e-6);
    }
}
