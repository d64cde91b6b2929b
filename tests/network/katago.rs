//! The inputs of KataGo's networks: the same as KataGo's own.
//!
//! `tests/data/katago-inputs.jsonl` has positions with the inputs that `NNInputs::fillRowV7` of KataGo 1.17.2 wrote for them. Planes are
//! lists of points row by row from A1; those without a point and that of the board are left out.

use onepure::geometry::{BoardSize, Large, Point, PointSet};
use onepure::katago_rules::ruleset_agreeing;
use onepure::network::katago::KatagoInputs;
use onepure::rules::{Game, Move};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Known {
    name: String,
    size: usize,
    ko: String,
    suicide: bool,
    komi: f64,
    moves: String,
    planes: BTreeMap<usize, Vec<usize>>,
    numbers: Vec<f32>,
}

impl Known {
    fn game(&self) -> Game {
        let size = BoardSize::for_play(self.size).expect("5 to 19 lines");
        let rules =
            json!({"ko": self.ko, "scoring": "AREA", "tax": "NONE", "suicide": self.suicide, "friendlyPassOk": false});
        let ruleset = ruleset_agreeing(rules.as_object().expect("an object"), size).expect("rules");
        let mut game = Game::new(size, ruleset);
        game.set_komi(Some(self.komi));
        game
    }

    fn moves(&self) -> Vec<Move> {
        let parsed =
            |word: &str| if word == "pass" { Move::Abstain } else { Move::Place(word.parse().expect("a point")) };
        self.moves.split_whitespace().map(parsed).collect()
    }
}

#[test]
fn katago_sees_what_its_own_program_shows_it() {
    let known = include_str!("../data/katago-inputs.jsonl").lines();
    let mut seen = 0;
    for known in known.map(|line| serde_json::from_str::<Known>(line).expect("a position")) {
        // Inputs are those before a move: the pass stands for any.
        let moves = [known.moves(), vec![Move::Abstain]].concat();
        let last = moves.len() - 1;
        let mut found = None;
        let along = KatagoInputs::<Large>::along(
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
    assert_eq!(seen, 27);
}
