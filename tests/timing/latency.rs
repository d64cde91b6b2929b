//! The time from a line of input to the end of an analysis, measured without other tests.

use crate::controller::{Load, Program};
use std::time::{Duration, Instant};

/// The times from a line of input to the end of the analysis before it.
fn latencies(size: usize, options: &[&str], stops: &[&str]) -> Vec<Duration> {
    let mut program = Program::start(size, options);
    let mut latencies = Vec::new();
    for stop in stops {
        program.write("kata-analyze interval 2 ownership true rootInfo true\n");
        assert_eq!(program.line().1, "=");
        let until = Instant::now() + Duration::from_millis(60);
        while program.line().0 < until {}
        let written = program.write(&format!("{stop}\n"));
        let (ended, _) = program.answer();
        latencies.push(ended.saturating_duration_since(written));
        if !stop.is_empty() {
            let (_, answer) = program.answer();
            assert!(answer[0].starts_with('='), "{stop}: {answer:?}");
        }
    }
    latencies
}

#[test]
fn an_analysis_stops_at_once() {
    let _machine = crate::alone();
    let stops = ["", "name", "play black D4", "", "7 showboard", "genmove white", "stop", ""];
    let mut quiet = latencies(19, &["--visits", "20", "--threads", "2"], &stops);
    quiet.sort();
    assert!(quiet[quiet.len() / 2] < Duration::from_millis(50), "{quiet:?}");
    // On a machine with other work on every core, most are in time, and none takes long.
    let _load = Load::on_every_core();
    let mut busy = latencies(19, &["--visits", "20", "--threads", "2"], &stops);
    busy.sort();
    assert!(busy[busy.len() / 2] < Duration::from_millis(50), "{busy:?}");
    assert!(busy[busy.len() - 1] < Duration::from_millis(500), "{busy:?}");
}
