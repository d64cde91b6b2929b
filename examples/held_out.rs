//! Measures the engine on positions that deep searches have judged, and that no network has learned from.
//!
//! ```text
//! cargo run --release --example held_out
//! cargo run --release --example held_out -- --visits 200 --network mine.safetensors
//! ```
//!
//! `training/held-out/games.jsonl.gz` has the positions; `docs/selfplay.md` says how they were made. A move is right if the deep search
//! gave it a quarter of the visits of its best move, or more.

#![allow(clippy::print_stdout, reason = "its output is all that this program is for")]

#[path = "../tests/common/held_out.rs"]
mod held_out;

use onepure::arena::report::TextTable;
use onepure::engine::NetworkChoice;
use std::collections::BTreeMap;
use std::error::Error;

/// The default number of visits a move.
const VISITS: u64 = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut visits, mut network) = (VISITS, NetworkChoice::default());
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{option}: expected a value after it"))?;
        match option.as_str() {
            "--visits" => {
                let number = value.parse().ok().filter(|&number| number > 0);
                visits = number.ok_or_else(|| format!("--visits: expected a number from 1 on, got \"{value}\""))?;
            }
            "--network" => network = NetworkChoice::read(&value)?,
            _ => return Err(format!("expected --visits N or --network FILE, got \"{option}\"").into()),
        }
    }
    // The number of right moves and of positions.
    let mut counts: BTreeMap<(usize, String), [usize; 2]> = BTreeMap::new();
    for held_out in held_out::positions(&held_out::file())? {
        let is_right = held_out.choice(visits, &network).is_some_and(|action| held_out.is_right(action));
        let [right, all] = counts.entry((held_out.game.size().lines(), held_out.rules)).or_default();
        *right += usize::from(is_right);
        *all += 1;
    }
    let sum = counts.values().fold([0, 0], |[right, all], [more_right, more]| [right + more_right, all + more]);
    let mut table = TextTable::new(&["Board", "Rules", "Right", "Of", "Wrong"]);
    let rows = counts.iter().map(|((lines, rules), &counts)| (format!("{lines}×{lines}"), rules.as_str(), counts));
    for (board, rules, [right, all]) in rows.chain([("all".to_owned(), "", sum)]) {
        let wrong = 100.0 * (all - right) as f64 / all.max(1) as f64;
        table.add(vec![board, rules.to_owned(), right.to_string(), all.to_string(), format!("{wrong:.1} %")]);
    }
    println!("{visits} visits a move, one thread\n\n{}", table.text());
    Ok(())
}
