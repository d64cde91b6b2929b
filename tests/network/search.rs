//! The search with a network: reproducible, complete in its counts, and reported by every front end.

use onepure::analysis::protocol::{QueryDefaults, converse};
use onepure::board::Color;
use onepure::engine::{Engine, NetworkChoice, Parameter, Report, ReportBelow, SearchRequest, Settings};
use onepure::geometry::{BoardSize, Point, Symmetry};
use onepure::gtp::Session;
use onepure::network::{Architecture, Network};
use onepure::rules::{Move, Ruleset};
use onepure::view::Display;
use serde_json::{Value, json};
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// The file of a network with random weights.
fn file(folder: &TempDir, seed: u64) -> PathBuf {
    let path = folder.path().join(format!("random-{seed}.safetensors"));
    std::fs::write(&path, Network::random(Architecture::standard(2, 16), seed).to_bytes()).expect("a file");
    path
}

fn engine(network: NetworkChoice, lines: usize, ruleset: Ruleset, threads: usize, set: &[(&str, &str)]) -> Engine {
    let mut settings = Settings { threads, visits: Some(200), seed: 1, memory: 64, network, ..Settings::default() };
    for (name, value) in set {
        let parameter = Parameter::find(name).expect("a parameter");
        parameter.set(&mut settings, parameter.read(value).expect("a value"));
    }
    Engine::new(BoardSize::new(lines).expect("2 to 19 lines"), ruleset, settings)
}

fn random_network(seed: u64) -> NetworkChoice {
    let folder = TempDir::new().expect("a folder");
    NetworkChoice::read(file(&folder, seed).to_str().expect("a path")).expect("a network")
}

/// The reproducible part of a report: the visits and the values of every move.
fn found(report: &Report) -> Vec<(Move, u64, u64)> {
    report.candidates.iter().map(|one| (one.action, one.estimate.visits, one.estimate.value.to_bits())).collect()
}

#[test]
fn one_thread_and_a_seed_give_the_same_tree() {
    let network = random_network(1);
    for (lines, ruleset) in [(7, Ruleset::one_pure()), (9, Ruleset::chinese())] {
        for network in [network.clone(), NetworkChoice::None] {
            let think =
                || engine(network.clone(), lines, ruleset, 1, &[]).search(Color::Black, &SearchRequest::default());
            assert_eq!(found(&think()), found(&think()), "{}", network.name());
        }
    }
    let other =
        engine(random_network(2), 9, Ruleset::chinese(), 1, &[]).search(Color::Black, &SearchRequest::default());
    assert_ne!(
        found(&other),
        found(&engine(network, 9, Ruleset::chinese(), 1, &[]).search(Color::Black, &SearchRequest::default()))
    );
}

#[test]
fn the_network_of_the_program_is_asked_under_every_rule_set() {
    for ruleset in Ruleset::ALL {
        let sees =
            |network| engine(network, 9, ruleset, 1, &[]).raw_evaluation(Color::Black, Symmetry::ALL[0]).is_some();
        assert!(sees(NetworkChoice::Embedded), "{}", ruleset.name);
        assert!(sees(random_network(1)), "{}: a network from a file is asked", ruleset.name);
        assert!(!sees(NetworkChoice::None), "{}", ruleset.name);
    }
}

#[test]
fn every_visit_is_counted_with_several_threads() {
    let report =
        engine(random_network(1), 9, Ruleset::one_pure(), 4, &[]).search(Color::Black, &SearchRequest::default());
    assert_eq!(report.simulations, 200);
    assert_eq!(report.candidates.iter().map(|candidate| candidate.estimate.visits).sum::<u64>(), 200);
}

#[test]
fn a_search_for_self_play_keeps_no_visits_that_noise_brought() {
    let explored = |noise| {
        let report = engine(NetworkChoice::Embedded, 9, Ruleset::chinese(), 1, &[])
            .search(Color::Black, &SearchRequest::for_self_play(400, noise));
        let visits: Vec<u64> = report.candidates.iter().map(|candidate| candidate.estimate.visits).collect();
        assert!(visits.is_sorted_by(|one, other| one >= other), "{visits:?}");
        (visits.iter().sum::<u64>(), report.simulations)
    };
    assert_eq!(explored(0.0), (400, 400));
    let (kept, all) = explored(0.5);
    assert!(all == 400 && (150..390).contains(&kept), "{kept} of {all}");
}

#[test]
fn the_noise_of_a_search_for_self_play_is_not_in_later_searches() {
    let thought = |noise: Option<f64>| {
        let mut engine = engine(NetworkChoice::Embedded, 9, Ruleset::chinese(), 1, &[]);
        if let Some(noise) = noise {
            engine.search(engine.game().to_play(), &SearchRequest::for_self_play(50, noise));
            engine.forget();
        }
        found(&engine.search(Color::Black, &SearchRequest::default()))
    };
    assert_eq!(thought(Some(0.5)), thought(None));
}

#[test]
fn positions_in_the_tree_are_told_from_the_colour_that_moves_there() {
    let mut engine = engine(NetworkChoice::Embedded, 7, Ruleset::chinese(), 1, &[]);
    engine.set_komi(Some(9.0));
    let root = engine.search(engine.game().to_play(), &SearchRequest::for_self_play(600, 0.0));
    let below = engine.reports_below(20);
    assert!(below.iter().any(|ReportBelow { line, .. }| line.len() > 2), "{}", below.len());
    for ReportBelow { line, report } in &below {
        assert!(report.candidates.iter().map(|candidate| candidate.estimate.visits).sum::<u64>() >= 20);
        assert_eq!(report.color, if line.len() % 2 == 0 { Color::Black } else { Color::White });
        let mut game = engine.game().clone();
        for &action in line {
            game.play(action).expect("a legal move");
        }
        assert!(report.candidates.iter().all(|candidate| game.check(report.color, candidate.action).is_ok()));
        let [first] = line[..] else { continue };
        // The evaluation of the move itself counts at the root, and not in the position after it.
        let candidate = root.candidates.iter().find(|candidate| candidate.action == first).expect("a move of the root");
        assert_eq!(report.position.visits, candidate.estimate.visits);
        assert!((report.position.win_rate + candidate.estimate.win_rate - 1.0).abs() < 0.05, "{line:?}");
        assert!((report.position.score + candidate.estimate.score).abs() < 1.0, "{line:?}");
    }
    let likely = root.candidates.iter().filter(|candidate| candidate.estimate.visits > 40).count();
    let found = below.iter().filter(|ReportBelow { line, .. }| line.len() == 1).count();
    assert!(likely > 0 && found >= likely, "{found} of {likely}");
    assert!(engine.reports_below(600).is_empty());
}

#[test]
fn without_a_network_nothing_is_said_of_one() {
    let report =
        engine(NetworkChoice::None, 9, Ruleset::one_pure(), 1, &[]).search(Color::Black, &SearchRequest::default());
    assert_eq!(report.raw, None);
}

#[test]
fn a_report_says_what_the_network_says_by_itself() {
    let mut engine = engine(random_network(1), 9, Ruleset::one_pure(), 1, &[]);
    let report = engine.search(Color::Black, &SearchRequest::default());
    let raw = report.raw.as_ref().expect("a network");
    assert_eq!(engine.raw_evaluation(Color::Black, Symmetry::ALL[0]).as_ref(), Some(raw));
    assert!((raw.win + raw.loss + raw.draw + raw.both_lose - 1.0).abs() < 1e-5);
    assert!((raw.policy.iter().map(|(_, probability)| probability).sum::<f64>() - 1.0).abs() < 1e-9);
    // After a move the tree is kept, and the network evaluates the new root.
    engine.play_as(Color::Black, Move::Place(Point::new(4, 4))).expect("legal");
    assert_eq!(engine.search(Color::White, &SearchRequest::default()).raw.expect("a network").color, Color::White);
    // After the end there is nothing to evaluate.
    engine.resign(Color::White).expect("play goes on");
    assert_eq!(engine.raw_evaluation(Color::White, Symmetry::ALL[0]), None);
}

#[test]
fn the_priors_of_the_search_are_the_policy_at_its_temperature() {
    for (text, temperature) in [("1", 1.0), ("1.5", 1.5)] {
        let mut engine = engine(random_network(1), 9, Ruleset::one_pure(), 1, &[("policy-temperature", text)]);
        let report = engine.search(Color::Black, &SearchRequest::default());
        let policy = &report.raw.as_ref().expect("a network").policy;
        let all: f64 = policy.iter().map(|(_, probability)| probability.powf(1.0 / temperature)).sum();
        for (action, probability) in policy {
            let candidate = report.candidates.iter().find(|candidate| candidate.action == *action);
            let prior = candidate.expect("a candidate").prior;
            assert!((prior - probability.powf(1.0 / temperature) / all).abs() < 1e-5, "{action} at {temperature}");
        }
    }
}

#[test]
fn a_symmetric_board_is_seen_in_every_symmetry() {
    let engine = engine(random_network(1), 9, Ruleset::one_pure(), 1, &[]);
    let size = engine.game().size();
    let corner = Point::new(0, 1);
    for symmetry in Symmetry::ALL {
        let plain = engine.raw_evaluation(Color::Black, Symmetry::ALL[0]).expect("a network");
        let image = engine.raw_evaluation(Color::Black, symmetry).expect("a network");
        // The empty board is its own image, so a symmetry only moves the values.
        assert!((plain.win - image.win).abs() < 1e-6);
        assert!((image.ownership(corner) - plain.ownership(symmetry.apply(size, corner))).abs() < 1e-6);
    }
}

#[test]
fn ownership_is_the_networks_where_it_evaluates() {
    let mut engine = engine(random_network(1), 9, Ruleset::one_pure(), 1, &[]);
    let request = onepure::engine::SearchRequest { ownership: true, is_advice: true, ..Default::default() };
    engine.best_move_with(Color::Black, &request, |_| std::ops::ControlFlow::Continue(()));
    let ownership = engine.report(Color::Black).ownership.expect("asked for");
    for point in engine.game().size().points() {
        // Simulations that end may leave a point without owner; a network divides every point.
        let held = ownership.share(Color::Black, point) + ownership.share(Color::White, point);
        assert!(held > 0.5 && held < 1.0 + 1e-6, "{point}: {held}");
        assert!(ownership.balance(point).abs() < 1.0);
    }
}

#[test]
fn noise_at_the_root_spreads_the_visits() {
    let visited = |noise: &str| {
        let set = [("root-noise", noise), ("root-noise-concentration", "1")];
        found(
            &engine(random_network(1), 9, Ruleset::one_pure(), 1, &set).search(Color::Black, &SearchRequest::default()),
        )
    };
    assert_ne!(visited("0"), visited("0.9"));
    assert_eq!(visited("0.9"), visited("0.9"));
}

#[test]
fn a_file_that_is_no_network_is_one_clear_line() {
    let parameter = Parameter::find("network").expect("a parameter");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("bad.safetensors");
    std::fs::write(&path, b"no network").expect("a file");
    for path in [path.to_str().expect("a path"), "no/such/file"] {
        let error = parameter.read(path).expect_err("no network").to_string();
        assert!(
            !error.contains('\n') && error.ends_with("; expected the file of a network, default, small or none"),
            "{error}"
        );
    }
}

/// The answer to a GTP command without its `=`, or the line of the error.
fn ask(session: &mut Session, line: &str) -> String {
    let mut output = Vec::new();
    session.run(line.as_bytes(), &mut output).expect("memory can be written");
    String::from_utf8(output).expect("text").trim_start_matches('=').trim().to_owned()
}

#[test]
fn gtp_names_the_network_and_says_what_it_thinks() {
    let folder = TempDir::new().expect("a folder");
    let mut session = Session::new(engine(NetworkChoice::None, 9, Ruleset::one_pure(), 1, &[]));
    assert_eq!(ask(&mut session, "kata-get-models"), "[]");
    assert!(ask(&mut session, "kata-raw-nn 0").starts_with("? there is no network"));
    let path = file(&folder, 1);
    let path = path.to_str().expect("a path");
    assert_eq!(ask(&mut session, &format!("kata-set-param network {path}")), "");
    assert_eq!(ask(&mut session, "kata-get-param network"), path);
    let models: Value = serde_json::from_str(&ask(&mut session, "kata-get-models")).expect("JSON");
    assert_eq!(models[0]["name"], path);

    let words: Vec<String> = ask(&mut session, "kata-raw-nn 3").split_whitespace().map(str::to_owned).collect();
    let after = |key: &str| words.iter().position(|word| word == key).expect("a key") + 1;
    let number = |at: usize| words[at].parse::<f64>().unwrap_or(0.0);
    assert_eq!(words[after("symmetry")], "3");
    let wins: f64 = ["whiteWin", "whiteLoss", "noResult", "bothLose"].map(|key| number(after(key))).iter().sum();
    assert!((wins - 1.0).abs() < 1e-4, "{wins}");
    // Black's pass as the first move loses at once.
    assert_eq!(words[after("policyPass")], "0.000000");
    let policy: f64 = (0..81).map(|offset| number(after("policy") + offset)).sum();
    assert!((policy - 1.0).abs() < 1e-3, "{policy}");
    assert_eq!(words.len() - after("whiteOwnership"), 81);
    let all = ask(&mut session, "kata-raw-nn white all");
    assert_eq!(all.matches("symmetry").count(), 8);
    for wrong in ["kata-raw-nn 8", "kata-raw-nn most", "kata-raw-nn"] {
        assert!(ask(&mut session, wrong).starts_with('?'), "{wrong}");
    }
}

#[test]
fn the_analysis_protocol_tells_raw_values_and_the_model() {
    let answers = |network: NetworkChoice| {
        let output = Arc::new(Mutex::new(Vec::new()));
        let settings = Settings { threads: 1, visits: Some(20), memory: 64, network, ..Settings::default() };
        let query = json!({
            "id": "q", "rules": "one-pure", "boardXSize": 9, "boardYSize": 9, "moves": [], "includePolicy": true
        });
        let input = format!("{}\n{query}\n", json!({ "id": "m", "action": "query_models" }));
        let host = QueryDefaults { settings, display: Display::default(), ruleset: None };
        converse(Cursor::new(input), Arc::clone(&output), host, || true).expect("threads can be started");
        let text = String::from_utf8(output.lock().expect("no panic").clone()).expect("text");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect::<Vec<Value>>()
    };
    let [models, found] = &answers(random_network(1))[..] else { panic!("two answers") };
    assert_eq!(models["models"][0]["usesHumanSLProfile"], false);
    for key in ["rawWinrate", "rawLead", "rawScoreSelfplay", "rawScoreSelfplayStdev", "rawNoResultProb"] {
        assert!(found["rootInfo"][key].is_f64(), "{key}");
    }
    let policy = found["policy"].as_array().expect("asked for").iter().filter_map(Value::as_f64);
    assert!((policy.filter(|&share| share > 0.0).sum::<f64>() - 1.0).abs() < 1e-3);
    let without = answers(NetworkChoice::None);
    assert_eq!(without[0]["models"], json!([]));
    assert_eq!(without[1]["rootInfo"]["rawWinrate"], Value::Null);
}
