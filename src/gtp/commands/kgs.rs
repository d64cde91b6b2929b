//! Commands of kgsGtp, the client of KGS, besides those for rules, time and cleanup.

use super::{Command, Topic};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{CommandResult, Session};
use onepure_engine::engine::{Choice, Decision};

pub(super) const TOPIC: Topic = Topic {
    title: "On KGS",
    introduction: "",
    commands: &[
        Command {
            name: "kgs-game_over",
            arguments: "",
            help: "Stop pondering. The game stays, because it may only be adjourned.",
            run: |session, _| {
                session.engine.stop();
                Ok(String::new())
            },
        },
        Command {
            name: "kgs-chat",
            arguments: "kind name [word...]",
            help: "Answer a chat message. The message winrate gets the win rate of the engine's last move; any other \
                is an error, so that nothing is sent.",
            run: chat,
        },
    ],
};

fn chat(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let (_kind, _name): (String, String) = (arguments.take()?, arguments.take()?);
    let said = arguments.take_all::<String>()?;
    if !said.first().is_some_and(|word| word.eq_ignore_ascii_case("winrate")) {
        return Err(Message::refused("unknown kgs-chat command: winrate is known"));
    }
    Ok(session.engine.last_choice().map_or_else(|| "I have not moved in this game.".to_owned(), win_rate))
}

fn win_rate(Choice { decision, report, .. }: &Choice) -> String {
    let decided = match decision {
        Decision::Play(action) => report.candidates.iter().find(|candidate| candidate.action == *action),
        Decision::Resign => report.best(),
    };
    decided.map_or_else(
        || "I did not have to think about my last move.".to_owned(),
        |decided| {
            let percent = 100.0 * decided.estimate.win_rate;
            format!(
                "In {} playouts, {} {} wins with {percent:.1}% probability.",
                report.simulations, report.color, decided.action
            )
        },
    )
}
