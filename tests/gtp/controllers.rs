//! Controllers with other rules: they count every pass, replay games, and rebuild positions stone by stone.

use crate::dialogue::Dialogue;

/// On 19×19 Black places two stones to return one, and White's C1 cannot retire: see `gtp-scripts/send-two-return-one.gtp`.
const SEND_TWO_RETURN_ONE: &str = "C2 A2 D1 B2 B1 K10 A1 C1 A1 pass B1";

#[test]
fn a_pass_after_the_end_is_taken_back_before_the_move_before_it() {
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.play("E5 pass pass");
    let ended = dialogue.ask("opr-state");
    assert!(ended.contains("\"over\":true"));
    // White passes once more, and the engine answers with a pass of its own.
    dialogue.tell("play white pass\n");
    assert_eq!(dialogue.ask("genmove black"), "pass");
    assert_eq!(dialogue.ask("opr-state"), ended, "they change nothing");
    dialogue.tell("undo\nundo\n");
    assert_eq!(dialogue.ask("opr-state"), ended, "the two passes are gone, and nothing else");
    dialogue.tell("undo\n");
    assert!(dialogue.ask("opr-state").contains("\"moves\":2"), "Black's abstention is gone");
    dialogue.tell("gg-undo 2\n");
    assert_eq!(dialogue.answers("undo\n"), ["? cannot undo"]);
}

#[test]
fn passes_that_change_nothing_stay_where_they_were() {
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.play("E5 pass pass pass");
    dialogue.tell("play black C3\n");
    assert!(dialogue.ask("opr-state").contains("\"moves\":4,"), "a placement resumes play");
    dialogue.tell("undo\nundo\n");
    assert!(dialogue.ask("opr-state").contains("\"moves\":3,"), "C3 and the pass before it");
    dialogue.tell("play white pass\nopr-option lesser_board_repetition draw\nundo\n");
    assert!(dialogue.ask("opr-state").contains("\"moves\":3,"), "the game under another option is the same game");
    dialogue.tell("play white pass\nclear_board\nplay black E5\nplay white E4\nplay black E3\nundo\n");
    assert!(dialogue.ask("opr-state").contains("\"moves\":2,"), "a new game knows nothing of the old one's passes");
}

#[test]
fn many_moves_are_taken_back_or_none() {
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.play("E5 C3 G7");
    let before = dialogue.ask("opr-state");
    assert_eq!(dialogue.answers("gg-undo 4\n"), ["? cannot undo"]);
    assert_eq!(dialogue.ask("opr-state"), before);
    dialogue.tell("gg-undo 0\n");
    assert_eq!(dialogue.ask("opr-state"), before);
    dialogue.tell("gg-undo\n");
    assert_eq!(dialogue.ask("move_history"), "white C3\nblack E5");
    dialogue.tell("gg-undo 2\n");
    assert_eq!(dialogue.ask("move_history"), "");
    assert_eq!(dialogue.answers("gg-undo\n"), ["? cannot undo"]);
}

/// White lives on the left of a 7×7 board and Black on the right, with a white stone at F2.
const DEAD_STONE: &str = "gogui-setup b E1 b E2 b E3 b E4 b E5 b E6 b E7 b F6 b G6 w D1 w D2 w D3 w D4 w D5 w D6 w D7 w B6 w A6 \
                          w B2 w F2\ngogui-setup_player b\n";

#[test]
fn cleaning_up_captures_dead_stones() {
    let mut dialogue = Dialogue::new(7, 300);
    dialogue.tell(DEAD_STONE);
    dialogue.tell("play black pass\nplay white pass\n");
    assert_eq!(dialogue.ask("final_status_list dead"), "F2");
    assert!(dialogue.ask("opr-state").contains("\"over\":true"));
    for _ in 0..4 {
        if dialogue.ask("list_stones white").contains("F2") {
            let vertex = dialogue.ask("kgs-genmove_cleanup black");
            assert!(["F1", "F3", "G2"].contains(&vertex.as_str()), "{vertex} is no liberty of F2");
            dialogue.tell("play white pass\n");
        }
    }
    assert!(!dialogue.ask("list_stones white").contains("F2"));
    assert_eq!(dialogue.ask("final_status_list dead"), "");
}

/// White has four empty points in the corner of a 9×9 board, and lives on the right, with two black stones at H8 and H7.
const ATTACKED: &str = "gogui-setup w A5 w B1 w B2 w B3 w B4 w B5 w F1 w F2 w F3 w F4 w F5 w F6 w F7 w F8 w F9 b A6 b B6 b C1 b C2 \
                        b C3 b C4 b C5 b C6 b E1 b E2 b E3 b E4 b E5 b E6 b E7 b E8 b E9 b H8 b H7 w G8 w G7 w H6 w J6 w H9\ngogui-setup_player b\n";

#[test]
fn cleaning_up_answers_an_attack_before_it_captures() {
    let mut dialogue = Dialogue::new(9, 300);
    dialogue.tell(ATTACKED);
    dialogue.tell("play black pass\nplay white pass\n");
    assert_eq!(dialogue.ask("final_status_list dead"), "H7 H8");
    dialogue.tell("play black A2\n");
    assert_eq!(dialogue.ask("kgs-genmove_cleanup white"), "A3");
}

#[test]
fn a_ko_retaken_at_once_is_explained_once() {
    const KO: &str = "D5 E5 C4 F4 D3 E3 J9 D4 E4";
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.play(KO);
    assert_eq!(dialogue.aside(), "", "a ko taken for the first time is an ordinary capture");
    dialogue.tell("play white D4\n");
    let told = dialogue.aside();
    assert!(
        told.starts_with("onepure: move 10: White D4 loses at once: it retakes the ko.") && told.contains("dead end"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1);

    assert_eq!(dialogue.answers("play black G7\nplay black E4\nplay black G7\n"), ["? illegal move"; 3]);
    let refused = dialogue.aside()[told.len()..].to_owned();
    assert!(refused.starts_with("onepure: after move 10 no placement is taken. Play ends in a dead end"), "{refused}");
    assert_eq!(refused.lines().count(), 1, "once is enough: {refused}");

    // The controller starts again: the same answers, and no new notice.
    let all_said = dialogue.aside();
    dialogue.tell("clear_board\n");
    dialogue.play(KO);
    assert_eq!(dialogue.answers("play white D4\nplay black G7\n"), ["=", "? illegal move"]);
    assert_eq!(dialogue.ask("genmove black"), "pass");
    assert_eq!(dialogue.aside(), all_said);
}

#[test]
fn stones_that_could_not_retire_are_explained() {
    let mut dialogue = Dialogue::new(19, 5);
    dialogue.play(SEND_TWO_RETURN_ONE);
    let told = dialogue.aside();
    assert!(told.starts_with("onepure: move 11: Black B1:") && told.contains("ordinary rules"), "{told}");
    // On the controller's board C1 is captured, and Black has A1 and B1.
    assert_eq!(dialogue.answers("play white C1\n"), ["? illegal move"]);
    let refused = dialogue.aside()[told.len()..].to_owned();
    assert!(
        refused.starts_with("onepure: white C1 is refused: there is a stone. Since move 11, in which C1"),
        "{refused}"
    );
    dialogue.tell("play white A1\n");
    assert_eq!(dialogue.aside().lines().count(), 2);
}

#[test]
fn a_position_rebuilt_point_by_point_is_taken() {
    // Sabaki rebuilds a position column by column from the left, each from the top, whatever the colours.
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.tell("clear_board\nplay W A8\nplay B B9\nplay B B8\nplay W B7\nplay W C9\nplay B C8\nplay B J1\n");
    assert_eq!(dialogue.ask("list_stones white"), "B7 A8 C9");
    assert_eq!(dialogue.ask("list_stones black"), "J1 B8 C8 B9");
    assert_eq!(dialogue.aside(), "");
}

#[test]
fn a_rebuild_that_contradicts_the_rules_is_told_what_to_do() {
    // One colour after the other: White's A1 comes before B2, so it has no liberty.
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.tell("clear_board\nplay b A2\nplay b B1\nplay b C2\nplay w E5\nplay w A1\n");
    let told = dialogue.aside();
    assert!(told.contains("dead end") && told.trim_end().ends_with("gogui-setup sets a position up."), "{told}");
    assert_eq!(dialogue.answers("play w B2\ngenmove b\n"), ["? illegal move", "= pass"]);
    assert_eq!(
        dialogue.answers("clear_board\ngogui-setup b A2 b B1 b C2 w E5 w A1 w B2\n"),
        ["=", "? cannot set up: the chain at A1 has no liberty"]
    );
}

#[test]
fn an_occupied_point_wants_no_explanation() {
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.play("E5");
    assert_eq!(dialogue.answers("play white E5\nplay white K10\n"), ["? illegal move"; 2]);
    assert_eq!(dialogue.aside(), "");
}
