//! The clocks of both players, as the engine knows them.

use super::control::TimeControl;
use super::plan::{MoveTime, TimeLeft};
use onepure_rules::board::{Color, PerColor};
use std::time::Duration;

/// A time control, what each player has left, and how late moves have come.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GameClock {
    control: TimeControl,
    left: PerColor<Option<TimeLeft>>,
    /// What the engine has counted itself for the colour that it moved last, until somebody says better.
    counted: Option<(Color, TimeLeft)>,
    lateness: Lateness,
}

/// How much longer moves have taken than was planned.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Lateness {
    /// From the end of the planned time to the answer.
    here: Duration,
    /// From the moment at which the thread that answers was to be woken to the one at which it was, in the search under way.
    waking: Duration,
    /// From the answer to the referee's clock.
    on_the_way: Duration,
}

impl Lateness {
    /// Of the worst that was seen, 15 parts of 16 are left after every move.
    const WHOLE: u32 = 16;
    const REST: u32 = 15;

    fn note(worst: &mut Duration, seen: Duration) {
        *worst = seen.max(*worst / Self::WHOLE * Self::REST);
    }
}

impl GameClock {
    /// Sets the time control, and starts the clocks anew.
    pub fn set(&mut self, control: TimeControl) {
        self.control = control;
        self.restart();
    }

    /// Starts the clocks anew.
    pub fn restart(&mut self) {
        self.left = PerColor::default();
        self.counted = None;
    }

    /// Says what a player has left. Where that is less than what was counted, the way to the referee takes time.
    pub fn tell(&mut self, color: Color, left: TimeLeft) {
        if let Some((ours, counted)) = self.counted.take()
            && ours == color
            && counted.stones == left.stones
            // Whole seconds may have been rounded.
            && left.time.subsec_nanos() != 0
        {
            Lateness::note(&mut self.lateness.on_the_way, counted.time.saturating_sub(left.time));
        }
        self.left[color] = Some(left);
    }

    /// What a player has left, as last said or counted; `None` without a time control.
    pub fn left(&self, color: Color) -> Option<TimeLeft> {
        self.left[color].or_else(|| (self.control != TimeControl::None).then(|| self.control.at_start()))
    }

    /// The time for one move of `color` on a board with so many empty points, by the clock and at most `most`; `None` where neither
    /// sets a limit. At least `lag` is kept back, and as much as moves have come late so far.
    pub fn move_time(
        &self,
        color: Color,
        empty_points: usize,
        lag: Duration,
        most: Option<Duration>,
    ) -> Option<MoveTime> {
        // A game is decided long before every empty point is filled, and clear moves save time: most is spent early.
        let moves_to_come = empty_points as u32 / 4 + 8;
        match (self.by_clock(color, moves_to_come, lag), most) {
            (Some(time), Some(most)) => Some(time.within(most)),
            (time, most) => time.or_else(|| most.map(MoveTime::fixed)),
        }
    }

    /// The time for one move by the clock alone. Time that was said to be left counts also where no time control was set: then
    /// it is all there is.
    fn by_clock(&self, color: Color, moves_to_come: u32, lag: Duration) -> Option<MoveTime> {
        let lag = lag.max(2 * self.lateness.here + self.lateness.on_the_way);
        Some(self.control.move_time(self.left(color)?, moves_to_come, lag))
    }

    /// Notes how late a thread was woken that waited: on a busy machine others have the cores for a while.
    pub fn note_waking(&mut self, late: Duration) {
        self.lateness.waking = self.lateness.waking.max(late);
    }

    /// Counts a move that took `used` of what was `planned`, if it was planned.
    pub fn count(&mut self, color: Color, used: Duration, planned: Option<Duration>) {
        let waking = std::mem::take(&mut self.lateness.waking);
        if let Some(planned) = planned {
            Lateness::note(&mut self.lateness.here, used.saturating_sub(planned).max(waking));
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
    fn a_clock_runs_by_itself_until_it_is_told() {
        let mut clock = clock();
        clock.count(Color::Black, milliseconds(1_500), None);
        assert_eq!(clock.left(Color::Black), Some(TimeLeft { time: milliseconds(8_500), stones: 0 }));
        assert_eq!(clock.left(Color::White), Some(TimeLeft { time: milliseconds(10_000), stones: 0 }));
        let told = TimeLeft { time: milliseconds(8_000), stones: 0 };
        clock.tell(Color::Black, told);
        assert_eq!(clock.left(Color::Black), Some(told));
        assert_eq!(GameClock::default().left(Color::Black), None);
        assert_eq!(GameClock::default().move_time(Color::Black, 88, Duration::ZERO, None), None);
    }

    #[test]
    fn the_lag_is_measured_here_and_on_the_way() {
        let lag = milliseconds(10);
        let budget = |clock: &GameClock| clock.by_clock(Color::Black, 10, lag).expect("a limit").optimum;
        let mut clock = clock();
        assert_eq!(budget(&clock), milliseconds(990));
        // A move that ends 60 milliseconds late, of which the referee counts 30 more.
        clock.count(Color::Black, milliseconds(1_060), Some(milliseconds(1_000)));
        clock.tell(Color::Black, TimeLeft { time: milliseconds(8_910), stones: 0 });
        assert_eq!(budget(&clock), milliseconds(891 - 150));
        // Whole seconds say nothing about the way.
        clock.count(Color::Black, milliseconds(900), Some(milliseconds(900)));
        clock.tell(Color::Black, TimeLeft { time: milliseconds(1_000), stones: 0 });
        assert!(budget(&clock) > milliseconds(5));
        // So is a thread that was woken late, although the move came in time.
        clock.note_waking(milliseconds(100));
        clock.note_waking(milliseconds(1));
        clock.count(Color::Black, milliseconds(900), Some(milliseconds(900)));
        clock.tell(Color::Black, TimeLeft { time: milliseconds(8_000), stones: 0 });
        assert!(budget(&clock) <= milliseconds(800 - 200));
        clock.tell(Color::Black, TimeLeft { time: milliseconds(1_000), stones: 0 });
        // It fades.
        for _ in 0..100 {
            clock.count(Color::Black, Duration::ZERO, Some(Duration::ZERO));
            clock.tell(Color::Black, TimeLeft { time: milliseconds(999), stones: 0 });
        }
        clock.tell(Color::Black, TimeLeft { time: milliseconds(10_000), stones: 0 });
        assert_eq!(budget(&clock), milliseconds(990));
    }
}
