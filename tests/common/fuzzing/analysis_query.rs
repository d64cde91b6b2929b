//! The analysis protocol: every line has an answer. A query has one final answer for each of its turns, or one error.

use onepure::analysis::protocol::{QueryDefaults, converse};
use onepure::engine::{Parameter, Settings};
use onepure::view::Display;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex};

/// The number of lines of an input that are used, so that an input takes a fraction of a second.
const MOST_LINES: usize = 8;

/// The greatest number of turns of a query that is used, for the same reason.
const MOST_TURNS: usize = 32;

/// The limit for visits and other numbers that would make a query slow.
const MOST: u64 = 2;

/// The expected answers to a query: final answers for these turns, or one error.
struct Expected {
    turns: Vec<Value>,
}

/// Sends the lines of an input, and checks the answers.
///
/// # Panics
/// If an answer is not a JSON object on one line, or a query has no answer or too many.
pub(crate) fn run(data: &[u8]) {
    let mut said = Vec::new();
    let mut expected: BTreeMap<String, Vec<Expected>> = BTreeMap::new();
    let (mut lines, mut broken, mut acts) = (0, 0, false);
    for line in data.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).take(MOST_LINES) {
        let Ok(Value::Object(mut object)) = serde_json::from_slice(line) else {
            said.extend_from_slice(line);
            said.push(b'\n');
            lines += 1;
            broken += 1;
            continue;
        };
        let turns = object.get("analyzeTurns").and_then(Value::as_array).cloned();
        if turns.as_ref().is_some_and(|turns| turns.len() > MOST_TURNS) {
            continue;
        }
        limit(&mut object);
        acts |= object.contains_key("action");
        if let Some(id) = object.get("id").and_then(Value::as_str) {
            let last = object.get("moves").and_then(Value::as_array).map_or(0, Vec::len);
            let turns = turns.unwrap_or_else(|| vec![json!(last)]);
            expected.entry(id.to_owned()).or_default().push(Expected { turns });
        }
        said.extend_from_slice(Value::Object(object).to_string().as_bytes());
        said.push(b'\n');
        lines += 1;
    }
    let answers = answers(said);
    assert!(answers.len() >= lines, "{lines} lines, {answers:?}");
    for (id, queries) in expected {
        // An action may end queries of any id, and queries with the same id cannot be distinguished.
        if let ([Expected { turns }], false) = (queries.as_slice(), acts) {
            check(&id, turns, broken, &answers);
        }
    }
}

/// Lowers the fields that would make a search long.
fn limit(object: &mut Map<String, Value>) {
    if let Some(visits) = object.get_mut("maxVisits")
        && visits.as_f64().is_some_and(|visits| visits > MOST as f64)
    {
        *visits = json!(MOST);
    }
    let Some(settings) = object.get_mut("overrideSettings").and_then(Value::as_object_mut) else { return };
    for (name, value) in settings {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let parameter = Parameter::find(name).filter(|parameter| parameter.read(&text).is_ok());
        if parameter.is_some_and(|parameter| ["visits", "threads", "memory"].contains(&parameter.name)) {
            *value = json!(MOST);
        }
    }
}

fn answers(said: Vec<u8>) -> Vec<Value> {
    let settings = Settings { threads: 1, visits: Some(MOST), memory: 2, ..Settings::default() };
    let output = Arc::new(Mutex::new(Vec::new()));
    converse(
        Cursor::new(said),
        Arc::clone(&output),
        QueryDefaults { settings, display: Display::default(), ruleset: None },
        || true,
    )
    .expect("memory can be read");
    let output = output.lock().expect("nobody panicked");
    let text = std::str::from_utf8(&output).expect("answers are text");
    assert!(!text.contains("internal error"), "{text}");
    let answer = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(answer).inspect(|answer: &Value| assert!(answer.is_object(), "{answer}")).collect()
}

/// Checks a query whose id is unique: it has one error, or one final answer for each of its turns. A line that is not
/// an object has an error too, with that id if the line contains it.
fn check(id: &str, turns: &[Value], broken: usize, answers: &[Value]) {
    let ours = || answers.iter().filter(|answer| answer["id"] == id);
    let errors = ours().filter(|answer| answer.get("error").is_some()).count();
    let finals = ours().filter(|answer| answer["isDuringSearch"] == false);
    let mut finals: Vec<String> = finals.map(|answer| answer["turnNumber"].to_string()).collect();
    if errors > 0 && finals.is_empty() {
        assert!(errors <= 1 + broken, "{id}: {answers:?}");
        return;
    }
    assert!(errors <= broken, "{id}: {answers:?}");
    let mut turns: Vec<String> = turns.iter().map(Value::to_string).collect();
    finals.sort();
    turns.sort();
    turns.dedup();
    assert_eq!(finals, turns, "{id}: {answers:?}");
}
