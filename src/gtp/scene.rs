//! The game for the board in the browser: facts and sentences as JSON. The order of the fields is the order of the keys, which is
//! part of the format.

use super::json::{GameState, RetiredSoFar, names};
use crate::view::{Illustration, Language, Narration, RuleNotice, illustrations, rule_notices};
use onepure_engine::engine::Judgement;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::rules::{Article, Fraction, Game, Move, Outcome, Points};
use serde::Serialize;

/// A position with everything that the page draws and prints: the answer of `opr-scene`. HTML reports have one for each position.
#[derive(Serialize)]
pub struct Scene {
    state: GameState,
    /// The number of handicap stones.
    handicap: u16,
    /// The board as rows from the top line down: `#` is black, `O` is white.
    board: Vec<String>,
    /// The owner of each point as rows from the top line down: `B`, `W` or a dot.
    owners: Vec<String>,
    /// Whether stones in contact with the other colour count no point.
    contact: bool,
    dead_ends: Vec<String>,
    self_fills: Vec<String>,
    /// The empty points where the colour to play may not place. Absent if there is none, as always under the One Pure Rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forbidden: Vec<String>,
    retired: Vec<RetiredSoFar>,
    told: Option<String>,
    stakes: Vec<String>,
    count: String,
    conclusion: Vec<String>,
    /// Whether the players can agree on dead stones before the count.
    agreement: bool,
}

impl Scene {
    /// The scene of a game, with sentences in this language.
    pub fn of(game: &Game, language: Language) -> Self {
        let to_play = game.to_play();
        let where_holds = |holds: fn(&Game, Color, Point) -> bool| {
            let empty = game.board().empty().iter().filter(|_| !game.is_over());
            empty.filter(|&point| holds(game, to_play, point)).map(|point| point.to_string()).collect()
        };
        let nothing = PointSet::empty();
        let conclusion = [language.end(game), language.result_without(game, nothing)];
        Self {
            state: GameState::of(game),
            handicap: game.handicap(),
            board: stones(game),
            owners: owners(game.size(), &game.points()),
            contact: game.articles().counts_contact(),
            dead_ends: where_holds(loses_at_once),
            self_fills: where_holds(Game::is_self_fill),
            forbidden: where_holds(|game, color, point| game.check(color, Move::Place(point)).is_err()),
            retired: game.retired().iter().map(RetiredSoFar::of).collect(),
            told: Narration::of_last_turn(game, language).map(|narration| narration.to_string()),
            stakes: rule_notices(game)
                .iter()
                // The page asks before a first pass. As its first sentence this notice would not help a beginner.
                .filter(|notice| !matches!(notice, RuleNotice::Opening))
                .map(|notice| language.rule_notice(notice))
                .collect(),
            count: language.count(&game.count()),
            conclusion: conclusion.into_iter().flatten().collect(),
            agreement: game.outcome().is_some_and(|outcome| !outcome.is_final()),
        }
    }
}

/// Returns whether a placement loses at once because it is a dead end. In the last turn of the annex none does.
pub(super) fn loses_at_once(game: &Game, color: Color, point: Point) -> bool {
    let is_last_turn = game.barred() == Some(!color);
    !is_last_turn && game.is_dead_end(color, point)
}

/// The effects of a move in sentences: the answer of `opr-tell`.
#[derive(Serialize)]
pub(super) struct Told {
    color: Color,
    point: String,
    legal: bool,
    loses: bool,
    text: String,
}

impl Told {
    /// The effects of a move of `color` on a game, or the reason why it is illegal.
    pub(super) fn of(game: &Game, color: Color, action: Move, language: Language) -> Self {
        let mut after = game.clone();
        let played = after.play_as(color, action).map(|_| ());
        let text = match played {
            Ok(()) => {
                let narration = Narration::of_last_turn(&after, language);
                let tells_loss = narration.as_ref().is_some_and(Narration::tells_loss);
                // If the count decides, the sentence about the end does not name the loser.
                let result = language.result_without(&after, PointSet::empty()).filter(|_| !tells_loss);
                let told = narration.map(|narration| narration.to_string());
                told.into_iter().chain(result).collect::<Vec<_>>().join(" ")
            }
            Err(error) => language.refused(game.ruleset(), error),
        };
        let winner = after.outcome().filter(|outcome| outcome.is_final()).and_then(Outcome::winner);
        let loses = match action {
            Move::Place(point) => played.is_ok() && loses_at_once(game, color, point),
            Move::Abstain => winner == Some(!color),
        };
        Self { color, point: action.to_string(), legal: played.is_ok(), loses, text }
    }
}

/// The count without the stones that both players call dead: the answer of `opr-count`.
#[derive(Serialize)]
pub(super) struct Counted {
    #[serde(rename = "lost")]
    dead: Vec<String>,
    owners: Vec<String>,
    points: PerColor<Fraction>,
    result: Option<String>,
    text: Vec<String>,
    /// The winner and the margin; `None` before the end.
    conclusion: Option<String>,
}

impl Counted {
    /// The count of a game without these stones.
    pub(super) fn of(game: &Game, dead: PointSet, language: Language) -> Self {
        let count = game.count_without(dead);
        Self {
            dead: names(dead),
            owners: owners(game.size(), &game.points_without(dead)),
            points: count.points,
            result: game.outcome_without(dead).map(|outcome| outcome.verdict.to_string()),
            text: language.counted(game, dead),
            conclusion: language.result_without(game, dead),
        }
    }
}

/// The engine's judgement of dead stones: the answer of `opr-judgement`.
#[derive(Serialize)]
pub(super) struct Judged {
    dead: Vec<String>,
    unclear: Vec<String>,
    /// The stones in doubt in a sentence.
    doubt: Option<String>,
}

impl Judged {
    /// A judgement of the position of a game.
    pub(super) fn of(judgement: &Judgement, language: Language) -> Self {
        let unclear = judgement.open();
        let doubt = (!unclear.is_empty()).then(|| language.phrases().in_doubt(&unclear));
        Self { dead: names(judgement.dead()), unclear: names(unclear), doubt }
    }
}

/// The rules of a game on one screen, with small boards: the answer of `opr-rules`.
#[derive(Serialize)]
pub(super) struct RulesPage {
    title: String,
    paragraphs: Vec<RulesParagraph>,
}

#[derive(Serialize)]
struct RulesParagraph {
    text: String,
    articles: Vec<String>,
    boards: Vec<SmallBoard>,
}

/// A board that shows a rule, after the moves that it is about.
#[derive(Serialize)]
struct SmallBoard {
    board: Vec<String>,
    last: Option<String>,
    retired: Vec<String>,
    immovable: Vec<String>,
    forbidden: Vec<String>,
    owners: Option<Vec<String>>,
    contact: bool,
}

impl RulesPage {
    /// The rules of a game in this language.
    pub(super) fn of(game: &Game, language: Language) -> Self {
        let primer = language.phrases().rules(game);
        let has_articles = game.articles().has_immovable_stones();
        let topics: Vec<_> = primer.paragraphs.iter().map(|&(topic, _)| topic).collect();
        let paragraphs = primer.paragraphs.into_iter().enumerate().map(|(index, (topic, text))| RulesParagraph {
            text,
            articles: topic.articles().iter().filter(|_| has_articles).map(Article::to_string).collect(),
            // Only the first paragraph of a topic shows its boards.
            boards: if topics[..index].contains(&topic) {
                Vec::new()
            } else {
                illustrations(*game.ruleset(), topic).iter().map(SmallBoard::of).collect()
            },
        });
        Self { title: primer.title, paragraphs: paragraphs.collect() }
    }
}

impl SmallBoard {
    fn of(Illustration { game, forbidden, shows_points }: &Illustration) -> Self {
        let turn = game.turns().last();
        Self {
            board: stones(game),
            last: turn.map(|turn| turn.action.to_string()),
            retired: turn.into_iter().flat_map(|turn| &turn.retired).flat_map(|chain| names(chain.stones)).collect(),
            immovable: turn.into_iter().flat_map(|turn| &turn.immovable).map(ToString::to_string).collect(),
            forbidden: names(*forbidden),
            owners: shows_points.then(|| owners(game.size(), &game.points())),
            contact: game.articles().counts_contact(),
        }
    }
}

/// The stones on the board, as rows from the top line down.
fn stones(game: &Game) -> Vec<String> {
    rows(game.size(), |point| match game.board().stone(point) {
        Some(Color::Black) => '#',
        Some(Color::White) => 'O',
        None => '.',
    })
}

fn owners(size: BoardSize, points: &Points) -> Vec<String> {
    rows(size, |point| match points.owner(point) {
        Some(Color::Black) => 'B',
        Some(Color::White) => 'W',
        None => '.',
    })
}

/// A character for each point, as rows from the top line down.
fn rows(size: BoardSize, sign: impl Fn(Point) -> char) -> Vec<String> {
    let lines = size.lines();
    (0..lines).rev().map(|row| (0..lines).map(|column| sign(Point::new(column, row))).collect()).collect()
}
