//! The clocks of both players, as the engine sees them.

use super::control::TimeControl;
use super::plan::{MoveTime, TimeLeft};
use onepure_rules::board::{Color, PerColor};
use std::time::Duration;

/// The time control, the time left of each player, and the lateness of moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GameClock {
    control: TimeControl,
    left: PerColor<Option<TimeLeft>>,
    /// The time left by the engine's own count for the colour that it moved last, until the controller reports it.
    counted: Option<(Color, TimeLeft)>,
    lateness: Lateness,
}

/// The time that moves take beyond the plan.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Lateness {
    /// From the end of the planned time to the answer.
    here: Duration,
    /// From the planned moment to the actual one at which the answering thread woke, in the current search.
    waking: Duration,
    /// From the answer to the referee's clock.
    on_the_way: Duration,
}

impl Lateness {
    /// After every move 15/16 of the worst lateness is kept: one slow move must not shorten the whole game.
    const WHOLE: u32 = 16;
    const REST: u32 = 15;

    fn record(worst: &mut Duration, seen: Duration) {
        *worst = seen.max(*worst / Self::WHOLE * Self::REST);
    }
}

impl GameClock {
    /// Sets the time control and restarts the clocks.
    pub fn set(&mut self, control: TimeControl) {
        self.control = control;
        self.restart();
    }

    /// Restarts the clocks.
    pub fn restart(&mut self) {
        self.left = PerColor::default();
        self.counted = None;
    }

    /// Sets the time left of a player, as reported. If it is less than counted, the difference is the way to the referee.
    pub fn tell(&mut self, color: Color, left: TimeLeft) {
        if let Some((ours, counted)) = self.counted.take()
            && ours == color
            && counted.stones == left.stones
            // A controller that reports whole seconds has rounded them.
            && left.time.subsec_nanos() != 0
        {
            Lateness::record(&mut self.lateness.on_the_way, counted.time.saturating_sub(left.time));
        }
        self.left[color] = Some(left);
    }

    /// The time left of a player, as reported or counted; `None` without a time control.
    pub fn left(&self, color: Color) -> Option<TimeLeft> {
        self.left[color].or_else(|| (self.control != TimeControl::None).then(|| self.control.at_start()))
    }

    /// The time for one move of `color` on a board with `empty_points` empty points, by the clock and at most `most`. `None` if neither
    /// sets a limit. Keeps back `lag`, or the measured lateness if that is more.
    pub fn move_time(
        &self,
        color: Color,
        empty_points: usize,
        lag: Duration,
        most: Option<Duration>,
    ) -> Option<MoveTime> {
        // A game is decided long before the board is full, and clear moves save time: spend most of it early.
        let moves_to_come = empty_points as u32 / 4 + 8;
        match (self.by_clock(color, moves_to_come, lag), most) {
            (Some(time), Some(most)) => Some(time.within(most)),
            (time, most) => time.or_else(|| most.map(MoveTime::fixed)),
        }
    }

    /// The time for one move by the clock alone. Reported time counts without a time control too, as absolute time.
    fn by_clock(&self, color: Color, moves_to_come: u32, lag: Duration) -> Option<MoveTime> {
        let lag = lag.max(2 * self.lateness.here + self.lateness.on_the_way);
        Some(self.control.move_time(self.left(color)?, moves_to_come, lag))
    }

    /// Records how late a waiting thread woke: on a busy machine other programs hold the cores.
    pub fn note_waking(&mut self, late: Duration) {
        self.lateness.waking = self.lateness.waking.max(late);
    }

    /// Counts a move that took `used`; `planned` is its planned time, if it had one.
    pub fn count(&mut self, color: Color, used: Duration, planned: Option<Duration>) {
        let waking = std::mem::take(&mut self.lateness.waking);
        if let Some(planned) = planned {
            Lateness::record(&mut self.lateness.here, used.saturating_sub(planned).max(waking));
        }
        if let Some(left) = self.left(color) {
            let left = self.control.after_move(left, used);
            self.left[color] = Some(left);
            self.counted = Some((color, left));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn clock() -> GameClock {
        let mut clock = GameClock::default();
        clock.set(TimeControl::Absolute(milliseconds(10_000)));
        clock
    }

    #[test]
    fn a_clock_runs_by_itself_until_its_time_is_reported() {
        let mut clock = clock();
        clock.count(Color::Black, milliseconds(1_500), None);
        assert_eq!(clock.left(Color::Black), Some(TimeLeft { time: milliseconds(8_500), stones: 0 }));
        assert_eq!(clock.left(Color::White), Some(TimeLeft { time: milliseconds(10_000), stones: 0 }));
        let reported = TimeLeft { time: milliseconds(8_000), stones: 0 };
        clock.tell(Color::Black, reported);
        assert_eq!(clock.left(Color::Black), Some(reported));
        assert_eq!(GameClock::default().left(Color::Black), None);
        assert_eq!(GameClock::default().move_time(Color::Black, 88, Duration::ZERO, None), None);
    }

    #[test]
    fn the_lag_is_measured_here_and_on_the_way() {
        let lag = milliseconds(10);
        let budget = |clock: &GameClock| clock.by_clock(Color::Black, 10, lag).expect("a limit").optimum;
        let mut clock = clock();
        assert_eq!(budget(&clock), milliseconds(990));
        // A move that ends 60 ms late; the referee counts 30 ms more.
        clock.count(Color::Black, milliseconds(1_060), Some(milliseconds(1_000)));
        clock.tell(Color::Black, TimeLeft { time: milliseconds(8_910), stones: 0 });
        assert_eq!(budget(&clock), milliseconds(891 - 150));
        // Whole seconds do not measure the way.
        clock.count(Color::Black, milliseconds(900), Some(milliseconds(900)));
        clock.tell(Color::Black, TimeLeft { time: milliseconds(1_000), stones: 0 });
        assert!(budget(&clock) > milliseconds(5));
        // A thread that woke late counts too, although the move came in time.
        clock.note_waking(milliseconds(100));
        clock.note_waking(milliseconds(1));
        clock.count(Color::Black, milliseconds(900), Some(milliseconds(900)));
        clock.tell(Color::Black, TimeLeft { time: milliseconds(8_000), stones: 0 });
        assert!(budget(&clock) <= milliseconds(800 - 200));
        clock.tell(Color::Black, TimeLeft { time: milliseconds(1_000), stones: 0 });
        // The lateness fades.
        for _ in 0..100 {
            clock.count(Color::Black, Duration::ZERO, Some(Duration::ZERO));
            clock.tell(Color::Black, TimeLeft { time: milliseconds(999), stones: 0 });
        }
        clock.tell(Color::Black, TimeLeft { time: milliseconds(10_000), stones: 0 });
        assert_eq!(budget(&clock), milliseconds(990));
    }
}
