//! A player's clock, as a referee keeps it.

use super::control::TimeControl;
use super::plan::TimeLeft;
use std::time::Duration;

/// A player's clock under a time control.
#[derive(Clone, Copy, Debug)]
pub struct RefereeClock {
    control: TimeControl,
    left: TimeLeft,
    /// The number of extensions begun.
    extensions: u32,
}

impl RefereeClock {
    /// The clock before the first move.
    pub fn new(control: TimeControl) -> Self {
        let left = match control {
            TimeControl::EachMove(time) | TimeControl::Extensions { main: time, .. } => TimeLeft { time, stones: 0 },
            _ => control.at_start(),
        };
        Self { control, left, extensions: 0 }
    }

    /// The time left; `None` without a time control. Before an extension begins, it is that of the extension, if nothing else is left.
    pub fn left(&self) -> Option<TimeLeft> {
        let left = match self.control {
            TimeControl::Extensions { period, extensions, .. }
                if self.left.time.is_zero() && self.extensions < extensions =>
            {
                TimeLeft { time: period, stones: 0 }
            }
            _ => self.left,
        };
        (self.control != TimeControl::None).then_some(left)
    }

    /// The time left in the form of [`GameClock`](super::GameClock): a fixed time a move is a period of one move.
    pub fn told(&self) -> Option<TimeLeft> {
        let TimeLeft { time, stones: count } = self.left()?;
        let stones = if matches!(self.control, TimeControl::EachMove(_)) { 1 } else { count };
        Some(TimeLeft { time, stones })
    }

    /// The most that the next move may take; `None` without a limit.
    pub fn allowance(&self) -> Option<Duration> {
        let TimeLeft { time, stones: count } = self.left;
        match self.control {
            TimeControl::None => None,
            TimeControl::EachMove(_) | TimeControl::Absolute(_) | TimeControl::Fischer { .. } => Some(time),
            TimeControl::Extensions { period, extensions, .. } => {
                Some(time + period * extensions.saturating_sub(self.extensions))
            }
            TimeControl::Canadian { period, .. } => Some(if count == 0 { time + period } else { time }),
            TimeControl::ByoYomi { period, periods, .. } => {
                Some(if count == 0 { time + period * periods } else { period * count })
            }
        }
    }

    /// Counts a move that took `used`. Time beyond the allowance is forgiven: the referee has judged it already.
    pub fn charge(&mut self, used: Duration) {
        let used = self.allowance().map_or(used, |allowance| used.min(allowance));
        match self.control {
            TimeControl::None | TimeControl::EachMove(_) => {}
            TimeControl::Extensions { period, .. } => {
                let late = used.saturating_sub(self.left.time);
                self.left.time = self.left.time.saturating_sub(used);
                if !late.is_zero() {
                    self.extensions += 1;
                    self.left.time = period;
                    self.charge(late);
                }
            }
            control => self.left = control.after_move(self.left, used),
        }
    }

    /// The points that extensions have cost.
    pub fn penalty(&self) -> u16 {
        match self.control {
            TimeControl::Extensions { points, .. } => {
                u16::try_from(self.extensions).unwrap_or(u16::MAX).saturating_mul(points)
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time left, the stones left, and the allowance, in seconds, after moves of these durations.
    fn after(control: &str, moves: &[u64]) -> (u64, u32, u64) {
        let mut clock = RefereeClock::new(control.parse().expect("a time control"));
        for &used in moves {
            assert!(Duration::from_secs(used) <= clock.allowance().expect("a clock"), "{control}: {used}");
            clock.charge(Duration::from_secs(used));
        }
        let left = clock.left().expect("a clock");
        (left.time.as_secs(), left.stones, clock.allowance().expect("a clock").as_secs())
    }

    #[test]
    fn without_a_control_no_clock_runs() {
        let mut clock = RefereeClock::new(TimeControl::None);
        clock.charge(Duration::from_secs(1));
        assert_eq!((clock.left(), clock.allowance()), (None, None));
    }

    #[test]
    fn main_time_alone() {
        assert_eq!(after("60", &[20, 30]), (10, 0, 10));
        assert_eq!(after("5/move", &[4, 5]), (5, 0, 5));
        assert_eq!(after("60+5", &[20, 3]), (47, 0, 47));
        assert_eq!(after("60+5", &[60]), (5, 0, 5));
    }

    #[test]
    fn canadian_overtime() {
        assert_eq!(after("10+30/3", &[]), (10, 0, 40));
        assert_eq!(after("10+30/3", &[10]), (30, 3, 30));
        assert_eq!(after("10+30/3", &[15]), (25, 2, 25));
        assert_eq!(after("0+30/3", &[10, 10]), (10, 1, 10));
        assert_eq!(after("0+30/3", &[10, 10, 10]), (30, 3, 30));
    }

    #[test]
    fn extensions_cost_points() {
        let after = |moves: &[u64]| {
            let mut clock = RefereeClock::new("10+2x20@2".parse().expect("a time control"));
            for &used in moves {
                clock.charge(Duration::from_secs(used));
            }
            let left = clock.left().expect("a clock");
            (left.time.as_secs(), clock.allowance().expect("a clock").as_secs(), clock.penalty())
        };
        assert_eq!(after(&[]), (10, 50, 0));
        assert_eq!(after(&[10]), (20, 40, 0));
        assert_eq!(after(&[4, 7]), (19, 39, 2));
        assert_eq!(after(&[10, 20]), (20, 20, 2));
        assert_eq!(after(&[31]), (19, 19, 4));
        assert_eq!(after(&[50]), (0, 0, 4));
    }

    #[test]
    fn byo_yomi() {
        assert_eq!(after("10+3x30", &[]), (10, 0, 100));
        assert_eq!(after("10+3x30", &[10]), (30, 3, 90));
        assert_eq!(after("10+3x30", &[15, 29]), (30, 3, 90));
        assert_eq!(after("10+3x30", &[45]), (30, 2, 60));
        // A move of exactly one period is in time, so it costs none.
        assert_eq!(after("0+3x30", &[30, 1]), (30, 3, 90));
        assert_eq!(after("0+3x30", &[31]), (30, 2, 60));
        assert_eq!(after("10+3x30", &[40]), (30, 3, 90));
        assert_eq!(after("0+3x30", &[90]), (30, 1, 30));
    }
}
