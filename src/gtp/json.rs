//! The JSON of our own commands. The order of the keys is the order of the fields, and part of the format.

use crate::board::{Color, PerColor};
use crate::geometry::PointSet;
use crate::rules::{Abstention, Article, Cause, Game, Outcome, RetiredChain, Retirement, Turn, Verdict};
use serde::{Serialize, Serializer};

/// One line of JSON.
pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists of them can always be written")
}

/// A colour by its name.
#[derive(Clone, Copy, Serialize)]
#[serde(into = "&'static str")]
pub(super) struct ColorName(Color);

impl From<ColorName> for &'static str {
    fn from(ColorName(color): ColorName) -> Self {
        match color {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

/// One value a colour.
#[derive(Serialize)]
struct Both<T> {
    black: T,
    white: T,
}

impl<T> Both<T> {
    fn of(value: impl FnMut(Color) -> T) -> Self {
        let PerColor { black, white } = PerColor::from_fn(value);
        Self { black, white }
    }
}

/// A number that is written without a fraction if it has none.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// Above it `f64` does not know its own last digits.
        const EXACT: f64 = 9e15;
        if self.0.fract() == 0.0 && self.0.abs() < EXACT {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

/// The game as it stands: the answer of `opr-state`.
#[derive(Serialize)]
pub(super) struct State {
    rules: &'static str,
    size: usize,
    moves: usize,
    turn: Option<ColorName>,
    #[serde(flatten)]
    end: End,
    stones: Both<Stones>,
    points: Points,
    barred: Option<ColorName>,
    last: Option<Last>,
}

/// Whether play is over, and how it ended.
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
    black: u16,
    white: u16,
    lead: Number,
}

#[derive(Serialize)]
struct Last {
    color: ColorName,
    point: String,
    #[serde(flatten)]
    consequences: Consequences,
}

/// What a turn did to the stones on the board.
#[derive(Serialize)]
struct Consequences {
    retired: Vec<Retired>,
    immovable: Vec<String>,
}

#[derive(Serialize)]
struct Retired {
    color: ColorName,
    points: Vec<String>,
    cause: &'static str,
    repeated: bool,
    quarantined: bool,
}

impl State {
    /// The state of a game.
    pub(super) fn of(game: &Game) -> Self {
        let count = game.count();
        Self {
            rules: game.ruleset().name,
            size: game.size().lines(),
            moves: game.turns().len(),
            turn: (!game.is_over()).then(|| ColorName(game.to_play())),
            end: End::of(game),
            stones: Both::of(|color| {
                let stones = game.stones(color);
                Stones { board: stones.board, waiting: stones.waiting, quarantined: stones.quarantined }
            }),
            points: Points { black: count.points.black, white: count.points.white, lead: Number(count.lead) },
            barred: game.barred().map(ColorName),
            last: game.turns().last().map(|turn| Last {
                color: ColorName(turn.color),
                point: turn.action.to_string(),
                consequences: Consequences::of(turn),
            }),
        }
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
        Verdict::Win(color, _) => ColorName(color).into(),
        Verdict::Draw => "draw",
        Verdict::BothLose => "none",
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
            color: ColorName(chain.color),
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

/// The points by name, as they lie from A1 along the rows upwards.
fn names(points: PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

/// What a move would do: the answer of `opr-explain`.
#[derive(Serialize)]
pub(super) struct Explanation {
    color: ColorName,
    point: String,
    #[serde(flatten)]
    consequences: Consequences,
    barred: Option<ColorName>,
    #[serde(flatten)]
    end: End,
}

impl Explanation {
    /// What the last turn of a game did, with every article that was at work in it.
    pub(super) fn of(game: &Game, turn: &Turn) -> Self {
        let mut end = End::of(game);
        let mut articles: Vec<String> = articles_of(turn).iter().map(Article::to_string).collect();
        end.articles.retain(|article| !articles.contains(article));
        articles.append(&mut end.articles);
        Self {
            color: ColorName(turn.color),
            point: turn.action.to_string(),
            consequences: Consequences::of(turn),
            barred: turn.barred.map(ColorName),
            end: End { articles, ..end },
        }
    }
}

/// The articles by which stones left the board or stayed on it, and by which a colour was barred.
fn articles_of(turn: &Turn) -> Vec<Article> {
    let at_work = [
        (turn.retired.iter().any(|chain| !chain.quarantined), Article::WAITING),
        (turn.retired.iter().any(|chain| chain.quarantined), Article::QUARANTINE),
        (!turn.immovable.is_empty(), Article::IMMOVABLE),
        (turn.barred.is_some(), Article::Annex),
    ];
    at_work.into_iter().filter_map(|(is_at_work, article)| is_at_work.then_some(article)).collect()
}

/// Who abstained where: the answer of `opr-abstentions`.
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
    /// The abstentions of a game.
    pub(super) fn of(game: &Game) -> Self {
        let of = |color| game.abstentions(color).iter().map(AbstainedAt::of).collect();
        let abstained = game.explain(game.to_play(), crate::rules::Move::Abstain);
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

/// A chain that has retired: one of the answer of `opr-retired`.
#[derive(Serialize)]
pub(super) struct RetiredSoFar {
    color: ColorName,
    points: Vec<String>,
    times: usize,
    cause: &'static str,
}

impl RetiredSoFar {
    /// What is known of the chain.
    pub(super) fn of(chain: &RetiredChain) -> Self {
        Self {
            color: ColorName(chain.color),
            points: names(chain.stones),
            times: chain.times,
            cause: cause(chain.cause),
        }
    }
}
