//! The referee's account as JSON and as Markdown with pictures.

use super::account::{Account, Told};
use crate::document::{Object, line, state, stopped};
use crate::view::{image, protected};
use onepure_rules::board::PerColor;

/// The account as one line of JSON: the turns with the facts of `opr-explain`, and the final state in the form of `opr-state`.
///
/// `lost` has the stones that are removed before the count, and `result` the result without them; `unclear` those about which the
/// judgement of dead stones is in doubt. For a game that has not ended, `estimate` is the result if it ended now. `filled` has the neutral
/// points that the count takes as filled. `differs` says whether the record claims another result. `stopped` is where the record could
/// not be replayed.
pub(super) fn json(account: &Account) -> String {
    let game = account.game();
    let points = game.points_without(account.dead);
    let info = &account.record.info;
    let event = |told: &Told| {
        Object::default().with("move", told.number).and(told.facts.clone()).with("text", told.narration.to_string())
    };
    let estimate = account
        .estimate()
        .map(|result| Object::default().with("result", result).with("lost", account.estimated.unwrap_or_default()));
    let refereed = Object::default()
        .with("record", &account.name)
        .with("players", PerColor::from_fn(|color| info.players[color].name.as_deref()))
        .with("events", account.told.iter().map(event).collect::<Vec<_>>())
        .with("state", state(game))
        .with("lost", account.dead)
        .with("result", account.outcome().map(|outcome| outcome.verdict.to_string()))
        .with("unclear", account.unclear)
        .with("estimate", estimate)
        .with("filled", points.filled())
        .with("counted", PerColor::from_fn(|color| points.owned_by(color)))
        .with("claimed", info.result.as_deref().map(str::trim))
        .with("differs", account.wrong_claim().is_some())
        .with("rules_from", account.basis.rules_from.key())
        .with("komi_from", account.basis.komi_from.key())
        .with("notices", account.notices())
        .with("stopped", account.stopped.as_ref().map(stopped));
    line(&refereed) + "\n"
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
        image(headings.moves, moves),
        format!("## {}", headings.events),
        events.join("\n"),
        format!("## {}", headings.count),
        image(headings.count, count),
        conclusion.join("\n"),
    ];
    sections.join("\n\n") + "\n"
}

/// The text on one line, with Markdown characters escaped.
fn plain(text: &str) -> String {
    protected(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}
