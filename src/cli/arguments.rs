//! What can be typed after `onepure`.

use crate::cli::options::{Options, TUNING, config, parameters};
use crate::cli::{CliError, analysis, analyze, bench, generate, learn, matches, play, replay, rules, selfplay, solve};
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Play, referee and count Go by the One Pure Rules
#[derive(Debug, Parser)]
#[command(
    version,
    args_override_self = true,
    after_help = "Without a command it speaks GTP, for a GUI to connect. `onepure FILE` replays a
record. `onepure help COMMAND` explains a command.

Examples:
  onepure play --size 9 --lang ko
  onepure game.sgf
  echo showboard | onepure"
)]
pub(super) struct CommandLine {
    #[command(flatten)]
    pub(super) options: Options,
    #[command(subcommand)]
    pub(super) command: Option<Subcommand>,
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum Subcommand {
    /// Speak GTP version 2 on stdin and stdout
    #[command(after_help = "Example: printf 'boardsize 9\\ngenmove black\\nquit\\n' | onepure gtp --visits 1000")]
    Gtp,
    /// Play against the engine in the terminal
    Play(play::Play),
    /// Teach the rules in short lessons, and pose problems
    Learn(learn::Learn),
    /// Referee a record and count it
    Replay(replay::Replay),
    /// Find the best moves of a position or game
    #[command(alias = "analyse")]
    Analyze(analyze::Analyze),
    #[command(about = "Speak the JSON protocol of KataGo's analysis engine", after_help = analysis::HELP)]
    Analysis,
    /// Prove results, life and death
    Solve(solve::Solve),
    /// Referee matches between programs
    Match(Box<matches::Match>),
    /// Play games that train a network
    Selfplay(selfplay::Selfplay),
    /// Serve a board for the browser
    #[cfg(feature = "web")]
    Web(crate::cli::web::Web),
    /// Print the rules in short or in full
    Rules(rules::Rules),
    /// Measure speed and print the signature of play
    Bench(bench::Bench),
    /// Write man pages or shell completions
    Generate(generate::Generate),
}

impl CommandLine {
    /// Parses the arguments of a process, with its name first, and the option files that they name. Typed options override the
    /// description of a match, which overrides the option file.
    ///
    /// Typed arguments are parsed alone, and again together with the files. A file is parsed by itself only to name the file that
    /// has a mistake.
    pub(super) fn read(typed: impl IntoIterator<Item = OsString>) -> Result<Self, CliError> {
        let mut typed: Vec<OsString> = typed.into_iter().collect();
        drop_katago_options(&mut typed);
        let is_tuning = typed.iter().any(|word| word.to_str().and_then(|word| word.strip_prefix("--")) == Some(TUNING));
        let arguments = Self::try_parse_from(&typed).or_else(|error| match place_of_file(&typed, &error) {
            Some(at) => {
                typed.insert(at, "replay".into());
                Self::try_parse_from(&typed)
            }
            None => Err(error),
        });
        let arguments = arguments.map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp if is_tuning => CliError::Information(parameters::tuning_help()),
            _ => failure(&error),
        })?;
        let (mut from_file, mut files) = (Vec::new(), Vec::new());
        if let Some(file) = &arguments.options.config {
            from_file = config::read(file).map_err(CliError::Arguments)?;
            files.push((file, from_file.clone()));
        }
        if let Some(Subcommand::Match(matches)) = &arguments.command
            && let Some(file) = &matches.file
        {
            let description = matches::file::read(file).map_err(CliError::Arguments)?;
            files.push((file, description.arguments()));
            from_file.extend(description.common);
            // Options of the match file come before those typed after `match`, so that typed ones override them.
            let after_match =
                typed.iter().position(|word| word == matches::file::COMMAND).map_or(typed.len(), |at| at + 1);
            typed.splice(after_match..after_match, description.own.into_iter().map(OsString::from));
        }
        if files.is_empty() {
            return Ok(arguments);
        }
        let after_name = typed.len().min(1);
        typed.splice(after_name..after_name, from_file.into_iter().map(OsString::from));
        Self::try_parse_from(typed).map_err(|error| {
            let of_a_file = files.iter().find_map(|(file, arguments)| Self::mistake_in(file, arguments));
            of_a_file.unwrap_or_else(|| failure(&error))
        })
    }

    /// The first error in the arguments of a file, parsed by themselves.
    fn mistake_in(file: &Path, arguments: &[String]) -> Option<CliError> {
        let alone = std::iter::once("onepure").chain(arguments.iter().map(String::as_str));
        let error = Self::try_parse_from(alone).err()?;
        Some(CliError::Arguments(format!("{}: {}", file.display(), one_line(&error))))
    }
}

/// Removes `KataGo`'s options with one dash from `gtp` and `analysis`, each with its value, and says so: clients and scripts give
/// them to any engine.
fn drop_katago_options(typed: &mut Vec<OsString>) {
    const OF_KATAGO: [&str; 6] =
        ["-config", "-model", "-override-config", "-human-model", "-analysis-threads", "-override-version"];
    let takes = |word: &OsString| ["gtp", "analysis"].iter().any(|command| word == command);
    let Some(command) = typed.iter().position(takes) else { return };
    while let Some(at) = (command..typed.len()).find(|&at| OF_KATAGO.iter().any(|option| typed[at] == *option)) {
        let option: Vec<OsString> = typed.drain(at..typed.len().min(at + 2)).collect();
        let option: Vec<_> = option.iter().map(|word| word.to_string_lossy()).collect();
        crate::cli::complain(&format!("{} is an option of KataGo; it has no effect here", option.join(" ")));
    }
}

/// The place of a file where a command is expected: `onepure FILE` replays it.
fn place_of_file(typed: &[OsString], error: &clap::Error) -> Option<usize> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let is_record = |ending: &OsStr| ["sgf", "gib", "ngf"].iter().any(|known| ending.eq_ignore_ascii_case(known));
    let path = Path::new(word);
    let is_file = path.is_file() || path.extension().is_some_and(is_record);
    typed.iter().position(|argument| argument.to_str() == Some(word)).filter(|_| is_file)
}

fn failure(error: &clap::Error) -> CliError {
    match error.kind() {
        // clap would print the whole help here.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => CliError::Arguments(
            "generate: expected man or completions; `onepure help generate` explains them".to_owned(),
        ),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => CliError::Information(error.to_string()),
        _ => CliError::Arguments(one_line(error)),
    }
}

/// The error message without the usage below it.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let mut joined = String::new();
    for line in lines {
        let line = line.strip_prefix("error: ").or_else(|| line.strip_prefix("tip: ")).unwrap_or(line);
        let line = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')).unwrap_or(line);
        if !joined.is_empty() {
            joined.push_str(if joined.ends_with(':') { " " } else { "; " });
        }
        joined.push_str(line);
    }
    let has_remedy = joined.contains("; ") || joined.contains(": ");
    if has_remedy { joined } else { format!("{joined}; `onepure --help` lists what there is") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_commands_are_declared_consistently() {
        CommandLine::command().debug_assert();
    }
}
