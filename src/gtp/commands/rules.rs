//! The rule system, in the words of other programs.

use super::options::replay_under;
use super::{Command, Topic};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandFailure, Message};
use crate::gtp::session::{CommandResult, Session};
use crate::rules::{Ruleset, ruleset_agreeing, ruleset_described, ruleset_named};
use serde_json::{Map, Value};

pub(super) const TOPIC: Topic = Topic {
    title: "The rule system",
    introduction: "\
The answer of `kata-get-rules` has the keys of KataGo: what it knows nothing of has words of its own, and there are keys of our
own behind.

| key | values |
|---|---|
| `rules` | the name: `one-pure` or `chinese` |
| `ko` | what a position does that comes back: `NONE`, `ANNEX` (it bars its colour from the right), `DRAW`, `POSITIONAL` (it is illegal) |
| `scoring` | `CONTACT` (article 7) or `AREA` |
| `suicide` | whether a placement may take the last liberty of its own chain |
| `tax`, `hasButton`, `whiteHandicapBonus` | `NONE`, `false`, `0` |
| `friendlyPassOk` | whether stones that both players hold to be lost are lifted before the count |
| `quota` | the stones of a colour, or null |
| `forfeiture`, `annihilation`, `immovability` | whether articles 5 ①, 5 ②, and 3 ④ with 4 hold |

They are those that hold on the board of the game. What is set is a rule system of the program, with its options; the game
so far is played again under it, and if that is impossible, the answer is an error and nothing changes.",
    commands: &[
        Command {
            name: "kata-get-rules",
            arguments: "",
            help: "The rules that hold on this board, as one line of JSON.",
            run: |session, _| {
                let game = session.engine.game();
                Ok(Value::Object(ruleset_described(game.ruleset(), game.size())).to_string())
            },
        },
        Command {
            name: "kata-set-rules",
            arguments: "rules...",
            help: "Sets the rules: by name, or the ones that agree with a JSON object such as kata-get-rules answers.",
            run: |session, arguments| {
                let text = arguments.take_all::<String>()?.join(" ");
                let ruleset = if text.starts_with('{') { agreeing(session, &text) } else { named(&text) };
                replay_under(session, ruleset?)
            },
        },
        Command {
            name: "kata-set-rule",
            arguments: "key value",
            help: "Sets an option of these rules by its key, and what goes with it; or other rules, by the key rules.",
            run: set_rule,
        },
        Command {
            name: "kgs-rules",
            arguments: "rules",
            help: "Sets the rules by name: of those that KGS names the program knows chinese.",
            run: |session, arguments| replay_under(session, named(&arguments.take::<String>()?)?),
        },
    ],
};

fn named(name: &str) -> Result<Ruleset, CommandFailure> {
    ruleset_named(name).ok_or_else(|| {
        let names = Ruleset::ALL.map(|ruleset| ruleset.name).join(", ");
        Message::refused(format!("there are no rules `{name}`; there are {names}"))
    })
}

/// The rule system that agrees with every key of a JSON object.
fn agreeing(session: &Session, text: &str) -> Result<Ruleset, CommandFailure> {
    let wanted: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| Message::Syntax.because(format!("no JSON object: {error}")))?;
    ruleset_agreeing(&wanted, session.engine.game().size()).ok_or_else(no_such_rules)
}

/// Sets the system of the same name, or that of another, that has this value for a key and else differs least.
fn set_rule(session: &mut Session, arguments: &mut Arguments<'_>) -> CommandResult {
    let (key, value): (String, String) = (arguments.take()?, arguments.take()?);
    let game = session.engine.game();
    let (current, size) = (ruleset_described(game.ruleset(), game.size()), game.size());
    if !current.contains_key(&key) {
        let keys: Vec<_> = current.keys().cloned().collect();
        return Err(Message::refused(format!("there is no key `{key}`; there are {}", keys.join(", "))));
    }
    // A number, true, false or null as JSON has them; anything else is a word.
    let value = serde_json::from_str(&value).unwrap_or(Value::String(value));
    let agrees = |ruleset: &Ruleset| {
        let description = ruleset_described(ruleset, size);
        description[&key] == value && (key == "rules" || description["rules"] == current["rules"])
    };
    let differences = |ruleset: &Ruleset| {
        let description = ruleset_described(ruleset, size);
        current.iter().filter(|(key, value)| description.get(*key) != Some(*value)).count()
    };
    let found = Ruleset::all_with_options().into_iter().filter(agrees).min_by_key(differences);
    replay_under(session, found.ok_or_else(no_such_rules)?)
}

fn no_such_rules() -> CommandFailure {
    Message::refused("there are no such rules; kata-get-rules says which there are")
}
