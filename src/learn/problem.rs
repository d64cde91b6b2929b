//! Problems: positions with one right turn, from games of the engine with itself.
//!
//! A kind of problems is a TOML file in `problems`. A position from a game is stored with all its moves, because under the One Pure
//! Rules the history decides what may retire. `examples/problems.rs` finds the problems and verifies them.

use super::notation::{LessonError, action};
use super::{Reaction, Text, effects, file};
use crate::view::Language;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::Point;
use onepure_rules::rules::{Game, Move};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Problems of one kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemKind {
    /// The name, for commands.
    pub name: String,
    /// The title.
    pub title: Text,
    /// The explanation of the kind.
    pub text: Text,
    /// The task, with `{color}` for the colour to play and `{group}` for a stone of the group in question.
    task: Text,
    /// The answer to the right turn.
    right: Text,
    /// The answer to all other turns.
    wrong: Text,
    /// The problems, at least one.
    #[serde(rename = "problem")]
    pub problems: Vec<Problem>,
}

/// A position with one right turn.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "ProblemOfFile")]
pub struct Problem {
    /// The game to play in. The colour to move is the learner's.
    pub game: Game,
    /// The right turn.
    pub right: Move,
    /// A variation that begins after the right turn.
    pub line: Vec<Move>,
    /// The difficulty, 1 to 3.
    pub level: u8,
    /// A stone of the group in question.
    pub group: Option<Point>,
    /// The opponent's answer to wrong turns without one of their own; `None` if each of them ends play.
    usual_reply: Option<Move>,
    /// The opponent's answers to other wrong turns.
    replies: HashMap<Move, Move>,
}

/// A problem with its place in the collection.
#[derive(Clone, Copy, Debug)]
pub struct ListedProblem {
    /// Its kind.
    pub kind: &'static ProblemKind,
    /// Its number within its kind, from 1.
    pub number: usize,
    /// The problem.
    pub problem: &'static Problem,
}

/// A problem in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemOfFile {
    /// The stones as a diagram; otherwise the board size and the moves from the empty board.
    board: Option<String>,
    size: Option<usize>,
    to_play: Option<Color>,
    #[serde(default)]
    moves: String,
    right: String,
    #[serde(default)]
    line: String,
    #[serde(default)]
    replies: String,
    level: u8,
    group: Option<String>,
}

impl TryFrom<ProblemOfFile> for Problem {
    type Error = LessonError;

    fn try_from(problem: ProblemOfFile) -> Result<Self, LessonError> {
        let ProblemOfFile { board, size, to_play, moves, right, line, replies, level, group } = problem;
        let start = file::start(board.as_deref(), size, PerColor::default(), to_play)?;
        let mut usual_reply = None;
        let mut others = HashMap::new();
        for part in replies.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            match part.split_once(" after ") {
                None => usual_reply = Some(action(part)?),
                Some((reply, turns)) => {
                    let reply = action(reply)?;
                    for turn in turns.split_whitespace() {
                        others.insert(action(turn)?, reply);
                    }
                }
            }
        }
        Ok(Self {
            game: file::played(start, moves.split_whitespace())?,
            right: action(&right)?,
            line: line.split_whitespace().map(action).collect::<Result<_, _>>()?,
            level,
            group: group.map(|group| super::notation::point(&group)).transpose()?,
            usual_reply,
            replies: others,
        })
    }
}

impl Problem {
    /// Returns whether a game begins with the position and the moves of this problem.
    pub fn leads_to(&self, game: &Game) -> bool {
        super::begins_with(game, &self.game)
    }

    /// The colour of the learner.
    pub fn learner(&self) -> Color {
        self.game.to_play()
    }

    /// The opponent's reply to a wrong turn; `None` for the right one, and for turns that end play.
    pub fn reply(&self, turn: Move) -> Option<Move> {
        let mut game = self.game.clone();
        if turn == self.right || game.play(turn).is_err() || game.is_over() {
            return None;
        }
        self.replies.get(&turn).copied().or(self.usual_reply)
    }
}

impl ListedProblem {
    /// The name: that of the kind, and the number.
    pub fn name(&self) -> String {
        format!("{}-{}", self.kind.name, self.number)
    }

    /// The paragraphs of the task in one language.
    pub fn task(&self, language: Language) -> Vec<String> {
        let color = language.phrases().color(self.problem.learner());
        let group = self.problem.group.map(|group| group.to_string()).unwrap_or_default();
        let paragraphs = self.kind.task.paragraphs(language);
        paragraphs.iter().map(|text| text.replace("{color}", color).replace("{group}", &group)).collect()
    }

    /// The answer to the first turn after the position; `None` before it. Turns after it have no effect.
    pub fn judge(&self, game: &Game, language: Language) -> Option<Reaction<'static>> {
        let Self { kind, problem, .. } = self;
        let turn = game.turns().get(problem.game.turns().len())?.action;
        let mut after = problem.game.clone();
        after.play(turn).ok()?;
        let mut told = effects::turn(&after, None, language);
        let is_right = turn == problem.right;
        let reply = problem.reply(turn);
        if let Some(reply) = reply
            && after.play(reply).is_ok()
        {
            told.extend(effects::turn(&after, None, language));
        }
        if is_right && !problem.line.is_empty() {
            told.push(line(language, after.to_play(), &problem.line));
        }
        Some(Reaction { is_right, told, text: if is_right { &kind.right } else { &kind.wrong }, reply })
    }
}

/// A variation in one sentence. Colours alternate.
fn line(language: Language, first: Color, moves: &[Move]) -> String {
    let colors = [first, !first].into_iter().cycle();
    let phrases = language.phrases();
    let turns: Vec<_> = moves.iter().zip(colors).map(|(&action, color)| phrases.turn(color, action)).collect();
    match language {
        Language::English => format!("Play may go on: {}.", turns.join(", ")),
        Language::Korean => format!("이어지는 수순의 예: {}.", turns.join(", ")),
    }
}

/// The files in the order of the kinds.
const FILES: [&str; 8] = [
    include_str!("problems/retirements.toml"),
    include_str!("problems/captures.toml"),
    include_str!("problems/rescues.toml"),
    include_str!("problems/vital-points.toml"),
    include_str!("problems/dead-ends.toml"),
    include_str!("problems/saving.toml"),
    include_str!("problems/taking.toml"),
    include_str!("problems/contacts.toml"),
];

impl ProblemKind {
    /// Parses a kind with its problems.
    pub fn read(text: &str) -> Result<Self, LessonError> {
        toml::from_str(text).map_err(|error| LessonError(error.to_string()))
    }
}

/// All kinds in their order.
pub fn problem_kinds() -> &'static [ProblemKind] {
    static KINDS: LazyLock<Vec<ProblemKind>> = LazyLock::new(|| {
        let kinds = FILES.iter().map(|text| ProblemKind::read(text));
        // A test reads every file.
        kinds.collect::<Result<_, _>>().expect("the problems are part of the program")
    });
    &KINDS
}

/// All problems in their order.
///
/// ```
/// use onepure::learn::problems;
/// use onepure::view::Language;
///
/// let listed = &problems()[0];
/// let mut game = listed.problem.game.clone();
/// game.play(listed.problem.right)?;
/// let verdict = listed.judge(&game, Language::English).expect("a turn was taken");
/// assert!(verdict.is_right);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn problems() -> &'static [ListedProblem] {
    static PROBLEMS: LazyLock<Vec<ListedProblem>> = LazyLock::new(|| {
        let listed = |kind: &'static ProblemKind| {
            (1..).zip(&kind.problems).map(move |(number, problem)| ListedProblem { kind, number, problem })
        };
        problem_kinds().iter().flat_map(listed).collect()
    });
    &PROBLEMS
}

/// The number of a problem by name or number, counted from 1.
pub fn find_problem(word: &str) -> Option<usize> {
    let by_number = word.parse().ok().filter(|number| (1..=problems().len()).contains(number));
    by_number.or_else(|| problems().iter().position(|problem| problem.name() == word).map(|index| index + 1))
}
