//! The observable state of a game, as a value for comparisons.

#![allow(dead_code, reason = "not every test uses everything")]
#![allow(unreachable_pub, reason = "nothing lies outside a test")]

use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{Abstention, Count, Game, Move, Outcome, PlayError, Points, RetiredChain, Ruleset, Stones, Turn};

/// The observable state of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    beginning: (BoardSize, Ruleset, Position, Color),
    board: (Position, PointSet, u64),
    /// For each stone its chain's length and liberties, and the position before its placement.
    chains: Vec<(Point, usize, PointSet, Option<Position>)>,
    to_play: Color,
    turns: Vec<Turn>,
    outcome: Option<Outcome>,
    barred: Option<Color>,
    retired: Vec<RetiredChain>,
    abstentions: PerColor<Vec<Abstention>>,
    stones: PerColor<Stones>,
    positions: Vec<Position>,
    points: Points,
    count: Count,
    /// The result of each possible move of both colours. It reveals differences in private state.
    replies: Vec<Result<Turn, PlayError>>,
}

impl Snapshot {
    /// The state of a game, with the replies to an abstention and to placements on `asked`.
    pub fn of(game: &Game, asked: PointSet) -> Self {
        assert_eq!(game.board().check(), Ok(()));
        let stones = game.board().stones(Color::Black) | game.board().stones(Color::White);
        let chain = |point| {
            let board = game.board();
            (point, board.chain(point).len(), board.liberties(point), game.position_before(point).copied())
        };
        let asked = asked.iter().map(Move::Place).chain([Move::Abstain]);
        Self {
            beginning: (game.size(), *game.ruleset(), game.start(), game.first_to_play()),
            board: (game.board().position(), game.board().empty(), game.board().hash()),
            chains: stones.iter().map(chain).collect(),
            to_play: game.to_play(),
            turns: game.turns().to_vec(),
            outcome: game.outcome().copied(),
            barred: game.barred(),
            retired: game.retired().to_vec(),
            abstentions: PerColor::from_fn(|color| game.abstentions(color).to_vec()),
            stones: PerColor::from_fn(|color| game.stones(color)),
            positions: game.positions().copied().collect(),
            points: game.points(),
            count: game.count(),
            replies: asked.flat_map(|action| Color::BOTH.map(|color| game.explain(color, action))).collect(),
        }
    }

    /// The empty points.
    pub fn empty(&self) -> PointSet {
        self.board.1
    }
}
