//! The queue of `onepure analysis`: interim answers, termination, priorities, and the end of the input.

use super::protocol::{ask, query};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A running program that gets lines during a search. Dropping it kills the process.
struct Program {
    process: Child,
    /// `None` after it was closed.
    input: Option<ChildStdin>,
    lines: mpsc::Receiver<Value>,
}

impl Program {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_onepure"));
        command.arg("analysis").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the program can be started");
        let (input, output) = (process.stdin.take(), process.stdout.take().expect("a way out"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).expect("a line of JSON"));
            }
        });
        Self { process, input, lines }
    }

    fn say(&mut self, line: &Value) {
        let input = self.input.as_mut().expect("a way in");
        writeln!(input, "{line}").expect("the program reads");
    }

    fn hear(&self) -> Value {
        self.lines.recv_timeout(Duration::from_secs(60)).expect("an answer")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// More visits than any test waits for.
const ENDLESS: u64 = 1_000_000_000;

#[test]
fn a_search_is_told_of_and_ended() {
    let mut program = Program::start(&["--threads", "1"]);
    program.say(&query(json!({ "id": "long", "maxVisits": ENDLESS, "reportDuringSearchEvery": 0.05 })));
    let mut visits = 0;
    for _ in 0..3 {
        let report = program.hear();
        assert_eq!((&report["id"], &report["isDuringSearch"]), (&"long".into(), &true.into()));
        let now = report["rootInfo"]["visits"].as_u64().expect("a number");
        assert!(now > visits);
        visits = now;
    }
    // Termination also ends waiting positions, without results, and no other query.
    program.say(&query(json!({ "id": "waiting", "analyzeTurns": [0] })));
    program.say(&query(json!({ "id": "other", "maxVisits": 5 })));
    program.say(&json!({ "id": "t1", "action": "terminate", "terminateId": "waiting", "turnNumbers": [3] }));
    program.say(&json!({ "id": "t2", "action": "terminate", "terminateId": "waiting" }));
    program.say(&json!({ "id": "t3", "action": "terminate", "terminateId": "long" }));
    let mut answers: Vec<Value> = Vec::new();
    while answers.len() < 6 {
        let answer = program.hear();
        if answer["isDuringSearch"] != true {
            answers.push(answer);
        }
    }
    let of = |id: &str| {
        answers.iter().find(|answer| answer["id"] == id).unwrap_or_else(|| panic!("nothing of {id}: {answers:?}"))
    };
    assert_eq!(of("waiting"), &json!({ "id": "waiting", "isDuringSearch": false, "noResults": true, "turnNumber": 0 }));
    assert!(of("long")["rootInfo"]["visits"].as_u64() >= Some(visits));
    assert_eq!(of("other")["rootInfo"]["visits"], 5);
    assert_eq!(of("t2")["terminateId"], "waiting");
    let order: Vec<_> = answers.iter().map(|answer| answer["id"].as_str().unwrap_or_default()).collect();
    assert!(order.iter().position(|&id| id == "t1") < order.iter().position(|&id| id == "waiting"), "{order:?}");
}

#[test]
fn a_search_that_is_ended_without_a_move_has_no_results() {
    let mut program = Program::start(&["--threads", "1"]);
    // No move is allowed, so there is never an interim answer.
    let nothing = json!([{ "player": "B", "moves": [], "untilDepth": 1 }]);
    program.say(&query(json!({ "id": "none", "maxVisits": ENDLESS, "allowMoves": nothing,
        "reportDuringSearchEvery": 0.01 })));
    assert_eq!(program.hear()["isDuringSearch"], true, "it is under way");
    program.say(&json!({ "id": "t", "action": "terminate", "terminateId": "none" }));
    let last = std::iter::repeat_with(|| program.hear()).find(|answer| answer["isDuringSearch"] == false);
    assert_eq!(last, Some(json!({ "id": "none", "isDuringSearch": false, "noResults": true, "turnNumber": 0 })));
}

#[test]
fn the_more_urgent_is_answered_first() {
    let mut program = Program::start(&["--threads", "1"]);
    program.say(&query(json!({ "id": "long", "maxVisits": ENDLESS, "reportDuringSearchEvery": 0.01 })));
    assert_eq!(program.hear()["id"], "long", "it is under way");
    let turns = json!({ "id": "turns", "moves": [["B", "C3"], ["W", "B3"]], "analyzeTurns": [0, 1, 2], "priorities": [1, 3, 2], "maxVisits": 5 });
    program.say(&query(json!({ "id": "low", "priority": -5, "maxVisits": 5 })));
    program.say(&query(turns));
    program.say(&query(json!({ "id": "high", "priority": 7, "maxVisits": 5 })));
    program.say(&json!({ "id": "t", "action": "terminate", "terminateId": "long" }));
    let mut order = Vec::new();
    while order.len() < 5 {
        let answer = program.hear();
        if answer["id"] != "long" && answer["id"] != "t" {
            order.push((
                answer["id"].as_str().unwrap_or_default().to_owned(),
                answer["turnNumber"].as_u64().unwrap_or_default(),
            ));
        }
    }
    let order: Vec<_> = order.iter().map(|(id, turn)| (id.as_str(), *turn)).collect();
    assert_eq!(order, [("high", 0), ("turns", 1), ("turns", 2), ("turns", 0), ("low", 0)]);
}

#[test]
fn positions_are_searched_in_parallel() {
    let mut program = Program::start(&["--threads", "2"]);
    program.say(&query(json!({ "id": "long", "maxVisits": ENDLESS })));
    program.say(&query(json!({ "id": "short", "maxVisits": 5 })));
    assert_eq!(program.hear()["id"], "short", "it does not wait for the long one");
    program.say(&json!({ "id": "t", "action": "terminate_all" }));
    assert_eq!(program.hear()["action"], "terminate_all");
    assert_eq!(program.hear()["id"], "long");
}

#[test]
fn the_end_of_the_input_finishes_the_queue() {
    let queries: Vec<Value> =
        (0..20).map(|number| query(json!({ "id": number.to_string(), "maxVisits": 20 }))).collect();
    assert_eq!(ask(&queries).len(), 20);
    let mut program = Program::start(&["--threads", "2", "--visits", "20"]);
    for query in &queries {
        program.say(query);
    }
    program.input = None;
    assert_eq!(program.lines.iter().count(), 20);
    assert!(program.process.wait().expect("an end").success());
}
