//! The two colours.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// Black or White. Serialized as `"black"` and `"white"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// 흑.
    Black,
    /// 백.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The name in answers to programs: `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A pair of values, one for each colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PerColor<T> {
    /// The value for Black.
    pub black: T,
    /// The value for White.
    pub white: T,
}

impl<T> PerColor<T> {
    /// The pair of the function's values for both colours.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> Self {
        Self { black: value(Color::Black), white: value(Color::White) }
    }
}

impl<T> Index<Color> for PerColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for PerColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
