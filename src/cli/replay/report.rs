//! The referee's account as a report in Markdown, with pictures beside it.

use super::account::Account;
use crate::view::protected;

/// The report, which shows the pictures in these files.
pub(super) fn markdown(account: &Account, moves: &str, count: &str) -> String {
    let headings = account.language.phrases().headings();
    let about: Vec<String> =
        account.about().iter().map(|(label, value)| format!("- {label}: {}", plain(value))).collect();
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

/// A text on one line, with everything protected that means something in Markdown.
fn plain(text: &str) -> String {
    protected(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A picture in a file beside the report. The angle brackets allow spaces in its name.
fn picture(description: &str, file: &str) -> String {
    format!("![{description}](<{}>)", file.replace('<', "%3C").replace('>', "%3E"))
}
