//! No input can harm the user: files that are devices or never end, scripts that would write, full disks, missing memory.

use onepure::record::Record;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_onepure");

/// Runs a line of shell in a folder. `$ONEPURE` is the program.
fn shell(folder: &Path, line: &str, input: &str) -> Output {
    let mut child = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("ONEPURE", PROGRAM)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    // A program that rejects the input does not read all of it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// The error line, without the name of the program, of a run that ends with this code.
fn refusal(folder: &Path, line: &str, code: i32) -> String {
    let run = shell(folder, line, "");
    let stderr = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(code), "{line}: {stderr}");
    assert!(run.stdout.is_empty(), "{line}: {}", String::from_utf8_lossy(&run.stdout));
    let said = stderr.strip_prefix("onepure: ").and_then(|rest| rest.strip_suffix('\n')).expect("a line");
    assert!(!said.contains('\n'), "more than a line for {line}: {said}");
    said.to_owned()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A game of self-play.
const SELFPLAY: &str =
    "games = 1\nfull-visits = 2\nfast-visits = 2\n[[mix]]\nrules = \"chinese\"\nsize = 5\nkomi = 0\n";

const GAME: &str = "(;SZ[9];B[ee];W[cc];B[gg])";

#[test]
fn a_script_cannot_write() {
    let folder = folder();
    let victim = folder.path().join("victim.sgf");
    fs::write(&victim, "precious").expect("a file");
    for (script, line, command) in [
        ("boardsize 9\nplay b e5\nprintsgf victim.sgf\n", 3, "printsgf"),
        ("7 printsgf victim.sgf", 1, "printsgf"),
        ("boardsize 9\n\tprintsgf victim.sgf # a comment", 2, "printsgf"),
        ("boardsize 9\nprint\u{1}sgf victim.sgf", 2, "printsgf"),
        ("boardsize 9\ngenmove b\n", 2, "genmove"),
        ("kata-set-param visits 1000000000\n", 1, "kata-set-param"),
        ("boardsize 9\nplay b e5\nlz-analyze 10\n", 3, "lz-analyze"),
    ] {
        fs::write(folder.path().join("game.sgf"), script).expect("a file");
        let said = refusal(folder.path(), "$ONEPURE analyze game.sgf --visits 1", 1);
        assert!(said.starts_with(&format!("game.sgf, line {line}: `{command}` makes no position; ")), "{said}");
        assert_eq!(fs::read_to_string(&victim).expect("the file"), "precious");
    }
}

#[test]
fn a_script_makes_positions() {
    let folder = folder();
    fs::write(folder.path().join("one.sgf"), GAME).expect("a file");
    for script in [
        "boardsize 9\nkomi 0.5\nfixed_handicap 2\nplay w e5\nundo\nplay w e4\nquit\n",
        "loadsgf one.sgf\nplay w d4\n",
        "boardsize 9\nkgs-rules chinese\ngogui-setup b c3 w g7\ngogui-setup_player b\n",
        "boardsize 9\nopr-option lesser_board_repetition draw\nset_position b c3 w g7\nopr-abstain\n",
    ] {
        fs::write(folder.path().join("script.gtp"), script).expect("a file");
        let run = shell(folder.path(), "$ONEPURE analyze script.gtp --visits 1 --threads 1 --format json", "");
        assert_eq!(run.status.code(), Some(0), "{script}: {}", String::from_utf8_lossy(&run.stderr));
    }
    fs::write(folder.path().join("script.gtp"), "loadsgf /dev/zero\n").expect("a file");
    let said = refusal(folder.path(), "$ONEPURE analyze script.gtp", 1);
    assert_eq!(said, "script.gtp, line 1: `loadsgf /dev/zero`: cannot load file");
}

#[test]
fn what_is_no_regular_file_is_refused() {
    let folder = folder();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe")).status().expect("mkfifo").success());
    fs::File::create(folder.path().join("long")).and_then(|file| file.set_len(17 << 20)).expect("a sparse file");
    let wanted = "expected a regular file of up to 16 MiB, got";
    for command in ["analyze", "replay", "--config", "match --output out --openings", "match"] {
        for (file, kind) in [("pipe", "a pipe"), (".", "a folder"), ("/dev/zero", "a device")] {
            let run = shell(folder.path(), &format!("$ONEPURE {command} {file}"), "");
            let stderr = String::from_utf8_lossy(&run.stderr).into_owned();
            if command != "match --output out --openings" {
                assert!(stderr.contains(&format!("{file}: ")), "{command}: {stderr}");
                assert!(stderr.ends_with(&format!("{wanted} {kind}\n")), "{command}: {stderr}");
            }
            assert!(matches!(run.status.code(), Some(1 | 2)), "{command}");
            assert_eq!(stderr.lines().count(), 1, "{command}: {stderr}");
        }
        let run = shell(folder.path(), &format!("$ONEPURE {command} long"), "");
        assert!(matches!(run.status.code(), Some(1 | 2)), "{command}");
    }
    assert_eq!(refusal(folder.path(), "$ONEPURE analyze long", 1), "long: expected at most 16 MiB, got more");
    let endless = "cat /dev/zero | $ONEPURE replay -";
    assert_eq!(refusal(folder.path(), endless, 1), "stdin: expected at most 16 MiB, got more");

    let run = shell(folder.path(), "$ONEPURE gtp", "loadsgf /dev/zero\nloadsgf pipe\nloadsgf .\nname\n");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "? cannot load file\n\n".repeat(3) + "= onepure\n\n");
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines[1], format!("onepure: pipe: the file cannot be read: {wanted} a pipe"));
    assert_eq!(lines.len(), 3);
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    let folder = folder();
    let mut record = String::from("(;SZ[9]C[");
    let _ = write!(record, "{}];B[ee];W[cc];B[gg];W[gc])", "a long story ".repeat(100));
    let file = folder.path().join("game.sgf");
    for line in [
        "$ONEPURE analyze game.sgf --all --visits 1 --threads 1 --output game.sgf",
        "$ONEPURE replay game.sgf --format json --output game.sgf",
        "$ONEPURE replay game.sgf --format svg --output game.sgf",
        "$ONEPURE replay game.sgf --format md --output game.sgf",
    ] {
        fs::write(&file, &record).expect("a file");
        // Limit files to a kilobyte, as on a full disk.
        let said = refusal(folder.path(), &format!("trap '' XFSZ; ulimit -f 1; {line}"), 1);
        assert!(said.contains("File too large"), "{line}: {said}");
        assert_eq!(fs::read_to_string(&file).expect("the file"), record, "{line}");
        // The positions analysed before the error are kept for the same command.
        let journal = folder.path().join("game.sgf.partial");
        assert_eq!(journal.exists(), line.contains("--all"), "{line}");
        if journal.exists() {
            let run = shell(folder.path(), line, "");
            assert_eq!((run.status.code(), String::from_utf8_lossy(&run.stderr).as_ref()), (Some(0), ""));
        }
        let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").collect();
        assert_eq!(left.len(), 1, "{line}: {left:?}");
    }
    let script = "loadsgf game.sgf\nprintsgf game.sgf\n";
    fs::write(&file, &record).expect("a file");
    let run = shell(folder.path(), "trap '' XFSZ; ulimit -f 0; $ONEPURE gtp", script);
    assert!(String::from_utf8_lossy(&run.stdout).ends_with("? cannot save file\n\n"));
    assert_eq!(fs::read_to_string(&file).expect("the file"), record);
}

#[test]
fn a_limit_of_the_size_of_files_is_an_error_of_one_line() {
    // The signal at its default ends a program that does not handle it.
    let folder = folder();
    let mut record = String::from("(;SZ[9]C[");
    let _ = write!(record, "{}];B[ee];W[cc];B[gg];W[gc])", "a long story ".repeat(300));
    let file = folder.path().join("game.sgf");
    fs::write(&file, &record).expect("a file");
    for line in [
        "$ONEPURE analyze game.sgf --all --visits 1 --threads 1 --output game.sgf",
        "$ONEPURE replay game.sgf --format svg --output board.svg",
        "$ONEPURE match --size 5 --games 2 --player a=builtin:visits=2 --player b=builtin:visits=3 --output match",
    ] {
        let said = refusal(folder.path(), &format!("ulimit -f 0; {line}"), 1);
        assert!(said.contains("File too large"), "{line}: {said}");
        assert_eq!(fs::read_to_string(&file).expect("the file"), record, "{line}");
    }
    let run = shell(folder.path(), "ulimit -f 0; $ONEPURE replay game.sgf > text", "");
    let stderr = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!((run.status.code(), stderr.lines().count()), (Some(1), 1), "{stderr}");
    assert!(stderr.starts_with("onepure: stdout cannot be written: File too large"), "{stderr}");
    let run = shell(folder.path(), "ulimit -f 0; $ONEPURE gtp | cat", "loadsgf game.sgf\nprintsgf other.sgf\nname\n");
    let stdout = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(stdout.ends_with("? cannot save file\n\n= onepure\n\n"), "{stdout}");
}

#[test]
fn a_pipe_that_nobody_reads_keeps_nobody_waiting() {
    let folder = folder();
    let pipe = |name: &str| {
        assert!(Command::new("mkfifo").arg(folder.path().join(name)).status().expect("mkfifo").success());
    };
    pipe("pipe");
    fs::write(folder.path().join("game.sgf"), GAME).expect("a file");
    let begin = Instant::now();
    let run = shell(folder.path(), "$ONEPURE gtp", "printsgf pipe\nname\n");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "? cannot save file\n\n= onepure\n\n");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.lines().count() == 1 && said.contains("expected a pipe with a reader, got none within 2 s"), "{said}");
    let said = refusal(folder.path(), "$ONEPURE replay game.sgf --format svg --output pipe", 1);
    assert_eq!(said, "pipe: expected a pipe with a reader, got none within 2 s");
    // What is appended to is read too, and so it is no pipe.
    for (line, name) in [
        ("selfplay games.toml --output selfplay", "selfplay/games.jsonl.gz"),
        (
            "match --size 5 --games 2 --player a=builtin:visits=2 --player b=builtin:visits=3 --output match",
            "match/results.jsonl",
        ),
        ("analyze game.sgf --all --visits 1 --output out.sgf", "out.sgf.partial"),
        ("solve --board 2x3 --resume progress", "progress"),
    ] {
        fs::write(folder.path().join("games.toml"), SELFPLAY).expect("a file");
        let parent = folder.path().join(name);
        fs::create_dir_all(parent.parent().expect("a folder")).expect("a folder");
        pipe(name);
        let said = refusal(folder.path(), &format!("$ONEPURE {line}"), 1);
        assert!(said.ends_with("expected a regular file, got a pipe"), "{line}: {said}");
    }
    assert!(begin.elapsed() < Duration::from_secs(50), "{:?}", begin.elapsed());
    // With a reader it is written to.
    let run = shell(
        folder.path(),
        "cat pipe > copy & $ONEPURE replay game.sgf --format svg --output pipe; wait; cat copy",
        "",
    );
    assert!(run.stdout.starts_with(b"<svg"), "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn threads_that_cannot_be_had_are_one_line() {
    let folder = folder();
    fs::write(folder.path().join("game.sgf"), GAME).expect("a file");
    let query = r#"{"id":"a","rules":"one-pure","boardXSize":9,"boardYSize":9,"moves":[],"maxVisits":8}"#;
    for (arguments, input) in [
        ("gtp", "boardsize 9\ngenmove b\nopr-solve\n"),
        ("analyze game.sgf", ""),
        ("analyze game.sgf --all", ""),
        ("analysis", query),
        ("solve --board 2x3", ""),
    ] {
        // Half a gigabyte of addresses: enough for some threads, not for 64 with their memory.
        for limit in [600_000, 300_000] {
            let line = format!("ulimit -v {limit}; $ONEPURE {arguments} --threads 64 --visits 8 --time 1 --memory 4");
            let run = shell(folder.path(), &line, input);
            let stderr = String::from_utf8_lossy(&run.stderr).into_owned();
            assert!(matches!(run.status.code(), Some(0 | 1)), "{line}: {:?} {stderr}", run.status);
            assert!(!stderr.contains("panicked") && !stderr.contains("RUST_BACKTRACE"), "{line}: {stderr}");
            let told = |part: &str| stderr.lines().filter(|line| line.contains(part)).count();
            assert!(told("threads: expected ") <= 2, "{line}: {stderr}");
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            if cores < 64 {
                assert_eq!(told("more threads than cores are of no use"), 1, "{line}: {stderr}");
            }
        }
    }
    let run = shell(folder.path(), "$ONEPURE gtp --threads 1", "kata-set-param threads 1000\nkata-get-param threads\n");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "= \n\n= 1000\n\n");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.lines().count() == 1 && said.contains("more threads than cores are of no use"), "{said}");
}

#[test]
fn a_record_is_annotated_onto_itself() {
    let folder = folder();
    let file = folder.path().join("game.sgf");
    fs::write(&file, GAME).expect("a file");
    let run = shell(folder.path(), "$ONEPURE analyze game.sgf --all --visits 1 --threads 1 --output game.sgf", "");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    let written = Record::load(&file).expect("a record");
    assert!(written.main_line().moves().count() >= 3 && written.to_string().contains("C["));

    let run = shell(folder.path(), "$ONEPURE replay game.sgf --format json --output /dev/stdout", "");
    assert!(run.stdout.starts_with(b"{"), "{}", String::from_utf8_lossy(&run.stderr));
    let run = shell(
        folder.path(),
        "(echo head; $ONEPURE replay game.sgf --format json --output /dev/stdout) > out; cat out",
        "",
    );
    assert!(run.stdout.starts_with(b"head\n{"), "{}", String::from_utf8_lossy(&run.stdout));
}

#[test]
fn an_ending_that_is_no_format_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("game.sgf"), GAME).expect("a file");
    for ending in ["pdf", "htm", "gif", "jpg", "sgv"] {
        for (command, formats) in [
            ("replay game.sgf", ".txt, .json, .svg, .png, .md, .html"),
            ("analyze game.sgf", ".txt, .json, .sgf, .svg, .png, .md, .html"),
            ("analyze --all game.sgf", ".txt, .json, .sgf, .svg, .png, .md, .html"),
        ] {
            let said = refusal(folder.path(), &format!("$ONEPURE {command} --output out.{ending}"), 2);
            let expected = format!(
                "--output out.{ending}: nothing can be written as .{ending}; there are {formats}; with --format the name may end \
                 as it likes"
            );
            assert_eq!(said, expected);
            assert!(!folder.path().join(format!("out.{ending}")).exists());
        }
    }
    for output in ["out.txt", "out.TXT", "out", "out.text", "out.pdf --format text"] {
        let run = shell(folder.path(), &format!("$ONEPURE replay game.sgf --output {output}"), "");
        assert_eq!(run.status.code(), Some(0), "{output}: {}", String::from_utf8_lossy(&run.stderr));
    }
}

#[test]
fn memory_that_cannot_be_had_is_refused() {
    let folder = folder();
    for command in ["gtp --memory 4000", "analysis --memory 4000", "analyze game.sgf --memory 4000"] {
        let said = refusal(folder.path(), &format!("ulimit -v 250000; $ONEPURE {command} --visits 10 < /dev/null"), 2);
        assert!(
            said.starts_with("invalid value '4000' for '--memory <MIB>': expected an integer from 1 to "),
            "{said}"
        );
        assert!(said.ends_with(", the most that the system lets this process have"), "{said}");
    }
    let script = "boardsize 9\nkata-set-param memory 4000\ngenmove b\nquit\n";
    let run = shell(folder.path(), "ulimit -v 250000; $ONEPURE gtp --visits 200 --threads 1", script);
    let answers = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(
        answers.starts_with("= \n\n? `4000` for memory: expected an integer from 1 to ") && answers.ends_with("= \n\n")
    );
    assert_eq!(run.status.code(), Some(0), "{answers}");
}
