//! A game, its turns and what is at stake in it, as JSON.

use super::object::Object;
use crate::view::{Event, Language, Narration, RuleNotice};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::PointSet;
use onepure_rules::record::RecordError;
use onepure_rules::rules::{Abstention, Article, Game, Move, Outcome, RetiredChain, Retirement, Turn, Verdict};
use serde_json::Value;

/// A game in its current state: the answer of `opr-state`.
pub(crate) fn state(game: &Game) -> Object {
    let count = game.count();
    let points = Object::default()
        .with("black", count.points.black)
        .with("white", count.points.white)
        .with("lead", shortest(count.komi))
        // The exact margin of Black, if points can be divided.
        .with_some("margin", count.exact_margin().filter(|_| game.articles().shares_points()));
    let articles = game.outcome().map(|outcome| outcome.articles(&count)).unwrap_or_default();
    Object::default()
        .with("rules", game.ruleset().name)
        .with("size", game.size().lines())
        .with("moves", game.turns().len())
        .with("turn", (!game.is_over()).then(|| game.to_play()))
        .and(end(game, &articles))
        .with("stones", PerColor::from_fn(|color| game.stones(color)))
        .with("points", points)
        .with("barred", game.barred())
        .with("last", game.turns().last().map(turn))
}

/// A number that is written without a fraction if it is an integer.
fn shortest(number: f64) -> Value {
    /// Larger numbers of type `f64` are not exact integers.
    const EXACT: f64 = 9e15;
    if number.fract() == 0.0 && number.abs() < EXACT { (number as i64).into() } else { number.into() }
}

/// Whether play has ended, and how, with these articles.
fn end(game: &Game, articles: &[Article]) -> Object {
    let outcome = game.outcome();
    Object::default()
        .with("over", outcome.is_some())
        .with("result", outcome.map(|outcome| outcome.verdict.to_string()))
        .with("winner", outcome.map(winner))
        .with("reason", outcome.map(|outcome| outcome.reason.name()))
        .with("articles", articles)
}

fn winner(outcome: &Outcome) -> &'static str {
    match outcome.verdict {
        Verdict::Win(color, _) => color.name(),
        Verdict::Draw => "draw",
        Verdict::BothLose | Verdict::NoResult => "none",
    }
}

/// A turn, and what it changed on the board.
fn turn(turn: &Turn) -> Object {
    Object::default()
        .with("color", turn.color)
        .with("point", turn.action)
        .with("retired", turn.retired.iter().map(retirement).collect::<Vec<_>>())
        .with("immovable", turn.immovable.iter().copied().collect::<PointSet>())
}

fn retirement(chain: &Retirement) -> Object {
    Object::default()
        .with("color", chain.color)
        .with("points", chain.stones)
        .with("cause", chain.cause.name())
        .with("repeated", chain.repeated)
        .with("quarantined", chain.quarantined)
}

/// The turns of a game from its start position: the answer of `opr-turns`.
pub(crate) fn turns(game: &Game) -> Object {
    Object::default()
        .with("start", game.start().stones)
        .with("turns", game.turns().iter().map(turn).collect::<Vec<_>>())
}

/// The effects of the last turn of a game, with every article that applied: the answer of `opr-explain`. `None` before the first turn.
pub(crate) fn explanation(game: &Game) -> Option<Object> {
    let last = game.turns().last()?;
    let of_end = game.outcome().map(|outcome| outcome.articles(&game.count())).unwrap_or_default();
    // Only the facts are read, so any language will do.
    let narration = Narration::of_last_turn(game, Language::English)?;
    let mut articles: Vec<Article> = Vec::new();
    for article in narration.events().iter().flat_map(Event::articles).chain(of_end) {
        if !articles.contains(&article) {
            articles.push(article);
        }
    }
    Some(turn(last).with("barred", last.barred).and(end(game, &articles)))
}

/// The abstentions of both colours and their places: the answer of `opr-abstentions`.
pub(crate) fn abstentions(game: &Game) -> Object {
    let place = |abstention: &Abstention| {
        Object::default().with("move", abstention.turn).with("position", format!("{:016x}", abstention.hash))
    };
    let of = |color| game.abstentions(color).iter().map(place).collect::<Vec<_>>();
    let abstained = game.explain(game.to_play(), Move::Abstain);
    Object::default()
        .with("black", of(Color::Black))
        .with("white", of(Color::White))
        .with("ends_now", abstained.is_ok_and(|turn| turn.outcome.is_some()))
}

/// A chain that has retired so far: an element of the answer of `opr-retired`.
pub(crate) fn retired_chain(chain: &RetiredChain) -> Object {
    Object::default()
        .with("color", chain.color)
        .with("points", chain.stones)
        .with("times", chain.times)
        .with("cause", chain.cause.name())
}

/// A rule notice, as fields for programs and as text for readers.
pub(crate) fn rule_notice(notice: &RuleNotice, language: Language) -> Object {
    Object::default()
        .with("kind", notice.kind())
        .with("color", notice.color())
        .with("points", notice.points())
        .with("articles", notice.articles())
        .with("text", language.rule_notice(notice))
}

/// The illegal move, or the node that cannot be read, up to which a record was read.
pub(crate) fn stopped(error: &RecordError) -> Object {
    Object::default().with("move", error.move_number).with("line", error.line).with("reason", error.problem.to_string())
}
