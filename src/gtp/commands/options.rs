//! The options that the rules themselves offer.

use super::{Command, Topic};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::Message;
use crate::gtp::session::{Answer, Session};
use crate::rules::{Game, Outcome, Reason, Repetition, Ruleset, Verdict};

pub(super) const TOPIC: Topic = Topic {
    title: "Options of the rules",
    introduction: "\
| option | values | says |
|---|---|---|
| `forfeiture` | `on`, `off` | whether article 5 ① applies on 19×19; without it a position that comes back with the same colour to play ends the game as a draw |
| `lesser_board_repetition` | `annex`, `draw` | what a position that comes back does on a lesser board |
| `removal` | `on`, `off` | whether `final_score` lifts the stones that the engine holds to be lost |

The first two belong to the One Pure Rules; other rule systems have `removal` alone. The first value is the one at the
start. An option stays for the games that follow. A game that is under way is played again from its start under the new
option; if that is impossible, the answer is an error and nothing changes.",
    commands: &[Command {
        name: "opr-option",
        arguments: "[name value]",
        help: "Sets an option of the rules; without arguments, all options and their values, one a line.",
        run: option,
    }],
};

/// An option: its two values, and how it is read and set.
struct RuleOption {
    name: &'static str,
    /// The value at the start, and the other one.
    values: [&'static str; 2],
    /// Whether the rule system has it.
    is_offered: fn(&Ruleset) -> bool,
    /// Whether it has the first value.
    get: fn(&Session) -> bool,
    /// Gives it the first value, or the other.
    set: fn(&mut Session, bool) -> Answer,
}

const OPTIONS: [RuleOption; 3] = [
    RuleOption {
        name: "forfeiture",
        values: ["on", "off"],
        is_offered: |ruleset| matches!(ruleset.main_board.repetition, Repetition::Allowed | Repetition::Draw),
        get: |session| session.engine.game().ruleset().main_board.forfeiture,
        set: |session, on| replay_under(session, session.engine.game().ruleset().with_forfeiture(on)),
    },
    RuleOption {
        name: "lesser_board_repetition",
        values: ["annex", "draw"],
        is_offered: |ruleset| matches!(ruleset.lesser_board.repetition, Repetition::BarsMover | Repetition::Draw),
        get: |session| session.engine.game().ruleset().lesser_board.repetition == Repetition::BarsMover,
        set: |session, annex| {
            let repetition = if annex { Repetition::BarsMover } else { Repetition::Draw };
            replay_under(session, session.engine.game().ruleset().with_lesser_board_repetition(repetition))
        },
    },
    RuleOption {
        name: "removal",
        values: ["on", "off"],
        is_offered: |_| true,
        get: |session| session.removal,
        set: |session, on| {
            session.removal = on;
            Ok(String::new())
        },
    },
];

fn option(session: &mut Session, arguments: &mut Arguments<'_>) -> Answer {
    let ruleset = *session.engine.game().ruleset();
    let offered = OPTIONS.iter().filter(|option| (option.is_offered)(&ruleset));
    let Some(name) = arguments.take_optional::<String>()? else {
        let line = |option: &RuleOption| {
            let value = option.values[usize::from(!(option.get)(session))];
            format!("{} {value}", option.name)
        };
        return Ok(offered.map(line).collect::<Vec<_>>().join("\n"));
    };
    let option = offered.clone().find(|option| option.name == name).ok_or_else(|| {
        let names = offered.map(|option| option.name).collect::<Vec<_>>().join(", ");
        Message::Syntax.because(format!("there is no option `{name}` under {}; there are {names}", ruleset.name))
    })?;
    let value: String = arguments.take()?;
    let index = option.values.iter().position(|&known| known == value).ok_or_else(|| {
        Message::Syntax.because(format!("`{value}` is not a value of {name}: {}", option.values.join(" or ")))
    })?;
    (option.set)(session, index == 0)
}

/// Plays the game again from its start under other rules.
pub(super) fn replay_under(session: &mut Session, ruleset: Ruleset) -> Answer {
    let game = replayed(session.engine.game(), ruleset).map_err(|reason| {
        let failure = Message::ImpossibleOption(reason.clone());
        failure.because(reason)
    })?;
    session.replace_game(game);
    Ok(String::new())
}

/// The same moves under other rules, and the same resignation or loss on time; or why they are impossible.
fn replayed(game: &Game, ruleset: Ruleset) -> Result<Game, String> {
    let mut replayed =
        Game::set_up(game.size(), ruleset, game.start(), game.first_to_play()).map_err(|error| error.to_string())?;
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
