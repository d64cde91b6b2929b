//! The reference page of GTP commands, generated from their table.

use super::commands::{Command, TOPICS, Topic};
use crate::view::{UserParameter, UserSettings};

const INTRODUCTION: &str = "\
# GTP commands

[한국어](gtp.ko.md)

<!-- Made from the table in src/gtp/commands: `ONEPURE_WRITE_DOCS=1 cargo test --test program gtp_reference` writes it again. -->

`onepure gtp` speaks version 2 of the Go Text Protocol on its standard input and output. A command is a line, an answer begins
with `=` or `?` and ends with an empty line. A number before a command is repeated in its answer; `#` begins a comment.
A command that fails changes nothing. Its message is the one that the GTP draft has for the case: `unknown command`, `syntax error`,
`illegal move`, `unacceptable size`, `board not empty`, `invalid number of stones`, `bad vertex list`, `cannot undo`,
`cannot load file`. Where the draft has none it is `cannot save file`, `line too long: …`, `the game so far is impossible under
this option: …`, `internal error`, or what would have been right. What exactly was wrong is in the log (`--verbose`, standard
error).

At the end of the input the session answers the commands that it has read, and ends:

- A search for a move, or a proof, that began at least a second before stops at once with what it has found: its reader is gone.
- A later one belongs to a script. It goes on to its limits, if these are a time or at most 10000 visits. Otherwise it stops five seconds
  after it began or the input ended, whichever is later, and standard error says so.
- If nobody reads the answers either, every search stops at once.

An output that cannot be written ends the program with exit code 1 and a line on standard error.

Arguments in square brackets may be left out; one with `...` may be repeated. Colours are `black`, `b`, `white` and `w`; vertices are
`A1` to `T19`, without I, and `pass`; upper and lower case are the same.
";

/// The reference page of all GTP commands in Markdown: `docs/gtp.md`.
pub fn reference_page() -> String {
    let sections: String = TOPICS.iter().map(section).collect();
    format!("{INTRODUCTION}{sections}\n## What the parameters are\n\n{}", parameter_table())
}

fn section(topic: &Topic) -> String {
    let introduction =
        if topic.introduction.is_empty() { String::new() } else { format!("{}\n\n", topic.introduction.trim_end()) };
    let rows: String = topic.commands.iter().map(row).collect();
    format!("\n## {}\n\n{introduction}| command | does |\n|---|---|\n{rows}", topic.title)
}

fn parameter_table() -> String {
    let defaults = UserSettings::default();
    let row = |parameter: UserParameter| {
        let (name, domain, help) = (parameter.name(), parameter.domain(), parameter.help());
        let alias = parameter.alias().map(|alias| format!("`{alias}`")).unwrap_or_default();
        let default = parameter.default_text().unwrap_or_else(|| parameter.get(&defaults).to_string());
        format!("| `{name}` | {alias} | {domain} | {default} | {help} |\n")
    };
    let rows: String = UserParameter::all().map(row).collect();
    format!("| parameter | in KataGo | possible | default | is for |\n|---|---|---|---|---|\n{rows}")
}

fn row(command: &Command) -> String {
    format!("| `{}` | {} |\n", command.usage(), command.help)
}
