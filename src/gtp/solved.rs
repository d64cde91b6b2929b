//! Answers of the solver as JSON, for `opr-solve` and `onepure solve`.

use onepure_engine::solve::{FORFEIT, GroupAnswer, ResultAnswer, Status};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::Point;
use onepure_rules::rules::Move;
use serde::Serialize;

/// What is proven about the result: Black's margin without komi.
#[derive(Serialize)]
pub struct SolvedResult {
    proven: bool,
    /// Bounds of the margin; null if none is proven.
    least: Option<i32>,
    most: Option<i32>,
    line: Vec<String>,
    nodes: u64,
}

/// What is proven about a group.
#[derive(Serialize)]
pub struct SolvedGroup {
    group: String,
    color: Color,
    status: &'static str,
    black_first: SolvedTurn,
    white_first: SolvedTurn,
}

/// What is proven about a group if one colour plays first.
#[derive(Serialize)]
struct SolvedTurn {
    taken: Option<bool>,
    line: Vec<String>,
    /// The points that the proof is about; left out for the whole board.
    #[serde(skip_serializing_if = "Option::is_none")]
    zone: Option<Vec<String>>,
    nodes: u64,
}

fn words(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

impl SolvedResult {
    /// The JSON of an answer. A bound of [`FORFEIT`] that is proven is a win by a dead end.
    pub fn of(answer: &ResultAnswer) -> Self {
        Self {
            proven: answer.exact().is_some(),
            least: Some(answer.least).filter(|&least| least > -FORFEIT || answer.most == -FORFEIT),
            most: Some(answer.most).filter(|&most| most < FORFEIT || answer.least == FORFEIT),
            line: words(&answer.line),
            nodes: answer.effort.nodes,
        }
    }
}

impl SolvedGroup {
    /// The JSON of the answers for both colours playing first.
    pub fn of(group: Point, color: Color, answers: &PerColor<GroupAnswer>) -> Self {
        let turn = |answer: &GroupAnswer| SolvedTurn {
            taken: answer.is_taken,
            line: words(&answer.line),
            zone: answer.zone.map(|zone| zone.iter().map(|point| point.to_string()).collect()),
            nodes: answer.effort.nodes,
        };
        Self {
            group: group.to_string(),
            color,
            status: Status::of(answers).name(),
            black_first: turn(&answers.black),
            white_first: turn(&answers.white),
        }
    }
}
