//! Settings by GTP: parameters, rule sets, time controls, positions; and the engine's descriptions of itself.

use crate::controller::Program;
use onepure::engine::Settings;
use onepure::rules::Combination;
use onepure::view::UserParameter;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The answer to a line, with its `=` or `?`, on one line.
fn answer(program: &mut Program, line: &str) -> String {
    program.write(&format!("{line}\n"));
    let (_, answer) = program.answer();
    assert_eq!(answer.len(), 1, "{line}: {answer:?}");
    answer[0].clone()
}

fn json(program: &mut Program, line: &str) -> Value {
    serde_json::from_str(&program.ask(line)).expect("JSON")
}

#[test]
fn every_parameter_is_an_option_a_gtp_parameter_and_described() {
    let help: String = ["--help", "--help-tuning"]
        .map(|page| {
            let help = Command::new(env!("CARGO_BIN_EXE_onepure")).arg(page).output().expect("the program can be run");
            String::from_utf8(help.stdout).expect("text")
        })
        .concat();
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gtp.md")).expect("the page is there");
    let mut program = Program::start(9, &[]);
    let listed: Vec<_> = program.ask("kata-list-params").split(' ').map(str::to_owned).collect();
    let values = json(&mut program, "kata-get-params");
    assert_eq!(values.as_object().expect("an object").len(), UserParameter::all().count());
    assert_eq!(listed, UserParameter::all().map(UserParameter::name).collect::<Vec<_>>());
    for parameter in UserParameter::all() {
        let name = parameter.name();
        let option = format!("--{name}");
        assert!(help.lines().any(|line| line.trim().split(' ').next() == Some(&option)), "{option} in the help");
        assert!(page.contains(&format!("| `{name}` |")), "{name} in the reference");
        let value = program.ask(&format!("kata-get-param {name}"));
        let as_json = match &values[name] {
            Value::Null => "none".to_owned(),
            Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        // JSON has 0.0 for 0.
        assert!(value == as_json || value.parse::<f64>().ok() == as_json.parse().ok(), "{name}: {value}, {as_json}");
        // The printed value is accepted under either name.
        for name in [Some(name), parameter.alias()].into_iter().flatten() {
            assert_eq!(answer(&mut program, &format!("kata-set-param {name} {value}")), "= ");
            assert_eq!(program.ask(&format!("kata-get-param {name}")), value);
        }
    }
}

#[test]
fn options_of_the_command_line_are_parameters() {
    let options = ["--visits", "77", "--lag", "0.25", "--ponder", "--analysis-perspective", "white", "--puct", "0.75"];
    let mut program = Program::start(9, &options);
    let values = json(&mut program, "kata-get-params");
    assert_eq!(
        (&values["visits"], &values["lag"], &values["ponder"], &values["analysis-perspective"], &values["puct"]),
        (&77.into(), &0.25.into(), &true.into(), &"WHITE".into(), &0.75.into())
    );
    assert_eq!(values["seed"], Settings::default().seed);
}

#[test]
fn parameters_are_set_all_or_none() {
    let mut program = Program::start(9, &["--visits", "50"]);
    assert_eq!(answer(&mut program, "kata-set-params {\"maxVisits\": 60, \"lag\": 0.5, \"time\": null}"), "= ");
    let before = json(&mut program, "kata-get-params");
    assert_eq!((&before["visits"], &before["lag"], &before["time"]), (&60.into(), &0.5.into(), &Value::Null));
    for (wrong, said) in [
        ("kata-set-params {\"visits\":70,\"lag\":-1}", "? `-1` for lag: expected a number from 0 to 60"),
        ("kata-set-params {\"visits\":70,\"nothing\":1}", "? parameter: expected threads, level, visits,"),
        ("kata-set-params 7", "? syntax error"),
        ("kata-set-param threads 0", "? `0` for threads: expected an integer from 1 to 1024"),
        ("kata-set-param ponder yes", "? `yes` for ponder: expected true or false"),
        ("kata-set-param visits", "? syntax error"),
        ("kata-get-param nothing", "? parameter: expected threads, level, visits,"),
    ] {
        assert!(answer(&mut program, wrong).starts_with(said), "{wrong}");
        assert_eq!(json(&mut program, "kata-get-params"), before, "{wrong}");
    }
}

#[test]
fn a_parameter_takes_effect() {
    let mut program = Program::start(9, &["--visits", "50"]);
    program.write("genmove black\n");
    program.answer();
    program.tell("kata-set-param visits 333");
    program.write("genmove white\ngomill-explain_last_move\n");
    program.answer();
    let (_, explained) = program.answer();
    assert!(explained[0].contains(" 333 visits in all"), "{explained:?}");
}

#[test]
fn an_explanation_says_how_many_points_were_given_away() {
    for (share, expected) in [("0", ""), ("1", ", 20 points of the lead given away")] {
        let options = ["--rules", "chinese", "--visits", "60", "--threads", "1", "--dynamic-komi", share];
        let mut program = Program::start(19, &options);
        program.tell("komi -50");
        for command in ["genmove black", "genmove white", "genmove black"] {
            program.ask(command);
        }
        program.write("gomill-explain_last_move\n");
        let (_, explained) = program.answer();
        assert!(explained[0].ends_with(&format!(" visits in all{expected}")), "{explained:?}");
    }
}

#[test]
fn nobody_resigns_in_the_opening_nor_at_the_first_bad_moment() {
    let mut program = Program::start(9, &["--visits", "200", "--resign-below", "1"]);
    let mut turns = 0;
    while program.ask(["genmove black", "genmove white"][turns % 2]) != "resign" {
        turns += 1;
    }
    // A fifth of the 81 points; by then every move of both colours has had a win rate below 1.
    assert_eq!(turns, 17);
    // A new game counts its turns again.
    program.tell("clear_board");
    assert_ne!(program.ask("genmove black"), "resign");
    // Most of the board is filled, but a single move below the threshold does not resign.
    program.tell("kata-set-param resign-below 0");
    for turn in 0..20 {
        program.ask(["genmove white", "genmove black"][turn % 2]);
    }
    program.tell("kata-set-param resign-below 1");
    for color in ["white", "black", "white", "black"] {
        assert_ne!(program.ask(&format!("genmove {color}")), "resign");
    }
    assert_eq!(program.ask("genmove white"), "resign");
}

#[test]
fn rules_in_other_words() {
    let mut program = Program::start(19, &[]);
    let rules = json(&mut program, "kata-get-rules");
    assert_eq!(
        rules,
        serde_json::json!({
            "rules": "one-pure", "ko": "NONE", "scoring": "CONTACT", "suicide": true, "tax": "NONE", "hasButton": false,
            "whiteHandicapBonus": "0", "friendlyPassOk": false, "quota": 180, "forfeiture": true, "annihilation": true,
            "immovability": true
        })
    );
    program.tell("kata-set-rule forfeiture false");
    let without = json(&mut program, "kata-get-rules");
    assert_eq!(
        (&without["rules"], &without["ko"], &without["forfeiture"]),
        (&"one-pure".into(), &"DRAW".into(), &false.into())
    );
    program.write("opr-option\n");
    assert!(program.answer().1.iter().any(|line| line.ends_with("forfeiture off")));

    program.tell("kata-set-rules chinese");
    assert_eq!(program.ask("get_komi"), "7.5");
    let chinese = json(&mut program, "kata-get-rules");
    assert_eq!(
        (&chinese["rules"], &chinese["ko"], &chinese["scoring"], &chinese["suicide"]),
        (&"chinese".into(), &"POSITIONAL".into(), &"AREA".into(), &false.into())
    );
    // The answer is accepted as an argument, and so is KataGo's for the same rules.
    program.tell("kata-set-rules one-pure");
    assert_eq!(json(&mut program, "kata-get-rules"), rules);
    program.tell(&format!("kata-set-rules {chinese}"));
    assert_eq!(json(&mut program, "kata-get-rules"), chinese);
    program
        .tell("kata-set-rules one-pure\nkata-set-rules {\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\",\"suicide\":false}");
    assert_eq!(json(&mut program, "kata-get-rules"), chinese);
    program.tell("kata-set-rule rules one-pure\nkgs-rules chinese");
    assert_eq!(json(&mut program, "kata-get-rules"), chinese);
    for (wrong, said) in [
        ("kgs-rules chess", "? rules: expected one-pure, chinese"),
        ("kata-set-rules {\"ko\":\"EIGHT\"}", "? `ko` is one of SIMPLE, POSITIONAL, SITUATIONAL, not \"EIGHT\""),
        ("kata-set-rules {\"hasButton\":true}", "? `hasButton` is false: rules with a button are not played here"),
        ("kata-set-rule suicide maybe", "? `suicide` is true or false, not \"maybe\""),
        (
            "kata-set-rule quota 180",
            "? `quota` clashes with the other keys: with these it is null, and 180 under none but",
        ),
        ("kata-set-rule handicap 3", "? key: expected rules, ko, "),
        ("kata-set-rules {", "? syntax error"),
    ] {
        assert!(answer(&mut program, wrong).starts_with(said), "{wrong}: {}", answer(&mut program, wrong));
        assert_eq!(json(&mut program, "kata-get-rules"), chinese, "{wrong}");
    }
    program.tell("kata-set-rules one-pure");
    for (wrong, said) in [
        ("kata-set-rule ko SIMPLE", "? `ko` is \"DRAW\" or \"NONE\" under the rules one-pure, not \"SIMPLE\""),
        ("kata-set-rule hasButton true", "? `hasButton` is false under the rules one-pure, not true"),
    ] {
        assert_eq!(answer(&mut program, wrong), said);
    }
    // A game that is illegal under the new rules stays: ordinary Go has no lone suicide.
    program.tell("play black A2\nplay white D4\nplay black B1\nplay white A1");
    assert!(answer(&mut program, "kata-set-rules chinese").starts_with("? the game so far is impossible"));
    assert_eq!(json(&mut program, "kata-get-rules"), rules);
}

/// Every combination of `KataGo`'s fields can be set by JSON and by each of its names, and is printed again.
#[test]
fn every_combination_is_set_and_told() {
    let mut program = Program::start(9, &[]);
    for combination in Combination::all() {
        let ruleset = combination.ruleset();
        program.tell(&format!("kata-set-rules {}", ruleset.name));
        let told = json(&mut program, "kata-get-rules");
        assert_eq!(told["rules"], ruleset.name);
        program.tell("kata-set-rules one-pure");
        let fields = ["ko", "scoring", "tax", "suicide", "hasButton", "whiteHandicapBonus", "friendlyPassOk"];
        let object: serde_json::Map<_, _> =
            fields.iter().map(|&field| (field.to_owned(), told[field].clone())).collect();
        program.tell(&format!("kata-set-rules {}", serde_json::Value::Object(object)));
        assert_eq!(json(&mut program, "kata-get-rules"), told);
    }
    program.tell("kata-set-rules chinese\nkata-set-rule whiteHandicapBonus 0\nkata-set-rule scoring TERRITORY");
    assert_eq!(json(&mut program, "kata-get-rules")["rules"], "koPOSITIONALscoreTERRITORYtaxNONEsui0fpok1");
    program.tell("kata-set-rule ko SIMPLE\nkata-set-rule tax SEKI");
    assert_eq!(json(&mut program, "kata-get-rules")["rules"], "japanese");
    program.tell("kata-set-rules korean");
    assert_eq!(json(&mut program, "kata-get-rules")["rules"], "korean");
    for (name, expected) in [("new_zealand", "new-zealand"), ("AGA", "aga"), ("Japanese", "japanese"), ("bga", "aga")] {
        program.tell(&format!("kgs-rules {name}"));
        assert_eq!(json(&mut program, "kata-get-rules")["rules"], expected);
    }
}

/// A handicap gives White the bonus of the rules, and the record has the number of stones.
#[test]
fn a_handicap_has_its_bonus() {
    let mut program = Program::start(9, &["--rules", "chinese"]);
    assert_eq!(program.ask("fixed_handicap 4"), "C3 G7 C7 G3");
    program.tell("komi 0");
    for (rules, points) in [("chinese", 4), ("aga", 3), ("new-zealand", 0), ("japanese", 0), ("one-pure", 0)] {
        program.tell(&format!("kata-set-rules {rules}"));
        let state = json(&mut program, "opr-state");
        assert_eq!(state["points"]["white"], points, "{rules}");
    }
    program.tell("kata-set-rules chinese\nplay white pass\nplay black pass");
    program.write("printsgf\n");
    let record = program.answer().1.join("\n");
    assert!(record.contains("HA[4]") && record.contains("RU[Chinese]"), "{record}");
}

/// Servers send handicap stones as moves. `KataGo` has an option for it.
#[test]
fn a_handicap_may_come_as_moves() {
    let mut program = Program::start(9, &["--rules", "chinese", "--handicap-by-moves"]);
    let white = |program: &mut Program| json(program, "opr-state")["points"]["white"].clone();
    program.tell("komi 0\nplay black C3");
    assert_eq!(white(&mut program), 0);
    program.tell("play black G7\nplay black C7");
    assert_eq!(white(&mut program), 3);
    program.tell("undo");
    assert_eq!(white(&mut program), 2);
    program.tell("play white E5\nplay black G3");
    assert_eq!(white(&mut program), 3, "a stone and the bonus for two");
}

#[test]
fn a_handicap_game_may_have_a_komi_of_its_own() {
    let mut program = Program::start(9, &["--rules", "aga"]);
    assert_eq!(program.ask("get_komi"), "7.5");
    program.ask("fixed_handicap 2");
    assert_eq!(program.ask("get_komi"), "0.5");
    program.tell("clear_board");
    assert_eq!(program.ask("get_komi"), "7.5");
    // A given komi stays.
    program.tell("komi 6");
    program.ask("fixed_handicap 2");
    assert_eq!(program.ask("get_komi"), "6");
    let mut program = Program::start(9, &["--rules", "japanese"]);
    program.ask("fixed_handicap 2");
    assert_eq!(program.ask("get_komi"), "6.5");
}

#[test]
fn what_overtime_costs_is_in_every_count() {
    let mut program = Program::start(5, &["--rules", "ing"]);
    let told = |program: &mut Program| {
        program.write("opr-penalty\n");
        program.answer().1.join(", ")
    };
    assert_eq!(told(&mut program), "= black 0, white 0");
    program.tell("play black C3\nplay white pass\nplay black pass\nplay white pass\nplay black pass");
    assert_eq!(program.ask("final_score"), "B+17");
    program.tell("opr-penalty black 4\nopr-penalty white 2");
    assert_eq!(told(&mut program), "= black 4, white 2");
    assert_eq!((program.ask("final_score"), program.ask("opr-score")), ("B+15".to_owned(), "B+15".to_owned()));
    program.tell("kata-set-rules ing1986");
    assert_eq!(program.ask("final_score"), "B+15", "other rules keep it");
    assert_eq!(answer(&mut program, "opr-penalty black 70000"), "? syntax error");
    program.tell("clear_board");
    assert_eq!(told(&mut program), "= black 0, white 0");
}

/// Under simple ko a position that occurs for the third time ends the game without a result.
#[test]
fn a_game_without_a_result() {
    let mut program = Program::start(11, &["--rules", "korean"]);
    program.tell(
        "set_position black A2 white B2 black D2 black E2 white F2 black H2 black J2 white K2 \
         white A1 white C1 black D1 black F1 white G1 black H1 white J1 white L1",
    );
    for (number, point) in ["B1", "E1", "K1", "A1", "F1", "J1"].iter().cycle().take(12).enumerate() {
        assert_eq!(json(&mut program, "opr-state")["over"], false);
        program.tell(&format!("play {} {point}", ["black", "white"][number % 2]));
    }
    let state = json(&mut program, "opr-state");
    assert_eq!((&state["result"], &state["winner"]), (&"Void".into(), &"none".into()));
    assert_eq!((&state["reason"], &state["over"]), (&"repetition".into(), &true.into()));
    assert_eq!(program.ask("final_score"), "0");
    assert_eq!(answer(&mut program, "play black K11"), "? illegal move");
    assert_eq!(program.ask("genmove black"), "pass");
}

#[test]
fn kinds_of_time_control() {
    let mut program = Program::start(9, &[]);
    assert_eq!(program.ask("kata-list_time_settings"), "none absolute byoyomi canadian fischer fischer-capped");
    for right in [
        "kata-time_settings none",
        "kata-time_settings absolute 2147483647",
        "kgs-time_settings absolute 300.5",
        "kgs-time_settings byoyomi 300 30 5",
        "kata-time_settings byoyomi 0 0.5 1",
        "kgs-time_settings canadian 300 30 25",
        "kata-time_settings fischer 1 0.1",
        "kata-time_settings fischer-capped 60 5 90 -1",
        "kata-time_settings fischer-capped 60 5 -1 30",
        "kgs-time_settings none",
    ] {
        assert_eq!(answer(&mut program, right), "= ", "{right}");
    }
    for wrong in [
        "kgs-time_settings",
        "kgs-time_settings fischer 1 0.1",
        "kata-time_settings hourglass 60",
        "kata-time_settings absolute",
        "kata-time_settings absolute -1",
        "kata-time_settings absolute 60 30",
        "kata-time_settings byoyomi 60 30 1.5",
        "kata-time_settings fischer 60 nan",
        "kata-time_settings fischer-capped 60 5 30 -1",
    ] {
        assert_eq!(answer(&mut program, wrong), "? syntax error", "{wrong}");
    }
}

#[test]
fn a_position_is_set_up_at_once() {
    let mut program = Program::start(9, &[]);
    program.tell("komi 3.5\nplay black A1\nset_position black C3 w D3 B C4");
    assert_eq!(program.ask("list_stones black"), "C3 C4");
    assert_eq!(program.ask("list_stones white"), "D3");
    assert_eq!((program.ask("move_history"), program.ask("get_komi")), (String::new(), "3.5".to_owned()));
    assert_eq!(json(&mut program, "opr-state")["turn"], "black");
    let state = program.ask("opr-state");
    for (wrong, said) in [
        ("set_position black C3 white C3", "? bad vertex list"),
        ("set_position black A1 white A2 white B1", "? bad vertex list"),
        ("set_position black K10", "? bad vertex list"),
        ("set_position black pass", "? syntax error"),
        ("set_position black", "? syntax error"),
        ("set_position C3", "? syntax error"),
    ] {
        assert_eq!(answer(&mut program, wrong), said, "{wrong}");
        assert_eq!(program.ask("opr-state"), state, "{wrong}");
    }
    program.tell("set_position");
    assert_eq!(program.ask("list_stones black"), "");
}

#[test]
fn the_engine_tells_of_itself() {
    let mut program = Program::start(9, &["--visits", "4000"]);
    let time = |program: &mut Program, command: &str| program.ask(command).parse::<f64>().expect("seconds");
    let before = time(&mut program, "cputime");
    program.write("gomill-explain_last_move\ngenmove black\n");
    assert_eq!(program.answer().1, ["= the engine has not moved in this game"]);
    let vertex = program.answer().1[0].strip_prefix("= ").expect("a move").to_owned();
    let after = time(&mut program, "gomill-cpu_time");
    assert!(after > before && after < before + 60.0, "{before} and {after}");
    program.write("gomill-explain_last_move\ngomill-describe_engine\n");
    let (_, explained) = program.answer();
    assert!(
        explained[0].starts_with(&format!("= {vertex}: 4000 playouts in ")) && explained.len() == 4,
        "{explained:?}"
    );
    let (_, described) = program.answer();
    assert!(described[0].starts_with("= onepure ") && described.contains(&"visits 4000".to_owned()), "{described:?}");
    assert_eq!(described.len(), 2 + UserParameter::all().count());
    for command in ["stop", "gogui-interrupt", "clear_cache"] {
        assert_eq!(program.ask(command), "");
    }
}
