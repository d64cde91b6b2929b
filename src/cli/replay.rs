//! `onepure replay`: a record, refereed.

use super::options::Options;
use super::screen::Screen;
use crate::engine::Engine;
use crate::record::{Content, Record, RecordError};
use crate::rules::Outcome;
use crate::view::Telling;
use anyhow::Context;
use clap::Args;
use std::io::{self, Read, Write};

/// The arguments of `onepure replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
Retirements, quarantine, immovable stones and the end of play are told turn by
turn, each with its article; then come the board, the points and the result.

Examples:
  onepure replay game.sgf
  onepure replay --all --lang ko game.sgf
  cat game.sgf | onepure replay -")]
pub(super) struct Replay {
    /// The record, an SGF file; - for stdin
    #[arg(value_name = "FILE")]
    file: String,
    /// Tell every turn, not only those in which something happened
    #[arg(long)]
    all: bool,
}

impl Replay {
    pub(super) fn run(&self, options: &Options) -> anyhow::Result<()> {
        let name = if self.file == "-" { "stdin" } else { &self.file };
        let named = |error: RecordError| RecordError { file: Some(name.to_owned()), ..error };
        let record = match self.file.as_str() {
            "-" => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).context("stdin")?;
                Record::from_bytes(&bytes)
            }
            file => Record::load(file),
        };
        let record = record.map_err(named)?;

        let mut screen = Screen::stdout(options.lang);
        let line = record.main_line();
        screen.say(&format!("{name}: {}", screen.language.phrases().record(record.size(), line.moves().count())))?;
        let ruleset = options.rules.or_else(|| record.info.known_ruleset());
        let mut replay = line.start(ruleset.unwrap_or(options.rules()));
        while let Some(node) = replay.advance().map_err(named)? {
            if let (Content::Move(..), Some(telling)) =
                (&node.content, Telling::of_last_turn(replay.game(), screen.language))
                && (self.all || telling.has_events())
            {
                let number = replay.moves();
                screen.say_indented(&format!("{number:>4}. {telling}"), 6)?;
            }
        }
        let game = replay.finish().map_err(named)?;
        let mut engine = options.engine();
        engine.set_game(game);
        summarise(&mut screen, &engine, record.info.result.as_deref())?;
        Ok(())
    }
}

/// The board, the points, how play ended, and the result; also if the record claims another.
fn summarise<W: Write>(screen: &mut Screen<W>, engine: &Engine, claimed: Option<&str>) -> io::Result<()> {
    let (game, lost) = (engine.game(), engine.stones_to_lift());
    screen.skip_line()?;
    screen.draw_board(game)?;
    screen.skip_line()?;
    screen.draw_points(game, lost)?;
    screen.tell_end(game, lost)?;
    let phrases = screen.language.phrases();
    match (game.outcome_without(lost), claimed) {
        (None, _) => screen.say(phrases.unfinished()),
        (Some(outcome), Some(claimed)) if differs(claimed, &outcome) => {
            screen.say(&phrases.claimed(claimed, &outcome.verdict.to_string()))
        }
        _ => Ok(()),
    }
}

/// Whether a record claims a result (RE) that is not this one. What claims nothing, such as `?`, does not differ; of a win
/// that is not a matter of points the winner alone is compared, for programs write the rest in many ways.
fn differs(claimed: &str, outcome: &Outcome) -> bool {
    let verdict = outcome.verdict.to_string();
    let (claimed, verdict) = (claimed.trim().to_ascii_lowercase(), verdict.to_ascii_lowercase());
    let split = |result: &str| result.split_once('+').map(|(winner, by)| (winner.to_owned(), by.parse::<f64>().ok()));
    match (split(&claimed), split(&verdict)) {
        (Some((claimed, Some(by))), Some((winner, Some(really_by)))) => {
            claimed != winner || (by - really_by).abs() > 0.01
        }
        (Some((claimed, _)), Some((winner, _))) => claimed != winner,
        (Some(_), None) => true,
        (None, Some(_)) => matches!(claimed.as_str(), "0" | "draw" | "jigo" | "both-lose"),
        (None, None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::rules::{Reason, Verdict, WonBy};

    #[test]
    fn a_claimed_result_is_compared() {
        let by_points =
            Outcome { reason: Reason::Abstentions, verdict: Verdict::Win(Color::Black, WonBy::Points(1.0)) };
        let by_dead_end = Outcome::lost_by(Color::White, Reason::DeadEnd);
        let draw = Outcome { reason: Reason::Abstentions, verdict: Verdict::Draw };
        for (claimed, outcome, expected) in [
            ("B+1", &by_points, false),
            ("b+1.0", &by_points, false),
            ("B+2", &by_points, true),
            ("W+1", &by_points, true),
            ("W+R", &by_points, true),
            ("0", &by_points, true),
            ("?", &by_points, false),
            ("", &by_points, false),
            ("B+F", &by_dead_end, false),
            ("B+3.5", &by_dead_end, false),
            ("W+F", &by_dead_end, true),
            ("B+1", &draw, true),
            ("Draw", &draw, false),
        ] {
            assert_eq!(differs(claimed, outcome), expected, "{claimed} against {}", outcome.verdict);
        }
    }
}
