//! What a fuzzer has found interesting, and every input on which something broke once, through the code of the fuzz targets:
//! `docs/reliability.md` says how to look for more.

#![expect(clippy::print_stdout, reason = "the input that broke something is named")]

mod comparison;
mod fuzzing;
mod reference;
mod trouble;

use fuzzing::{analysis_query, gtp_line, moves, sgf};
use std::fs;
use std::path::Path;

/// Runs a target on every input of its corpus.
fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus").join(target);
    let mut inputs = 0;
    for entry in fs::read_dir(&folder).expect("the corpus of a target") {
        let path = entry.expect("an input").path();
        // Of a test only what it wrote is shown, and that where it fails.
        println!("{}", path.display());
        run(&fs::read(&path).expect("an input can be read"));
        inputs += 1;
    }
    assert!(inputs > 0, "nothing in {}", folder.display());
}

#[test]
fn gtp_lines_of_the_corpus() {
    replay("gtp_line", gtp_line::run);
}

#[test]
fn records_of_the_corpus() {
    replay("sgf", sgf::run);
}

#[test]
fn analysis_queries_of_the_corpus() {
    replay("analysis_query", analysis_query::run);
}

#[test]
fn moves_of_the_corpus() {
    replay("moves", moves::run);
}
