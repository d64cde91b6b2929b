//! The arena: the referee's verdicts on misbehaving players, clocks, records, and clean-up.
//!
//! The players are this executable itself, started with a script in its environment; see [`fake`].

mod ends;
mod fake;
mod handicap;
mod many;
mod ordinary;
mod processes;
mod records;
mod scene;
mod times;
mod verdicts;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Ok(script) = std::env::var(fake::SCRIPT) {
        fake::run(&script);
        return ExitCode::SUCCESS;
    }
    if let Ok(games) = std::env::var(many::GAMES_OF_THIS_PROCESS) {
        many::play(games.parse().expect("a number of games"));
        return ExitCode::SUCCESS;
    }
    if std::env::var_os(processes::ABANDON).is_some() {
        processes::abandon();
    }
    let tests = [
        verdicts::TESTS,
        ordinary::TESTS,
        handicap::TESTS,
        ends::TESTS,
        times::TESTS,
        records::TESTS,
        processes::TESTS,
        many::TESTS,
    ];
    let trials = tests.into_iter().flatten().map(|&(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
