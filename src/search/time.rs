//! Time for a move out of the time for a game.

use std::time::Duration;

/// The time control of a game, as GTP's `time_settings` has it: main time, then Canadian overtime.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeSettings {
    /// Main time.
    pub main: Duration,
    /// Length of an overtime period. Without length or without moves there is none, and the game is lost when the main
    /// time is used up.
    pub overtime: Duration,
    /// Moves to be made in each overtime period.
    pub stones: u32,
}

/// What a player has left on the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// Time left in the main time, or in this overtime period.
    pub time: Duration,
    /// Moves still to be made in this overtime period; zero in main time.
    pub stones: u32,
}

/// Kept back of every budget for the way to the referee and for threads that come late.
const LAG: Duration = Duration::from_millis(50);

impl TimeSettings {
    /// What a player has before the first move.
    pub fn at_start(self) -> TimeLeft {
        if self.main.is_zero() {
            TimeLeft { time: self.overtime, stones: if self.overtime.is_zero() { 0 } else { self.stones } }
        } else {
            TimeLeft { time: self.main, stones: 0 }
        }
    }

    /// What is left after a move that took `used`.
    pub fn after_move(self, left: TimeLeft, used: Duration) -> TimeLeft {
        let rest = left.time.saturating_sub(used);
        match left.stones {
            0 if rest.is_zero() && !self.overtime.is_zero() && self.stones > 0 => {
                // The move began in main time and ended in overtime.
                let late = used.saturating_sub(left.time);
                self.after_move(TimeLeft { time: self.overtime, stones: self.stones }, late)
            }
            0 => TimeLeft { time: rest, stones: 0 },
            1 => TimeLeft { time: self.overtime, stones: self.stones },
            stones => TimeLeft { time: rest, stones: stones - 1 },
        }
    }

    /// The time for one move.
    ///
    /// `moves_to_come` is how many moves of the player's own the game may still last. In main time with overtime behind
    /// it, a move may take at least as long as it will then.
    pub fn budget(self, left: TimeLeft, moves_to_come: u32) -> Duration {
        let share = if left.stones > 0 {
            left.time / left.stones
        } else {
            let in_main = left.time / moves_to_come.max(1);
            let in_overtime =
                if self.stones > 0 { (self.overtime / self.stones).min(left.time) } else { Duration::ZERO };
            in_main.max(in_overtime)
        };
        let most = left.time.saturating_sub(LAG);
        share.saturating_sub(LAG).max(share / 2).min(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn a_clock_of_canadian_overtime() {
        let settings = TimeSettings { main: seconds(10), overtime: seconds(30), stones: 2 };
        let start = settings.at_start();
        assert_eq!(start, TimeLeft { time: seconds(10), stones: 0 });
        let left = settings.after_move(start, seconds(4));
        assert_eq!(left, TimeLeft { time: seconds(6), stones: 0 });
        let left = settings.after_move(left, seconds(8));
        assert_eq!(left, TimeLeft { time: seconds(28), stones: 1 });
        let left = settings.after_move(left, seconds(20));
        assert_eq!(left, TimeLeft { time: seconds(30), stones: 2 });
        let without_main = TimeSettings { main: Duration::ZERO, ..settings };
        assert_eq!(without_main.at_start(), TimeLeft { time: seconds(30), stones: 2 });
    }

    #[test]
    fn overtime_without_moves_is_none() {
        let settings = TimeSettings { main: seconds(1), overtime: Duration::from_nanos(1), stones: 0 };
        let used_up = TimeLeft { time: Duration::ZERO, stones: 0 };
        assert_eq!(settings.after_move(settings.at_start(), seconds(3600)), used_up);
    }

    #[test]
    fn budgets_never_exceed_what_is_left() {
        let settings = TimeSettings { main: seconds(60), overtime: Duration::ZERO, stones: 0 };
        for milliseconds in [0, 1, 10, 60, 200, 1_000, 60_000] {
            for moves in [0, 1, 2, 30] {
                let left = TimeLeft { time: Duration::from_millis(milliseconds), stones: 0 };
                assert!(settings.budget(left, moves) <= left.time);
            }
        }
        assert_eq!(settings.budget(TimeLeft { time: seconds(60), stones: 0 }, 30), Duration::from_millis(1950));
    }

    #[test]
    fn overtime_is_shared_among_its_moves() {
        let settings = TimeSettings { main: seconds(1), overtime: seconds(30), stones: 10 };
        let left = TimeLeft { time: seconds(30), stones: 10 };
        assert_eq!(settings.budget(left, 50), Duration::from_millis(2950));
        // One second of main time before an overtime of three seconds a move: use it.
        assert_eq!(settings.budget(settings.at_start(), 50), Duration::from_millis(950));
    }
}
