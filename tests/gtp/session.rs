//! GTP sessions as a controller uses them.

use onepure::engine::{Engine, Settings};
use onepure::geometry::BoardSize;
use onepure::gtp::Session;
use onepure::rules::Ruleset;
use serde_json::Value;
use std::io::{self, BufReader, Read, Write};
use std::time::{Duration, Instant};

fn session() -> Session {
    let settings = Settings { threads: 1, visits: Some(20), ..Settings::default() };
    Session::new(Engine::new(BoardSize::MAIN, Ruleset::one_pure(), settings)).with_side_output(io::sink())
}

/// The answers to these lines, without the empty line at the end of each.
fn answers(session: &mut Session, lines: &str) -> Vec<String> {
    let mut output = Vec::new();
    session.run(lines.as_bytes(), &mut output).expect("memory can be written");
    let text = String::from_utf8(output).expect("answers are text");
    text.split_terminator("\n\n").map(str::to_owned).collect()
}

/// The only answer to a line.
fn answer(session: &mut Session, line: &str) -> String {
    let answers = answers(session, line);
    assert_eq!(answers.len(), 1, "{line}");
    answers[0].strip_prefix("= ").unwrap_or_else(|| panic!("{line}: {}", answers[0])).to_owned()
}

fn json(session: &mut Session, line: &str) -> Value {
    serde_json::from_str(&answer(session, line)).expect("JSON")
}

#[test]
fn answers_come_in_order_with_their_numbers() {
    let lines =
        "name\n10 protocol_version\r\n\n# nothing\n0 known_command name # yes\nknown_command\t\tnoname\nquit\nname\n";
    let expected = ["= onepure", "=10 2", "=0 true", "= false", "= "];
    assert_eq!(answers(&mut session(), lines), expected);
}

#[test]
fn the_last_line_may_end_with_the_input() {
    assert_eq!(answers(&mut session(), "name\nprotocol_version"), ["= onepure", "= 2"]);
    assert!(answers(&mut session(), "").is_empty());
}

/// An output that fails after the first answer, and counts flushes.
struct Failing {
    kind: io::ErrorKind,
    flushed: usize,
}

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.flushed > 0 { Err(self.kind.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed += 1;
        Ok(())
    }
}

#[test]
fn an_output_that_cannot_be_written_ends_the_session() {
    for kind in [io::ErrorKind::BrokenPipe, io::ErrorKind::StorageFull] {
        let mut output = Failing { kind, flushed: 0 };
        let error = session().run("name\nname\nname\n".as_bytes(), &mut output).expect_err("it cannot be written");
        assert_eq!((error.kind(), output.flushed), (kind, 1));
    }
}

/// An input that returns one byte at a time.
struct Trickle<'a>(&'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((byte, rest)) = self.0.split_first() else { return Ok(0) };
        buffer[0] = *byte;
        self.0 = rest;
        Ok(1)
    }
}

#[test]
fn input_may_come_in_pieces() -> io::Result<()> {
    let mut output = Vec::new();
    session().run(BufReader::new(Trickle(b"1 name\n2 protocol_version\n")), &mut output)?;
    assert_eq!(output, b"=1 onepure\n\n=2 2\n\n");
    Ok(())
}

#[test]
fn every_command_is_known_and_explained() {
    let mut session = session();
    let names = answer(&mut session, "list_commands");
    let usages = answer(&mut session, "help");
    assert_eq!(usages.lines().count(), names.lines().count());
    for (name, usage) in names.lines().zip(usages.lines()) {
        assert_eq!(answer(&mut session, &format!("known_command {name}")), "true");
        let help = answer(&mut session, &format!("help {name}"));
        assert!(help.starts_with(&format!("{usage}\n")) && usage.starts_with(name), "{name}");
    }
}

#[test]
fn what_the_drafts_of_gtp_ask_for_is_there() {
    let names = answer(&mut session(), "list_commands");
    let wanted = "protocol_version name version known_command list_commands quit boardsize clear_board komi \
        fixed_handicap place_free_handicap set_free_handicap play genmove undo time_settings time_left final_score \
        final_status_list reg_genmove showboard";
    for wanted in wanted.split_whitespace() {
        assert!(names.lines().any(|name| name == wanted), "{wanted}");
    }
}

#[test]
fn the_engine_plays_a_whole_game() {
    let mut session = session();
    answers(&mut session, "boardsize 5\n");
    let mut moves = 0;
    while json(&mut session, "opr-state")["over"] == false {
        let color = ["black", "white"][moves % 2];
        let expected = answer(&mut session, &format!("reg_genmove {color}"));
        assert_eq!(json(&mut session, "opr-state")["moves"], moves, "reg_genmove plays nothing");
        assert_eq!(answer(&mut session, &format!("genmove {color}")), expected, "the same seed finds the same");
        moves += 1;
        assert!(moves < 1000, "the game comes to an end");
    }
    let history = answer(&mut session, "move_history");
    assert_eq!(history.lines().count(), moves);
    let result = json(&mut session, "opr-state")["result"].clone();
    assert!(["B+", "W+", "0", "Both-lose"].iter().any(|start| result.as_str().is_some_and(|r| r.starts_with(start))));
    for color in ["black", "white"] {
        assert_eq!(answer(&mut session, &format!("genmove {color}")), "pass");
    }
    assert_eq!(answer(&mut session, "move_history"), history);
}

#[test]
fn an_engine_that_gives_up_ends_the_game() {
    let settings = Settings { threads: 1, visits: Some(20), resign_below: 1.1, ..Settings::default() };
    let mut session =
        Session::new(Engine::new(BoardSize::MAIN, Ruleset::one_pure(), settings)).with_side_output(io::sink());
    // The engine resigns with its third move that seems lost, after a fifth of the points in turns. It does not play corners
    // early.
    let turns = "play black C3\ngenmove white\nplay black A1\ngenmove white\nplay black E5\ngenmove white\n";
    assert_eq!(answers(&mut session, &format!("boardsize 5\n{turns}"))[6], "= resign");
    let state = json(&mut session, "opr-state");
    assert_eq!(
        (&state["result"], &state["winner"], &state["reason"]),
        (&"B+Resign".into(), &"black".into(), &"resignation".into())
    );
    assert_eq!(state["moves"], 5, "resigning is no move");
    assert_eq!(
        answers(&mut session, "final_score\nplay white E1\ngenmove white\nopr-option removal off\n"),
        ["= B+Resign", "? illegal move", "= pass", "= "]
    );
    // The resignation stays when the game is replayed under another option. It goes with the move before it; the pass after the
    // end goes first.
    answers(&mut session, "opr-option lesser_board_repetition draw\n");
    assert_eq!(json(&mut session, "opr-state")["result"], "B+Resign");
    assert_eq!(answers(&mut session, "undo\n"), ["= "]);
    assert_eq!(json(&mut session, "opr-state")["result"], "B+Resign");
    assert_eq!(answers(&mut session, "undo\n"), ["= "]);
    assert_eq!(json(&mut session, "opr-state")["result"], Value::Null);
    assert_eq!(answers(&mut session, &"undo\n".repeat(5))[3..], ["= ", "? cannot undo"]);
    assert_eq!(json(&mut session, "opr-state")["over"], false);
}

#[test]
fn abstentions_are_told_with_their_positions() {
    let mut session = session();
    answers(
        &mut session,
        "boardsize 9\nplay black E5\nplay white pass\nplay black C3\nplay white pass\nplay white pass\n",
    );
    let told = json(&mut session, "opr-abstentions");
    let white = told["white"].as_array().expect("a list");
    assert_eq!(white.iter().map(|at| at["move"].as_u64()).collect::<Vec<_>>(), [Some(2), Some(4), Some(5)]);
    let positions: Vec<&str> = white.iter().filter_map(|at| at["position"].as_str()).collect();
    assert!(positions.iter().all(|digits| digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())));
    assert!(positions[0] != positions[1] && positions[1] == positions[2]);
    assert_eq!(told["black"], Value::Array(Vec::new()));
    assert_eq!(told["ends_now"], true, "Black to play, where White abstained");
    answers(&mut session, "play black pass\n");
    assert_eq!(json(&mut session, "opr-abstentions")["ends_now"], false, "play has ended already");
}

#[test]
fn the_first_abstention_of_black_would_end_play() {
    assert_eq!(json(&mut session(), "opr-abstentions")["ends_now"], true);
}

#[test]
fn the_komi_is_any_number_and_counts_anew() {
    let mut session = session();
    // A3, B3, C2 and C1 wall in four points, J8 and H9 one.
    answers(&mut session, "boardsize 9\ngogui-setup b A3 b B3 b C2 b C1 w J8 w H9\nplay black pass\nplay white pass\n");
    for (komi, told, result) in
        [("6.5", "6.5", "W+3.5"), ("3", "3", "0"), ("-0", "0", "B+3"), ("1e2", "100", "W+97"), ("-3", "-3", "B+6")]
    {
        assert_eq!(
            answers(&mut session, &format!("komi {komi}\nget_komi\nfinal_score\n"))[1..],
            [format!("= {told}"), format!("= {result}")]
        );
        let state = answer(&mut session, "opr-state");
        assert!(
            state.contains(&format!("\"lead\":{told}}}")) && state.contains(&format!("\"result\":\"{result}\"")),
            "{state}"
        );
    }
    assert_eq!(answers(&mut session, "komi 1e300\n"), ["= "]);
}

#[test]
fn keys_come_in_the_order_of_the_documents() {
    let state = answer(&mut session(), "opr-state");
    assert_eq!(
        state,
        "{\"rules\":\"one-pure\",\"size\":19,\"moves\":0,\"turn\":\"black\",\"over\":false,\"result\":null,\"winner\":null,\
         \"reason\":null,\"articles\":[],\"stones\":{\"black\":{\"board\":0,\"waiting\":180,\"quarantined\":0},\
         \"white\":{\"board\":0,\"waiting\":180,\"quarantined\":0}},\"points\":{\"black\":0,\"white\":0,\"lead\":7},\
         \"barred\":null,\"last\":null}"
    );
}

#[test]
fn nobody_has_a_point_on_an_empty_board() {
    let mut session = session();
    assert_eq!(answer(&mut session, "opr-score"), "Both-lose");
    assert_eq!(answer(&mut session, "final_status_list dead"), "");
}

#[test]
fn dead_stones_are_lifted_unless_removal_is_off() {
    // White's A1 is alone on a board of Black's.
    let mut session = session();
    answers(&mut session, "boardsize 7\n");
    for row in 1..=7 {
        answers(&mut session, &format!("play black C{row}\nplay black E{row}\n"));
    }
    answers(&mut session, "play white A1\nplay white pass\nplay black pass\n");
    assert_eq!(answer(&mut session, "final_status_list dead"), "A1");
    assert_eq!(answer(&mut session, "final_status_list seki"), "");
    let chains = "C1 C2 C3 C4 C5 C6 C7\nE1 E2 E3 E4 E5 E6 E7";
    assert_eq!(answer(&mut session, "final_status_list alive"), chains);
    assert_eq!(answer(&mut session, "final_score"), "B+49");
    // With A1 on the board, columns A and B are shared, and column C is in contact: 7 points less in each of the three columns.
    assert_eq!(answer(&mut session, "opr-score"), "B+28");
    assert_eq!(answers(&mut session, "opr-option removal off\nfinal_score\n")[1], "= B+28");
}

#[test]
fn times_are_taken() {
    let lines = "time_settings 60 0 0\ntime_settings 0 30 25\ntime_left w 12.5 3\ntime_settings 1e400 0 0\n\
        time_left white 1e300 0\ntime_left white 5 1.5\n";
    let expected = ["= ", "= ", "= ", "? syntax error", "? syntax error", "? syntax error"];
    assert_eq!(answers(&mut session(), lines), expected);
}

#[test]
fn the_clock_limits_a_search_that_nothing_else_limits() {
    let most = Duration::from_millis(400);
    let settings = Settings { threads: 1, time: Some(most), ..Settings::default() };
    let size = BoardSize::for_play(5).expect("5 lines are played");
    let mut session = Session::new(Engine::new(size, Ruleset::one_pure(), settings));
    let time_for = |session: &mut Session, lines: &str| {
        let start = Instant::now();
        answers(session, &format!("clear_board\n{lines}reg_genmove black\n"));
        start.elapsed()
    };
    assert!(time_for(&mut session, "time_settings 0 1 0\n") >= most, "overtime without stones is no limit");
    assert!(time_for(&mut session, "time_left black 1 0\n") < most, "what is left counts without settings");
    assert!(time_for(&mut session, "time_settings 1 0 0\n") < most);
}

#[test]
fn a_game_survives_a_file() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("a game.sgf");
    let (name, in_no_folder) = (file.display(), folder.path().join("none").join("game.sgf"));
    let mut session = session();
    answers(&mut session, "komi 2.5\nset_free_handicap D4 Q16\nplay white A2\nplay black pass\nplay white B1\n");
    let state = answer(&mut session, "opr-state");
    let sgf = answer(&mut session, "printsgf");
    assert!(
        sgf.starts_with("(;") && sgf.contains("SZ[19]") && sgf.contains("KM[2.5]") && sgf.contains(";W[ar]"),
        "{sgf}"
    );
    assert_eq!(answer(&mut session, &format!("printsgf {name}")), "");
    assert_eq!(answers(&mut session, &format!("printsgf {}\n", in_no_folder.display())), ["? cannot save file"]);

    // The komi of the file holds for its game; the next game has the one of `komi`.
    answers(&mut session, "boardsize 9\nkomi 0\n");
    assert_eq!(answers(&mut session, &format!("loadsgf {name}\nopr-state\n"))[1], format!("= {state}"));
    assert_eq!(answers(&mut session, "boardsize 9\nget_komi\n")[1], "= 0");
    answers(&mut session, &format!("loadsgf {name} 2\n"));
    assert_eq!(answer(&mut session, "move_history"), "white A2");
    Ok(())
}

#[test]
fn the_name_of_a_record_may_have_blanks_in_a_row() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("my  own   game 2");
    let name = file.display();
    let mut session = session();
    answers(&mut session, "boardsize 9\nplay b C3\nplay w D4\n");
    assert_eq!(answers(&mut session, &format!("printsgf {name}")), ["= "]);
    assert!(file.is_file());
    for (name, history) in [(name.to_string(), "white D4\nblack C3"), (format!("\"{name}\" 2"), "black C3")] {
        assert_eq!(answers(&mut session, &format!("clear_board\nloadsgf {name}")), ["= ", "= "]);
        assert_eq!(answer(&mut session, "move_history"), history);
    }
    Ok(())
}

#[test]
fn a_record_without_a_lead_leaves_the_one_that_was_given() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, "(;SZ[9];B[ee])")?;
    let load = format!("loadsgf {}\nget_komi\n", file.display());
    let mut session = session();
    assert_eq!(answers(&mut session, &load), ["= ", "= 0"]);
    assert_eq!(answers(&mut session, &format!("komi 3.5\n{load}")), ["= ", "= ", "= 3.5"]);
    Ok(())
}

#[test]
fn the_komi_of_a_record_goes_with_its_game() {
    let komi = |session: &mut Session, lines: &str| answers(session, &format!("{lines}\nget_komi\n")).pop();
    let is = |komi: &str| Some(format!("= {komi}"));
    let mut fresh = session();
    let session = &mut fresh;
    assert_eq!(komi(session, "opr-load (;SZ[19]KM[5])"), is("5"));
    assert_eq!(komi(session, "clear_board\nkata-set-rules one-pure\nboardsize 9"), is("0"));
    // The game keeps it under other rules, with other stones at the start, and after `undo`.
    for same_game in ["kata-set-rules chinese", "fixed_handicap 2", "play white E5\nundo", "kata-set-rules one-pure"] {
        komi(session, "opr-load (;SZ[9]KM[5])");
        assert_eq!(komi(session, same_game), is("5"), "{same_game}");
    }
    assert_eq!(komi(session, "opr-load (;SZ[9]KM[5])\ngogui-setup b C3\ngogui-setup_player w"), is("5"));
    for new_game in ["clear_board", "boardsize 9", "set_position black C3", "opr-load (;SZ[9])"] {
        komi(session, "kata-set-rules chinese\nopr-load (;SZ[9]KM[5])");
        assert_eq!(komi(session, new_game), is("7.5"), "{new_game}");
    }
    // The komi of `komi` returns after the recorded game. `komi` during that game replaces the record's.
    assert_eq!(komi(session, "komi 3.5\nopr-load (;SZ[9]KM[5])"), is("5"));
    assert_eq!(komi(session, "clear_board"), is("3.5"));
    assert_eq!(komi(session, "opr-load (;SZ[9]KM[5])\nkomi 2"), is("2"));
    assert_eq!(komi(session, "kata-set-rules one-pure\nboardsize 19"), is("2"));
}
