//! Rule systems in the words of `KataGo`: by name, and as a JSON object of their articles.

use crate::geometry::BoardSize;
use crate::rules::{Counting, EndOfPlay, Repetition, Ruleset, Suicide};
use serde_json::{Map, Value, json};

/// Names by which other programs know rule systems of ours.
const ALIASES: [(&str, &str); 2] = [("chinese-ogs", "chinese"), ("chinese-kgs", "chinese")];

/// The rule system of this name, its own or the one that other programs have for it.
///
/// ```
/// use onepure::engine::ruleset_named;
/// use onepure::rules::Ruleset;
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
    };
    let description = json!({
        "rules": ruleset.name,
        "ko": ko,
        "scoring": scoring,
        "suicide": articles.suicide == Suicide::Allowed,
        "tax": "NONE",
        "hasButton": false,
        "whiteHandicapBonus": "0",
        "friendlyPassOk": articles.removal,
        "quota": articles.quota,
        "forfeiture": articles.forfeiture,
        "annihilation": articles.annihilation,
        "immovability": articles.immovability,
    });
    if let Value::Object(description) = description { description } else { Map::new() }
}

/// The rule systems that there are, each with every combination of the options that it has on some board.
pub fn rulesets_with_options() -> Vec<Ruleset> {
    let mut found: Vec<Ruleset> = Vec::new();
    for ruleset in Ruleset::ALL {
        let with_options = [ruleset, ruleset.with_forfeiture(false)]
            .into_iter()
            .flat_map(|ruleset| [ruleset, ruleset.with_lesser_board_repetition(Repetition::Draw)]);
        let is_one_pure = ruleset.articles(BoardSize::MAIN).end_of_play == EndOfPlay::AbstentionsAtOnePosition;
        found.extend(with_options.take(if is_one_pure { 4 } else { 1 }));
    }
    found
}

/// The first rule system that agrees with every key of such an object on a board.
pub fn ruleset_agreeing(wanted: &Map<String, Value>, size: BoardSize) -> Option<Ruleset> {
    rulesets_with_options().into_iter().find(|ruleset| {
        let description = ruleset_described(ruleset, size);
        wanted.iter().all(|(key, value)| description.get(key) == Some(value))
    })
}
