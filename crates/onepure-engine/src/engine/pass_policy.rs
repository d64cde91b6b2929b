//! The pass policy: the count if the game ended now, and whether to end it.

use super::judgement::{JUDGEMENT_PLAYOUTS, Judgement, judged};
use crate::network::AnyNetwork;
use crate::search::{Candidate, Estimate, Report, expected_ownership, ownership_until};
use crate::tactics::attack;
use onepure_rules::board::{Board, Color, PerColor};
use onepure_rules::geometry::{Large, Point, PointSet, Symmetry};
use onepure_rules::rules::{Count, Game, Move, Verdict, areas};
use web_time::Instant;

/// The least playouts of a judgement if time is short: fewer are too noisy.
const FEWEST_JUDGEMENT_PLAYOUTS: u32 = 60;

/// The fraction of playouts in which a colour must hold a point to make it clear. For the winner, points held less often do not count, and
/// the other colour gets all points that it holds in at least `1 - CLEAR`.
const CLEAR: f64 = 0.95;

/// The fraction of clear points from which on a board is settled. It also is once territory has no neutral point left.
const SETTLED: f64 = 0.75;

/// The points that a placement may lose against a pass that would leave chains unclear, if it does not lose the game: some stones in own
/// territory, as measured by few simulations.
const SCORE_TOLERANCE: f64 = 3.0;

/// The largest cost of a pass that ends a won game, in value.
const PASS_COST: f64 = 0.01;

/// The largest cost of a pass that ends a game won by the judgement of playouts, in value: values have about this error.
const PASS_COST_BY_JUDGEMENT: f64 = 0.02;

/// The visits from which on the value of a pass is trusted.
const PASS_VISITS: u64 = 30;

/// In answer to a pass, `1 / PASS_SHARE_IN_ANSWER` of the visits of a short search suffice: the opponent has found nothing to gain either.
/// A search with a forced pass gives it more.
const PASS_SHARE_IN_ANSWER: u64 = 5;

/// The value of the best move below which the game is lost.
const HOPELESS: f64 = 0.02;

/// The count if the game ended now, and what to do about it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PassPolicy {
    /// The stones that would be lifted before the count.
    pub(super) dead: PointSet,
    /// The colour that would win, even if all unclear points went to the other one.
    winner: Option<Color>,
    /// Whether that is a judgement, which the opponent may not share.
    is_judged: bool,
    /// Whether it is too early to pass: most of the board is empty, and the opponent has not passed.
    pub(super) is_open: bool,
    /// Whether filling own territory costs points.
    ends_in_territory: bool,
    /// The stones of both colours that playouts find neither alive nor dead: the players may disagree on them.
    unclear: PointSet,
}

impl PassPolicy {
    /// The pass policy of `color`, which is to move.
    ///
    /// If the board is counted as it is, that count decides. If dead stones are lifted, playouts judge, in which the opponent plays first,
    /// as after a pass; when the board is divided but for the chains on which they do not agree, `network` judges these. There is no
    /// judgement while most of the board is empty and nobody passes, or if there is no time for it before `until`.
    pub(super) fn of(
        game: &Game,
        color: Color,
        network: Option<&AnyNetwork>,
        seed: u64,
        until: Option<Instant>,
    ) -> Self {
        let points = game.size().points::<Large>().count();
        let articles = game.articles();
        let ends_in_territory = articles.tells_territory();
        // Territory stays empty: the game may end with fewer stones on the board.
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
        let has_time = || until.is_none_or(|until| Instant::now() < until);
        let mut judgement = Judgement::of(game, &PerColor::from_fn(|_| &ownership), has_time());
        let areas_without = |dead| areas(&game.board_without(dead));
        let divided_without = |dead| {
            let areas = areas_without(dead);
            areas.black | areas.white
        };
        let enough = SETTLED * points as f64;
        let is_nearly_divided = || {
            let open = judgement.open();
            let dead = judgement.dead() | ownership.probably_dead_stones(game) & open;
            !open.is_empty() && divided_without(dead).len() as f64 >= enough
        };
        let expected = network
            .filter(|_| is_nearly_divided() && has_time())
            .map(|network| expected_ownership(network, game, &Symmetry::ALL[..1]));
        if let Some(expected) = &expected {
            judgement.decide_open(game, expected);
        }
        let clear: usize = Color::BOTH.into_iter().map(|side| ownership.points_held(game, side, CLEAR).len()).sum();
        let is_divided = ends_in_territory && divided_without(judgement.dead()) == game.board().all();
        let is_settled = is_divided || clear as f64 >= enough;
        // A chain whose life depends on who plays first must be played out before a pass. Elsewhere that judgement would come too early.
        if is_settled
            && judgement.open().is_empty()
            && let Some(other) = judged_if_first(color)
        {
            let other = Judgement::of(game, &PerColor::from_fn(|_| &other), false);
            judgement.doubt(game, other.unclear | (other.dead() ^ judgement.dead()), has_time());
            if let Some(expected) = &expected {
                judgement.decide_open(game, expected);
            }
        }
        let dead = judgement.dead();
        let areas = areas_without(dead);
        let count = game.judged_count_without(dead);
        let winner = winner(&count).filter(|&winner| {
            // Give everything unclear to the other colour.
            let least = |side| if side == winner { CLEAR } else { 1.0 - CLEAR };
            let held = |side| {
                let held = ownership.points_held(game, side, least(side)) | judgement.proven_points(game, side);
                (held - judgement.proven_points(game, !side)).len() as i32
            };
            let lead = |size: &dyn Fn(Color) -> i32| size(Color::Black) - size(Color::White);
            let shift = lead(&held) - lead(&|side| areas[side].len() as i32);
            self::winner(&count.shifted(shift)) == Some(winner)
        });
        let unclear = judgement.open();
        Self { dead, winner, is_judged: true, is_open, ends_in_territory, unclear }
    }

    /// Returns whether the search of `color` must give the pass visits, whatever its prior: when it would win, and when a placement in own
    /// territory costs a point.
    pub(super) fn wants_abstention_weighed(&self, color: Color) -> bool {
        (self.winner == Some(color) || self.ends_in_territory) && !self.is_open
    }

    /// The move after a search: the most visited one, or a pass that ends a won game or a hopeless one. If players agree on dead stones,
    /// unclear chains are played out first, and neutral points filled. If territory is counted, own territory is not filled. A known outcome
    /// comes first: see [`Report::choices`].
    pub(super) fn decide(&self, game: &Game, color: Color, report: &Report) -> Move {
        let chosen = self.choose(game, color, report);
        if !self.is_judged || self.is_open {
            return chosen;
        }
        let board = game.board_without(self.dead);
        if let Move::Place(point) = chosen {
            let own = areas(&board)[color];
            let best = report.choices().iter().find(|candidate| candidate.action == chosen);
            let is_as_good =
                best.is_some_and(|best| pass_is_as_good(game, color, report, best, PASS_COST_BY_JUDGEMENT));
            if !self.ends_in_territory || !own.contains(point) || !is_as_good {
                return chosen;
            }
        }
        if let Some(placement) = self.clearing_placement(game, report) {
            return placement;
        }
        // Do not compare values here: simulations are wrong by a point, depending on who fills the last neutral one.
        let shared = board.reach(Color::Black) & board.reach(Color::White);
        let is_neutral = |candidate: &&Candidate| match candidate.action {
            Move::Place(point) => {
                shared.contains(point) && game.board().stone(point).is_none() && is_harmless(game.board(), color, point)
            }
            Move::Abstain => false,
        };
        report.choices().iter().find(is_neutral).map_or(Move::Abstain, |candidate| candidate.action)
    }

    /// The most visited placement on a liberty of an unclear chain that is as good as a pass.
    fn clearing_placement(&self, game: &Game, report: &Report) -> Option<Move> {
        let liberties = self.unclear.neighbours() & game.board().empty();
        let abstention = report.choices().iter().find(|candidate| candidate.action == Move::Abstain)?.estimate;
        let clears = |candidate: &&Candidate| {
            let Move::Place(point) = candidate.action else { return false };
            let Estimate { value, score, .. } = candidate.estimate;
            liberties.contains(point)
                && candidate.estimate.visits > 0
                && value + PASS_COST_BY_JUDGEMENT >= abstention.value
                && score + SCORE_TOLERANCE >= abstention.score
        };
        report.choices().iter().find(clears).map(|candidate| candidate.action)
    }

    fn choose(&self, game: &Game, color: Color, report: &Report) -> Move {
        let Some(best) = report.best() else { return Move::Abstain };
        let ends_play = game.abstention_ends_play(color);
        let cost = if self.is_judged { PASS_COST_BY_JUDGEMENT } else { PASS_COST };
        let ends_won_game =
            self.winner == Some(color) && (ends_play || pass_is_as_good(game, color, report, best, cost));
        let is_lost = ends_play || self.is_judged && self.winner == Some(!color);
        if ends_won_game || best.estimate.visits > 0 && best.estimate.value < HOPELESS && is_lost {
            return Move::Abstain;
        }
        // A pass with few visits must not end a game by judgement.
        let is_trusted =
            |candidate: &&Candidate| candidate.action != Move::Abstain || candidate.estimate.visits >= PASS_VISITS;
        let trusted = report.choices().iter().find(is_trusted).filter(|_| self.is_judged).unwrap_or(best);
        // A pass may be the most visited move only because it got forced visits: then a better placement is played.
        let placement = report.choices().iter().find(|candidate| candidate.action != Move::Abstain);
        let is_better =
            |placement: &&Candidate| placement.estimate.visits > 0 && placement.estimate.value > trusted.estimate.value;
        match placement.filter(is_better) {
            Some(placement) if trusted.action == Move::Abstain => placement.action,
            _ => trusted.action,
        }
    }
}

/// Returns whether the pass has enough visits or a known outcome, and costs at most `cost` of the value of the best move.
fn pass_is_as_good(game: &Game, color: Color, report: &Report, best: &Candidate, cost: f64) -> bool {
    let visits = if game.abstentions_in_a_row(color) == 0 {
        PASS_VISITS
    } else {
        (report.position.visits / PASS_SHARE_IN_ANSWER).clamp(1, PASS_VISITS)
    };
    let abstention = report.choices().iter().find(|candidate| candidate.action == Move::Abstain);
    abstention.is_some_and(|abstention| {
        let is_trusted = abstention.estimate.visits >= visits || abstention.known.is_some();
        is_trusted && abstention.estimate.value + cost >= best.estimate.value
    })
}

/// Returns whether a stone of `color` on a neutral point is harmless: it captures nothing, puts nothing in atari, and no adjacent own chain
/// can be caught afterwards. So it breaks no seki, and takes no liberty that is needed later.
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
    use super::super::judgement::CLEAR_CHAIN;
    use super::*;
    use onepure_rules::geometry::{BoardSize, Point};
    use onepure_rules::record::game_in_diagram;
    use onepure_rules::rules::Ruleset;

    #[test]
    fn without_time_nothing_is_judged() {
        // Under ordinary rules Black holds the whole board except one dead stone.
        let diagram: onepure_rules::record::Diagram =
            "# # # # #\n# . # . #\n# # # # #\n# # # # O\n# . # # .".parse().expect("a diagram");
        let game = Game::set_up(diagram.size, Ruleset::chinese(), diagram.position, Color::Black).expect("a position");
        let judged = |until| PassPolicy::of(&game, Color::Black, None, 0, until);
        assert_eq!((judged(None).winner, judged(None).dead.len()), (Some(Color::Black), 1));
        let hurried = judged(Some(Instant::now()));
        assert!(hurried.is_judged && hurried.winner.is_none() && hurried.dead.is_empty());
    }

    #[test]
    fn an_abstention_is_answered_by_one_after_a_short_search_too() {
        // Under Ing rules four passes in a row end the game, so the second one does not.
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

    #[test]
    fn what_is_proven_is_not_unclear() {
        // White takes B4 even if Black plays first. Playouts agree about no chain.
        let diagram = ". O O O O\nO # . # .\nO O # O #\nO O # . O\n. O O # #";
        let game = game_in_diagram(diagram, Color::White, Ruleset::chinese()).expect("a position");
        let stone = PointSet::of(Point::new(1, 3));
        let playouts = judged(&game, Color::Black, 1);
        assert_eq!(
            playouts.dead_stones(&game),
            PointSet::empty(),
            "playouts are right by themselves: take another position"
        );
        let unclear = playouts.stones_unclear(&game, CLEAR_CHAIN);
        assert!(stone.is_subset(unclear), "{unclear:?}");
        let pass_policy = PassPolicy::of(&game, Color::White, None, 1, None);
        assert_eq!(pass_policy.dead, stone);
        assert!(pass_policy.unclear.is_subset(unclear - stone), "{:?}", pass_policy.unclear);
        assert_eq!(pass_policy.winner, Some(Color::White));
    }
}
