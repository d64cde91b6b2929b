//! A GTP session: every line has at most one answer, and a refused line changes nothing.

use onepure::engine::{Engine, Settings};
use onepure::geometry::BoardSize;
use onepure::gtp::Session;
use onepure::rules::Ruleset;

/// The number of lines of an input that are used, so that an input takes a fraction of a second.
const MOST_LINES: usize = 64;

/// The search settings, sent again after every line that may have changed them.
const SETTINGS: &str = r#"kata-set-params {"threads":1,"visits":2,"memory":16,"ponder":false}"#;

/// Commands that show the whole state of a game.
const QUESTIONS: &str = "opr-state\nopr-retired\nopr-abstentions\nopr-option\nmove_history\nget_komi\nshowboard\n";

/// Sends the lines of an input to a new session on a board of 5 lines.
///
/// # Panics
/// If an answer is not valid GTP, or a refused line has changed something.
pub(crate) fn run(data: &[u8]) {
    let settings = Settings { threads: 1, visits: Some(2), memory: 16, ..Settings::default() };
    let size = BoardSize::new(5).expect("5 lines");
    let mut session = Session::new(Engine::new(size, Ruleset::one_pure(), settings)).with_side_output(std::io::sink());
    let mut before = ask(&mut session, QUESTIONS.as_bytes());
    for line in data.split(|&byte| byte == b'\n').filter(|line| !contains(line, b"sgf")).take(MOST_LINES) {
        let answer = ask(&mut session, line);
        let text = String::from_utf8_lossy(line);
        if contains(line, b"param") {
            ask(&mut session, SETTINGS.as_bytes());
        }
        let after = ask(&mut session, QUESTIONS.as_bytes());
        if !answer.is_empty() {
            assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{text}: {answer:?}");
            assert_eq!(answer.matches("\n\n").count(), 1, "{text}: {answer:?}");
            assert!(!answer.contains("internal error"), "{text}: {answer:?}");
        }
        if after.is_empty() {
            return;
        }
        assert!(answer.starts_with('=') || before == after, "{text}: {answer:?} has changed\n{before}to\n{after}");
        before = after;
    }
}

/// Returns whether a line contains `part` after GTP's removal of control characters, so that it may name a command with
/// that part. `sgf` finds the commands that read or write files.
fn contains(line: &[u8], part: &[u8]) -> bool {
    let plain: Vec<u8> = line.iter().copied().filter(|byte| !byte.is_ascii_control()).collect();
    plain.windows(part.len()).any(|word| word == part)
}

fn ask(session: &mut Session, lines: &[u8]) -> String {
    let mut output = Vec::new();
    session.run(lines, &mut output).expect("memory can be written");
    String::from_utf8(output).expect("answers are text")
}
