//! The clocks of a game in the terminal.

use crate::cli::terminal::words::{Words, time_left};
use onepure_engine::clock::{RefereeClock, TimeControl, TimeLeft};
use onepure_rules::board::{Color, PerColor};
use std::time::{Duration, Instant};

/// A time control, the clocks of both players, and the start of the turn.
pub(super) struct Clocks {
    control: TimeControl,
    players: PerColor<RefereeClock>,
    turn_began: Instant,
}

impl Clocks {
    /// Unused clocks.
    pub(super) fn new(control: TimeControl) -> Self {
        Self { control, players: PerColor::from_fn(|_| RefereeClock::new(control)), turn_began: Instant::now() }
    }

    pub(super) fn control(&self) -> TimeControl {
        self.control
    }

    /// Starts a turn now.
    pub(super) fn begin_turn(&mut self) {
        self.turn_began = Instant::now();
    }

    /// Charges the current turn to a colour. Returns false if it took longer than the colour had.
    pub(super) fn charge(&mut self, color: Color) -> bool {
        self.charge_for(color, self.turn_began.elapsed())
    }

    fn charge_for(&mut self, color: Color, used: Duration) -> bool {
        let is_in_time = self.players[color].allowance().is_none_or(|allowance| used <= allowance);
        self.players[color].charge(used);
        is_in_time
    }

    /// The time left of a colour, for the engine.
    pub(super) fn told(&self, color: Color) -> Option<TimeLeft> {
        self.players[color].told()
    }

    /// The points that a colour has lost in overtime.
    pub(super) fn penalty(&self, color: Color) -> u16 {
        self.players[color].penalty()
    }

    /// The time left of both players.
    pub(super) fn text(&self, words: &dyn Words) -> String {
        words.clocks(self.control, Color::BOTH.map(|color| self.players[color].left()))
    }

    /// The time left of a colour, for a prompt.
    pub(super) fn left(&self, color: Color) -> Option<String> {
        self.players[color].left().map(|left| time_left(left, self.control))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::words::words;
    use crate::view::Language;

    #[test]
    fn clocks_run_and_end() {
        let mut clocks = Clocks::new("60+2x5".parse().expect("a time control"));
        let words = words(Language::English);
        assert_eq!(clocks.text(words), "Clock 60+2x5: Black 1:00, White 1:00.");
        assert!(clocks.charge_for(Color::Black, Duration::from_millis(58_500)));
        assert_eq!(clocks.left(Color::Black).as_deref(), Some("0:02"));
        assert!(clocks.charge_for(Color::Black, Duration::from_secs(3)));
        assert_eq!(clocks.text(words), "Clock 60+2x5: Black 2×0:05, White 1:00.");
        assert!(!clocks.charge_for(Color::Black, Duration::from_secs(11)), "both periods are over");
        assert!(clocks.charge_for(Color::White, Duration::from_secs(65)), "the first period has begun");
        let without = Clocks::new(TimeControl::None);
        assert!(without.text(words).starts_with("There is no clock."));
        assert_eq!(without.left(Color::Black), None);
        assert_eq!(
            Clocks::new("7200".parse().expect("a time control")).text(words),
            "Clock 7200: Black 2:00:00, White 2:00:00."
        );
    }
}
