//! Small endgames, by an exhaustive search.

use onepure_rules::board::Color;
use onepure_rules::geometry::Point;
use onepure_rules::rules::{Game, Move};

/// The most positions of a search.
const NODES: u32 = 50_000;

/// The most turns of a line.
const DEPTH: u32 = 14;

/// Returns whether a colour wins if both play best. The search leaves out only turns that give something away: a stone in an eye of one
/// point of its own colour, and one that takes the last liberty of its own chain. Returns `None` if the endgame is too large.
pub fn wins_endgame(game: &Game, color: Color) -> Option<bool> {
    let mut nodes = NODES;
    // Lines in which stones are taken again and again are long, and seldom needed.
    (1..=DEPTH).find_map(|depth| wins(game, color, depth, &mut nodes))
}

/// A turn after which a colour does not win; `None` if there is none, or if the endgame is too large.
pub(super) fn refutation(game: &Game, color: Color) -> Option<Move> {
    turns(game).find(|(_, after)| wins_endgame(after, color) == Some(false)).map(|(turn, _)| turn)
}

/// Returns whether the colour wins, as far as lines of `depth` turns and this number of positions show.
fn wins(game: &Game, color: Color, depth: u32, nodes: &mut u32) -> Option<bool> {
    if let Some(outcome) = game.outcome() {
        return Some(outcome.winner() == Some(color));
    }
    let depth = depth.checked_sub(1)?;
    *nodes = nodes.checked_sub(1)?;
    let is_own = game.to_play() == color;
    let mut decided = Some(!is_own);
    for (_, after) in turns(game) {
        match wins(&after, color, depth, nodes) {
            Some(is_won) if is_won == is_own => return Some(is_own),
            Some(_) => {}
            None => decided = None,
        }
    }
    decided
}

/// The turns of the colour to play, each with the game after it.
fn turns(game: &Game) -> impl Iterator<Item = (Move, Game)> {
    let (board, color) = (game.board(), game.to_play());
    let is_own = move |point: Point| !game.size().contains(point) || board.stone(point) == Some(color);
    let is_eye = move |point: Point| point.neighbours().into_iter().all(is_own);
    let gives_away = move |point: Point| is_eye(point) || game.is_self_fill(color, point);
    let places = board.empty().iter().filter(move |&point| !gives_away(point)).map(Move::Place);
    std::iter::once(Move::Abstain).chain(places).filter_map(move |turn| {
        let mut after = game.clone();
        after.play(turn).is_ok().then_some((turn, after))
    })
}
