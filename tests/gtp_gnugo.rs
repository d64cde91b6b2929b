//! Commands of GNU Go, as Kigo and `qGo` ask for them.

mod dialogue;

use dialogue::Dialogue;

/// Black lives with the right of a 7×7 board and White with the left; a white stone at F2 is lost.
const DIVIDED: &str = "gogui-setup b E1 b E2 b E3 b E4 b E5 b E6 b E7 b F6 b G6 w D1 w D2 w D3 w D4 w D5 w D6 w D7 w B6 w A6 \
                       w B2 w F2\n";

#[test]
fn legal_moves_are_all_empty_points() {
    let mut dialogue = Dialogue::new(5, 5);
    dialogue.play("C3 A1");
    let legal = dialogue.ask("all_legal black");
    assert_eq!(legal.split(' ').count(), 23);
    assert!(!legal.contains("C3") && !legal.contains("A1"));
    assert_eq!(
        dialogue.answers("is_legal b C3\nis_legal b C4\nis_legal w pass\nis_legal w T19\n"),
        ["= 0", "= 1", "= 1", "= 0"]
    );
    dialogue.tell("clear_board\n");
    dialogue.play("A2 A1 C1 E5 B2 D5 B1");
    // White's A1 has left; there White would be enclosed again, which loses at once and is legal.
    assert_eq!(dialogue.ask("opr-dead_ends white"), "A1");
    assert_eq!(dialogue.ask("is_legal white A1"), "1");
    dialogue.tell("play white A1\n");
    assert_eq!(dialogue.ask("all_legal black"), "");
}

#[test]
fn chains_have_liberties() {
    let mut dialogue = Dialogue::new(5, 5);
    dialogue.play("A2 A1 B2");
    assert_eq!(
        dialogue.answers("findlib B2\nfindlib A1\nfindlib E5\nfindlib T19\nfindlib pass\n"),
        ["= B1 C2 A3 B3", "= B1", "? syntax error", "? syntax error", "? syntax error"]
    );
}

#[test]
fn the_start_and_the_last_move_are_known() {
    let mut dialogue = Dialogue::new(9, 5);
    assert_eq!(dialogue.answers("get_handicap\nlast_move\n"), ["= 0", "? no move yet"]);
    dialogue.tell("fixed_handicap 3\nplay white E5\nplay black pass\n");
    assert_eq!(dialogue.answers("get_handicap\nlast_move\n"), ["= 3", "= black pass"]);
}

#[test]
fn points_have_a_status() {
    let mut dialogue = Dialogue::new(7, 5);
    dialogue.tell(DIVIDED);
    assert_eq!(
        dialogue.answers("final_status F2\nfinal_status E1\nfinal_status G7\nfinal_status A1\nfinal_status T19\n"),
        ["= dead", "= alive", "= black_territory", "= white_territory", "? syntax error"]
    );
    assert_eq!(dialogue.ask("final_status_list dead"), "F2");
    let black = dialogue.ask("final_status_list black_territory");
    assert_eq!(black, "F1 G1 G2 F3 G3 F4 G4 F5 G5 F7 G7");
    assert_eq!(dialogue.ask("final_status_list dame"), "");
    assert_eq!(dialogue.answers("final_status_list lost\n"), ["? syntax error"]);

    dialogue.tell("clear_board\nplay black A1\nplay white G7\n");
    assert_eq!(dialogue.ask("final_status D4"), "dame", "a region between both colours is nobody's");
}

#[test]
fn the_score_is_estimated_as_it_is_counted() {
    let mut dialogue = Dialogue::new(7, 5);
    dialogue.tell(DIVIDED);
    // Black: F and G without F2's stone, 14 points, and F6 and G6 among them; White: A, B and C, 21. Columns D and E touch.
    assert_eq!(dialogue.ask("final_score"), "W+7");
    assert_eq!(dialogue.ask("estimate_score"), "W+7.0 (upper bound: 7.0, lower: 7.0)");
}

#[test]
fn top_moves_are_pairs() {
    let mut dialogue = Dialogue::new(5, 100);
    for color in ["black", "white"] {
        let moves = dialogue.ask(&format!("top_moves_{color}"));
        let words: Vec<&str> = moves.split(' ').collect();
        assert!(words.len().is_multiple_of(2) && words.len() <= 20, "{moves}");
        for pair in words.chunks(2) {
            assert!(pair[1].parse().is_ok_and(|share: f64| (0.0..=100.0).contains(&share)), "{moves}");
            assert_eq!(dialogue.ask(&format!("is_legal {color} {}", pair[0])), "1");
        }
    }
}

#[test]
fn undo_takes_one_move_back_whatever_number_comes_with_it() {
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.play("E5 C3 G7");
    dialogue.tell("undo 0\n");
    assert_eq!(dialogue.ask("move_history"), "white C3\nblack E5");
    dialogue.tell("undo 2\n");
    assert_eq!(dialogue.ask("move_history"), "black E5");
}
