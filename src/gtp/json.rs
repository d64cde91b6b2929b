//! The JSON of onepure's own commands. The order of the fields is the order of the keys, which is part of the format.

use crate::view::{Event, Language, Narration};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{
    Abstention, Article, Cause, Fraction, Game, Move, Outcome, RetiredChain, Retirement, Turn, Verdict,
};
use serde::{Serialize, Serializer};

pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists of them can always be written")
}

/// A number that is written without a fraction if it is an integer.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// Larger numbers of type `f64` are not exact integers.
        const EXACT: f64 = 9e15;
        if self.0.fract() == 0.0 && self.0.abs() < EXACT {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

/// A game in its current state: the answer of `opr-state`.
#[derive(Serialize)]
pub struct GameState {
    rules: &'static str,
    size: usize,
    moves: usize,
    turn: Option<Color>,
    #[serde(flatten)]
    end: End,
    stones: PerColor<Stones>,
    points: Points,
    barred: Option<Color>,
    last: Option<Last>,
}

/// Whether play has ended, and how.
#[derive(Serialize)]
struct End {
    over: bool,
    result: Option<String>,
    winner: Option<&'static str>,
    reason: Option<&'static str>,
    articles: Vec<String>,
}

#[derive(Serialize)]
struct Stones {
    board: u16,
    waiting: Option<u16>,
    quarantined: u16,
}

#[derive(Serialize)]
struct Points {
    black: Fraction,
    white: Fraction,
    #[serde(rename = "lead")]
    komi: Number,
    /// The exact margin of Black, if points can be divided.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<Fraction>,
}

#[derive(Serialize)]
struct Last {
    color: Color,
    point: String,
    #[serde(flatten)]
    consequences: Consequences,
}

/// The changes of a turn to the stones on the board.
#[derive(Serialize)]
struct Consequences {
    retired: Vec<Retired>,
    immovable: Vec<String>,
}

#[derive(Serialize)]
struct Retired {
    color: Color,
    points: Vec<String>,
    cause: &'static str,
    repeated: bool,
    quarantined: bool,
}

impl GameState {
    /// The state of this game.
    pub fn of(game: &Game) -> Self {
        let count = game.count();
        Self {
            rules: game.ruleset().name,
            size: game.size().lines(),
            moves: game.turns().len(),
            turn: (!game.is_over()).then(|| game.to_play()),
            end: End::of(game),
            stones: PerColor::from_fn(|color| {
                let stones = game.stones(color);
                Stones { board: stones.board, waiting: stones.waiting, quarantined: stones.quarantined }
            }),
            points: Points {
                black: count.points.black,
                white: count.points.white,
                komi: Number(count.komi),
                margin: count.exact_margin().filter(|_| game.articles().shares_points()),
            },
            barred: game.barred(),
            last: game.turns().last().map(Last::of),
        }
    }
}

/// The turns of a game from its start position: the answer of `opr-turns`.
#[derive(Serialize)]
pub(super) struct Turns {
    start: PerColor<Vec<String>>,
    turns: Vec<Last>,
}

impl Turns {
    /// The turns of this game.
    pub(super) fn of(game: &Game) -> Self {
        Self {
            start: PerColor::from_fn(|color| names(game.start().stones[color])),
            turns: game.turns().iter().map(Last::of).collect(),
        }
    }
}

impl Last {
    fn of(turn: &Turn) -> Self {
        Self { color: turn.color, point: turn.action.to_string(), consequences: Consequences::of(turn) }
    }
}

impl End {
    fn of(game: &Game) -> Self {
        let outcome = game.outcome();
        let articles = outcome.map(|outcome| outcome.articles(&game.count())).unwrap_or_default();
        Self {
            over: outcome.is_some(),
            result: outcome.map(|outcome| outcome.verdict.to_string()),
            winner: outcome.map(winner),
            reason: outcome.map(|outcome| outcome.reason.name()),
            articles: articles.iter().map(Article::to_string).collect(),
        }
    }
}

fn winner(outcome: &Outcome) -> &'static str {
    match outcome.verdict {
        Verdict::Win(color, _) => color.name(),
        Verdict::Draw => "draw",
        Verdict::BothLose | Verdict::NoResult => "none",
    }
}

impl Consequences {
    fn of(turn: &Turn) -> Self {
        Self {
            retired: turn.retired.iter().map(Retired::of).collect(),
            immovable: names(turn.immovable.iter().copied().collect()),
        }
    }
}

impl Retired {
    fn of(chain: &Retirement) -> Self {
        Self {
            color: chain.color,
            points: names(chain.stones),
            cause: cause(chain.cause),
            repeated: chain.repeated,
            quarantined: chain.quarantined,
        }
    }
}

const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Enclosed => "enclosed",
        Cause::SelfFill => "self-fill",
    }
}

/// The names of the points: row by row from A1 upwards.
pub(super) fn names(points: PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

/// The effects of a move: the answer of `opr-explain`.
#[derive(Serialize)]
pub struct Explanation {
    color: Color,
    point: String,
    #[serde(flatten)]
    consequences: Consequences,
    barred: Option<Color>,
    #[serde(flatten)]
    end: End,
}

impl Explanation {
    /// The effects of the last turn of a game, with every article that applied; `None` before the first turn.
    pub fn of_last_turn(game: &Game) -> Option<Self> {
        let turn = game.turns().last()?;
        let end = End::of(game);
        let mut articles: Vec<String> = Vec::new();
        // Only the facts are read, so any language will do.
        let narration = Narration::of_last_turn(game, Language::English)?;
        let at_work = narration.events().iter().flat_map(Event::articles).map(|article| article.to_string());
        for article in at_work.chain(end.articles) {
            if !articles.contains(&article) {
                articles.push(article);
            }
        }
        Some(Self {
            color: turn.color,
            point: turn.action.to_string(),
            consequences: Consequences::of(turn),
            barred: turn.barred,
            end: End { articles, ..end },
        })
    }
}

/// The abstentions of both colours and their places: the answer of `opr-abstentions`.
#[derive(Serialize)]
pub(super) struct Abstentions {
    black: Vec<AbstainedAt>,
    white: Vec<AbstainedAt>,
    ends_now: bool,
}

#[derive(Serialize)]
struct AbstainedAt {
    r#move: usize,
    position: String,
}

impl Abstentions {
    /// The abstentions of this game.
    pub(super) fn of(game: &Game) -> Self {
        let of = |color| game.abstentions(color).iter().map(AbstainedAt::of).collect();
        let abstained = game.explain(game.to_play(), Move::Abstain);
        Self {
            black: of(Color::Black),
            white: of(Color::White),
            ends_now: abstained.is_ok_and(|turn| turn.outcome.is_some()),
        }
    }
}

impl AbstainedAt {
    fn of(abstention: &Abstention) -> Self {
        Self { r#move: abstention.turn, position: format!("{:016x}", abstention.hash) }
    }
}

/// A retired chain: an element of the answer of `opr-retired`.
#[derive(Serialize)]
pub(super) struct RetiredSoFar {
    color: Color,
    points: Vec<String>,
    times: usize,
    cause: &'static str,
}

impl RetiredSoFar {
    /// The description of this chain.
    pub(super) fn of(chain: &RetiredChain) -> Self {
        Self { color: chain.color, points: names(chain.stones), times: chain.times, cause: cause(chain.cause) }
    }
}
