//! The command line: `arguments` has the subcommands, `options` the options that they share, `terminal` what a person sees and types; then a
//! room or a file for each subcommand.
//!
//! Exit codes: 0 done, 1 the work failed, 2 wrong arguments. An error is one line on stderr. Only results go to stdout.

mod analysis;
mod analyze;
mod arguments;
mod bench;
mod evaluator;
mod game_file;
mod generate;
mod gtp;
mod learn;
mod matches;
mod options;
mod output;
mod play;
mod replay;
mod rules;
mod selfplay;
mod solve;
mod terminal;
#[cfg(feature = "web")]
mod web;

use crate::arena::schedule::MatchError;
use crate::view::printable;
use arguments::{CommandLine, Subcommand};
use clap::CommandFactory;
use evaluator::Evaluator;
use onepure_rules::record::{Basis, Record, RecordError, ReplayNotice};
use options::Options;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use terminal::stdout::stdout;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// Why the program ends early.
enum CliError {
    Arguments(String),
    /// The text of a help or of the version.
    Information(String),
    Work(anyhow::Error),
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    terminal::signals::keep_alive();
    match CommandLine::read(std::env::args_os()).and_then(execute) {
        Ok(()) => finish(stdout().flush().map_err(Into::into)),
        Err(CliError::Information(text)) => {
            let written = stdout().write_all(text.as_bytes()).and_then(|()| stdout().flush());
            finish(written.map_err(Into::into))
        }
        Err(CliError::Arguments(line)) => {
            complain(&line);
            ExitCode::from(2)
        }
        Err(CliError::Work(error)) => finish(Err(error)),
    }
}

/// Parses arguments as [`run`] does, program name first, with the option files and match files that they name. Runs nothing. The
/// error is the line that `run` would print.
pub fn check_arguments(arguments: impl IntoIterator<Item = OsString>) -> Result<(), String> {
    match CommandLine::read(arguments) {
        Ok(_) | Err(CliError::Information(_)) => Ok(()),
        Err(CliError::Arguments(line)) => Err(line),
        Err(CliError::Work(error)) => Err(format!("{error:#}")),
    }
}

fn execute(arguments: CommandLine) -> Result<(), CliError> {
    log_to_stderr(arguments.options.verbose);
    let mut options = arguments.options;
    match &arguments.command {
        Some(Subcommand::Match(_)) if options.evaluator.is_some() => {
            let line = "a match has no --evaluator: say it of a player, as in NAME='onepure gtp --evaluator COMMAND'";
            return Err(CliError::Arguments(line.to_owned()));
        }
        Some(Subcommand::Match(_) | Subcommand::Selfplay(_)) => {}
        _ => tell_of_threads(&options),
    }
    let settings = &mut options.parameters.settings.engine;
    let start = |command: &str| Evaluator::start(command, settings.network.batch_inputs());
    let evaluator = options.evaluator.as_deref().map(start).transpose().map_err(CliError::Work)?;
    if let Some(evaluator) = &evaluator {
        settings.network = settings.network.evaluated_by(evaluator.queue());
    }
    if arguments.command.is_none() && io::stdin().is_terminal() && io::stderr().is_terminal() {
        // In GTP only answers may go to stdout.
        let _ = writeln!(io::stderr(), "{}", options.lang().phrases().greeting(env!("CARGO_PKG_VERSION")));
    }
    let done = match arguments.command.unwrap_or(Subcommand::Gtp) {
        Subcommand::Gtp => gtp::run(&options),
        Subcommand::Play(play) => play.run(&options),
        Subcommand::Learn(learn) => return learn.run(&options),
        Subcommand::Replay(replay) => return replay.run(&options),
        Subcommand::Analysis => analysis::run(&options),
        Subcommand::Analyze(analyze) => return analyze.run(&options),
        Subcommand::Match(matches) => return matches.run(&options),
        Subcommand::Solve(solve) => return solve.run(&options),
        Subcommand::Selfplay(selfplay) => return selfplay.run(&options),
        #[cfg(feature = "web")]
        Subcommand::Web(web) => web.run(&options),
        Subcommand::Rules(rules) => return rules.run(&options),
        Subcommand::Bench(bench) => bench.run(&options),
        Subcommand::Generate(generate) => generate.run(CommandLine::command()),
    };
    done.map_err(CliError::Work)
}

/// Prints a line if more threads are asked for than can run at once. With an evaluator that is of use: threads wait for its answers.
fn tell_of_threads(options: &Options) {
    let threads = options.parameters.settings.engine.threads;
    let cores = std::thread::available_parallelism().map_or(threads, usize::from);
    if threads > cores && options.parameters.given.contains(&"threads") && options.evaluator.is_none() {
        complain(&format!("--threads {threads}: there are {cores} cores, and more threads than cores are of no use"));
    }
}

/// The exit code for a result.
fn finish(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    let text = format!("{error:#}");
    if is_of_a_player(&error) {
        // The error ends with the last lines of the player's stderr, each on a line of its own.
        let lines: Vec<String> = text.lines().map(cited).collect();
        let _ = writeln!(io::stderr(), "onepure: {}", lines.join("\n"));
    } else {
        complain(&text);
    }
    ExitCode::FAILURE
}

/// Returns whether a player is the reason why a game could not be played.
fn is_of_a_player(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(MatchError::Game(_)))
}

/// Prints an error on one line of stderr.
fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "onepure: {}", cited(line.trim_end()));
}

/// A line with text from a file or another program, made safe to print.
fn cited(line: &str) -> String {
    /// A longer line comes from a file, and would flood the terminal.
    const LONGEST: usize = 2000;
    let mut line = printable(line);
    if let Some((end, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(end);
        line.push('…');
    }
    line
}

/// Prints a line if the charset of a record is doubtful, and a line for each change made while reading.
fn tell_of_reading(record: &Record, options: &Options, name: &str) {
    if let Some(warning) = record.charset_warning() {
        complain(&format!("{name}: {warning}"));
    }
    for notice in record.notices() {
        complain(&format!("{name}: {}", options.lang().phrases().record_notice(notice)));
    }
}

/// Prints a line for each move of a record that was not played as the rules have it, and for the one that ended its replay.
fn tell_of_replay(notices: &[ReplayNotice], stopped: Option<&RecordError>, options: &Options, name: &str) {
    for notice in notices {
        complain(&format!("{name}: {}", options.lang().phrases().replay_notice(notice)));
    }
    if let Some(error) = stopped {
        // The error names the file.
        complain(&options.lang().phrases().replay_stopped(error));
    }
}

/// The rules and the komi of a record: the requested rules, or those that the record names, or those that its moves imply. Prints
/// a warning if they contradict each other, are assumed, or are unknown.
fn basis_of(record: &Record, options: &Options, name: &str) -> Basis {
    let named = record.info.named_ruleset();
    let known = record.info.known_ruleset();
    let basis = record.basis(options.rules);
    match (options.rules, known, named) {
        (Some(asked), Some(known), Some(named)) if asked != known => {
            complain(&format!("{name}: its rules are {named}, but --rules {} holds here", asked.name));
        }
        (None, None, named) => {
            let assumed = options.lang().phrases().assumption(&basis, named, Some("--rules one-pure"));
            let unknown = named.map(|named| {
                let taken = basis.ruleset.name;
                format!("its rules {named} are not known here; it is read by {taken}, --rules says otherwise")
            });
            if let Some(told) = assumed.or(unknown) {
                complain(&format!("{name}: {told}"));
            }
        }
        _ => {}
    }
    basis
}

fn log_to_stderr(verbose: bool) {
    let level = if verbose { "onepure=debug" } else { "error" };
    // Not `EnvFilter`, whose regular expressions would add 300 kB to the program.
    let named = std::env::var("RUST_LOG").ok().and_then(|text| text.parse().ok());
    let filter: Targets = named.unwrap_or_else(|| level.parse().expect("a level"));
    let colours = terminal::screen::wants_colours(io::stderr().is_terminal());
    let layer = tracing_subscriber::fmt::layer().with_ansi(colours).with_writer(io::stderr).with_filter(filter);
    tracing_subscriber::registry().with(layer).init();
}
