//! Runs the engine on the tactics of `gtp-scripts/tactics`, and prints the number that it solves of each kind.
//!
//! ```text
//! cargo run --release --example tactics
//! cargo run --release --example tactics -- --visits 10000 ladders nets
//! ```

#![allow(clippy::print_stdout, reason = "its output is all that this program is for")]

#[path = "../tests/common/dialogue.rs"]
mod dialogue;
#[path = "../tests/common/regression.rs"]
mod regression;

use dialogue::Dialogue;
use onepure::arena::report::TextTable;
use regression::tactics;
use std::error::Error;

/// The default number of visits a move.
const VISITS: u64 = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut visits, mut kinds) = (VISITS, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--visits" {
            let number = arguments.next().and_then(|number| number.parse().ok());
            visits = number.filter(|&number| number > 0).ok_or("--visits has a number above 0, such as 2000")?;
        } else {
            kinds.push(argument);
        }
    }
    let mut scripts = tactics()?;
    if let Some(unknown) = kinds.iter().find(|&kind| scripts.iter().all(|script| script.kind != *kind)) {
        let there_are: Vec<&str> = scripts.iter().map(|script| script.kind.as_str()).collect();
        return Err(format!("`{unknown}` is no kind of tactics; there are {}", there_are.join(", ")).into());
    }
    scripts.retain(|script| kinds.is_empty() || kinds.contains(&script.kind));
    let mut table = TextTable::new(&["Kind", "Right", "Of", "Wrong"]);
    let (mut right, mut all) = (0, 0);
    for script in &scripts {
        let answered = script.ask(&mut Dialogue::new(19, visits))?;
        let wrong: Vec<String> = answered
            .iter()
            .filter(|answered| !answered.is_right())
            .map(|answered| format!("{} {}", answered.number, answered.answer))
            .collect();
        let (total, found) = (answered.len(), answered.len() - wrong.len());
        table.add(vec![script.kind.clone(), found.to_string(), total.to_string(), wrong.join(", ")]);
        right += found;
        all += total;
    }
    table.add(vec!["all".to_owned(), right.to_string(), all.to_string(), String::new()]);
    println!("{visits} visits a move, one thread\n\n{}", table.text());
    Ok(())
}
