//! The program with clients and opponents that nobody here wrote. `tests/clients/install.sh` installs them. What is not
//! installed is skipped, and said so on standard error; where `CI` is set, that it is missing is an error.
//!
//! - `ONEPURE_CLIENTS` is where the script has put what is not the system's; `target/clients` unless it is set.
//! - With `ONEPURE_GNUGO_GAMES` GNU Go plays so many games on 9×9, and a tenth as many on 19×19; two and none without it.
//! - `ONEPURE_GOGUI` is where the classes of `GoGui` are. No registry has them: this one is skipped in `CI` too.

mod program;

use program::Program;
use std::env;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

const ONEPURE: &str = env!("CARGO_BIN_EXE_onepure");

/// Where the script has put what is not the system's.
fn clients() -> PathBuf {
    let place = env::var_os("ONEPURE_CLIENTS").unwrap_or_else(|| "target/clients".into());
    Path::new(env!("CARGO_MANIFEST_DIR")).join(place)
}

/// The file of this name in one of the folders where programs are.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(["/usr/games".into()]);
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// What was found of something that a test needs. If it was not, the test is skipped, or fails where `CI` is set.
fn needed(name: &str, found: Option<PathBuf>) -> Option<PathBuf> {
    if found.is_none() {
        assert!(env::var_os("CI").is_none(), "{name} is missing: tests/clients/install.sh installs it");
        skipped(&format!("{name} is missing; tests/clients/install.sh installs it"));
    }
    found
}

/// Says that a test is skipped, past the harness, which would keep it to itself.
fn skipped(why: &str) {
    let _ = io::stderr().write_all(format!("skipped: {why}\n").as_bytes());
}

/// Runs a client that ends with code 0 if all is well.
fn succeeds(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{text}\n{errors}", output.status);
    Ok(text.into_owned())
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name)
}

#[test]
fn the_client_of_sabaki_drives_the_program() -> io::Result<()> {
    let modules = clients().join("node_modules");
    let client = Some(modules.join("@sabaki/gtp")).filter(|client| client.is_dir());
    let (Some(node), Some(_)) = (needed("Node.js", on_path("node")), needed("@sabaki/gtp", client)) else {
        return Ok(());
    };
    succeeds(Command::new(node).env("NODE_PATH", modules).arg(script("sabaki.js")).arg(ONEPURE)).map(drop)
}

#[test]
fn sgfmill_reads_what_the_program_writes() -> io::Result<()> {
    let python = clients().join("python/bin/python");
    let Some(python) = needed("sgfmill", Some(python).filter(|file| file.is_file())) else { return Ok(()) };
    succeeds(Command::new(python).arg(script("sgf.py")).arg(ONEPURE)).map(drop)
}

#[test]
fn sgfmill_reads_annotated_records() -> io::Result<()> {
    let python = clients().join("python/bin/python");
    let Some(python) = needed("sgfmill", Some(python).filter(|file| file.is_file())) else { return Ok(()) };
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cli/dead-end.sgf");
    succeeds(Command::new(python).arg(script("annotated.py")).arg(ONEPURE).arg(record)).map(drop)
}

#[test]
fn katrain_plays_a_game_by_the_json_protocol() -> io::Result<()> {
    let python = clients().join("python/bin/python");
    let has_katrain = |python: &PathBuf| {
        let asked = Command::new(python)
            .args(["-c", "import importlib.util as u; exit(u.find_spec('katrain') is None)"])
            .status();
        asked.is_ok_and(|status| status.success())
    };
    let Some(python) = needed("KaTrain", Some(python).filter(has_katrain)) else { return Ok(()) };
    let home = tempfile::tempdir()?;
    let mut command = Command::new(python);
    command.arg(script("katrain_game.py")).arg(ONEPURE).envs([("HOME", home.path()), ("KIVY_HOME", home.path())]);
    succeeds(&mut command).map(drop)
}

#[test]
fn gnu_go_and_the_program_understand_each_other() -> io::Result<()> {
    let Some(gnu_go) = needed("GNU Go", on_path("gnugo")) else { return Ok(()) };
    let games = env::var("ONEPURE_GNUGO_GAMES").ok().map(|games| games.parse::<u64>().expect("a number of games"));
    let small = (0..games.unwrap_or(2)).map(|number| (9, number));
    let large = (0..games.unwrap_or(0) / 10).map(|number| (19, number));
    let (mut played, mut given_up) = (0, 0);
    for (lines, number) in small.chain(large) {
        played += 1;
        given_up += u64::from(!play_gnu_go(&gnu_go, lines, number)?);
    }
    assert!(10 * given_up <= played, "GNU Go gave up {given_up} of {played} games");
    Ok(())
}

/// A game against GNU Go, in which the colours alternate from number to number. No answer is an error, and the boards stay
/// the same, until one of the two resigns or play ends. `false` if GNU Go ended by itself when it was to choose a move: version
/// 3.8 does so on 19 lines in long chases (a segmentation fault), and that says nothing of us.
fn play_gnu_go(gnu_go: &Path, lines: usize, number: u64) -> io::Result<bool> {
    let seed = number.to_string();
    // Retiring one's own chain is suicide to GNU Go; it need not do so itself, but must let it happen.
    let dialect = ["--mode", "gtp", "--level", "1", "--chinese-rules", "--allow-suicide", "--seed", &seed];
    let mut opponent = Program::start(gnu_go, &dialect)?;
    let mut onepure = Program::start(ONEPURE, &["gtp", "--threads", "1", "--visits", "50", "--seed", &seed])?;
    for line in [format!("boardsize {lines}"), "clear_board".to_owned(), "komi 7".to_owned()] {
        opponent.ask(&line)?;
        onepure.ask(&line)?;
    }
    let most_moves = 4 * lines * lines;
    for turn in 0..most_moves {
        let color = ["black", "white"][turn % 2];
        let is_ours = (turn as u64 + number).is_multiple_of(2);
        let (mover, other) = if is_ours { (&mut onepure, &mut opponent) } else { (&mut opponent, &mut onepure) };
        let vertex = match mover.ask(&format!("genmove {color}")) {
            Err(_) if !is_ours => return Ok(false),
            answer => answer?,
        };
        if vertex == "resign" {
            return Ok(true);
        }
        other.ask(&format!("play {color} {vertex}"))?;
        if onepure.ask("opr-state")?.contains("\"over\":true") {
            return Ok(true);
        }
        for color in ["black", "white"] {
            let (ours, theirs) = (stones(&mut onepure, color)?, stones(&mut opponent, color)?);
            assert_eq!(ours, theirs, "{color} after move {}, {vertex}, of game {number}", turn + 1);
        }
    }
    panic!("game {number} on {lines} lines does not end in {most_moves} moves");
}

fn stones(program: &mut Program, color: &str) -> io::Result<Vec<String>> {
    let mut stones: Vec<String> =
        program.ask(&format!("list_stones {color}"))?.split_whitespace().map(str::to_owned).collect();
    stones.sort();
    Ok(stones)
}

/// The classes of `GoGui`, and the command that runs one of its tools.
fn gogui(tool: &str) -> Option<Command> {
    let Some(classes) = env::var_os("ONEPURE_GOGUI") else {
        skipped("ONEPURE_GOGUI does not say where the classes of GoGui are");
        return None;
    };
    let java = on_path("java").expect("Java runs GoGui");
    let mut command = Command::new(java);
    command.arg("-cp").arg(classes).arg(format!("net.sf.gogui.tools.{tool}.Main"));
    Some(command)
}

#[test]
fn gogui_lets_two_programs_play() -> io::Result<()> {
    let Some(mut twogtp) = gogui("twogtp") else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let games = folder.path().join("games");
    let player = format!("{ONEPURE} gtp --threads 1 --visits 20");
    twogtp.args(["-auto", "-alternate", "-games", "10", "-size", "9", "-komi", "0"]);
    twogtp.arg("-black").arg(&player).arg("-white").arg(format!("{player} --seed 1"));
    succeeds(twogtp.args([OsStr::new("-sgffile"), games.as_os_str()]))?;
    let table = std::fs::read_to_string(games.with_extension("dat"))?;
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 10, "{table}");
    for row in rows {
        // Both programs say the same result, and there was no error.
        assert!(row[1] == row[2] && row[11] == "0", "{row:?}");
    }
    Ok(())
}

/// The tactics themselves are no test: how many of them the engine finds changes with it.
#[test]
fn gogui_runs_regression_scripts() -> io::Result<()> {
    let Some(mut regress) = gogui("regress") else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    regress.arg("-output").arg(folder.path()).arg(format!("{ONEPURE} gtp --threads 1 --visits 2000"));
    succeeds(regress.arg(script("regression.tst"))).map(drop)
}
