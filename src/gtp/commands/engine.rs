//! The engine itself: how it is set up, what it has used up, and why it moved.

use super::{Command, Topic};
use crate::engine::{Choice, PARAMETERS};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{Answer, Session};
use crate::rules::Move;
use cpu_time::ProcessTime;

pub(super) const TOPIC: Topic = Topic {
    title: "The engine",
    introduction: "",
    commands: &[
        Command {
            name: "cputime",
            arguments: "",
            help: "The processor time that the program has used so far, of all its threads together, in seconds.",
            run: processor_time,
        },
        Command { name: "gomill-cpu_time", arguments: "", help: "The same.", run: processor_time },
        Command {
            name: "gomill-describe_engine",
            arguments: "",
            help: "The name of the program, its version, and its parameters.",
            run: |session, _| Ok(description(session)),
        },
        Command {
            name: "gomill-explain_last_move",
            arguments: "",
            help: "What the search had found when the engine moved last in this game: win rate, lead, and the best moves.",
            run: |session, _| {
                let choice = session.engine.last_choice();
                Ok(choice.map_or_else(|| "the engine has not moved in this game".to_owned(), explanation))
            },
        },
    ],
};

fn processor_time(_: &mut Session, _: &mut Arguments<'_>) -> Answer {
    let time = ProcessTime::try_now().map_err(|error| Message::refused(format!("no clock: {error}")))?;
    Ok(format!("{:.3}", time.as_duration().as_secs_f64()))
}

fn description(session: &Session) -> String {
    let settings = session.engine.settings();
    let parameters = PARAMETERS.iter().map(|parameter| format!("{} {}", parameter.name, parameter.get(settings)));
    let rules = session.engine.game().ruleset().name;
    let lines = [concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned(), format!("rules {rules}")];
    lines.into_iter().chain(parameters).collect::<Vec<_>>().join("\n")
}

/// How many moves an explanation names.
const MOVES: usize = 3;

fn explanation(Choice { decision, report }: &Choice) -> String {
    if report.candidates.is_empty() {
        return format!("{decision}: there was nothing to search");
    }
    let mut lines = vec![format!(
        "{decision}: {} playouts in {:.2} s, {} visits in all",
        report.playouts,
        report.elapsed.as_secs_f64(),
        report.position.visits
    )];
    for candidate in report.candidates.iter().take(MOVES) {
        let variation: Vec<_> = candidate.variation.iter().map(Move::to_string).collect();
        lines.push(format!(
            "{}: {:.1} % of wins, lead {:+.1}, {} visits: {}",
            candidate.action,
            candidate.win_rate * 100.0,
            candidate.estimate.score,
            candidate.visits,
            variation.join(" ")
        ));
    }
    lines.join("\n")
}
