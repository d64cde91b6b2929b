//! Answers of the solver as JSON, for `opr-solve` and `onepure solve`.

use super::object::Object;
use onepure_engine::solve::{FORFEIT, GroupAnswer, ResultAnswer, Status};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::Point;

/// What is proven about the result: Black's margin without komi. A bound of [`FORFEIT`] that is proven is a win by a dead end; a bound
/// is null if none is proven.
pub(crate) fn solved_result(answer: &ResultAnswer) -> Object {
    Object::default()
        .with("proven", answer.exact().is_some())
        .with("least", Some(answer.least).filter(|&least| least > -FORFEIT || answer.most == -FORFEIT))
        .with("most", Some(answer.most).filter(|&most| most < FORFEIT || answer.least == FORFEIT))
        .with("line", &answer.line)
        .with("nodes", answer.effort.nodes)
}

/// What is proven about a group, for both colours playing first.
pub(crate) fn solved_group(group: Point, color: Color, answers: &PerColor<GroupAnswer>) -> Object {
    let turn = |answer: &GroupAnswer| {
        Object::default()
            .with("taken", answer.is_taken)
            .with("line", &answer.line)
            // Left out for the whole board.
            .with_some("zone", answer.zone)
            .with("nodes", answer.effort.nodes)
    };
    Object::default()
        .with("group", group)
        .with("color", color)
        .with("status", Status::of(answers).name())
        .with("black_first", turn(&answers.black))
        .with("white_first", turn(&answers.white))
}
