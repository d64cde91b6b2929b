//! The choice of a move: a search, then the lower confidence bound, pass policy, level and resignation.

use super::level::PASS_VISITS;
use super::pass_policy::PassPolicy;
use super::viewpoint::lower_bound;
use super::{Engine, Level, Restriction, SearchLimit, SearchRequest};
use crate::clock::{GameClock, MoveTime};
use crate::search::{Candidate, Limits, Report};
use onepure_rules::board::Color;
use onepure_rules::geometry::{Large, Point, PointSet};
use onepure_rules::rules::Move;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;
use web_time::Instant;

/// A decision of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Play this move.
    Play(Move),
    /// Resign.
    Resign,
}

impl fmt::Display for Decision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(action) => action.fmt(formatter),
            Self::Resign => formatter.write_str("resign"),
        }
    }
}

/// The last decision of the engine, with its reasons.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The decision.
    pub decision: Decision,
    /// The report of the search.
    pub report: Report,
    /// The points that the search gave the opponent, which lower its win rates: see
    /// [`Settings::dynamic_komi`](super::Settings::dynamic_komi).
    pub given_points: f64,
}

/// A choice of a move whose search is under way: see [`Engine::begin_move`].
#[derive(Debug)]
pub struct MoveSearch {
    color: Color,
    request: SearchRequest,
    begin: Instant,
    /// The clock when the choice began.
    clock: GameClock,
    limits: Limits,
    pass_policy: PassPolicy,
    virtual_komi: f64,
    /// The move of a weak level that has no choice, if there is one.
    forced: Option<Move>,
}

/// Retries if the deadline passed before the first simulation finished.
const LATE_TRIES: u32 = 4;

/// The number of lost moves in a row after which the engine resigns.
const LOST_TURNS: u32 = 3;

/// Never resign before turn `points / OPENING_SHARE`.
const OPENING_SHARE: usize = 5;

impl Engine {
    /// Chooses a move for `color` within the settings and the clock, without playing it. After play has ended the move is a pass.
    ///
    /// It is the move with the highest lower confidence bound (LCB), or at levels below 15 the most visited one; levels below the highest
    /// draw the first moves of a game. A move that is known to win comes first, and one that is known to lose is played only if all are.
    /// The engine passes if the current board would win and a pass is as good as other moves, so that won games end. It also passes if the
    /// opponent's pass lets it end play and no move helps any more. Below the highest [`Level`] it searches less and chooses more freely.
    pub fn best_move(&mut self, color: Color) -> Decision {
        self.best_move_with(color, &SearchRequest::default(), |_| ControlFlow::Continue(()))
    }

    /// Chooses a move like [`Engine::best_move`], with this request. `watch` gets a report at each interval of the request, and
    /// may end the search. Only [`SearchLimit::Move`] has the strength of the level.
    pub fn best_move_with(
        &mut self,
        color: Color,
        request: &SearchRequest,
        mut watch: impl FnMut(&Report) -> ControlFlow<()>,
    ) -> Decision {
        let search = self.begin_move(color, request);
        self.wait_watched(color, request.interval, &mut watch);
        self.finish_move(search)
    }

    /// Starts the search for a move of `color`. Without threads the caller computes it by [`Engine::wait`], and passes it to
    /// [`Engine::finish_move`] once that returns true. [`Engine::stop`] ends it early.
    pub fn begin_move(&mut self, color: Color, request: &SearchRequest) -> MoveSearch {
        let (begin, clock) = (Instant::now(), self.clock);
        let limits = match request.limit {
            SearchLimit::Move => self.limits_at_level(color, begin, 0),
            limit => self.limits(limit, color, begin),
        };
        self.stop_handle.begin(begin, limits);
        if self.settings.level < Level::MOST {
            // A tree kept from an analysis would be stronger than the level.
            self.searcher.forget();
        }
        let pass_policy = self.pass_policy(color, limits);
        let virtual_komi = self.virtual_komi(color);
        let forced = self.forced_at_level(color, request, limits, &pass_policy);
        self.start_search(color, request, limits, &pass_policy, virtual_komi);
        MoveSearch { color, request: request.clone(), begin, clock, limits, pass_policy, virtual_komi, forced }
    }

    /// Chooses the move when its search is over, as [`Engine::best_move_with`] does. Nothing else may have been searched or
    /// played since [`Engine::begin_move`].
    pub fn finish_move(&mut self, search: MoveSearch) -> Decision {
        let (choice, lcb_first) = self.decide(&search);
        let MoveSearch { color, request, begin, clock, .. } = search;
        let decision = choice.decision;
        if request.is_advice {
            self.last_choice = Some(choice);
            return decision;
        }
        self.leads[color] = lcb_first.best().map_or(0.0, |best| best.estimate.score);
        // List the chosen move first in the stored report.
        self.last_choice = Some(Choice { report: lcb_first, ..choice });
        let planned = self.move_time(&clock, color);
        self.clock.count(color, begin.elapsed(), planned.map(MoveTime::longest));
        decision
    }

    /// Chooses a move after its search. Also returns the report, with the move of the highest LCB first.
    fn decide(&mut self, search: &MoveSearch) -> (Choice, Report) {
        let &MoveSearch { color, ref request, limits, ref pass_policy, virtual_komi, forced, .. } = search;
        self.stop_handle.end();
        let mut report = self.report(color);
        // The deadline passed before a thread began, so any move would be a guess. A playout that was running may finish only
        // now, and use up the visit of the new one: then retry.
        for _ in 0..LATE_TRIES {
            let may_visit = limits.visits.is_none_or(|most| report.position.visits < most);
            let has_none = report.simulations == 0 || report.position.visits == 0;
            if report.candidates.is_empty() || !has_none || !may_visit {
                break;
            }
            let one = Limits { visits: Some(report.position.visits + 1), ..Limits::default() };
            self.start_search(color, request, one, pass_policy, virtual_komi);
            self.searcher.wait(None);
            report = self.report(color);
        }
        let mut lcb_first = report.clone();
        self.put_lcb_first(&mut lcb_first);
        let decision = if self.gives_up(color, &report) {
            Decision::Resign
        } else if self.settings.level.needs_pass_search() {
            Decision::Play(forced.unwrap_or_else(|| self.chosen_at_level(&report)))
        } else {
            let best = pass_policy.decide(&self.game, color, &lcb_first);
            Decision::Play(self.varied_at_level(&lcb_first, best))
        };
        (Choice { decision, report, given_points: virtual_komi.abs() }, lcb_first)
    }

    /// Waits until the search is over. `watch` gets a report at this interval, and may end the search. With a clock, also
    /// measures how late this thread wakes.
    fn wait_watched(
        &mut self,
        color: Color,
        interval: Option<Duration>,
        watch: &mut impl FnMut(&Report) -> ControlFlow<()>,
    ) {
        /// The interval of these measurements.
        const SAMPLE: Duration = Duration::from_millis(5);

        let after = |time: Duration| Instant::now().checked_add(time);
        let sample = self.clock.left(color).map(|_| SAMPLE);
        let mut next_look = interval.and_then(after);
        loop {
            let until = sample.and_then(after).into_iter().chain(next_look).min();
            if self.searcher.wait(until) {
                return;
            }
            let now = Instant::now();
            if let Some(until) = until {
                self.clock.note_waking(now.saturating_duration_since(until));
            }
            if next_look.is_some_and(|look| now >= look) {
                if watch(&self.report(color)).is_break() {
                    self.searcher.stop();
                }
                next_look = interval.and_then(after);
            }
        }
    }

    /// Puts the move with the highest lower confidence bound (LCB) first in the report. Only at levels whose own search decides about
    /// passing: the others have too few visits for a bound.
    ///
    /// Visits lag behind values: a move that turns out well late in a search has the higher value long before it has the most visits,
    /// and a refuted move keeps its visits. So play the move with the highest LCB among the well-visited ones, as `KataGo` does, and
    /// Leela Zero since version 0.17. On 9×9 by area that scored 55 % (51–58), on 19×19 72 % (60–82) (docs/lab/search/network.md, "The
    /// move with the highest lower confidence bound").
    pub(super) fn put_lcb_first(&self, report: &mut Report) {
        if !self.settings.level.needs_pass_search() {
            put_first(report, self.settings.lcb_share);
        }
    }

    /// Counts whether a move of `color` seems lost, and returns whether to resign: only after a part of the board is filled, and
    /// only after `LOST_TURNS` such moves in a row.
    fn gives_up(&mut self, color: Color, report: &Report) -> bool {
        let seems_lost = report
            .best()
            .is_some_and(|best| best.estimate.visits > 0 && best.estimate.win_rate < self.settings.resign_below);
        let lost_turns = &mut self.lost_turns[color];
        *lost_turns = if seems_lost { lost_turns.saturating_add(1) } else { 0 };
        let points = self.game.size().points::<Large>().count();
        *lost_turns >= LOST_TURNS && self.game.turns().len() * OPENING_SHARE >= points
    }

    /// The last decision in this game, with its reasons.
    pub fn last_choice(&self) -> Option<&Choice> {
        self.last_choice.as_ref()
    }

    /// Chooses a move of `color` during the clean-up after a disagreement about dead stones, within the settings and the clock,
    /// without playing it. It is the best move in the position; if that is a pass, a placement that helps to capture stones of
    /// the other colour that the engine judges dead; and a pass if there are none.
    pub fn choose_clean_up(&mut self, color: Color) -> Decision {
        let nothing = Decision::Play(Move::Abstain);
        let goes_on = !self.game.is_over() && self.game.check(color, Move::Abstain).is_ok();
        let asked_for = if goes_on { self.best_move(color) } else { nothing };
        match asked_for {
            Decision::Play(Move::Place(_)) => asked_for,
            _ => self.choose_capture_of_dead(color).map_or(nothing, |point| Decision::Play(Move::Place(point))),
        }
    }

    /// A placement of `color` next to stones of the other colour that the engine judges dead; `None` if there are no such stones
    /// or no good placement.
    ///
    /// Ignores an end by passes: the placement would resume play.
    fn choose_capture_of_dead(&mut self, color: Color) -> Option<Point> {
        let begin = Instant::now();
        let dead = self.dead_stones() & self.game.board().stones(!color);
        let liberties = dead.neighbours() & self.game.board().empty();
        let wanted: PointSet = liberties.iter().filter(|&point| !self.game.is_self_fill(color, point)).collect();
        if wanted.is_empty() {
            return None;
        }
        let stopped = self.shared_game();
        if stopped.is_over() {
            self.undo();
        }
        let clock = self.clock;
        // A network thinks little of a capture that gains nothing, so a short search of all moves would not visit any.
        let others = self.game.board().all() - wanted;
        let mut request = SearchRequest::default();
        request.restrictions.add(Restriction { color, points: others, abstention: true, turns: 1 });
        let search_begin = Instant::now();
        let limits = self.limits_at_level(color, search_begin, PASS_VISITS);
        let report = self.search_within(color, &request, search_begin, limits);
        let planned = self.move_time(&clock, color);
        self.clock.count(color, begin.elapsed(), planned.map(MoveTime::longest));
        self.searcher.stop();
        self.game = stopped;
        report.visited().find_map(|candidate| match candidate.action {
            Move::Place(point) => Some(point),
            Move::Abstain => None,
        })
    }
}

/// Puts the move with the highest [`lower_bound`] first, among the [choices](Report::choices) with at least the fraction `share` of the most
/// visits. With 1 the order stays.
fn put_first(report: &mut Report, share: f64) {
    let Some(most) = report.best().map(|best| best.estimate.visits).filter(|&most| most > 0) else { return };
    let bound = |candidate: &Candidate| lower_bound(candidate.estimate.value, candidate.estimate.visits);
    let is_visited = |candidate: &Candidate| candidate.estimate.visits as f64 >= share * most as f64;
    let visited = report.choices().iter().enumerate().filter(|(_, candidate)| is_visited(candidate));
    // If two bounds are equal, the more visited move is first.
    let highest = visited.rev().max_by(|(_, one), (_, other)| bound(one).total_cmp(&bound(other)));
    if let Some((number, _)) = highest {
        report.candidates[..=number].rotate_right(1);
        report.win_rate = report.candidates[0].estimate.win_rate;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Ending, Known, Level, NetworkChoice, Settings};
    use onepure_rules::board::Color;
    use onepure_rules::geometry::{BoardSize, Point};
    use onepure_rules::rules::{Game, Move, Ruleset};
    use std::collections::HashSet;

    #[test]
    fn levels_from_15_on_play_by_the_bound() {
        let size = BoardSize::new(9).expect("a size");
        let place = |column| Move::Place(Point::new(column, 2));
        for (number, expected) in [(14, place(0)), (15, place(1)), (20, place(1))] {
            let level = Level::new(number).expect("a level");
            let engine = Engine::new(size, Ruleset::one_pure(), Settings { level, ..Settings::default() });
            let candidates = vec![Candidate::example(place(0), 1000, 0.5), Candidate::example(place(1), 600, 0.6)];
            let mut report = Report { candidates, ..Report::empty(Color::Black) };
            engine.put_lcb_first(&mut report);
            assert_eq!(report.best().map(|best| best.action), Some(expected), "level {number}");
        }
    }

    #[test]
    fn first_moves_differ_from_seed_to_seed_below_the_highest_level() {
        let size = BoardSize::new(19).expect("a size");
        for level in (13..=Level::MOST.number()).filter_map(Level::new) {
            let first = |seed| {
                let network = NetworkChoice::Small;
                let settings = Settings { level, seed, visits: Some(40), threads: 1, network, ..Settings::default() };
                let mut engine = Engine::new(size, Ruleset::one_pure(), settings);
                engine.best_move(Color::Black).to_string()
            };
            let moves: HashSet<String> = (0..6).map(first).collect();
            assert_eq!(moves.len() > 1, level < Level::MOST, "{level:?}: {moves:?}");
        }
    }

    #[test]
    fn a_level_that_plays_by_the_bound_draws_only_first_moves() {
        let size = BoardSize::new(9).expect("a size");
        let place = |column, row| Move::Place(Point::new(column, row));
        let candidates = vec![Candidate::example(place(0, 2), 300, 0.6), Candidate::example(place(1, 2), 900, 0.6)];
        let report = Report { candidates, ..Report::empty(Color::Black) };
        let mut game = Game::new(size, Ruleset::one_pure());
        for turn in 0..=9 {
            let drawn = (0..40).filter(|&seed| {
                let level = Level::new(15).expect("a level");
                let mut engine =
                    Engine::new(size, Ruleset::one_pure(), Settings { level, seed, ..Settings::default() });
                engine.set_game(game.clone());
                engine.varied_at_level(&report, place(0, 2)) == place(1, 2)
            });
            assert_eq!(drawn.count() > 0, turn < 9, "turn {turn}");
            game.play(place(turn % 9, 5 + turn / 9)).expect("an empty point");
        }
    }

    #[test]
    fn a_level_captures_dead_stones_by_a_short_search() {
        let size = BoardSize::new(9).expect("a size");
        let ruleset = Ruleset::named("chinese").expect("a rule set");
        let mut game = Game::new(size, ruleset);
        let place = |column, row| Move::Place(Point::new(column, row));
        // Walls of both colours side by side, and a White stone behind Black's.
        for row in 0..9 {
            game.play_as(Color::Black, place(2, row)).expect("an empty point");
            let column = if row == 4 { 0 } else { 3 };
            game.play_as(Color::White, place(column, row)).expect("an empty point");
        }
        for color in [Color::Black, Color::White] {
            game.play_as(color, Move::Abstain).expect("a pass");
        }
        let level = Level::new(3).expect("a level");
        let settings = Settings { level, visits: Some(5_000), threads: 1, ..Settings::default() };
        let mut engine = Engine::new(size, ruleset, settings);
        engine.set_game(game);
        let decision = engine.choose_clean_up(Color::Black);
        let Decision::Play(Move::Place(point)) = decision else { panic!("{decision:?}") };
        assert!(point.neighbours().contains(&Point::new(0, 4)), "{point}");
        let visits = engine.report(Color::Black).position.visits;
        assert!((1..=201).contains(&visits), "{visits}");
    }

    #[test]
    fn the_highest_lower_bound_is_put_before_the_most_visited_move() {
        let place = |column| Move::Place(Point::new(column, 2));
        let order = |share: f64, seen: &[(u64, f64)]| -> (Vec<Move>, f64) {
            let candidate = |(column, &(visits, value))| Candidate::example(place(column), visits, value);
            let candidates = seen.iter().enumerate().map(candidate).collect();
            let mut report = Report { candidates, ..Report::empty(Color::Black) };
            put_first(&mut report, share);
            (report.candidates.iter().map(|candidate| candidate.action).collect(), report.win_rate)
        };
        let seen = [(1000, 0.5), (600, 0.52), (400, 0.6), (100, 0.9)];
        let moves = |columns: [usize; 4]| columns.map(place).to_vec();
        // The last move has too few visits; the second one has a lower bound.
        assert_eq!(order(0.15, &seen), (moves([2, 0, 1, 3]), 0.6));
        assert_eq!(order(0.1, &seen), (moves([3, 0, 1, 2]), 0.9));
        assert_eq!(order(1.0, &seen).0, moves([0, 1, 2, 3]));
        assert_eq!(order(0.15, &[(40, 0.5), (40, 0.5)]).0, [0, 1].map(place));
        assert_eq!(order(0.15, &[(1, 0.9), (1, 0.95), (0, 0.9)]).0, [1, 0, 2].map(place));
        assert_eq!(order(0.15, &[(0, 0.5), (0, 0.6)]).0, [0, 1].map(place));
    }

    #[test]
    fn a_known_outcome_comes_before_visits_and_bounds() {
        let place = |column| Move::Place(Point::new(column, 2));
        let known = |ending| Some(Known { ending, is_proven: false });
        let candidate =
            |column, visits, value, known| Candidate { known, ..Candidate::example(place(column), visits, value) };
        let (win, loss) = (known(Ending::Win), known(Ending::Loss));
        let played = |candidates: Vec<Candidate>| {
            let mut report = Report { candidates, ..Report::empty(Color::Black) };
            put_first(&mut report, 0.15);
            let game = Game::new(BoardSize::new(9).expect("a size"), Ruleset::one_pure());
            let (first, decided) = (report.best().map(|best| best.action), PassPolicy::default());
            (first, decided.decide(&game, Color::Black, &report))
        };
        let usual = candidate(1, 900, 0.995, None);
        let abstention = Candidate { known: loss, ..Candidate::example(Move::Abstain, 950, 0.01) };
        for (candidates, expected) in [
            (vec![candidate(0, 5, 0.99, win), usual.clone(), abstention.clone()], place(0)),
            (vec![usual.clone(), candidate(2, 300, 0.5, known(Ending::Draw)), candidate(3, 1000, 0.0, loss)], place(1)),
            (vec![candidate(3, 1000, 0.005, loss), candidate(4, 900, 0.02, loss)], place(4)),
        ] {
            assert_eq!(played(candidates), (Some(expected), expected));
        }
    }
}
