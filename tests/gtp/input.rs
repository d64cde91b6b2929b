//! The program's standard input in all its forms, and its standard output.

use assert_cmd::cargo::cargo_bin;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The outcome of a run that got these bytes at once.
struct Left {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

fn start(arguments: &[&str]) -> io::Result<Child> {
    let mut command = Command::new(cargo_bin!("onepure"));
    command.env_remove("RUST_LOG").arg("gtp").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

fn run(arguments: &[&str], input: &[u8]) -> io::Result<Left> {
    let mut program = start(arguments)?;
    let mut stdin = program.stdin.take().expect("a way in");
    let input = input.to_owned();
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = program.wait_with_output()?;
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    // After `quit` the program reads no more, so the writer may fail.
    let _ = writer.join().expect("the writer does not panic");
    Ok(Left { status: output.status, stdout: text(output.stdout), stderr: text(output.stderr) })
}

/// The answers on stdout to these bytes.
fn answers(input: &[u8]) -> io::Result<Vec<String>> {
    let left = run(&["--threads", "1", "--visits", "1"], input)?;
    assert!(left.status.success() && left.stderr.is_empty(), "{:?}: {}", left.status, left.stderr);
    assert!(!left.stdout.contains('\r') && left.stdout.ends_with("\n\n"));
    Ok(left.stdout.split_terminator("\n\n").map(|answer| answer.trim_end().to_owned()).collect())
}

/// Waits for the end of a program, up to a time limit.
fn end(mut program: Child) -> io::Result<(ExitStatus, String)> {
    let begin = Instant::now();
    let status = loop {
        match program.try_wait()? {
            Some(status) => break status,
            None if begin.elapsed() > Duration::from_secs(20) => {
                program.kill()?;
                return Err(io::Error::other("the program does not end"));
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    let mut stderr = String::new();
    program.stderr.take().expect("stderr").read_to_string(&mut stderr)?;
    Ok((status, stderr))
}

#[test]
fn the_log_has_what_was_asked_for() -> io::Result<()> {
    let log = |options: &[&str], levels: Option<&str>| -> io::Result<String> {
        let mut command = Command::new(cargo_bin!("onepure"));
        match levels {
            Some(levels) => command.env("RUST_LOG", levels),
            None => command.env_remove("RUST_LOG"),
        };
        command.args(["gtp", "--threads", "1"]).args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = command.stderr(Stdio::piped()).spawn()?;
        program.stdin.take().expect("a way in").write_all(b"boardsize 1\n")?;
        let output = program.wait_with_output()?;
        assert_eq!(output.stdout, b"? unacceptable size\n\n");
        Ok(String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let (quiet, told) = ("", "unacceptable size: ");
    assert_eq!(log(&[], None)?, quiet);
    assert!(log(&["--verbose"], None)?.contains(told));
    assert!(log(&[], Some("onepure=info"))?.contains(told));
    assert_eq!(log(&["--verbose"], Some("onepure_engine=debug"))?, quiet);
    // Levels that cannot be read are as none.
    assert!(log(&["--verbose"], Some("onepure=loud=loud"))?.contains(told));
    Ok(())
}

#[test]
fn lines_end_as_they_like() -> io::Result<()> {
    assert_eq!(
        answers(b"1 name\r\n2 name\n\r\n\n\n3 name\r\r\n4 name")?,
        ["=1 onepure", "=2 onepure", "=3 onepure", "=4 onepure"]
    );
    Ok(())
}

#[test]
fn blanks_comments_and_control_characters_are_nothing() -> io::Result<()> {
    let input = b"\t 1 \tprotocol_version\t\n# 2 name\n3 name#4\n   # name\n\x07\x1b5\x7f pro\x00tocol_version\x01\n\x0c\n \t \n";
    assert_eq!(answers(input)?, ["=1 2", "=3 onepure", "=5 2"]);
    Ok(())
}

#[test]
fn ids_are_repeated_up_to_the_largest() -> io::Result<()> {
    let input = b"0 name\n2147483647 name\n007 name\n2147483648 name\n99999999999999999999 name\n12\n1x name\n";
    let expected = [
        "=0 onepure",
        "=2147483647 onepure",
        "=7 onepure",
        "? syntax error",
        "? syntax error",
        "?12 syntax error",
        "? unknown command",
    ];
    assert_eq!(answers(input)?, expected);
    Ok(())
}

#[test]
fn many_commands_may_come_at_once() -> io::Result<()> {
    let mut input = String::from("boardsize 9\n");
    for _ in 0..500 {
        input.push_str("play b E5\nundo\n");
    }
    input.push_str("play b E5\nlist_stones b\nquit\nname\n");
    let answers = answers(input.as_bytes())?;
    assert_eq!(answers.len(), 1 + 1000 + 3);
    assert_eq!(answers[1002], "= E5");
    Ok(())
}

#[test]
fn a_line_of_a_megabyte_is_refused_and_no_other() -> io::Result<()> {
    let megabyte = vec![b'a'; 1 << 20];
    let numbered = [b"7 play b ".as_slice(), &megabyte, b"\n"].concat();
    let input =
        [&megabyte, b"\nname\n".as_slice(), &numbered, b"8 name # ", &megabyte, b"\n9 name\n", &megabyte].concat();
    let too_long = "line too long: at most 65536 bytes";
    let expected = [
        format!("? {too_long}"),
        "= onepure".into(),
        format!("?7 {too_long}"),
        "=8 onepure".into(),
        "=9 onepure".into(),
        format!("? {too_long}"),
    ];
    assert_eq!(answers(&input)?, expected);
    Ok(())
}

#[test]
fn bytes_that_are_not_utf_8_are_no_argument_of_anything() -> io::Result<()> {
    let input = b"play b \xff\xfe\nplay \xc3\x28 D4\n\xed\xa0\x80\n1 name \xf0\x28\x8c\xbc\n2 known_command \xff\nloadsgf \xff\xff\nname\n";
    let expected = [
        "? syntax error",
        "? syntax error",
        "? unknown command",
        "?1 syntax error",
        "=2 false",
        "? cannot load file",
        "= onepure",
    ];
    let left = run(&["--threads", "1", "--visits", "1"], input)?;
    assert_eq!(left.stdout.split_terminator("\n\n").map(str::trim_end).collect::<Vec<_>>(), expected);
    assert!(left.stderr.lines().count() == 1 && left.stderr.contains("the file cannot be read"), "{}", left.stderr);
    Ok(())
}

#[test]
fn nothing_at_all_is_the_end() -> io::Result<()> {
    let left = run(&[], b"")?;
    assert!(left.status.success() && left.stdout.is_empty() && left.stderr.is_empty());
    Ok(())
}

#[test]
fn an_output_that_is_closed_ends_the_program_with_a_line() -> io::Result<()> {
    let mut program = start(&["--threads", "1", "--visits", "1"])?;
    drop(program.stdout.take());
    let mut stdin = program.stdin.take().expect("a way in");
    // The program may have closed its input already.
    let _ = stdin.write_all(b"name\nname\ngenmove b\nname\n");
    let (status, stderr) = end(program)?;
    assert_eq!(status.code(), Some(1), "{stderr}");
    assert!(stderr.starts_with("onepure: stdout cannot be written: ") && stderr.lines().count() == 1, "{stderr}");
    Ok(())
}

#[test]
fn an_error_output_that_is_closed_stops_nothing() -> io::Result<()> {
    let mut program = start(&["--threads", "1", "--size", "9", "--time", "0.4", "--live-graphics"])?;
    drop(program.stderr.take());
    let mut stdin = program.stdin.take().expect("a way in");
    // A dead end gets a notice on stderr, and so does live graphics.
    stdin.write_all(b"play b A2\nplay b B1\nplay w A1\nplay w C3\nclear_board\ngenmove b\nquit\n")?;
    let output = program.wait_with_output()?;
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success());
    assert_eq!(answers.matches("\n\n").count(), 7, "{answers}");
    assert_eq!(answers.matches('?').count(), 1, "{answers}");
    Ok(())
}

#[test]
fn an_input_that_ends_during_a_search_waits_for_the_move() -> io::Result<()> {
    let left = run(&["--threads", "1", "--size", "5", "--time", "0.3"], b"genmove b")?;
    assert!(left.status.success() && left.stderr.is_empty());
    let answer = left.stdout.strip_suffix("\n\n").expect("an answer");
    assert!(answer.strip_prefix("= ").is_some_and(|vertex| vertex.len() == 2 || vertex == "pass"), "{answer}");
    Ok(())
}
