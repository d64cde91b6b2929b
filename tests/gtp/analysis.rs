//! Analysis in the formats of other programs: lines, perspectives, restrictions, and stopping at once.

use super::info::{Info, kata, leela};
use crate::controller::Program;
use std::time::{Duration, Instant};

/// The lines of an answer between the first, `=`, and the end.
fn lines(program: &Program) -> Vec<String> {
    let (_, answer) = program.answer();
    assert_eq!(answer[0], "=", "{answer:?}");
    answer[1..].to_vec()
}

/// The lines of an analysis that runs for this number of milliseconds.
fn analysis(program: &mut Program, command: &str, milliseconds: u64) -> Vec<String> {
    program.write(&format!("{command}\n"));
    std::thread::sleep(Duration::from_millis(milliseconds));
    program.write("\n");
    lines(program)
}

/// The only line of a search with a number of visits, which is reproducible.
fn search(program: &mut Program, arguments: &str) -> String {
    program.write(&format!("clear_cache\nkata-search_analyze {arguments}\n"));
    assert_eq!(program.answer().1, ["= "]);
    let lines = lines(program);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].starts_with("play "), "{lines:?}");
    lines[0].clone()
}

fn shares_are_shares(info: &Info, keys: &[&str], one: f64) {
    for key in keys {
        assert!((0.0..=one).contains(&info.get(key)), "{key} {info:?}");
    }
    assert!(info.get("lcb") <= info.get("winrate"), "{info:?}");
}

#[test]
fn lines_of_kata_analyze() {
    let mut program = Program::start(9, &[]);
    let lines = analysis(&mut program, "kata-analyze b 5 rootInfo true ownership true pvVisits true", 400);
    assert!(lines.len() >= 3, "only {} lines in 400 ms at 5 centiseconds", lines.len());
    let mut visits = 0.0;
    for line in &lines {
        let line = kata(line, 9).unwrap_or_else(|error| panic!("{error} in {line}"));
        let root = line.root.expect("asked for");
        assert!(root["visits"] >= visits, "visits only grow");
        visits = root["visits"];
        assert_eq!(line.ownership.map(|points| points.len()), Some(81));
        let of_moves: f64 = line.infos.iter().map(|info| info.get("visits")).sum();
        // The two numbers are read one after the other while the threads search.
        assert!(of_moves <= visits + 1000.0 && visits <= of_moves + 1000.0, "{of_moves} and {visits}");
        for info in &line.infos {
            shares_are_shares(info, &["winrate", "prior", "lcb"], 1.0);
            assert!(info.get("visits") > 0.0 && info.get("scoreLead").abs() <= 81.0);
            assert_eq!(info.variation_visits.as_ref().expect("asked for")[0], info.get("visits") as u64);
        }
        let priors: f64 = line.infos.iter().map(|info| info.get("prior")).sum();
        assert!(priors <= 1.001, "{priors}");
        assert!(line.infos.windows(2).all(|pair| pair[0].get("visits") >= pair[1].get("visits")));
    }
    let plain = analysis(&mut program, "kata-analyze interval 5 maxmoves 3", 100);
    let plain = kata(plain.last().expect("a line"), 9).expect("a line of KataGo's");
    assert!(plain.root.is_none() && plain.ownership.is_none() && plain.infos[0].variation_visits.is_none());
    assert_eq!(plain.infos.len(), 3);
    assert!(plain.infos[0].get("visits") >= 1.0);
}

#[test]
fn every_key_of_kata_analyze_is_answered() {
    let mut program = Program::start(7, &["--visits", "600", "--threads", "1"]);
    program.tell(WALLS);
    let keys = "rootInfo true ownership true ownershipStdev true movesOwnership true movesOwnershipStdev true \
                pvVisits true pvEdgeVisits true noResultValue true";
    let line = kata(&search(&mut program, &format!("black {keys}")), 7).expect("a line");
    let deviation = line.ownership_deviation.expect("asked for");
    let ownership = line.ownership.expect("asked for");
    assert!(deviation.iter().any(|&deviation| deviation > 0.1), "not every point is certain: {deviation:?}");
    let of = |info: &Info| (info.get("visits"), info.ownership.clone().expect("asked for"));
    for info in &line.infos {
        assert_eq!(info.get("noResultValue").to_bits(), 0.0_f64.to_bits());
        assert!(info.variation_edge_visits.is_some() && info.variation_edge_visits == info.variation_visits);
        assert!(info.ownership_deviation.is_some());
    }
    // The mean over all moves, weighted by visits, is that of the position.
    let all: f64 = line.infos.iter().map(|info| info.get("visits")).sum();
    for (point, whole) in ownership.iter().enumerate() {
        let sum: f64 = line.infos.iter().map(of).map(|(visits, ownership)| visits * ownership[point]).sum();
        assert!((sum / all - whole).abs() < 2e-3, "{point}: {} and {whole}", sum / all);
    }
    // Each key works alone.
    let line = kata(&search(&mut program, "black movesOwnershipStdev true ownershipStdev true"), 7).expect("a line");
    assert!(line.ownership.is_none() && line.ownership_deviation.is_some());
    assert!(line.infos.iter().all(|info| info.ownership.is_none() && info.ownership_deviation.is_some()));
    let line = kata(&search(&mut program, "black movesOwnership true ownership false"), 7).expect("a line");
    assert!(line.ownership.is_none() && line.infos.iter().all(|info| info.ownership.is_some()));
}

#[test]
fn keys_of_later_versions_are_passed_over() {
    let mut program = Program::start(7, &["--visits", "300"]);
    let line = search(&mut program, "black tomorrow true maxmoves 2 whatever b rootInfo true");
    let line = kata(&line, 7).expect("a line");
    assert!(line.infos.len() == 2 && line.root.is_some());
    // Leela Zero's format has no later versions, and a key needs a value.
    for wrong in ["lz-analyze tomorrow true", "kata-analyze tomorrow", "cgos-genmove_analyze b tomorrow 1"] {
        program.write(&format!("{wrong}\n"));
        assert_eq!(program.answer().1, ["? syntax error"], "{wrong}");
    }
}

#[test]
fn a_search_plays_nothing_and_can_be_cancelled() {
    let mut program = Program::start(7, &["--visits", "50"]);
    for command in ["kata-search", "kata-search_cancellable"] {
        let vertex = program.ask(&format!("{command} black"));
        assert_eq!(program.ask(&format!("is_legal black {vertex}")), "1", "{command}: {vertex}");
        for wrong in ["", " green", " black 5"] {
            program.write(&format!("{command}{wrong}\n"));
            assert_eq!(program.answer().1, ["? syntax error"], "{command}{wrong}");
        }
    }
    program.write("8 kata-search_analyze_cancellable white 5\n");
    let (_, answer) = program.answer();
    // A slow machine reports more than once.
    let [first, infos @ .., last] = &answer[..] else { panic!("{answer:?}") };
    assert!(first == "=8" && !infos.is_empty() && last.starts_with("play "), "{answer:?}");
    assert!(infos.iter().all(|line| line.starts_with("info ")), "{answer:?}");
    assert_eq!(program.ask("move_history"), "");

    // Any line ends it, and is answered afterwards.
    program.tell("kata-set-param visits none");
    program.tell("kata-set-param time 300");
    for stop in ["", "name"] {
        for (command, head, last) in [
            ("3 kata-search_cancellable black", "=3 cancelled", "=3 cancelled"),
            ("4 kata-search_analyze_cancellable", "=4", "play cancelled"),
            ("5 kata-search_analyze_cancellable white 2 ownership true", "=5", "play cancelled"),
        ] {
            program.write(&format!("{command}\n"));
            std::thread::sleep(Duration::from_millis(100));
            let written = program.write(&format!("{stop}\n"));
            let (ended, answer) = program.answer();
            assert_eq!((answer[0].as_str(), answer.last().map(String::as_str)), (head, Some(last)));
            assert!(ended.saturating_duration_since(written) < Duration::from_secs(20), "{command}");
            if !stop.is_empty() {
                assert_eq!(program.answer().1, ["= onepure"]);
            }
        }
    }
    assert_eq!(program.ask("move_history"), "");
    // If nobody can move there is no search to cancel.
    program.tell("play black pass");
    assert_eq!(program.ask("kata-search_cancellable white"), "pass");
}

#[test]
fn lines_of_lz_analyze() {
    let mut program = Program::start(9, &[]);
    let lines = analysis(&mut program, "lz-analyze 5 minmoves 5 maxmoves 60", 300);
    assert!(lines.len() >= 2, "{lines:?}");
    for line in &lines {
        let infos = leela(line).unwrap_or_else(|error| panic!("{error} in {line}"));
        assert!((5..=60).contains(&infos.len()));
        for info in &infos {
            shares_are_shares(info, &["winrate", "prior", "lcb"], 10_000.0);
        }
    }
    // Keys without a word in Leela Zero's lines are errors.
    program.write("lz-analyze rootInfo true\n");
    assert_eq!(program.answer().1, ["? syntax error"]);
}

#[test]
fn moves_come_with_what_was_thought() {
    let mut program = Program::start(7, &["--visits", "3000"]);
    let mut colors = ["black", "white"].into_iter().cycle();
    let mut genmove = |program: &mut Program, command: &str| -> (String, String) {
        let color = colors.next().expect("endless");
        program.write(&format!("{command} {color} 1\n"));
        let lines = lines(program);
        let (last, thought) = lines.split_last().expect("a move");
        let vertex = last.strip_prefix("play ").unwrap_or_else(|| panic!("{lines:?}"));
        program.write("gomill-explain_last_move\n");
        assert!(program.answer().1[0].starts_with(&format!("= {vertex}: ")));
        (vertex.to_owned(), thought.last().unwrap_or_else(|| panic!("{lines:?}")).clone())
    };
    let mut played = Vec::new();
    let (vertex, thought) = genmove(&mut program, "lz-genmove_analyze");
    assert_eq!(leela(&thought).expect("a line")[0].vertex, vertex);
    played.push(vertex);
    let (vertex, thought) = genmove(&mut program, "kata-genmove_analyze");
    assert_eq!(kata(&thought, 7).expect("a line").infos[0].vertex, vertex);
    played.push(vertex);
    let (vertex, thought) = genmove(&mut program, "cgos-genmove_analyze");
    let json: serde_json::Value = serde_json::from_str(&thought).expect("JSON");
    assert_eq!(json["moves"][0]["move"], vertex.as_str());
    played.push(vertex);
    // A search plays nothing.
    let (_, thought) = genmove(&mut program, "kata-search_analyze");
    assert!(kata(&thought, 7).is_ok());
    program.write("move_history\n");
    let (_, history) = program.answer();
    let history: Vec<_> = history.iter().rev().filter_map(|line| line.split(' ').next_back()).collect();
    assert_eq!(history, played);
}

#[test]
fn the_json_of_cgos() {
    let mut program = Program::start(9, &["--visits", "500", "--analysis-perspective", "BLACK"]);
    program.tell("play black E5");
    program.write("cgos-genmove_analyze white\n");
    let lines = lines(&program);
    assert_eq!(lines.len(), 2, "{lines:?}");
    let json: serde_json::Value = serde_json::from_str(&lines[0]).expect("JSON on one line");
    let keys: Vec<_> = ["winrate", "score", "visits", "moves", "ownership"]
        .iter()
        .map(|key| lines[0].find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("no {key}")))
        .collect();
    assert!(json["winrate"].as_f64().is_some_and(|share| (0.0..0.5).contains(&share)), "White is behind: {json}");
    assert!(json["score"].as_f64().is_some_and(|score| score < 0.0), "from White's side: {json}");
    assert_eq!(json["visits"], 500);
    let moves = json["moves"].as_array().expect("a list");
    for known in moves {
        for (key, is_right) in [
            ("winrate", known["winrate"].is_f64()),
            ("score", known["score"].is_f64()),
            ("prior", known["prior"].is_f64()),
            ("visits", known["visits"].is_u64()),
            ("move", known["move"].is_string()),
            ("pv", known.get("pv").is_none_or(|pv| pv.as_str().is_some_and(|pv| !pv.is_empty()))),
        ] {
            assert!(is_right, "{key} in {known}");
        }
    }
    assert!(keys.len() == 5 && moves.iter().map(|known| known["visits"].as_u64().unwrap_or(0)).sum::<u64>() == 500);
    let ownership = json["ownership"].as_str().expect("letters");
    assert!(ownership.len() == 81 && ownership.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+'));
}

/// Black's wall is on the fourth line from the left, White's on the fifth: ownership is clear, and Black is behind.
const WALLS: &str = "boardsize 7\nset_position b C1 b C2 b C3 b C4 b C5 b C6 b C7 w D1 w D2 w D3 w D4 w D5 w D6 w D7";

#[test]
fn a_proven_winner_is_named_if_it_is_asked_for() {
    let mut program = Program::start(7, &["--visits", "60", "--threads", "1"]);
    // White is ahead, and ends the game by a pass.
    program.tell(&format!("{WALLS}\nplay black pass"));
    let asked = search(&mut program, "white proven true rootInfo true");
    let (first, root) = (asked.split(" info ").next().expect("a move"), asked.split(" rootInfo ").nth(1));
    assert!(first.contains("move pass") && first.contains(" proven white "), "{asked}");
    assert!(root.expect("asked for").ends_with(" proven white"), "{asked}");
    assert_eq!(asked.matches(" proven ").count(), 2, "{asked}");
    assert!(!search(&mut program, "white rootInfo true").contains("proven"));
}

#[test]
fn values_are_seen_from_the_side_that_is_asked_for() {
    let mut program = Program::start(7, &["--visits", "600"]);
    program.tell(WALLS);
    let mut seen = |color: &str, perspective: &str| {
        program.tell(&format!("kata-set-param analysis-perspective {perspective}"));
        kata(&search(&mut program, &format!("{color} rootInfo true ownership true")), 7).expect("a line")
    };
    for color in ["black", "white"] {
        let [side, black, white] = ["SIDETOMOVE", "BLACK", "WHITE"].map(|perspective| seen(color, perspective));
        let (same, other) = if color == "black" { (black, white) } else { (white, black) };
        assert_eq!((&same.infos, &same.root, &same.ownership), (&side.infos, &side.root, &side.ownership));
        let near = |one: f64, other: f64| assert!((one - other).abs() < 2e-6, "{one} {other}");
        for (ours, theirs) in side.infos.iter().zip(&other.infos) {
            for key in ["winrate", "lcb"] {
                near(theirs.get(key), 1.0 - ours.get(key));
            }
            for key in ["utility", "utilityLcb", "scoreLead", "scoreMean", "scoreSelfplay"] {
                near(theirs.get(key), -ours.get(key));
            }
            for key in ["visits", "scoreStdev", "prior", "weight", "order"] {
                near(theirs.get(key), ours.get(key));
            }
        }
        let (ours, theirs) = (side.root.expect("asked for"), other.root.expect("asked for"));
        near(theirs["winrate"], 1.0 - ours["winrate"]);
        near(theirs["scoreLead"], -ours["scoreLead"]);
        let (ours, theirs) = (side.ownership.expect("asked for"), other.ownership.expect("asked for"));
        for (ours, theirs) in ours.iter().zip(&theirs) {
            near(*theirs, -*ours);
        }
        // Row by row from the top line down: A7 is Black's, G7 is White's.
        let sign = if color == "black" { 1.0 } else { -1.0 };
        for row in ours.chunks(7) {
            assert!(row[0] * sign > 0.2 && row[6] * sign < -0.2, "{row:?}");
        }
    }
}

#[test]
fn rows_of_ownership_begin_at_the_top() {
    let mut program = Program::start(7, &["--visits", "400"]);
    let stones: Vec<_> =
        "ABCDEFG".chars().flat_map(|column| [format!("b {column}5"), format!("w {column}4")]).collect();
    program.tell(&format!("set_position {}", stones.join(" ")));
    let ownership =
        kata(&search(&mut program, "black ownership true"), 7).expect("a line").ownership.expect("asked for");
    assert!(ownership[3] > 0.2 && ownership[45] < -0.2, "{ownership:?}");
}

#[test]
fn moves_can_be_left_out() {
    let mut program = Program::start(5, &["--visits", "400"]);
    let vertices = |line: &str| -> Vec<String> {
        kata(line, 5).expect("a line").infos.into_iter().map(|info| info.vertex).collect()
    };
    let all = vertices(&search(&mut program, "black minmoves 30"));
    assert!(all.len() >= 25, "{all:?}");
    let without = vertices(&search(&mut program, "black minmoves 30 avoid black C3,C4 1"));
    assert!(
        all.contains(&"C3".to_owned()) && !without.contains(&"C3".to_owned()) && !without.contains(&"C4".to_owned())
    );
    assert_eq!(without.len(), all.len() - 2);
    let only = vertices(&search(&mut program, "black minmoves 30 allow black B2,D4 1"));
    assert_eq!(only.iter().collect::<std::collections::BTreeSet<_>>().len(), 2);
    assert!(only.iter().all(|vertex| ["B2", "D4"].contains(&vertex.as_str())), "{only:?}");
    // Only one answer of the opponent is allowed: every variation continues with it, or ends.
    let line = kata(&search(&mut program, "black allow white E5 2"), 5).expect("a line");
    let answered: Vec<_> = line.infos.iter().filter(|info| info.variation.len() > 1).collect();
    assert!(!answered.is_empty() && answered.iter().all(|info| info.variation[1] == "E5"), "{answered:?}");
    // Restrictions hold for one search.
    assert_eq!(vertices(&search(&mut program, "black minmoves 30")).len(), all.len());
    for wrong in [
        "avoid black C3",
        "avoid black C3 0",
        "avoid green C3 1",
        "avoid black Z3 1",
        "allow black C3 1 allow black C4 1",
        "avoid black C3 1 allow black C4 1",
        "minmoves -1",
        "interval soon",
        "rootInfo perhaps",
        "nothing",
        "ownership",
        "movesOwnership perhaps",
    ] {
        program.write(&format!("kata-analyze {wrong}\n"));
        assert_eq!(program.answer().1, ["? syntax error"], "{wrong}");
    }
}

#[test]
fn pipelined_commands_are_answered_in_order() {
    let mut program = Program::start(9, &["--visits", "50"]);
    program.write(
        "1 name\n2 kata-analyze b 100\n3 lz-analyze\n\n\n# nothing\n4 kata-genmove_analyze b\n5 name\n6 lz-analyze w 1\n7 quit\n",
    );
    let answers: Vec<_> = (0..7).map(|_| program.answer().1).collect();
    let heads: Vec<_> = answers.iter().map(|answer| answer[0].as_str()).collect();
    assert_eq!(heads, ["=1 onepure", "=2", "=3", "=4", "=5 onepure", "=6", "=7 "]);
    // The next command ends an analysis: on a busy machine before its first line.
    assert!(answers[1].iter().skip(1).all(|line| kata(line, 9).is_ok()), "{:?}", answers[1]);
    assert!(answers[2].iter().chain(&answers[5]).filter(|line| !line.starts_with('=')).all(|line| leela(line).is_ok()));
    assert!(answers[3].last().is_some_and(|line| line.starts_with("play ")));
    assert_eq!(program.end().code(), Some(0));
}

#[test]
fn the_end_of_the_input_ends_an_analysis() {
    for command in ["kata-analyze 5", "lz-analyze", "kata-analyze w ownership true"] {
        let mut program = Program::start(9, &[]);
        program.write(&format!("{command}\n"));
        assert_eq!(program.line().1, "=");
        // Long enough for the first simulation, also on a busy machine: without one there is no line.
        std::thread::sleep(Duration::from_millis(500));
        let closed = Instant::now();
        program.close_input();
        let (ended, answer) = program.answer();
        assert!(answer.last().is_some_and(|line| line.starts_with("info ")), "{answer:?}");
        assert!(ended - closed < Duration::from_millis(500), "{command}");
        assert_eq!(program.end().code(), Some(0));
    }
}

#[test]
fn a_move_is_finished_when_the_input_ends() {
    for command in ["genmove b", "kata-genmove_analyze b 5"] {
        let mut program = Program::start(9, &["--time", "0.3"]);
        program.write(&format!("{command}\n"));
        program.close_input();
        let (_, answer) = program.answer();
        let vertex = answer.last().and_then(|line| line.split(' ').next_back()).expect("a move");
        assert!(
            vertex.len() >= 2 && vertex.chars().next().is_some_and(|letter| letter.is_ascii_uppercase()),
            "{vertex}"
        );
        assert_eq!(program.end().code(), Some(0));
    }
}

#[test]
fn a_comment_makes_the_engine_move_at_once() {
    let mut program = Program::start(9, &["--time", "40"]);
    program.write("genmove b\n");
    std::thread::sleep(Duration::from_millis(200));
    let written = program.write("# interrupt\n");
    let (ended, answer) = program.answer();
    assert!(answer[0].starts_with("= ") && ended - written < Duration::from_secs(2), "{answer:?}");
    // An interrupt that comes too late stops no later search.
    program.tell("kata-set-param time 0.2");
    program.write("# interrupt\n");
    std::thread::sleep(Duration::from_millis(50));
    let asked = program.write("genmove w\n");
    let (ended, _) = program.answer();
    assert!(ended - asked >= Duration::from_millis(190), "{:?}", ended - asked);
}

#[test]
fn nothing_is_found_where_nobody_can_move() {
    let mut program = Program::start(9, &[]);
    // Black passes first, and loses.
    program.tell("play black pass");
    assert!(analysis(&mut program, "kata-analyze 5", 50).is_empty());
    program.write("kata-genmove_analyze white\n");
    assert_eq!(lines(&program), ["play pass"]);
}

#[test]
fn two_commands_are_known_to_nobody() {
    // Sabaki would read their numbers in another scale.
    let mut program = Program::start(9, &[]);
    for name in ["analyze", "genmove_analyze"] {
        assert_eq!(program.ask(&format!("known_command {name}")), "false");
    }
}
