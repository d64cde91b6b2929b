//! The options of the rules, and the cost of overtime.

use super::{Command, Topic};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{CommandResult, Session};
use onepure_rules::board::Color;
use onepure_rules::rules::{Game, Outcome, Reason, RuleOption, Ruleset, Verdict};

pub(super) const TOPIC: Topic = Topic {
    title: "Options of the rules",
    introduction: "\
| option | values | says |
|---|---|---|
| `forfeiture` | `on`, `off` | whether article 5 ① applies on 19×19; without it a position that comes back with the same colour to play ends the game as a draw |
| `lesser_board_repetition` | `annex`, `draw` | what a position that comes back does on a lesser board |
| `removal` | `on`, `off` | whether `final_score` lifts the stones that the engine judges dead |

The first two belong to the One Pure Rules; other rule systems have `removal` alone. The first value is the one at the
start. An option stays for the games that follow. A game that is under way is played again from its start under the new
option; if that is impossible, the answer is an error and nothing changes.",
    commands: &[
        Command {
            name: "opr-option",
            arguments: "[name value]",
            help: "Set an option of the rules. Without arguments, list all options and their values, one a line.",
            run: option,
        },
        Command {
            name: "opr-penalty",
            arguments: "[color points]",
            help: "Set the points that a colour lost in overtime. For Ing rules: every count subtracts them until \
                `clear_board`. Without arguments, list those of both colours, one a line.",
            run: penalty,
        },
    ],
};

fn penalty(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let Some(color) = arguments.take_optional::<Color>()? else {
        let line = |color| format!("{color} {}", session.engine.game().penalty(color));
        return Ok(Color::BOTH.map(line).join("\n"));
    };
    let points = u16::try_from(arguments.take::<u32>()?);
    let points = points.map_err(|_| Message::Syntax.because(format!("points: expected 0 to {}", u16::MAX)))?;
    session.engine.set_penalty(color, points);
    Ok(String::new())
}

#[derive(Clone, Copy)]
enum Sets {
    /// An option of the rule set.
    Rules(RuleOption),
    /// Whether `final_score` removes dead stones.
    Removal,
}

/// An option: its default value and the other one.
struct GtpOption {
    name: &'static str,
    values: [&'static str; 2],
    sets: Sets,
}

const OPTIONS: [GtpOption; 3] = [
    GtpOption { name: "forfeiture", values: ["on", "off"], sets: Sets::Rules(RuleOption::Forfeiture) },
    GtpOption {
        name: "lesser_board_repetition",
        values: ["annex", "draw"],
        sets: Sets::Rules(RuleOption::LesserBoardRepetition),
    },
    GtpOption { name: "removal", values: ["on", "off"], sets: Sets::Removal },
];

impl GtpOption {
    /// Returns whether the option has its first value; `None` if the rule set does not have it.
    fn get(&self, session: &Session) -> Option<bool> {
        match self.sets {
            Sets::Rules(option) => session.engine.game().ruleset().option(option),
            Sets::Removal => Some(session.removal),
        }
    }

    /// Sets the first or the second value.
    fn set(&self, session: &mut Session, first: bool) -> CommandResult {
        match self.sets {
            Sets::Rules(option) => {
                let ruleset = session.engine.game().ruleset().with_option(option, first);
                replay_under(session, ruleset)
            }
            Sets::Removal => {
                session.removal = first;
                Ok(String::new())
            }
        }
    }
}

fn option(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let ruleset = *session.engine.game().ruleset();
    let offered: Vec<_> = OPTIONS.iter().filter_map(|option| Some((option, option.get(session)?))).collect();
    let Some(name) = arguments.take_optional::<String>()? else {
        let line =
            |(option, first): &(&GtpOption, bool)| format!("{} {}", option.name, option.values[usize::from(!first)]);
        return Ok(offered.iter().map(line).collect::<Vec<_>>().join("\n"));
    };
    let (option, _) = offered.iter().find(|(option, _)| option.name == name).ok_or_else(|| {
        let names = offered.iter().map(|(option, _)| option.name).collect::<Vec<_>>().join(", ");
        Message::Syntax.because(format!("option under {}: expected {names}; got `{name}`", ruleset.name))
    })?;
    let value: String = arguments.take()?;
    let index = option.values.iter().position(|&known| known == value).ok_or_else(|| {
        Message::Syntax.because(format!("`{value}` is not a value of {name}: {}", option.values.join(" or ")))
    })?;
    option.set(session, index == 0)
}

/// Replays the game under other rules. They must be rules that the search supports.
pub(super) fn replay_under(session: &mut Session, ruleset: Ruleset) -> CommandResult {
    let ruleset = ruleset.covered().map_err(Message::refused)?;
    let game = replayed(session.engine.game(), ruleset).map_err(|reason| {
        let failure = Message::ImpossibleOption(reason.clone());
        failure.because(reason)
    })?;
    session.replace_game(game);
    Ok(String::new())
}

/// The game with the same moves, resignation and loss on time under other rules; an error if they are illegal there.
fn replayed(game: &Game, ruleset: Ruleset) -> Result<Game, String> {
    let mut replayed =
        Game::set_up(game.size(), ruleset, game.start(), game.first_to_play()).map_err(|error| error.to_string())?;
    replayed.set_handicap(game.handicap());
    for color in Color::BOTH {
        replayed.set_penalty(color, game.penalty(color));
    }
    for turn in game.turns() {
        replayed
            .play_as(turn.color, turn.action)
            .map_err(|error| format!("move {}, {} {}: {error}", turn.number, turn.color, turn.action))?;
    }
    let given_up = match game.outcome() {
        Some(Outcome { reason: Reason::Resignation, verdict: Verdict::Win(winner, _) }) => replayed.resign(!*winner),
        Some(Outcome { reason: Reason::Time, verdict: Verdict::Win(winner, _) }) => replayed.lose_on_time(!*winner),
        _ => Ok(()),
    };
    given_up.map_err(|error| format!("after the last move: {error}"))?;
    Ok(replayed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_engine::engine::{Engine, Settings};
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::{Articles, Suicide};

    #[test]
    fn rules_that_cannot_be_searched_are_refused_and_change_nothing() {
        let mut session = Session::new(Engine::new(BoardSize::MAIN, Ruleset::chinese(), Settings::default()));
        let suicide = Articles { suicide: Suicide::Allowed, ..Ruleset::chinese().main_board };
        let refused = replay_under(&mut session, Ruleset::uniform("with-suicide", suicide)).expect_err("it is refused");
        assert!(
            refused.message.to_string().starts_with("rules: expected rules that the search plays exactly ("),
            "{refused:?}"
        );
        assert_eq!(session.engine.game().ruleset(), &Ruleset::chinese());
    }
}
