//! The engine as front ends see it: a game, a clock and a search. It speaks types, no text.
//!
//! How it is set up is in [`Settings`]; what of that can be set from outside, by which name, is in one table,
//! [`PARAMETERS`].

mod choose;
mod dynamic_komi;
mod judgement;
mod lcb;
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

pub use crate::clock::{TimeControl, TimeLeft};
pub use crate::network::{Network, batch};
pub use crate::search::{
    Candidate, Commons, Estimate, Ownership, RawEvaluation, Report, ReportBelow, Restriction, Restrictions,
    process_time, thread_time,
};
pub use choose::{Choice, Decision};
pub use judgement::dead_after_end;
pub use level::Level;
pub use networks::{NetworkChoice, NetworkFile};
pub use parameter_value::{Domain, ParameterValue, ParameterValueError};
pub use parameters::{PARAMETERS, Parameter};
pub use remote::Remote;
pub use sampling::{draw, draw_at_temperature};
pub use settings::{Perspective, Settings};
pub use viewpoint::{Viewpoint, lower_bound, share_interval};

use crate::clock::{GameClock, MoveTime};
use crate::search::{Limits, Parameters, SearchSpec, Searcher, SelectionMethod, raw_evaluation};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{BoardSize, Symmetry};
use onepure_rules::rules::{Game, Move, PlayError, Ruleset, Turn};
use pass_policy::PassPolicy;
use std::sync::Arc;
use std::time::{Duration, Instant};

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
    /// The share of the priors at the root that is noise, 0 to 1; `None` for that of the settings.
    pub root_noise: Option<f64>,
}

/// A search that a person waits for without having asked for a move: its visits and its time.
const QUICK_VISITS: Option<u64> = Some(2000);
const QUICK_TIME: Duration = Duration::from_millis(500);

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
    /// The lead in points that the last search for a move of each colour in this game has found.
    leads: PerColor<f64>,
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
            leads: PerColor::default(),
        }
    }

    /// The same engine, whose searches share the processor and memory with those of other engines.
    pub fn sharing(self, commons: Commons) -> Self {
        Self { searcher: self.searcher.sharing(commons), ..self }
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
        self.leads = PerColor::default();
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

    /// Says how many points a colour has lost in overtime; see [`Game::set_penalty`].
    pub fn set_penalty(&mut self, color: Color, points: u16) {
        self.changing_game().set_penalty(color, points);
    }

    /// Sets the time control, and starts the clocks again.
    pub fn set_time_control(&mut self, control: TimeControl) {
        self.clock.set(control);
    }

    /// Says what a player has left. It overrides what the engine has counted itself.
    pub fn set_time_left(&mut self, color: Color, left: TimeLeft) {
        self.clock.tell(color, left);
    }

    /// What a player has left, as last said or as counted by the engine; `None` without a time control.
    pub fn time_left(&self, color: Color) -> Option<TimeLeft> {
        self.clock.left(color)
    }

    /// Searches for `color` within the settings and the clock, and says what was found. Nothing is played, and the clock
    /// does not run.
    pub fn think(&mut self, color: Color) -> Report {
        let begin = Instant::now();
        let limits = self.limits(color, begin);
        self.remote.begin(begin, limits);
        self.start(color, &SearchRequest::default(), limits, 0.0);
        self.searcher.wait(None);
        self.remote.end();
        self.report(color)
    }

    /// Searches for the colour to play with so many visits, and says what was found, as self-play wants it: every ending is counted
    /// as the board stands, no abstention has more visits than it is worth, and so much of the priors at the root is noise (0 to 1),
    /// which leaves no visits to moves that were not worth them. Nothing is played, and the clock does not run.
    pub fn explore(&mut self, visits: u64, root_noise: f64) -> Report {
        let color = self.game.to_play();
        let request = SearchRequest { root_noise: Some(root_noise), ..SearchRequest::default() };
        let limits = Limits { visits: Some(visits), ..Limits::default() };
        self.search(color, &request, limits, &PassPolicy::default(), 0.0);
        self.searcher.wait(None);
        let report = self.report(color);
        let Parameters { selection, puct, .. } = &self.settings.parameters;
        match selection.method(report.raw.is_some()) {
            SelectionMethod::Puct if root_noise > 0.0 => report.without_noise(puct),
            SelectionMethod::Puct | SelectionMethod::Rave => report,
        }
    }

    /// Searches for `color` for a moment, however long a move may take: to show where the engine looks. Nothing is played,
    /// and the clock does not run.
    pub fn quick_search(&mut self, color: Color) -> Report {
        let visits = self.settings.visits.into_iter().chain(QUICK_VISITS).min();
        let limits = Limits { visits, deadline: Instant::now().checked_add(QUICK_TIME), extension: None };
        self.start(color, &SearchRequest::default(), limits, 0.0);
        self.searcher.wait(None);
        self.report(color)
    }

    /// Starts an analysis for `color`: a search that goes on until it is stopped, whatever the limits for moves are. It
    /// returns at once.
    pub fn analyse(&mut self, color: Color, request: &SearchRequest) {
        self.start(color, request, Limits::default(), 0.0);
    }

    /// Starts to think while the opponent does, if the settings want that, at the highest level, and play has not ended. It returns at
    /// once, and whatever changes the game or searches ends it.
    pub fn ponder(&mut self) {
        if self.settings.ponder && self.settings.level == Level::MOST && !self.game.is_over() {
            let color = self.game.to_play();
            // That of the move to come, so that it goes on with what is found.
            let virtual_komi = self.virtual_komi(!color);
            self.start(color, &SearchRequest::default(), Limits::default(), virtual_komi);
        }
    }

    /// What the search for `color` that goes on or was the last has found so far.
    pub fn report(&self, color: Color) -> Report {
        let mut report = self.searcher.report().unwrap_or_else(|| Report::empty(color));
        // Lines trust hashes; a game does not.
        report.candidates.retain(|candidate| self.game.check(color, candidate.action).is_ok());
        report
    }

    /// What that search has found of the positions below its own from which at least so many simulations went on.
    pub fn reports_below(&self, visits: u64) -> Vec<ReportBelow> {
        let legal = |mut below: ReportBelow| {
            // Lines trust hashes; a game does not.
            let mut game = Game::clone(&self.game);
            for &action in &below.line {
                game.play(action).ok()?;
            }
            below.report.candidates.retain(|candidate| game.check(below.report.color, candidate.action).is_ok());
            Some(below)
        };
        self.searcher.reports_below(visits).into_iter().filter_map(legal).collect()
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

    /// Starts a search, with so much added to the komi.
    fn start(&mut self, color: Color, request: &SearchRequest, limits: Limits, virtual_komi: f64) {
        let pass_policy = self.pass_policy(color, limits);
        self.search(color, request, limits, &pass_policy, virtual_komi);
    }

    /// The pass policy for a move, within a third of its time: the search has the rest.
    fn pass_policy(&self, color: Color, limits: Limits) -> PassPolicy {
        let now = Instant::now();
        let third = limits.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 3);
        PassPolicy::of(&self.game, color, self.settings.seed, third)
    }

    /// The network that evaluates positions, if there is one.
    pub fn network(&self) -> Option<&Network> {
        self.settings.network.network()
    }

    /// Whether moves are chosen at the highest level, and by a network: the case that LCB and dynamic komi are tuned for.
    fn has_full_strength_network(&self) -> bool {
        self.settings.level == Level::MOST && self.network().is_some()
    }

    /// Starts a search with this pass policy, and so much added to the komi.
    fn search(
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
            network: self.network().filter(|_| !pass_policy.is_settled).cloned(),
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

    /// The time that the threads of searches have computed since they were started; `None` where the system does not say. What
    /// the calling thread does beside them is not in it. It waits for a search that goes on.
    pub fn cpu_time(&self) -> Option<Duration> {
        self.searcher.cpu_time()
    }
}
