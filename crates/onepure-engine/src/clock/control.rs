//! Time controls.

use super::YEAR;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The time that each player has. In overtime, a period of length zero or a number of zero means no overtime.
///
/// The text form is in seconds: `none`; `5/move` for a fixed time a move; `600` for absolute time; `600+30/25` for Canadian overtime, 25
/// moves in each 30 seconds; `600+3x30` for byo-yomi, three periods of 30 seconds; `600+5` for Fischer, five seconds more with each move;
/// `10800+2x1200@2` for Ing's overtime, two extensions of 1200 seconds at two points each.
///
/// ```
/// use onepure_engine::clock::TimeControl;
/// use std::time::Duration;
///
/// let control: TimeControl = "600+3x30".parse()?;
/// let expected = TimeControl::ByoYomi { main: Duration::from_secs(600), period: Duration::from_secs(30), periods: 3 };
/// assert_eq!(control, expected);
/// assert_eq!(control.to_string(), "600+3x30");
/// # Ok::<(), onepure_engine::clock::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// No limit, for games by a fixed number of visits.
    #[default]
    None,
    /// A fixed time for each move.
    EachMove(Duration),
    /// A time for the whole game.
    Absolute(Duration),
    /// Canadian overtime: after the main time, a number of moves in each period.
    Canadian {
        /// Main time.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves to be made in each period.
        moves: u32,
    },
    /// Byo-yomi: after the main time, a number of periods. A move that ends within its period does not use it up.
    ByoYomi {
        /// Main time.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// The number of periods.
        periods: u32,
    },
    /// Ing's overtime: after the main time, a number of extensions that cost points.
    Extensions {
        /// Main time.
        main: Duration,
        /// Length of an extension.
        period: Duration,
        /// The number of extensions, at least 1.
        extensions: u32,
        /// The price of an extension in points.
        points: u16,
    },
    /// Fischer's clock: each move adds some time (Robert Fischer, US patent 4,884,255, 1989).
    Fischer {
        /// The time at the start.
        main: Duration,
        /// The time that each move adds.
        increment: Duration,
        /// The most time on the clock after an increment. The text form has no such limit.
        most: Option<Duration>,
        /// The most time for a move. The text form has no such limit.
        most_a_move: Option<Duration>,
    },
}

/// Main time and Canadian overtime: all that GTP's `time_settings` can express.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canadian {
    /// Main time.
    pub main: Duration,
    /// Length of a period of overtime; zero without overtime.
    pub period: Duration,
    /// Moves to be made in each period.
    pub moves: u32,
}

/// An error in the text of a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is not a time control: none, 5/move, 600, 600+30/25 (Canadian), 600+3x30 (byo-yomi), 600+5 (Fischer) or 10800+2x1200@2 (extensions at two points), in seconds"
)]
pub struct TimeControlError(pub String);

impl TimeControl {
    /// The nearest control that GTP's `time_settings` can express; `None` without a limit. A fixed time becomes a period of one move,
    /// byo-yomi its last period again and again, Fischer's clock and extensions their main time. `time_left` before each move corrects it.
    pub fn canadian(self) -> Option<Canadian> {
        let (main, period, moves) = match self {
            Self::None => return None,
            Self::EachMove(time) => (Duration::ZERO, time, 1),
            Self::Absolute(main) | Self::Fischer { main, .. } => (main, Duration::ZERO, 0),
            Self::Extensions { main, period, .. } => (if main.is_zero() { period } else { main }, Duration::ZERO, 0),
            Self::Canadian { main, period, moves } => (main, period, moves),
            Self::ByoYomi { main, period, .. } => (main, period, 1),
        };
        Some(Canadian { main, period, moves })
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        parse(text.trim()).ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    if text == "none" {
        return Some(TimeControl::None);
    }
    if let Some(each) = text.strip_suffix("/move") {
        return time(each).filter(|each| !each.is_zero()).map(TimeControl::EachMove);
    }
    let Some((main, overtime)) = text.split_once('+') else {
        return time(text).filter(|main| !main.is_zero()).map(TimeControl::Absolute);
    };
    let main = time(main)?;
    let length = |text| time(text).filter(|length| !length.is_zero());
    if let Some((period, moves)) = overtime.split_once('/') {
        return Some(TimeControl::Canadian { main, period: length(period)?, moves: count(moves)? });
    }
    if let Some((extensions, (period, points))) =
        overtime.split_once('x').and_then(|(extensions, rest)| Some((extensions, rest.split_once('@')?)))
    {
        let points = points.parse().ok().filter(|points| (1..=MOST_POINTS).contains(points))?;
        return Some(TimeControl::Extensions { main, period: length(period)?, extensions: count(extensions)?, points });
    }
    if let Some((periods, period)) = overtime.split_once('x') {
        return Some(TimeControl::ByoYomi { main, period: length(period)?, periods: count(periods)? });
    }
    Some(TimeControl::Fischer { main, increment: length(overtime)?, most: None, most_a_move: None })
}

/// A number of seconds, at most a year.
fn time(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=YEAR).contains(seconds))?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// The highest price of an extension: a point for each point of the board.
const MOST_POINTS: u16 = 361;

fn count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|count| (1..=1000).contains(count))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::EachMove(time) => write!(f, "{}/move", time.as_secs_f64()),
            Self::Absolute(main) => write!(f, "{}", main.as_secs_f64()),
            Self::Canadian { main, period, moves } => {
                write!(f, "{}+{}/{moves}", main.as_secs_f64(), period.as_secs_f64())
            }
            Self::ByoYomi { main, period, periods } => {
                write!(f, "{}+{periods}x{}", main.as_secs_f64(), period.as_secs_f64())
            }
            Self::Extensions { main, period, extensions, points } => {
                write!(f, "{}+{extensions}x{}@{points}", main.as_secs_f64(), period.as_secs_f64())
            }
            Self::Fischer { main, increment, .. } => write!(f, "{}+{}", main.as_secs_f64(), increment.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        let seconds = Duration::from_secs;
        for (text, expected) in [
            ("none", TimeControl::None),
            ("0.5/move", TimeControl::EachMove(Duration::from_millis(500))),
            ("600", TimeControl::Absolute(seconds(600))),
            ("0+30/25", TimeControl::Canadian { main: seconds(0), period: seconds(30), moves: 25 }),
            ("60+3x30", TimeControl::ByoYomi { main: seconds(60), period: seconds(30), periods: 3 }),
            (
                "10800+2x1200@2",
                TimeControl::Extensions { main: seconds(10800), period: seconds(1200), extensions: 2, points: 2 },
            ),
            (
                "60+1.5",
                TimeControl::Fischer {
                    main: seconds(60),
                    increment: Duration::from_millis(1500),
                    most: None,
                    most_a_move: None,
                },
            ),
        ] {
            assert_eq!(text.parse(), Ok(expected));
            assert_eq!(expected.to_string(), text);
        }
        for text in [
            "", "fast", "0", "-1", "1+", "+", "1+2+3", "1+0/3", "1+3x0", "1+0x3", "1+3/0", "1+2x3@0", "1+2x3@",
            "1+3@2", "0/move", "nan", "1e99",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
