//! A session: the engine, and what GTP remembers beside its game from one command to the next.

use super::analysis::StreamedAnswer;
use super::failure::{CommandFailure, Message};
use super::idle_passes::IdlePasses;
use super::input::{MOST_CONFINED_WAITING, MOST_WAITING};
use super::notices;
use super::search_graphics;
use super::side_output::SideOutput;
use onepure_engine::engine::{Decision, Engine, Report, SearchLimit, SearchRequest, TimeLeft};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::record::Record;
use onepure_rules::rules::{Game, Move};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// What a command answers: a text of no, one or several lines.
pub(super) type CommandResult = Result<String, CommandFailure>;

/// The most moves of a game in a session that is confined. Each takes a kilobyte.
const MOST_CONFINED_MOVES: usize = 2_000;

/// The most nodes of a record that such a session reads.
const MOST_CONFINED_NODES: usize = 2 * MOST_CONFINED_MOVES;

/// How often live graphics are drawn.
const LIVE_INTERVAL: Duration = Duration::from_millis(250);

/// A GTP session: an engine, and what GTP sets beside its game.
#[derive(Debug)]
pub struct Session {
    pub(super) engine: Engine,
    /// The komi that `komi` gave; it stays for every game that follows.
    pub(super) komi: Option<f64>,
    /// The komi of the record (KM) from which this game comes. It goes with the game.
    record_komi: Option<f64>,
    /// Whether `final_score` lifts the stones that the engine judges dead.
    pub(super) removal: bool,
    /// Passes that the game knows nothing of.
    idle_passes: IdlePasses,
    /// For each move of `trymove` that is still on the board, how many moves there were before it.
    trials: Vec<usize>,
    side_output: SideOutput,
    /// Whether the other side may neither touch files nor take more of the machine than it was given.
    is_confined: bool,
    /// Whether `quit` was asked for.
    pub(super) closing: bool,
    /// What a command that has succeeded answers instead of a text: the conversation writes it.
    pub(super) stream: Option<StreamedAnswer>,
}

/// Everything that a command may change, as it was before the command. The game is shared with the engine until the command
/// changes it.
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
    /// A session with this engine. A komi that is not the one of the engine's rule system counts as given by `komi`.
    pub fn new(engine: Engine) -> Self {
        let game = engine.game();
        let (komi, usual) = (game.komi(), game.articles().usual_komi(game.handicap()));
        let komi = (komi.to_bits() != usual.to_bits()).then_some(komi);
        Self {
            engine,
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

    /// The same session, with another place than standard error for what goes out beside the answers: notices of what a
    /// controller with ordinary rules cannot know, and live graphics.
    pub fn with_side_output(self, output: impl Write + Send + 'static) -> Self {
        Self { side_output: SideOutput::new(output), ..self }
    }

    /// The same session for somebody who may not touch files, take more threads or memory than the engine has, or play more
    /// than 2,000 moves in a game.
    pub fn confined(self) -> Self {
        Self { is_confined: true, ..self }
    }

    /// An error if the session is confined; `what` cannot be done then.
    pub(super) fn may(&self, what: &str) -> Result<(), CommandFailure> {
        if self.is_confined { Err(Message::refused(format!("this session may not {what}"))) } else { Ok(()) }
    }

    /// The most bytes of commands that are read before they are answered.
    pub(super) fn most_waiting(&self) -> usize {
        if self.is_confined { MOST_CONFINED_WAITING } else { MOST_WAITING }
    }

    /// An error if the session is confined and may not read a record of so many nodes.
    pub(super) fn may_have_nodes(&self, nodes: usize) -> Result<(), CommandFailure> {
        if nodes > MOST_CONFINED_NODES { self.may("load a record of this many nodes") } else { Ok(()) }
    }

    /// An error if the session is confined and may not have so many moves in a game.
    pub(super) fn may_have_moves(&self, moves: usize) -> Result<(), CommandFailure> {
        if moves > MOST_CONFINED_MOVES { self.may("play a game of this many moves") } else { Ok(()) }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        self.engine.game()
    }

    /// The session as it stands, for [`Session::restore`].
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

    /// Sets the session back.
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

    /// Sets the komi of this game and of every game that follows.
    pub(super) fn give_komi(&mut self, komi: f64) {
        self.komi = Some(komi);
        self.record_komi = None;
        self.engine.set_komi(self.komi);
    }

    /// Begins a new game. Its komi is the one that `komi` gave, or else the usual one of its rules and board: that of a
    /// record went with the game of the record. The clocks start anew.
    pub(super) fn begin_game(&mut self, game: Game) {
        self.record_komi = None;
        self.set_up_game(game);
    }

    /// Puts the game of a record in place of this one. The komi of the record, if it has one, is that of its game alone.
    pub(super) fn begin_recorded(&mut self, record: &Record, game: Game) {
        self.record_komi = record.info.komi;
        self.set_up_game(game);
    }

    /// Gives a game that has not begun another start, such as handicap stones. Its komi stays. The clocks start anew.
    pub(super) fn set_up_game(&mut self, game: Game) {
        self.engine.set_game(game);
        self.engine.set_komi(self.record_komi.or(self.komi));
        self.idle_passes.clear();
        self.trials.clear();
    }

    /// Puts another form of the same game in its place; the clocks go on, and a komi that was given stays.
    pub(super) fn replace_game(&mut self, game: Game) {
        let time_left = self.time_left();
        self.engine.set_game(game);
        self.engine.set_komi(self.record_komi.or(self.komi));
        self.set_time_left(time_left);
    }

    /// What the engine knows of both clocks.
    pub(super) fn time_left(&self) -> PerColor<Option<TimeLeft>> {
        PerColor::from_fn(|color| self.engine.time_left(color))
    }

    /// Sets both clocks back to what was known.
    pub(super) fn set_time_left(&mut self, time_left: PerColor<Option<TimeLeft>>) {
        for color in Color::BOTH {
            if let Some(left) = time_left[color] {
                self.engine.set_time_left(color, left);
            }
        }
    }

    /// Plays a move. An abstention of a colour that cannot use the right (play has ended, or the colour is barred or has
    /// no waiting stone) changes nothing, and is no error; but it can be taken back.
    pub(super) fn play(&mut self, color: Color, action: Move) -> Result<(), CommandFailure> {
        self.may_have_moves(self.moves() + 1)?;
        if action == Move::Abstain && !self.can_use_right(color) {
            self.pass_idly();
            return Ok(());
        }
        let played = self.engine.play_as(color, action).map(|_| ());
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

    /// Tells the person behind the controller something, beside the answers.
    pub(super) fn notice(&mut self, text: &str) {
        self.side_output.notice(text);
    }

    /// Remembers a pass that changes nothing.
    pub(super) fn pass_idly(&mut self) {
        self.idle_passes.push(self.engine.game().turns().len());
    }

    /// Plays these moves; if one of them cannot be played, none is.
    pub(super) fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), CommandFailure> {
        let before = self.snapshot();
        let played = moves.iter().try_for_each(|&(color, action)| self.play(color, action));
        if played.is_err() {
            self.restore(before);
        }
        played
    }

    /// Takes back this many of what the controller knows as moves, passes that changed nothing included; if there are
    /// fewer, nothing.
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
        Ok(())
    }

    /// How many moves there are to take back, passes that changed nothing included.
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

    /// Takes back the last move of [`Session::try_move`], and whatever was played since.
    pub(super) fn end_trial(&mut self) -> Result<(), CommandFailure> {
        let before = self.trials.pop().ok_or_else(|| Message::refused("no move of trymove is on the board"))?;
        self.take_back(self.moves().saturating_sub(before))
    }

    /// Whether moves of [`Session::try_move`] are on the board.
    pub(super) fn has_trials(&self) -> bool {
        !self.trials.is_empty()
    }

    /// Searches for `color` for a moment, to show what the engine looks at.
    pub(super) fn glance(&mut self, color: Color) -> Report {
        self.engine.search(color, &SearchRequest::until(SearchLimit::Glance))
    }

    /// What the engine wants; an abstention where there is nothing to decide. With live graphics on, `GoGui`'s board shows
    /// meanwhile what it thinks.
    pub(super) fn decide(&mut self, color: Color) -> Decision {
        if !self.can_use_right(color) {
            return Decision::Play(Move::Abstain);
        }
        if !self.engine.settings().live_graphics {
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

    /// Does what the engine wants: plays, or gives up.
    pub(super) fn carry_out(&mut self, color: Color, decision: Decision) -> Result<(), CommandFailure> {
        match decision {
            Decision::Play(action) => self.play(color, action)?,
            Decision::Resign => self.engine.resign(color).map_err(|error| Message::IllegalMove.because(error))?,
        }
        self.engine.ponder();
        Ok(())
    }

    /// Whether a colour may use the right, without resuming a game that has ended.
    pub(super) fn can_use_right(&self, color: Color) -> bool {
        self.engine.game().check(color, Move::Abstain).is_ok()
    }
}
