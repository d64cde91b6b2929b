//! Checks proofs of `onepure solve` by playing every line on the naive reference of the tests. It shares no code with the solver.
//!
//! ```text
//! onepure solve --board 2x3 --proof small
//! cargo run --release --example check_proof -- small-1.txt small-2.txt
//! ```

#![allow(clippy::print_stdout, reason = "its output is all that this program is for")]

#[path = "../tests/common/checker/mod.rs"]
mod checker;
#[path = "../tests/common/reference/mod.rs"]
mod reference;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut is_right = true;
    for file in std::env::args().skip(1) {
        let text = onepure::files::read_own(file.as_ref()).map_err(|error| error.to_string());
        let checked = text.and_then(|text| checker::check(&text));
        match checked {
            Ok(checked) => println!("{file}: checked, {}, {} turns", checked.claim, checked.turns),
            Err(error) => {
                println!("{file}: WRONG, {error}");
                is_right = false;
            }
        }
    }
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
