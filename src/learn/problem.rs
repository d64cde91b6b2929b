//! Problems: positions with one right turn.
//!
//! A kind of problems is a TOML file in `problems`. A position from a game is stored with all its moves, because under the One Pure
//! Rules the history decides what may retire. `examples/problems.rs` finds the problems and verifies them.
//!
//! After the right turn play goes on along the variation of the problem. A turn of the learner that leaves it is judged by a proof if the
//! problem has one; otherwise it ends the problem, which the first turn has decided.

use super::notation::{LessonError, action};
use super::{Reaction, Text, effects, endgame, file};
use crate::view::Language;
use onepure_engine::solve::{ProofLimits, solve_group};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::{Game, Move};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

/// The time for a proof about a turn that leaves the variation.
const PROOF: ProofLimits = ProofLimits { time: Duration::from_secs(2), positions: 200_000, ..ProofLimits::UNLIMITED };

/// The number of points that a hint names.
const HINTS: usize = 3;

/// Problems of one kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "KindOfFile")]
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
    pub problems: Vec<Problem>,
}

/// What the right turn of a problem achieves, and how that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// It wins, by the searches that found the problem.
    Search,
    /// It wins by points, by an exhaustive search.
    Points,
    /// It saves or takes the group, which is proven.
    Group,
}

/// A position with one right turn.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The game to play in. The colour to move is the learner's.
    pub game: Game,
    /// The right turn.
    pub right: Move,
    /// The variation after the right turn, until the problem is decided. The opponent plays first.
    pub line: Vec<Move>,
    /// What the right turn achieves.
    pub goal: Goal,
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

/// A kind in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindOfFile {
    name: String,
    title: Text,
    text: Text,
    task: Text,
    right: Text,
    wrong: Text,
    /// The rule set; the One Pure Rules unless another is given.
    rules: Option<String>,
    goal: Goal,
    problem: Vec<ProblemOfFile>,
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

impl TryFrom<KindOfFile> for ProblemKind {
    type Error = LessonError;

    fn try_from(kind: KindOfFile) -> Result<Self, LessonError> {
        let KindOfFile { name, title, text, task, right, wrong, rules, goal, problem } = kind;
        let problems = problem.into_iter().map(|problem| problem.read(rules.as_deref(), goal));
        Ok(Self { name, title, text, task, right, wrong, problems: problems.collect::<Result<_, _>>()? })
    }
}

impl ProblemOfFile {
    fn read(self, rules: Option<&str>, goal: Goal) -> Result<Problem, LessonError> {
        let Self { board, size, to_play, moves, right, line, replies, level, group } = self;
        let start = file::start(rules, board.as_deref(), size, PerColor::default(), to_play)?;
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
        Ok(Problem {
            game: file::played(start, moves.split_whitespace())?,
            right: action(&right)?,
            line: line.split_whitespace().map(action).collect::<Result<_, _>>()?,
            goal,
            level,
            group: group.map(|group| super::notation::point(&group)).transpose()?,
            usual_reply,
            replies: others,
        })
    }
}

/// What a proof shows about a position after a turn of the learner.
struct Proven {
    /// Whether the learner has the goal.
    is_reached: bool,
    /// The opponent's reply; `None` if play is over.
    reply: Option<Move>,
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

    /// The opponent's reply to a wrong first turn; `None` for the right one, and for turns that end play.
    pub fn reply(&self, turn: Move) -> Option<Move> {
        let mut game = self.game.clone();
        if turn == self.right || game.play(turn).is_err() || game.is_over() {
            return None;
        }
        self.replies.get(&turn).copied().or(self.usual_reply)
    }

    /// The stones of the group in question.
    pub fn stones(&self) -> PointSet {
        self.group.map_or(PointSet::empty(), |group| self.game.board().chain(group))
    }

    /// Points among which the right turn is: those that the opponent's replies name, and empty points next to it.
    pub fn hint(&self) -> PointSet {
        let Move::Place(right) = self.right else { return PointSet::empty() };
        let mut replies: Vec<Move> = self.usual_reply.into_iter().chain(self.replies.values().copied()).collect();
        replies.sort_unstable_by_key(ToString::to_string);
        let replies =
            replies.into_iter().filter_map(|reply| if let Move::Place(point) = reply { Some(point) } else { None });
        let (size, empty) = (self.game.size(), self.game.board().empty());
        let near = right.neighbours().into_iter().chain(right.diagonals());
        let mut points = PointSet::of(right);
        for point in
            replies.chain(near).chain(empty.iter()).filter(|&point| size.contains(point) && empty.contains(point))
        {
            if points.len() < HINTS {
                points.insert(point);
            }
        }
        points
    }

    /// What is proven after a turn of the learner; `None` without a proof.
    fn proven(&self, after: &Game) -> Option<Proven> {
        let learner = self.learner();
        match (self.goal, self.group) {
            (Goal::Group, Some(group)) => {
                let owner = self.game.board().stone(group);
                if after.board().stone(group) != owner {
                    return Some(Proven { is_reached: owner != Some(learner), reply: None });
                }
                if let Some(outcome) = after.outcome() {
                    return Some(Proven { is_reached: outcome.winner() == Some(learner), reply: None });
                }
                let answer = solve_group(after, group, after.to_play(), PROOF, 0).ok()?;
                let is_reached = answer.is_taken? != (owner == Some(learner));
                Some(Proven { is_reached, reply: answer.line.first().copied() })
            }
            (Goal::Points, _) => {
                let is_reached = endgame::wins_endgame(after, learner)?;
                let reply = if is_reached { None } else { endgame::refutation(after, learner) };
                Some(Proven { is_reached, reply })
            }
            _ => None,
        }
    }
}

/// The answer to a right turn that the opponent replies to.
static PLAY_ON: LazyLock<Text> = LazyLock::new(|| Text {
    en: "The opponent replies. Play on.".to_owned(),
    ko: "상대가 응수했습니다. 이어서 두세요.".to_owned(),
});

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

    /// The answer to the learner's last turn, or to the first one that was not right; `None` before the first. A reply that was played
    /// already changes nothing.
    pub fn judge(&self, game: &Game, language: Language) -> Option<Reaction<'static>> {
        let Self { kind, problem, .. } = self;
        let turns = game.turns().get(problem.game.turns().len()..)?.iter().map(|turn| turn.action);
        let solution: Vec<Move> = std::iter::once(problem.right).chain(problem.line.iter().copied()).collect();
        let taken = turns.len();
        let followed = turns.clone().zip(&solution).take_while(|(turn, expected)| turn == *expected).count();
        // The learner's turns have even numbers.
        let leaves = followed < taken && followed % 2 == 0;
        let judged = if leaves { followed } else { followed.checked_sub(1)? & !1 };
        let mut after = problem.game.clone();
        for turn in turns.take(judged + 1) {
            after.play(turn).ok()?;
        }
        let (is_right, reply) = match (leaves, judged) {
            (false, _) => (true, solution.get(judged + 1).copied().filter(|_| solution.len() > judged + 2)),
            (true, 0) => (false, problem.reply(after.turns().last()?.action)),
            (true, _) => match problem.proven(&after) {
                Some(Proven { is_reached: false, reply }) => (false, reply),
                _ => (true, None),
            },
        };
        let mut told = effects::turn(&after, PointSet::empty(), None, language);
        if let Some(reply) = reply
            && after.play(reply).is_ok()
        {
            told.extend(effects::turn(&after, PointSet::empty(), None, language));
        }
        let goes_on = is_right && reply.is_some();
        let text = if goes_on {
            &*PLAY_ON
        } else if is_right {
            &kind.right
        } else {
            &kind.wrong
        };
        Some(Reaction { is_right, told, text, reply, goes_on })
    }
}

/// The files in the order of the kinds.
const FILES: [&str; 10] = [
    include_str!("problems/retirements.toml"),
    include_str!("problems/captures.toml"),
    include_str!("problems/rescues.toml"),
    include_str!("problems/vital-points.toml"),
    include_str!("problems/dead-ends.toml"),
    include_str!("problems/saving.toml"),
    include_str!("problems/taking.toml"),
    include_str!("problems/contacts.toml"),
    include_str!("problems/corner-life.toml"),
    include_str!("problems/corner-death.toml"),
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
