//! Lessons as TOML files.

use super::notation::{LessonError, action, points};
use super::{Answer, Claim, Condition, Figure, Lesson, Step, Text};
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::{BoardSize, PointSet};
use onepure_rules::record::Diagram;
use onepure_rules::rules::{Game, Ruleset};
use serde::Deserialize;

impl Lesson {
    /// Parses a lesson.
    pub fn read(text: &str) -> Result<Self, LessonError> {
        toml::from_str(text).map_err(|error| LessonError(error.to_string()))
    }
}

/// A step in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepOfFile {
    text: Text,
    task: Text,
    /// The rule set; the One Pure Rules unless another is given.
    rules: Option<String>,
    /// The stones as a diagram; otherwise the board size and the points of each colour.
    board: Option<String>,
    size: Option<usize>,
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    to_play: Option<Color>,
    /// The komi; the usual one of the rules unless another is given.
    komi: Option<f64>,
    /// The turns from the position up to the learner's.
    #[serde(default)]
    moves: String,
    /// Turns after `moves`, and the number of times to repeat them.
    #[serde(default)]
    round: String,
    #[serde(default)]
    rounds: usize,
    engine: Option<u8>,
    tells: Option<Figure>,
    #[serde(default)]
    claims: Vec<String>,
    answer: Vec<AnswerOfFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerOfFile {
    #[serde(default)]
    when: String,
    #[serde(default)]
    right: bool,
    en: String,
    ko: String,
    #[serde(default)]
    claims: Vec<String>,
}

impl TryFrom<StepOfFile> for Step {
    type Error = LessonError;

    fn try_from(step: StepOfFile) -> Result<Self, LessonError> {
        let game = step.game()?;
        let StepOfFile { text, task, engine, tells, claims, answer, .. } = step;
        let answers = answer.into_iter().map(Answer::try_from).collect::<Result<Vec<_>, _>>()?;
        if !answers.last().is_some_and(|answer| answer.when.is_empty()) {
            return Err(LessonError("the last answer: expected one for every turn, without `when`".to_owned()));
        }
        Ok(Self { text, task, game, engine, tells, answers, claims: read_claims(&claims)? })
    }
}

impl TryFrom<AnswerOfFile> for Answer {
    type Error = LessonError;

    fn try_from(answer: AnswerOfFile) -> Result<Self, LessonError> {
        let AnswerOfFile { when, right, en, ko, claims } = answer;
        let when = if when.is_empty() { Vec::new() } else { Condition::read_all(&when)? };
        Ok(Self { when, is_right: right, text: Text { en, ko }, claims: read_claims(&claims)? })
    }
}

fn read_claims(claims: &[String]) -> Result<Vec<Claim>, LessonError> {
    claims.iter().map(|claim| claim.parse()).collect()
}

impl StepOfFile {
    /// The game up to the learner's turn.
    fn game(&self) -> Result<Game, LessonError> {
        let stones = PerColor { black: points(&self.black)?, white: points(&self.white)? };
        let mut start = start(self.rules.as_deref(), self.board.as_deref(), self.size, stones, self.to_play)?;
        start.set_komi(self.komi);
        let rounds = std::iter::repeat_n(self.round.split_whitespace(), self.rounds).flatten();
        played(start, self.moves.split_whitespace().chain(rounds))
    }
}

/// A game by these rules, or by the One Pure Rules, that starts with a diagram, or with these stones on a board of this size.
pub(super) fn start(
    rules: Option<&str>,
    board: Option<&str>,
    size: Option<usize>,
    stones: PerColor<PointSet>,
    to_play: Option<Color>,
) -> Result<Game, LessonError> {
    let wrong = |error: &dyn std::fmt::Display| LessonError(error.to_string());
    let ruleset = rules.map_or(Some(Ruleset::one_pure()), Ruleset::named);
    let ruleset = ruleset.ok_or_else(|| LessonError(format!("expected rules, got `{}`", rules.unwrap_or_default())))?;
    let (size, position) = match (board, size) {
        (Some(board), _) => {
            let diagram: Diagram = board.parse().map_err(|error| wrong(&error))?;
            (diagram.size, diagram.position)
        }
        (None, Some(lines)) => (BoardSize::for_play(lines).map_err(|error| wrong(&error))?, Position { stones }),
        (None, None) => return Err(LessonError("expected a board or a size, got neither".to_owned())),
    };
    if position == Position::default() {
        return Ok(Game::new(size, ruleset));
    }
    Game::set_up(size, ruleset, position, to_play.unwrap_or(Color::Black)).map_err(|error| wrong(&error))
}

/// The game after these turns.
pub(super) fn played<'word>(mut game: Game, words: impl Iterator<Item = &'word str>) -> Result<Game, LessonError> {
    for word in words {
        game.play(action(word)?).map_err(|error| LessonError(format!("{word}: {error}")))?;
    }
    Ok(game)
}
