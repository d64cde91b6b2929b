//! `onepure play` with lines from a pipe: every command, in both languages.

use super::commands::{fails, run_with, succeeds};

/// The arguments of a reproducible game.
const PLAY: [&str; 7] = ["play", "--size", "5", "--threads", "1", "--visits", "20"];

pub(crate) fn plays(more: &[&str], input: &str) -> String {
    succeeds(&[&PLAY, more].concat(), input)
}

#[test]
fn play_draws_the_board_and_answers() {
    let told = plays(&[], "c 3\n");
    assert!(told.starts_with("You play Black on 5×5. Type a point such as D4, or help, or rules.\n"), "{told}");
    assert!(
        told.contains(
            "
   A B C D E     # Black
 5 . . . . . 5       on the board    0
 4 . . . . . 4
 3 . . + . . 3   O White
 2 . . . . . 2       on the board    0
 1 . . . . . 1
   A B C D E     0 turns, Black to play
"
        ),
        "{told}"
    );
    assert!(told.contains("\nBlack C3.\n\n   A B C D E"), "the own turn is told before the board: {told}");
    assert!(told.contains("2 turns, Black to play\nWhite "), "the engine answers: {told}");
    assert_eq!(told.matches(" turns, Black to play\n").count(), 2, "a board a turn: {told}");
    assert!(told.ends_with("\nGoodbye.\n"), "the end of the input ends the game politely: {told}");
}

#[test]
fn play_as_white() {
    let told = plays(&["--color", "white"], "quit\n");
    assert!(told.contains("1 turn, White to play\nBlack "), "{told}");
    assert_eq!(told.matches("A B C D E").count(), 2, "one board: {told}");
}

#[test]
fn play_to_the_end_and_back() {
    // Black passes first and loses, takes that back, and resigns.
    let told = plays(&[], "pass\nyes\npass\nD2\nundo\nundo\nresign\nresign\n");
    let lost = "\
Black abstains, and loses at once. Play ends: Black, who alone may make the first placement, has abstained, so the right \
cannot circulate (articles 2 ③, 6 ②).
Points: Black 0, White 0 (article 7).
Result W+Forfeit: White wins, because Black made circulation impossible (article 9 ②).
You can still use undo, count, save FILE, new and quit.
Play has ended; undo takes the end back.
Play has ended; undo takes the end back.
";
    assert!(told.contains(lost), "{told}");
    let resigned = "\
0 turns, Black to play
You have no turn to take back yet.
Play ends: Black resigns.
Result W+Resign: White wins by resignation.
You can still use undo, count, save FILE, new and quit.
Play has ended; undo takes the end back.
Goodbye.
";
    let told: String =
        told.lines().map(|line| line.trim_start_matches("   A B C D E     ").to_owned() + "\n").collect();
    assert!(told.ends_with(resigned), "{told}");
}

#[test]
fn play_asks_before_what_loses_at_once() {
    let told = plays(&[], "yes\npass\nno\npass\nC3\nyes\n");
    let asked = "Black abstains, and loses at once. Play ends: Black, who alone may make the first placement, has \
                 abstained, so the right cannot circulate (articles 2 ③, 6 ②). Play it anyway (yes or no)?\n";
    assert!(told.contains(&format!("{asked}Not played; it is still your turn.\n{asked}Black C3.\n")), "{told}");
    assert_eq!(told.matches("`yes` is neither").count(), 2, "nothing is asked before and after: {told}");
    assert!(told.contains("2 turns, Black to play\nWhite "), "another move is an answer too: {told}");
}

#[test]
fn play_explains_the_rules() {
    let told = plays(&[], "rules\n규칙\n");
    assert_eq!(told.matches("The One Pure Rules, 5×5:\n- Black and White alternately place").count(), 2, "{told}");
    let told = plays(&["--rules", "chinese", "--lang", "ko"], "rules\n");
    assert!(told.contains("집과 돌을 세는 규칙(chinese), 5줄 바둑판:\n- 흑과 백이"), "{told}");
}

#[test]
fn play_goes_on_after_a_resignation_is_taken_back() {
    let told = plays(&[], "C3\nresign\nundo\nresign\nC2\n");
    let (_, resigned) = told.split_once("Play ends: Black resigns.").expect("Black resigns");
    assert!(resigned.contains("2 turns, Black to play\nPlay ends: Black resigns."), "only the resignation: {told}");
    assert!(resigned.contains("Play has ended; undo takes the end back."), "{told}");
}

#[test]
fn play_in_korean() {
    let told = plays(&["--lang", "ko"], "C3\nc3\n힌트\n무르기\n계가\n도움말\n뭐\n끝\nD4\n");
    assert!(
        told.starts_with("5줄 바둑판에서 흑으로 둡니다. D4 같은 점이나 `도움말`, `규칙`을 입력하세요.\n"),
        "{told}"
    );
    for expected in [
        " 3 . . + . . 3   O 백\n",
        "\n흑 C3.\n",
        "2수, 흑 차례\n백 ",
        "\nC3에는 이미 돌이 있습니다. 빈 점에 두세요.\n",
        "\n힌트: ",
        "\n득점: 흑 0, 백 0 (제7조).\n",
        "\n불착         두지 않고",
        "\n`뭐`: 알 수 없는 입력입니다.",
    ] {
        assert!(told.contains(expected), "{expected} is missing in\n{told}");
    }
    assert_eq!(told.matches("0수, 흑 차례\n").count(), 2, "both turns are taken back: {told}");
    assert!(told.ends_with("\n안녕히 가세요.\n"), "{told}");
    assert!(!told.contains("흑 D4"), "nothing is read after the end: {told}");
}

#[test]
fn the_engine_resigns_below_a_share_of_wins() {
    // After 200 visits no win rate is 1, so every move seems lost at a share of 1. The engine resigns with White's third move,
    // after the five turns that are a fifth of the board.
    let resigned = |share: &str| {
        let arguments = ["gtp", "--size", "5", "--threads", "1", "--visits", "200", "--resign-below", share];
        let answers = succeeds(&arguments, &"genmove black\ngenmove white\n".repeat(3));
        answers.split_terminator("\n\n").map(|answer| answer == "= resign").collect::<Vec<_>>()
    };
    assert_eq!(resigned("1"), [false, false, false, false, false, true]);
    assert_eq!(resigned("0"), [false; 6]);
    // The engine does not play corners early.
    let told = plays(&["--visits", "200", "--resign-below", "1"], "C3\nA1\nE5\nundo\n");
    assert!(told.contains("Play ends: White resigns.\nResult B+Resign"), "{told}");
    assert!(told.contains("4 turns, Black to play\n"), "the turn before goes back too: {told}");
}

#[test]
fn play_saves_a_record_that_replays() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("a game.sgf");
    let file = file.to_str().expect("UTF-8");
    let told = plays(&[], &format!("C3\nsave\nsave {file}\nsave {file}/inside\n"));
    assert!(told.contains("\nsave: expected a file, as in `save game.sgf`.\n"), "{told}");
    assert!(told.contains(&format!("\nSaved to {file}.\n")), "{told}");
    let record = std::fs::read_to_string(file).expect("a record");
    assert!(record.contains("PW[onepure ") && record.contains("DT["), "{record}");
    assert!(told.contains(&format!("\nNot saved to {file}/inside: Not a directory (os error 20).\n")), "{told}");
    let replayed = succeeds(&["replay", "--all", file], "");
    assert!(
        replayed.contains("5×5, 2 turns; rules one-pure (RU), komi 0 (KM)\n   1. Black C3.\n   2. White "),
        "{replayed}"
    );
}

#[test]
fn play_replaces_no_file_but_its_own() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let [ours, other] =
        ["ours.sgf", "other.sgf"].map(|name| folder.path().join(name).to_str().expect("UTF-8").to_owned());
    std::fs::write(&other, "precious").expect("a file can be written");
    let told = plays(&[], &format!("C3\nsave {ours}\nB2\nsave {other}\nsave {ours}\n"));
    assert_eq!(told.matches(&format!("Saved to {ours}.")).count(), 2, "{told}");
    assert!(told.contains(&format!("Not saved: {other} is there already; choose another name.")), "{told}");
    assert_eq!(std::fs::read_to_string(&other).expect("a file"), "precious");
    assert!(succeeds(&["replay", &ours], "").contains(", 4 turns"), "the whole game");
}

#[test]
fn play_draws_the_board_again() {
    let told = plays(&["--lang", "ko"], "board\n반상\n패스\n예\n");
    assert_eq!(told.matches("0수, 흑 차례").count(), 3, "at the start, and twice when asked for: {told}");
    assert!(told.contains("흑 불착."), "{told}");
}

#[test]
fn play_says_which_columns_there_are() {
    let told = plays(&[], "I5\nf1\nA6\n");
    assert!(told.contains("\nThere is no column I. Columns go from A to E.\n"), "{told}");
    assert!(told.contains("\nThere is no column F. Columns go from A to E.\n"), "{told}");
    assert!(told.contains("\nThere is no row 6. Rows go from 1 to 5.\n"), "{told}");
    let told = plays(&["--size", "9", "--lang", "ko"], "I5\n");
    assert!(told.contains("\n`I` 세로줄은 없습니다. 이 판의 세로줄은 A부터 J까지이며, I는 쓰지 않습니다.\n"), "{told}");
}

#[test]
fn play_sets_the_komi_of_this_game() {
    let told = plays(&[], "komi\nkomi 5.5\nkomi abc\nkomi 1e9\nkomi nan\nnew\n덤\n");
    let komi: Vec<&str> =
        told.lines().filter(|line| line.starts_with("The komi") || line.starts_with("komi:")).collect();
    let refused = |text: &str| format!("komi: expected a number from -400 to 400, got `{text}`.");
    let expected =
        ["The komi is 0.", "The komi is 5.5.", &refused("abc"), &refused("1e9"), &refused("nan"), "The komi is 0."];
    assert_eq!(komi, expected, "a new game has the komi of its rules: {told}");
    let told = plays(&["--rules", "chinese", "--lang", "ko"], "덤\n");
    assert!(told.contains("덤은 7.5입니다."), "{told}");
}

#[test]
fn play_with_handicap() {
    let told = plays(&["--size", "9"], "handicap 10\nhandicap 3\nA1\nhandicap 2\n");
    assert!(told.contains("handicap: expected a number from 2 to 9, or 0 for none; got `10`."), "{told}");
    assert!(told.contains("1 turn, Black to play\n"), "White begins: {told}");
    assert!(told.contains("handicap: this game has begun; `new` begins another."), "{told}");
    assert!(told.contains("on the board    4"), "three stones and a move: {told}");
    let told = plays(&["--size", "9", "--color", "white"], "new\nhandicap 2\n");
    assert!(told.contains("handicap: this game has begun"), "Black has moved already: {told}");
    let told = plays(&["--lang", "ko"], "접바둑 2\n");
    assert!(told.contains("접바둑: 5줄 바둑판에는 화점이 없습니다."), "{told}");
}

#[test]
fn play_begins_with_a_handicap_and_a_komi() {
    let told = plays(&["--size", "9", "--handicap", "3", "--rules", "chinese"], "komi\n");
    assert!(told.contains("1 turn, Black to play") && told.contains("The komi is 0.5."), "{told}");
    let told = plays(&["--komi", "-3.5"], "komi\n");
    assert!(told.contains("The komi is -3.5."), "{told}");
    let refused = fails(&["play", "--size", "9", "--handicap", "10"], 1);
    assert_eq!(refused, "handicap: expected a number from 2 to 9, or 0 for none; got `10`.");
    assert!(fails(&["play", "--komi", "much"], 2).contains("expected a number from -400 to 400"));
}

#[test]
fn a_hint_and_a_count_tell_the_score() {
    let told = plays(&[], "C3\nhint\ncount\n");
    let hint = told.lines().find(|line| line.starts_with("Hint: ")).expect("a hint");
    let scored =
        |text: &str| text.contains(" % wins, B+") || text.contains(" % wins, W+") || text.contains(" % wins, 0)");
    assert!(hint.split("), ").all(scored), "{hint}");
    // Two stones on the board and nothing else: a stone each.
    assert!(told.contains(" as the board stands.\n"), "{told}");
    let told = plays(&["--rules", "japanese"], "C3\ncount\n");
    assert!(told.contains("An estimate, if play ended here"), "{told}");
}

#[test]
fn dead_stones_are_marked_before_they_are_lifted() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("dead.sgf").display().to_string();
    // White's stone at A1 has no room for an eye.
    let record = "(;GM[1]SZ[5]RU[Chinese]KM[0]PL[B]AB[ac][bc][cc][dc][ec][bd]AW[ae][ab][bb][cb][db][eb];B[];W[])";
    std::fs::write(&file, record).expect("a file can be written");
    let told = plays(&["--visits", "50"], &format!("load {file}\nkomi 6.5\n"));
    assert!(told.contains(" 1 o . . . . 1") && told.contains("o: a dead stone of White"), "{told}");
    assert!(told.contains("Result B+5"), "{told}");
    // Another komi after the end is another result, which is told.
    assert!(told.contains("The komi is 6.5.\nResult W+1.5: White wins by 1.5 points.\n"), "{told}");
}

#[test]
fn a_path_may_begin_at_home() {
    let home = tempfile::tempdir().expect("a folder for temporary files");
    let told = run_with(&PLAY, "C3\nsave ~/game.sgf\nload ~/game.sgf\n", |command| {
        command.env("HOME", home.path());
    });
    let told = told.stdout;
    let file = home.path().join("game.sgf");
    assert!(file.exists(), "{told}");
    assert!(told.contains(&format!("Loaded {}: 5×5, 2 turns.", file.display())), "{told}");
}

#[test]
fn play_begins_another_game() {
    let told = plays(&[], "C3\nnew 7 white chinese\nrules\nnew 30\n");
    assert!(told.contains("\nYou play White on 7×7."), "{told}");
    assert!(told.contains("\n   A B C D E F G     # Black\n"), "{told}");
    assert!(told.contains("1 turn, White to play, komi") || told.contains("1 turn, White to play, lead"), "{told}");
    assert!(told.contains("Area rules (chinese), 7×7:"), "{told}");
    assert!(told.contains("new: expected lines from 5 to 19, black or white, or one of one-pure, chinese,"), "{told}");
}

#[test]
fn play_goes_on_with_a_saved_game() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = folder.path().join("game.sgf").display().to_string();
    let told = plays(&["--color", "white"], &format!("A1\nsave {file}\n"));
    assert!(told.contains("Saved to "), "{told}");
    // The person gets the colour of the record, whatever the options say.
    let told = plays(&[], &format!("load\nload {file}\nundo\nload {file}.none\nload .\n"));
    assert!(told.contains("\nload: expected a file, as in `load game.sgf`.\n"), "{told}");
    assert!(told.contains(&format!("\nLoaded {file}: 5×5, 3 turns.\nYou play White on 5×5.")), "{told}");
    assert!(told.contains("1 turn, White to play"), "undo goes on from there: {told}");
    assert!(told.contains(&format!("\nNot loaded: {file}.none: ")), "{told}");
    assert_eq!(told.matches("\nNot loaded: ").count(), 2, "{told}");
    let told = plays(&["--lang", "ko"], &format!("열기 {file}\n"));
    assert!(told.contains(&format!("\n열었습니다: {file}, 5줄 바둑판, 3수\n")), "{told}");
}

#[test]
fn play_by_the_clock() {
    let told = plays(&[], "clock\nclock 5 minutes\nclock 600+3x30\nC3\nclock\nclock none\n시계\n");
    assert_eq!(told.matches("There is no clock. `clock 600+3x30` gives each").count(), 3, "{told}");
    assert!(told.contains("clock: expected seconds in one of the forms none, 5/move, 600, "), "{told}");
    assert!(told.contains("\nClock 600+3x30: Black 10:00, White 10:00.\n"), "{told}");
}

#[test]
fn who_runs_out_of_time_loses_and_may_take_that_back() {
    let told = plays(&[], "clock 0.000001/move\nC3\nclock none\nundo\nC3\n");
    let lost = "Play ends: Black has run out of time.\nResult W+Time: White wins on time.\nYou can still use undo";
    assert!(told.contains(lost), "{told}");
    assert!(told.contains("\nBlack C3.\n"), "it goes on without a clock: {told}");
}
