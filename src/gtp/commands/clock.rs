//! Commands about time.

use super::{Command, Topic};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use onepure_engine::engine::{TimeControl, TimeLeft};
use std::time::Duration;

pub(super) const TOPIC: Topic = Topic {
    title: "Time",
    introduction: "\
Times are in seconds; fractions are taken too. A new game keeps the time settings.

| kind | then | says |
|---|---|---|
| `none` | | no limit |
| `absolute` | main time | lost when it is used up |
| `canadian` | main time, period, stones | then periods; N stones must be played in each |
| `byoyomi` | main time, period, periods | then periods, of which a move that takes no longer than one uses up none |
| `fischer` | main time, increment | the increment is added after every move |
| `fischer-capped` | main time, increment, most, most a move | as fischer, with limits for the clock and for a move; a negative one is none |

The engine measures its own time, from the command to the answer; `time_left` corrects it. Each move leaves a reserve for the way to the
referee: the parameter `lag`, or more if earlier moves arrived later than that or other programs used the processor. A move without time
left still makes one playout. With overtime behind the main time, the engine may go on into a period.",
    commands: &[
        Command {
            name: "time_settings",
            arguments: "main_time byo_yomi_time byo_yomi_stones",
            help: "Set Canadian overtime. No main time and no overtime is no time at all; overtime without stones is \
                no limit.",
            run: time_settings,
        },
        Command {
            name: "time_left",
            arguments: "color time stones",
            help: "Set the time that a player has left. In main time with 0 stones, in Canadian overtime with the \
                stones to play, in byo-yomi with the periods left.",
            run: time_left,
        },
        Command {
            name: "kgs-time_settings",
            arguments: "kind [number...]",
            help: "Set a time control of KGS. The kinds are none, absolute, canadian and byoyomi.",
            run: |session, arguments| set_kind(session, arguments, &KINDS[..KGS_KINDS]),
        },
        Command {
            name: "kata-time_settings",
            arguments: "kind [number...]",
            help: "Set a time control of any kind in the table.",
            run: |session, arguments| set_kind(session, arguments, &KINDS),
        },
        Command {
            name: "kata-list_time_settings",
            arguments: "",
            help: "Kinds of time control that kata-time_settings knows.",
            run: |_, _| Ok(KINDS.map(|(name, _)| name).join(" ")),
        },
    ],
};

/// The name of a kind of time control, and the function that reads its numbers.
type Kind = (&'static str, fn(&mut Arguments<'_>) -> Result<TimeControl, CommandFailure>);

/// All kinds of time control; those of KGS come first.
const KINDS: [Kind; 6] = [
    ("none", |_| Ok(TimeControl::None)),
    ("absolute", |arguments| time(arguments).map(TimeControl::Absolute)),
    ("byoyomi", |arguments| {
        let (main, period) = (time(arguments)?, time(arguments)?);
        Ok(TimeControl::ByoYomi { main, period, periods: arguments.take()? })
    }),
    ("canadian", |arguments| {
        let (main, period) = (time(arguments)?, time(arguments)?);
        Ok(TimeControl::Canadian { main, period, moves: arguments.take()? })
    }),
    ("fischer", |arguments| {
        let (main, increment) = (time(arguments)?, time(arguments)?);
        Ok(TimeControl::Fischer { main, increment, most: None, most_a_move: None })
    }),
    ("fischer-capped", |arguments| {
        let (main, increment) = (time(arguments)?, time(arguments)?);
        let (most, most_a_move) = (time_or_none(arguments)?, time_or_none(arguments)?);
        if most.is_some_and(|most| most < main) {
            return Err(Message::Syntax.because("the most time on the clock is less than the main time"));
        }
        Ok(TimeControl::Fischer { main, increment, most, most_a_move })
    }),
];

const KGS_KINDS: usize = 4;

fn time_settings(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let (main, period, moves) = (time(arguments)?, time(arguments)?, arguments.take()?);
    let is_unlimited = !period.is_zero() && moves == 0;
    let control = if is_unlimited { TimeControl::None } else { TimeControl::Canadian { main, period, moves } };
    session.engine.set_time_control(control);
    Ok(String::new())
}

fn set_kind(session: &mut Session, arguments: &mut Arguments<'_>, kinds: &[Kind]) -> CommandResult {
    let wanted: String = arguments.take()?;
    let (_, read) = kinds.iter().find(|(name, _)| name.eq_ignore_ascii_case(&wanted)).ok_or_else(|| {
        let names: Vec<_> = kinds.iter().map(|(name, _)| *name).collect();
        Message::Syntax.because(format!("`{wanted}` is not one of {}", names.join(", ")))
    })?;
    let control = read(arguments)?;
    let rest: Vec<String> = arguments.take_all()?;
    if !rest.is_empty() {
        return Err(Message::Syntax.because(format!("too many numbers for {wanted}: {}", rest.join(" "))));
    }
    session.engine.set_time_control(control);
    Ok(String::new())
}

fn time_left(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let color = arguments.take()?;
    let left = TimeLeft { time: time(arguments)?, stones: arguments.take()? };
    session.engine.set_time_left(color, left);
    Ok(String::new())
}

fn time(arguments: &mut Arguments<'_>) -> Result<Duration, CommandFailure> {
    Duration::try_from_secs_f64(arguments.take()?).map_err(|error| Message::Syntax.because(error))
}

fn time_or_none(arguments: &mut Arguments<'_>) -> Result<Option<Duration>, CommandFailure> {
    let seconds: f64 = arguments.take()?;
    if seconds < 0.0 {
        return Ok(None);
    }
    Duration::try_from_secs_f64(seconds).map(Some).map_err(|error| Message::Syntax.because(error))
}
