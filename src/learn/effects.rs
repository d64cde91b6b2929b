//! The effects of a turn in sentences.

use super::Figure;
use super::condition::{liberties_of, placed};
use crate::view::{Language, Narration};
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::Game;

/// The effects of the last turn with their articles, then the figure. An end by passes is counted without the `dead` stones.
pub(super) fn turn(game: &Game, dead: PointSet, figure: Option<Figure>, language: Language) -> Vec<String> {
    let narration = Narration::of_last_turn(game, language);
    let tells_loss = narration.as_ref().is_some_and(Narration::tells_loss);
    let at = placed(game).filter(|_| figure == Some(Figure::Liberties));
    let liberties = at.and_then(|at| liberties(language, game, at));
    let count = match game.outcome() {
        Some(outcome) if outcome.reason.is_count() => language.counted(game, dead),
        None if figure == Some(Figure::Count) => vec![language.count(&game.count())],
        _ => Vec::new(),
    };
    // The sentence about a loss at once names the loser already.
    let result = language.result_without(game, dead).filter(|_| !tells_loss);
    narration.map(|narration| narration.to_string()).into_iter().chain(liberties).chain(count).chain(result).collect()
}

/// The number of liberties in words. The first step counts those of a lone stone before the second one says what a chain is.
fn liberties(language: Language, game: &Game, at: Point) -> Option<String> {
    let number = liberties_of(game, at)?;
    let is_alone = game.board().chain(at).len() == 1;
    Some(language.phrases().liberties(at, is_alone, number))
}
