//! The domain and the value of a parameter.

use super::memory;
use super::networks::NetworkChoice;
use std::fmt;
use std::time::Duration;

/// The values that a parameter can have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Domain {
    /// An integer from the first to the second.
    Whole(u64, u64),
    /// An integer from the first to the second, or none for no limit.
    WholeOrNone(u64, u64),
    /// A number from the first to the second.
    Real(f64, f64),
    /// A number from the first to the second, or none for no limit.
    RealOrNone(f64, f64),
    /// A number of MiB, from 1 to what the system allows the process.
    Memory,
    /// True or false.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// The file of a network, or a word for one.
    Network,
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum ParameterValue {
    /// No limit.
    None,
    /// An integer.
    Whole(u64),
    /// A number.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// A word.
    Word(&'static str),
    /// A network.
    Network(NetworkChoice),
}

/// An error in the value of a parameter: what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ParameterValueError(pub(super) String);

impl Domain {
    /// The most MiB that a user can ask for.
    pub const MOST_MEMORY: u64 = memory::MOST;

    pub(super) fn read(self, text: &str) -> Option<ParameterValue> {
        match self {
            Self::WholeOrNone(..) | Self::RealOrNone(..) if text == "none" => Some(ParameterValue::None),
            Self::Whole(least, most) | Self::WholeOrNone(least, most) => {
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                let number = text.parse().ok().filter(|number| is_number && (least..=most).contains(number));
                number.map(ParameterValue::Whole)
            }
            Self::Real(least, most) | Self::RealOrNone(least, most) => {
                text.parse().ok().filter(|number| (least..=most).contains(number)).map(ParameterValue::Real)
            }
            Self::Memory => Self::Whole(1, memory::most()).read(text),
            Self::Flag => text.parse().ok().map(ParameterValue::Flag),
            Self::Word(words) => {
                words.iter().find(|word| word.eq_ignore_ascii_case(text)).map(|word| ParameterValue::Word(word))
            }
            Self::Network => NetworkChoice::read(text).ok().map(ParameterValue::Network),
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(least, most) => write!(formatter, "an integer from {least} to {most}"),
            Self::WholeOrNone(least, most) => write!(formatter, "an integer from {least} to {most} or none"),
            Self::Real(least, most) => write!(formatter, "a number from {least} to {most}"),
            Self::RealOrNone(least, most) => write!(formatter, "a number from {least} to {most} or none"),
            Self::Memory if memory::is_limited() => {
                let most = memory::most();
                write!(formatter, "an integer from 1 to {most}, the most that the system lets this process have")
            }
            Self::Memory => Self::Whole(1, memory::most()).fmt(formatter),
            Self::Flag => formatter.write_str("true or false"),
            Self::Word(words) => formatter.write_str(&words.join(" or ")),
            Self::Network => formatter.write_str("the file of a network, default, small or none"),
        }
    }
}

impl ParameterValue {
    pub(super) fn whole(self) -> u64 {
        if let Self::Whole(number) = self { number } else { 0 }
    }

    pub(super) fn real(self) -> f64 {
        if let Self::Real(number) = self { number } else { 0.0 }
    }

    pub(super) fn duration(self) -> Duration {
        Duration::try_from_secs_f64(self.real()).unwrap_or(Duration::MAX)
    }

    pub(super) fn some<T>(self, of: fn(Self) -> T) -> Option<T> {
        (self != Self::None).then(|| of(self))
    }
}

impl fmt::Display for ParameterValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => formatter.write_str("none"),
            Self::Whole(number) => number.fmt(formatter),
            Self::Real(number) => number.fmt(formatter),
            Self::Flag(flag) => flag.fmt(formatter),
            Self::Word(word) => formatter.write_str(word),
            Self::Network(network) => network.fmt(formatter),
        }
    }
}
