//! Sessions whose caller computes the searches in slices.

use onepure::engine::{Engine, Settings};
use onepure::geometry::BoardSize;
use onepure::gtp::{Session, SlicedSession};
use onepure::rules::Ruleset;
use std::time::{Duration, Instant};

const SLICE: Duration = Duration::from_millis(50);

fn session(settings: Settings) -> SlicedSession {
    let engine = Engine::new(BoardSize::MAIN, Ruleset::one_pure(), Settings { threads: 1, ..settings });
    SlicedSession::new(Session::new(engine))
}

#[test]
fn the_next_line_ends_an_analysis() {
    let mut session = session(Settings::default());
    session.answer("boardsize 9");
    assert_eq!(session.answer("1 lz-analyze 1\n"), "=1\n");
    let first = (0..100).map(|_| session.compute(SLICE)).find(|lines| !lines.is_empty()).expect("a line");
    assert!(first.starts_with("info move ") && first.ends_with('\n') && session.is_searching(), "{first}");
    let answer = session.answer("2 play black E5");
    assert!(answer.starts_with("info move ") && answer.ends_with("\n\n=2 \n\n"), "{answer}");
    assert_eq!(session.compute(SLICE), "");
    assert!(!session.is_searching());
}

#[test]
fn an_analysis_without_an_interval_has_one_line_at_its_end() {
    let mut session = session(Settings::default());
    session.answer("boardsize 9");
    let answer = session.answer("kata-analyze black");
    assert_eq!(answer, "=\n");
    assert_eq!(session.compute(SLICE), "");
    assert_eq!(session.answer("").matches('\n').count(), 2);
    assert_eq!(session.answer("name"), "= onepure\n\n");
}

#[test]
fn several_lines_are_answered_in_order() {
    let mut session = session(Settings { visits: Some(1), ..Settings::default() });
    let answers = session.answer("1 boardsize 5\n# a comment\n\n2 kata-genmove_analyze black\n3 quit\n4 name\n");
    assert!(answers.starts_with("=1 \n\n=2\ninfo move ") && answers.ends_with("\n\n=3 \n\n"), "{answers}");
    assert!(session.has_quit() && !session.is_searching());
    assert_eq!(session.answer("name"), "");
}

#[test]
fn a_search_that_another_session_could_cancel_has_its_move() {
    let mut session = session(Settings { visits: Some(20), ..Settings::default() });
    session.answer("boardsize 9");
    let answer = session.answer("kata-search_cancellable black\nname\n");
    assert!(!answer.contains("cancelled") && answer.ends_with("\n\n= onepure\n\n"), "{answer}");
}

#[test]
fn a_slice_ends_after_its_time() {
    let mut session = session(Settings::default());
    session.answer("boardsize 9\nlz-analyze 100000");
    let begin = Instant::now();
    assert_eq!(session.compute(SLICE), "");
    assert!(begin.elapsed() >= SLICE && session.is_searching());
}

#[test]
fn pondering_is_computed_until_the_next_line() {
    let mut session = session(Settings { visits: Some(10), ponder: true, ..Settings::default() });
    session.answer("boardsize 9\ngenmove black");
    assert_eq!(session.compute(SLICE), "");
    assert!(session.is_searching());
    session.answer("clear_board");
    session.compute(SLICE);
    assert!(!session.is_searching());
}

#[test]
fn a_move_is_computed_in_slices() {
    let mut session = session(Settings { visits: Some(200), ..Settings::default() });
    session.answer("boardsize 9");
    assert_eq!(session.begin("1 kata-genmove_analyze black 100"), "=1\n");
    assert!(session.is_choosing() && session.is_searching());
    let slices: String = (0..10_000).map_while(|_| session.is_choosing().then(|| session.compute(SLICE))).collect();
    let (lines, end) = slices.rsplit_once("play ").expect("a move");
    assert!(lines.lines().all(|line| line.starts_with("info move ")) && end.ends_with("\n\n"), "{slices}");
    // The move is that of the session that waits for it, and it is on the board.
    let mut other = self::session(Settings { visits: Some(200), ..Settings::default() });
    let whole = other.answer("boardsize 9\nkata-genmove_analyze black 100");
    assert!(whole.ends_with(&format!("play {end}")), "{whole}");
    assert_eq!(session.answer("list_stones black"), format!("= {end}"));
    session.compute(SLICE);
    assert!(!session.is_searching());
}

#[test]
fn an_interrupt_ends_the_search_for_a_move() {
    let mut session = session(Settings { visits: None, time: None, ..Settings::default() });
    session.answer("boardsize 9\ntime_settings 36000 0 0");
    assert_eq!(session.begin("kata-genmove_analyze black 100"), "=\n");
    session.compute(SLICE);
    assert!(session.is_choosing());
    let answer = session.begin("# interrupt");
    assert!(answer.contains("play ") && answer.ends_with("\n\n"), "{answer}");
    assert!(!session.is_choosing());
    // Any other line waits for the move.
    session.answer("time_settings 0 1 1");
    assert_eq!(session.begin("kata-genmove_analyze white 100"), "=\n");
    let answer = session.answer("name");
    assert!(answer.contains("play ") && answer.ends_with("\n\n= onepure\n\n"), "{answer}");
}

#[test]
fn a_colour_that_may_not_move_passes_at_once() {
    let mut session = session(Settings { visits: Some(1), ..Settings::default() });
    session.answer("boardsize 5\nplay black C3\nplay white pass\nplay black pass");
    let answer = session.begin("kata-genmove_analyze white 100");
    assert!(answer.ends_with("play pass\n\n") && !session.is_choosing(), "{answer}");
}
