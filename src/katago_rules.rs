//! Rule sets in the words of `KataGo`: as a JSON object of their fields.

use onepure_rules::geometry::BoardSize;
use onepure_rules::rules::{Combination, Counting, HandicapBonus, Repetition, Ruleset, Tax};
use serde_json::{Map, Value, json};
use std::fmt::Debug;

/// Why an object does not name a playable rule set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// No rules have this name.
    #[error("rules: expected {}, got `{name}`", Ruleset::names())]
    Name {
        /// The name that was given.
        name: String,
    },
    /// No field has this name.
    #[error("key: expected {}, got `{key}`", KEYS.join(", "))]
    Key {
        /// The field that was named.
        key: String,
    },
    /// The field does not have this value.
    #[error("`{key}` is {possible}, not {value}")]
    Value {
        /// The field.
        key: String,
        /// What it may be.
        possible: String,
        /// What was given.
        value: String,
    },
    /// Rules with a button are not supported.
    #[error("`hasButton` is false: rules with a button are not played here")]
    Button,
    /// The field has another value under these rules, which have no variants.
    #[error(
        "`{key}` is {value} under the rules {name}, which are no combination of fields; kata-set-rules sets others"
    )]
    Fixed {
        /// The field.
        key: String,
        /// Its value.
        value: String,
        /// The rules.
        name: &'static str,
    },
    /// The value occurs only under the One Pure Rules, and contradicts the other fields.
    #[error(
        "`{key}` clashes with the other keys: with these it is {held}, and {value} under none but the One Pure Rules"
    )]
    Clash {
        /// The field.
        key: String,
        /// The value with the other fields.
        held: String,
        /// What was given.
        value: String,
    },
}

/// The fields of an object of rules: those of `KataGo`, and our own.
const KEYS: [&str; 12] = [
    "rules",
    "ko",
    "scoring",
    "tax",
    "suicide",
    "hasButton",
    "whiteHandicapBonus",
    "friendlyPassOk",
    "quota",
    "forfeiture",
    "annihilation",
    "immovability",
];

/// The articles on a board, as the object that `kata-get-rules` answers. Values that `KataGo` lacks have names of their own, and
/// our own keys come last.
pub fn ruleset_described(ruleset: &Ruleset, size: BoardSize) -> Map<String, Value> {
    let articles = ruleset.articles(size);
    let ko = match articles.repetition {
        Repetition::Allowed => "NONE",
        Repetition::BarsMover => "ANNEX",
        Repetition::Draw => "DRAW",
        Repetition::Ing => "ING",
        Repetition::Ing1986 => "ING1986",
        known => Combination::word(&Combination::KO, known),
    };
    let scoring = match articles.counting {
        Counting::Contact => "CONTACT",
        known => Combination::word(&Combination::SCORING, known),
    };
    let description = json!({
        "rules": ruleset.name,
        "ko": ko,
        "scoring": scoring,
        "suicide": articles.allows_suicide(),
        "tax": Combination::word(&Combination::TAX, articles.tax),
        "hasButton": false,
        "whiteHandicapBonus": Combination::word(&Combination::HANDICAP_BONUS, articles.handicap_bonus),
        "friendlyPassOk": articles.lifts_dead_stones(),
        "quota": articles.quota(),
        "forfeiture": articles.has_quarantine(),
        "annihilation": articles.ends_by_annihilation(),
        "immovability": articles.has_immovable_stones(),
    });
    if let Value::Object(description) = description { description } else { Map::new() }
}

/// The articles on a board as an object for `KataGo`. Rules that it lacks become the nearest ones, such as positional superko for
/// the ko of the Ing rules. `None` for the One Pure Rules, which are too different.
pub fn ruleset_for_katago(ruleset: &Ruleset, size: BoardSize) -> Option<Map<String, Value>> {
    /// Our own keys.
    const OURS: [&str; 5] = ["rules", "quota", "forfeiture", "annihilation", "immovability"];
    if ruleset.articles(size).counts_contact() {
        return None;
    }
    let mut description = ruleset_described(ruleset, size);
    description.retain(|key, _| !OURS.contains(&key.as_str()));
    if ruleset.articles(size).has_ing_ko() {
        description.insert("ko".to_owned(), Combination::word(&Combination::KO, Repetition::PositionalSuperko).into());
    }
    Some(description)
}

/// The rule set that such an object names on a board of this size.
///
/// It is that of the key `rules`, if the other keys agree; or the One Pure Rules with their options, or `chinese`, if all keys
/// agree; or the combination of the fields. A missing field has `KataGo`'s default: positional superko, area, legal suicide, no
/// bonus, no removal of stones, and under territory a tax on sekis.
pub fn ruleset_agreeing(wanted: &Map<String, Value>, size: BoardSize) -> Result<Ruleset, RulesError> {
    let mut wanted = wanted.clone();
    // Older programs say `score`.
    if let Some(score) = wanted.remove("score") {
        wanted.entry("scoring").or_insert(score);
    }
    if let Some(key) = wanted.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(RulesError::Key { key: key.clone() });
    }
    if wanted.get("hasButton") == Some(&Value::Bool(true)) {
        return Err(RulesError::Button);
    }
    let agrees = |ruleset: &Ruleset| {
        let description = ruleset_described(ruleset, size);
        wanted.iter().all(|(key, value)| key == "rules" || description.get(key) == Some(value))
    };
    if let Some(name) = wanted.get("rules") {
        let name = name.as_str().ok_or_else(|| wrong("rules", name, "a name".to_owned()))?;
        let named = Ruleset::named(name).ok_or_else(|| RulesError::Name { name: name.to_owned() })?;
        let options = Ruleset::all_with_options().into_iter().filter(|one| one.name == named.name);
        if let Some(found) = [named].into_iter().chain(options).find(agrees) {
            return Ok(found);
        }
    }
    let others =
        Ruleset::all_with_options().into_iter().filter(|ruleset| Combination::of(&ruleset.main_board).is_none());
    // Beside the One Pure Rules they must be meant by their ko.
    let is_meant = |ruleset: &Ruleset| ruleset.articles(size).counts_contact() || wanted.contains_key("ko");
    match others.filter(is_meant).chain([Ruleset::chinese()]).find(agrees) {
        Some(found) if !wanted.is_empty() => Ok(found),
        _ => combined(&wanted, size),
    }
}

/// The rule set with another value of one field, and else as it is; under the One Pure Rules that of their options which differs least.
pub fn ruleset_with(current: &Ruleset, size: BoardSize, key: &str, value: Value) -> Result<Ruleset, RulesError> {
    let mut wanted = ruleset_described(current, size);
    if !wanted.contains_key(key) {
        return Err(RulesError::Key { key: key.to_owned() });
    }
    if key == "rules" || Combination::of(&current.articles(size)).is_some() {
        if key == "rules" {
            wanted.clear();
        } else {
            wanted.remove("rules");
        }
        wanted.insert(key.to_owned(), value);
        return ruleset_agreeing(&wanted, size);
    }
    if !current.articles(size).counts_contact() && wanted[key] != value {
        return Err(RulesError::Fixed { key: key.to_owned(), value: wanted[key].to_string(), name: current.name });
    }
    let agrees = |ruleset: &Ruleset| ruleset.name == current.name && ruleset_described(ruleset, size)[key] == value;
    let differences = |ruleset: &Ruleset| {
        let description = ruleset_described(ruleset, size);
        wanted.iter().filter(|(key, value)| description.get(*key) != Some(*value)).count()
    };
    let found = Ruleset::all_with_options().into_iter().filter(agrees).min_by_key(differences);
    found.ok_or_else(|| {
        let of_options = Ruleset::all_with_options().into_iter().filter(|ruleset| ruleset.name == current.name);
        let mut possible: Vec<_> =
            of_options.map(|ruleset| ruleset_described(&ruleset, size)[key].to_string()).collect();
        possible.sort();
        possible.dedup();
        wrong(key, &value, format!("{} under the rules {}", possible.join(" or "), current.name))
    })
}

/// The combination of the fields of an object.
fn combined(wanted: &Map<String, Value>, size: BoardSize) -> Result<Ruleset, RulesError> {
    let scoring = choice(wanted, "scoring", &Combination::SCORING)?.unwrap_or(Counting::Area);
    let usual_tax = if scoring == Counting::Territory { Tax::Seki } else { Tax::None };
    let combination = Combination {
        ko: choice(wanted, "ko", &Combination::KO)?.unwrap_or(Repetition::PositionalSuperko),
        scoring,
        tax: choice(wanted, "tax", &Combination::TAX)?.unwrap_or(usual_tax),
        suicide: flag(wanted, "suicide")?.unwrap_or(true),
        handicap_bonus: choice(wanted, "whiteHandicapBonus", &Combination::HANDICAP_BONUS)?
            .unwrap_or(HandicapBonus::None),
        friendly_pass_ok: flag(wanted, "friendlyPassOk")?.unwrap_or(false),
    };
    flag(wanted, "hasButton")?;
    let ruleset = combination.ruleset();
    let description = ruleset_described(&ruleset, size);
    let clash = wanted.iter().find(|(key, value)| *key != "rules" && description.get(*key) != Some(*value));
    match clash {
        Some((key, value)) => {
            Err(RulesError::Clash { key: key.clone(), held: description[key].to_string(), value: value.to_string() })
        }
        None => Ok(ruleset),
    }
}

/// The value of a field that is one of several words, if it is there.
fn choice<T: Copy + Debug>(
    wanted: &Map<String, Value>,
    key: &str,
    words: &[(&'static str, T)],
) -> Result<Option<T>, RulesError> {
    let Some(value) = wanted.get(key) else { return Ok(None) };
    let found = words.iter().find(|(word, _)| value.as_str() == Some(word)).map(|&(_, choice)| choice);
    let possible = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
    found.map(Some).ok_or_else(|| wrong(key, value, format!("one of {}", possible())))
}

/// The value of a field that is true or false, if it is there.
fn flag(wanted: &Map<String, Value>, key: &str) -> Result<Option<bool>, RulesError> {
    let Some(value) = wanted.get(key) else { return Ok(None) };
    value.as_bool().map(Some).ok_or_else(|| wrong(key, value, "true or false".to_owned()))
}

fn wrong(key: &str, value: &Value, possible: String) -> RulesError {
    RulesError::Value { key: key.to_owned(), possible, value: value.to_string() }
}
