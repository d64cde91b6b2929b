//! Random lines: each gets at most one answer, and an error changes nothing.

use onepure::engine::{Engine, Settings};
use onepure::geometry::BoardSize;
use onepure::gtp::Session;
use onepure::rules::Ruleset;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn session() -> Session {
    let settings = Settings { threads: 1, visits: Some(2), ..Settings::default() };
    Session::new(Engine::new(BoardSize::MAIN, Ruleset::one_pure(), settings)).with_side_output(std::io::sink())
}

fn ask(session: &mut Session, lines: &[u8]) -> String {
    let mut output = Vec::new();
    session.run(lines, &mut output).expect("memory can be written");
    String::from_utf8(output).expect("answers are text")
}

/// The answers to every question about a game.
fn everything(session: &mut Session) -> String {
    const QUESTIONS: &str = "opr-state\nopr-retired\nopr-abstentions\nopr-option\nmove_history\nget_komi\nshowboard\n";
    ask(session, QUESTIONS.as_bytes())
}

/// The names of all commands except those that write files.
fn names() -> Vec<String> {
    let list = ask(&mut session(), b"list_commands\n");
    list.split_whitespace().filter(|name| !["=", "quit", "printsgf"].contains(name)).map(str::to_owned).collect()
}

fn vertex() -> impl Strategy<Value = String> {
    prop_oneof![
        10 => (select(b"ABCDE".to_vec()), 1..=5_u8).prop_map(|(column, row)| format!("{}{row}", char::from(column))),
        1 => "[A-Za-z][0-9]{1,2}",
        2 => Just("pass".to_owned()),
    ]
}

fn argument() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec!["b", "w", "black", "WHITE", "on", "off", "annex", "draw", "removal", "forfeiture", "dead", "nan"])
            .prop_map(str::to_owned),
        vertex(),
        (-3..30_i32).prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| number.to_string()),
        "[ -~]{0,6}",
    ]
}

/// A line: mostly moves, some commands with arguments that may fit, some noise.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let play = (select(vec!["b", "w"]), vertex()).prop_map(|(color, vertex)| format!("play {color} {vertex}"));
    let ours =
        select(vec!["undo", "opr-abstain", "genmove b", "genmove w", "clear_board", "boardsize 5", "boardsize 6"])
            .prop_map(str::to_owned);
    let option =
        (select(vec!["lesser_board_repetition", "forfeiture", "removal"]), select(vec!["on", "off", "annex", "draw"]))
            .prop_map(|(name, value)| format!("opr-option {name} {value}"));
    let any_command =
        (select(names()), vec(argument(), 0..4)).prop_map(|(name, words)| format!("{name} {}", words.join(" ")));
    prop_oneof![
        20 => play.prop_map(String::into_bytes),
        4 => ours.prop_map(String::into_bytes),
        2 => option.prop_map(String::into_bytes),
        6 => any_command.prop_map(String::into_bytes),
        2 => vec(any::<u8>(), 0..40),
        1 => "[0-9]{0,12} [a-z_]{0,10}[\t\r# ]{0,3}[ -~]{0,10}".prop_map(String::into_bytes),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn nothing_breaks_and_errors_change_nothing(lines in vec(line(), 1..80)) {
        let mut session = session();
        ask(&mut session, b"boardsize 5\n");
        let mut before = everything(&mut session);
        for mut line in lines {
            line.retain(|&byte| byte != b'\n');
            line.push(b'\n');
            let answer = ask(&mut session, &line);
            let after = everything(&mut session);
            let text = String::from_utf8_lossy(&line);
            if !answer.is_empty() {
                prop_assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{text}: {answer}");
                prop_assert_eq!(answer.matches("\n\n").count(), 1, "{}: {}", text, answer);
                prop_assert!(!answer.contains("internal error"), "{text}");
            }
            if !answer.starts_with('=') {
                prop_assert_eq!(&before, &after, "{}", text);
            }
            before = after;
        }
    }

    #[test]
    fn noise_of_any_length_is_survived(noise in vec(any::<u8>(), 0..5000)) {
        let mut output = Vec::new();
        session().run(noise.as_slice(), &mut output)?;
        prop_assert!(!String::from_utf8_lossy(&output).contains("internal error"));
    }
}

#[test]
fn gtp_lines_of_the_corpus() {
    crate::corpus::replay("gtp_line", crate::gtp_line::run);
}
