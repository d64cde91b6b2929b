//! The program starts at once, uses little memory, and exits at once.

use crate::controller::Program;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

#[test]
fn name_is_answered_at_once() {
    let _machine = crate::alone();
    let started = || {
        let begin = Instant::now();
        let mut program = Program::start(19, &[]);
        program.write("name\n");
        let (answered, answer) = program.answer();
        assert_eq!(answer, ["= onepure"]);
        answered - begin
    };
    // The best of ten: other programs run on this machine too.
    let best = (0..10).map(|_| started()).min().expect("ten starts");
    assert!(best < Duration::from_millis(50), "{best:?}");
}

/// The peak memory of a process, in KiB.
#[cfg(target_os = "linux")]
fn most_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("the system tells about processes");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches("kB").trim().parse().expect("a number")
}

#[test]
#[cfg(target_os = "linux")]
fn a_start_takes_little_memory() {
    let _machine = crate::beside_others();
    for options in [&[][..], &["--memory", "4096", "--threads", "64"]] {
        let mut program = Program::start(19, options);
        program.ask("name");
        program.tell("boardsize 19\nclear_board\nplay black D4");
        program.ask("opr-score");
        let memory = most_memory(program.id());
        assert!(memory < 32 * 1024, "{memory} KiB");
        // The measured value moves: a search takes more.
        program.write("kata-set-param visits 3000\ngenmove white\n");
        program.answer();
        program.answer();
        assert!(most_memory(program.id()) > memory);
    }
}

#[test]
fn an_output_that_nobody_reads_ends_the_program() {
    let _machine = crate::beside_others();
    for commands in ["echo kata-analyze 1", "echo lz-genmove_analyze b 1", "echo name; sleep 1; echo name"] {
        // The input stays open, and the reader of the output leaves after a line.
        let script = format!(
            "({commands}; sleep 30) | ({} --size 9 --time 5; echo code $? >&2) | head -n 1 > /dev/null",
            env!("CARGO_BIN_EXE_onepure"),
        );
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).stderr(std::process::Stdio::piped());
        let mut child = shell.spawn().expect("a shell");
        let begin = Instant::now();
        let mut told = String::new();
        {
            use std::io::{BufRead, BufReader};
            let stderr = child.stderr.take().expect("a pipe");
            let mut stderr = BufReader::new(stderr);
            stderr.read_line(&mut told).and_then(|_| stderr.read_line(&mut told)).expect("text");
        }
        let took = begin.elapsed();
        child.kill().expect("the shell can be ended");
        child.wait().expect("the shell ends");
        assert!(told.starts_with("onepure: stdout cannot be written: ") && told.ends_with("\ncode 1\n"), "{told}");
        assert!(took < Duration::from_secs(10), "{commands}: {took:?}");
    }
}

#[test]
fn the_end_comes_at_once() {
    let _machine = crate::beside_others();
    // Neither the thread that reads input nor one that searches delays it.
    let mut program = Program::start(9, &["--ponder", "--visits", "10"]);
    program.write("genmove black\nquit\n");
    program.answer();
    let (quit, _) = program.answer();
    assert_eq!(program.end().code(), Some(0));
    assert!(quit.elapsed() < Duration::from_secs(5));
}
