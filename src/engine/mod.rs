//! The engine as front ends see it: a game, a clock and a search. It speaks types, no text.
//!
//! How it is set up is in [`Settings`]; what of that can be set from outside, by which name, is in one table,
//! [`PARAMETERS`].

mod level;
mod memory;
mod networks;
mod parameter_value;
mod parameters;
mod pass_policy;
mod remote;
mod sampling;
mod settings;
mod viewpoint;

pub use crate::clock::{Overtime, TimeLeft, TimeSettings};
pub use crate::network::Network;
pub use crate::playout::Randomness;
pub use crate::search::{
    Candidate, Estimate, Ownership, RawEvaluation, Report, Restriction, Restrictions, process_time, thread_time,
};
pub use crate::tactics::{attack, defense};
pub use level::Level;
pub use networks::{NetworkChoice, NetworkFile};
pub use parameter_value::{Domain, ParameterValue, ParameterValueError};
pub use parameters::{PARAMETERS, Parameter};
pub use pass_policy::dead_either_way;
pub use remote::Remote;
pub use sampling::{draw, draw_at_temperature};
pub use settings::{Perspective, Settings};
pub use viewpoint::{Viewpoint, lower_bound, share_interval};

use crate::board::{Color, PerColor};
use crate::clock::{GameClock, MoveTime};
use crate::geometry::{BoardSize, Large, Point, PointSet, Symmetry};
use crate::rules::{Game, Move, PlayError, Ruleset, Turn};
use crate::search::{Limits, Search, Searcher, raw_evaluation};
use pass_policy::PassPolicy;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

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

/// What a search is to look into, and to tell while it goes on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchRequest {
    /// Moves that it leaves out.
    pub restrictions: Restrictions,
    /// Whether it records who holds which point in the end.
    pub ownership: bool,
    /// Whether it records that for each move too; only where `ownership` is set.
    pub moves_ownership: bool,
    /// How often it reports; never before its end, if there is none.
    pub interval: Option<Duration>,
}

/// What the engine has decided last, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// What it wanted to do.
    pub decision: Decision,
    /// What the search had found.
    pub report: Report,
}

/// A search that a person waits for without having asked for a move: its visits and its time.
const QUICK_VISITS: Option<u64> = Some(2000);
const QUICK_TIME: Duration = Duration::from_millis(500);

/// How often a playout is asked for when time was up before there was one.
const LATE_TRIES: u32 = 4;

/// The engine resigns when so many of its moves in a row have seemed to be lost.
const LOST_TURNS: u32 = 3;

/// It does not resign before there were as many turns as one in so many points of the board.
const OPENING_SHARE: usize = 5;

/// A game, a clock and a search.
#[derive(Debug)]
pub struct Engine {
    /// Shared with those who keep the game as it stood: what changes it then changes a copy.
    game: Arc<Game>,
    settings: Settings,
    clock: GameClock,
    searcher: Searcher,
    remote: Remote,
    last_choice: Option<Choice>,
    /// How many decisions of each colour in a row have found its best move to be lost.
    lost_turns: PerColor<u32>,
}

impl Engine {
    /// An engine with a new game.
    pub fn new(size: BoardSize, ruleset: Ruleset, settings: Settings) -> Self {
        let searcher = Searcher::new(settings.threads);
        Self {
            game: Arc::new(Game::new(size, ruleset)),
            settings,
            clock: GameClock::default(),
            remote: Remote::new(searcher.stopper()),
            searcher,
            last_choice: None,
            lost_turns: PerColor::default(),
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game as it stands, for as long as it is wanted: it costs nothing until the game of the engine changes.
    pub fn shared_game(&self) -> Arc<Game> {
        Arc::clone(&self.game)
    }

    /// The game, to be changed: a search that goes on looks into what was before, and is stopped.
    fn changing_game(&mut self) -> &mut Game {
        self.searcher.stop();
        Arc::make_mut(&mut self.game)
    }

    /// Puts another game in place of this one. The time control stays, and its clocks start anew.
    pub fn set_game(&mut self, game: impl Into<Arc<Game>>) {
        self.searcher.stop();
        self.game = game.into();
        self.clock.restart();
        self.last_choice = None;
        self.lost_turns = PerColor::default();
    }

    /// How the engine is set up.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets the engine up anew. What was found by other numbers is forgotten.
    pub fn set_settings(&mut self, settings: Settings) {
        self.searcher.stop();
        if settings.threads != self.settings.threads {
            self.searcher = self.searcher.with_threads(settings.threads);
        }
        self.settings = settings;
    }

    /// Plays a move; see [`Game::play_as`].
    pub fn play_as(&mut self, color: Color, action: Move) -> Result<&Turn, PlayError> {
        self.changing_game().play_as(color, action)
    }

    /// Takes the last turn back; see [`Game::undo`].
    pub fn undo(&mut self) -> Option<Turn> {
        self.changing_game().undo()
    }

    /// Ends the game with a loss of `color`; see [`Game::resign`].
    pub fn resign(&mut self, color: Color) -> Result<(), PlayError> {
        self.changing_game().resign(color)
    }

    /// Withdraws a resignation or a loss on time; see [`Game::withdraw`].
    pub fn withdraw(&mut self) -> bool {
        self.changing_game().withdraw()
    }

    /// Sets the komi of article 8; see [`Game::set_komi`].
    pub fn set_komi(&mut self, komi: Option<f64>) {
        self.changing_game().set_komi(komi);
    }

    /// Says how many points a colour has lost in overtime; see [`Game::set_penalty`].
    pub fn set_penalty(&mut self, color: Color, points: u16) {
        self.changing_game().set_penalty(color, points);
    }

    /// Sets the time control, and starts the clocks anew; `None` for no limit.
    pub fn set_time_settings(&mut self, settings: Option<TimeSettings>) {
        self.clock.set(settings);
    }

    /// Says what a player has left. It overrides what the engine has counted itself.
    pub fn set_time_left(&mut self, color: Color, left: TimeLeft) {
        self.clock.tell(color, left);
    }

    /// What a player has left, as last said or as counted by the engine; `None` without a time control.
    pub fn time_left(&self, color: Color) -> Option<TimeLeft> {
        self.clock.left(color)
    }

    /// Chooses a move for `color`, within the settings and the clock, without playing it. After play has ended that is
    /// an abstention.
    ///
    /// The move is the most visited one. When the board as it would be counted wins, and an abstention was found to be as
    /// good, the engine abstains, so that won games come to an end. When the opponent's abstention lets it end play and no
    /// move helps any more, it abstains too. Below the highest [`Level`] it sees less and chooses more freely.
    pub fn choose(&mut self, color: Color) -> Decision {
        self.choose_watched(color, &SearchRequest::default(), |_| ControlFlow::Continue(()))
    }

    /// The same, but that `watch` sees what has been found so far, at the interval that the request asks for, and may end
    /// the search.
    pub fn choose_watched(
        &mut self,
        color: Color,
        request: &SearchRequest,
        watch: impl FnMut(&Report) -> ControlFlow<()>,
    ) -> Decision {
        let begin = Instant::now();
        let clock = self.clock;
        let decision = self.decide(color, request, begin, watch);
        let planned = self.move_time(&clock, color);
        self.clock.count(color, begin.elapsed(), planned.map(MoveTime::longest));
        decision
    }

    /// The same, but that no clock runs: as if it were not a move of the game.
    pub fn consider(
        &mut self,
        color: Color,
        request: &SearchRequest,
        watch: impl FnMut(&Report) -> ControlFlow<()>,
    ) -> Decision {
        self.decide(color, request, Instant::now(), watch)
    }

    fn decide(
        &mut self,
        color: Color,
        request: &SearchRequest,
        begin: Instant,
        mut watch: impl FnMut(&Report) -> ControlFlow<()>,
    ) -> Decision {
        let limits = self.limits_at_level(color, begin);
        self.remote.begin(begin, limits);
        if self.settings.level < Level::MOST {
            // What was found beside the game, by an analysis say, is more than the level may see.
            self.searcher.forget();
        }
        let pass_policy = self.pass_policy(color, limits);
        let forced = self.forced_at_level(color, request, limits, &pass_policy);
        self.search(color, request, limits, &pass_policy);
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
            self.search(color, request, one, &pass_policy);
            self.searcher.wait(None);
            report = self.report(color);
        }
        let decision = if self.gives_up(color, &report) {
            Decision::Resign
        } else if self.settings.level.needs_pass_search() {
            Decision::Play(forced.unwrap_or_else(|| self.chosen_at_level(&report)))
        } else {
            Decision::Play(pass_policy.decide(&self.game, color, &report))
        };
        self.last_choice = Some(Choice { decision, report });
        decision
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
        let seems_lost =
            report.best().is_some_and(|best| best.visits > 0 && best.win_rate < self.settings.resign_below);
        let lost_turns = &mut self.lost_turns[color];
        *lost_turns = if seems_lost { lost_turns.saturating_add(1) } else { 0 };
        let points = self.game.size().points::<Large>().count();
        *lost_turns >= LOST_TURNS && self.game.turns().len() * OPENING_SHARE >= points
    }

    /// What the engine has decided last in this game, and why.
    pub fn last_choice(&self) -> Option<&Choice> {
        self.last_choice.as_ref()
    }

    /// Searches for `color` within the settings and the clock, and says what was found. Nothing is played, and the clock
    /// does not run.
    pub fn think(&mut self, color: Color) -> Report {
        let begin = Instant::now();
        let limits = self.limits(color, begin);
        self.remote.begin(begin, limits);
        self.start(color, &SearchRequest::default(), limits);
        self.searcher.wait(None);
        self.remote.end();
        self.report(color)
    }

    /// Searches for the colour to play with so many visits, and says what was found, as self-play wants it: every ending is counted
    /// as the board stands, no abstention has more visits than it is worth, and so much of the priors at the root is noise (0 to 1).
    /// Nothing is played, and the clock does not run.
    pub fn explore(&mut self, visits: u64, root_noise: f64) -> Report {
        let color = self.game.to_play();
        self.settings.parameters.puct.root_noise = root_noise;
        let limits = Limits { visits: Some(visits), ..Limits::default() };
        self.search(color, &SearchRequest::default(), limits, &PassPolicy::default());
        self.searcher.wait(None);
        self.report(color)
    }

    /// Searches for `color` for a moment, however long a move may take: to show where the engine looks. Nothing is played,
    /// and the clock does not run.
    pub fn quick_search(&mut self, color: Color) -> Report {
        let visits = self.settings.visits.into_iter().chain(QUICK_VISITS).min();
        let limits = Limits { visits, deadline: Instant::now().checked_add(QUICK_TIME), extension: None };
        self.start(color, &SearchRequest::default(), limits);
        self.searcher.wait(None);
        self.report(color)
    }

    /// Chooses a placement of `color` next to stones of the other colour that the engine judges dead, within the
    /// settings and the clock, without playing it: to lift them where the players do not agree that they are dead.
    /// `None` if there are no such stones, or no such placement is any good.
    ///
    /// An end by abstentions does not count here: the placement would resume play.
    pub fn choose_capture_of_dead(&mut self, color: Color) -> Option<Point> {
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
        let report = self.think(color);
        let planned = self.move_time(&clock, color);
        self.clock.count(color, begin.elapsed(), planned.map(MoveTime::longest));
        self.searcher.stop();
        self.game = stopped;
        report.candidates.into_iter().filter(|candidate| candidate.visits > 0).find_map(|candidate| {
            match candidate.action {
                Move::Place(point) if liberties.contains(point) && !self.game.is_self_fill(color, point) => Some(point),
                _ => None,
            }
        })
    }

    /// Starts an analysis for `color`: a search that goes on until it is stopped, whatever the limits for moves are. It
    /// returns at once.
    pub fn analyse(&mut self, color: Color, request: &SearchRequest) {
        self.start(color, request, Limits::default());
    }

    /// Starts to think while the opponent does, if the settings want that, at the highest level, and play has not ended. It returns at
    /// once, and whatever changes the game or searches ends it.
    pub fn ponder(&mut self) {
        if self.settings.ponder && self.settings.level == Level::MOST && !self.game.is_over() {
            self.analyse(self.game.to_play(), &SearchRequest::default());
        }
    }

    /// What the search for `color` that goes on or was the last has found so far.
    pub fn report(&self, color: Color) -> Report {
        let mut report = self.searcher.report().unwrap_or_else(|| Report::empty(color));
        // Lines trust hashes; a game does not.
        report.candidates.retain(|candidate| self.game.check(color, candidate.action).is_ok());
        report
    }

    /// Waits until the search that goes on is over, or until this moment at most, and says whether it is over.
    pub fn wait(&self, until: Option<Instant>) -> bool {
        self.searcher.wait(until)
    }

    /// Stops the search that goes on, if there is one. It returns at once.
    pub fn stop(&self) {
        self.searcher.stop();
    }

    /// What stops the searches of this engine from other threads.
    pub fn remote(&self) -> Remote {
        self.remote.clone()
    }

    /// Forgets what searches have found: the next one begins anew.
    pub fn forget(&mut self) {
        self.searcher.forget();
    }

    /// Starts a search.
    fn start(&mut self, color: Color, request: &SearchRequest, limits: Limits) {
        let pass_policy = self.pass_policy(color, limits);
        self.search(color, request, limits, &pass_policy);
    }

    /// The pass policy for a move, within a third of its time: the search has the rest.
    fn pass_policy(&self, color: Color, limits: Limits) -> PassPolicy {
        let now = Instant::now();
        let third = limits.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 3);
        PassPolicy::of(&self.game, color, self.settings.seed, third)
    }

    /// The network for this game. The program's own was taught by games that count contact or area: where territory is counted or
    /// groups are taxed it is not asked, a network from a file is.
    pub fn network(&self) -> Option<&Network> {
        let is_taught = !self.game.articles().tells_territory();
        let choice = &self.settings.network;
        choice.network().filter(|_| is_taught || !matches!(choice, NetworkChoice::Embedded))
    }

    /// Starts a search with this pass policy.
    fn search(&mut self, color: Color, request: &SearchRequest, limits: Limits, pass_policy: &PassPolicy) {
        let search = Search {
            parameters: self.settings.parameters,
            network: self.network().filter(|_| !pass_policy.is_settled).cloned(),
            seed: self.settings.seed,
            memory: self.settings.memory.saturating_mul(1 << 20),
            limits,
            restrictions: request.restrictions.clone(),
            ownership: request.ownership,
            moves_ownership: request.moves_ownership,
            dead: pass_policy.dead,
            weigh_abstention: pass_policy.wants_abstention_weighed(color),
        };
        self.searcher.start(&self.game, color, search);
    }

    /// How long a search for `color` that began then may go on.
    fn limits(&self, color: Color, begin: Instant) -> Limits {
        let mut time = self.move_time(&self.clock, color);
        if time.is_none() && self.settings.visits.is_none() {
            time = Some(MoveTime::fixed(Settings::DEFAULT_TIME));
        }
        let after = |time: Duration| begin.checked_add(time);
        Limits {
            visits: self.settings.visits,
            deadline: time.and_then(|time| after(time.optimum)),
            extension: time.and_then(|time| time.maximum).and_then(after),
        }
    }

    /// The time for one move by the settings and a clock.
    fn move_time(&self, clock: &GameClock, color: Color) -> Option<MoveTime> {
        clock.move_time(color, self.game.board().empty().len(), self.settings.lag, self.settings.time)
    }

    /// What the network says of the game as it stands, with `color` to play, when it looks at a symmetric image of the board; `None`
    /// without a network, or where there is nothing to look at: the game is over, or the colour cannot move.
    pub fn raw_evaluation(&self, color: Color, symmetry: Symmetry) -> Option<RawEvaluation> {
        let can_move = !self.game.is_over() && self.game.check(color, Move::Abstain).is_ok();
        let network = self.network().filter(|_| can_move)?;
        Some(raw_evaluation(network, &self.game, color, symmetry))
    }

    /// Who holds each point in the end, by playouts.
    pub fn ownership(&self) -> Ownership {
        self.ownership_if_first(self.game.to_play())
    }

    /// Who holds each point in the end if `color` plays first, by playouts.
    pub fn ownership_if_first(&self, color: Color) -> Ownership {
        pass_policy::judged(&self.game, color, self.settings.seed)
    }

    /// The stones, of both colours, that the engine judges dead at the end, judged by playouts. After an end that is
    /// final no stone is dead any more.
    pub fn dead_stones(&self) -> PointSet {
        if self.game.is_final() || self.game.barred().is_some() {
            return PointSet::empty();
        }
        self.ownership().dead_stones(&self.game)
    }

    /// The stones that are lifted before the count of a game that has ended, if both players judge dead what the engine
    /// does: none where the count belongs to the board as it stands.
    pub fn stones_to_lift(&self) -> PointSet {
        let is_lifted = self.game.articles().lifts_dead_stones() && self.game.is_over();
        if is_lifted { self.dead_stones() } else { PointSet::empty() }
    }

    /// The time that the threads of searches have computed since they were started; `None` where the system does not say. What
    /// the calling thread does beside them is not in it. It waits for a search that goes on.
    pub fn cpu_time(&self) -> Option<Duration> {
        self.searcher.cpu_time()
    }

    /// The stones, of both colours, that the engine holds to stand in a seki, judged by playouts: where the count belongs to
    /// the board as it stands, none.
    pub fn stones_in_seki(&self) -> PointSet {
        if self.game.articles().lifts_dead_stones() {
            self.ownership().stones_in_seki(&self.game)
        } else {
            PointSet::empty()
        }
    }
}
