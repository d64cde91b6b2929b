//! `--evaluator`: positions evaluated by another process.

use crate::katago_file::NETWORKS;
use crate::python::python;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

const NETWORK: &str = "crates/onepure-engine/networks/4b32c-20.safetensors";

/// A session with moves, the raw network output, and a search.
const SESSION: &str = "boardsize 9\nplay b e5\nplay w c4\nplay b g6\nkata-raw-nn 0\ngenmove w\nquit\n";

fn gtp(evaluator: Option<&str>) -> Output {
    gtp_with(NETWORK, evaluator)
}

fn gtp_with(network: &str, evaluator: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_onepure"));
    command.args(["gtp", "--threads", "1", "--visits", "60", "--network", network]);
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

/// Held by a test that looks at the files in shared memory, or leaves some there for a while.
fn shared_memory() -> MutexGuard<'static, ()> {
    static SHARED_MEMORY: Mutex<()> = Mutex::new(());
    SHARED_MEMORY.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Fails unless a program that evaluates by PyTorch gives nearly the numbers that it computes itself.
fn compare_with_pytorch(network: &str) {
    let _shared_memory = shared_memory();
    let Some(python) = python() else { return };
    let [own, by_evaluator] = [None, Some(format!("{python} -B training/gpu/evaluate.py {network}"))]
        .map(|evaluator| gtp_with(network, evaluator.as_deref()));
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

#[test]
fn pytorch_evaluates_a_position_as_the_program_does() {
    compare_with_pytorch(NETWORK);
}

/// A file with a network of KataGo, and its path.
fn katago_file(folder: &Path) -> String {
    let [network, ..] = NETWORKS;
    let file = folder.join("katago.bin");
    std::fs::write(&file, network.bytes()).expect("written");
    file.display().to_string()
}

#[test]
fn pytorch_evaluates_a_position_with_a_network_of_katago() {
    let folder = tempfile::tempdir().expect("a folder");
    compare_with_pytorch(&katago_file(folder.path()));
}

#[test]
fn an_evaluator_with_a_network_of_another_kind_is_told_in_one_line() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let katago = katago_file(folder.path());
    for (network, other, versions) in [(NETWORK, katago.as_str(), [2, 1]), (&katago, NETWORK, [1, 2])] {
        let output = gtp_with(network, Some(&format!("{python} -B training/gpu/evaluate.py {other}")));
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        let [expected, got] = versions;
        let why = format!("evaluate.py: {other} takes positions of version {expected}, got version {got}; ");
        assert!(stderr.starts_with(&why), "{stderr}");
        assert!(stderr.lines().last().is_some_and(|line| line.contains("it ended")), "{stderr}");
        assert_eq!(stderr.lines().count(), 2, "{stderr}");
    }
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

#[cfg(unix)]
#[test]
fn an_evaluator_that_never_answers_is_ended() {
    // The first answer has 30 seconds: an evaluator may compile its network.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("process");
    let waits = format!(r#"sh -c 'echo $$ > {}; read hello; echo {{\"version\":1}}; exec sleep 1000'"#, file.display());
    let silent = gtp(Some(&waits));
    assert!(silent.status.success());
    assert_eq!(text(&silent.stdout), text(&gtp(None).stdout));
    let stderr = text(&silent.stderr);
    assert!(stderr.contains("expected an answer within 30 s, got none; the program evaluates by itself"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let process = std::fs::read_to_string(file).expect("a number");
    let is_running = Command::new("kill").args(["-0", process.trim()]).stderr(Stdio::null()).status();
    assert!(!is_running.expect("kill").success(), "the evaluator goes on");
}

/// The files of an evaluator that never greets, by the line that it was sent, and the program that waits for it.
#[cfg(unix)]
fn waiting(folder: &Path) -> (Vec<std::path::PathBuf>, std::process::Child) {
    let said = folder.join("hello");
    let _ = std::fs::remove_file(&said);
    let command =
        format!(r#"sh -c 'read -r hello; echo "$hello" > {0}.new; mv {0}.new {0}; cat > /dev/null'"#, said.display());
    let child = Command::new(env!("CARGO_BIN_EXE_onepure"))
        .args(["gtp", "--evaluator", &command])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("started");
    let begin = std::time::Instant::now();
    while !said.exists() {
        assert!(begin.elapsed() < std::time::Duration::from_secs(60), "no line");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let hello: serde_json::Value = serde_json::from_slice(&std::fs::read(said).expect("a line")).expect("JSON");
    let files = hello["files"].as_array().expect("files").iter();
    (files.map(|file| file.as_str().expect("a path").into()).collect(), child)
}

#[cfg(unix)]
#[test]
fn its_files_go_with_the_program() {
    use rustix::process::{Pid, Signal, kill_process};
    let _shared_memory = shared_memory();
    let folder = tempfile::tempdir().expect("a folder");
    for signal in [Signal::INT, Signal::TERM, Signal::KILL] {
        let (files, mut child) = waiting(folder.path());
        assert!(files.len() == 4 && files.iter().all(|file| file.exists()), "{files:?}");
        let process = Pid::from_raw(child.id().cast_signed()).expect("a number above 0");
        kill_process(process, signal).expect("a process of ours");
        child.wait().expect("it ends");
        if signal == Signal::KILL {
            // Another program that runs keeps its own.
            let (others, mut other) = waiting(folder.path());
            assert!(others.iter().all(|file| file.exists()), "{others:?}");
            gtp(Some("sh -c 'exit 0'"));
            assert!(others.iter().all(|file| file.exists()), "{others:?}");
            kill_process(Pid::from_raw(other.id().cast_signed()).expect("above 0"), Signal::TERM).expect("a process");
            other.wait().expect("it ends");
        }
        assert!(files.iter().all(|file| !file.exists()), "{signal:?}: {files:?}");
    }
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
