//! The referee's account as JSON. The order of the keys is the order of the fields, and part of the format.

use super::account::{Account, Told};
use crate::board::PerColor;
use crate::gtp::{Explanation, State};
use serde::Serialize;

/// The account of a record: what happened, with the same facts as `opr-explain`, and how it stands at the end, as
/// `opr-state` says it.
#[derive(Serialize)]
struct Refereed<'a> {
    record: &'a str,
    players: PerColor<Option<&'a str>>,
    events: Vec<Event<'a>>,
    state: State,
    /// The stones that are lifted before the count, and the result without them.
    lost: Vec<String>,
    result: Option<String>,
    /// The points of each colour by name, as they are counted.
    counted: PerColor<Vec<String>>,
    /// The result in the record, and whether it is another one.
    claimed: Option<&'a str>,
    differs: bool,
}

#[derive(Serialize)]
struct Event<'a> {
    r#move: usize,
    #[serde(flatten)]
    facts: &'a Explanation,
    text: String,
}

/// The account as one line of JSON.
pub(super) fn line(account: &Account) -> String {
    let game = account.game();
    let points = game.points_without(account.lost);
    let info = &account.record.info;
    let refereed = Refereed {
        record: &account.name,
        players: PerColor::from_fn(|color| info.players[color].name.as_deref()),
        events: account.told.iter().map(Event::of).collect(),
        state: State::of(game),
        lost: account.lost.iter().map(|point| point.to_string()).collect(),
        result: account.outcome().map(|outcome| outcome.verdict.to_string()),
        counted: PerColor::from_fn(|color| points.owned_by(color).iter().map(|point| point.to_string()).collect()),
        claimed: info.result.as_deref(),
        differs: account.wrong_claim().is_some(),
    };
    serde_json::to_string(&refereed).expect("strings, numbers and lists of them can always be written") + "\n"
}

impl<'a> Event<'a> {
    fn of(told: &'a Told) -> Self {
        Self { r#move: told.number, facts: &told.facts, text: told.telling.to_string() }
    }
}
