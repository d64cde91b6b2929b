//! Early ends of the program: end of input, interrupt, and an output that cannot be written.

use crate::controller::Program;
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit of every wait.
const TIMEOUT: Duration = Duration::from_secs(60);

/// More visits than any test waits for.
const FOR_EVER: &str = "1000000000";

fn onepure(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_onepure"));
    command.env_remove("RUST_LOG").args(arguments);
    command
}

/// The output of a command that gets this text and then the end of its input.
fn given(arguments: &[&str], input: &str) -> Output {
    let mut command = onepure(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program can be started");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the program reads");
    left(child)
}

/// The output of a child that ends in time.
fn left(mut child: Child) -> Output {
    let deadline = Instant::now() + TIMEOUT;
    while child.try_wait().expect("a child").is_none() {
        if Instant::now() > deadline {
            child.kill().expect("a child");
            panic!("the program does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("a child")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn interrupt(id: u32) {
    let pid = Pid::from_raw(id.cast_signed()).expect("a number above 0");
    kill_process(pid, Signal::TERM).expect("a process of ours");
}

#[test]
fn the_end_of_the_input_stops_a_search() {
    // A search that has run for a second has lost its reader. A time limit makes no difference.
    for limits in [["--visits", FOR_EVER], ["--time", "1000"]] {
        let mut program = Program::start(9, &limits);
        program.write("lz-genmove_analyze b 10\n");
        let begin = program.line().0;
        while program.line().0 - begin < Duration::from_secs(2) {}
        program.close_input();
        let (_, answer) = program.answer();
        assert!(answer.last().is_some_and(|line| line.starts_with("play ")), "{answer:?}");
        assert!(program.end().success());
    }
}

#[test]
fn a_script_is_answered_although_its_end_is_there_already() {
    // A search with few visits ends as if the input were open.
    let script = "boardsize 9\ngenmove b\ngenmove w\n";
    let arguments = ["gtp", "--threads", "1", "--visits", "300"];
    let mut program = Program::start(9, &["--visits", "300"]);
    program.tell("boardsize 9");
    let moves = [program.ask("genmove b"), program.ask("genmove w")];
    let Output { status, stdout, stderr } = given(&arguments, script);
    assert_eq!(text(&stdout), format!("= \n\n= {}\n\n= {}\n\n", moves[0], moves[1]));
    assert!(status.success() && stderr.is_empty(), "{}", text(&stderr));
    // A search with too many visits stops after a while, and a line on stderr says so.
    let Output { status, stdout, stderr } = given(&["gtp", "--size", "5", "--visits", FOR_EVER], "genmove b\n");
    assert!(text(&stdout).starts_with("= C3"), "{}", text(&stdout));
    assert!(status.success() && text(&stderr).starts_with("onepure: the input has ended, "), "{}", text(&stderr));
}

#[test]
fn a_search_stops_when_nobody_reads_its_answer() {
    let mut command = onepure(&["gtp", "--time", "1000"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program can be started");
    child.stdin.take().expect("a pipe").write_all(b"genmove b\n").expect("the program reads");
    drop(child.stdout.take());
    let Output { status, stderr, .. } = left(child);
    assert_eq!((status.code(), text(&stderr).lines().count()), (Some(1), 1), "{}", text(&stderr));
    assert!(text(&stderr).starts_with("onepure: stdout cannot be written: "), "{}", text(&stderr));
}

#[test]
fn the_end_of_the_input_stops_an_analysis() {
    let query = |visits: &str| {
        format!(r#"{{"id":"a","rules":"one-pure","boardXSize":5,"boardYSize":5,"moves":[],"maxVisits":{visits}}}"#)
    };
    let input = format!("{}\n{}\n", query(FOR_EVER), query("50"));
    let Output { status, stdout, stderr } = given(&["analysis", "--threads", "2"], &input);
    assert_eq!(text(&stdout).matches(r#""isDuringSearch":false"#).count(), 2, "{}", text(&stdout));
    assert!(text(&stdout).contains(r#""visits":50,"#), "{}", text(&stdout));
    assert!(status.success() && text(&stderr).starts_with("onepure: the input has ended, "), "{}", text(&stderr));
}

/// A proof that never ends: about a stone on a board that is empty elsewhere, or about its result.
const PROOFS: [&str; 2] = ["opr-solve", "opr-solve E5"];

/// A session with a stone on E5 that proves without a limit of time.
fn prover() -> Program {
    let mut program = Program::start(9, &["--time", "1000", "--rules", "chinese"]);
    program.tell("play black E5");
    program
}

#[test]
fn the_end_of_the_input_stops_a_proof() {
    for proof in PROOFS {
        let mut program = prover();
        program.write(&format!("{proof}\n"));
        thread::sleep(Duration::from_millis(1500));
        program.close_input();
        let (_, answer) = program.answer();
        assert!(answer[0].starts_with("= {") && !answer[0].contains("\"proven\":true"), "{answer:?}");
        assert!(program.end().success());
    }
    // A script is answered: a proof that began just before the end has its time.
    let script = "boardsize 9\nplay black E5\nopr-solve\n";
    let begin = Instant::now();
    let Output { status, stdout, .. } = given(&["gtp", "--time", "1.5", "--rules", "chinese"], script);
    assert!(status.success() && text(&stdout).contains("{\"proven\":false"), "{}", text(&stdout));
    assert!(begin.elapsed() > Duration::from_millis(1400), "{:?}", begin.elapsed());
}

#[test]
fn an_interrupt_line_stops_a_proof_and_what_is_proven_is_answered() {
    let mut program = prover();
    for proof in PROOFS {
        program.write(&format!("{proof}\n"));
        thread::sleep(Duration::from_millis(300));
        let said = program.write("# interrupt\n");
        let (answered, answer) = program.answer();
        assert!(answer[0].starts_with("= {"), "{answer:?}");
        assert!(answered - said < Duration::from_secs(5), "{:?}", answered - said);
    }
    // The next proof is not stopped by that.
    program.tell("kata-set-param time 1");
    let begin = program.write("opr-solve\n");
    assert!(program.answer().0 - begin > Duration::from_millis(900));
}

#[test]
fn a_proof_stops_when_nobody_reads_its_answer() {
    for proof in PROOFS {
        let mut command = onepure(&["gtp", "--time", "1000", "--rules", "chinese", "--size", "9"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program can be started");
        // The input stays open.
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        stdin.write_all(format!("play black E5\n{proof}\n").as_bytes()).expect("the program reads");
        stdout.read_line(&mut String::new()).expect("the answer to the first command");
        drop(stdout);
        let Output { status, stderr, .. } = left(child);
        assert_eq!((status.code(), text(&stderr).lines().count()), (Some(1), 1), "{}", text(&stderr));
        assert!(text(&stderr).starts_with("onepure: stdout cannot be written: "), "{}", text(&stderr));
        drop(stdin);
    }
}

#[test]
fn an_interrupt_of_a_proof_prints_and_keeps_what_was_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("progress").display().to_string();
    let interrupted = |arguments: &[&str]| {
        let mut command = onepure(&[&["solve", "--time", "1000", "--rules", "chinese"], arguments].concat());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program can be started");
        let board = format!("{0}{0}. . # . .\n{0}{0}", ". . . . .\n");
        // A proof about a rectangle reads nothing.
        let _ = child.stdin.take().expect("a pipe").write_all(board.as_bytes());
        thread::sleep(Duration::from_secs(2));
        interrupt(child.id());
        let Output { status, stdout, stderr } = left(child);
        assert_eq!((status.code(), text(&stderr).lines().count()), (Some(1), 1), "{}", text(&stderr));
        (text(&stdout), text(&stderr))
    };
    let (stdout, stderr) = interrupted(&["--board", "4x5", "--resume", &file]);
    assert!(stdout.starts_with("Result: unknown (") && stdout.contains("proven for Black: at least"), "{stdout}");
    assert_eq!(stderr, format!("onepure: interrupted; the same command goes on with what is in {file}\n"));
    // The nodes of an answer are those of all runs.
    let nodes = |text: &str| text.split_once('(').and_then(|(_, rest)| rest.split(' ').next()?.parse::<u64>().ok());
    let Output { stdout: resumed, .. } =
        given(&["solve", "--board", "4x5", "--rules", "chinese", "--resume", &file, "--time", "0.05"], "");
    assert!(nodes(&stdout) > Some(1000) && nodes(&text(&resumed)) > nodes(&stdout), "{stdout}{}", text(&resumed));

    let (stdout, stderr) = interrupted(&["-", "--group", "C3"]);
    assert!(stdout.starts_with("Black C3: unknown\n"), "{stdout}");
    assert_eq!(stderr, "onepure: interrupted; what is proven so far was printed\n");
}

/// The child processes.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").expect("/proc").flatten();
    let id = |name: std::ffi::OsString| name.to_str().and_then(|name| name.parse::<u32>().ok());
    let is_child = |id: &u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let fields = stat.rsplit_once(") ").map(|(_, fields)| fields.to_owned()).unwrap_or_default();
        fields.split(' ').nth(1) == Some(&parent.to_string()) && !fields.starts_with('Z')
    };
    processes.filter_map(|entry| id(entry.file_name())).filter(is_child).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn a_match_that_was_killed_leaves_no_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let player = |name: &str, limit: &str| format!("{name}={} gtp {limit}", env!("CARGO_BIN_EXE_onepure"));
    let players = [player("a", "--time 1000"), player("b", &format!("--visits {FOR_EVER}"))];
    let mut command = onepure(&["match", "--size", "9", "--parallel", "1", "--player", &players[0], "--player"]);
    command.args([&players[1], "--output"]).arg(folder.path()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program can be started");
    let deadline = Instant::now() + TIMEOUT;
    let mut players = Vec::new();
    // The record exists once the game has begun.
    while players.len() < 2 || !folder.path().join("games/000001.sgf").exists() {
        assert!(Instant::now() < deadline, "there are no players");
        thread::sleep(Duration::from_millis(20));
        players = children(child.id());
    }
    child.kill().and_then(|()| child.wait()).expect("a child");
    let is_running = |&id: &u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.contains("(onepure)") && !stat.contains(") Z ")
    };
    while players.iter().any(is_running) {
        assert!(Instant::now() < deadline, "a player is left behind");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A record of three moves on 5 lines.
const RECORD: &str = "(;GM[1]FF[4]SZ[5];B[cc];W[bb];B[cb])";

#[test]
fn an_output_that_cannot_be_written_is_an_error_of_every_command() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    fs::write(file("game.sgf"), RECORD).expect("a file");
    let (record, output) = (file("game.sgf"), file("match"));
    let query = r#"{"id":"a","rules":"one-pure","boardXSize":5,"boardYSize":5,"moves":[],"maxVisits":2}"#;
    let quick = ["--size", "5", "--player", "a=builtin:visits=2", "--output"];
    let commands: &[(&[&str], &str)] = &[
        (&["gtp"], "name\n"),
        (&["play", "--size", "5"], "quit\n"),
        (&["analysis"], query),
        (&["analyze", &record, "--visits", "2"], ""),
        (&["analyze", &record, "--visits", "2", "--all"], ""),
        (&["analyze", &record, "--visits", "2", "--format", "json"], ""),
        (&["replay", &record], ""),
        (&["replay", &record, "--format", "svg"], ""),
        (&[&["match", "--games", "2", "--player", "b=builtin:visits=3"], &quick[..], &[&output]].concat(), ""),
        (&["bench", "--seconds", "0.01", "--only", "light"], ""),
        (&["rules"], ""),
        (&["rules", "--full"], ""),
        (&["--help"], ""),
        (&["match", "--help"], ""),
        (&["--version"], ""),
    ];
    for &(arguments, input) in commands {
        let full = File::options().write(true).open("/dev/full").expect("a device");
        let (reader, closed) = std::io::pipe().expect("a pipe");
        drop(reader);
        for stdout in [Stdio::from(full), Stdio::from(closed)] {
            let mut child = onepure(arguments);
            child.stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped());
            let mut child = child.spawn().expect("the program can be started");
            // The program may end before it reads.
            let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
            let Output { status, stderr, .. } = left(child);
            let stderr = text(&stderr);
            assert_eq!(status.code(), Some(1), "{arguments:?}: {stderr}");
            let last = stderr.lines().last().unwrap_or_default();
            let expected = ["onepure: stdout cannot be written: ", "onepure: nobody reads the answers any more"];
            assert!(expected.iter().any(|words| last.starts_with(words)), "{arguments:?}: {stderr}");
        }
    }
}

#[test]
fn an_interrupt_stops_the_search_of_a_built_in_player() {
    let folder = tempfile::tempdir().expect("a folder");
    let players = ["a", "b"].map(|name| format!("{name}=builtin:time=1000"));
    let mut command = onepure(&["match", "--size", "9", "--player", &players[0], "--player", &players[1], "--output"]);
    command.arg(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program can be started");
    let deadline = Instant::now() + TIMEOUT;
    while !folder.path().join("games/000001.sgf").exists() {
        assert!(Instant::now() < deadline, "there is no game");
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(200));
    interrupt(child.id());
    let Output { status, stderr, .. } = left(child);
    assert_eq!(status.code(), Some(1));
    assert!(text(&stderr).contains("interrupted after 0 of 100 games"), "{}", text(&stderr));
    let record = fs::read_to_string(folder.path().join("games/000001.sgf")).expect("a record");
    assert!(!record.contains(";B["), "the move of a search that was cut short: {record}");
}

#[test]
fn an_interrupt_leaves_what_was_analysed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    // The first positions are over at once, because play has ended there. The others never end.
    fs::write(file("game.sgf"), RECORD).expect("a file");
    let record = file("game.sgf");
    for format in ["text", "json", "sgf", "svg", "md"] {
        let output = file(&format!("found.{format}"));
        let arguments =
            ["analyze", &record, "--all", "--threads", "1", "--time", "2", "--format", format, "--output", &output];
        let mut child = onepure(&arguments);
        child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = child.spawn().expect("the program can be started");
        // Three seconds: the first of four positions, or none on a slow machine.
        thread::sleep(Duration::from_secs(3));
        interrupt(child.id());
        let Output { status, stderr, .. } = left(child);
        let stderr = text(&stderr);
        assert_eq!(status.code(), Some(1), "{format}: {stderr}");
        if stderr.contains("before the first position") {
            continue;
        }
        assert!(stderr.contains("interrupted after ") && stderr.contains(" of 4 positions"), "{format}: {stderr}");
        assert!(fs::metadata(&output).expect("a file").len() > 100, "{format}");
    }
}

#[test]
fn an_interrupt_of_a_game_offers_to_save_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.sgf");
    // The first engine answers; the second never does.
    for limit in [["--visits", "2"], ["--time", "1000"]] {
        let _ = fs::remove_file(&file);
        let mut command = onepure(&["play", "--size", "5", "--threads", "1"]);
        command.args(limit).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program can be started");
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut until = |words: &str| {
            let mut line = String::new();
            while !line.contains(words) {
                line.clear();
                assert!(stdout.read_line(&mut line).expect("text") > 0, "it never says {words:?}");
            }
        };
        stdin.write_all(b"C3\n").expect("the program reads");
        until(if limit[0] == "--visits" { "2 turns, Black to play" } else { "Black C3." });
        thread::sleep(Duration::from_millis(200));
        interrupt(child.id());
        until("Save the game before you leave?");
        stdin.write_all(format!("{}\n", file.display()).as_bytes()).expect("the program reads");
        until("Saved to ");
        until("Goodbye.");
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).expect("text");
        assert!(left(child).status.success());
        assert!(fs::read_to_string(&file).expect("a record").contains(";B[cc]"));
    }
}
