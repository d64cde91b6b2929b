//! The referee's account as a report in Markdown, with pictures beside it.

use super::account::Account;
use crate::board::Color;
use crate::view::protected;

/// The report, which shows the pictures in these files.
pub(super) fn markdown(account: &Account, moves: &str, count: &str) -> String {
    let headings = account.language.phrases().headings();
    let about: Vec<String> =
        about(account).iter().map(|(label, value)| format!("- {label}: {}", plain(value))).collect();
    let mut events: Vec<String> =
        account.told.iter().map(|told| format!("- {}. {}", told.number, plain(&told.telling.to_string()))).collect();
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

/// What the record says about the game, and what follows from it, each with its label.
fn about(account: &Account) -> Vec<(&'static str, String)> {
    let (info, headings) = (&account.record.info, account.language.phrases().headings());
    let mut about = Vec::new();
    for color in Color::BOTH {
        let player = &info.players[color];
        let known: Vec<&str> = [&player.name, &player.rank].into_iter().filter_map(|text| text.as_deref()).collect();
        about.push((headings.players[color], known.join(", ")));
    }
    about.push((headings.event, info.event.clone().unwrap_or_default()));
    about.push((headings.date, info.date.clone().unwrap_or_default()));
    about.push((headings.rules, account.game().ruleset().name.to_owned()));
    about.push((headings.board, account.size_and_turns()));
    about.retain(|(_, value)| !value.is_empty());
    about
}

/// A text on one line, with everything protected that means something in Markdown.
fn plain(text: &str) -> String {
    protected(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A picture in a file beside the report. The angle brackets allow spaces in its name.
fn picture(description: &str, file: &str) -> String {
    format!("![{description}](<{}>)", file.replace('<', "%3C").replace('>', "%3E"))
}
