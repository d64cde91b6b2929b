//! `onepure learn` with lines from a pipe, in both languages.

use super::commands::{fails, succeeds};
use onepure::learn::problems;
use onepure::rules::Move;

fn learns(arguments: &[&str], input: &str) -> String {
    succeeds(&[&["learn", "--threads", "1"], arguments].concat(), input)
}

#[test]
fn the_lessons_are_listed() {
    let told = learns(&[], "quit\n");
    assert!(told.starts_with("Lessons about the One Pure Rules:\n 1. Placing and liberties\n"), "{told}");
    assert!(
        told.contains("\n15. A whole game\nLessons of ordinary Go:\n16. Capturing\n") && told.ends_with("\nGoodbye.\n"),
        "{told}"
    );
    let korean = learns(&["--lang", "ko"], "");
    assert!(korean.starts_with("One Pure Rules 배우기:\n 1. 착점과 공접점\n"), "{korean}");
}

#[test]
fn a_step_is_shown_answered_and_left() {
    let told = learns(&["retirement"], "A1\nC2\n\n");
    let shown = "
Lesson 2: Retirement (1 of 3)
   A B C D E     # Black
 5 . . . . . 5       on the board    3
 4 . . # . . 4
 3 . # O # . 3   O White
 2 . . . . . 2       on the board    1
 1 . . . . . 1
   A B C D E     0 turns, Black to play
A chain without a liberty is enclosed. It leaves the board before the next placement: that is its retirement (article 3 ①).
Your turn: The white stone has 1 liberty. Enclose it.
";
    assert!(told.contains(shown), "{told}");
    assert!(told.contains("Black A1.\nNot yet. The white stone still has its liberty on C2. Place there.\n"), "{told}");
    let right =
        "Black C2: White's C3 retires, enclosed (article 3 ①).\nRight. You took its last liberty, so it retired.";
    assert!(told.contains(right), "{told}");
    // Black's A1 is gone: each try starts from the position of the step.
    assert_eq!(told.matches("1 turn, White to play").count(), 2, "{told}");
    assert!(told.contains("Lesson 2: Retirement (2 of 3)\n") && told.ends_with("Goodbye.\n"), "{told}");
}

#[test]
fn one_goes_where_one_wants() {
    let told = learns(&["1"], "next\nnext\nback\n15\nlist\nchess\n3\nagain\nZ9\nundo\nsave x\nhelp\n");
    let headings: Vec<&str> = told.lines().filter(|line| line.starts_with("Lesson ")).collect();
    let expected = [
        "Lesson 1: Placing and liberties (1 of 2)",
        "Lesson 1: Placing and liberties (2 of 2)",
        "Lesson 2: Retirement (1 of 3)",
        "Lesson 1: Placing and liberties (2 of 2)",
        "Lesson 15: A whole game (1 of 1)",
        "Lesson 3: Self-fill (1 of 2)",
        "Lesson 3: Self-fill (1 of 2)",
        "Lesson 3: Self-fill (1 of 2)",
    ];
    assert_eq!(headings, expected);
    for line in [
        "`chess` is no lesson. Type a number from 1 to 21, or help.",
        "There is no column Z. Columns go from A to T, without I.",
        "`save x` has no use in a lesson. Type help for the commands.",
        "again     begin the step again",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
}

#[test]
fn a_lesson_in_korean() {
    let told = learns(&["5", "--lang", "ko"], "다음\nb3\n끝\n");
    assert!(told.contains("5과: 불퇴와 막다른 국면 (2/3)"), "{told}");
    assert!(told.contains("백 B3은 두는 즉시 지는 수입니다: 패를 되따냅니다."), "{told}");
    assert!(told.contains("맞습니다. 둘 수는 있지만 졌습니다."), "{told}");
}

#[test]
fn a_problem_has_one_right_turn_and_a_reply_to_others() {
    let (listed, all) = (&problems()[0], problems().len());
    let (right, reply) = (listed.problem.right, listed.problem.reply(Move::Abstain).expect("a reply"));
    let told = learns(&["retirements-1"], &format!("pass\n{right}\n\nback\nagain\nnext\nlist\nproblems\n"));
    let headings: Vec<&str> = told.lines().filter(|line| line.starts_with("Problem ")).collect();
    let level = |index: usize| problems()[index].problem.level;
    let [first, second] = [0, 1].map(|index| {
        format!("Problem {} of {all}: Retirements {} (level {} of 3)", index + 1, index + 1, level(index))
    });
    assert_eq!(headings, [&first, &second, &first, &first, &second], "{told}");
    let (wrong, after) = told.split_once("Right. Every other turn loses.").expect("an answer");
    assert!(
        wrong.contains(" abstains.\n") && wrong.contains(&format!(" {reply}")) && wrong.contains("\nNot yet. "),
        "{told}"
    );
    assert!(after.contains("\nProblems with one right turn:\n  Retirements: retirements-1 … retirements-"), "{told}");
    let korean = learns(&["problems", "--lang", "ko"], "captures-1\n불착\n");
    assert!(korean.starts_with("바른 수가 하나뿐인 문제:\n  퇴점: retirements-1 … "), "{korean}");
    assert!(korean.contains(": 따내기 1 (난이도 ") && korean.contains("\n아직 아닙니다. "), "{korean}");
}

#[test]
fn a_game_is_played_to_its_end() {
    // Black loses by passing first. Then Black plays, and the engine answers.
    let told = learns(&["a-game"], "pass\nC3\nundo\nboard\n");
    assert!(told.contains("Black abstains, and loses at once."), "{told}");
    assert!(told.contains("Not yet. White has won this time. Try again.\n"), "{told}");
    assert!(told.contains("This game has no undo."), "{told}");
    assert_eq!(told.matches("2 turns, Black to play").count(), 2, "the game goes on: {told}");
    assert!(told.contains("Black C3.\n") && told.contains("2 turns, Black to play\nWhite "), "{told}");
}

#[test]
fn what_is_no_lesson_is_refused() {
    let told = fails(&["learn", "22"], 2);
    assert!(told.contains("expected a number from 1 to 21, one of placing, retirement,"), "{told}");
    assert!(told.contains(", problems, or a problem such as retirements-1, got `22`"), "{told}");
    assert!(fails(&["learn", "next"], 2).contains("got `next`"));
    assert_eq!(fails(&["learn", "--rules", "chinese"], 2), "learn: expected --rules one-pure, got chinese");
}
