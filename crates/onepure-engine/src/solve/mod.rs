//! Proofs: the exact result of a position, and life and death of a group, by the exact rules with all their history.
//!
//! An answer is proven or unknown. A proof can be written as a text and checked by a program that shares no code with this one
//! (`examples/check_proof.rs`).

mod bounds;
mod control;
mod fates;
mod goal;
mod group;
mod position;
mod problem;
mod search;
mod store;
mod tree;

pub use control::Control;
pub use fates::{Allowance, Fates};
pub use goal::FORFEIT;
pub use problem::groups_in_question;
pub use search::ProofLimits;

use bounds::Bounds;
use group::Question;
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::{BoardSize, Layout, Point, PointSet, with_layout};
use onepure_rules::rules::{Articles, Game, Move, Ruleset};
use onepure_rules::simulation::{ExactPosition, Facts, ZonePosition};
use std::path::Path;
use std::time::Duration;

/// Why a position cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The rule set has a repetition rule or a count that proofs do not know.
    #[error("rules: expected one-pure, or rules by area with superko, got \"{0}\"")]
    Rules(&'static str),
    /// The rule set has a repetition rule that proofs about groups do not know.
    #[error("rules: expected one-pure, or rules with superko or simple ko, got \"{0}\"")]
    GroupRules(&'static str),
    /// Play has ended.
    #[error("record: expected a game that goes on, got one that has ended")]
    Ended,
    /// The point has no stone.
    #[error("group: expected a point with a stone, got {0}")]
    NoStone(Point),
    /// The colour may not play.
    #[error("first: expected a colour that may play, got {0}")]
    MayNotPlay(Color),
    /// The system gives no thread for the search.
    #[error("proof: expected a thread with a stack of 128 MiB, got none: {0}")]
    Thread(String),
    /// The file with the progress cannot be used. The text has its name, what was expected and what was found.
    #[error("{0}")]
    Progress(String),
}

/// The position that a proof starts from.
#[derive(Clone, Debug)]
pub enum Start {
    /// A game, with its history.
    Game(Box<Game>),
    /// The empty board of a rectangle, with the articles of a lesser board.
    Rectangle {
        /// The number of columns, 1 to 9.
        columns: usize,
        /// The number of rows, 1 to 9.
        rows: usize,
        /// The rules.
        ruleset: Ruleset,
    },
}

/// The work of a search, for reports.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effort {
    /// The number of nodes expanded.
    pub nodes: u64,
    /// The time.
    pub time: Duration,
}

/// A proven statement as a text that a checker reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofText {
    /// The text, in the format of `docs/proof-files.md`.
    pub text: String,
    /// The number of moves that it names.
    pub moves: usize,
}

/// The answer about a result: Black's margin without komi.
#[derive(Clone, Debug)]
pub struct ResultAnswer {
    /// The largest margin that Black is proven to have at least; `-`[`FORFEIT`] if nothing is proven.
    pub least: i32,
    /// The smallest margin that Black is proven to have at most; [`FORFEIT`] if nothing is proven.
    pub most: i32,
    /// A line of best play of both sides, as far as the proofs name it.
    pub line: Vec<Move>,
    /// The proofs of the two bounds, if requested and not too long.
    pub proofs: Vec<ProofText>,
    /// The work.
    pub effort: Effort,
}

impl ResultAnswer {
    /// Black's margin, if it is proven.
    pub fn exact(&self) -> Option<i32> {
        (self.least == self.most).then_some(self.least)
    }
}

/// The answer about a group with one colour to play first.
#[derive(Clone, Debug)]
pub struct GroupAnswer {
    /// The colour of the group.
    pub owner: Color,
    /// The colour that plays first.
    pub first: Color,
    /// Whether the attacker takes the group; `None` if that is unknown.
    pub is_taken: Option<bool>,
    /// The points that the proof is about, if it holds whatever happens elsewhere; `None` for the whole board.
    pub zone: Option<PointSet>,
    /// A line of play by the proof.
    pub line: Vec<Move>,
    /// The proof, if requested and not too long.
    pub proof: Option<ProofText>,
    /// The work.
    pub effort: Effort,
}

impl Start {
    /// The size of the board; of a rectangle that of its longer side.
    pub fn size(&self) -> BoardSize {
        match self {
            Self::Game(game) => game.size(),
            Self::Rectangle { columns, rows, .. } => {
                BoardSize::new((*columns).max(*rows).max(2)).unwrap_or(BoardSize::MAIN)
            }
        }
    }

    fn articles(&self) -> (Articles, &'static str) {
        match self {
            Self::Game(game) => (game.articles(), game.ruleset().name),
            Self::Rectangle { ruleset, .. } => (ruleset.articles(self.size()), ruleset.name),
        }
    }

    /// The number of points of the board.
    fn points(&self) -> i32 {
        match self {
            Self::Game(game) => (game.size().lines() * game.size().lines()) as i32,
            Self::Rectangle { columns, rows, .. } => (columns * rows) as i32,
        }
    }

    fn check(&self) -> Result<(), SolveError> {
        let (articles, name) = self.articles();
        let covers = with_layout!(self.size(), L => ExactPosition::<L>::covers(&articles));
        match self {
            _ if !covers => Err(SolveError::Rules(name)),
            Self::Game(game) if game.is_over() => Err(SolveError::Ended),
            _ => Ok(()),
        }
    }

    fn position<L: Layout>(&self, first: Option<Color>) -> (ExactPosition<L>, Facts) {
        match self {
            // The result of the empty board is that of its symmetric images; the fate of a group is not.
            Self::Game(game) if first.is_none() && is_untouched(game) => {
                let lines = game.size().lines();
                ExactPosition::rectangle(lines, lines, game.size(), game.articles())
            }
            Self::Game(game) => ExactPosition::of(game, first.unwrap_or(game.to_play())),
            Self::Rectangle { columns, rows, .. } => {
                ExactPosition::rectangle(*columns, *rows, self.size(), self.articles().0)
            }
        }
    }
}

/// Returns whether a game is an empty board with Black to play and no history.
fn is_untouched(game: &Game) -> bool {
    game.turns().is_empty() && game.start() == Position::default() && game.to_play() == Color::Black
}

/// A solver: the limits of an answer, and who may stop it.
#[derive(Clone, Debug)]
pub struct Solver {
    /// The limits of each answer.
    pub limits: ProofLimits,
    /// The most moves of a proof as a text; 0 for no texts.
    pub most_moves: usize,
    /// Who may stop a proof, and with whom it shares the machine.
    pub control: Control,
}

impl Solver {
    /// A solver that nobody stops, and that writes no proofs.
    pub fn new(limits: ProofLimits) -> Self {
        Self { limits, most_moves: 0, control: Control::default() }
    }

    /// Finds the exact result of a position, or bounds that are proven within the limits.
    ///
    /// # Errors
    /// The reason why the position cannot be solved.
    pub fn result(&self, start: &Start) -> Result<ResultAnswer, SolveError> {
        self.bounds(start, None)
    }

    /// Finds the exact result of a position as [`Solver::result`] does, and keeps the progress in a file every few minutes and at the end,
    /// also when it is stopped. If the file exists, the search goes on from there, and the effort is that of all runs.
    ///
    /// # Errors
    /// The reason why the position cannot be solved, or why the file cannot be used. A file that was there stays as it was.
    pub fn resumed_result(&self, start: &Start, file: &Path) -> Result<ResultAnswer, SolveError> {
        self.bounds(start, Some(file))
    }

    fn bounds(&self, start: &Start, file: Option<&Path>) -> Result<ResultAnswer, SolveError> {
        start.check()?;
        self.control.on_a_deep_stack(|watch| {
            with_layout!(start.size(), L => {
                let mut bounds = Bounds::<L>::new(start, self.limits).watched(watch);
                if let Some(file) = file {
                    bounds.resume(file)?;
                }
                bounds.answer(self.most_moves)
            })
        })?
    }

    /// Finds whether the group with a stone on `target` can be taken if `first` plays first.
    ///
    /// # Errors
    /// The reason why the question cannot be asked.
    pub fn group(&self, game: &Game, target: Point, first: Color) -> Result<GroupAnswer, SolveError> {
        if game.is_over() {
            return Err(SolveError::Ended);
        }
        let Some(owner) = game.board().stone(target) else { return Err(SolveError::NoStone(target)) };
        if game.check(first, Move::Abstain).is_err() {
            return Err(SolveError::MayNotPlay(first));
        }
        let question = Question { game, target, owner, first, is_resumed: false };
        if !with_layout!(game.size(), L => ZonePosition::<L>::covers(&game.articles())) {
            return Err(SolveError::GroupRules(game.ruleset().name));
        }
        self.control.on_a_deep_stack(
            |watch| with_layout!(game.size(), L => question.answer::<L>(self.limits, self.most_moves, watch)),
        )
    }

    /// Finds whether the group with a stone on `target` can be taken, for each colour playing first.
    ///
    /// # Errors
    /// The reason why the question cannot be asked.
    pub fn group_for_both(&self, game: &Game, target: Point) -> Result<PerColor<GroupAnswer>, SolveError> {
        Ok(PerColor { black: self.group(game, target, Color::Black)?, white: self.group(game, target, Color::White)? })
    }
}

/// Finds the exact result of a position, as [`Solver::result`] does. With `most_moves` above 0 the answer has proofs as texts of up to that
/// many moves.
///
/// # Errors
/// The reason why the position cannot be solved.
pub fn solve_result(start: &Start, limits: ProofLimits, most_moves: usize) -> Result<ResultAnswer, SolveError> {
    Solver { most_moves, ..Solver::new(limits) }.result(start)
}

/// Finds the exact result of a position with the progress in a file, as [`Solver::resumed_result`] does.
///
/// # Errors
/// The reason why the position cannot be solved, or why the file cannot be used.
pub fn resume_result(
    start: &Start,
    limits: ProofLimits,
    most_moves: usize,
    file: &Path,
) -> Result<ResultAnswer, SolveError> {
    Solver { most_moves, ..Solver::new(limits) }.resumed_result(start, file)
}

/// Finds whether the group with a stone on `target` can be taken if `first` plays first, as [`Solver::group`] does.
///
/// # Errors
/// The reason why the question cannot be asked.
pub fn solve_group(
    game: &Game,
    target: Point,
    first: Color,
    limits: ProofLimits,
    most_moves: usize,
) -> Result<GroupAnswer, SolveError> {
    Solver { most_moves, ..Solver::new(limits) }.group(game, target, first)
}

/// Finds whether the group with a stone on `target` can be taken, for each colour playing first.
///
/// # Errors
/// The reason why the question cannot be asked.
pub fn solve_group_for_both(
    game: &Game,
    target: Point,
    limits: ProofLimits,
    most_moves: usize,
) -> Result<PerColor<GroupAnswer>, SolveError> {
    Solver { most_moves, ..Solver::new(limits) }.group_for_both(game, target)
}

/// What is proven about a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It cannot be taken even if the attacker plays first.
    Alive,
    /// It can be taken even if its owner plays first.
    Dead,
    /// It depends on who plays first.
    Unsettled,
    /// One of the two answers is not proven.
    Unknown,
}

impl Status {
    /// The status by the answers for both colours playing first.
    pub fn of(answers: &PerColor<GroupAnswer>) -> Self {
        match (answers.black.is_taken, answers.white.is_taken) {
            (Some(true), Some(true)) => Self::Dead,
            (Some(false), Some(false)) => Self::Alive,
            (Some(_), Some(_)) => Self::Unsettled,
            _ => Self::Unknown,
        }
    }

    /// The name in answers to programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Dead => "dead",
            Self::Unsettled => "unsettled",
            Self::Unknown => "unknown",
        }
    }
}
