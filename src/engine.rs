//! The engine as front ends see it: a game, a clock and a search. It speaks types, no text.

use crate::board::{Color, PerColor};
use crate::geometry::{BoardSize, Point, PointSet};
use crate::rules::{Game, Move, PlayError, Ruleset, Turn, Verdict};
pub use crate::search::{Candidate, Report, TimeLeft, TimeSettings};
use crate::search::{Limits, Ownership, Parameters, Search, ownership};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How an engine is set up. The command line sets every field but the parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Threads that run playouts, [`Settings::MOST_THREADS`] at most. Where the machine cannot start so many, fewer run.
    pub threads: usize,
    /// Playouts a move at most.
    pub visits: Option<u64>,
    /// Time a move at most; a clock may give less. Without visits, time and clock a move takes [`Settings::PATIENCE`].
    pub time: Option<Duration>,
    /// Memory for the search tree, in MiB.
    pub memory: usize,
    /// Where random numbers start: with one thread and a number of visits, the same seed gives the same moves.
    pub seed: u64,
    /// The expected share of wins, 0 to 1, below which the engine resigns; 0 for never.
    pub resign_below: f64,
    /// The numbers that steer the search.
    pub parameters: Parameters,
}

impl Settings {
    /// Time for a move when nothing else is said.
    pub const PATIENCE: Duration = Duration::from_secs(3);

    /// More threads than any machine of today has use for.
    pub const MOST_THREADS: usize = 1024;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            visits: None,
            time: None,
            memory: 256,
            seed: 0,
            resign_below: 0.0,
            parameters: Parameters::default(),
        }
    }
}

/// What the engine wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Play this.
    Play(Move),
    /// Give up.
    Resign,
}

/// Playouts by which stones are judged at the end.
const JUDGEMENT_PLAYOUTS: u32 = 600;

/// A search that a person waits for without having asked for a move.
const GLANCE: Limits = Limits { visits: Some(2000), time: Some(Duration::from_millis(500)) };

/// A game, a clock and a search.
#[derive(Debug)]
pub struct Engine {
    game: Game,
    settings: Settings,
    time_settings: Option<TimeSettings>,
    time_left: PerColor<Option<TimeLeft>>,
    /// Made when it is first needed, so that a start costs nothing.
    pool: Option<ThreadPool>,
}

impl Engine {
    /// An engine with a new game.
    pub fn new(size: BoardSize, ruleset: Ruleset, settings: Settings) -> Self {
        Self {
            game: Game::new(size, ruleset),
            settings,
            time_settings: None,
            time_left: PerColor::default(),
            pool: None,
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Puts another game in place of this one. The time control stays, and its clocks start anew.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
        self.time_left = PerColor::default();
    }

    /// How the engine is set up.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets where random numbers start.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
    }

    /// Plays a move; see [`Game::play_as`].
    pub fn play_as(&mut self, color: Color, action: Move) -> Result<&Turn, PlayError> {
        self.game.play_as(color, action)
    }

    /// Takes the last turn back; see [`Game::undo`].
    pub fn undo(&mut self) -> Option<Turn> {
        self.game.undo()
    }

    /// Ends the game with a loss of `color`; see [`Game::resign`].
    pub fn resign(&mut self, color: Color) -> Result<(), PlayError> {
        self.game.resign(color)
    }

    /// Withdraws a resignation or a loss on time; see [`Game::withdraw`].
    pub fn withdraw(&mut self) -> bool {
        self.game.withdraw()
    }

    /// Sets the lead of article 8; see [`Game::set_lead`].
    pub fn set_lead(&mut self, lead: Option<f64>) {
        self.game.set_lead(lead);
    }

    /// Sets the time control, and starts the clocks anew; `None` for no limit.
    pub fn set_time_settings(&mut self, settings: Option<TimeSettings>) {
        self.time_settings = settings;
        self.time_left = PerColor::default();
    }

    /// Says what a player has left. It overrides what the engine has counted itself.
    pub fn set_time_left(&mut self, color: Color, left: TimeLeft) {
        self.time_left[color] = Some(left);
    }

    /// What a player has left, as last said or as counted by the engine; `None` without a time control.
    pub fn time_left(&self, color: Color) -> Option<TimeLeft> {
        self.time_left[color].or_else(|| self.time_settings.map(TimeSettings::at_start))
    }

    /// Chooses a move for `color`, within the settings and the clock, without playing it. After play has ended that is
    /// an abstention.
    ///
    /// The move is the most visited one. When the board as it stands wins, and an abstention was found to be as good, the
    /// engine abstains, so that won games come to an end. When the opponent has abstained at this very position and no move
    /// helps any more, it abstains too, and play ends.
    pub fn choose(&mut self, color: Color) -> Decision {
        let start = Instant::now();
        let report = self.search(color, self.limits(color));
        self.run_clock(color, start.elapsed());
        let Some(best) = report.best() else { return Decision::Play(Move::Abstain) };
        if best.win_rate < self.settings.resign_below {
            return Decision::Resign;
        }
        let abstention = report.candidates.iter().find(|candidate| candidate.action == Move::Abstain);
        let wins_as_it_stands = matches!(self.game.count().verdict(), Verdict::Win(winner, _) if winner == color);
        let is_content = wins_as_it_stands
            && abstention.is_some_and(|abstention| {
                abstention.visits >= CONTENT_VISITS && abstention.win_rate + CONTENT >= best.win_rate
            });
        let is_hopeless = best.win_rate < HOPELESS && self.game.abstention_ends_play(color);
        Decision::Play(if is_content || is_hopeless { Move::Abstain } else { best.action })
    }

    /// Chooses a placement of `color` next to stones of the other colour that the engine holds to be lost, within the
    /// settings and the clock, without playing it: to lift them where the players do not agree that they are lost.
    /// `None` if there are no such stones, or no such placement is any good.
    ///
    /// An end by abstentions does not count here: the placement would resume play.
    pub fn choose_capture_of_lost(&mut self, color: Color) -> Option<Point> {
        let start = Instant::now();
        let lost = self.lost_stones() & self.game.board().stones(!color);
        let liberties = lost.neighbours() & self.game.board().empty();
        if liberties.is_empty() {
            return None;
        }
        let stopped = self.game.clone();
        if stopped.is_over() {
            self.game.undo();
        }
        let report = self.search(color, self.limits(color));
        self.game = stopped;
        self.run_clock(color, start.elapsed());
        report.candidates.into_iter().find_map(|candidate| match candidate.action {
            Move::Place(point) if liberties.contains(point) && !self.game.is_self_fill(color, point) => Some(point),
            _ => None,
        })
    }

    /// Lets the clock of a player run for as long as a move took.
    fn run_clock(&mut self, color: Color, used: Duration) {
        if let Some((settings, left)) = self.clock(color) {
            self.time_left[color] = Some(settings.after_move(left, used));
        }
    }

    /// Searches for `color` within the settings and the clock, and says what was found. Nothing is played, and the clock
    /// does not run.
    pub fn think(&mut self, color: Color) -> Report {
        self.search(color, self.limits(color))
    }

    /// Searches for `color` for a moment, however long a move may take: to show where the engine looks. Nothing is played,
    /// and the clock does not run.
    pub fn glance(&mut self, color: Color) -> Report {
        let visits = self.settings.visits.into_iter().chain(GLANCE.visits).min();
        self.search(color, Limits { visits, ..GLANCE })
    }

    fn search(&mut self, color: Color, limits: Limits) -> Report {
        let threads = self.settings.threads;
        let pool = self.pool.get_or_insert_with(|| start_threads(threads));
        let search = Search {
            pool,
            parameters: &self.settings.parameters,
            seed: self.settings.seed.wrapping_add(self.game.turns().len() as u64),
            memory: self.settings.memory.saturating_mul(1 << 20),
            limits,
            stop: &AtomicBool::new(false),
        };
        search.run(&self.game, color)
    }

    /// The time control and what a player has left under it; `None` without a limit. Time that was said to be left counts
    /// also where no time control was set: then it is all there is.
    fn clock(&self, color: Color) -> Option<(TimeSettings, TimeLeft)> {
        Some((self.time_settings.unwrap_or_default(), self.time_left(color)?))
    }

    /// How long a search for `color` may go on now.
    fn limits(&self, color: Color) -> Limits {
        let by_clock = self.clock(color).map(|(settings, left)| {
            // A game lasts for about as many turns as there are empty points; at the end, for a few more.
            let moves_to_come = self.game.board().empty().len() as u32 / 2 + 10;
            settings.budget(left, moves_to_come)
        });
        let times = [self.settings.time, by_clock];
        let mut time = times.into_iter().flatten().min();
        if time.is_none() && self.settings.visits.is_none() {
            time = Some(Settings::PATIENCE);
        }
        Limits { visits: self.settings.visits, time }
    }

    /// Who holds each point in the end, by playouts.
    pub fn ownership(&self) -> Ownership {
        ownership(&self.game, JUDGEMENT_PLAYOUTS, self.settings.seed)
    }

    /// The stones, of both colours, that the engine holds to be lost at the end, judged by playouts. After an end that is
    /// final nothing is lost any more.
    pub fn lost_stones(&self) -> PointSet {
        if self.game.is_final() || self.game.barred().is_some() {
            return PointSet::empty();
        }
        self.ownership().lost_stones(&self.game)
    }
}

/// A pool of so many threads, or of as many as the machine lets start.
fn start_threads(wanted: usize) -> ThreadPool {
    /// Until those threads are gone that were started before one could not be.
    const RETREAT: Duration = Duration::from_millis(20);
    let mut threads = wanted.clamp(1, Settings::MOST_THREADS);
    loop {
        match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => return pool,
            Err(error) if threads == 1 => panic!("not one thread can be started: {error}"),
            Err(_) => threads /= 2,
        }
        std::thread::sleep(RETREAT);
    }
}

/// A won game is ended by an abstention that costs less than this share of wins.
const CONTENT: f64 = 0.01;

/// An abstention must have been looked into this often before it is trusted to end a won game.
const CONTENT_VISITS: u64 = 30;

/// Below this share of wins of the best move nothing helps any more.
const HOPELESS: f64 = 0.02;
