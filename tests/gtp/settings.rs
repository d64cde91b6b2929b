//! What can be set by GTP: parameters, rule systems, time controls, positions; and what the engine says of itself.

use crate::controller::Program;
use onepure::engine::{PARAMETERS, Settings};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What one line is answered, with its `=` or `?`, on one line.
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
    assert_eq!(values.as_object().expect("an object").len(), PARAMETERS.len());
    assert_eq!(listed, PARAMETERS.iter().map(|parameter| parameter.name).collect::<Vec<_>>());
    for parameter in PARAMETERS {
        let name = parameter.name;
        let option = format!("--{name}");
        assert!(help.lines().any(|line| line.trim().split(' ').next() == Some(&option)), "{option} in the help");
        assert!(page.contains(&format!("| `{name}` |")), "{name} in the reference");
        let value = program.ask(&format!("kata-get-param {name}"));
        let as_json = match &values[name] {
            Value::Null => "none".to_owned(),
            Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        // JSON writes 0.0 where we write 0.
        assert!(value == as_json || value.parse::<f64>().ok() == as_json.parse().ok(), "{name}: {value}, {as_json}");
        // What it answers it takes, under either name.
        for name in [Some(name), parameter.alias].into_iter().flatten() {
            assert_eq!(answer(&mut program, &format!("kata-set-param {name} {value}")), "= ");
            assert_eq!(program.ask(&format!("kata-get-param {name}")), value);
        }
    }
}

#[test]
fn options_of_the_command_line_are_parameters() {
    let options =
        ["--visits", "77", "--lag", "0.25", "--ponder", "--analysis-perspective", "white", "--expand-after", "5"];
    let mut program = Program::start(9, &options);
    let values = json(&mut program, "kata-get-params");
    assert_eq!(
        (
            &values["visits"],
            &values["lag"],
            &values["ponder"],
            &values["analysis-perspective"],
            &values["expand-after"]
        ),
        (&77.into(), &0.25.into(), &true.into(), &"WHITE".into(), &5.into())
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
        ("kata-set-params {\"visits\":70,\"lag\":-1}", "? `-1` for lag: a number from 0 to 60 is possible"),
        (
            "kata-set-params {\"visits\":70,\"nothing\":1}",
            "? there is no parameter `nothing`; there are threads, visits,",
        ),
        ("kata-set-params 7", "? syntax error"),
        ("kata-set-param threads 0", "? `0` for threads: a whole number from 1 to 1024 is possible"),
        ("kata-set-param ponder yes", "? `yes` for ponder: true or false is possible"),
        ("kata-set-param visits", "? syntax error"),
        ("kata-get-param nothing", "? there is no parameter `nothing`; there are threads, visits,"),
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
fn nobody_resigns_in_the_opening_nor_at_the_first_bad_moment() {
    let mut program = Program::start(9, &["--visits", "200", "--resign-below", "1"]);
    let mut turns = 0;
    while program.ask(["genmove black", "genmove white"][turns % 2]) != "resign" {
        turns += 1;
    }
    // A fifth of the 81 points; by then every move of both has been below a share of 1.
    assert_eq!(turns, 17);
    // A game that is new is looked at anew.
    program.tell("clear_board");
    assert_ne!(program.ask("genmove black"), "resign");
    // Most of the board is filled; but one move alone says little.
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
    // What it answers it takes, and so does it take what KataGo answers for the same rules.
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
        ("kgs-rules japanese", "? there are no rules `japanese`; there are one-pure, chinese"),
        ("kata-set-rules tromp-taylor", "? there are no rules `tromp-taylor`; there are one-pure, chinese"),
        ("kata-set-rules {\"ko\":\"SIMPLE\"}", "? there are no such rules; kata-get-rules says which there are"),
        ("kata-set-rule suicide true", "? there are no such rules; kata-get-rules says which there are"),
        ("kata-set-rule handicap 3", "? there is no key `handicap`; there are annihilation, "),
        ("kata-set-rules {", "? syntax error"),
    ] {
        assert!(answer(&mut program, wrong).starts_with(said), "{wrong}: {}", answer(&mut program, wrong));
        assert_eq!(json(&mut program, "kata-get-rules"), chinese, "{wrong}");
    }
    // A game that is impossible under other rules stays as it is: a lone suicide is none in ordinary Go.
    program.tell("kata-set-rules one-pure\nplay black A2\nplay white D4\nplay black B1\nplay white A1");
    assert!(answer(&mut program, "kata-set-rules chinese").starts_with("? the game so far is impossible"));
    assert_eq!(json(&mut program, "kata-get-rules"), rules);
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
    assert_eq!(described.len(), 2 + PARAMETERS.len());
    for command in ["stop", "gogui-interrupt", "clear_cache"] {
        assert_eq!(program.ask(command), "");
    }
}
