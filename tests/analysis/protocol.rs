//! The JSON protocol of `onepure analysis`: queries, answers, actions, and errors.

#![allow(clippy::needless_pass_by_value, reason = "objects are written where they are asked for")]

use onepure::analysis::protocol::{QueryDefaults, converse};
use onepure::engine::Settings;
use onepure::rules::Ruleset;
use onepure::view::Display;
use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, Mutex};

const VISITS: u64 = 30;

fn defaults(ruleset: Option<Ruleset>) -> QueryDefaults {
    let settings = Settings { threads: 1, visits: Some(VISITS), ..Settings::default() };
    QueryDefaults { settings, display: Display::default(), ruleset }
}

/// All answers to these lines.
fn answers_to(lines: &str, defaults: &QueryDefaults) -> Vec<Value> {
    let output = Arc::new(Mutex::new(Vec::new()));
    converse(io::Cursor::new(lines.to_owned()), Arc::clone(&output), defaults.clone(), || true)
        .expect("threads can be started");
    let text = String::from_utf8(output.lock().expect("nobody panicked").clone()).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// A query on a board of five lines, with more or other fields.
pub(crate) fn query(more: Value) -> Value {
    let mut query = json!({ "id": "q", "rules": "one-pure", "boardXSize": 5, "boardYSize": 5, "moves": [] });
    for (name, value) in more.as_object().expect("an object") {
        query[name] = value.clone();
    }
    query
}

pub(crate) fn ask(queries: &[Value]) -> Vec<Value> {
    ask_with(queries, &defaults(None))
}

fn ask_with(queries: &[Value], defaults: &QueryDefaults) -> Vec<Value> {
    let lines: Vec<String> = queries.iter().map(Value::to_string).collect();
    answers_to(&lines.join("\n"), defaults)
}

/// The one answer to a query.
#[test]
fn white_has_points_for_handicap_stones() {
    let asked = |player: &str, rules: &str, stones: Value| {
        let query = json!({
            "rules": rules, "boardXSize": 9, "boardYSize": 9, "komi": 0, "initialStones": stones, "initialPlayer": player,
            "moves": [["W", "E5"], ["B", "pass"], ["W", "pass"]],
        });
        answer(query)["rootInfo"]["scoreLead"].clone()
    };
    let two = || json!([["B", "C3"], ["B", "G7"]]);
    // Two black stones and one white: one point for Black, and White's bonus.
    assert_eq!(asked("W", "chinese", two()), -1.0);
    assert_eq!(asked("W", "aga", two()), 0.0);
    assert_eq!(asked("W", "tromp-taylor", two()), 1.0);
    assert_eq!(asked("W", "chinese", json!([["B", "C3"], ["B", "G7"], ["W", "A1"]])), 0.0);
}

/// Servers send handicap stones as moves. `KataGo` has an option for it, under the same name.
#[test]
fn black_moves_in_a_row_may_be_a_handicap() {
    let asked = |option: bool, moves: Value| {
        let query = json!({
            "rules": "chinese", "boardXSize": 9, "boardYSize": 9, "komi": 0, "moves": moves,
            "overrideSettings": { "assumeMultipleStartingBlackMovesAreHandicap": option },
        });
        answer(query)["rootInfo"]["scoreLead"].clone()
    };
    let two = || json!([["B", "C3"], ["B", "G7"], ["W", "E5"], ["B", "pass"], ["W", "pass"]]);
    assert_eq!((asked(false, two()), asked(true, two())), (json!(1.0), json!(-1.0)));
    let passed = json!([["B", "C3"], ["W", "pass"], ["B", "G7"], ["W", "E5"], ["B", "pass"], ["W", "pass"]]);
    assert_eq!(asked(true, passed), -1.0, "White's passes between the stones");
    let set_up = json!([["B", "C3"], ["B", "G7"], ["W", "E5"], ["W", "E6"], ["B", "pass"], ["W", "pass"]]);
    assert_eq!(asked(true, set_up), 0.0, "a position that is set up by moves");
    let usual = json!([["B", "C3"], ["W", "E5"], ["B", "G7"], ["W", "pass"], ["B", "pass"]]);
    assert_eq!(asked(true, usual), -1.0, "White is to play, and a point behind");
}

fn answer(more: Value) -> Value {
    let mut answers = ask(&[query(more)]);
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.remove(0)
}

/// The field in the error, and its reason.
fn refused(more: Value) -> (String, String) {
    let answer = answer(more);
    let text = |name: &str| answer[name].as_str().map(str::to_owned);
    assert_eq!(answer["id"], "q");
    (text("field").expect("a field"), text("error").unwrap_or_else(|| panic!("no error: {answer}")))
}

/// A ko in the corner: Black's B1 has just taken White's A1.
const KO: [[&str; 2]; 7] = [["B", "A2"], ["W", "A1"], ["B", "A3"], ["W", "B2"], ["B", "E5"], ["W", "C1"], ["B", "B1"]];

#[test]
fn a_position_is_answered_with_everything() {
    let answer = answer(json!({ "moves": [["B", "C3"]], "includePolicy": true, "includeOwnership": true,
        "includeOwnershipStdev": true, "includePVVisits": true, "includeNoResultValue": true, "analysisPVLen": 0 }));
    assert_eq!(
        (&answer["id"], &answer["turnNumber"], &answer["isDuringSearch"]),
        (&"q".into(), &1.into(), &false.into())
    );
    let root = &answer["rootInfo"];
    assert_eq!((&root["currentPlayer"], &root["visits"]), (&"W".into(), &VISITS.into()));
    assert_eq!(root["thisHash"].as_str().map(str::len), Some(32));
    assert_eq!(root["symHash"].as_str().map(str::len), Some(32));
    let moves = answer["moveInfos"].as_array().expect("moves");
    assert!(!moves.is_empty());
    for (order, info) in moves.iter().enumerate() {
        assert_eq!(info["order"], order);
        for field in ["winrate", "prior", "lcb"] {
            assert!((0.0..=1.0).contains(&info[field].as_f64().expect("a number")), "{field} of {info}");
        }
        for field in ["scoreLead", "scoreMean", "scoreSelfplay", "scoreStdev", "utility", "utilityLcb", "weight"] {
            assert!(info[field].is_number(), "{field} of {info}");
        }
        assert_eq!(info["pv"], json!([info["move"]]), "no move after the first");
        assert_eq!(info["pvVisits"], json!([info["visits"]]));
        assert_eq!(info["noResultValue"], 0.0);
    }
    let numbers = |name: &str| -> Vec<f64> {
        answer[name].as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
    };
    assert!(numbers("ownership").len() == 25 && numbers("ownership").iter().all(|one| (-1.0..=1.0).contains(one)));
    assert!(
        numbers("ownershipStdev").len() == 25 && numbers("ownershipStdev").iter().all(|one| (0.0..=1.0).contains(one))
    );
    let policy = numbers("policy");
    let likely: f64 = policy.iter().filter(|&&one| one > 0.0).sum();
    assert!(policy.len() == 26 && (likely - 1.0).abs() < 1e-3, "{policy:?}");
    assert!((policy[12] + 1.0).abs() < 1e-9, "the stone at C3 cannot be placed on");
}

#[test]
fn ownership_after_each_move_is_told_where_it_is_asked_for() {
    let numbers = |list: &Value| -> Vec<f64> {
        list.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
    };
    let answer = answer(json!({ "includeOwnership": true, "includeMovesOwnership": true,
        "includeMovesOwnershipStdev": true, "maxVisits": 300 }));
    let (infos, whole) = (answer["moveInfos"].as_array().expect("moves"), numbers(&answer["ownership"]));
    assert!(answer.get("ownershipStdev").is_none());
    let mut sums = vec![0.0; 25];
    for info in infos {
        let (ownership, deviation) = (numbers(&info["ownership"]), numbers(&info["ownershipStdev"]));
        assert!(ownership.len() == 25 && ownership.iter().all(|one| (-1.0..=1.0).contains(one)));
        assert!(deviation.len() == 25 && deviation.iter().all(|one| (0.0..=1.0).contains(one)));
        for (sum, one) in sums.iter_mut().zip(ownership) {
            *sum += one * info["visits"].as_f64().expect("a number") / 300.0;
        }
    }
    // Every playout begins with one of the moves, so their mean is that of the root.
    for (sum, one) in sums.iter().zip(&whole) {
        assert!((sum - one).abs() < 2e-3, "{sums:?} {whole:?}");
    }
    // The keys of KaTrain's queries, from the other perspective.
    let seen = |who: &str| {
        self::answer(json!({ "moves": [["B", "C3"]], "includeMovesOwnership": true,
            "overrideSettings": { "reportAnalysisWinratesAs": who } }))
    };
    let (black, white) = (seen("BLACK"), seen("WHITE"));
    assert!(black.get("ownership").is_none() && black["moveInfos"][0].get("ownershipStdev").is_none());
    let of = |answer: &Value| numbers(&answer["moveInfos"][0]["ownership"]);
    assert!(of(&black).iter().zip(of(&white)).all(|(one, other)| (one + other).abs() < 1e-9));
    assert!(of(&black)[12] > 0.0, "Black's stone is on C3");
}

#[test]
fn a_turn_that_is_named_twice_is_answered_once() {
    let answers = ask(&[query(json!({ "moves": [["B", "C3"]], "analyzeTurns": [1, 0, 1, 1] }))]);
    let mut turns: Vec<_> = answers.iter().map(|answer| answer["turnNumber"].as_u64().expect("a number")).collect();
    turns.sort_unstable();
    assert_eq!(turns, [0, 1]);
}

#[test]
fn turns_are_answered_each() {
    let answers = ask(&[query(json!({ "moves": [["B", "C3"], ["W", "C2"]], "analyzeTurns": [2, 0, 1] }))]);
    let mut turns: Vec<_> = answers.iter().map(|answer| answer["turnNumber"].as_u64().expect("a number")).collect();
    turns.sort_unstable();
    assert_eq!(turns, [0, 1, 2]);
    for answer in &answers {
        let player = if answer["turnNumber"] == 1 { "W" } else { "B" };
        assert_eq!(answer["rootInfo"]["currentPlayer"], player);
    }
}

#[test]
fn what_the_rules_have_of_their_own_is_told() {
    let answer = answer(json!({ "moves": KO }));
    let opr = &answer["opr"];
    assert_eq!(opr["deadEnds"], json!({ "black": [], "white": ["A1"] }));
    assert_eq!(opr["waiting"], json!({ "black": null, "white": null }));
    assert_eq!(
        (&opr["atStake"][0]["kind"], &opr["atStake"][0]["articles"]),
        (&"retake".into(), &json!(["3-4", "4", "9-2"]))
    );
    // A placement there is legal, but the engine never plays it.
    let infos = answer["moveInfos"].as_array().expect("moves");
    assert!(infos.iter().all(|info| info["move"] != "A1"));

    let main_board = json!({ "boardXSize": 19, "boardYSize": 19, "moves": [["B", "A1"], ["W", "A2"], ["B", "T19"],
        ["W", "B2"], ["B", "S19"], ["W", "C1"], ["B", "B1"]], "maxVisits": 2 });
    let opr = &ask(&[query(main_board)])[0]["opr"];
    assert_eq!(opr["quarantined"], json!({ "black": 2, "white": 0 }));
    assert_eq!(opr["waiting"], json!({ "black": 176, "white": 177 }));
    assert_eq!(opr["points"]["komi"], 7.0);
}

#[test]
fn rules_are_ours_or_refused() {
    let rules = |rules: Value| ask(&[query(json!({ "rules": rules, "maxVisits": 2 }))]).remove(0);
    for (said, expected) in [
        (json!("one-pure"), "one-pure"),
        (json!("Chinese"), "chinese"),
        (json!("chinese-kgs"), "chinese"),
        (json!({ "rules": "one-pure" }), "one-pure"),
        (
            json!({ "ko": "POSITIONAL", "scoring": "AREA", "tax": "NONE", "suicide": false, "hasButton": false,
            "whiteHandicapBonus": "N", "friendlyPassOk": true }),
            "chinese",
        ),
        (json!("{\"ko\":\"POSITIONAL\",\"suicide\":false}"), "chinese"),
        (json!("tromp-taylor"), "tromp-taylor"),
        (json!("japanese"), "japanese"),
        (json!({ "scoring": "TERRITORY" }), "koPOSITIONALscoreTERRITORYtaxSEKIsui1"),
        (json!({ "ko": "SIMPLE", "scoring": "TERRITORY", "suicide": false, "friendlyPassOk": true }), "japanese"),
    ] {
        assert_eq!(rules(said.clone())["opr"]["rules"], expected, "{said}");
    }
    for (said, why) in [
        (json!("chess"), "rules: expected one-pure, chinese"),
        (json!({ "scoring": "CHESS" }), "`scoring` is one of AREA, TERRITORY, not \"CHESS\""),
        (json!({ "hasButton": true }), "`hasButton` is false: rules with a button are not played here"),
        (json!({ "button": true }), "key: expected rules, ko, scoring"),
        (
            json!({ "ko": "SIMPLE", "quota": 180 }),
            "`quota` clashes with the other keys: with these it is null, and 180",
        ),
        (json!(7), "expected one-pure, chinese"),
        (Value::Null, "expected one-pure, chinese"),
    ] {
        let (field, error) = refused(json!({ "rules": said }));
        assert_eq!(field, "rules");
        assert!(error.contains(why), "{error}");
    }
    // `--rules` overrides the rules of queries, with a warning for other ones.
    let answers =
        ask_with(&[query(json!({ "rules": "japanese" })), query(json!({}))], &defaults(Some(Ruleset::one_pure())));
    assert_eq!(answers.iter().filter(|answer| answer["warning"].is_string()).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|answer| answer["opr"]["rules"] == "one-pure").count(), 2);
}

#[test]
fn what_is_wrong_is_named_with_its_field() {
    for (more, field, error) in [
        (json!({ "boardXSize": 4 }), "boardXSize", "board: expected 5 to 19 lines, got 4"),
        (json!({ "boardXSize": null }), "boardXSize", "it is missing"),
        (json!({ "boardYSize": "9" }), "boardYSize", "a whole number from 0 to 65535 is expected"),
        (json!({ "boardYSize": 9 }), "boardYSize", "it is as large as boardXSize: boards are squares"),
        (json!({ "moves": null }), "moves", "it is missing: a list, empty where there are none"),
        (json!({ "moves": [["B"]] }), "moves", "a list of pairs such as [\"B\",\"C4\"] is expected, found [\"B\"]"),
        (json!({ "moves": [["X", "C3"]] }), "moves", "`X` is neither B nor W"),
        (json!({ "moves": [["B", "J9"]] }), "moves", "J9 is not on a board of 5 lines"),
        (json!({ "moves": [["B", "C3"], ["W", "C3"]] }), "moves", "Illegal move 2: white C3: C3 is occupied"),
        (json!({ "initialStones": [["B", "pass"]] }), "initialStones", "a pass is no stone"),
        (json!({ "initialStones": [["B", "C3"], ["W", "C3"]] }), "initialStones", "C3 has a stone of each colour"),
        (json!({ "initialPlayer": "X" }), "initialPlayer", "B or W is expected"),
        (json!({ "analyzeTurns": [1] }), "analyzeTurns", "expected turns from 0 to 0, got 1"),
        (
            json!({ "analyzeTurns": [] }),
            "analyzeTurns",
            "it is empty: leave it out for the position after the last move",
        ),
        (json!({ "analyzeTurns": 1 }), "analyzeTurns", "a list of whole numbers is expected"),
        (json!({ "analyzeTurns": [0], "priorities": [1, 2] }), "priorities", "expected one for each of analyzeTurns"),
        (json!({ "priorities": [1] }), "priorities", "they belong to analyzeTurns, which is missing"),
        (json!({ "komi": 1000 }), "komi", "a number from -400 to 400 is expected"),
        (json!({ "maxVisits": 0 }), "maxVisits", "a whole number from 1 to 1000000000 is expected"),
        (json!({ "includePolicy": 1 }), "includePolicy", "true or false is expected"),
        (json!({ "whiteHandicapBonus": "N" }), "whiteHandicapBonus", "expected 0; give the whole compensation as komi"),
        (
            json!({ "overrideSettings": { "maxTime": -1 } }),
            "overrideSettings",
            "maxTime: expected a number from 0.001 to 31536000 or none, not -1",
        ),
        (
            json!({ "avoidMoves": [{ "player": "B", "moves": ["C3"] }] }),
            "avoidMoves",
            "untilDepth is missing: in how many turns it holds, 1 for the next alone",
        ),
        (
            json!({ "allowMoves": [{ "player": "B", "moves": [], "untilDepth": 1 }, { "player": "B", "moves": [], "untilDepth": 1 }] }),
            "allowMoves",
            "expected one object for each player",
        ),
        (
            json!({ "allowMoves": [{ "player": "B", "moves": ["C3"], "untilDepth": 1 }],
                "avoidMoves": [{ "player": "W", "moves": ["C3"], "untilDepth": 1 }] }),
            "allowMoves",
            "it cannot be said together with avoidMoves",
        ),
        (json!({ "allowMoves": [], "avoidMoves": [] }), "allowMoves", "it cannot be said together with avoidMoves"),
    ] {
        assert_eq!(refused(more.clone()), (field.to_owned(), error.to_owned()), "{more}");
    }
}

#[test]
fn what_is_no_query_is_an_error_without_a_field() {
    let lines = "nonsense\n[1]\n\n{\"rules\":\"one-pure\"}\n{\"id\":7}\n\u{fffd}\n";
    let answers = answers_to(lines, &defaults(None));
    assert_eq!(answers.len(), 5);
    for answer in answers {
        assert!(answer["error"].is_string() && answer.get("field").is_none() && answer.get("id").is_none(), "{answer}");
    }
    // If the id of a broken line can be read, the error has it.
    let deep = format!("{{\"id\":\"deep\",\"moves\":{}{}}}", "[".repeat(50_000), "]".repeat(50_000));
    let late = format!("{{\"moves\":{}{},\"id\":\"late\"}}", "[".repeat(500), "]".repeat(500));
    let half = "{\"id\":\"half\",\"rules\":\"\\ud800\"}\n{\"id\":\"cut\",\"moves\":[";
    let answers = answers_to(&format!("{deep}\n{late}\n{half}\n{{\"id\":\"\\udc00\"}}\n"), &defaults(None));
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].as_str()).collect();
    assert_eq!(ids, [Some("deep"), Some("late"), Some("half"), Some("cut"), None]);
    assert!(answers.iter().all(|answer| answer["error"].is_string() && answer.get("field").is_none()), "{answers:?}");
    // A line that is too long does not affect the next one.
    let long =
        format!("{{\"id\":\"{}\"}}\n{}\n", "x".repeat(17 << 20), json!({ "id": "a", "action": "query_version" }));
    let answers = answers_to(&long, &defaults(None));
    assert_eq!((answers.len(), &answers[1]["id"]), (2, &"a".into()));
    let long = format!("{{\"id\":\"long\",\"moves\":\"{}\"}}", "x".repeat(17 << 20));
    assert_eq!(answers_to(&long, &defaults(None))[0]["id"], "long");
}

#[test]
fn what_will_not_be_so_is_warned_of() {
    let asked = query(json!({ "fooBar": 1, "rootPolicyTemperature": 1.1,
        "overrideSettings": { "wideRootNoise": 0.1, "maxTime": 5 } }));
    let answers = ask(&[asked]);
    let fields: Vec<_> =
        answers.iter().filter_map(|answer| answer["warning"].as_str().and(answer["field"].as_str())).collect();
    assert_eq!(fields, ["overrideSettings", "rootPolicyTemperature", "fooBar"]);
    assert_eq!(answers.last().map(|answer| answer["isDuringSearch"].clone()), Some(false.into()));
    assert!(answers[0]["warning"].as_str().is_some_and(|warning| warning.ends_with(": wideRootNoise")));
}

#[test]
fn moves_can_be_left_out() {
    let only = |more: Value| {
        let infos = answer(more)["moveInfos"].clone();
        infos
            .as_array()
            .expect("moves")
            .iter()
            .map(|info| info["move"].as_str().expect("a move").to_owned())
            .collect::<Vec<_>>()
    };
    for (allowed, expected) in [("A1", "A1"), ("(4,0)", "E5")] {
        let allowed = json!([{ "player": "B", "moves": [allowed], "untilDepth": 1 }]);
        assert_eq!(only(json!({ "allowMoves": allowed })), [expected]);
    }
    // Two moves that mirror each other, so that both get visits.
    let allowed = json!([{ "player": "B", "moves": ["C2", "(2,1)"], "untilDepth": 1 }]);
    let mut allowed = only(json!({ "maxVisits": 200, "allowMoves": allowed }));
    allowed.sort();
    assert_eq!(allowed, ["C2", "C4"]);
    let avoided = only(json!({ "avoidMoves": [{ "player": "B", "moves": ["C3", "pass"], "untilDepth": 5 }] }));
    assert!(!avoided.is_empty() && avoided.iter().all(|name| name != "C3" && name != "pass"), "{avoided:?}");
    // Restrictions of the other colour do not affect the first move. If no move is allowed, there is no candidate.
    assert!(!only(json!({ "allowMoves": [{ "player": "W", "moves": [], "untilDepth": 1 }] })).is_empty());
    assert!(only(json!({ "allowMoves": [{ "player": "B", "moves": [], "untilDepth": 1 }] })).is_empty());
}

#[test]
fn numbers_are_those_of_the_colour_that_is_asked_for() {
    let root = |who: &str| {
        answer(json!({ "moves": [["B", "C3"]], "includeOwnership": true, "komi": 3,
        "overrideSettings": { "reportAnalysisWinratesAs": who } }))
    };
    let (black, white, mover) = (root("BLACK"), root("WHITE"), root("SIDETOMOVE"));
    let number = |answer: &Value, name: &str| answer["rootInfo"][name].as_f64().expect("a number");
    assert_eq!(white, mover, "White is to move");
    assert!((number(&black, "winrate") + number(&white, "winrate") - 1.0).abs() < 1e-5);
    assert!((number(&black, "scoreLead") + number(&white, "scoreLead")).abs() < 1e-5);
    assert!(
        (black["ownership"][0].as_f64().expect("a number") + white["ownership"][0].as_f64().expect("a number")).abs()
            < 1e-5
    );
    assert_eq!(black["opr"]["points"]["komi"], 3.0);
}

#[test]
fn after_the_end_the_result_is_answered() {
    // Other programs keep passing after the end; here such passes change nothing.
    let passes = json!([["B", "C3"], ["W", "pass"], ["B", "pass"], ["W", "pass"], ["B", "pass"]]);
    let answer = answer(json!({ "moves": passes, "overrideSettings": { "reportAnalysisWinratesAs": "BLACK" } }));
    assert_eq!((&answer["opr"]["over"], &answer["opr"]["result"]), (&true.into(), &"B+25".into()));
    assert_eq!((&answer["rootInfo"]["winrate"], &answer["rootInfo"]["scoreLead"]), (&1.0.into(), &25.0.into()));
    assert_eq!((&answer["moveInfos"], &answer["turnNumber"]), (&json!([]), &5.into()));
}

#[test]
fn a_position_can_be_set_up() {
    let stones = json!([["B", "C3"], ["W", "C2"]]);
    let of = |more: Value| {
        let mut more = more;
        more["initialStones"] = stones.clone();
        answer(more)["rootInfo"]["currentPlayer"].clone()
    };
    assert_eq!(of(json!({})), "B");
    assert_eq!(of(json!({ "initialPlayer": "W" })), "W");
    assert_eq!(of(json!({ "moves": [["W", "D3"]], "analyzeTurns": [0] })), "W", "who moves first");
}

#[test]
fn the_hash_of_symmetric_positions_is_the_same() {
    let hashes = |point: &str| {
        let root = answer(json!({ "moves": [["B", point]], "maxVisits": 1 }))["rootInfo"].clone();
        (root["thisHash"].clone(), root["symHash"].clone())
    };
    let (a1, e5, b1) = (hashes("A1"), hashes("E5"), hashes("B1"));
    assert!(a1.0 != e5.0 && a1.1 == e5.1 && a1.1 != b1.1);
}

#[test]
fn actions_are_answered_with_what_they_said() {
    let answers = ask(&[
        json!({ "id": "v", "action": "query_version" }),
        json!({ "id": "m", "action": "query_models" }),
        json!({ "id": "c", "action": "clear_cache", "more": [1] }),
        json!({ "id": "x", "action": "fly" }),
        json!({ "id": "t", "action": "terminate" }),
    ]);
    assert_eq!(answers[0]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(answers[1]["models"][0]["internalName"], "6b64c-21");
    assert_eq!(answers[2], json!({ "id": "c", "action": "clear_cache", "more": [1] }));
    assert_eq!((&answers[3]["field"], &answers[3]["id"]), (&"action".into(), &"x".into()));
    assert_eq!((&answers[4]["field"], &answers[4]["id"]), (&"terminateId".into(), &"t".into()));
}
