//! Commands of GNU Go that Kigo and `qGo` use, and those of Pachi and of the client of KGS.

use crate::dialogue::Dialogue;

/// Black lives on the right of a 7×7 board and White on the left. A white stone at F2 is dead.
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
    // White's A1 has retired. There White would be enclosed again, which is legal and loses at once.
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
    // Black has F and G without F2's stone, 14 points, with F6 and G6 among them. White has A, B and C, 21. Columns D and E are
    // in contact.
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
fn what_the_last_search_found_is_told() {
    let mut dialogue = Dialogue::new(5, 100);
    assert_eq!(dialogue.answers("top_moves\nmove_probabilities\n"), ["=", "="]);
    let vertex = dialogue.ask("genmove black");
    let (top, shares) = (dialogue.ask("top_moves"), dialogue.ask("move_probabilities"));
    assert!(top.starts_with(&format!("{vertex} ")), "{top}");
    let shares: Vec<(&str, f64)> = shares
        .lines()
        .map(|line| line.split_once(' ').and_then(|(vertex, share)| Some((vertex, share.parse().ok()?))))
        .collect::<Option<_>>()
        .expect("pairs");
    assert_eq!(shares[0].0, vertex);
    let sum: f64 = shares.iter().map(|(_, share)| share).sum();
    assert!((sum - 1.0).abs() < 1e-2 && shares.iter().all(|(_, share)| *share > 0.0), "{shares:?}");
}

#[test]
fn levels_are_set_as_gnu_go_sets_them() {
    let mut dialogue = Dialogue::new(5, 100);
    assert_eq!(dialogue.ask("kata-get-param level"), "20");
    for level in ["1", "10", "20"] {
        dialogue.tell(&format!("level {level}\n"));
        assert_eq!(dialogue.ask("kata-get-param level"), level);
    }
    assert_eq!(dialogue.ask("kata-get-param visits"), "100", "a level leaves the other limits alone");
    assert_eq!(
        dialogue.answers("level 0\nlevel 21\nlevel ten\nlevel\n"),
        ["? level: expected 1 to 20, got 0", "? level: expected 1 to 20, got 21", "? syntax error", "? syntax error"]
    );
    assert_eq!(dialogue.ask("kata-get-param level"), "20");
}

#[test]
fn trial_moves_are_taken_back_by_popgo_alone() {
    let mut dialogue = Dialogue::new(5, 5);
    dialogue.play("C3 B2");
    let before = dialogue.ask("opr-state");
    assert_eq!(dialogue.answers("popgo\n"), ["? no move of trymove is on the board"]);
    dialogue.tell("trymove black B3\ntrymove white D4\n");
    assert_eq!(dialogue.ask("move_history"), "white D4\nblack B3\nwhite B2\nblack C3");
    assert_eq!(
        dialogue.answers("trymove black D4\ntrymove green A1\nundo\ngg-undo 1\n"),
        ["? illegal move", "? syntax error", "? cannot undo", "? cannot undo"]
    );
    // Moves after the trial go with it.
    dialogue.tell("play black E5\npopgo\n");
    assert_eq!(dialogue.ask("last_move"), "black B3");
    dialogue.tell("popgo\n");
    assert_eq!(dialogue.ask("opr-state"), before);
    dialogue.tell("undo\n");

    // A trial may end the game, and a new game has none.
    dialogue.tell("clear_board\n");
    dialogue.tell("trymove black pass\ntrymove white pass\npopgo\npopgo\nplay black C3\n");
    dialogue.tell("trymove white C2\nclear_board\n");
    assert_eq!(dialogue.answers("popgo\n"), ["? no move of trymove is on the board"]);
}

#[test]
fn ladders_are_read() {
    let mut dialogue = Dialogue::new(9, 5);
    // A ladder drives White's C3 to the far edge.
    dialogue.tell("gogui-setup b B4 b B3 b C2 b D2 w C3\n");
    let attack = dialogue.ask("attack C3");
    assert!(attack == "1 D3" || attack == "1 C4", "{attack}");
    let defense = dialogue.ask("defend C3");
    assert!(defense == "1 D3" || defense == "1 C4", "{defense}");
    assert!(dialogue.ask("dragon_status C3").starts_with("critical "));
    // A stone in the way breaks it.
    dialogue.tell("clear_board\ngogui-setup b B4 b B3 b C2 b D2 w C3 w G7\n");
    assert_eq!(dialogue.answers("attack C3\ndefend C3\nattack B3\n"), ["= 0", "= 1 pass", "= 0"]);
    assert_eq!(
        dialogue.answers("attack E5\ndefend pass\nattack T19\ndragon_status E5\n"),
        ["? syntax error", "? syntax error", "? syntax error", "? syntax error"]
    );
}

#[test]
fn a_capture_that_loses_at_once_is_no_attack() {
    // A ko: Black's B1 has just taken White's A1. Its last liberty is A1, where White would be enclosed again (article 9 ②).
    let mut dialogue = Dialogue::new(5, 5);
    dialogue.play("A2 A1 A3 B2 E5 C1 B1");
    assert_eq!(dialogue.ask("opr-dead_ends white"), "A1");
    assert_eq!(dialogue.ask("attack B1"), "0");
}

#[test]
fn chains_are_alive_or_dead() {
    let mut dialogue = Dialogue::new(7, 5);
    dialogue.tell(DIVIDED);
    assert_eq!(dialogue.answers("dragon_status F2\ndragon_status E1\n"), ["= dead", "= alive"]);
    let all = dialogue.ask("dragon_status");
    assert!(all.lines().any(|line| line == "F2: dead") && all.lines().any(|line| line == "E1: alive"), "{all}");
    assert_eq!(all.lines().count(), 5, "{all}");
    dialogue.tell("clear_board\n");
    assert_eq!(dialogue.ask("dragon_status"), "");
}

#[test]
fn words_are_echoed() {
    let mut dialogue = Dialogue::new(5, 5);
    assert_eq!(dialogue.answers("echo\necho Hello,  World\n"), ["=", "= Hello, World"]);
}

#[test]
fn kgs_is_answered() {
    let mut dialogue = Dialogue::new(5, 50);
    assert_eq!(dialogue.ask("kgs-chat game somebody winrate"), "I have not moved in this game.");
    let vertex = dialogue.ask("genmove black");
    let chat = dialogue.ask("kgs-chat private somebody winrate please");
    assert!(chat.starts_with(&format!("In 50 playouts, black {vertex} wins with ")), "{chat}");
    assert!(chat.ends_with("% probability."), "{chat}");
    assert_eq!(
        dialogue.answers("kgs-chat game somebody hello\nkgs-chat game\n"),
        ["? unknown kgs-chat command: winrate is known", "? syntax error"]
    );
    let before = dialogue.ask("opr-state");
    assert_eq!(dialogue.ask("kgs-game_over"), "");
    assert_eq!(dialogue.ask("opr-state"), before, "it may only be adjourned");
}

#[test]
fn pachi_draws_win_rates_and_influence() {
    let mut dialogue = Dialogue::new(7, 100);
    dialogue.tell(DIVIDED);
    let drawn = dialogue.ask("gogui-winrates");
    let lines: Vec<_> = drawn.lines().collect();
    assert!(
        lines[0].starts_with("VAR b ") && lines[1].starts_with("LABEL ") && lines[2].starts_with("TEXT "),
        "{drawn}"
    );
    assert_eq!(lines[0].split(' ').nth(2), lines[1].split(' ').nth(1), "the best has a label too");
    let drawn = dialogue.ask("gogui-influence");
    let lines: Vec<_> = drawn.lines().collect();
    let words: Vec<&str> = lines[0].split(' ').collect();
    assert_eq!((words[0], words.len()), ("INFLUENCE", 1 + 2 * 49));
    let at = |vertex: &str| {
        let place = words.iter().position(|word| *word == vertex).expect("every point");
        words[place + 1].parse::<f64>().expect("a number")
    };
    assert!(at("G4") > 0.8 && at("A4") < -0.8, "{drawn}");
    assert_eq!(lines[1], "TEXT expected: W+7.0 (upper bound: 7.0, lower: 7.0)");
    // If nobody can play there is nothing to draw.
    dialogue.tell("clear_board\nplay black pass\n");
    assert!(dialogue.ask("gogui-winrates").starts_with("TEXT "), "a line for the status bar");
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
