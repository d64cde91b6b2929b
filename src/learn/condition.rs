//! Conditions on the effects of a turn and on the position after it, such as `retires white C3`.

use super::notation::{LessonError, point, points};
use onepure_rules::board::Color;
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::{Cause, Fraction, Game, Move, Reason, Retirement, Turn};

/// A condition on the last turn of a game, or on the position after it.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// `places`: the turn was a placement.
    Places,
    /// `abstains`: the turn was a pass.
    Abstains,
    /// `retires`, `retires white`, `retires white C3`: a chain left the board, of this colour and on these points.
    Retires(Option<Color>, Option<PointSet>),
    /// `self-fill`: a chain retired by self-fill.
    SelfFill,
    /// `repeated`: a chain retired that had retired before.
    Repeated,
    /// `immovable B3 C3`: exactly these stones are immovable.
    Immovable(PointSet),
    /// `bars black`: the turn barred this colour.
    Bars(Color),
    /// `ends`, `ends dead-end`: play has ended, for this reason.
    Ends(Option<Reason>),
    /// `goes-on`: play has not ended.
    GoesOn,
    /// `wins black`: play has ended, and this colour has won.
    Wins(Color),
    /// `verdict B+5`: the result, or before the end the count of the current board.
    Verdict(String),
    /// `liberties 4`, `liberties C3 4`: the number of liberties of the chain on a point, or of the stone just placed.
    Liberties(Option<Point>, usize),
    /// `points 10 5`: the points of Black and White on the current board.
    Points(u16, u16),
    /// `owns black B3`, `owns nobody C3`: the owner of these points.
    Owns(Option<Color>, PointSet),
    /// `ahead 7`: Black's points minus White's, without komi.
    Ahead(i32),
    /// `komi 7`: the komi.
    Komi(u16),
    /// `stones white 1`: the number of stones on the board.
    Stones(Color, u16),
    /// `waiting white 179`: the number of stones in the bowl.
    Waiting(Color, u16),
    /// `quarantined white 1`: the number of stones in quarantine.
    Quarantined(Color, u16),
    /// `not retires`: the condition after `not` is false.
    Not(Box<Self>),
}

/// The reasons that end play in the lessons.
const REASONS: [Reason; 6] = [
    Reason::Abstentions,
    Reason::BlackAbstainedFirst,
    Reason::DeadEnd,
    Reason::Annihilation,
    Reason::Exhaustion,
    Reason::IdenticalPlacement,
];

impl Condition {
    /// Parses conditions separated by commas.
    pub(super) fn read_all(text: &str) -> Result<Vec<Self>, LessonError> {
        text.split(',').map(|condition| Self::read(condition.trim())).collect()
    }

    fn read(text: &str) -> Result<Self, LessonError> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        Ok(match (word, &words[..]) {
            ("places", []) => Self::Places,
            ("abstains", []) => Self::Abstains,
            ("retires", []) => Self::Retires(None, None),
            ("retires", [name]) => Self::Retires(Some(color(name)?), None),
            ("retires", [name, stones @ ..]) => Self::Retires(Some(color(name)?), Some(points(&stones.join(" "))?)),
            ("self-fill", []) => Self::SelfFill,
            ("repeated", []) => Self::Repeated,
            ("immovable", [_, ..]) => Self::Immovable(points(rest)?),
            ("bars", [name]) => Self::Bars(color(name)?),
            ("ends", []) => Self::Ends(None),
            ("ends", [name]) => Self::Ends(Some(reason(name)?)),
            ("goes-on", []) => Self::GoesOn,
            ("wins", [name]) => Self::Wins(color(name)?),
            ("verdict", [verdict]) => Self::Verdict((*verdict).to_owned()),
            ("liberties", [figure]) => Self::Liberties(None, number(figure)?),
            ("liberties", [at, figure]) => Self::Liberties(Some(point(at)?), number(figure)?),
            ("points", [black, white]) => Self::Points(number(black)?, number(white)?),
            ("owns", ["nobody", at @ ..]) => Self::Owns(None, points(&at.join(" "))?),
            ("owns", [name, at @ ..]) => Self::Owns(Some(color(name)?), points(&at.join(" "))?),
            ("ahead", [figure]) => Self::Ahead(number(figure)?),
            ("komi", [figure]) => Self::Komi(number(figure)?),
            ("stones", [name, figure]) => Self::Stones(color(name)?, number(figure)?),
            ("waiting", [name, figure]) => Self::Waiting(color(name)?, number(figure)?),
            ("quarantined", [name, figure]) => Self::Quarantined(color(name)?, number(figure)?),
            ("not", [_, ..]) => Self::Not(Box::new(Self::read(rest)?)),
            _ => return Err(LessonError(format!("expected a condition, got `{text}`"))),
        })
    }

    /// Returns whether the condition holds. A condition on a turn is false before the first turn. The winner is that of the count without
    /// the `dead` stones.
    pub fn holds(&self, game: &Game, dead: PointSet) -> bool {
        let turn = |holds: &dyn Fn(&Turn) -> bool| game.turns().last().is_some_and(holds);
        let chain = |holds: &dyn Fn(&Retirement) -> bool| turn(&|turn| turn.retired.iter().any(holds));
        match self {
            Self::Places => turn(&|turn| matches!(turn.action, Move::Place(_))),
            Self::Abstains => turn(&|turn| turn.action == Move::Abstain),
            Self::Retires(color, stones) => chain(&|chain| {
                color.is_none_or(|color| chain.color == color) && stones.is_none_or(|stones| chain.stones == stones)
            }),
            Self::SelfFill => chain(&|chain| chain.cause == Cause::SelfFill),
            Self::Repeated => chain(&|chain| chain.repeated),
            Self::Immovable(stones) => turn(&|turn| turn.immovable.iter().copied().collect::<PointSet>() == *stones),
            Self::Bars(color) => turn(&|turn| turn.barred == Some(*color)),
            Self::Ends(reason) => {
                game.outcome().is_some_and(|outcome| reason.is_none_or(|reason| outcome.reason == reason))
            }
            Self::GoesOn => !game.is_over(),
            Self::Wins(color) => game.outcome_without(dead).is_some_and(|outcome| outcome.winner() == Some(*color)),
            Self::Verdict(expected) => {
                let verdict = game.outcome().map_or_else(|| game.count().verdict(), |outcome| outcome.verdict);
                verdict.to_string() == *expected
            }
            Self::Liberties(at, number) => {
                let liberties = at.or(placed(game)).and_then(|at| liberties_of(game, at));
                liberties == Some(*number)
            }
            Self::Points(black, white) => {
                let points = game.count().points;
                [points.black, points.white] == [*black, *white].map(|points| Fraction::from(i32::from(points)))
            }
            Self::Owns(color, points) => {
                let owners = game.points();
                points.iter().all(|point| owners.owner(point) == *color)
            }
            Self::Ahead(ahead) => {
                let points = game.count().points;
                points.black + -points.white == Fraction::from(*ahead)
            }
            Self::Komi(komi) => (game.komi() - f64::from(*komi)).abs() < f64::EPSILON,
            Self::Stones(color, stones) => game.stones(*color).board == *stones,
            Self::Waiting(color, stones) => game.stones(*color).waiting == Some(*stones),
            Self::Quarantined(color, stones) => game.stones(*color).quarantined == *stones,
            Self::Not(condition) => !condition.holds(game, dead),
        }
    }
}

/// The stone of the last turn, if it is still on the board.
pub(super) fn placed(game: &Game) -> Option<Point> {
    match game.turns().last()?.action {
        Move::Place(point) => game.board().stone(point).map(|_| point),
        Move::Abstain => None,
    }
}

/// The number of liberties of the chain on a point; `None` on an empty point.
pub(super) fn liberties_of(game: &Game, at: Point) -> Option<usize> {
    game.board().stone(at).map(|_| game.board().liberties(at).len())
}

fn color(word: &str) -> Result<Color, LessonError> {
    match word {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(LessonError(format!("expected black or white, got `{word}`"))),
    }
}

fn reason(word: &str) -> Result<Reason, LessonError> {
    let known = REASONS.into_iter().find(|reason| reason.name() == word);
    known.ok_or_else(|| LessonError(format!("expected a reason for the end of play, got `{word}`")))
}

fn number<N: std::str::FromStr>(word: &str) -> Result<N, LessonError> {
    word.parse().map_err(|_| LessonError(format!("expected a number, got `{word}`")))
}
