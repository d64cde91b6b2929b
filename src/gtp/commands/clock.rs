//! Time.

use super::{Command, Topic};
use crate::engine::{TimeLeft, TimeSettings};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{Failure, Message};
use crate::gtp::session::{Answer, Session};
use std::time::Duration;

pub(super) const TOPIC: Topic = Topic {
    title: "Time",
    introduction: "Times are in seconds; fractions are taken too. A new game keeps the time settings.",
    commands: &[
        Command {
            name: "time_settings",
            arguments: "main_time byo_yomi_time byo_yomi_stones",
            help: "Sets Canadian overtime. No main and no overtime is no time at all; overtime without stones is no limit.",
            run: time_settings,
        },
        Command {
            name: "time_left",
            arguments: "color time stones",
            help: "Says what a player has left: in main time with 0 stones, in overtime with the stones still to be played.",
            run: time_left,
        },
    ],
};

fn time_settings(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let settings = TimeSettings { main: time(arguments)?, overtime: time(arguments)?, stones: arguments.take()? };
    let is_unlimited = !settings.overtime.is_zero() && settings.stones == 0;
    session.engine.set_time_settings((!is_unlimited).then_some(settings));
    Ok(String::new())
}

fn time_left(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let color = arguments.take()?;
    let left = TimeLeft { time: time(arguments)?, stones: arguments.take()? };
    session.engine.set_time_left(color, left);
    Ok(String::new())
}

fn time(arguments: &mut Arguments<'_>) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(arguments.take()?).map_err(|error| Message::Syntax.because(error))
}
