//! The referee's account as JSON and as Markdown with pictures. The order of the fields is the order of the JSON keys, which is
//! part of the format.

use super::account::{Account, Told};
use crate::gtp::{Explanation, GameState};
use crate::view::protected;
use onepure_rules::board::PerColor;
use onepure_rules::geometry::PointSet;
use onepure_rules::record::RecordError;
use serde::Serialize;

/// The account of a record: the turns with the facts of `opr-explain`, and the final state in the form of `opr-state`.
#[derive(Serialize)]
struct Refereed<'a> {
    record: &'a str,
    players: PerColor<Option<&'a str>>,
    events: Vec<Event<'a>>,
    state: GameState,
    /// The stones that are removed before the count, and the result without them.
    #[serde(rename = "lost")]
    dead: Vec<String>,
    result: Option<String>,
    /// The stones about which the judgement of dead stones is in doubt.
    unclear: Vec<String>,
    /// For a game that has not ended: the result without the stones that are judged dead.
    estimate: Option<Estimated>,
    /// The neutral points that the count takes as filled.
    filled: Vec<String>,
    /// The points of each colour by name, as counted.
    counted: PerColor<Vec<String>>,
    /// The result in the record, and whether it differs.
    claimed: Option<&'a str>,
    differs: bool,
    /// The source of the rules and of the komi.
    rules_from: &'static str,
    komi_from: &'static str,
    /// What was repaired, assumed or ignored, as sentences.
    notices: Vec<String>,
    /// The illegal move, or the node that cannot be read. The record is read up to there.
    stopped: Option<Stopped>,
}

/// The result of a game that has not ended, if it ended now.
#[derive(Serialize)]
struct Estimated {
    result: String,
    lost: Vec<String>,
}

fn names(points: PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

/// The end of a record that could not be replayed to its end.
#[derive(Serialize)]
pub(in crate::cli) struct Stopped {
    r#move: Option<usize>,
    line: Option<usize>,
    reason: String,
}

impl Stopped {
    pub(in crate::cli) fn of(error: &RecordError) -> Self {
        Self { r#move: error.move_number, line: error.line, reason: error.problem.to_string() }
    }
}

#[derive(Serialize)]
struct Event<'a> {
    r#move: usize,
    #[serde(flatten)]
    facts: &'a Explanation,
    text: String,
}

/// The account as one line of JSON.
pub(super) fn json(account: &Account) -> String {
    let game = account.game();
    let points = game.points_without(account.dead);
    let info = &account.record.info;
    let refereed = Refereed {
        record: &account.name,
        players: PerColor::from_fn(|color| info.players[color].name.as_deref()),
        events: account.told.iter().map(Event::of).collect(),
        state: GameState::of(game),
        dead: account.dead.iter().map(|point| point.to_string()).collect(),
        unclear: names(account.unclear),
        estimate: account
            .estimate()
            .map(|result| Estimated { result, lost: names(account.estimated.unwrap_or_default()) }),
        filled: points.filled().iter().map(|point| point.to_string()).collect(),
        result: account.outcome().map(|outcome| outcome.verdict.to_string()),
        counted: PerColor::from_fn(|color| points.owned_by(color).iter().map(|point| point.to_string()).collect()),
        claimed: info.result.as_deref().map(str::trim),
        differs: account.wrong_claim().is_some(),
        rules_from: account.basis.rules_from.key(),
        komi_from: account.basis.komi_from.key(),
        notices: account.notices(),
        stopped: account.stopped.as_ref().map(Stopped::of),
    };
    serde_json::to_string(&refereed).expect("strings, numbers and lists of them can always be written") + "\n"
}

impl<'a> Event<'a> {
    fn of(told: &'a Told) -> Self {
        Self { r#move: told.number, facts: &told.facts, text: told.narration.to_string() }
    }
}

/// The report, with links to these files of pictures.
pub(super) fn markdown(account: &Account, moves: &str, count: &str) -> String {
    let headings = account.language.phrases().headings();
    let about: Vec<String> =
        account.about().iter().map(|(label, value)| format!("- {label}: {}", plain(value))).collect();
    let mut events: Vec<String> =
        account.told.iter().map(|told| format!("- {}. {}", told.number, plain(&told.narration.to_string()))).collect();
    if events.is_empty() {
        events.push(headings.no_events.to_owned());
    }
    let conclusion: Vec<String> =
        account.conclusion().iter().map(|sentence| format!("- {}", plain(sentence))).collect();
    let sections = [
        format!("# {}", plain(&account.title())),
        about.join("\n"),
        format!("## {}", headings.moves),
        picture(headings.moves, moves),
        format!("## {}", headings.events),
        events.join("\n"),
        format!("## {}", headings.count),
        picture(headings.count, count),
        conclusion.join("\n"),
    ];
    sections.join("\n\n") + "\n"
}

/// The text on one line, with Markdown characters escaped.
fn plain(text: &str) -> String {
    protected(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A picture in a file beside the report. The angle brackets allow spaces in its name.
fn picture(description: &str, file: &str) -> String {
    format!("![{description}](<{}>)", file.replace('<', "%3C").replace('>', "%3E"))
}
