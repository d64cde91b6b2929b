//! Lines that a player types. A terminal has an editor, history and completion.

use super::interrupt::remember_terminal;
use onepure_rules::rules::Ruleset;
use rustyline::completion::{Completer, FilenameCompleter, Pair, unescape};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal};

/// A typed line, or the reason why there is none.
#[derive(Debug)]
pub(in crate::cli) enum Typed {
    Line(String),
    /// Ctrl-C, which the editor reads before it becomes a signal.
    Interrupt,
    /// The end of the input: Ctrl-D in a terminal.
    End,
}

/// A source of lines.
pub(in crate::cli) enum Lines {
    Terminal(Box<Editor<Completion, MemHistory>>),
    Pipe(io::StdinLock<'static>),
}

impl Lines {
    /// The lines of stdin. If stdin and stdout are terminals, lines are edited and `commands` completed.
    pub(in crate::cli) fn stdin(commands: Commands) -> anyhow::Result<Self> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Ok(Self::Pipe(io::stdin().lock()));
        }
        remember_terminal();
        // Without bracketed paste, each pasted line counts as a line, like lines typed during a search.
        let config = Config::builder().auto_add_history(true).bracketed_paste(false);
        let config = config.completion_type(CompletionType::List).build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history)?;
        editor.set_helper(Some(Completion { commands, files: FilenameCompleter::new() }));
        Ok(Self::Terminal(Box::new(editor)))
    }

    /// Returns whether a person types the lines.
    pub(in crate::cli) fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// The next line. Only the editor prints the prompt.
    pub(in crate::cli) fn read(&mut self, prompt: &str) -> anyhow::Result<Typed> {
        match self {
            Self::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => Ok(Typed::Line(line)),
                Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
                Err(ReadlineError::Eof) => Ok(Typed::End),
                // Bytes that are not UTF-8 spoil the line, and must not end the game.
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    Ok(Typed::Line(char::REPLACEMENT_CHARACTER.to_string()))
                }
                Err(error) => Err(error.into()),
            },
            Self::Pipe(stdin) => {
                let mut line = Vec::new();
                let has_ended = stdin.read_until(b'\n', &mut line)? == 0;
                Ok(if has_ended { Typed::End } else { Typed::Line(String::from_utf8_lossy(&line).into_owned()) })
            }
        }
    }
}

/// The character that file completion puts before special characters of the shell.
const ESCAPE: Option<char> = if cfg!(windows) { None } else { Some('\\') };

/// The words that can come first.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Commands {
    pub(in crate::cli) all: &'static [&'static str],
    /// Commands with the name of a rule set as an argument.
    pub(in crate::cli) with_rules: &'static [&'static str],
    /// Commands with the name of a file as an argument.
    pub(in crate::cli) with_file: &'static [&'static str],
}

/// Completes commands, and the names of rule sets and files after commands that take one.
pub(in crate::cli) struct Completion {
    commands: Commands,
    files: FilenameCompleter,
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(&self, line: &str, position: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..position];
        let start = typed.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let command = typed.split_whitespace().next().unwrap_or_default();
        let beginning = &typed[start..];
        let from = |words: &[&str]| {
            let fitting = words.iter().filter(|word| word.starts_with(beginning));
            fitting.map(|&word| Pair { display: word.to_owned(), replacement: word.to_owned() }).collect()
        };
        if start == 0 {
            return Ok((start, from(self.commands.all)));
        }
        if self.commands.with_rules.contains(&command) {
            return Ok((start, from(&Ruleset::ALL.map(|ruleset| ruleset.name))));
        }
        if self.commands.with_file.contains(&command) {
            let (start, mut pairs) = self.files.complete(line, position, context)?;
            // These commands take the rest of the line as the name, so remove the escapes.
            for pair in &mut pairs {
                pair.replacement = unescape(&pair.replacement, ESCAPE).into_owned();
            }
            return Ok((start, pairs));
        }
        Ok((position, Vec::new()))
    }
}

impl Hinter for Completion {
    type Hint = String;
}
impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_rules_and_files_are_completed() {
        let commands =
            Commands { all: &["pass", "handicap", "load", "무르기"], with_rules: &["new"], with_file: &["load"] };
        let completion = Completion { commands, files: FilenameCompleter::new() };
        let history = MemHistory::new();
        let completed = |line: &str| -> Vec<String> {
            let (_, pairs) = completion.complete(line, line.len(), &Context::new(&history)).expect("candidates");
            pairs.into_iter().map(|pair| pair.replacement).collect()
        };
        assert_eq!(completed("ha"), ["handicap"]);
        assert_eq!(completed("무"), ["무르기"]);
        assert_eq!(completed("new 9 chi"), ["chinese"]);
        assert!(completed("load Cargo.").contains(&"Cargo.toml".to_owned()));
        assert!(completed("komi 7").is_empty());
    }
}
