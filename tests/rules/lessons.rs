//! The lessons are true: each claim agrees with the rules, each turn has an answer, and both languages have the same facts.

use crate::turns::{turns_of, with};
use onepure::board::Color;
use onepure::geometry::{Point, PointSet};
use onepure::learn::{Answer, Claim, Condition, Lesson, Step, lessons};
use onepure::rules::{Game, Move};
use onepure::view::Language;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Every step with a name for messages.
fn steps() -> impl Iterator<Item = (String, &'static Step)> {
    let name = |lesson: &Lesson, step: usize| format!("{}, step {}", lesson.name, step + 1);
    lessons()
        .iter()
        .flat_map(move |lesson| lesson.steps.iter().enumerate().map(move |(index, step)| (name(lesson, index), step)))
}

/// The game after each turn that the learner can take.
fn games_after(step: &Step) -> Vec<Game> {
    turns_of(&step.game).into_iter().map(|action| with(&step.game, action)).collect()
}

/// The answer that a game gets.
fn answer<'step>(step: &'step Step, game: &Game) -> &'step Answer {
    let judgement = step.judge(game, Language::English).expect("every turn is answered");
    let answer = step.answers.iter().find(|answer| std::ptr::eq(&raw const answer.text, judgement.text));
    answer.expect("an answer of the step")
}

#[test]
fn there_are_twenty_one_lessons_with_names_of_their_own() {
    let names: BTreeSet<&str> = lessons().iter().map(|lesson| lesson.name.as_str()).collect();
    assert_eq!((lessons().len(), names.len()), (21, 21));
    assert!(lessons().iter().all(|lesson| !lesson.steps.is_empty()));
}

#[test]
fn the_rules_bear_out_every_claim() {
    let mut claims = 0;
    for (name, step) in steps() {
        assert!(!step.claims.is_empty(), "{name} claims nothing");
        for claim in &step.claims {
            assert!(claim.holds(&step.game), "{name}: {claim}");
            claims += 1;
        }
    }
    assert!(claims > 60, "only {claims} claims");
    let wrong: Claim = "C3: ends dead-end".parse().expect("a claim");
    assert!(!wrong.holds(&lessons()[0].steps[0].game), "a claim that is not so is found");
}

#[test]
fn every_turn_has_a_true_answer() {
    for (name, step) in steps().filter(|(_, step)| step.engine.is_none()) {
        let mut given = BTreeSet::new();
        for game in games_after(step) {
            let answer = answer(step, &game);
            let turn = game.turns().last().expect("a turn").action;
            for claim in &answer.claims {
                assert!(claim.holds(&game), "{name}, {turn}: {claim}, answered by {:?}", answer.text);
            }
            for language in Language::ALL {
                let judgement = step.judge(&game, language).expect("an answer");
                assert!(!judgement.told.is_empty(), "{name}, {turn}: nothing is told");
            }
            given.extend(step.answers.iter().position(|other| std::ptr::eq(other, answer)));
        }
        assert_eq!(given.len(), step.answers.len(), "{name}: only the answers {given:?} are ever given");
        assert!(step.answers.iter().any(|answer| answer.is_right), "{name}: nothing is right");
    }
}

#[test]
fn a_game_is_answered_at_its_end_alone() {
    let (_, step) = steps().find(|(_, step)| step.engine.is_some()).expect("a game");
    let after = |moves: &str| {
        let mut game = step.game.clone();
        for word in moves.split_whitespace() {
            let action = if word == "pass" { Move::Abstain } else { Move::Place(word.parse().expect("a point")) };
            game.play(action).expect("a legal turn");
        }
        game
    };
    assert!(step.judge(&after("C3"), Language::English).is_none());
    let is_right = |moves: &str| step.judge(&after(moves), Language::English).expect("the game is over").is_right;
    assert!(is_right("C3 pass pass"), "Black has all points");
    assert!(!is_right("C3 D3 pass pass"), "both lose");
    assert!(!is_right("pass"), "Black has abstained first");
    let dead_end = answer(step, &after("B1 E5 A2 A1"));
    assert_eq!(dead_end.when.len(), 1);
    assert!(step.judge(&after("B1 E5 A2 A1"), Language::English).expect("over").is_right, "White made the dead end");
    assert!(!is_right("E5 B1 E4 A2 A1"), "Black made the dead end");
}

#[test]
fn dead_stones_leave_the_board_before_a_game_is_judged() {
    let (_, step) = steps().find(|(name, _)| name == "ordinary-game, step 1").expect("the step");
    assert_eq!(step.game.komi().to_string(), "0.5");
    assert_eq!(
        (step.game.first_to_play(), step.learner()),
        (Color::White, Color::Black),
        "White moves first in a handicap game"
    );
    let mut game = step.game.clone();
    let [first, second] = ["E5", "A1"].map(|name| name.parse::<Point>().expect("a point"));
    for action in [Move::Abstain, Move::Place(second), Move::Abstain, Move::Abstain] {
        game.play(action).expect("a legal turn");
    }
    let reaction = |dead| step.judge_without(&game, dead, Language::English).expect("the game is over");
    assert!(!reaction(PointSet::empty()).is_right, "White's stones leave Black no territory");
    let lifted = reaction(PointSet::from_iter([first, second]));
    assert!(lifted.is_right);
    assert!(lifted.told[1].starts_with("White's A1 E5 are judged dead"), "{:?}", lifted.told);
}

/// Everything that a step says in a language.
fn texts(step: &Step, language: Language) -> Vec<String> {
    let own = [&step.text, &step.task].map(|text| text.of(language).to_owned());
    own.into_iter().chain(step.answers.iter().map(|answer| answer.text.of(language).to_owned())).collect()
}

/// The articles that a text cites, as `3-4`, `4` and `annex`.
fn cited(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for citation in text.split('(').skip(1).filter_map(|rest| rest.split(')').next()) {
        for part in citation.split(',') {
            if part.contains("annex") || part.contains("부칙") {
                found.insert("annex".to_owned());
                continue;
            }
            let article: String = part.chars().filter(char::is_ascii_digit).collect();
            let paragraph = part.chars().find(|sign| ('①'..='⑨').contains(sign));
            let paragraph = paragraph.map(|sign| format!("-{}", u32::from(sign) - 0x245f));
            found.insert(article + &paragraph.unwrap_or_default());
        }
    }
    found
}

/// Whether the rules have an article, as their document numbers them.
fn is_article(article: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rules = fs::read_to_string(root.join("docs/rules.md")).expect("the rules");
    if article == "annex" {
        return rules.contains("### Annex: Lesser boards");
    }
    let (number, paragraph) = article.split_once('-').map_or((article, None), |(article, part)| (article, Some(part)));
    let Some((_, text)) = rules.split_once(&format!("### Article {number}: ")) else { return false };
    let text = text.split("\n### ").next().unwrap_or_default();
    paragraph.is_none_or(|paragraph| text.lines().any(|line| line.starts_with(&format!("{paragraph}. "))))
}

#[test]
fn every_article_that_is_cited_exists() {
    let mut all = BTreeSet::new();
    for (name, step) in steps() {
        let [english, korean] = Language::ALL.map(|language| texts(step, language));
        for (english, korean) in english.iter().zip(&korean) {
            assert_eq!(cited(english), cited(korean), "{name}: {english}");
            for article in cited(english) {
                assert!(is_article(&article), "{name} cites {article}");
                all.insert(article);
            }
        }
    }
    assert!(all.len() >= 15, "{all:?}");
    assert!(!is_article("3-5") && !is_article("10"), "an article that is not there is found");
}

/// The points that a text names, and its numbers.
fn named(text: &str) -> BTreeSet<String> {
    let mut text = text.to_owned();
    while let Some((before, rest)) = text.split_once('(') {
        text = format!("{before}{}", rest.split_once(')').map_or("", |(_, rest)| rest));
    }
    let is_sign = |sign: char| sign.is_ascii_alphanumeric();
    let words = text.split(|sign| !is_sign(sign)).filter(|word| word.chars().any(|sign| sign.is_ascii_digit()));
    // Boards of 5, 18 and 19 lines, and 5×5, are of the rules and of the board.
    words.filter(|word| !["5", "18", "19", "50", "1", "180"].contains(word)).map(str::to_owned).collect()
}

#[test]
fn both_languages_name_the_same_points_and_numbers_and_claims_have_them() {
    for (name, step) in steps() {
        let [english, korean] = Language::ALL.map(|language| texts(step, language));
        let claims = |claims: &[Claim]| claims.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let turns: Vec<String> = step.game.turns().iter().map(|turn| turn.action.to_string()).collect();
        let own = format!("{} {}", claims(&step.claims), turns.join(" "));
        for (index, (english, korean)) in english.iter().zip(&korean).enumerate() {
            assert_eq!(named(english), named(korean), "{name}: {english}");
            let answer = index.checked_sub(2).map(|index| &step.answers[index]);
            let borne = format!("{own} {}", answer.map_or_else(String::new, |answer| claims(&answer.claims)));
            let words: BTreeSet<&str> = borne.split(|sign: char| !sign.is_ascii_alphanumeric()).collect();
            for word in named(english) {
                assert!(words.contains(word.as_str()), "{name}: no claim about {word}: {english}");
            }
        }
    }
}

#[test]
fn texts_are_short() {
    for (name, step) in steps() {
        for text in texts(step, Language::English) {
            let words = text.split_whitespace().count();
            assert!((2..=90).contains(&words), "{name}: {words} words: {text}");
            assert!(text.ends_with(['.', '?']), "{name}: {text}");
        }
    }
}

#[test]
fn what_is_no_lesson_is_refused_in_a_line() {
    const STEP: &str = "name = \"x\"\ntitle = { en = \"X\", ko = \"X\" }\n[[step]]\nsize = 5\ntext = { en = \"X\", ko = \"X\" }\n\
                        task = { en = \"X\", ko = \"X\" }\n";
    let error = |rest: &str| Lesson::read(&format!("{STEP}{rest}")).expect_err("no lesson").to_string();
    let answer = "[[step.answer]]\nen = \"X\"\nko = \"X\"\n";
    assert!(Lesson::read(&format!("{STEP}{answer}")).is_ok());
    for (rest, expected) in [
        (format!("claims = [\"C3: wins\"]\n{answer}"), "expected a condition, got `wins`"),
        (format!("moves = \"Z9\"\n{answer}"), "expected a point, got `Z9`"),
        (format!("moves = \"C3 C3\"\n{answer}"), "C3: "),
        (format!("{answer}when = \"ends\"\n"), "the last answer: expected one for every turn, without `when`"),
        (format!("levels = 3\n{answer}"), "unknown field `levels`"),
    ] {
        assert!(error(&rest).contains(expected), "{rest}: {}", error(&rest));
    }
    assert!(matches!(lessons()[1].steps[0].answers[0].when[..], [Condition::Retires(..)]));
}
