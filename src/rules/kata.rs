//! Rule systems in the words of `KataGo`: by name, and as a JSON object of their articles.

use super::ruleset::{Counting, Repetition, Ruleset};
use crate::geometry::BoardSize;
use serde_json::{Map, Value, json};

/// Names by which other programs know rule systems of ours.
const ALIASES: [(&str, &str); 2] = [("chinese-ogs", "chinese"), ("chinese-kgs", "chinese")];

/// The rule system of this name, its own or the one that other programs have for it.
///
/// ```
/// use onepure::rules::{Ruleset, ruleset_named};
///
/// assert_eq!(ruleset_named("chinese-kgs"), Some(Ruleset::chinese()));
/// assert_eq!(ruleset_named("japanese"), None);
/// ```
pub fn ruleset_named(name: &str) -> Option<Ruleset> {
    let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
    Ruleset::named(alias.map_or(name, |(_, name)| name))
}

/// The articles that hold on a board, as the object that `kata-get-rules` answers. What `KataGo` knows nothing of has words
/// of its own, and there are keys of our own behind.
pub fn ruleset_described(ruleset: &Ruleset, size: BoardSize) -> Map<String, Value> {
    let articles = ruleset.articles(size);
    let ko = match articles.repetition {
        Repetition::Allowed => "NONE",
        Repetition::BarsMover => "ANNEX",
        Repetition::Draw => "DRAW",
        Repetition::PositionalSuperko => "POSITIONAL",
    };
    let scoring = match articles.counting {
        Counting::Contact => "CONTACT",
        Counting::Area => "AREA",
        Counting::Territory => "TERRITORY",
    };
    let description = json!({
        "rules": ruleset.name,
        "ko": ko,
        "scoring": scoring,
        "suicide": articles.allows_suicide(),
        "tax": "NONE",
        "hasButton": false,
        "whiteHandicapBonus": "0",
        "friendlyPassOk": articles.lifts_lost_stones(),
        "quota": articles.quota(),
        "forfeiture": articles.has_quarantine(),
        "annihilation": articles.ends_by_annihilation(),
        "immovability": articles.has_immovable_stones(),
    });
    if let Value::Object(description) = description { description } else { Map::new() }
}

/// The first rule system that agrees with every key of such an object on a board.
pub fn ruleset_agreeing(wanted: &Map<String, Value>, size: BoardSize) -> Option<Ruleset> {
    Ruleset::all_with_options().into_iter().find(|ruleset| {
        let description = ruleset_described(ruleset, size);
        wanted.iter().all(|(key, value)| description.get(key) == Some(value))
    })
}
