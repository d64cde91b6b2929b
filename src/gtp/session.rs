//! A GTP session: the engine, and the state that GTP keeps besides the game.

use super::analysis::StreamedAnswer;
use super::failure::{CommandFailure, Message};
use super::idle_passes::IdlePasses;
use super::input::{MOST_CONFINED_WAITING, MOST_WAITING};
use super::notices;
use super::search_graphics;
use super::side_output::SideOutput;
use crate::view::{Display, UserSettings};
use onepure_engine::engine::{Decision, Engine, NetworkChoice, Report, SearchLimit, SearchRequest, Settings, TimeLeft};
use onepure_engine::solve::ProofLimits;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::record::Record;
use onepure_rules::rules::{Game, Move};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// The answer of a command: any number of lines.
pub(super) type CommandResult = Result<String, CommandFailure>;

/// The longest game in a confined session. A move takes about a kilobyte.
const MOST_CONFINED_MOVES: usize = 2_000;

/// The largest record that a confined session reads, in nodes.
const MOST_CONFINED_NODES: usize = 2 * MOST_CONFINED_MOVES;

/// The longest time for an answer of a proof in a confined session.
const LONGEST_CONFINED_PROOF: Duration = Duration::from_secs(60);

/// The interval between live graphics.
const LIVE_INTERVAL: Duration = Duration::from_millis(250);

/// A GTP session: an engine, and the state that GTP keeps besides the game.
#[derive(Debug)]
pub struct Session {
    pub(super) engine: Engine,
    /// The komi of the last `komi` command. It holds for all later games.
    pub(super) komi: Option<f64>,
    /// The komi of the loaded record (KM). It holds for that game only.
    record_komi: Option<f64>,
    /// The settings of the front end.
    pub(super) display: Display,
    /// Whether `final_score` removes the stones that the engine judges dead.
    pub(super) removal: bool,
    /// Passes that are not turns of the game.
    idle_passes: IdlePasses,
    /// For each move of `trymove` on the board, the number of moves before it.
    trials: Vec<usize>,
    side_output: SideOutput,
    /// Whether the session must not access files or use more of the machine than it was given.
    is_confined: bool,
    /// Whether `quit` was received.
    pub(super) closing: bool,
    /// An answer that the conversation writes after the command has succeeded, instead of its text.
    pub(super) stream: Option<StreamedAnswer>,
}

/// Everything that a command may change, as it was before the command. The game is copied only when the command changes it.
pub(super) struct Snapshot {
    game: Arc<Game>,
    komi: Option<f64>,
    record_komi: Option<f64>,
    removal: bool,
    idle_passes: IdlePasses,
    trials: Vec<usize>,
    time_left: PerColor<Option<TimeLeft>>,
}

impl Session {
    /// A session with this engine. A komi other than the usual one of the rules counts as given by `komi`.
    pub fn new(engine: Engine) -> Self {
        let game = engine.game();
        let (komi, usual) = (game.komi(), game.articles().usual_komi(game.handicap()));
        let komi = (komi.to_bits() != usual.to_bits()).then_some(komi);
        Self {
            engine,
            display: Display::default(),
            komi,
            record_komi: None,
            removal: true,
            idle_passes: IdlePasses::default(),
            trials: Vec::new(),
            side_output: SideOutput::default(),
            is_confined: false,
            closing: false,
            stream: None,
        }
    }

    /// Sends notices and live graphics to `output` instead of standard error.
    pub fn with_side_output(self, output: impl Write + Send + 'static) -> Self {
        Self { side_output: SideOutput::new(output), ..self }
    }

    /// Sets the settings of the front end.
    pub fn with_display(self, display: Display) -> Self {
        Self { display, ..self }
    }

    /// The settings of the engine and of the front end.
    pub(super) fn user_settings(&self) -> UserSettings {
        UserSettings { engine: self.engine.settings().clone(), display: self.display }
    }

    /// Changes the settings of the engine and of the front end.
    pub(super) fn set_user_settings(&mut self, settings: UserSettings) {
        let (before, threads) = (self.engine.settings().threads, settings.engine.threads);
        self.engine.set_settings(settings.engine);
        self.display = settings.display;
        let cores = std::thread::available_parallelism().map_or(threads, usize::from);
        if threads != before && threads > cores {
            let text = format!("{threads} threads: there are {cores} cores, and more threads than cores are of no use");
            self.notice(&text);
        }
    }

    /// Lets other networks evaluate.
    pub(super) fn set_network(&mut self, network: NetworkChoice) {
        self.engine.set_settings(Settings { network, ..self.engine.settings().clone() });
    }

    /// Confines the session for an untrusted user: no files, no more threads or memory than the engine has, no game of more than
    /// 2,000 moves.
    pub fn confined(self) -> Self {
        Self { is_confined: true, ..self }
    }

    /// An error if the session is confined. `what` names the forbidden action.
    pub(super) fn may(&self, what: &str) -> Result<(), CommandFailure> {
        if self.is_confined { Err(Message::refused(format!("this session may not {what}"))) } else { Ok(()) }
    }

    /// The highest number of bytes of commands that are read before they are answered.
    pub(super) fn most_waiting(&self) -> usize {
        if self.is_confined { MOST_CONFINED_WAITING } else { MOST_WAITING }
    }

    /// An error if the session is confined and `nodes` exceeds its limit.
    pub(super) fn may_have_nodes(&self, nodes: usize) -> Result<(), CommandFailure> {
        if nodes > MOST_CONFINED_NODES { self.may("load a record of this many nodes") } else { Ok(()) }
    }

    /// An error if the session is confined and `moves` exceeds its limit.
    pub(super) fn may_have_moves(&self, moves: usize) -> Result<(), CommandFailure> {
        if moves > MOST_CONFINED_MOVES { self.may("play a game of this many moves") } else { Ok(()) }
    }

    /// The limits of a proof: the time of a move and the memory of a tree.
    pub(super) fn proof_limits(&self) -> ProofLimits {
        let settings = self.engine.settings();
        let limits = ProofLimits::of(settings.time, settings.memory);
        let time = if self.is_confined { limits.time.min(LONGEST_CONFINED_PROOF) } else { limits.time };
        ProofLimits { time, ..limits }
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        self.engine.game()
    }

    /// The current state, for [`Session::restore`].
    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            game: self.engine.shared_game(),
            komi: self.komi,
            record_komi: self.record_komi,
            removal: self.removal,
            idle_passes: self.idle_passes.clone(),
            trials: self.trials.clone(),
            time_left: self.time_left(),
        }
    }

    /// Restores an earlier state.
    pub(super) fn restore(&mut self, before: Snapshot) {
        let Snapshot { game, komi, record_komi, removal, idle_passes, trials, time_left } = before;
        self.komi = komi;
        self.record_komi = record_komi;
        self.removal = removal;
        self.idle_passes = idle_passes;
        self.trials = trials;
        self.engine.set_game(game);
        self.set_time_left(time_left);
    }

    /// Sets the komi of this game and of all later ones.
    pub(super) fn give_komi(&mut self, komi: f64) {
        self.komi = Some(komi);
        self.record_komi = None;
        self.engine.set_komi(self.komi);
    }

    /// Begins a new game with fresh clocks. Its komi is that of the `komi` command, or else the usual one of its rules and board.
    /// The komi of a record is dropped: it belonged to the recorded game.
    pub(super) fn begin_game(&mut self, game: Game) {
        self.record_komi = None;
        self.set_up_game(game);
    }

    /// Replaces the game with that of a record. The record's komi, if any, holds for this game only.
    pub(super) fn begin_recorded(&mut self, record: &Record, game: Game) {
        self.record_komi = record.info.komi;
        self.set_up_game(game);
    }

    /// Replaces the start of a game that has not begun, for example to place handicap stones. Keeps the komi and resets the
    /// clocks.
    pub(super) fn set_up_game(&mut self, game: Game) {
        self.engine.set_game(game);
        self.engine.set_komi(self.record_komi.or(self.komi));
        self.idle_passes.clear();
        self.trials.clear();
    }

    /// Replaces the game with another form of the same game. Keeps the clocks and a given komi.
    pub(super) fn replace_game(&mut self, game: Game) {
        let time_left = self.time_left();
        self.engine.set_game(game);
        self.engine.set_komi(self.record_komi.or(self.komi));
        self.set_time_left(time_left);
    }

    /// The time left on both clocks, as far as it is known.
    pub(super) fn time_left(&self) -> PerColor<Option<TimeLeft>> {
        PerColor::from_fn(|color| self.engine.time_left(color))
    }

    /// Restores both clocks.
    pub(super) fn set_time_left(&mut self, time_left: PerColor<Option<TimeLeft>>) {
        for color in Color::BOTH {
            if let Some(left) = time_left[color] {
                self.engine.set_time_left(color, left);
            }
        }
    }

    /// Plays a move. A pass by a colour that cannot pass (play has ended, the colour is barred or has no waiting stone) changes
    /// nothing and is no error. `undo` takes it back.
    pub(super) fn play(&mut self, color: Color, action: Move) -> Result<(), CommandFailure> {
        self.may_have_moves(self.moves() + 1)?;
        if action == Move::Abstain && !self.can_use_right(color) {
            self.pass_idly();
            return Ok(());
        }
        let played = self.engine.play_as(color, action).map(|_| ());
        self.count_handicap();
        let game = self.engine.game();
        let notice = match played {
            Ok(()) => notices::of_last_turn(game),
            Err(error) => notices::of_refusal(game, color, action, error),
        };
        if let Some(notice) = notice {
            self.notice(&notice);
        }
        played.map_err(|error| Message::IllegalMove.because(error))
    }

    /// Prints a notice for the person behind the controller, apart from the answers.
    pub(super) fn notice(&mut self, text: &str) {
        self.side_output.notice(text);
    }

    /// Stores a pass that changes nothing.
    pub(super) fn pass_idly(&mut self) {
        self.idle_passes.push(self.engine.game().turns().len());
    }

    /// Plays all of these moves, or none if one of them is illegal.
    pub(super) fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), CommandFailure> {
        let before = self.snapshot();
        let played = moves.iter().try_for_each(|&(color, action)| self.play(color, action));
        if played.is_err() {
            self.restore(before);
        }
        played
    }

    /// Takes back this number of moves, counting passes without effect, or none if there are fewer.
    pub(super) fn take_back(&mut self, moves: usize) -> Result<(), CommandFailure> {
        let there = self.moves();
        if moves > there {
            return Err(Message::CannotUndo.because(format!("there are {there} moves to take back")));
        }
        for _ in 0..moves {
            if !self.idle_passes.take_back(self.engine.game().turns().len()) {
                self.engine.undo();
            }
        }
        self.count_handicap();
        Ok(())
    }

    /// Counts Black's first moves in a row as handicap stones, if a setting says so.
    fn count_handicap(&mut self) {
        if self.display.handicap_by_moves {
            self.engine.count_handicap_by_moves();
        }
    }

    /// The number of moves that can be taken back, counting passes without effect.
    fn moves(&self) -> usize {
        self.engine.game().turns().len() + self.idle_passes.len()
    }

    /// Plays a move that [`Session::end_trial`] takes back.
    pub(super) fn try_move(&mut self, color: Color, action: Move) -> Result<(), CommandFailure> {
        let before = self.moves();
        self.play(color, action)?;
        self.trials.push(before);
        Ok(())
    }

    /// Takes back the last move of [`Session::try_move`] and all moves after it.
    pub(super) fn end_trial(&mut self) -> Result<(), CommandFailure> {
        let before = self.trials.pop().ok_or_else(|| Message::refused("no move of trymove is on the board"))?;
        self.take_back(self.moves().saturating_sub(before))
    }

    /// Returns whether a move of [`Session::try_move`] is on the board.
    pub(super) fn has_trials(&self) -> bool {
        !self.trials.is_empty()
    }

    /// Runs a short search for `color`, for commands that show what the engine expects.
    pub(super) fn glance(&mut self, color: Color) -> Report {
        self.engine.search(color, &SearchRequest::until(SearchLimit::Glance))
    }

    /// The engine's decision, or a pass without effect if the colour cannot pass. Live graphics, if on, show the search meanwhile.
    pub(super) fn decide(&mut self, color: Color) -> Decision {
        if !self.can_use_right(color) {
            return Decision::Play(Move::Abstain);
        }
        if !self.display.live_graphics {
            return self.engine.best_move(color);
        }
        let Self { engine, side_output, .. } = self;
        let request = SearchRequest { interval: Some(LIVE_INTERVAL), ..SearchRequest::default() };
        let decision = engine.best_move_with(color, &request, |report| {
            side_output.draw(&search_graphics::thinking(report));
            ControlFlow::Continue(())
        });
        side_output.clear();
        decision
    }

    /// Plays the engine's decision, or resigns.
    pub(super) fn carry_out(&mut self, color: Color, decision: Decision) -> Result<(), CommandFailure> {
        match decision {
            Decision::Play(action) => self.play(color, action)?,
            Decision::Resign => self.engine.resign(color).map_err(|error| Message::IllegalMove.because(error))?,
        }
        self.engine.ponder();
        Ok(())
    }

    /// Returns whether a colour may pass without resuming a game that has ended.
    pub(super) fn can_use_right(&self, color: Color) -> bool {
        self.engine.game().check(color, Move::Abstain).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_engine::engine::Settings;
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::Ruleset;

    #[test]
    fn a_proof_in_a_confined_session_has_a_limit() {
        let time = Some(Duration::from_secs(1_000_000));
        let session = |time| {
            Session::new(Engine::new(BoardSize::MAIN, Ruleset::one_pure(), Settings { time, ..Settings::default() }))
        };
        assert_eq!(Some(session(time).proof_limits().time), time);
        assert_eq!(session(time).confined().proof_limits().time, LONGEST_CONFINED_PROOF);
        assert_eq!(session(None).confined().proof_limits().time, ProofLimits::USUAL_TIME);
    }
}
