//! The page and the reports in a real browser, and the checks of their scripts: types, a linter, and tests.
//! `tests/clients/install.sh` installs what they need. Without it a test is skipped, or fails with `CI` set.
//!
//! `ONEPURE_PICTURES` is a folder for pictures of the page.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A game with mistakes in it.
const GAME: &str = "(;GM[1]FF[4]SZ[9]KM[0]PB[Ada <b>]PW[Bo];B[ee];W[cc];B[gc];W[cg];B[gg];W[ec];B[aa];W[dd];B[];W[])";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of clients that are not part of the system.
fn clients() -> PathBuf {
    root().join(env::var_os("ONEPURE_CLIENTS").unwrap_or_else(|| "target/clients".into()))
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Returns whether all programs on the path and packages that a test needs are installed.
fn has(programs: &[&str], packages: &[&str]) -> bool {
    let package = |name: &&&str| !clients().join("node_modules").join(name).is_dir();
    let missing = programs.iter().find(|name| on_path(name).is_none()).or(packages.iter().find(package));
    if let Some(missing) = missing {
        assert!(env::var_os("CI").is_none(), "{missing} is missing: tests/clients/install.sh installs it");
        // Write past the harness, which captures the output of tests that pass.
        let _ = writeln!(io::stderr(), "skipped: {missing} is missing; tests/clients/install.sh installs it");
    }
    missing.is_none()
}

/// Runs node, which must succeed.
fn node(arguments: &[&OsStr], variables: &[(&str, &OsStr)]) {
    let mut command = Command::new("node");
    // With this variable, node tests inside node tests would report nothing.
    command.current_dir(root()).args(arguments).envs(variables.iter().copied()).env_remove("NODE_TEST_CONTEXT");
    let output = command.output().expect("node");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{said}");
    for line in said.lines().filter(|line| line.contains(" ms") && !line.contains('(')) {
        let _ = writeln!(io::stderr(), "{line}");
    }
}

fn onepure(arguments: &[&str], folder: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_onepure"));
    let output = command.args(arguments).current_dir(folder).output().expect("the program");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Two reports in a temporary folder.
fn reports() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.sgf"), GAME).expect("a file");
    let analyze = ["analyze", "game.sgf", "--all", "--visits", "60", "--threads", "1", "--output", "analysis-en.html"];
    onepure(&analyze, folder.path());
    onepure(&["replay", "game.sgf", "--lang", "ko", "--output", "replay-ko.html"], folder.path());
    folder
}

#[test]
fn reports_need_nothing_else() {
    let folder = reports();
    for (name, words) in [
        ("analysis-en.html", ["lang=\"en\"", "Accuracy", "Mistakes", "Result"]),
        ("replay-ko.html", ["lang=\"ko\"", "경과", "결과", "종국"]),
    ] {
        let page = fs::read_to_string(folder.path().join(name)).expect("a report");
        for word in words {
            assert!(page.contains(word), "{name}: {word}");
        }
        assert!(page.contains("Ada &lt;b&gt;") && !page.contains("Ada <b>"), "{name}: names are no markup");
        for outside in ["src=\"", "href=\"http", "@import", "url(\"http", "fetch(", "\nimport ", "\nexport "] {
            assert!(!page.contains(outside), "{name}: {outside}");
        }
        assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
    }
}

#[test]
fn a_report_goes_to_stdout_too() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.sgf"), GAME).expect("a file");
    assert!(onepure(&["replay", "game.sgf", "--format", "html"], folder.path()).starts_with("<!doctype html>"));
}

#[test]
fn the_scripts_do_their_work() {
    if has(&["node"], &[]) {
        node(&["--test".as_ref(), "tests/web/page/modules.test.mjs".as_ref()], &[]);
    }
}

#[test]
fn the_scripts_have_types() {
    if has(&["node"], &["typescript"]) {
        let compiler = clients().join("node_modules/typescript/bin/tsc");
        node(&[compiler.as_os_str(), "-p".as_ref(), "tests/web/page/tsconfig.json".as_ref()], &[]);
    }
}

#[test]
fn the_scripts_are_tidy() {
    if has(&["node"], &["eslint", "@eslint/js"]) {
        let linter = clients().join("node_modules/eslint/bin/eslint.js");
        let arguments = ["--config", "tests/web/page/eslint.config.mjs", "--max-warnings", "0"];
        let arguments = arguments.into_iter().chain(["src/web/pages", "packaging/page"]);
        let arguments = std::iter::once(linter.as_os_str()).chain(arguments.map(OsStr::new));
        node(&arguments.collect::<Vec<_>>(), &[("ONEPURE_NODE", clients().as_os_str())]);
    }
}

/// Runs a file of tests in Chromium and in Firefox.
fn in_both_browsers(file: &str) {
    let firefox = if on_path("firefox").is_some() { "firefox" } else { "firefox-esr" };
    if !has(&["node", "chromium", firefox], &["puppeteer-core", "axe-core"]) {
        return;
    }
    let (chromium, firefox, clients) = (on_path("chromium"), on_path(firefox), clients());
    let variables = [
        ("ONEPURE_PROGRAM", OsStr::new(env!("CARGO_BIN_EXE_onepure"))),
        ("ONEPURE_NODE", clients.as_os_str()),
        ("ONEPURE_CHROMIUM", chromium.as_deref().unwrap_or(Path::new("")).as_os_str()),
        ("ONEPURE_FIREFOX", firefox.as_deref().unwrap_or(Path::new("")).as_os_str()),
    ];
    node(&["--test".as_ref(), Path::new("tests/web/page").join(file).as_os_str()], &variables);
}

/// Runs a file of tests in Chromium.
fn in_a_browser(file: &str) {
    if !has(&["node", "chromium"], &["playwright-core", "axe-core"]) {
        return;
    }
    let (folder, browser) = (reports(), on_path("chromium").unwrap_or_default());
    let clients = clients();
    let variables = [
        ("ONEPURE_PROGRAM", OsStr::new(env!("CARGO_BIN_EXE_onepure"))),
        ("ONEPURE_NODE", clients.as_os_str()),
        ("ONEPURE_BROWSER", browser.as_os_str()),
        ("ONEPURE_REPORTS", folder.path().as_os_str()),
    ];
    let file = Path::new("tests/web/page").join(file);
    node(&["--test".as_ref(), file.as_os_str()], &variables);
}

#[test]
fn the_page_works_in_a_browser() {
    in_a_browser("browser.test.mjs");
}

#[test]
fn the_page_is_handled_as_people_expect_in_a_browser() {
    in_a_browser("handling.test.mjs");
}

#[test]
fn everything_has_its_place_in_a_browser() {
    in_a_browser("layout.test.mjs");
}

#[test]
fn lessons_are_learned_in_a_browser() {
    in_a_browser("learn.test.mjs");
}

#[test]
fn problems_are_solved_in_a_browser() {
    in_a_browser("problems.test.mjs");
}

#[test]
fn games_are_studied_in_a_browser() {
    in_a_browser("study.test.mjs");
}

#[test]
fn games_are_shared_in_a_browser() {
    in_a_browser("share.test.mjs");
}

#[test]
fn games_are_kept_in_a_browser() {
    in_a_browser("kept.test.mjs");
}

#[test]
fn games_in_a_browser_have_the_komi_of_their_rules() {
    in_a_browser("komi.test.mjs");
}

#[test]
fn results_wait_for_the_dead_stones_in_both_browsers() {
    in_both_browsers("count.test.mjs");
}

#[test]
fn nothing_is_lost_in_both_browsers() {
    in_both_browsers("lost.test.mjs");
}

#[test]
fn a_finger_learns_and_solves_problems_in_both_browsers() {
    in_both_browsers("touch.test.mjs");
}
