//! `onepure rules`: the rules, for players.

use crate::cli::CliError;
use crate::cli::options::Options;
use crate::cli::terminal::markdown::{Block, blocks};
use crate::cli::terminal::screen::COLUMNS;
use crate::cli::terminal::stdout::stdout;
use crate::cli::terminal::words::words;
use crate::view::{Language, wrap};
use clap::Args;
use onepure_rules::rules::{Game, Ruleset};
use std::io::Write;

/// The arguments of `onepure rules`.
#[derive(Debug, Args)]
#[command(after_help = "\
The rules of --rules on a board of --size, in a screenful. The full text of the
One Pure Rules has every article with examples on boards, and what their text
leaves open.

Examples:
  onepure rules
  onepure rules --size 9 --rules japanese --lang ko
  onepure rules --full | less")]
pub(super) struct Rules {
    /// Print the One Pure Rules article by article
    #[arg(long)]
    full: bool,
}

/// The rules article by article, from the documents.
fn document(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../docs/rules.md"),
        Language::Korean => include_str!("../../docs/rules.ko.md"),
    }
}

/// Beginnings of the sentences for programmers: the code of a decision and its test.
const FOR_PROGRAMMERS: [&str; 4] = ["Code:", "Test:", "코드:", "시험:"];

/// Columns of tables for programmers.
const COLUMNS_FOR_PROGRAMMERS: [&str; 4] = ["Code", "Test", "코드", "시험"];

impl Rules {
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        let ruleset = options.rules();
        if self.full && ruleset != Ruleset::one_pure() {
            return Err(CliError::Arguments(format!(
                "--full: expected --rules one-pure, got {}; without --full its rules fit on one screen",
                ruleset.name
            )));
        }
        let text = if self.full { laid_out(document(options.lang())) } else { screenful(options) };
        stdout().write_all(text.as_bytes()).map_err(|error| CliError::Work(error.into()))
    }
}

/// The rules on one screen, and a pointer to the full text.
fn screenful(options: &Options) -> String {
    let game = Game::new(options.size, options.rules());
    let rules = options.lang().phrases().rules(&game).lines();
    let mut text: String = rules.iter().map(|paragraph| wrap(paragraph, COLUMNS, 2) + "\n").collect();
    if options.rules() == Ruleset::one_pure() {
        text.push_str(words(options.lang()).full_rules());
        text.push('\n');
    }
    text
}

/// The part of a document that is for players. Lines are wrapped even without a terminal, because pagers break words.
fn laid_out(document: &str) -> String {
    let blocks = blocks(document).into_iter().filter_map(for_players);
    let texts = blocks.map(|block| match block {
        Block::Text(text, indent) => wrap(&text, COLUMNS, indent),
        other => other.lines(COLUMNS).unwrap_or_default(),
    });
    texts.map(|text| text.trim_end().to_owned() + "\n").collect::<Vec<_>>().join("\n")
}

/// The part of a block that is for players.
fn for_players(block: Block) -> Option<Block> {
    match block {
        Block::Text(text, indent) => {
            let own = text.trim_start();
            let is_twin = ["한국어", "English"].contains(&own);
            let is_kept = !is_twin && !FOR_PROGRAMMERS.iter().any(|word| own.starts_with(word));
            is_kept.then_some(Block::Text(text, indent))
        }
        Block::Table(rows) => {
            let heading = rows.first().cloned().unwrap_or_default();
            let kept = |row: Vec<String>| {
                let columns = row.into_iter().zip(&heading);
                columns
                    .filter(|(_, name)| !COLUMNS_FOR_PROGRAMMERS.contains(&name.as_str()))
                    .map(|(cell, _)| cell)
                    .collect()
            };
            Some(Block::Table(rows.into_iter().map(kept).collect()))
        }
        other => Some(other),
    }
}
