//! The rule set in the words of other programs.

use super::options::replay_under;
use super::{Command, Topic};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use crate::katago_rules::{RulesError, ruleset_agreeing, ruleset_described, ruleset_with};
use onepure_rules::rules::Ruleset;
use serde_json::{Map, Value};

pub(super) const TOPIC: Topic = Topic {
    title: "The rule system",
    introduction: "\
The answer of `kata-get-rules` has the keys of KataGo: what it knows nothing of has words of its own, and there are keys of our
own behind.

| key | values |
|---|---|
| `rules` | the name: one of those that `--rules` takes, or the one that KataGo writes for a combination, such as `koSIMPLEscoreAREAtaxNONEsui0` |
| `ko` | what a position does that comes back: `POSITIONAL` (it is illegal), `SITUATIONAL` (it is, with the same colour to play), `SIMPLE` (only a ko may not be retaken at once; a position that occurs for the third time ends play without a result), `ING`, `ING1986` (the ko of the Ing rules); of the One Pure Rules `NONE`, `ANNEX` (it bars its colour from the right), `DRAW` |
| `scoring` | `AREA`, `TERRITORY`, or `CONTACT` (article 7) |
| `suicide` | whether a placement may take the last liberty of its own chain; of a lone stone it is legal only under the One Pure Rules |
| `tax` | `NONE`; `SEKI`: groups in a seki have no points for their eyes; `ALL`: and every other group costs two points |
| `hasButton` | `false` |
| `whiteHandicapBonus` | what White has for `N` handicap stones: `0`, `N`, `N-1` |
| `friendlyPassOk` | whether stones that both players agree are dead are lifted before the count |
| `quota` | the stones of a colour, or null |
| `forfeiture`, `annihilation`, `immovability` | whether articles 5 ①, 5 ②, and 3 ④ with 4 hold |

They are those that hold on the board of the game. What is set is a rule set with a name, with its options, or any combination
of KataGo's keys; what it has no key for, four passes, shared points, ties that Black wins, goes with the name `ing` or `ing1986` alone; a key that is left out is as KataGo has it. The game so far is played again under it, and if that is
impossible, the answer is an error and nothing changes.",
    commands: &[
        Command {
            name: "kata-get-rules",
            arguments: "",
            help: "Rules on this board, as one line of JSON.",
            run: |session, _| {
                let game = session.engine.game();
                Ok(Value::Object(ruleset_described(game.ruleset(), game.size())).to_string())
            },
        },
        Command {
            name: "kata-set-rules",
            arguments: "rules...",
            help: "Set the rules by name or JSON object. The object is one as kata-get-rules answers it.",
            run: |session, arguments| {
                let text = arguments.take_all::<String>()?.join(" ");
                let ruleset = if text.starts_with('{') { agreeing(session, &text) } else { named(&text) };
                replay_under(session, ruleset?)
            },
        },
        Command {
            name: "kata-set-rule",
            arguments: "key value",
            help: "Change one key of the rules. The key rules sets another rule set.",
            run: set_rule,
        },
        Command {
            name: "kgs-rules",
            arguments: "rules",
            help: "Set the rules by name, in upper or lower case. KGS has japanese, chinese, aga and new_zealand.",
            run: |session, arguments| replay_under(session, named(&arguments.take::<String>()?)?),
        },
    ],
};

fn named(name: &str) -> Result<Ruleset, CommandFailure> {
    Ruleset::named(name).ok_or_else(|| Message::refused(RulesError::Name { name: name.to_owned() }))
}

/// The rule set that agrees with a JSON object.
fn agreeing(session: &Session, text: &str) -> Result<Ruleset, CommandFailure> {
    let wanted: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| Message::Syntax.because(format!("no JSON object: {error}")))?;
    ruleset_agreeing(&wanted, session.engine.game().size()).map_err(Message::refused)
}

/// Changes one key of the rules, and leaves the others.
fn set_rule(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let (key, value): (String, String) = (arguments.take()?, arguments.take()?);
    let game = session.engine.game();
    // Only true, false and null are JSON. Anything else is a word, even the number 0 of a bonus.
    let value = match serde_json::from_str(&value) {
        Ok(value @ (Value::Bool(_) | Value::Null)) => value,
        Ok(value @ Value::Number(_)) if key == "quota" => value,
        _ => Value::String(value),
    };
    let ruleset = ruleset_with(game.ruleset(), game.size(), &key, value).map_err(Message::refused)?;
    replay_under(session, ruleset)
}
