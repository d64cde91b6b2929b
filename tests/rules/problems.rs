//! The problems are whole: every turn has an answer, and both languages have the same facts. `tests/search/one_move.rs` searches them.

use crate::turns::{turns_of, with};
use onepure::learn::{Goal, ListedProblem, ProblemKind, find_problem, problem_kinds, problems};
use onepure::rules::{Move, Outcome};
use onepure::view::Language;
use std::collections::BTreeSet;

#[test]
fn there_are_150_problems_with_names_and_positions_of_their_own() {
    assert!(problems().len() >= 150, "{}", problems().len());
    let names: BTreeSet<_> = problems().iter().map(ListedProblem::name).collect();
    let positions: BTreeSet<_> = problems()
        .iter()
        .map(|listed| {
            let game = &listed.problem.game;
            format!("{:?} {:?}", game.board().position(), game.to_play())
        })
        .collect();
    assert_eq!((names.len(), positions.len()), (problems().len(), problems().len()));
    assert!(problem_kinds().iter().all(|kind| !kind.problems.is_empty()), "a kind has no problem");
    assert_eq!(find_problem(&problems()[30].name()), Some(31));
    assert_eq!([find_problem("31"), find_problem("0"), find_problem("31-1")], [Some(31), None, None]);
}

#[test]
fn the_right_turn_and_the_variation_after_it_are_legal() {
    for listed in problems() {
        let (name, problem) = (listed.name(), listed.problem);
        assert!((1..=3).contains(&problem.level), "{name}: level {}", problem.level);
        let mut game = problem.game.clone();
        assert!(!game.is_over(), "{name}: play is over");
        for &action in std::iter::once(&problem.right).chain(&problem.line) {
            assert!(game.play(action).is_ok(), "{name}: {action}");
        }
        let loser = game.outcome().and_then(Outcome::winner).map(|winner| !winner);
        assert_ne!(loser, Some(problem.learner()), "{name}: the variation loses");
    }
}

#[test]
fn every_turn_is_answered() {
    for listed in problems() {
        let (name, problem) = (listed.name(), listed.problem);
        let mut right = 0;
        for action in turns_of(&problem.game) {
            let mut game = with(&problem.game, action);
            let verdict = listed.judge(&game, Language::English).expect("a turn was taken");
            right += usize::from(verdict.is_right);
            let is_answered = verdict.goes_on || (!verdict.is_right && !game.is_over());
            assert_eq!(verdict.reply.is_some(), is_answered, "{name}: {action}");
            if let Some(reply) = verdict.reply {
                assert!(game.play(reply).is_ok(), "{name}: {reply} after {action}");
                assert_ne!(
                    game.outcome().and_then(Outcome::winner),
                    Some(problem.learner()),
                    "{name}: {reply} after {action} loses"
                );
                // Later turns change nothing.
                let later = listed.judge(&game, Language::English).expect("a turn was taken");
                assert_eq!((later.told, later.reply), (verdict.told.clone(), verdict.reply));
            }
            let korean = listed.judge(&game, Language::Korean).expect("a turn was taken");
            assert_eq!(verdict.told.len(), korean.told.len(), "{name}: {action}");
            assert!(verdict.told.len() > usize::from(verdict.reply.is_some()), "{name}: {action}");
        }
        assert_eq!(right, 1, "{name}");
        assert!(listed.judge(&problem.game, Language::English).is_none());
    }
}

#[test]
fn a_task_names_the_colour_and_the_group() {
    for listed in problems() {
        for language in Language::ALL {
            let task = listed.task(language).join(" ");
            assert!(task.contains(language.phrases().color(listed.problem.learner())), "{task}");
            assert!(!task.contains('{'), "{task}");
            if let Some(group) = listed.problem.group {
                assert!(
                    listed.problem.game.board().stone(group).is_some() && task.contains(&group.to_string()),
                    "{task}"
                );
            }
        }
    }
}

#[test]
fn play_goes_on_along_the_variation() {
    for listed in problems() {
        let (name, problem) = (listed.name(), listed.problem);
        let mut game = problem.game.clone();
        let mut own = std::iter::once(problem.right).chain(problem.line.iter().copied().skip(1).step_by(2));
        let is_solved = loop {
            let Some(turn) = own.next() else { break false };
            game.play(turn).expect("a legal turn");
            let verdict = listed.judge(&game, Language::English).expect("a turn was taken");
            assert!(verdict.is_right, "{name}: {turn}");
            match verdict.reply.filter(|_| verdict.goes_on) {
                Some(reply) => game.play(reply).expect("a legal turn"),
                None => break true,
            };
            // The reply changes nothing.
            assert!(listed.judge(&game, Language::English).expect("a turn was taken").goes_on, "{name}");
        };
        let turns = game.turns().len() - problem.game.turns().len();
        assert!(is_solved && turns % 2 == 1, "{name}: {turns} turns");
    }
}

#[test]
fn a_turn_that_leaves_the_variation_is_judged_by_a_proof() {
    let is_long = |listed: &&ListedProblem| listed.problem.goal == Goal::Group && listed.problem.line.len() > 1;
    let listed = problems().iter().find(is_long).expect("a problem with a variation");
    let mut game = with(&listed.problem.game, listed.problem.right);
    game.play(listed.problem.line[0]).expect("a legal turn");
    for action in turns_of(&game) {
        let verdict = listed.judge(&with(&game, action), Language::English).expect("a turn was taken");
        assert_eq!(
            verdict.is_right && verdict.goes_on,
            action == listed.problem.line[1] && listed.problem.line.len() > 3
        );
    }
}

#[test]
fn a_hint_names_the_right_turn_among_others() {
    for listed in problems() {
        let hint = listed.problem.hint();
        assert_eq!(hint.len(), 3, "{}", listed.name());
        assert!(hint.iter().any(|point| Move::Place(point) == listed.problem.right), "{}", listed.name());
        assert!(hint.iter().all(|point| listed.problem.game.board().stone(point).is_none()), "{}", listed.name());
    }
}

#[test]
fn mistakes_in_a_file_are_named() {
    const KIND: &str = "name = \"x\"\ntitle = { en = \"X\", ko = \"X\" }\ntext = { en = \"X\", ko = \"X\" }\n\
                        task = { en = \"X\", ko = \"X\" }\nright = { en = \"X\", ko = \"X\" }\nwrong = { en = \"X\", ko = \"X\" }\ngoal = \"search\"\n";
    let read = |rest: &str| ProblemKind::read(&format!("{KIND}[[problem]]\nlevel = 1\nright = \"C3\"\n{rest}"));
    assert!(read("size = 5\n").is_ok());
    for (rest, expected) in [
        ("", "expected a board or a size, got neither"),
        ("size = 5\nmoves = \"Z9\"\n", "expected a point, got `Z9`"),
        ("size = 5\nmoves = \"C3 C3\"\n", "C3: "),
        ("size = 5\nreplies = \"C3 after\"\n", "expected a point, got `C3 after`"),
        ("size = 5\nline = \"C3 here\"\n", "expected a point, got `here`"),
        ("size = 5\nhint = 1\n", "unknown field `hint`"),
    ] {
        let error = read(rest).expect_err("no problem").to_string();
        assert!(error.contains(expected), "{rest}: {error}");
    }
}
