//! Commands of `GoGui`: whole positions and games, the ruler, and analyze commands. docs/gogui.md says how `GoGui` reads the
//! answers.

use crate::dialogue::Dialogue;

#[test]
fn positions_are_set_up_whole() {
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.tell("gogui-setup B A1 b B2 W C3\n");
    assert_eq!(dialogue.ask("list_stones black"), "A1 B2");
    assert_eq!(dialogue.ask("list_stones white"), "C3");
    let state = dialogue.ask("opr-state");
    assert!(state.contains("\"moves\":0,\"turn\":\"black\""), "{state}");
    dialogue.tell("gogui-setup_player W\n");
    assert!(dialogue.ask("opr-state").contains("\"moves\":0,\"turn\":\"white\""));
    assert_eq!(dialogue.ask("list_stones black"), "A1 B2");
    assert_eq!(dialogue.answers("undo\n"), ["? cannot undo"]);
    dialogue.tell("play white E5\n");
    assert_eq!(dialogue.answers("gogui-setup b D4\ngogui-setup_player b\n"), ["? board not empty"; 2]);
}

#[test]
fn what_cannot_be_set_up_changes_nothing() {
    let mut dialogue = Dialogue::new(9, 5);
    for (arguments, answer) in [
        ("b A1 w A1", "? cannot set up: A1 has a stone of each colour"),
        ("b K10", "? cannot set up: K10 is not on a board of 9 lines"),
        ("b A1 w A2 w B1", "? cannot set up: the chain at A1 has no liberty"),
        ("b A1 w", "? syntax error"),
        ("b pass", "? syntax error"),
        ("A1 b", "? syntax error"),
    ] {
        assert_eq!(dialogue.answers(&format!("gogui-setup {arguments}\n")), [answer]);
        assert_eq!(dialogue.ask("list_stones black"), "");
    }
}

#[test]
fn a_sequence_is_played_whole_or_not_at_all() {
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.tell("gogui-play_sequence B E5 W PASS B C3 B C4\n");
    assert_eq!(dialogue.ask("move_history"), "black C4\nblack C3\nwhite pass\nblack E5");
    let before = dialogue.ask("opr-state");
    assert_eq!(dialogue.answers("gogui-play_sequence W G7 B G7\n"), ["? illegal move"]);
    assert_eq!(dialogue.answers("gogui-play_sequence W G7 B\n"), ["? syntax error"]);
    assert_eq!(dialogue.ask("opr-state"), before);
    dialogue.tell("gogui-play_sequence\nundo\n");
    assert_eq!(dialogue.ask("move_history"), "black C3\nwhite pass\nblack E5");
}

#[test]
fn a_ruler_describes_the_game() {
    let mut dialogue = Dialogue::new(5, 5);
    for (question, answer) in [
        ("game_id", "Onepure"),
        ("board_size", "5"),
        ("board", ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."),
        ("side_to_move", "black"),
        ("captured_count", "0 0"),
        ("final_result", "Play goes on."),
        ("setup", ""),
        ("board_gfx", "TEXT On the board: B 0, W 0."),
    ] {
        assert_eq!(dialogue.ask(&format!("gogui-rules_{question}")), answer, "{question}");
    }
    let legal = dialogue.ask("gogui-rules_legal_moves");
    assert_eq!(legal.split(' ').count(), 26);
    assert!(legal.starts_with("A1 B1 ") && legal.ends_with(" E5 pass"), "{legal}");

    // White's A1 is enclosed and leaves the board.
    dialogue.play("A2 A1 B1");
    assert_eq!(dialogue.ask("gogui-rules_board"), ". . . . .\n. . . . .\n. . . . .\nX . . . .\n. X . . .");
    assert_eq!(dialogue.ask("gogui-rules_captured_count"), "1 0");
    assert_eq!(dialogue.ask("gogui-rules_side_to_move"), "white");
    let drawn = dialogue.ask("gogui-rules_board_gfx");
    assert!(
        drawn.starts_with("CIRCLE A1\nTEXT On the board: B 2, W 0. Black B1: White's A1 retires, enclosed"),
        "{drawn}"
    );
    assert!(!dialogue.ask("gogui-rules_legal_moves").contains("A2"));
}

#[test]
fn a_ruler_shows_immovable_stones_and_the_end() {
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.play("D5 E5 C4 F4 D3 E3 J9 D4 E4 D4");
    assert_eq!(dialogue.ask("gogui-rules_legal_moves"), "");
    assert!(dialogue.aside().contains("dead end"), "the person at GoGui's shell is told");
    let drawn = dialogue.ask("gogui-rules_board_gfx");
    assert!(
        drawn.starts_with(
            "SQUARE D4 E4\nTEXT Result B+Forfeit: Black wins, because White made circulation impossible (article 9 ②). White D4 loses at once: it retakes the ko."
        ),
        "{drawn}"
    );
    let result = dialogue.ask("gogui-rules_final_result");
    assert!(
        result.contains("dead end") && result.contains("Black wins") && result.contains("(article 9 ②)"),
        "{result}"
    );
    assert_eq!(result.lines().count(), 1);

    dialogue.tell("clear_board\n");
    dialogue.play("E5 pass pass");
    assert_eq!(
        dialogue.ask("gogui-rules_legal_moves"),
        "",
        "to a ruler this is the end, although a placement would resume play"
    );
    let result = dialogue.ask("gogui-rules_final_result");
    assert!(result.contains("abstained") && result.contains("Points: Black 81, White 0"), "{result}");
}

#[test]
fn a_ruler_shows_self_fills_and_quarantine() {
    let mut dialogue = Dialogue::new(19, 5);
    dialogue.play("C2 A2 D1 B2 B1 K10 A1 C1 A1 pass B1");
    let drawn = dialogue.ask("gogui-rules_board_gfx");
    let expected = "SQUARE C1\nTRIANGLE A1 B1\nLABEL A1 Q B1 Q\nTEXT Quarantine: B 2, W 0; waiting: B 176, W 176. Black B1: White's C1 is";
    assert!(drawn.starts_with(expected), "{drawn}");
    assert_eq!(dialogue.ask("gogui-rules_captured_count"), "0 4");
}

#[test]
fn a_ruler_forgives_what_gogui_sends_twice() {
    // After a move of the engine GoGui sends the move twice, and then the whole game again.
    let mut dialogue = Dialogue::new(19, 5);
    let moves = "C2 A2 D1 B2 B1 K10 A1 C1 A1 pass B1";
    dialogue.play(moves);
    let board = dialogue.ask("gogui-rules_board");
    let twice = dialogue.answers("play black B1\nplay black B1\n");
    assert!(twice.iter().all(|answer| answer == "=" || answer == "? illegal move"), "{twice:?}");
    dialogue.tell("clear_board\n");
    dialogue.play(moves);
    assert_eq!(dialogue.ask("gogui-rules_board"), board);
    dialogue.tell("play white pass\nplay white pass\n");
}

#[test]
fn what_gogui_shows_can_be_shown() {
    let mut dialogue = Dialogue::new(9, 200);
    dialogue.play("E5 C3 G7");
    let list = dialogue.ask("gogui-analyze_commands");
    for line in list.lines() {
        let command = line
            .rsplit('/')
            .next()
            .expect("a command")
            .replace("%c", "white")
            .replace("%p", "D4")
            .replace("%s", "false");
        let answer = dialogue.ask(&command);
        let rows = answer.lines().filter(|row| row.split(' ').count() == 9).count();
        match line.split('/').next() {
            Some("gfx") => assert!(answer.lines().all(is_drawn) && answer.contains("TEXT "), "{line}: {answer}"),
            Some("bwboard" | "dboard") => assert_eq!(rows, 9, "{line}: {answer}"),
            Some("param") => assert!(answer.lines().all(|line| line.split(' ').count() == 2), "{line}: {answer}"),
            _ => {}
        }
    }
}

/// Returns whether a line is a drawing command: a word that `GoGui` knows, with valid arguments.
fn is_drawn(line: &str) -> bool {
    let is_point =
        |word: &str| word.chars().next().is_some_and(|letter| letter.is_ascii_uppercase()) && word.len() <= 3;
    let mut words = line.split(' ');
    let command = words.next().unwrap_or_default();
    let arguments: Vec<&str> = words.collect();
    match command {
        "TEXT" => !arguments.is_empty(),
        "CIRCLE" | "MARK" | "SQUARE" | "TRIANGLE" => arguments.iter().all(|word| is_point(word)),
        "LABEL" => arguments.chunks(2).all(|pair| pair.len() == 2 && is_point(pair[0])),
        "INFLUENCE" => arguments.chunks(2).all(|pair| {
            is_point(pair[0])
                && pair.get(1).and_then(|value| value.parse().ok()).is_some_and(|value: f64| value.abs() <= 1.0)
        }),
        "VAR" => arguments.chunks(2).all(|pair| ["b", "w"].contains(&pair[0]) && pair.len() == 2),
        _ => false,
    }
}

#[test]
fn the_engine_shows_what_it_sees() {
    // A glance has a limit of time too, which leaves room for these.
    let mut dialogue = Dialogue::new(7, 100);
    dialogue.play("D4 D5");
    let top = dialogue.ask("opr-show_top_moves black");
    let best = top.strip_prefix("VAR b ").and_then(|rest| rest.split_whitespace().next()).expect("a variation");
    let text = top.lines().last().expect("a line of text");
    assert!(text.starts_with(&format!("TEXT 100 visits, black {best} wins ")), "{top}");
    assert!(top.lines().any(|line| line.starts_with("LABEL ") && !line.contains(&format!(" {best} "))), "{top}");
    let priors = dialogue.ask("opr-show_priors black");
    let influence = priors.lines().next().expect("squares");
    assert!(influence.starts_with(&format!("INFLUENCE {best} ")), "the most visited comes first: {priors}");
    assert!(influence.contains(" 1.000 "), "the likeliest is darkest: {priors}");
    assert!(dialogue.ask("opr-show_priors white").contains(" -1.000"), "White's squares are white");

    dialogue.tell("clear_board\n");
    dialogue.play("D4 pass pass");
    assert_eq!(dialogue.ask("opr-show_top_moves white"), "TEXT white cannot play");
    let corner = dialogue.ask("opr-ownership").lines().next().map(str::to_owned).expect("a row");
    assert!(corner.split(' ').all(|value| value.parse::<f64>().is_ok_and(|value| value.abs() <= 1.0)), "{corner}");
}

#[test]
fn retired_chains_and_quarantine_are_drawn() {
    let mut dialogue = Dialogue::new(19, 5);
    assert_eq!(dialogue.ask("opr-show_retired"), "TEXT chains that have retired: 0");
    assert_eq!(dialogue.ask("opr-show_quarantine"), "TEXT in quarantine: 0 black, 0 white");
    dialogue.play("C2 A2 D1 B2 B1 K10 A1 C1 A1 pass B1");
    let drawn = dialogue.ask("opr-show_retired");
    assert_eq!(drawn, "TRIANGLE A1 B1\nLABEL A1 2 B1 2\nTEXT chains that have retired: 1");
    // Black places the two stones once more, and the chain on these points goes to quarantine again.
    dialogue.tell("play white K9\nplay black A1\nplay white K8\n");
    assert_eq!(
        dialogue.ask("opr-show_quarantine"),
        "TEXT in quarantine: 2 black, 0 white",
        "A1 alone is another chain"
    );
    dialogue.tell("boardsize 9\n");
    assert!(dialogue.ask("opr-show_quarantine").starts_with("TEXT nothing goes to quarantine"));
}

#[test]
fn live_graphics_are_drawn_while_the_engine_thinks() {
    let mut dialogue = Dialogue::new(9, 5);
    dialogue.tell("kata-set-param visits none\nkata-set-param time 0.6\ngenmove black\n");
    assert_eq!(dialogue.aside(), "", "nothing is drawn unless that is asked for");
    dialogue.tell("kata-set-param live-graphics true\ngenmove white\n");
    let aside = dialogue.aside();
    let pictures = aside.strip_suffix("gogui-gfx: CLEAR\n").expect("what was drawn is taken off");
    let pictures: Vec<&str> = pictures.split_terminator("\n\n").collect();
    assert!(!pictures.is_empty());
    for picture in pictures {
        let lines = picture.strip_prefix("gogui-gfx:\n").expect("a picture");
        assert!(lines.lines().all(is_drawn) && lines.contains("VAR w ") && lines.contains("INFLUENCE "), "{lines}");
    }
}
