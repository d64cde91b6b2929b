//! The verdicts on games in which a player misbehaves.

use super::scene::{Scene, Test, detail, play, read, verdict};
use onepure::arena::{CountedBy, TroubleKind, Winner};
use onepure::board::Color;
use std::time::{Duration, Instant};

pub(crate) const TESTS: &[Test] = &[
    ("a_game_without_trouble", a_game_without_trouble),
    ("a_resignation", a_resignation),
    ("a_crash", a_crash),
    ("a_crash_at_the_start", a_crash_at_the_start),
    ("a_hang_under_a_clock", a_hang_under_a_clock),
    ("a_hang_without_a_clock", a_hang_without_a_clock),
    ("half_an_answer", half_an_answer),
    ("an_answer_too_late", an_answer_too_late),
    ("garbage", garbage),
    ("a_word_that_is_no_move", a_word_that_is_no_move),
    ("a_megabyte_on_one_line", a_megabyte_on_one_line),
    ("an_answer_without_end", an_answer_without_end),
    ("lines_that_keep_coming", lines_that_keep_coming),
    ("an_occupied_point", an_occupied_point),
    ("a_point_of_another_board", a_point_of_another_board),
    ("a_ko_retaken_at_once", a_ko_retaken_at_once),
    ("no_move", no_move),
    ("a_move_refused_once", a_move_refused_once),
    ("a_move_refused_always", a_move_refused_always),
    ("an_answer_with_an_id", an_answer_with_an_id),
    ("a_board_refused", a_board_refused),
    ("too_many_turns", too_many_turns),
];

/// Placements that have no effect on the other player.
const QUIET: &str = "play A1 C1 E1";

fn a_game_without_trouble() {
    // One stone each on 5×5, then two passes at one position: neither colour has a point.
    let played = play(Scene::new("play C3", "play C4"));
    assert_eq!(verdict(&played), ("Both-lose", "abstentions", None));
    assert_eq!((played.winner, played.counted, played.turns), (Winner::BothLose, Some(CountedBy::AsItStands), 4));
    assert_eq!(played.players.black.program.as_deref(), Some("Fake"));
    assert_eq!(played.players.white.version.as_deref(), Some("1.0"));
    assert_eq!((played.rules.as_str(), played.size, played.transcript), ("one-pure", 5, None));
}

fn a_resignation() {
    let played = play(Scene::new(&format!("{QUIET}; at 2 resign"), "play C3"));
    assert_eq!(verdict(&played), ("W+Resign", "resignation", None));
    assert_eq!((played.winner, played.turns), (Winner::White, 2));
}

fn a_crash() {
    let mut scene = Scene::new(QUIET, "play C3; at 2 crash");
    let played = scene.play();
    assert_eq!(verdict(&played), ("B+Forfeit", "forfeit", Some((TroubleKind::Crash, Some(Color::White)))));
    assert_eq!(detail(&played), "the process ended with exit status: 3 at `genmove white`");
    // The next game begins with a new process for this player; the other player stays.
    assert_eq!(scene.play().winner, Winner::Black);
    assert_eq!(scene.pids().len(), 3);
    scene.close();
}

fn a_crash_at_the_start() {
    let played = play(Scene::new("fail list_commands", QUIET));
    assert_eq!(verdict(&played), ("W+Forfeit", "forfeit", Some((TroubleKind::Crash, Some(Color::Black)))));
    assert_eq!(played.turns, 0);
}

fn a_hang_under_a_clock() {
    let start = Instant::now();
    let played = play(Scene::new("at 1 hang", QUIET).time("0.2/move"));
    assert_eq!(verdict(&played), ("W+Time", "time", None));
    assert!(start.elapsed() < Duration::from_secs(10));
}

fn a_hang_without_a_clock() {
    let played = play(Scene::new("at 1 hang", QUIET).patience(Duration::from_millis(500)));
    assert_eq!(verdict(&played), ("W+Forfeit", "forfeit", Some((TroubleKind::Silence, Some(Color::Black)))));
    assert_eq!(detail(&played), "no answer to `genmove black` within 0.5 s");
}

fn half_an_answer() {
    let played = play(Scene::new("at 1 half", QUIET).patience(Duration::from_millis(500)));
    assert_eq!(verdict(&played), ("W+Forfeit", "forfeit", Some((TroubleKind::Silence, Some(Color::Black)))));
}

fn an_answer_too_late() {
    let mut scene = Scene::new("at 1 late 1.4", "play C3").time("0.8/move");
    assert_eq!(verdict(&scene.play()), ("W+Time", "time", None));
    // The player answered, so it stays for the next game.
    assert_eq!(scene.play().reason, "black-abstained-first");
    assert_eq!(scene.pids().len(), 2);
    scene.close();
}

fn garbage() {
    let played = play(Scene::new("at 1 garbage", QUIET));
    assert_eq!(verdict(&played), ("W+Forfeit", "forfeit", Some((TroubleKind::Garbage, Some(Color::Black)))));
    assert_eq!(detail(&played), "answered `Segmentation fault`, which is not GTP, to `genmove black`");
}

fn an_answer_with_an_id() {
    let played = play(Scene::new("at 1 id 7", QUIET));
    assert_eq!(verdict(&played), ("W+Forfeit", "forfeit", Some((TroubleKind::Garbage, Some(Color::Black)))));
    assert_eq!(detail(&played), "answered with the id 7, where none was given, to `genmove black`");
}

fn a_word_that_is_no_move() {
    let played = play(Scene::new("at 1 say tomorrow", QUIET));
    assert_eq!(verdict(&played), ("W+Forfeit", "forfeit", Some((TroubleKind::Garbage, Some(Color::Black)))));
    assert_eq!(detail(&played), "answered `tomorrow` to `genmove`, which is not a move");
}

fn a_megabyte_on_one_line() {
    let played = play(Scene::new("at 1 megabyte", QUIET));
    assert_eq!(verdict(&played), ("W+Forfeit", "forfeit", Some((TroubleKind::Garbage, Some(Color::Black)))));
    assert_eq!(detail(&played), "answered a line of more than 65536 bytes to `genmove black`");
}

fn an_answer_without_end() {
    let played = play(Scene::new("at 1 endless", QUIET));
    assert_eq!(verdict(&played), ("W+Forfeit", "forfeit", Some((TroubleKind::Garbage, Some(Color::Black)))));
    assert_eq!(detail(&played), "answered more than 1048576 bytes to `genmove black`");
}

fn lines_that_keep_coming() {
    for misdeed in ["at 1 trickle", "at 1 blank"] {
        let played = play(Scene::new(misdeed, QUIET).time("0.3/move"));
        assert_eq!(verdict(&played), ("W+Time", "time", None), "{misdeed}");
    }
}

fn an_occupied_point() {
    let played = play(Scene::new(QUIET, "play A1"));
    assert_eq!(verdict(&played), ("B+Forfeit", "forfeit", Some((TroubleKind::IllegalMove, Some(Color::White)))));
    assert_eq!((detail(&played), played.turns), ("played A1: A1 is occupied", 1));
}

fn a_point_of_another_board() {
    let played = play(Scene::new(QUIET, "at 1 say K10"));
    assert_eq!(verdict(&played), ("B+Forfeit", "forfeit", Some((TroubleKind::IllegalMove, Some(Color::White)))));
    assert_eq!(detail(&played), "played K10, which is not on the board");
}

fn a_ko_retaken_at_once() {
    let ko = ". # O . .\n# O . O .\n. # O . .\n. . . . .\n. . . . .";
    let played = play(Scene::new("play C4", "play B4").from(ko, Color::Black));
    // A dead end is legal and loses.
    assert_eq!(verdict(&played), ("B+Forfeit", "dead-end", None));
    assert_eq!((played.winner, played.turns), (Winner::Black, 2));
}

fn no_move() {
    let played = play(Scene::new("at 1 refuse", QUIET));
    assert_eq!(verdict(&played), ("W+Forfeit", "forfeit", Some((TroubleKind::NoMove, Some(Color::Black)))));
    assert_eq!(detail(&played), "answered `? cannot` to `genmove black`");
}

fn a_move_refused_once() {
    let mut scene = Scene::new(QUIET, "play C3; refuse play 1 1");
    assert_eq!(scene.play().reason, "abstentions");
    let told = scene.told(Color::White);
    let first = told.iter().position(|command| command == "play black A1").expect("a first move");
    assert_eq!(told[first + 1..first + 4], ["clear_board", "play black A1", "genmove white"]);
    scene.close();
}

fn a_move_refused_always() {
    let mut scene = Scene::new(QUIET, "play C3; refuse play 1 99");
    let transcript = scene.file("transcript");
    scene.settings.transcript = Some(transcript.clone());
    let played = scene.play();
    // The move is legal under every rule set.
    let refused = Some((TroubleKind::LegalMoveRefused, Some(Color::White)));
    assert_eq!(verdict(&played), ("B+Forfeit", "forfeit", refused));
    assert_eq!(detail(&played), "answered `? no` to `play black A1`, also after a replay of the whole game");
    assert_eq!((played.winner, played.transcript.as_ref()), (Winner::Black, Some(&transcript)));
    let transcript = read(&transcript);
    assert_eq!(transcript.matches("white > play black A1\nwhite < ? no\n").count(), 2);
    assert!(transcript.contains("# white is given the whole game once more"));
    scene.close();
}

fn a_board_refused() {
    let played = play(Scene::new(QUIET, "refuse boardsize 1 1"));
    assert_eq!(verdict(&played), ("Void", "void", Some((TroubleKind::SetUpRefused, Some(Color::White)))));
    assert_eq!(detail(&played), "answered `? no` to `boardsize 5`");
}

fn too_many_turns() {
    let mut scene = Scene::new(QUIET, "play C3 C4 C5");
    scene.settings.most_turns = 3;
    let played = scene.play();
    assert_eq!(verdict(&played), ("Void", "void", Some((TroubleKind::TurnLimit, None))));
    assert_eq!(played.turns, 3);
    scene.close();
}
