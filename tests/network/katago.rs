//! KataGo's networks: the inputs and the answers are KataGo's own.
//!
//! `tests/data/katago-inputs.jsonl` has positions with the inputs that `NNInputs::fillRowV7` of KataGo 1.17.2 wrote for them. Planes are
//! lists of points row by row from A1; those without a point and that of the board are left out.
//!
//! `tests/data/katago-answers.jsonl` has what KataGo 1.17.2 (Eigen) answers to `kata-raw-nn 0 0` in some of these positions with the
//! networks of `tests/common/katago_file.rs`. This command asks KataGo again, with a copy of its `gtp_example.cfg`:
//!
//! ```sh
//! ONEPURE_KATAGO='katago gtp -config gtp.cfg' cargo test --test library network::katago
//! ```

use crate::katago_answer::Prediction;
use crate::katago_file::{NETWORKS, replaced};
use onepure::geometry::{BoardSize, Large, Point, PointSet};
use onepure::katago_rules::ruleset_agreeing;
use onepure::network::katago::{KatagoInference, KatagoInputs, KatagoNetwork};
use onepure::network::{AnyNetwork, Precision};
use onepure::rules::{Game, Move};
use onepure_engine::speed;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

#[derive(Deserialize)]
struct Known {
    name: String,
    size: usize,
    ko: String,
    #[serde(default = "area")]
    scoring: String,
    #[serde(default = "no_tax")]
    tax: String,
    suicide: bool,
    komi: f64,
    moves: String,
    planes: BTreeMap<usize, Vec<usize>>,
    numbers: Vec<f32>,
}

fn area() -> String {
    "AREA".to_owned()
}

fn no_tax() -> String {
    "NONE".to_owned()
}

impl Known {
    fn all() -> Vec<Self> {
        let lines = include_str!("../data/katago-inputs.jsonl").lines();
        lines.map(|line| serde_json::from_str(line).expect("a position")).collect()
    }

    /// The rules in KataGo's words.
    fn rules(&self) -> serde_json::Value {
        json!({
            "ko": self.ko,
            "scoring": self.scoring,
            "tax": self.tax,
            "suicide": self.suicide,
            "friendlyPassOk": false,
            "hasButton": false,
            "whiteHandicapBonus": "0",
        })
    }

    fn game(&self) -> Game {
        let size = BoardSize::for_play(self.size).expect("5 to 19 lines");
        let ruleset = ruleset_agreeing(self.rules().as_object().expect("an object"), size).expect("rules");
        let mut game = Game::new(size, ruleset);
        game.set_komi(Some(self.komi));
        game
    }

    fn moves(&self) -> Vec<Move> {
        let parsed =
            |word: &str| if word == "pass" { Move::Abstain } else { Move::Place(word.parse().expect("a point")) };
        self.moves.split_whitespace().map(parsed).collect()
    }

    /// The points row by row from A1.
    fn points(&self) -> impl Iterator<Item = Point<Large>> {
        let size = self.size;
        (0..size * size).map(move |at| Point::new(at % size, at / size))
    }

    fn inputs(&self) -> KatagoInputs<Large> {
        let mut inputs = KatagoInputs::new(BoardSize::new(self.size).expect("a size"));
        inputs.planes[0] = inputs.size.all();
        let points: Vec<_> = self.points().collect();
        for (&number, plane) in &self.planes {
            inputs.planes[number] = plane.iter().map(|&at| points[at]).collect();
        }
        inputs.globals.copy_from_slice(&self.numbers);
        inputs
    }
}

#[test]
fn katago_sees_what_its_own_program_shows_it() {
    let mut seen = 0;
    for known in Known::all() {
        // Inputs are those before a move: the pass stands for any.
        let moves = [known.moves(), vec![Move::Abstain]].concat();
        let last = moves.len() - 1;
        let mut found = None;
        let along = KatagoInputs::<Large>::new(known.game().size()).along(
            &known.game(),
            &moves,
            |turn| turn == last,
            |_, inputs| {
                found = Some(inputs.clone());
            },
        );
        along.expect("legal moves");
        let found = found.expect("a position that goes on");
        assert_eq!(found.planes[0], found.size.all(), "{}", known.name);
        for (number, plane) in found.planes.iter().enumerate().skip(1) {
            let points = known.planes.get(&number).into_iter().flatten();
            let expected: PointSet = points.map(|at| Point::new(at % known.size, at / known.size)).collect();
            assert_eq!(*plane, expected, "{}: plane {number}", known.name);
        }
        for (number, (found, expected)) in found.globals.iter().zip(&known.numbers).enumerate() {
            assert!((found - expected).abs() < 1e-4, "{}: global {number} is {found}, not {expected}", known.name);
        }
        seen += 1;
    }
    assert_eq!(seen, 43);
}

/// What KataGo answers in a position.
#[derive(Serialize, Deserialize)]
struct Answer {
    network: String,
    position: String,
    #[serde(flatten)]
    prediction: Prediction,
}

/// Small boards: empty, with a ban by superko, with safe groups, and by territory.
const ANSWERED: [&str; 5] = [
    "empty 5, aga",
    "superko bans two points",
    "superko bans an old point",
    "both have pass-alive groups, 7",
    "sampled 7, seki tax, territory, komi 9",
];

/// The greatest differences from an answer.
#[derive(Default)]
struct Differences {
    policy: f64,
    outcome: f64,
    lead: f64,
    deviation: f64,
    ownership: f64,
}

impl Differences {
    fn add(&mut self, inference: &mut KatagoInference, known: &Known, answer: &Prediction) {
        let output = inference.evaluate(&known.inputs());
        let raise = |most: &mut f64, found: f64, expected: f64| *most = most.max((found - expected).abs());
        let logits = known.points().map(|point| output.policy[point]).chain([output.abstain]);
        let weights: Vec<f64> = logits.map(|logit| f64::from(logit).exp()).collect();
        let legal = || weights.iter().zip(&answer.policy).filter_map(|(weight, known)| Some((weight, (*known)?)));
        let total: f64 = legal().map(|(weight, _)| weight).sum();
        legal().for_each(|(weight, expected)| raise(&mut self.policy, weight / total, expected));
        for (found, &expected) in output.outcome.iter().zip(&answer.outcome) {
            raise(&mut self.outcome, f64::from(*found), expected);
        }
        raise(&mut self.lead, f64::from(output.score), answer.lead);
        // KataGo multiplies means by the probability of a result.
        let [mean, square] = answer.score.map(|mean| mean / (1.0 - answer.outcome[2]));
        let deviation = (square - mean * mean).sqrt() * std::f64::consts::FRAC_2_PI.sqrt();
        raise(&mut self.deviation, f64::from(output.deviation), deviation);
        for (point, &expected) in known.points().zip(&answer.ownership) {
            raise(&mut self.ownership, f64::from(output.ownership[point]), expected);
        }
    }
}

#[test]
fn katagos_networks_answer_as_in_katago() {
    if let Ok(command) = env::var("ONEPURE_KATAGO") {
        ask_katago(&command);
    }
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/katago-answers.jsonl");
    let answers = fs::read_to_string(data).expect("answers");
    let answers: Vec<Answer> = answers.lines().map(|line| serde_json::from_str(line).expect("an answer")).collect();
    assert_eq!(answers.len(), NETWORKS.len() * ANSWERED.len());
    let known = Known::all();
    for network in NETWORKS {
        let differences = |precision| {
            let read = KatagoNetwork::read(&network.bytes()[..], precision).expect("a network");
            assert_eq!(read.name(), network.name);
            let mut inference = KatagoInference::new(&read, 7);
            let mut differences = Differences::default();
            for answer in answers.iter().filter(|answer| answer.network == network.name) {
                let known = known.iter().find(|known| known.name == answer.position).expect("a position");
                differences.add(&mut inference, known, &answer.prediction);
            }
            differences
        };
        // KataGo rounds points to three decimals, and those of the squares too.
        let Differences { policy, outcome, lead, deviation, ownership } = differences(Precision::Reference);
        let probability = policy.max(outcome);
        assert!(probability < 1e-4 && ownership < 1e-4, "{}: {probability}, {ownership}", network.name);
        assert!(lead < 1e-3 && deviation < 5e-3, "{}: {lead}, {deviation}", network.name);
        // Random weights are worse for 8 bits than learned ones.
        let Differences { policy, outcome, lead, deviation, ownership } = differences(Precision::Integer);
        let probability = policy.max(outcome);
        assert!(probability < 0.04 && ownership < 0.25, "{}: {probability}, {ownership}", network.name);
        assert!(lead < 0.5 && deviation < 0.2, "{}: {lead}, {deviation}", network.name);
    }
}

/// Writes the answers of KataGo.
fn ask_katago(command: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut lines = String::new();
    for network in NETWORKS {
        let file = folder.path().join(format!("{}.bin", network.name));
        fs::write(&file, network.bytes()).expect("written");
        let words: Vec<&str> = command.split_whitespace().collect();
        let mut katago = Command::new(words[0])
            .args(&words[1..])
            .args(["-override-config", "nnRandomize=false", "-model"])
            .arg(&file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("KataGo");
        let known = Known::all().into_iter().filter(|known| ANSWERED.contains(&known.name.as_str()));
        let known: Vec<Known> = known.collect();
        let mut input = katago.stdin.take().expect("its input");
        for known in &known {
            let Known { size, komi, .. } = known;
            let moves = known.moves.split_whitespace().zip(["B", "W"].into_iter().cycle());
            let moves: Vec<String> = moves.map(|(word, color)| format!("play {color} {word}\n")).collect();
            let moves = moves.concat();
            let rules = known.rules();
            writeln!(
                input,
                "boardsize {size}\nclear_board\nkata-set-rules {rules}\nkomi {komi}\n{moves}kata-raw-nn 0 0"
            )
            .expect("written");
        }
        drop(input);
        let output = katago.wait_with_output().expect("answers");
        let output = String::from_utf8(output.stdout).expect("text");
        let answers: Vec<&str> = output.split("= symmetry 0\n").skip(1).collect();
        assert_eq!(answers.len(), known.len(), "{output}");
        for (known, text) in known.iter().zip(answers) {
            let text = text.split("\n\n").next().expect("an answer");
            let is_black = known.moves().len().is_multiple_of(2);
            let answer = Answer {
                network: network.name.to_owned(),
                position: known.name.clone(),
                prediction: Prediction::of_text(text, known.size, is_black),
            };
            lines += &(serde_json::to_string(&answer).expect("JSON") + "\n");
        }
    }
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/katago-answers.jsonl");
    fs::write(data, lines).expect("written");
}

#[test]
fn files_that_are_no_network_of_katago_are_refused_in_one_line() {
    let [residual, bottleneck, ..] = NETWORKS.map(|network| network.bytes());
    let cut = |bytes: &[u8], to| bytes[..to].to_vec();
    let wrong = [
        (Vec::new(), "expected more layers behind byte 0, but the file is cut short"),
        (cut(&residual, 14), "but the file is cut short"),
        (cut(&residual, 50_000), "but the file is cut short"),
        (cut(&residual, residual.len() - 2), "but the file is cut short"),
        (replaced(&residual, " 8 22 19", " 18 22 19"), "expected a network of version 8 to 17 at byte "),
        (replaced(&residual, " 8 22 19", " 8 23 19"), "expected 22 planes and 19 globals"),
        (replaced(&residual, "ordinary_block", "dilated_block"), "expected ordinary_block, gpool_block, "),
        (replaced(&bottleneck, "ACTIVATION_MISH", "ACTIVATION_GELU"), ", got \"ACTIVATION_GELU\""),
        (replaced(&residual, "@BIN@", "0.123"), "expected floats behind @BIN@"),
    ];
    for (bytes, expected) in wrong {
        let error = KatagoNetwork::read(&bytes[..], Precision::Integer).expect_err(expected).to_string();
        assert!(error.contains(expected) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn their_evaluations_are_measured_too() {
    let network = KatagoNetwork::read(&NETWORKS[0].bytes()[..], Precision::Integer).expect("a network");
    let size = BoardSize::new(9).expect("9 lines");
    assert!(speed::evaluations(size, Duration::from_millis(20), &AnyNetwork::Katago(network)) > 0);
}
