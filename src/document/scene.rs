//! The game for the board in the browser: facts and sentences as JSON.

use super::game::{retired_chain, state};
use super::object::{Object, rows};
use crate::view::{Illustration, Language, Narration, RuleNotice, RuleTopic, illustrations, rule_notices};
use onepure_engine::engine::Judgement;
use onepure_rules::board::Color;
use onepure_rules::geometry::{BoardSize, Point, PointSet};
use onepure_rules::rules::{Game, Move, Outcome, Points};

/// A position with everything that the page draws and prints: the answer of `opr-scene`. HTML reports have one for each position.
///
/// The rows of `board` have `#` for black and `O` for white, those of `owners` `B`, `W` or a dot. With `contact`, stones in contact with
/// the other colour count no point. `forbidden` has the empty points where the colour to play may not place; it is absent if there is
/// none, as always under the One Pure Rules. With `agreement` the players can agree on dead stones before the count.
pub(crate) fn scene(game: &Game, language: Language) -> Object {
    let to_play = game.to_play();
    let where_holds = |holds: fn(&Game, Color, Point) -> bool| {
        let empty = game.board().empty().iter().filter(|_| !game.is_over());
        empty.filter(|&point| holds(game, to_play, point)).collect::<PointSet>()
    };
    let forbidden = where_holds(|game, color, point| game.check(color, Move::Place(point)).is_err());
    let conclusion = [language.end(game), language.result_without(game, PointSet::empty())];
    // The page asks before a first pass. As its first sentence this notice would not help a beginner.
    let notices = rule_notices(game).into_iter().filter(|notice| !matches!(notice, RuleNotice::Opening));
    Object::default()
        .with("state", state(game))
        .with("handicap", game.handicap())
        .with("board", stones(game))
        .with("owners", owners(game.size(), &game.points()))
        .with("contact", game.articles().counts_contact())
        .with("dead_ends", where_holds(loses_at_once))
        .with("self_fills", where_holds(Game::is_self_fill))
        .with_some("forbidden", Some(forbidden).filter(|points| !points.is_empty()))
        .with("retired", game.retired().iter().map(retired_chain).collect::<Vec<_>>())
        .with("told", Narration::of_last_turn(game, language).map(|narration| narration.to_string()))
        .with("stakes", notices.map(|notice| language.rule_notice(&notice)).collect::<Vec<_>>())
        .with("count", language.count(&game.count()))
        .with("conclusion", conclusion.into_iter().flatten().collect::<Vec<_>>())
        .with("agreement", game.outcome().is_some_and(|outcome| !outcome.is_final()))
}

/// Returns whether a placement loses at once because it is a dead end. In the last turn of the annex none does.
pub(crate) fn loses_at_once(game: &Game, color: Color, point: Point) -> bool {
    let is_last_turn = game.barred() == Some(!color);
    !is_last_turn && game.is_dead_end(color, point)
}

/// The effects of a move of `color` in sentences, or the reason why it is illegal: the answer of `opr-tell`.
pub(crate) fn told(game: &Game, color: Color, action: Move, language: Language) -> Object {
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
    Object::default()
        .with("color", color)
        .with("point", action)
        .with("legal", played.is_ok())
        .with("loses", loses)
        .with("text", text)
}

/// The count without the stones that both players call dead: the answer of `opr-count`. `conclusion` has the winner and the margin; it
/// is null before the end.
pub(crate) fn counted(game: &Game, dead: PointSet, language: Language) -> Object {
    Object::default()
        .with("lost", dead)
        .with("owners", owners(game.size(), &game.points_without(dead)))
        .with("points", game.count_without(dead).points)
        .with("result", game.outcome_without(dead).map(|outcome| outcome.verdict.to_string()))
        .with("text", language.counted(game, dead))
        .with("conclusion", language.result_without(game, dead))
}

/// The engine's judgement of dead stones, with those in doubt in a sentence: the answer of `opr-judgement`.
pub(crate) fn judged(judgement: &Judgement, language: Language) -> Object {
    let unclear = judgement.open();
    Object::default()
        .with("dead", judgement.dead())
        .with("unclear", unclear)
        .with("doubt", (!unclear.is_empty()).then(|| language.phrases().in_doubt(&unclear)))
}

/// The rules of a game on one screen, with small boards: the answer of `opr-rules`.
pub(crate) fn rules_page(game: &Game, language: Language) -> Object {
    let primer = language.phrases().rules(game);
    let has_articles = game.articles().has_immovable_stones();
    let mut shown = Vec::new();
    let paragraph = |(topic, text): (RuleTopic, String)| {
        // Only the first paragraph of a topic shows its boards.
        let is_new = !shown.contains(&topic);
        shown.push(topic);
        let boards = if is_new { illustrations(*game.ruleset(), topic) } else { Vec::new() };
        Object::default()
            .with("text", text)
            .with("articles", topic.articles().iter().filter(|_| has_articles).collect::<Vec<_>>())
            .with("boards", boards.iter().map(small_board).collect::<Vec<_>>())
    };
    Object::default()
        .with("title", primer.title)
        .with("paragraphs", primer.paragraphs.into_iter().map(paragraph).collect::<Vec<_>>())
}

/// A board that shows a rule, after the moves that it is about.
fn small_board(Illustration { game, forbidden, shows_points }: &Illustration) -> Object {
    let turn = game.turns().last();
    let retired = turn.into_iter().flat_map(|turn| &turn.retired).flat_map(|chain| chain.stones);
    Object::default()
        .with("board", stones(game))
        .with("last", turn.map(|turn| turn.action))
        .with("retired", retired.collect::<Vec<_>>())
        .with("immovable", turn.map(|turn| turn.immovable.as_slice()).unwrap_or_default())
        .with("forbidden", forbidden)
        .with("owners", shows_points.then(|| owners(game.size(), &game.points())))
        .with("contact", game.articles().counts_contact())
}

/// The stones on the board, as rows from the top line down.
fn stones(game: &Game) -> Vec<String> {
    rows(game.size(), "", |point| match game.board().stone(point) {
        Some(Color::Black) => '#',
        Some(Color::White) => 'O',
        None => '.',
    })
}

fn owners(size: BoardSize, points: &Points) -> Vec<String> {
    rows(size, "", |point| match points.owner(point) {
        Some(Color::Black) => 'B',
        Some(Color::White) => 'W',
        None => '.',
    })
}
