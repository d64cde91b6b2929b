//! The GTP commands that tell a program its time.

use onepure_engine::clock::{RefereeClock, TimeControl, TimeLeft};
use onepure_rules::board::Color;
use std::collections::HashSet;
use std::time::Duration;

/// The commands that tell a program its time: of those that the program has, the one that fits the time control best.
///
/// GTP's own `time_settings` has whole seconds and Canadian overtime only. `kgs-time_settings` and `kata-time_settings`
/// add byo-yomi; the latter also has Fischer clocks and fractions of a second.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeCommands {
    control: TimeControl,
    settings: Option<TimeSettingsCommand>,
    has_time_left: bool,
    takes_fractions: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TimeSettingsCommand {
    Plain,
    Kgs,
    Kata,
}

impl TimeSettingsCommand {
    const fn command(self) -> &'static str {
        match self {
            Self::Plain => "time_settings",
            Self::Kgs => "kgs-time_settings",
            Self::Kata => "kata-time_settings",
        }
    }
}

impl TimeCommands {
    /// The choice for a program with these commands. A program that knows our rules takes fractions of a second
    /// everywhere.
    pub(super) fn new(control: TimeControl, commands: &HashSet<String>, knows_our_rules: bool) -> Self {
        let preferred: &[TimeSettingsCommand] = match control {
            TimeControl::None => &[],
            TimeControl::ByoYomi { .. } => {
                &[TimeSettingsCommand::Kata, TimeSettingsCommand::Kgs, TimeSettingsCommand::Plain]
            }
            TimeControl::Fischer { .. } => &[TimeSettingsCommand::Kata, TimeSettingsCommand::Plain],
            _ if has_fractions(control) && !knows_our_rules => {
                &[TimeSettingsCommand::Kata, TimeSettingsCommand::Plain, TimeSettingsCommand::Kgs]
            }
            _ => &[TimeSettingsCommand::Plain, TimeSettingsCommand::Kata, TimeSettingsCommand::Kgs],
        };
        let settings = preferred.iter().copied().find(|dialect| commands.contains(dialect.command()));
        Self {
            control,
            settings,
            has_time_left: commands.contains("time_left"),
            takes_fractions: knows_our_rules || settings == Some(TimeSettingsCommand::Kata),
        }
    }

    /// The command at the start of a game, if the program needs one.
    pub(super) fn settings(&self) -> Option<String> {
        let dialect = self.settings?;
        let canadian = self.control.canadian()?;
        let (main, period) = (self.seconds(canadian.main), self.seconds(canadian.period));
        let arguments = match (dialect, self.control) {
            (TimeSettingsCommand::Plain, _) => format!("{main} {period} {}", canadian.moves),
            (_, TimeControl::ByoYomi { periods, .. }) => format!("byoyomi {main} {period} {periods}"),
            (_, TimeControl::EachMove(_)) => format!("byoyomi {main} {period} 1"),
            (_, TimeControl::Canadian { moves, .. }) => format!("canadian {main} {period} {moves}"),
            (TimeSettingsCommand::Kata, TimeControl::Fischer { increment, .. }) => {
                format!("fischer {main} {}", self.seconds(increment))
            }
            (_, _) => format!("absolute {main}"),
        };
        Some(format!("{} {arguments}", dialect.command()))
    }

    /// The command before a move, if the program needs one.
    pub(super) fn left(&self, color: Color, clock: &RefereeClock) -> Option<String> {
        let TimeLeft { time, stones: count } = clock.left().filter(|_| self.has_time_left)?;
        let count = match self.control {
            TimeControl::EachMove(_) => 1,
            TimeControl::ByoYomi { .. } if self.settings == Some(TimeSettingsCommand::Plain) => count.min(1),
            _ => count,
        };
        Some(format!("time_left {color} {} {count}", self.seconds(time)))
    }

    /// A time in seconds for the program. Whole seconds are rounded down, but at least 1: zero would mean no limit.
    fn seconds(&self, time: Duration) -> f64 {
        let seconds = time.as_secs_f64();
        if self.takes_fractions || seconds == 0.0 { seconds } else { seconds.floor().max(1.0) }
    }
}

fn has_fractions(control: TimeControl) -> bool {
    control.canadian().is_some_and(|times| times.main.subsec_nanos() > 0 || times.period.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands at the start and before the first move for a program with the listed commands.
    fn told(control: &str, commands: &str) -> (Option<String>, Option<String>) {
        let control = control.parse().expect("a time control");
        let commands: HashSet<String> = commands.split(' ').map(str::to_owned).collect();
        let told = TimeCommands::new(control, &commands, false);
        (told.settings(), told.left(Color::Black, &RefereeClock::new(control)))
    }

    fn both(settings: &str, left: &str) -> (Option<String>, Option<String>) {
        (Some(settings.to_owned()), Some(left.to_owned()))
    }

    const PLAIN: &str = "time_settings time_left";
    const KGS: &str = "time_settings kgs-time_settings time_left";
    const KATA: &str = "time_settings kgs-time_settings kata-time_settings time_left";

    #[test]
    fn what_every_program_has() {
        assert_eq!(told("none", KATA), (None, None));
        assert_eq!(told("60", "play"), (None, None));
        assert_eq!(told("60", PLAIN), both("time_settings 60 0 0", "time_left black 60 0"));
        assert_eq!(told("5/move", PLAIN), both("time_settings 0 5 1", "time_left black 5 1"));
        assert_eq!(told("60+30/5", PLAIN), both("time_settings 60 30 5", "time_left black 60 0"));
        assert_eq!(told("0+30/5", KATA), both("time_settings 0 30 5", "time_left black 30 5"));
        assert_eq!(told("0+3x30", PLAIN), both("time_settings 0 30 1", "time_left black 30 1"));
        assert_eq!(told("60+5", KGS), both("time_settings 60 0 0", "time_left black 60 0"));
        assert_eq!(told("1.5+0.5/5", PLAIN), both("time_settings 1 1 5", "time_left black 1 0"));
    }

    #[test]
    fn what_some_have() {
        assert_eq!(told("0+3x30", KGS), both("kgs-time_settings byoyomi 0 30 3", "time_left black 30 3"));
        assert_eq!(told("60+3x30", KATA), both("kata-time_settings byoyomi 60 30 3", "time_left black 60 0"));
        assert_eq!(told("60+1.5", KATA), both("kata-time_settings fischer 60 1.5", "time_left black 60 0"));
        assert_eq!(told("1.5", KATA), both("kata-time_settings absolute 1.5", "time_left black 1.5 0"));
        assert_eq!(told("0.5/move", KATA), both("kata-time_settings byoyomi 0 0.5 1", "time_left black 0.5 1"));
        assert_eq!(told("60+30/5", "kgs-time_settings"), (Some("kgs-time_settings canadian 60 30 5".to_owned()), None));
    }
}
