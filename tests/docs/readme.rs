//! `README.md`, `README.ko.md` and the pages that continue them: every command answers as shown, and both languages
//! show the same.

use super::files::{read, root};
use assert_cmd::Command;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

/// A command after the `$`, and its answer.
#[derive(PartialEq, Debug)]
struct Shown {
    command: String,
    answer: String,
}

/// The pages whose commands are run besides those of the README.
const RECORDS: [&str; 2] = ["docs/records.md", "docs/records.ko.md"];

/// The command of the tests. It is shown, and `.ci/run` runs it; a test that ran it would never end.
const TESTS: &str = "cargo test";

fn readmes() -> [String; 2] {
    ["README.md", "README.ko.md"].map(read)
}

/// The fenced blocks: the word after the fence, and the text.
fn fenced(text: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let inside = lines.by_ref().take_while(|line| !line.starts_with("```"));
            found.push((kind, inside.fold(String::new(), |text, line| text + line + "\n")));
        }
    }
    found
}

/// The commands of the blocks marked `console`.
fn shown(text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    for (_, block) in fenced(text).into_iter().filter(|(kind, _)| *kind == "console") {
        assert!(block.starts_with("$ "), "a console block begins with a command: {block}");
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                found.push(Shown { command: command.to_owned(), answer: String::new() });
            } else if let Some(shown) = found.last_mut() {
                shown.answer += line;
                shown.answer += "\n";
            }
        }
    }
    found
}

/// The program's answer to a command such as `onepure gtp < FILE`, run by cargo or by name.
fn answer(command: &str) -> String {
    let arguments = ["cargo run --release --quiet -- ", "onepure "]
        .iter()
        .find_map(|program| command.strip_prefix(program))
        .unwrap_or_else(|| panic!("not a command that runs onepure: {command}"));
    let (arguments, input) =
        arguments.split_once(" < ").map_or((arguments, String::new()), |(arguments, path)| (arguments, read(path)));
    let mut program = Command::new(env!("CARGO_BIN_EXE_onepure"));
    let output = program.current_dir(root()).args(arguments.split_whitespace()).write_stdin(input).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).expect("the answer is UTF-8")
}

#[test]
fn both_show_the_same() {
    for [english, korean] in [readmes(), RECORDS.map(read)] {
        assert_eq!(fenced(&english), fenced(&korean));
    }
}

#[test]
fn the_first_command_plays_and_the_second_tests() {
    let shown = shown(&readmes()[0]);
    assert!(shown[0].command.starts_with("cargo run --release --quiet -- gtp < gtp-scripts/"), "{:?}", shown[0]);
    assert_eq!(shown[1].command, TESTS);
}

/// Returns whether an answer is the one shown. A line of `…` matches any number of lines; blanks at the ends of lines do not
/// count.
fn agrees(answer: &str, shown: &str) -> bool {
    let lines =
        |text: &str| -> Vec<String> { text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect() };
    let (mut left, shown) = (lines(answer), lines(shown));
    let mut parts = shown.split(|line| line == "…");
    let first = parts.next().expect("a split has a part");
    if !left.starts_with(first) {
        return false;
    }
    left.drain(..first.len());
    let mut rest = parts.peekable();
    if rest.peek().is_none() {
        return left.is_empty();
    }
    while let Some(part) = rest.next() {
        let found = if rest.peek().is_none() {
            left.ends_with(part).then(|| left.len() - part.len())
        } else {
            (0..=left.len()).find(|&start| left[start..].starts_with(part))
        };
        match found {
            Some(start) => left.drain(..start + part.len()),
            None => return false,
        };
    }
    true
}

#[test]
fn every_command_answers_as_shown() {
    for text in readmes().into_iter().chain(RECORDS.map(read)) {
        for Shown { command, answer: shown } in shown(&text) {
            if command != TESTS {
                assert!(!shown.trim().is_empty(), "$ {command} has no answer");
                let answer = answer(&command);
                assert!(agrees(&answer, &shown), "$ {command}\n{answer}\n\ninstead of\n\n{shown}");
            }
        }
    }
}

/// Three games, the last of which branches twice.
const GAMES: &str = "(;SZ[9];B[ee])(;SZ[9];B[cc])(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd](;W[ee])(;W[ff])))";

/// The beginning of the address that `onepure web` prints.
const ADDRESS: &str = "http://127.0.0.1:";

/// Runs a command that is shown without an answer, in a folder with `game.sgf` and `games.sgf`. It must write the file that it
/// names, or print something. Games in the terminal are left at once; pages are served without opening them.
fn try_out(command: &str, folder: &Path) {
    let arguments: Vec<_> = command.strip_prefix("onepure ").expect("a command").split(' ').collect();
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_onepure"));
    if arguments[0] == "web" {
        let arguments = arguments.iter().filter(|&&argument| argument != "--open");
        program.args(arguments).args(["--port", "0"]).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut server = program.spawn().expect("the program can be started");
        let mut line = String::new();
        let read = BufReader::new(server.stdout.take().expect("a way out")).read_line(&mut line);
        server.kill().and_then(|()| server.wait()).expect("it can be ended");
        assert!(read.is_ok() && line.starts_with(ADDRESS), "$ {command}\n{line}");
        return;
    }
    program.current_dir(folder).args(&arguments).args(["--visits", "10"]);
    let run = Command::from_std(program).write_stdin("quit\n").assert().success();
    match arguments.iter().position(|&argument| argument == "--output") {
        Some(option) => assert!(folder.join(arguments[option + 1]).is_file(), "$ {command}"),
        None => assert!(!run.get_output().stdout.is_empty(), "$ {command}"),
    }
}

#[test]
fn the_commands_without_an_answer_do_what_they_say() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    fs::copy(root().join("tests/data/cli/lesser-board.sgf"), folder.path().join("game.sgf")).expect("a record");
    fs::write(folder.path().join("games.sgf"), GAMES).expect("a collection");
    let texts = [read("README.md"), read(RECORDS[0])];
    let commands: String =
        texts.iter().flat_map(|text| fenced(text)).filter(|(kind, _)| *kind == "sh").map(|(_, block)| block).collect();
    for command in commands.lines() {
        try_out(command, folder.path());
    }
    for subcommand in ["play", "web", "analyze", "replay"] {
        assert!(commands.contains(&format!("onepure {subcommand} ")), "a stranger is not shown {subcommand}");
    }
}

/// The first column of the tables, for cells with this beginning: `onepure` for commands, `--` for options.
fn listed<'a>(text: &'a str, beginning: &str) -> Vec<&'a str> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.strip_prefix(beginning));
    let mut names: Vec<_> = rows.filter_map(|row| row.split([' ', '`']).next()).collect();
    names.sort_unstable();
    names
}

/// The entries of the help under a heading, except those that every program has.
fn in_help<'a>(help: &'a str, heading: &str, beginning: &str) -> Vec<&'a str> {
    let lines = help.lines().skip_while(|line| *line != heading).skip(1).take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.trim().strip_prefix(beginning)?.split_whitespace().next());
    let mut names: Vec<_> = names.filter(|name| *name != "help").collect();
    names.sort_unstable();
    assert!(!names.is_empty(), "nothing under {heading} in {help}");
    names
}

#[test]
fn the_tables_of_commands_and_options_are_complete() {
    let help = answer("onepure --help");
    for page in ["docs/command-line.md", "docs/command-line.ko.md"] {
        assert_eq!(listed(&read(page), "onepure "), in_help(&help, "Commands:", ""), "{page}");
        assert_eq!(listed(&read(page), "--"), in_help(&help, "Options of all commands:", "--"), "{page}");
    }
}
