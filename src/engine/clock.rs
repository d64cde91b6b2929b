//! The clocks of both players, as the engine knows them.

use crate::board::{Color, PerColor};
use crate::search::{TimeLeft, TimeSettings};
use std::time::Duration;

/// A time control, what each player has left, and how late moves have come.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Clock {
    settings: Option<TimeSettings>,
    left: PerColor<Option<TimeLeft>>,
    /// What the engine has counted itself for the colour that it moved last, until somebody says better.
    counted: Option<(Color, TimeLeft)>,
    lateness: Lateness,
}

/// What a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Allowance {
    /// As a rule.
    pub(super) time: Duration,
    /// Where it is unclear which move is best; `None` where it is not worth while to save time.
    pub(super) extended: Option<Duration>,
}

impl Allowance {
    /// At most.
    pub(super) fn longest(self) -> Duration {
        self.extended.unwrap_or(self.time)
    }

    /// The same, cut to what a move may take by the settings.
    pub(super) fn within(self, most: Duration) -> Self {
        Self { time: self.time.min(most), extended: self.extended.map(|time| time.min(most)) }
    }
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

impl Clock {
    /// Sets the time control, and starts the clocks anew; `None` for no limit.
    pub(super) fn set(&mut self, settings: Option<TimeSettings>) {
        self.settings = settings;
        self.restart();
    }

    /// Starts the clocks anew.
    pub(super) fn restart(&mut self) {
        self.left = PerColor::default();
        self.counted = None;
    }

    /// Says what a player has left. Where that is less than what was counted, the way to the referee takes time.
    pub(super) fn tell(&mut self, color: Color, left: TimeLeft) {
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
    pub(super) fn left(&self, color: Color) -> Option<TimeLeft> {
        self.left[color].or_else(|| self.settings.map(TimeSettings::at_start))
    }

    /// The time for one move, of which at least `lag` is kept back; `None` without a limit. Time that was said to be left
    /// counts also where no time control was set: then it is all there is.
    pub(super) fn budget(&self, color: Color, moves_to_come: u32, lag: Duration) -> Option<Allowance> {
        let lag = lag.max(2 * self.lateness.here + self.lateness.on_the_way);
        let (settings, left) = (self.settings.unwrap_or_default(), self.left(color)?);
        let time = settings.budget(left, moves_to_come, lag);
        Some(Allowance { time, extended: settings.extended(left, time, lag) })
    }

    /// Notes how late a thread was woken that waited: on a busy machine others have the cores for a while.
    pub(super) fn note_waking(&mut self, late: Duration) {
        self.lateness.waking = self.lateness.waking.max(late);
    }

    /// Counts a move that took `used` of what was `planned`, if it was planned.
    pub(super) fn count(&mut self, color: Color, used: Duration, planned: Option<Duration>) {
        let waking = std::mem::take(&mut self.lateness.waking);
        if let Some(planned) = planned {
            Lateness::note(&mut self.lateness.here, used.saturating_sub(planned).max(waking));
        }
        if let Some(left) = self.left(color) {
            let left = self.settings.unwrap_or_default().after_move(left, used);
            self.left[color] = Some(left);
            self.counted = Some((color, left));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Overtime;

    fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn clock() -> Clock {
        let mut clock = Clock::default();
        clock.set(Some(TimeSettings { main: milliseconds(10_000), overtime: Overtime::None }));
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
        assert_eq!(Clock::default().left(Color::Black), None);
        assert_eq!(Clock::default().budget(Color::Black, 30, Duration::ZERO), None);
    }

    #[test]
    fn the_lag_is_measured_here_and_on_the_way() {
        let lag = milliseconds(10);
        let budget = |clock: &Clock| clock.budget(Color::Black, 10, lag).expect("a limit").time;
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
