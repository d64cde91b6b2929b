//! The engine for front ends: a game, a clock and a search. It has types and no text.
//!
//! [`Settings`] holds its settings. The table [`PARAMETERS`] names those that users can set.

mod choose;
mod dynamic_komi;
mod judgement;
mod level;
mod memory;
mod networks;
mod parameter_value;
mod parameters;
mod pass_policy;
mod proofs;
mod sampling;
mod settings;
mod stop_handle;
mod viewpoint;

pub use crate::budget::Budget;
pub use crate::clock::{TimeControl, TimeLeft};
pub use crate::network::{AnyNetwork, batch};
pub use crate::search::{
    Candidate, Ending, Estimate, Known, Ownership, RawEvaluation, Report, ReportBelow, Restriction, Restrictions,
    process_time, room_for_threads, thread_time,
};
pub use choose::{Choice, Decision, MoveSearch};
pub use judgement::{Judgement, judge_after_end};
pub use level::Level;
pub use networks::{LoadedNetworks, NetworkChoice};
pub use parameter_value::{Domain, ParameterValue, ParameterValueError};
pub use parameters::{PARAMETERS, Parameter};
pub use sampling::{draw, draw_at_temperature};
pub use settings::Settings;
pub use stop_handle::StopHandle;
pub use viewpoint::{Viewpoint, lower_bound, share_interval};

use crate::clock::{GameClock, MoveTime};
use crate::search::{Limits, SearchSpec, Searcher, raw_evaluation};
use crate::solve::Control;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{BoardSize, Symmetry};
use onepure_rules::rules::{Game, Move, PlayError, Ruleset, Turn};
use pass_policy::PassPolicy;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// The scope of a search, its end, and what it reports.
#[derive(Clone, PartialEq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "options that do not depend on each other")]
pub struct SearchRequest {
    /// Moves that the search leaves out.
    pub restrictions: Restrictions,
    /// When the search ends.
    pub limit: SearchLimit,
    /// Whether to record the final owner of each point.
    pub ownership: bool,
    /// Whether to record that for each move too. No effect without `ownership`.
    pub moves_ownership: bool,
    /// The interval at which [`Engine::best_move_with`] reports while it searches; `None` to report only at the end.
    pub interval: Option<Duration>,
    /// The fraction of the priors at the root that is Dirichlet noise, 0 to 1; `None` for that of the settings. [`Engine::search`]
    /// removes the visits that only this noise brought (policy target pruning: Wu 2019, section 3.2).
    pub root_noise: Option<f64>,
    /// Whether to count every end of play without removing stones, as self-play does. No stone is judged dead, and no pass gets
    /// more visits than its value earns.
    pub counts_as_it_stands: bool,
    /// Whether [`Engine::best_move_with`] only gives advice: no clock runs, and the report keeps the order of visits.
    pub is_advice: bool,
}

/// The end of a search. Stopping it and changing the game end it as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum SearchLimit {
    /// By the settings and the clock, like a search for a move.
    #[default]
    Move,
    /// When the root has this many visits.
    Visits(u64),
    /// After half a second or 2,000 visits, to show what the engine looks at while a person waits.
    Glance,
    /// Never.
    Unlimited,
}

impl SearchRequest {
    /// A search that [`limit`](Self::limit) ends.
    pub fn until(limit: SearchLimit) -> Self {
        Self { limit, ..Self::default() }
    }

    /// A search of self-play: this many visits, every end counted without removing stones, and this fraction of noise at the
    /// root.
    pub fn for_self_play(visits: u64, root_noise: f64) -> Self {
        let root_noise = Some(root_noise);
        Self { limit: SearchLimit::Visits(visits), root_noise, counts_as_it_stands: true, ..Self::default() }
    }
}

/// The visits and the time of [`SearchLimit::Glance`].
const GLANCE_VISITS: u64 = 2000;
const GLANCE_TIME: Duration = Duration::from_millis(500);

/// A game, a clock and a search.
#[derive(Debug)]
pub struct Engine {
    /// Shared with readers of the game. A change copies it if a reader still holds it.
    game: Arc<Game>,
    settings: Settings,
    clock: GameClock,
    searcher: Searcher,
    stop_handle: StopHandle,
    /// The control of proofs, with what they share.
    proof: Control,
    last_choice: Option<Choice>,
    /// The number of decisions in a row, for each colour, whose best move was lost.
    lost_turns: PerColor<u32>,
    /// The lead in points that the last search for a move of each colour found.
    leads: PerColor<f64>,
}

impl Engine {
    /// An engine with a new game.
    pub fn new(size: BoardSize, ruleset: Ruleset, settings: Settings) -> Self {
        let searcher = Searcher::new(settings.threads);
        let stop_handle = StopHandle::new(searcher.stopper());
        Self {
            game: Arc::new(Game::new(size, ruleset)),
            settings,
            clock: GameClock::default(),
            proof: stop_handle.proof().clone(),
            stop_handle,
            searcher,
            last_choice: None,
            lost_turns: PerColor::default(),
            leads: PerColor::default(),
        }
    }

    /// Shares the processor and memory of searches and proofs with other engines.
    pub fn sharing(self, budget: Budget) -> Self {
        Self { proof: self.proof.sharing(budget.clone()), searcher: self.searcher.sharing(budget), ..self }
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The current game, shared. It is copied only when the engine's game changes.
    pub fn shared_game(&self) -> Arc<Game> {
        Arc::clone(&self.game)
    }

    /// The game, for a change. Stops the search, which would continue in the old position.
    fn changing_game(&mut self) -> &mut Game {
        self.searcher.stop();
        Arc::make_mut(&mut self.game)
    }

    /// Replaces the game. The time control stays, and the clocks are reset.
    pub fn set_game(&mut self, game: impl Into<Arc<Game>>) {
        self.searcher.stop();
        self.game = game.into();
        self.clock.restart();
        self.last_choice = None;
        self.lost_turns = PerColor::default();
        self.leads = PerColor::default();
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings. The next search drops the tree if its values depend on a changed one.
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

    /// Ends the game: `color` has run out of time; see [`Game::lose_on_time`].
    pub fn lose_on_time(&mut self, color: Color) -> Result<(), PlayError> {
        self.changing_game().lose_on_time(color)
    }

    /// Withdraws a resignation or a loss on time; see [`Game::withdraw`].
    pub fn withdraw(&mut self) -> bool {
        self.changing_game().withdraw()
    }

    /// Sets the komi of article 8; see [`Game::set_komi`].
    pub fn set_komi(&mut self, komi: Option<f64>) {
        self.changing_game().set_komi(komi);
    }

    /// Counts Black's first moves in a row as handicap stones; see [`Game::count_handicap_by_moves`].
    pub fn count_handicap_by_moves(&mut self) {
        self.changing_game().count_handicap_by_moves();
    }

    /// Sets the points that a colour has lost in overtime; see [`Game::set_penalty`].
    pub fn set_penalty(&mut self, color: Color, points: u16) {
        self.changing_game().set_penalty(color, points);
    }

    /// Sets the time control, and resets the clocks.
    pub fn set_time_control(&mut self, control: TimeControl) {
        self.clock.set(control);
    }

    /// Sets the time that a player has left. It overrides the engine's own count.
    pub fn set_time_left(&mut self, color: Color, left: TimeLeft) {
        self.clock.tell(color, left);
    }

    /// The time that a player has left, as set or as counted by the engine; `None` without a time control.
    pub fn time_left(&self, color: Color) -> Option<TimeLeft> {
        self.clock.left(color)
    }

    /// Searches for `color`, and returns the report. Nothing is played, and the clock does not run.
    pub fn search(&mut self, color: Color, request: &SearchRequest) -> Report {
        let begin = Instant::now();
        self.search_within(color, request, begin, self.limits(request.limit, color, begin))
    }

    /// Searches within these limits, which began at `begin`, instead of those of the request.
    fn search_within(&mut self, color: Color, request: &SearchRequest, begin: Instant, limits: Limits) -> Report {
        self.stop_handle.begin(begin, limits);
        self.start(color, request, limits, 0.0);
        self.searcher.wait(None);
        self.stop_handle.end();
        let report = self.report(color);
        let has_noise = request.root_noise.is_some_and(|noise| noise > 0.0);
        let puct = self.settings.parameters.selection(report.by_playouts);
        if has_noise { report.without_noise(&puct) } else { report }
    }

    /// Starts a search for `color`, and returns at once. [`report`](Self::report) has its results, [`wait`](Self::wait) waits for
    /// its end, [`stop`](Self::stop) ends it.
    pub fn analyze(&mut self, color: Color, request: &SearchRequest) {
        let limits = self.limits(request.limit, color, Instant::now());
        self.start(color, request, limits, 0.0);
    }

    /// Starts to ponder if the settings enable it, the level is the highest, and play has not ended. Returns at once. Any change
    /// of the game and any other search ends it.
    pub fn ponder(&mut self) {
        if self.settings.ponder && self.settings.level == Level::MOST && !self.game.is_over() {
            let color = self.game.to_play();
            // The komi of the coming move, so that its search can reuse the tree.
            let virtual_komi = self.virtual_komi(!color);
            self.start(color, &SearchRequest::default(), Limits::default(), virtual_komi);
        }
    }

    /// The results of the current or last search, for `color`.
    pub fn report(&self, color: Color) -> Report {
        let mut report = self.searcher.report().unwrap_or_else(|| Report::empty(color));
        // A hash may be that of another position, in which other moves are legal.
        report.candidates.retain(|candidate| self.game.check(color, candidate.action).is_ok());
        report
    }

    /// The results for the positions below the root with at least `visits` simulations.
    pub fn reports_below(&self, visits: u64) -> Vec<ReportBelow> {
        let legal = |mut below: ReportBelow| {
            // A hash may be that of another position, in which other moves are legal.
            let mut game = Game::clone(&self.game);
            for &action in &below.line {
                game.play(action).ok()?;
            }
            below.report.candidates.retain(|candidate| game.check(below.report.color, candidate.action).is_ok());
            Some(below)
        };
        self.searcher.reports_below(visits).into_iter().filter_map(legal).collect()
    }

    /// Waits until the search is over, or until `until`. Returns whether it is over.
    pub fn wait(&self, until: Option<Instant>) -> bool {
        self.searcher.wait(until)
    }

    /// Stops the search, if one is running. Returns at once.
    pub fn stop(&self) {
        self.searcher.stop();
    }

    /// A handle that stops the searches and proofs of this engine from other threads.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop_handle.clone()
    }

    /// Drops the search tree.
    pub fn forget(&mut self) {
        self.searcher.forget();
    }

    /// Starts a search with `virtual_komi` added to the komi.
    fn start(&mut self, color: Color, request: &SearchRequest, limits: Limits, virtual_komi: f64) {
        let pass_policy =
            if request.counts_as_it_stands { PassPolicy::default() } else { self.pass_policy(color, limits) };
        self.start_search(color, request, limits, &pass_policy, virtual_komi);
    }

    /// The pass policy for a move. It may take a third of the time; the search needs the rest.
    fn pass_policy(&self, color: Color, limits: Limits) -> PassPolicy {
        let now = Instant::now();
        let third = limits.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 3);
        PassPolicy::of(&self.game, color, self.network(), self.settings.seed, third)
    }

    /// The network that evaluates positions at full strength, if there is one.
    pub fn network(&self) -> Option<&AnyNetwork> {
        self.settings.network.network(self.game.size(), Level::MOST)
    }

    /// The network of a search. Only a search for a move has the level of the settings.
    fn network_of(&self, limit: SearchLimit) -> Option<&AnyNetwork> {
        match limit {
            SearchLimit::Move => self.settings.network.network(self.game.size(), self.settings.level),
            _ => self.network(),
        }
    }

    /// Starts a search with this pass policy, and with `virtual_komi` added to the komi.
    fn start_search(
        &mut self,
        color: Color,
        request: &SearchRequest,
        limits: Limits,
        pass_policy: &PassPolicy,
        virtual_komi: f64,
    ) {
        let mut parameters = self.settings.parameters;
        parameters.puct.root_noise = request.root_noise.unwrap_or(parameters.puct.root_noise);
        let spec = SearchSpec {
            color,
            parameters,
            network: self.network_of(request.limit).cloned(),
            seed: self.settings.seed,
            memory: self.settings.memory.saturating_mul(1 << 20),
            limits,
            restrictions: request.restrictions.clone(),
            ownership: request.ownership,
            moves_ownership: request.moves_ownership,
            dead: pass_policy.dead,
            weigh_abstention: pass_policy.wants_abstention_weighed(color),
            virtual_komi,
        };
        self.searcher.start(&self.game, spec);
    }

    /// The limits of a search for `color` that began at `begin`.
    fn limits(&self, limit: SearchLimit, color: Color, begin: Instant) -> Limits {
        let after = |time: Duration| begin.checked_add(time);
        match limit {
            SearchLimit::Move => self.limits_of_move(color, begin),
            SearchLimit::Visits(visits) => Limits { visits: Some(visits), ..Limits::default() },
            SearchLimit::Glance => {
                let visits = self.settings.visits.map_or(GLANCE_VISITS, |visits| visits.min(GLANCE_VISITS));
                Limits { visits: Some(visits), deadline: after(GLANCE_TIME), extension: None }
            }
            SearchLimit::Unlimited => Limits::default(),
        }
    }

    /// The limits of a search for a move of `color` that began at `begin`, by the settings and the clock.
    fn limits_of_move(&self, color: Color, begin: Instant) -> Limits {
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

    /// The network's evaluation of the current position with `color` to play, seen in a symmetry of the board. `None` without a
    /// network, after the end, or if the colour cannot move.
    pub fn raw_evaluation(&self, color: Color, symmetry: Symmetry) -> Option<RawEvaluation> {
        let can_move = !self.game.is_over() && self.game.check(color, Move::Abstain).is_ok();
        let network = self.network().filter(|_| can_move)?;
        Some(raw_evaluation(network, &self.game, color, symmetry))
    }

    /// The processor time of the search threads since their start, without that of the calling thread; `None` if the system does
    /// not report it. Waits for a running search.
    pub fn cpu_time(&self) -> Option<Duration> {
        self.searcher.cpu_time()
    }
}
