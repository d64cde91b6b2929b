//! `--evaluator`: positions evaluated by another process.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const NETWORK: &str = "crates/onepure-engine/networks/4b32c-20.safetensors";

/// A session with moves, the raw network output, and a search.
const SESSION: &str = "boardsize 9\nplay b e5\nplay w c4\nplay b g6\nkata-raw-nn 0\ngenmove w\nquit\n";

fn gtp(evaluator: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_onepure"));
    command.args(["gtp", "--threads", "1", "--visits", "60", "--network", NETWORK]);
    command.args(evaluator.map(|evaluator| ["--evaluator", evaluator]).iter().flatten());
    let mut child = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    // A program whose evaluator fails to start ends before it reads.
    let _ = child.stdin.take().expect("a pipe").write_all(SESSION.as_bytes());
    child.wait_with_output().expect("ended")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The numbers of the answer to `kata-raw-nn`, without illegal moves.
fn raw_numbers(output: &Output) -> Vec<f64> {
    let stdout = text(&output.stdout);
    let from = stdout.split("whiteWin").nth(1).unwrap_or_else(|| panic!("{stdout}{}", text(&output.stderr)));
    let answer = from.split("\n\n").next().expect("an answer");
    answer.split_whitespace().filter_map(|word| word.parse().ok()).filter(|number: &f64| number.is_finite()).collect()
}

#[test]
fn pytorch_evaluates_a_position_as_the_program_does() {
    let has_torch = |python: &&&str| {
        let found = Command::new(python).args(["-c", "import torch, numpy"]).output();
        found.is_ok_and(|output| output.status.success())
    };
    let Some(python) = ["python3", "/usr/bin/python3"].iter().find(has_torch) else {
        assert!(std::env::var_os("CI").is_none(), "PyTorch is missing: tests/clients/install.sh installs it");
        eprintln!("skipped: no python3 with PyTorch and NumPy");
        return;
    };
    let [own, by_evaluator] = [None, Some(format!("{python} -B training/gpu/evaluate.py {NETWORK}"))]
        .map(|evaluator| gtp(evaluator.as_deref()));
    let (own, found) = (raw_numbers(&own), raw_numbers(&by_evaluator));
    assert!(own.len() > 81 && own.len() == found.len(), "{own:?} and {found:?}");
    assert_ne!(own, found, "the evaluator was not asked");
    // docs/network.md has the differences between integers and floats.
    let apart: Vec<f64> = own.iter().zip(&found).map(|(own, found)| (own - found).abs() / own.abs().max(1.0)).collect();
    assert!(apart.iter().all(|&apart| apart < 0.15), "{own:?} and {found:?}");
    assert!(apart.iter().sum::<f64>() < 0.02 * apart.len() as f64, "{own:?} and {found:?}");
    assert!(by_evaluator.status.success() && by_evaluator.stderr.is_empty(), "{}", text(&by_evaluator.stderr));
    let left = |entry: &std::fs::DirEntry| text(entry.file_name().as_encoded_bytes()).starts_with("onepure-");
    let shared = Path::new("/dev/shm").read_dir().into_iter().flatten().flatten();
    assert_eq!(shared.filter(left).count(), 0, "buffers are removed");
}

#[cfg(unix)]
#[test]
fn the_program_evaluates_by_itself_when_the_evaluator_has_ended() {
    let own = gtp(None);
    for ends in [r#"read hello; echo {\"version\":1}"#, r#"read hello; echo {\"version\":1}; read batch"#] {
        let output = gtp(Some(&format!("sh -c '{ends}'")));
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stdout), text(&own.stdout));
    }
    let confused = gtp(Some(r#"sh -c 'read hello; echo {\"version\":1}; read batch; echo what; sleep 10'"#));
    assert_eq!(text(&confused.stdout), text(&own.stdout));
    assert!(
        text(&confused.stderr).contains(r#"expected the number of a buffer, got "what""#),
        "{}",
        text(&confused.stderr)
    );
}

#[test]
fn an_evaluator_that_does_not_start_is_told_in_one_line() {
    for (command, expected) in [
        ("no-such-program", "onepure: evaluator no-such-program: "),
        ("", "onepure: --evaluator: expected a command"),
        ("sh -c 'exit 0'", "onepure: evaluator sh: expected a greeting, but it ended"),
        (r#"sh -c 'echo {\"version\":2}'"#, "onepure: evaluator sh: expected version 1, got 2"),
        (r"sh -c 'printf \\377\\376\\n; sleep 9'", "onepure: evaluator sh: expected a line in UTF-8, got other bytes"),
        ("sh -c 'yes | tr -d \\\\n'", "onepure: evaluator sh: expected a line of at most 65536 bytes, got more"),
        ("sh -c 'echo hello'", r#"onepure: evaluator sh: expected {"version":1}, got "hello""#),
    ] {
        let output = gtp(Some(command));
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.starts_with(expected) && stderr.lines().count() == 1, "{command}: {stderr}");
        assert!(output.stdout.is_empty());
    }
}
