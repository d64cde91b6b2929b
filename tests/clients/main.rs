//! The program with clients and opponents by other authors. `tests/clients/install.sh` installs them. A test without its client
//! is skipped, with a line on stderr; the last line counts the clients tried and names the skipped ones. With `CI` set, a missing
//! client is an error.
//!
//! - `ONEPURE_CLIENTS` is the folder of clients that are not part of the system, by default `target/clients`.
//! - `ONEPURE_GNUGO_GAMES` is the number of games of GNU Go on 9×9, with a tenth of it on 19×19; by default two and none.
//! - `ONEPURE_GOGUI` is the folder with the classes of `GoGui`. No registry has them, so this client is skipped even with `CI`.

mod program;

use libtest_mimic::{Arguments, Trial};
use program::Program;
use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Mutex, PoisonError};

const ONEPURE: &str = env!("CARGO_BIN_EXE_onepure");

type Test = fn() -> io::Result<()>;

/// The tests and their names.
const TESTS: [(&str, Test); 8] = [
    ("the_client_of_sabaki_drives_the_program", the_client_of_sabaki_drives_the_program),
    ("sgfmill_reads_what_the_program_writes", sgfmill_reads_what_the_program_writes),
    ("sgfmill_reads_annotated_records", sgfmill_reads_annotated_records),
    ("katrain_plays_a_game_by_the_json_protocol", katrain_plays_a_game_by_the_json_protocol),
    ("gnu_go_and_the_program_understand_each_other", gnu_go_and_the_program_understand_each_other),
    ("gogui_lets_two_programs_play", gogui_lets_two_programs_play),
    ("gogui_runs_regression_scripts", gogui_runs_regression_scripts),
    ("the_last_line_names_what_was_skipped", the_last_line_names_what_was_skipped),
];

/// Runs the tests, and prints the clients at the end. The harness of the standard library would print its own last line.
fn main() -> ExitCode {
    let trials = TESTS.map(|(name, test)| Trial::test(name, move || Ok(test()?)));
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials.into());
    let clients = CLIENTS.lock().unwrap_or_else(PoisonError::into_inner);
    if !clients.is_empty() {
        let _ = writeln!(io::stdout(), "{}", summary(&clients));
    }
    conclusion.exit_code()
}

/// The clients that tests have needed so far, and whether each was found.
static CLIENTS: Mutex<BTreeMap<&str, bool>> = Mutex::new(BTreeMap::new());

fn note(client: &'static str, is_there: bool) {
    CLIENTS.lock().unwrap_or_else(PoisonError::into_inner).insert(client, is_there);
}

/// The number of clients tried, and the names of the others.
fn summary(clients: &BTreeMap<&str, bool>) -> String {
    let skipped: Vec<&str> = clients.iter().filter(|(_, is_there)| !**is_there).map(|(&client, _)| client).collect();
    let tried = clients.len() - skipped.len();
    let clients = if tried == 1 { "client" } else { "clients" };
    match skipped[..] {
        [] => format!("{tried} {clients} tried, none skipped"),
        _ => format!("{tried} {clients} tried, {} skipped: {}", skipped.len(), skipped.join(", ")),
    }
}

fn the_last_line_names_what_was_skipped() -> io::Result<()> {
    let clients = [("gnugo", true), ("gogui", false), ("katrain", false), ("sgfmill", true)].into();
    assert_eq!(summary(&clients), "2 clients tried, 2 skipped: gogui, katrain");
    assert_eq!(summary(&[("gnugo", true)].into()), "1 client tried, none skipped");
    // Runs this executable with an empty folder of clients.
    let nowhere = tempfile::tempdir()?;
    let run = |is_ci: bool| {
        let mut tests = Command::new(env::current_exe()?);
        tests.arg("sgfmill").env("ONEPURE_CLIENTS", nowhere.path()).env_remove("CI");
        tests.envs(is_ci.then_some(("CI", "1"))).output()
    };
    let skipping = run(false)?;
    let text = String::from_utf8_lossy(&skipping.stdout);
    assert!(skipping.status.success(), "{text}");
    assert_eq!(text.lines().last(), Some("0 clients tried, 1 skipped: sgfmill"));
    assert!(!run(true)?.status.success(), "what is missing is an error where CI is set");
    Ok(())
}

/// The folder of clients that are not part of the system.
fn clients() -> PathBuf {
    let place = env::var_os("ONEPURE_CLIENTS").unwrap_or_else(|| "target/clients".into());
    Path::new(env!("CARGO_MANIFEST_DIR")).join(place)
}

/// The path of a program in one of the folders of programs.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(["/usr/games".into()]);
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Returns what a test needs, if found. Otherwise notes that the test is skipped, or panics with `CI` set.
fn needed(client: &'static str, name: &str, found: Option<PathBuf>) -> Option<PathBuf> {
    note(client, found.is_some());
    if found.is_none() {
        assert!(env::var_os("CI").is_none(), "{name} is missing: tests/clients/install.sh installs it");
        skipped(&format!("{name} is missing; tests/clients/install.sh installs it"));
    }
    found
}

/// Prints why a test is skipped.
fn skipped(why: &str) {
    let _ = io::stderr().write_all(format!("skipped: {why}\n").as_bytes());
}

/// The stdout of a client that succeeds.
fn succeeds(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{text}\n{errors}", output.status);
    Ok(text.into_owned())
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name)
}

fn the_client_of_sabaki_drives_the_program() -> io::Result<()> {
    let modules = clients().join("node_modules");
    let client = Some(modules.join("@sabaki/gtp")).filter(|client| client.is_dir());
    let Some(node) = needed("sabaki", "Node.js", on_path("node")) else { return Ok(()) };
    let Some(_) = needed("sabaki", "@sabaki/gtp", client) else { return Ok(()) };
    succeeds(Command::new(node).env("NODE_PATH", modules).arg(script("sabaki.js")).arg(ONEPURE)).map(drop)
}

fn sgfmill_reads_what_the_program_writes() -> io::Result<()> {
    let python = clients().join("python/bin/python");
    let Some(python) = needed("sgfmill", "sgfmill", Some(python).filter(|file| file.is_file())) else { return Ok(()) };
    succeeds(Command::new(python).arg(script("sgf.py")).arg(ONEPURE)).map(drop)
}

fn sgfmill_reads_annotated_records() -> io::Result<()> {
    let python = clients().join("python/bin/python");
    let Some(python) = needed("sgfmill", "sgfmill", Some(python).filter(|file| file.is_file())) else { return Ok(()) };
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cli/dead-end.sgf");
    succeeds(Command::new(python).arg(script("annotated.py")).arg(ONEPURE).arg(record)).map(drop)
}

fn katrain_plays_a_game_by_the_json_protocol() -> io::Result<()> {
    let python = clients().join("python/bin/python");
    let has_katrain = |python: &PathBuf| {
        let asked = Command::new(python)
            .args(["-c", "import importlib.util as u; exit(u.find_spec('katrain') is None)"])
            .status();
        asked.is_ok_and(|status| status.success())
    };
    let Some(python) = needed("katrain", "KaTrain", Some(python).filter(has_katrain)) else { return Ok(()) };
    let home = tempfile::tempdir()?;
    let mut command = Command::new(python);
    command.arg(script("katrain_game.py")).arg(ONEPURE).envs([("HOME", home.path()), ("KIVY_HOME", home.path())]);
    succeeds(&mut command).map(drop)
}

fn gnu_go_and_the_program_understand_each_other() -> io::Result<()> {
    let Some(gnu_go) = needed("gnugo", "GNU Go", on_path("gnugo")) else { return Ok(()) };
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

/// Plays a game against GNU Go; the colours alternate with `number`. Every answer must succeed and the boards must agree, until a
/// player resigns or play ends. Returns false if GNU Go crashes while it chooses a move: version 3.8 does so on 19 lines in long
/// ladders (segmentation fault).
fn play_gnu_go(gnu_go: &Path, lines: usize, number: u64) -> io::Result<bool> {
    let seed = number.to_string();
    // GNU Go calls a self-fill suicide. It must accept such moves.
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

/// The command that runs a `GoGui` tool with the classes.
fn gogui(tool: &str) -> Option<Command> {
    let classes = env::var_os("ONEPURE_GOGUI");
    note("gogui", classes.is_some());
    let Some(classes) = classes else {
        skipped("ONEPURE_GOGUI does not say where the classes of GoGui are");
        return None;
    };
    let java = on_path("java").expect("Java runs GoGui");
    let mut command = Command::new(java);
    command.arg("-cp").arg(classes).arg(format!("net.sf.gogui.tools.{tool}.Main"));
    Some(command)
}

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
        // Both programs report the same result, without an error.
        assert!(row[1] == row[2] && row[11] == "0", "{row:?}");
    }
    Ok(())
}

/// The number of solved tactics changes with the engine, so it is not tested.
fn gogui_runs_regression_scripts() -> io::Result<()> {
    let Some(mut regress) = gogui("regress") else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    regress.arg("-output").arg(folder.path()).arg(format!("{ONEPURE} gtp --threads 1 --visits 2000"));
    succeeds(regress.arg(script("regression.tst"))).map(drop)
}
