//! `onepure analysis` answers everything: each position of a query has one final answer, or the query one error, whatever else
//! runs, ends or fails.

use onepure::analysis::protocol::{QueryDefaults, converse};
use onepure::engine::Settings;
use onepure::random::Randomness;
use onepure::view::Display;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, BufReader, Write};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

/// Longer than any conversation here.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Runs a conversation to its end, and returns the output.
fn hold<W: Write + Send + 'static>(input: impl BufRead + Send + 'static, output: W, threads: usize) -> Arc<Mutex<W>> {
    let output = Arc::new(Mutex::new(output));
    let settings = Settings { threads, visits: Some(20), ..Settings::default() };
    let (sender, end) = mpsc::channel();
    let written = Arc::clone(&output);
    thread::spawn(move || {
        sender.send(converse(
            input,
            written,
            QueryDefaults { settings, display: Display::default(), ruleset: None },
            || true,
        ))
    });
    end.recv_timeout(TIMEOUT).expect("the conversation ends").expect("threads can be started");
    output
}

fn values(text: &[u8]) -> Vec<Value> {
    let lines = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("a line of JSON")).collect()
}

/// The expected answer to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Fate {
    /// An answer for each of these turns.
    Answers(BTreeSet<u64>),
    Error,
    /// The answers or an error.
    Either(BTreeSet<u64>),
    Echo,
}

/// Lines to send, and the expected answer to each id.
struct Script {
    randomness: Randomness,
    lines: Vec<String>,
    fates: BTreeMap<String, Fate>,
    /// The number of lines that are not queries.
    nonsense: usize,
    /// Queries that run until they are terminated.
    endless: Vec<String>,
}

impl Script {
    fn new(seed: u64, length: usize) -> Self {
        let mut script = Self {
            randomness: Randomness::new(seed, 0),
            lines: Vec::new(),
            fates: BTreeMap::new(),
            nonsense: 0,
            endless: Vec::new(),
        };
        for number in 0..length {
            script.go_on(&format!("q{number}"));
        }
        for (number, id) in std::mem::take(&mut script.endless).into_iter().enumerate() {
            let end = json!({ "id": format!("end{number}"), "action": "terminate", "terminateId": id });
            script.say(&format!("end{number}"), &end, Fate::Echo);
        }
        script
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.randomness.below(many) == 0
    }

    fn say(&mut self, id: &str, line: &Value, fate: Fate) {
        self.lines.push(line.to_string());
        self.fates.insert(id.to_owned(), fate);
    }

    fn go_on(&mut self, id: &str) {
        match self.randomness.below(20) {
            0 => {
                self.nonsense += 1;
                let kind = self.randomness.below(4);
                self.lines.push(["nonsense", "[]", "{\"id\":1}", "{\"moves\":[]}"][kind].to_owned());
            }
            1 => self.say(id, &json!({ "id": id, "action": "query_version" }), Fate::Echo),
            2 | 3 => {
                let other = format!("q{}", self.randomness.below(self.lines.len() + 1));
                let mut end = json!({ "id": id, "action": "terminate", "terminateId": other });
                if self.one_in(3) {
                    end["turnNumbers"] = json!([0, 2]);
                }
                self.say(id, &end, Fate::Echo);
            }
            _ => self.ask(id),
        }
    }

    fn ask(&mut self, id: &str) {
        let lines = [5, 5, 7, 9, 19][self.randomness.below(5)];
        let rules = ["one-pure", "chinese"][self.randomness.below(2)];
        let mut query = json!({ "id": id, "boardXSize": lines, "boardYSize": lines, "rules": rules,
            "maxVisits": 1 + self.randomness.below(30) });
        let mut moves = vec![["B", "C3"], ["W", "C2"], ["B", "B3"], ["W", "D2"]];
        moves.truncate(self.randomness.below(5));
        let kind = self.randomness.below(10);
        if kind == 0 {
            // Play ends, and other programs keep passing.
            moves.extend([["B", "pass"], ["W", "pass"]].repeat(3));
        } else if kind == 1 {
            moves.extend([["B", "A1"], ["W", "A1"]]);
        }
        let points: Vec<String> = (0..30).map(|_| self.point(lines)).collect();
        if kind == 2 {
            let colors = ["B", "W"].into_iter().cycle();
            moves.extend(colors.zip(&points).map(|(color, point)| [color, point.as_str()]));
        }
        let last = moves.len() as u64;
        query["moves"] = json!(moves);
        let mut turns = BTreeSet::from([last]);
        if self.one_in(3) {
            turns.extend([0, last / 2]);
            query["analyzeTurns"] = json!(turns);
        }
        if kind == 3 {
            let wrong = [json!([]), json!([last + 1]), json!([0, -1]), json!("all")];
            query["analyzeTurns"] = wrong[self.randomness.below(4)].clone();
        }
        if self.one_in(3) {
            query["reportDuringSearchEvery"] = json!(0.001);
        }
        if self.one_in(4) {
            query["priority"] = json!(self.randomness.below(9));
        }
        if self.one_in(8) {
            query["allowMoves"] = json!([{ "player": "B", "moves": [], "untilDepth": 2 }]);
        }
        if self.one_in(8) {
            query["overrideSettings"] = json!({ "numSearchThreads": 3, "bogus": 1 });
        }
        if self.one_in(40) {
            query["maxVisits"] = json!(1_000_000_000);
            query["overrideSettings"] = json!({ "maxTime": 1e6 });
            self.endless.push(id.to_owned());
        }
        self.say(
            id,
            &query,
            match kind {
                1 | 3 => Fate::Error,
                2 => Fate::Either(turns),
                _ => Fate::Answers(turns),
            },
        );
    }

    fn point(&mut self, lines: usize) -> String {
        let column = char::from(b"ABCDEFGHJKLMNOPQRST"[self.randomness.below(lines)]);
        format!("{column}{}", 1 + self.randomness.below(lines))
    }
}

/// The answers by id.
fn fates(answers: &[Value]) -> BTreeMap<String, Vec<Fate>> {
    let mut fates: BTreeMap<String, Vec<Fate>> = BTreeMap::new();
    let mut turns: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for answer in answers {
        let Some(id) = answer["id"].as_str() else { continue };
        if answer["error"].is_string() {
            fates.entry(id.to_owned()).or_default().push(Fate::Error);
        } else if answer["action"].is_string() {
            fates.entry(id.to_owned()).or_default().push(Fate::Echo);
        } else if let Some(turn) = answer["turnNumber"].as_u64() {
            let answered = turns.entry(id.to_owned()).or_default();
            let is_new =
                if answer["isDuringSearch"] == true { !answered.contains(&turn) } else { answered.insert(turn) };
            assert!(is_new, "after the last answer: {answer}");
        } else {
            assert!(answer["warning"].is_string(), "{answer}");
        }
    }
    for (id, turns) in turns.into_iter().filter(|(_, turns)| !turns.is_empty()) {
        fates.entry(id).or_default().push(Fate::Answers(turns));
    }
    fates
}

#[test]
fn everything_is_answered() {
    for (seed, threads) in [(1, 1), (2, 2), (3, 4)] {
        let script = Script::new(seed, 400);
        assert!(script.lines.iter().any(|line| line.contains("1000000000")), "one that does not end by itself");
        let (reader, mut writer) = io::pipe().expect("a pipe");
        let lines = script.lines.clone();
        let speaker = thread::spawn(move || {
            for (number, line) in lines.into_iter().enumerate() {
                writeln!(writer, "{line}").expect("somebody reads");
                // Some lines arrive at once, others during a search.
                thread::sleep(Duration::from_millis(number as u64 % 16 / 8));
            }
        });
        let output = hold(BufReader::new(reader), Vec::new(), threads);
        speaker.join().expect("everything was said");
        let answers = values(&output.lock().expect("nobody panicked"));
        let general = answers.iter().filter(|answer| answer["id"].is_null()).count();
        assert_eq!(general, script.nonsense, "an error for each line that is no query");
        let mut became = fates(&answers);
        for (id, fate) in script.fates {
            let became = became.remove(&id).unwrap_or_default();
            let is_right = match &fate {
                Fate::Either(turns) => became == [Fate::Error] || became == [Fate::Answers(turns.clone())],
                fate => became == [fate.clone()],
            };
            assert!(is_right, "seed {seed}, {id}: {became:?} instead of {fate:?}");
        }
        assert!(became.is_empty(), "{became:?}");
    }
}

/// An output that panics once.
struct Faulty {
    has_failed: bool,
    written: Vec<u8>,
}

impl Write for Faulty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        assert!(std::mem::replace(&mut self.has_failed, true), "a fault on purpose");
        self.written.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_internal_error_is_told_and_the_next_line_answered() {
    let query = json!({ "id": "q", "rules": "one-pure", "boardXSize": 5, "boardYSize": 5, "moves": [] });
    let version = json!({ "id": "v", "action": "query_version" });
    let told = |lines: String| {
        let output = hold(io::Cursor::new(lines), Faulty { has_failed: false, written: Vec::new() }, 1);
        let output = output.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        values(&output.written)
    };
    // The first panic is in reading a line, the second in a search.
    let answers = told(format!("{version}\n{query}\n"));
    let expected = json!({ "id": "v", "field": "id", "error": "internal error: what it says is not done" });
    assert_eq!(answers[0], expected);
    assert_eq!((&answers[1]["id"], &answers[1]["rootInfo"]["visits"]), (&"q".into(), &20.into()));
    let answers = told(format!("{query}\n"));
    assert_eq!(answers[0], json!({ "error": "internal error at turn 0 of query q" }));
    assert_eq!(answers[1], json!({ "id": "q", "isDuringSearch": false, "noResults": true, "turnNumber": 0 }));
}

#[test]
fn analysis_queries_of_the_corpus() {
    crate::corpus::replay("analysis_query", crate::analysis_query::run);
}
