//! The problems are whole: every turn has an answer, and both languages have the same facts. `tests/search/one_move.rs` searches them.

use crate::turns::{turns_of, with};
use onepure::learn::{ListedProblem, ProblemKind, find_problem, problem_kinds, problems};
use onepure::rules::Outcome;
use onepure::view::Language;
use std::collections::BTreeSet;

#[test]
fn there_are_sixty_problems_with_names_and_positions_of_their_own() {
    assert!(problems().len() >= 60, "{}", problems().len());
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
            assert_eq!(verdict.reply.is_some(), !verdict.is_right && !game.is_over(), "{name}: {action}");
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
fn the_variation_is_told_with_its_colours() {
    let listed = problems().iter().find(|listed| listed.problem.line.len() > 1).expect("a problem with a variation");
    let mut game = listed.problem.game.clone();
    game.play(listed.problem.right).expect("a legal turn");
    let [english, korean] =
        Language::ALL.map(|language| listed.judge(&game, language).expect("an answer").told.pop().expect("a sentence"));
    let first = listed.problem.line[0];
    let color = |language: Language| language.phrases().color(game.to_play());
    assert!(english.starts_with(&format!("Play may go on: {} {first}, ", color(Language::English))), "{english}");
    assert!(korean.starts_with(&format!("이어지는 수순의 예: {} {first}, ", color(Language::Korean))), "{korean}");
}

#[test]
fn mistakes_in_a_file_are_named() {
    const KIND: &str = "name = \"x\"\ntitle = { en = \"X\", ko = \"X\" }\ntext = { en = \"X\", ko = \"X\" }\n\
                        task = { en = \"X\", ko = \"X\" }\nright = { en = \"X\", ko = \"X\" }\nwrong = { en = \"X\", ko = \"X\" }\n";
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
