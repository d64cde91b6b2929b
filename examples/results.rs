//! How many records of finished games have the result that their server wrote.
//!
//! ```sh
//! cargo run --release --example results -- FOLDER...
//! ```
//!
//! Reads every `.sgf`, `.gib` and `.ngf` file in the folders. A record counts if it names the points by which a colour won, and
//! if its rules are those of ordinary Go and its moves end with passes. Prints a line for each record whose result differs, and
//! for each file that is refused, then the numbers.

#![allow(clippy::print_stdout, reason = "its output is all that this program is for")]

use onepure::board::Color;
use onepure::engine::{Engine, NetworkChoice, Settings};
use onepure::record::Record;
use onepure::rules::{Counting, Verdict, WonBy};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let has_network = arguments.first().is_none_or(|first| first != "--no-network");
    if !has_network {
        arguments.remove(0);
    }
    let mut files = Vec::new();
    for folder in &arguments {
        collect(Path::new(folder), &mut files);
    }
    files.sort();
    let network = if has_network { NetworkChoice::default() } else { NetworkChoice::None };
    let settings = Settings { threads: 1, network, ..Settings::default() };
    let (mut refused, mut stopped, mut finished, mut agree, mut doubtful) = (0, 0, 0, 0, 0);
    let mut slowest = 0.0_f64;
    for file in &files {
        let record = match Record::load(file) {
            Ok(record) => record,
            Err(error) => {
                refused += 1;
                println!("refused: {error}");
                continue;
            }
        };
        let basis = record.basis(None);
        let replayed = record.main_line().start_by(&basis).play_on(None);
        if let Some(error) = replayed.stopped {
            stopped += 1;
            println!("stopped: {error}");
            continue;
        }
        let game = replayed.game;
        let is_ordinary = game.articles().lifts_dead_stones();
        let Some(claimed) = record.info.result.as_deref().and_then(margin).filter(|_| is_ordinary) else { continue };
        if !game.is_over() || game.is_final() {
            continue;
        }
        finished += 1;
        let mut engine = Engine::new(game.size(), *game.ruleset(), settings.clone());
        engine.set_game(game);
        let began = Instant::now();
        let dead = engine.stones_to_lift();
        slowest = slowest.max(began.elapsed().as_secs_f64());
        let verdict = engine.game().outcome_without(dead).map(|outcome| outcome.verdict);
        let found = match verdict {
            Some(Verdict::Win(Color::Black, WonBy::Points(points))) => points,
            Some(Verdict::Win(Color::White, WonBy::Points(points))) => -points,
            _ => 0.0,
        };
        if (found - claimed).abs() < 0.01 {
            agree += 1;
            continue;
        }
        let unclear = engine.judgement().map_or(0, |judgement| judgement.open().len());
        doubtful += usize::from(unclear > 0);
        let names: Vec<String> = dead.iter().map(|point| point.to_string()).collect();
        let by = if engine.game().articles().counting == Counting::Territory { "territory" } else { "area" };
        println!(
            "{}: {claimed} written, {found} found by {by}, komi {}, {} doubtful, dead {}",
            file.display(),
            engine.game().komi(),
            unclear,
            names.join(" ")
        );
    }
    println!(
        "{} files, {refused} refused, {stopped} stopped; {finished} finished, {agree} agree, {:.1} %; {doubtful} of the others in doubt; {slowest:.2} s at most",
        files.len(),
        100.0 * f64::from(agree) / f64::from(finished.max(1))
    );
}

/// Black's margin in a result such as `W+3.5`.
fn margin(result: &str) -> Option<f64> {
    let (winner, points) = result.trim().split_once('+')?;
    let points: f64 = points.split_whitespace().next()?.parse().ok()?;
    match winner {
        "B" | "b" => Some(points),
        "W" | "w" => Some(-points),
        _ => None,
    }
}

/// The records in a folder, or the file itself.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        for entry in entries {
            collect(&entry.path(), files);
        }
    } else if path
        .extension()
        .is_some_and(|ending| ["sgf", "gib", "ngf"].iter().any(|known| ending.eq_ignore_ascii_case(known)))
    {
        files.push(path.to_path_buf());
    }
}
