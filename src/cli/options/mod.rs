//! The options that all subcommands share. A file of options uses the same names.

pub(super) mod config;
pub(super) mod parameters;
pub(super) mod selection;
mod suggestions;

use crate::katago_rules::ruleset_agreeing;
use crate::view::{Display, Language};
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};
use onepure_engine::clock::YEAR;
use onepure_engine::engine::{Engine, Level, Settings};
use onepure_rules::board::Color;
use onepure_rules::geometry::BoardSize;
use onepure_rules::rules::Ruleset;
use parameters::ParameterOptions;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use suggestions::Suggesting;

/// The option that prints [`parameters::tuning_help`](parameters::tuning_help).
pub(super) const TUNING: &str = "help-tuning";

/// Options that all subcommands share.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options of all commands")]
pub(super) struct Options {
    /// Rules: one-pure, chinese, … [default: one-pure]
    #[arg(long, global = true, value_name = "NAME", hide_possible_values = true)]
    #[arg(value_parser = Suggesting::new(ruleset, Ruleset::ALL.map(|ruleset| ruleset.name)))]
    pub(super) rules: Option<Ruleset>,
    /// Board size in lines, 5 to 19
    #[arg(long, global = true, value_name = "N", default_value = "19", hide_possible_values = true)]
    #[arg(value_parser = Suggesting::new(size, ["9", "13", "19"]), allow_negative_numbers = true)]
    pub(super) size: BoardSize,
    /// Language of games: English, 한국어 [default: en]
    #[arg(long, global = true, value_name = "en|ko", value_parser = language())]
    #[arg(hide_possible_values = true)]
    pub(super) lang: Option<Language>,
    /// File of options, one name = value per line
    #[arg(long, global = true, value_name = "FILE.toml")]
    pub(super) config: Option<PathBuf>,
    /// Draw stones in ASCII, as # and O
    #[arg(long, global = true)]
    pub(super) ascii: bool,
    /// Log to stderr
    #[arg(long, global = true)]
    pub(super) verbose: bool,
    /// Command that evaluates positions in batches
    #[arg(long, global = true, value_name = "COMMAND")]
    pub(super) evaluator: Option<String>,
    #[command(flatten)]
    pub(super) parameters: ParameterOptions,
    /// List options of time, display, search and playouts
    #[arg(long = TUNING, global = true, action = ArgAction::Help)]
    tuning: Option<bool>,
}

impl Options {
    /// The language of the output.
    pub(super) fn lang(&self) -> Language {
        self.lang.unwrap_or_default()
    }

    /// The settings of the engine.
    pub(super) fn settings(&self) -> Settings {
        self.parameters.settings.engine.clone()
    }

    /// The settings of the front end.
    pub(super) fn display(&self) -> Display {
        self.parameters.settings.display
    }

    /// The settings of an engine that analyses: always the highest level, because levels weaken moves of a game.
    pub(super) fn analysis_settings(&self) -> Settings {
        Settings { level: Level::MOST, ..self.settings() }
    }

    /// An engine with a new game.
    pub(super) fn engine(&self) -> Engine {
        Engine::new(self.size, self.rules(), self.settings())
    }

    /// The requested rule set, or else the One Pure Rules.
    pub(super) fn rules(&self) -> Ruleset {
        self.rules.unwrap_or(Ruleset::one_pure())
    }
}

/// Parses the name of a rule set, or a JSON object of its fields.
fn ruleset(text: &str) -> Result<Ruleset, String> {
    let ruleset = if text.starts_with('{') {
        let wanted = serde_json::from_str(text).map_err(|error| format!("no JSON object: {error}"))?;
        ruleset_agreeing(&wanted, BoardSize::MAIN).map_err(|error| error.to_string())?
    } else {
        Ruleset::named(text).ok_or_else(|| format!("expected {}", Ruleset::names()))?
    };
    ruleset.covered().map_err(|error| error.to_string())
}

fn size(text: &str) -> Result<BoardSize, String> {
    let lines = text.parse().map_err(|_| "expected an integer from 5 to 19".to_owned())?;
    BoardSize::for_play(lines).map_err(|error| error.to_string())
}

/// A parser of a folder, which may not exist yet.
pub(super) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|folder| {
        if folder.exists() && !folder.is_dir() { Err("it is a file, expected a folder") } else { Ok(folder) }
    })
}

/// A parser of integers in a range.
pub(super) fn integers<N: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text: &str| {
        let number =
            text.parse().ok().filter(|number| range.contains(number)).and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| format!("expected an integer from {} to {}", range.start(), range.end()))
    }
}

/// Parses a number of seconds: above 0 and at most a year, so that no clock overflows.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0 && seconds <= YEAR);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds above 0 and up to a year, such as 2.5".to_owned())
}

fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code))
        .map(|name| Language::of_code(&name).unwrap_or_default())
}

/// A parser of colours.
pub(super) fn color() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["black", "white"]).map(|name| if name == "white" { Color::White } else { Color::Black })
}
