//! Commands about the engine: its settings, its use of the machine, and the reasons for its move.

use super::{Command, Topic};
use crate::document::{rows, spaced};
use crate::gtp::arguments::{Argument, Arguments};
use crate::gtp::failure::Message;
use crate::gtp::session::{CommandResult, Session};
use crate::view::UserParameter;
use onepure_engine::engine::{Choice, RawEvaluation, process_time};
use onepure_rules::board::Color;
use onepure_rules::geometry::{Point, Symmetry};
use onepure_rules::rules::{Game, Move};

pub(super) const TOPIC: Topic = Topic {
    title: "The engine",
    introduction: "",
    commands: &[
        Command {
            name: "cputime",
            arguments: "",
            help: "Processor time used so far, in seconds. All threads together.",
            run: processor_time,
        },
        Command {
            name: "gomill-cpu_time",
            arguments: "",
            help: "Processor time used so far, in seconds.",
            run: processor_time,
        },
        Command {
            name: "kata-get-models",
            arguments: "",
            help: "Network of the engine, as JSON. A list of one model, or an empty one.",
            run: |session, _| Ok(session.engine.settings().network.models().to_string()),
        },
        Command {
            name: "kata-raw-nn",
            arguments: "[color] symmetry",
            help: "Network's evaluation of the position. In a symmetry from 0 to 7, or averaged over all.",
            run: raw_network,
        },
        Command {
            name: "gomill-describe_engine",
            arguments: "",
            help: "Name of the program, its version, and its parameters.",
            run: |session, _| Ok(description(session)),
        },
        Command {
            name: "gomill-explain_last_move",
            arguments: "",
            help: "Result of the engine's last search in this game. It has win rate, lead and the best moves.",
            run: |session, _| {
                let choice = session.engine.last_choice();
                Ok(choice.map_or_else(|| "the engine has not moved in this game".to_owned(), explanation))
            },
        },
    ],
};

fn processor_time(_: &mut Session, _: &mut Arguments<'_>) -> CommandResult {
    let time = process_time().ok_or_else(|| Message::refused("the system does not tell"))?;
    Ok(format!("{:.3}", time.as_secs_f64()))
}

/// The network's evaluation of the position, in one symmetry of the board or averaged over all.
fn raw_network(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let first: String = arguments.take()?;
    let (color, symmetry) = match arguments.take_optional::<String>()? {
        Some(symmetry) => (Color::read(&first)?, symmetry),
        None => (session.engine.game().to_play(), first),
    };
    let wanted = match symmetry.parse::<usize>().ok() {
        Some(number) if number < Symmetry::ALL.len() => number..=number,
        None if symmetry == "all" => 0..=Symmetry::ALL.len() - 1,
        _ => return Err(Message::Syntax.because(format!("`{symmetry}` is no symmetry: 0 to 7 or all"))),
    };
    if session.engine.network().is_none() {
        return Err(Message::refused("there is no network: kata-set-param network names the file of one"));
    }
    let mut answers = Vec::new();
    for number in wanted {
        let raw = session.engine.raw_evaluation(color, Symmetry::ALL[number]);
        let raw =
            raw.ok_or_else(|| Message::refused("there is nothing to look at: the game is over, or not that colour's"))?;
        answers.push(raw_text(&raw, number, session.engine.game()));
    }
    Ok(answers.join("\n"))
}

/// A network evaluation in `KataGo`'s format: values for White, rows from the top line down.
fn raw_text(raw: &RawEvaluation, symmetry: usize, game: &Game) -> String {
    let (white, sign) =
        if raw.color == Color::White { ((raw.win, raw.loss), 1.0) } else { ((raw.loss, raw.win), -1.0) };
    let (win, loss) = white;
    let probability = |wanted: Move| raw.policy.iter().find(|(action, _)| *action == wanted).map(|&(_, share)| share);
    // Illegal moves print `NAN`; legal moves without a prior print 0.
    let cell = |wanted| match probability(wanted) {
        None if game.check(raw.color, wanted).is_err() => "    NAN".to_owned(),
        probability => format!("{:.6}", probability.unwrap_or_default()),
    };
    let over_board = |of: &dyn Fn(Point) -> String| rows(game.size(), " ", of).join("\n");
    // The mean absolute deviation of a normal distribution is √(2/π) of its standard deviation.
    let square = raw.score * raw.score + raw.score_deviation * raw.score_deviation * std::f64::consts::FRAC_PI_2;
    // Adding 0.0 turns -0.0 into 0.0.
    let score_lead = sign * raw.score + 0.0;
    format!(
        "symmetry {symmetry}\nwhiteWin {win:.6}\nwhiteLoss {loss:.6}\nnoResult {:.6}\nbothLose {:.6}\n\
         whiteLead {score_lead:.3}\nwhiteScoreSelfplay {score_lead:.3}\nwhiteScoreSelfplaySq {square:.3}\n\
         policy\n{}\npolicyPass {}\nwhiteOwnership\n{}",
        raw.draw,
        raw.both_lose,
        over_board(&|point| cell(Move::Place(point))),
        cell(Move::Abstain).trim_start(),
        over_board(&|point| format!("{:.7}", sign * raw.ownership(point) + 0.0)),
    )
}

fn description(session: &Session) -> String {
    let settings = session.user_settings();
    let parameters = UserParameter::all().map(|parameter| format!("{} {}", parameter.name(), parameter.get(&settings)));
    let rules = session.engine.game().ruleset().name;
    let lines = [concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned(), format!("rules {rules}")];
    lines.into_iter().chain(parameters).collect::<Vec<_>>().join("\n")
}

/// The number of moves in an explanation.
const MOVES: usize = 3;

fn explanation(Choice { decision, report, given_points, .. }: &Choice) -> String {
    if report.candidates.is_empty() {
        return format!("{decision}: there was nothing to search");
    }
    let given =
        if *given_points > 0.0 { format!(", {given_points} points of the lead given away") } else { String::new() };
    let mut lines = vec![format!(
        "{decision}: {} playouts in {:.2} s, {} visits in all{given}",
        report.simulations,
        report.elapsed.as_secs_f64(),
        report.position.visits
    )];
    for candidate in report.candidates.iter().take(MOVES) {
        lines.push(format!(
            "{}: {:.1} % of wins, lead {:+.1}, {} visits: {}",
            candidate.action,
            candidate.estimate.win_rate * 100.0,
            candidate.estimate.score,
            candidate.estimate.visits,
            spaced(&candidate.variation)
        ));
    }
    lines.join("\n")
}
