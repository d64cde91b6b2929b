//! The problems of `onepure learn` have one right move: a search after each turn, or a proof.

use crate::right_turn::{Judge, verify};
use crate::turns::turns_of;
use onepure::learn::{Goal, ListedProblem, problems};

/// The visits of each search after the right turn, and of the search that solves a problem of level 1.
const VISITS: u64 = 60;

#[test]
fn the_right_move_is_better_than_the_usual_mistake() {
    let mut judge = Judge::default();
    for listed in problems().iter().filter(|listed| listed.problem.goal == Goal::Search) {
        let problem = listed.problem;
        let right = judge.side(&problem.game, problem.right, VISITS).wins;
        let pass = turns_of(&problem.game).pop().expect("a turn");
        let wrong = judge.side(&problem.game, pass, VISITS).wins;
        assert!(right > wrong + 0.25, "{}: {right:.2} against {wrong:.2}", listed.name());
    }
}

#[test]
fn a_short_search_solves_the_first_level() {
    let mut judge = Judge::default();
    let is_easy = |listed: &&ListedProblem| listed.problem.level == 1 && listed.problem.goal == Goal::Search;
    let easy = problems().iter().filter(is_easy);
    let solved = easy.map(|listed| judge.choice(&listed.problem.game, VISITS) == Some(listed.problem.right));
    let solved: Vec<bool> = solved.collect();
    let right = solved.iter().filter(|&&is_right| is_right).count();
    assert!(10 * right >= 9 * solved.len() && right > 10, "{right} of {}", solved.len());
}

/// `ONEPURE_PROBLEM_VISITS` is the number of visits after each wrong turn; the right one gets four times as many. Without it the test
/// proves the first two problems of each kind that has proofs, and searches the first problem of all.
#[test]
fn one_move_alone_is_right() {
    let visits = std::env::var("ONEPURE_PROBLEM_VISITS").ok().map(|visits| visits.parse().expect("a number"));
    let mut judge = Judge::default();
    let is_short =
        |index: usize| index == 0 || (problems()[index].problem.goal != Goal::Search && problems()[index].number <= 2);
    for (_, listed) in problems().iter().enumerate().filter(|&(index, _)| visits.is_some() || is_short(index)) {
        verify(&mut judge, listed, visits.unwrap_or(200)).expect("one right move");
    }
}

#[test]
fn a_wrong_solution_is_found() {
    let mut judge = Judge::default();
    let mut problem = problems()[0].problem.clone();
    problem.right = onepure::rules::Move::Abstain;
    let listed = ListedProblem { problem: Box::leak(Box::new(problem)), ..problems()[0] };
    let name = listed.name();
    assert!(verify(&mut judge, &listed, 200).is_err_and(|error| error.starts_with(&name)));
}
