//! How far a network of KataGo, computed here, differs from what KataGo itself computes.
//!
//! ```text
//! cargo run --release --example katago -- FILE 1000 Integer katago gtp -config gtp.cfg -model FILE \
//!     -override-config nnRandomize=false
//! ```
//!
//! Behind the number of positions comes the arithmetic, `Integer` or `Reference`, and then the command of KataGo. The positions are those of
//! games whose moves the embedded networks draw, on boards of 5 to 19 lines in turn, under each combination of rules that both programs
//! know. KataGo answers `kata-raw-nn 0 0`: no symmetry, and none of the optimistic policy.

#![allow(clippy::print_stdout, reason = "its output is all that this program is for")]

#[path = "../tests/common/katago_answer.rs"]
mod katago_answer;

use katago_answer::Prediction;
use onepure::arena::report::TextTable;
use onepure::engine::{Level, NetworkChoice};
use onepure::geometry::{BoardSize, Large};
use onepure::katago_rules::ruleset_agreeing;
use onepure::network::katago::{KatagoInference, KatagoInputs, KatagoNetwork};
use onepure::network::{AnyNetwork, Inference, Inputs, Precision};
use onepure::random::Randomness;
use onepure::rules::{Game, Move};
use serde_json::{Value, json};
use std::error::Error;
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::thread;

/// The most that a first move may have less than KataGo's first move by KataGo's policy.
const SAME: f64 = 0.001;

/// The most that a probability in floats may differ by.
const ROUNDING: f64 = 0.001;

/// A position, by the moves that lead to it.
struct Sample {
    size: BoardSize,
    rules: Value,
    komi: f64,
    moves: Vec<Move>,
}

impl Sample {
    /// A position of a game whose moves are drawn from the policy.
    fn draw(number: usize, randomness: &mut Randomness) -> Result<Self, Box<dyn Error>> {
        let size = BoardSize::for_play(5 + number % 15)?;
        let points = size.lines() * size.lines();
        let mut one_of = |words: &[&'static str]| words[randomness.below(words.len())];
        let rules = json!({
            "ko": one_of(&["SIMPLE", "POSITIONAL", "SITUATIONAL"]),
            "scoring": one_of(&["AREA", "TERRITORY"]),
            "tax": one_of(&["NONE", "SEKI", "ALL"]),
            "suicide": one_of(&["", "legal"]) == "legal",
            "friendlyPassOk": false,
            "hasButton": false,
            "whiteHandicapBonus": "0",
        });
        let komi = randomness.below(31) as f64 / 2.0;
        let mut sample = Self { size, rules, komi, moves: Vec::new() };
        let mut game = sample.start()?;
        let Some(AnyNetwork::Onepure(network)) = NetworkChoice::Small.network(size, Level::LEAST) else {
            return Err("expected an embedded network".into());
        };
        let mut inference = Inference::<Large>::new(network);
        for _ in 0..randomness.below(points) {
            let color = game.to_play();
            let output = inference.evaluate(&Inputs::of_game(&game, color));
            let moves = size.points().map(|point| (Move::Place(point), output.policy[point]));
            let weights: Vec<(Move, f64)> = moves
                .chain([(Move::Abstain, output.abstain)])
                .filter(|&(action, _)| game.check(color, action).is_ok())
                .map(|(action, logit)| (action, f64::from(logit).exp()))
                .collect();
            let mut left = weights.iter().map(|(_, weight)| weight).sum::<f64>() * randomness.below(1 << 20) as f64
                / f64::from(1 << 20);
            let drawn = weights.iter().find(|(_, weight)| {
                left -= weight;
                left < 0.0
            });
            let Some(&(action, _)) = drawn else { break };
            game.play(action)?;
            if game.is_over() {
                break;
            }
            sample.moves.push(action);
        }
        Ok(sample)
    }

    fn start(&self) -> Result<Game, Box<dyn Error>> {
        let rules = self.rules.as_object().ok_or("an object")?;
        let mut game = Game::new(self.size, ruleset_agreeing(rules, self.size)?);
        game.set_komi(Some(self.komi));
        Ok(game)
    }

    fn is_black(&self) -> bool {
        self.moves.len().is_multiple_of(2)
    }

    /// The lines that show it to KataGo and ask for an evaluation.
    fn question(&self) -> String {
        let Self { size, rules, komi, moves } = self;
        let plays = moves.iter().enumerate().map(|(turn, action)| {
            let color = if turn.is_multiple_of(2) { "B" } else { "W" };
            match action {
                Move::Place(point) => format!("play {color} {point}\n"),
                Move::Abstain => format!("play {color} pass\n"),
            }
        });
        let plays: String = plays.collect();
        let lines = size.lines();
        format!("boardsize {lines}\nclear_board\nkata-set-rules {rules}\nkomi {komi}\n{plays}kata-raw-nn 0 0\n")
    }

    fn inputs(&self, network: &KatagoNetwork) -> Result<KatagoInputs<Large>, Box<dyn Error>> {
        // Inputs are those before a move: the pass stands for any.
        let moves = [&self.moves[..], &[Move::Abstain]].concat();
        let mut found = None;
        let last = self.moves.len();
        network.inputs(self.size).along(
            &self.start()?,
            &moves,
            |turn| turn == last,
            |_, inputs: &KatagoInputs<Large>| found = Some(inputs.clone()),
        )?;
        found.ok_or_else(|| "expected a position that goes on".into())
    }
}

/// What KataGo predicts in these positions.
fn ask(command: &[String], samples: &[Sample]) -> Result<Vec<Prediction>, Box<dyn Error>> {
    let (program, arguments) = command.split_first().ok_or("expected the command of KataGo")?;
    let mut katago = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (mut input, output) = (katago.stdin.take(), katago.stdout.take());
    let questions: String = samples.iter().map(Sample::question).collect();
    let writer = thread::spawn(move || input.as_mut().map(|input| input.write_all(questions.as_bytes())));
    let mut text = String::new();
    if let Some(output) = output {
        BufReader::new(output).read_to_string(&mut text)?;
    }
    let _ = writer.join();
    katago.wait()?;
    if let Some(line) = text.lines().find(|line| line.starts_with('?')) {
        return Err(format!("KataGo answers: {line}").into());
    }
    let answers: Vec<&str> = text.split("= symmetry 0\n").skip(1).collect();
    if answers.len() != samples.len() {
        return Err(format!("expected {} answers, got {}", samples.len(), answers.len()).into());
    }
    let of = |(sample, answer): (&Sample, &&str)| {
        let answer = answer.split("\n\n").next().unwrap_or_default();
        Prediction::of_text(answer, sample.size.lines(), sample.is_black())
    };
    Ok(samples.iter().zip(&answers).map(of).collect())
}

/// The differences in all positions, one number for each.
#[derive(Default)]
struct Differences {
    /// 1 for the same first move.
    same: Vec<f64>,
    /// Of KataGo's policy from ours (Kullback and Leibler, 1951).
    divergence: Vec<f64>,
    probability: Vec<f64>,
    win_rate: Vec<f64>,
    lead: Vec<f64>,
    ownership: Vec<f64>,
}

impl Differences {
    /// Adds those of a position, and returns the largest of a probability.
    fn add(&mut self, inference: &mut KatagoInference, inputs: &KatagoInputs<Large>, expected: &Prediction) -> f64 {
        let output = inference.evaluate(inputs);
        let logits = inputs.size.points().map(|point| output.policy[point]).chain([output.abstain]);
        let weights = logits.map(|logit| f64::from(logit).exp());
        let legal: Vec<(f64, f64)> =
            weights.zip(&expected.policy).filter_map(|(weight, known)| Some((weight, (*known)?))).collect();
        let total: f64 = legal.iter().map(|(weight, _)| weight).sum();
        let most = legal.iter().map(|&(_, known)| known).fold(0.0, f64::max);
        let first = legal.iter().max_by(|one, other| one.0.total_cmp(&other.0)).map_or(0.0, |&(_, known)| known);
        self.same.push(f64::from(u8::from(first >= most - SAME)));
        let divergence = legal.iter().filter(|&&(_, known)| known > 0.0);
        self.divergence.push(divergence.map(|&(weight, known)| known * (known / (weight / total)).ln()).sum());
        let apart = legal.iter().map(|&(weight, known)| (weight / total - known).abs()).fold(0.0, f64::max);
        self.probability.push(apart);
        let [won, lost, _, drawn] = output.outcome.map(f64::from);
        let rate = won + drawn / 2.0 - lost;
        self.win_rate.push((rate - (expected.outcome[0] - expected.outcome[1])).abs() / 2.0);
        self.lead.push((f64::from(output.score) - expected.lead).abs());
        let owners = inputs.size.points().map(|point| f64::from(output.ownership[point]));
        let owned: f64 = owners.zip(&expected.ownership).map(|(found, known)| (found - known).abs()).sum();
        self.ownership.push(owned / expected.ownership.len() as f64);
        apart
    }

    fn table(&mut self) -> TextTable {
        let mut table = TextTable::new(&["Difference", "Mean", "1 in 100 has more", "Most"]);
        for (name, numbers) in [
            ("same first move", &mut self.same),
            ("divergence of the policy", &mut self.divergence),
            ("largest of a probability", &mut self.probability),
            ("win rate", &mut self.win_rate),
            ("lead in points", &mut self.lead),
            ("ownership of a point", &mut self.ownership),
        ] {
            numbers.sort_by(f64::total_cmp);
            let at =
                |part: usize| numbers.get(numbers.len() * part / 100).or(numbers.last()).map_or(0.0, |&number| number);
            let mean = numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
            table.add(vec![name.to_owned(), format!("{mean:.6}"), format!("{:.6}", at(99)), format!("{:.6}", at(100))]);
        }
        table
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, positions, precision, command @ ..] = &arguments[..] else {
        return Err("expected FILE POSITIONS Integer|Reference and the command of KataGo".into());
    };
    let precision = match precision.as_str() {
        "Integer" => Precision::Integer,
        "Reference" => Precision::Reference,
        _ => return Err(format!("expected Integer or Reference, got \"{precision}\"").into()),
    };
    let network = KatagoNetwork::read(BufReader::new(File::open(file)?), precision)?;
    let mut randomness = Randomness::new(1, 0);
    let samples: Vec<Sample> =
        (0..positions.parse()?).map(|number| Sample::draw(number, &mut randomness)).collect::<Result<_, _>>()?;
    let expected = ask(command, &samples)?;
    let mut inference = KatagoInference::new(&network, BoardSize::MAIN.lines());
    let mut differences = Differences::default();
    for (sample, expected) in samples.iter().zip(&expected) {
        let apart = differences.add(&mut inference, &sample.inputs(&network)?, expected);
        if precision == Precision::Reference && apart > ROUNDING {
            println!("a probability differs by {apart:.6}:\n{}", sample.question());
        }
    }
    println!("{}: {} positions, {precision:?}\n\n{}", network.name(), samples.len(), differences.table().text());
    Ok(())
}
