//! Which move to play: a search, what the pass policy and the level make of it, and whether to resign.

use super::{Engine, Level, SearchLimit, SearchRequest};
use crate::clock::MoveTime;
use crate::search::{Limits, Report};
use onepure_rules::board::Color;
use onepure_rules::geometry::{Large, Point};
use onepure_rules::rules::Move;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;
use web_time::Instant;

/// What the engine wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Play this.
    Play(Move),
    /// Give up.
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

/// What the engine has decided last, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// What it wanted to do.
    pub decision: Decision,
    /// What the search had found.
    pub report: Report,
    /// The points that the search gave the opponent, by which its shares of wins are lower: see
    /// [`Settings::dynamic_komi`](super::Settings::dynamic_komi).
    pub given_points: f64,
}

/// Retries if the deadline passed before the first simulation finished.
const LATE_TRIES: u32 = 4;

/// The engine resigns after this many moves in a row that seem lost.
const LOST_TURNS: u32 = 3;

/// Never resign before turn `points / OPENING_SHARE`.
const OPENING_SHARE: usize = 5;

impl Engine {
    /// Chooses a move for `color`, within the settings and the clock, without playing it. After play has ended that is
    /// an abstention.
    ///
    /// The move is the most visited one, or with a network the one with the highest lower confidence bound (LCB). When the board as it
    /// would be counted wins, and an abstention was found to be as good, the engine abstains, so that won games come to an end. When
    /// the opponent's abstention lets it end play and no move helps any more, it abstains too. Below the highest [`Level`] it sees
    /// less and chooses more freely.
    pub fn best_move(&mut self, color: Color) -> Decision {
        self.best_move_with(color, &SearchRequest::default(), |_| ControlFlow::Continue(()))
    }

    /// Chooses a move as [`Engine::best_move`] does, as the request wants it. `watch` gets a report at each interval of the request, and
    /// may end the search. Below the highest level only [`SearchLimit::Move`] is at the level's strength.
    pub fn best_move_with(
        &mut self,
        color: Color,
        request: &SearchRequest,
        watch: impl FnMut(&Report) -> ControlFlow<()>,
    ) -> Decision {
        let begin = Instant::now();
        let clock = self.clock;
        let (choice, lcb_first) = self.decide(color, request, begin, watch);
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

    /// Chooses a move. Returns also the report with the move of the highest LCB first.
    fn decide(
        &mut self,
        color: Color,
        request: &SearchRequest,
        begin: Instant,
        mut watch: impl FnMut(&Report) -> ControlFlow<()>,
    ) -> (Choice, Report) {
        let limits = match request.limit {
            SearchLimit::Move => self.limits_at_level(color, begin),
            limit => self.limits(limit, color, begin),
        };
        self.remote.begin(begin, limits);
        if self.settings.level < Level::MOST {
            // What was found beside the game, by an analysis say, is more than the level may see.
            self.searcher.forget();
        }
        let pass_policy = self.pass_policy(color, limits);
        let virtual_komi = self.virtual_komi(color);
        let forced = self.forced_at_level(color, request, limits, &pass_policy);
        self.start_search(color, request, limits, &pass_policy, virtual_komi);
        self.wait_watched(color, request.interval, &mut watch);
        self.remote.end();
        let mut report = self.report(color);
        // Time was up before a thread began: a move with no new playout would be a guess. A playout that was under way when the
        // time was up may come to its end only now, and take the visit that was meant for a new one: then there is another try.
        for _ in 0..LATE_TRIES {
            let may_visit = limits.visits.is_none_or(|most| report.position.visits < most);
            let has_none = report.playouts == 0 || report.position.visits == 0;
            if report.candidates.is_empty() || !has_none || !may_visit {
                break;
            }
            let one = Limits { visits: Some(report.position.visits + 1), ..Limits::default() };
            self.start_search(color, request, one, &pass_policy, virtual_komi);
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
            Decision::Play(pass_policy.decide(&self.game, color, &lcb_first))
        };
        (Choice { decision, report, given_points: virtual_komi.abs() }, lcb_first)
    }

    /// Waits until the search is over; `watch` sees at this interval what has been found, and may end it. Where a clock runs,
    /// it is measured meanwhile how late this thread is woken.
    fn wait_watched(
        &mut self,
        color: Color,
        interval: Option<Duration>,
        watch: &mut impl FnMut(&Report) -> ControlFlow<()>,
    ) {
        /// How often it is measured.
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

    /// Counts whether a move of `color` seems to be lost, and says whether to resign: not before a part of the board is filled, and
    /// not before several moves in a row have seemed so.
    fn gives_up(&mut self, color: Color, report: &Report) -> bool {
        let seems_lost = report
            .best()
            .is_some_and(|best| best.estimate.visits > 0 && best.estimate.win_rate < self.settings.resign_below);
        let lost_turns = &mut self.lost_turns[color];
        *lost_turns = if seems_lost { lost_turns.saturating_add(1) } else { 0 };
        let points = self.game.size().points::<Large>().count();
        *lost_turns >= LOST_TURNS && self.game.turns().len() * OPENING_SHARE >= points
    }

    /// What the engine has decided last in this game, and why.
    pub fn last_choice(&self) -> Option<&Choice> {
        self.last_choice.as_ref()
    }

    /// Chooses a move of `color` where the players do not agree about dead stones and have to show which are dead, within the settings and
    /// the clock, without playing it: what the position asks for once play goes on; where that is nothing, a placement that helps to
    /// lift stones of the other colour that the engine judges dead; and an abstention where there are none.
    pub fn choose_clean_up(&mut self, color: Color) -> Decision {
        let nothing = Decision::Play(Move::Abstain);
        let goes_on = !self.game.is_over() && self.game.check(color, Move::Abstain).is_ok();
        let asked_for = if goes_on { self.best_move(color) } else { nothing };
        match asked_for {
            Decision::Play(Move::Place(_)) => asked_for,
            _ => self.choose_capture_of_dead(color).map_or(nothing, |point| Decision::Play(Move::Place(point))),
        }
    }

    /// A placement of `color` next to stones of the other colour that the engine judges dead; `None` if there are no such stones, or no
    /// such placement is any good.
    ///
    /// An end by abstentions does not count here: the placement would resume play.
    fn choose_capture_of_dead(&mut self, color: Color) -> Option<Point> {
        let begin = Instant::now();
        let dead = self.dead_stones() & self.game.board().stones(!color);
        let liberties = dead.neighbours() & self.game.board().empty();
        if liberties.is_empty() {
            return None;
        }
        let stopped = self.shared_game();
        if stopped.is_over() {
            self.undo();
        }
        let clock = self.clock;
        let report = self.search(color, &SearchRequest::default());
        let planned = self.move_time(&clock, color);
        self.clock.count(color, begin.elapsed(), planned.map(MoveTime::longest));
        self.searcher.stop();
        self.game = stopped;
        report.candidates.into_iter().filter(|candidate| candidate.estimate.visits > 0).find_map(|candidate| {
            match candidate.action {
                Move::Place(point) if liberties.contains(point) && !self.game.is_self_fill(color, point) => Some(point),
                _ => None,
            }
        })
    }
}
