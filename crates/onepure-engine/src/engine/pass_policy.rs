//! How a game would be counted if it ended now, and whether to let it end.

use super::judgement::{JUDGEMENT_PLAYOUTS, judged};
use crate::search::{Candidate, Estimate, Report, ownership_until};
use crate::tactics::attack;
use onepure_rules::board::{Board, Color};
use onepure_rules::geometry::{Large, Point, PointSet};
use onepure_rules::rules::{Count, Game, Move, Verdict, areas};
use std::time::Instant;

/// Fewer say too little, where time does not suffice for more.
const FEWEST_JUDGEMENT_PLAYOUTS: u32 = 60;

/// A point is unclear unless one colour holds it in this share of playouts, or both together do in as few as the rest.
const CLEAR: f64 = 0.95;

/// A board is settled when so many of its points are clear.
const SETTLED: f64 = 0.75;

/// It is clear what becomes of a chain when one colour holds its points in this share of playouts.
const CLEAR_CHAIN: f64 = 0.9;

/// What a placement may lose in points against an abstention that would leave chains unclear, if it does not lose the game: few stones
/// in one's own territory, as few simulations measure them.
const SCORE_TOLERANCE: f64 = 3.0;

/// A won game is ended by an abstention that costs less than this share of wins.
const CONTENT: f64 = 0.01;

/// The same where playouts have judged the game to be won: the share is known about as exactly as this.
const CONTENT_BY_JUDGEMENT: f64 = 0.02;

/// An abstention must have been looked into this often before it is trusted.
const CONTENT_VISITS: u64 = 30;

/// In answer to an abstention, one in so many visits of a short search is enough: the opponent has found nothing to gain either. A
/// search that weighs an abstention gives it more.
const CONTENT_ONE_IN: u64 = 5;

/// Below this share of wins of the best move nothing helps any more.
const HOPELESS: f64 = 0.02;

/// How a game would be counted if it ended now.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "what holds of a board or does not, each named after what it says")]
pub(super) struct PassPolicy {
    /// The stones that would be lifted before the count.
    pub(super) dead: PointSet,
    /// The colour that would win, whatever becomes of points that are not certain.
    winner: Option<Color>,
    /// Whether that is a judgement with which the opponent may not agree.
    is_judged: bool,
    /// Whether playouts agree about nearly every point, or territory has no neutral point left. Then they see more than a network that was
    /// taught by few such boards: a group of small eyes, a seki, or that nothing is left to be done but to pass.
    pub(super) is_settled: bool,
    /// Whether so much is still to be played that an abstention is out of the question: most of the board is empty, and the
    /// opponent has not abstained.
    pub(super) is_open: bool,
    /// Whether one's own territory is not to be filled.
    ends_in_territory: bool,
    /// The stones of both colours of which playouts do not say clearly whether they live: the players may not agree about them.
    unclear: PointSet,
}

impl PassPolicy {
    /// The pass policy of `color`, which is about to move.
    ///
    /// Where the count belongs to the board as it stands, that is what it says. Where dead stones are lifted, it is judged by
    /// playouts in which the opponent plays first, because that is what follows an abstention; while most of the board is
    /// empty, and nobody abstains, nothing is judged; nor is it where there is no time for it until this moment.
    pub(super) fn of(game: &Game, color: Color, seed: u64, until: Option<Instant>) -> Self {
        let points = game.size().points::<Large>().count();
        let articles = game.articles();
        let ends_in_territory = articles.tells_territory();
        // Territory stays empty: play may end with fewer stones on the board.
        let (most, of) = if ends_in_territory { (2, 3) } else { (1, 2) };
        let is_open = of * game.board().empty().len() > most * points && game.abstentions_in_a_row(color) == 0;
        if !articles.lifts_dead_stones() {
            return Self { winner: winner(&game.count()), is_open, ends_in_territory, ..Self::default() };
        }
        let unknown = Self { is_judged: true, is_open, ends_in_territory, ..Self::default() };
        if is_open || game.is_over() {
            return unknown;
        }
        let playouts = (FEWEST_JUDGEMENT_PLAYOUTS, JUDGEMENT_PLAYOUTS);
        let judged_if_first = |first| match until {
            None => Some(judged(game, first, seed)),
            Some(until) => ownership_until(game, first, playouts, seed, until),
        };
        let Some(ownership) = judged_if_first(!color) else { return unknown };
        let dead = ownership.dead_stones(game);
        let count = game.judged_count_without(dead);
        let areas = areas(&game.board_without(dead));
        let winner = winner(&count).filter(|&winner| {
            // Everything that is unclear may go to the other colour.
            let least = |side| if side == winner { CLEAR } else { 1.0 - CLEAR };
            let held = |side| ownership.points_held(game, side, least(side)).len() as i32;
            let lead = |size: &dyn Fn(Color) -> i32| size(Color::Black) - size(Color::White);
            let shift = lead(&held) - lead(&|side| areas[side].len() as i32);
            self::winner(&count.shifted(shift)) == Some(winner)
        });
        let clear: usize = Color::BOTH.into_iter().map(|side| ownership.points_held(game, side, CLEAR).len()).sum();
        let is_divided = ends_in_territory && areas.black | areas.white == game.board().all();
        let is_settled = is_divided || clear as f64 >= SETTLED * points as f64;
        let mut unclear = ownership.stones_unclear(game, CLEAR_CHAIN);
        // What lives or dies by who plays first is to be played, not passed over.
        if is_settled
            && unclear.is_empty()
            && let Some(other) = judged_if_first(color)
        {
            unclear = other.stones_unclear(game, CLEAR_CHAIN) | (other.dead_stones(game) ^ dead);
        }
        Self { dead, winner, is_judged: true, is_settled, is_open, ends_in_territory, unclear }
    }

    /// Whether the search of `color` has to look into an abstention, however little it promises: where it would win, and where what is
    /// placed in one's own territory costs a point.
    pub(super) fn wants_abstention_weighed(&self, color: Color) -> bool {
        (self.winner == Some(color) || self.ends_in_territory) && !self.is_open
    }

    /// What to play, after a search: the most visited move, or an abstention that ends a won game, or a lost one in which
    /// nothing helps any more. Where dead stones are lifted by agreement, what is unclear is played out before, and neutral points
    /// are filled. Where territory is counted, own territory is not.
    pub(super) fn decide(&self, game: &Game, color: Color, report: &Report) -> Move {
        let chosen = self.choose(game, color, report);
        if !self.is_judged || self.is_open {
            return chosen;
        }
        let board = game.board_without(self.dead);
        if let Move::Place(point) = chosen {
            let own = areas(&board)[color];
            let best = report.candidates.iter().find(|candidate| candidate.action == chosen);
            let is_as_good =
                best.is_some_and(|best| abstention_is_as_good(game, color, report, best, CONTENT_BY_JUDGEMENT));
            if !self.ends_in_territory || !own.contains(point) || !is_as_good {
                return chosen;
            }
        }
        if let Some(placement) = self.clearing(game, report) {
            return placement;
        }
        // Simulations are off by a point, for whoever happens to fill the last one: so it is not they that are asked here.
        let shared = board.reach(Color::Black) & board.reach(Color::White);
        let is_neutral = |candidate: &&Candidate| match candidate.action {
            Move::Place(point) => {
                shared.contains(point) && game.board().stone(point).is_none() && is_harmless(game.board(), color, point)
            }
            Move::Abstain => false,
        };
        report.candidates.iter().find(is_neutral).map_or(Move::Abstain, |candidate| candidate.action)
    }

    /// The most visited placement at a liberty of an unclear chain that is as good as an abstention.
    fn clearing(&self, game: &Game, report: &Report) -> Option<Move> {
        let liberties = self.unclear.neighbours() & game.board().empty();
        let abstention = report.candidates.iter().find(|candidate| candidate.action == Move::Abstain)?.estimate;
        let clears = |candidate: &&Candidate| {
            let Move::Place(point) = candidate.action else { return false };
            let Estimate { value, score, .. } = candidate.estimate;
            liberties.contains(point)
                && candidate.estimate.visits > 0
                && value + CONTENT_BY_JUDGEMENT >= abstention.value
                && score + SCORE_TOLERANCE >= abstention.score
        };
        report.candidates.iter().find(clears).map(|candidate| candidate.action)
    }

    fn choose(&self, game: &Game, color: Color, report: &Report) -> Move {
        let Some(best) = report.best() else { return Move::Abstain };
        let ends_play = game.abstention_ends_play(color);
        let cost = if self.is_judged { CONTENT_BY_JUDGEMENT } else { CONTENT };
        let is_content =
            self.winner == Some(color) && (ends_play || abstention_is_as_good(game, color, report, best, cost));
        let is_lost = ends_play || self.is_judged && self.winner == Some(!color);
        if is_content || best.estimate.visits > 0 && best.estimate.value < HOPELESS && is_lost {
            return Move::Abstain;
        }
        // An abstention that was hardly looked into does not end a game by judgement.
        let is_trusted =
            |candidate: &&Candidate| candidate.action != Move::Abstain || candidate.estimate.visits >= CONTENT_VISITS;
        let trusted = report.candidates.iter().find(is_trusted).filter(|_| self.is_judged).unwrap_or(best);
        // Nor is it the most visited move only because it was to be weighed.
        let placement = report.candidates.iter().find(|candidate| candidate.action != Move::Abstain);
        let is_better =
            |placement: &&Candidate| placement.estimate.visits > 0 && placement.estimate.value > trusted.estimate.value;
        match placement.filter(is_better) {
            Some(placement) if trusted.action == Move::Abstain => placement.action,
            _ => trusted.action,
        }
    }
}

/// Whether an abstention was looked into often enough, and costs at most so much of what the best move is worth.
fn abstention_is_as_good(game: &Game, color: Color, report: &Report, best: &Candidate, cost: f64) -> bool {
    let visits = if game.abstentions_in_a_row(color) == 0 {
        CONTENT_VISITS
    } else {
        (report.position.visits / CONTENT_ONE_IN).clamp(1, CONTENT_VISITS)
    };
    let abstention = report.candidates.iter().find(|candidate| candidate.action == Move::Abstain);
    abstention.is_some_and(|abstention| {
        abstention.estimate.visits >= visits && abstention.estimate.value + cost >= best.estimate.value
    })
}

/// Whether a stone of `color` on an empty point that both colours touch captures nothing, puts nothing in atari, and leaves none of its
/// own chains there to be caught: no seki is broken up by it, and no liberty is missed afterwards.
fn is_harmless(board: &Board, color: Color, point: Point) -> bool {
    let mut after = *board;
    after.put(color, point);
    let touched = (PointSet::of(point) | PointSet::of(point).neighbours()) & (board.all() - after.empty());
    touched.iter().all(|stone| after.liberties(stone).len() >= 2)
        && (touched & after.stones(color)).iter().all(|stone| attack(&after, stone).is_none())
}

fn winner(count: &Count) -> Option<Color> {
    match count.verdict() {
        Verdict::Win(winner, _) => Some(winner),
        Verdict::Draw | Verdict::BothLose | Verdict::NoResult => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::geometry::{BoardSize, Point};
    use onepure_rules::rules::Ruleset;

    #[test]
    fn without_time_nothing_is_judged() {
        // Black holds all of a board of ordinary Go but a dead stone.
        let diagram: onepure_rules::record::Diagram =
            "# # # # #\n# . # . #\n# # # # #\n# # # # O\n# . # # .".parse().expect("a diagram");
        let game = Game::set_up(diagram.size, Ruleset::chinese(), diagram.position, Color::Black).expect("a position");
        let judged = |until| PassPolicy::of(&game, Color::Black, 0, until);
        assert_eq!((judged(None).winner, judged(None).dead.len()), (Some(Color::Black), 1));
        let hurried = judged(Some(Instant::now()));
        assert!(hurried.is_judged && hurried.winner.is_none() && hurried.dead.is_empty());
    }

    #[test]
    fn an_abstention_is_answered_by_one_after_a_short_search_too() {
        // Four abstentions in a row end play under Ing rules, so that the second does not.
        let mut game = Game::new(BoardSize::new(5).expect("5 lines"), Ruleset::ing());
        game.play(Move::Place(Point::new(2, 2))).expect("a legal move");
        let pass_policy = PassPolicy { winner: Some(Color::Black), ..PassPolicy::default() };
        let placement = Move::Place(Point::new(1, 1));
        let decided = |game: &Game, visits| {
            let candidates =
                vec![Candidate::example(placement, 45, 0.99), Candidate::example(Move::Abstain, visits, 0.99)];
            let mut report = Report { candidates, ..Report::empty(Color::Black) };
            report.position.visits = 60;
            pass_policy.decide(game, Color::Black, &report)
        };
        let mut answered = game.clone();
        answered.play(Move::Abstain).expect("an abstention");
        assert!(!answered.abstention_ends_play(Color::Black));
        assert_eq!((decided(&answered, 15), decided(&answered, 2)), (Move::Abstain, placement));
        game.play(Move::Place(Point::new(3, 3))).expect("a legal move");
        assert_eq!((decided(&game, 15), decided(&game, 30)), (placement, Move::Abstain));
    }

    #[test]
    fn an_abstention_that_was_only_weighed_is_not_made() {
        let game = Game::new(BoardSize::new(5).expect("5 lines"), Ruleset::one_pure());
        let pass_policy = PassPolicy { winner: Some(Color::Black), ..PassPolicy::default() };
        let placement = Move::Place(Point::new(2, 2));
        for (visits, value, expected) in
            [(10, 0.6, placement), (10, 0.4, Move::Abstain), (0, 0.6, Move::Abstain), (60, 0.4, placement)]
        {
            let mut candidates =
                vec![Candidate::example(Move::Abstain, 29, 0.5), Candidate::example(placement, visits, value)];
            candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.estimate.visits));
            let report = Report { candidates, ..Report::empty(Color::Black) };
            assert_eq!(pass_policy.decide(&game, Color::Black, &report), expected, "{visits} {value}");
        }
    }
}
