//! A conversation: requests in, answers out, and what is remembered from one to the next.

use super::arguments::Arguments;
use super::aside::Aside;
use super::commands::{self, TOPICS, Topic};
use super::failure::{Failure, Message};
use super::idle_passes::IdlePasses;
use super::input::{Input, Live, Text};
use super::notices;
use super::request::Request;
use super::sketch;
use super::stream::Stream;
use crate::board::{Color, PerColor};
use crate::engine::{Decision, Engine, Inquiry, TimeLeft};
use crate::record::Record;
use crate::rules::{Game, Move};
use std::any::Any;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

/// What a command answers: a text of no, one or several lines.
pub(super) type Answer = Result<String, Failure>;

/// So many moves a game may have in a session that is confined: every one of them takes memory.
const MOST_CONFINED_MOVES: usize = 10_000;

/// How often live graphics are drawn.
const LIVE_INTERVAL: Duration = Duration::from_millis(250);

/// A GTP session: an engine, and what GTP sets beside its game.
#[derive(Debug)]
pub struct Session {
    pub(super) engine: Engine,
    pub(super) topics: &'static [Topic],
    /// The komi of article 8 as it was given; it stays for every game that follows.
    pub(super) komi: Option<f64>,
    /// Whether `final_score` lifts the stones that the engine holds to be lost.
    pub(super) removal: bool,
    /// Passes that the game knows nothing of.
    idle_passes: IdlePasses,
    /// For each move of `trymove` that is still on the board, how many moves there were before it.
    trials: Vec<usize>,
    aside: Aside,
    /// Whether the other side may neither touch files nor take more of the machine than it was given.
    is_confined: bool,
    /// Whether `quit` was asked for.
    pub(super) closing: bool,
    /// What a command that has succeeded answers instead of a text: the conversation writes it.
    pub(super) stream: Option<Stream>,
}

/// Everything that a command may change, as it was before the command.
struct Memory {
    game: Game,
    komi: Option<f64>,
    removal: bool,
    idle_passes: IdlePasses,
    trials: Vec<usize>,
    time_left: PerColor<Option<TimeLeft>>,
}

impl Session {
    /// A session with this engine. A komi that is not the one of the engine's rule system counts as given by `komi`.
    pub fn new(engine: Engine) -> Self {
        let (komi, usual) = (engine.game().komi(), engine.game().articles().komi);
        let komi = (komi.to_bits() != usual.to_bits()).then_some(komi);
        Self {
            engine,
            topics: TOPICS,
            komi,
            removal: true,
            idle_passes: IdlePasses::default(),
            trials: Vec::new(),
            aside: Aside::default(),
            is_confined: false,
            closing: false,
            stream: None,
        }
    }

    /// The same session, with another place than standard error for what goes out beside the answers: notices of what a
    /// controller with ordinary rules cannot know, and live graphics.
    pub fn with_aside(self, output: impl Write + Send + 'static) -> Self {
        Self { aside: Aside::new(output), ..self }
    }

    /// The same session for somebody who may not touch files, take more threads or memory than the engine has, or play more
    /// than ten thousand moves in a game.
    pub fn confined(self) -> Self {
        Self { is_confined: true, ..self }
    }

    /// An error if the session is confined; `what` cannot be done then.
    pub(super) fn may(&self, what: &str) -> Result<(), Failure> {
        if self.is_confined { Err(Message::refused(format!("this session may not {what}"))) } else { Ok(()) }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        self.engine.game()
    }

    /// Answers requests until `quit` or the end of the input. Every answer is flushed. All of the input counts as said
    /// already: an analysis ends when it has begun.
    pub fn run(&mut self, input: impl BufRead, output: impl Write) -> io::Result<()> {
        self.answer_all(Text::new(input), output)
    }

    /// The same with an input that is read while the engine thinks, by a thread of its own: analyses go on until something
    /// comes, and a comment that says `interrupt` makes the engine move at once. When the session ends before the input,
    /// the thread waits for a line more, which is lost.
    ///
    /// The end of the input stops searches that nobody may wait for, as [`Remote::stop_unattended`](crate::engine::Remote::stop_unattended) has it; and every
    /// search from then on, as soon as `is_read` says that nobody reads the output.
    pub fn converse(
        &mut self,
        input: impl BufRead + Send + 'static,
        output: impl Write,
        is_read: impl Fn() -> bool + Send + 'static,
    ) -> io::Result<()> {
        let input = Live::new(input, self.engine.remote(), is_read)?;
        self.answer_all(input, output)
    }

    fn answer_all(&mut self, mut input: impl Input, mut output: impl Write) -> io::Result<()> {
        let ended = self.answer_until_the_end(&mut input, &mut output);
        self.engine.stop();
        ended
    }

    fn answer_until_the_end(&mut self, input: &mut impl Input, output: &mut impl Write) -> io::Result<()> {
        while !self.closing {
            let Some(line) = input.next_line()? else { break };
            let Some(Request { id, words }) = line.request() else { continue };
            let answer = words.and_then(|words| self.answer(&words));
            match self.stream.take() {
                Some(stream) => {
                    let memory = self.memory();
                    let written = caught(|| self.stream(&stream, id, input, output));
                    written.unwrap_or_else(|| {
                        self.restore(memory);
                        write!(output, "\n\n").and_then(|()| output.flush())
                    })?;
                }
                None => write_answer(output, id, &answer)?,
            }
        }
        Ok(())
    }

    /// Runs one command. If it panics, the session is as it was before.
    fn answer(&mut self, words: &[String]) -> Answer {
        let (name, arguments) = words.split_first().ok_or_else(|| Message::Syntax.because("an id and no command"))?;
        let command = commands::find(self.topics, name)
            .ok_or_else(|| Message::UnknownCommand.because(format!("`{name}`: list_commands has them all")))?;
        if !command.takes(arguments.len()) {
            return Err(Message::Syntax.because(format!("right is: {name} {}", command.arguments)));
        }
        let memory = self.memory();
        caught(|| (command.run)(self, &mut Arguments::new(arguments))).unwrap_or_else(|| {
            tracing::error!("that was in `{}`", words.join(" "));
            self.stream = None;
            self.restore(memory);
            Err(Message::Internal.because("the session is as it was before the command"))
        })
    }

    fn memory(&self) -> Memory {
        Memory {
            game: self.engine.game().clone(),
            komi: self.komi,
            removal: self.removal,
            idle_passes: self.idle_passes.clone(),
            trials: self.trials.clone(),
            time_left: self.time_left(),
        }
    }

    fn restore(&mut self, Memory { game, komi, removal, idle_passes, trials, time_left }: Memory) {
        self.komi = komi;
        self.removal = removal;
        self.idle_passes = idle_passes;
        self.trials = trials;
        self.engine.set_game(game);
        self.set_time_left(time_left);
    }

    /// Puts the game of a record in place of this one, with the komi of the record, which stays, if it has one.
    pub(super) fn begin_recorded(&mut self, record: &Record, game: Game) {
        self.komi = record.info.komi.or(self.komi);
        self.begin_game(game);
    }

    /// Puts a new game in place of this one, with the komi that was given. The clocks start anew.
    pub(super) fn begin_game(&mut self, game: Game) {
        self.engine.set_game(game);
        self.engine.set_komi(self.komi);
        self.idle_passes.clear();
        self.trials.clear();
    }

    /// Puts another form of the same game in its place; the clocks go on.
    pub(super) fn replace_game(&mut self, game: Game) {
        let time_left = self.time_left();
        self.engine.set_game(game);
        self.engine.set_komi(self.komi);
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
    pub(super) fn play(&mut self, color: Color, action: Move) -> Result<(), Failure> {
        if self.moves() >= MOST_CONFINED_MOVES {
            self.may("play so many moves in a game")?;
        }
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
        self.aside.notice(text);
    }

    /// Remembers a pass that changes nothing.
    pub(super) fn pass_idly(&mut self) {
        self.idle_passes.push(self.engine.game().turns().len());
    }

    /// Plays these moves; if one of them cannot be played, none is.
    pub(super) fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), Failure> {
        let memory = self.memory();
        let played = moves.iter().try_for_each(|&(color, action)| self.play(color, action));
        if played.is_err() {
            self.restore(memory);
        }
        played
    }

    /// Takes back this many of what the controller knows as moves, passes that changed nothing included; if there are
    /// fewer, nothing.
    pub(super) fn take_back(&mut self, moves: usize) -> Result<(), Failure> {
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
    pub(super) fn try_move(&mut self, color: Color, action: Move) -> Result<(), Failure> {
        let before = self.moves();
        self.play(color, action)?;
        self.trials.push(before);
        Ok(())
    }

    /// Takes back the last move of [`Session::try_move`], and whatever was played since.
    pub(super) fn end_trial(&mut self) -> Result<(), Failure> {
        let before = self.trials.pop().ok_or_else(|| Message::refused("no move of trymove is on the board"))?;
        self.take_back(self.moves().saturating_sub(before))
    }

    /// Whether moves of [`Session::try_move`] are on the board.
    pub(super) fn has_trials(&self) -> bool {
        !self.trials.is_empty()
    }

    /// What the engine wants; an abstention where there is nothing to decide. With live graphics on, `GoGui`'s board shows
    /// meanwhile what it thinks.
    pub(super) fn decide(&mut self, color: Color) -> Decision {
        if !self.can_use_right(color) {
            return Decision::Play(Move::Abstain);
        }
        if !self.engine.settings().live_graphics {
            return self.engine.choose(color);
        }
        let Self { engine, aside, .. } = self;
        let inquiry = Inquiry { interval: Some(LIVE_INTERVAL), ..Inquiry::default() };
        let decision = engine.choose_watched(color, &inquiry, |report| {
            aside.draw(&sketch::thinking(report));
            ControlFlow::Continue(())
        });
        aside.clear();
        decision
    }

    /// Does what the engine wants: plays, or gives up.
    pub(super) fn carry_out(&mut self, color: Color, decision: Decision) -> Result<(), Failure> {
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

/// Writes an answer and flushes it.
///
/// An empty line ends an answer, so that none is written inside.
fn write_answer(output: &mut impl Write, id: Option<u32>, answer: &Answer) -> io::Result<()> {
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    match answer {
        Ok(text) => {
            let mut lines = text.split('\n').map(str::trim_end);
            writeln!(output, "={id} {}", lines.next().unwrap_or_default())?;
            for line in lines.filter(|line| !line.is_empty()) {
                writeln!(output, "{line}")?;
            }
            writeln!(output)?;
        }
        Err(Failure { message, reason }) => {
            tracing::info!("{message}: {reason}");
            write!(output, "?{id} {message}\n\n")?;
        }
    }
    output.flush()
}

/// What came of some work; `None` if it panicked, which is in the log.
fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    let logged = |panic: Box<dyn Any + Send>| tracing::error!("a panic: {}", panic_text(&*panic));
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(logged).ok()
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Settings;
    use crate::geometry::BoardSize;
    use crate::gtp::commands::Command;
    use crate::rules::Ruleset;
    use std::time::Duration;

    /// A command that changes all that it can, and then panics.
    static PANICS: &[Topic] = &[Topic {
        title: "Commands that exist only here",
        introduction: "",
        commands: &[Command {
            name: "panic",
            arguments: "",
            help: "Panics.",
            run: |session, _| {
                session.play(Color::Black, Move::Abstain)?;
                session.komi = Some(99.0);
                session.removal = false;
                session.engine.set_komi(session.komi);
                session.engine.set_time_left(Color::Black, TimeLeft { time: Duration::ZERO, stones: 0 });
                panic!("on purpose");
            },
        }],
    }];

    fn session() -> Session {
        Session::new(Engine::new(BoardSize::MAIN, Ruleset::one_pure(), Settings::default()))
    }

    fn ask(session: &mut Session, lines: &str) -> String {
        let mut output = Vec::new();
        session.run(lines.as_bytes(), &mut output).expect("memory can be written");
        String::from_utf8(output).expect("answers are text")
    }

    #[test]
    fn after_a_panic_everything_is_as_before() {
        const STATE: &str = "opr-state\nget_komi\nopr-option\nmove_history\n";
        let mut session = session();
        ask(&mut session, "boardsize 9\nkomi 2.5\nplay black E5\nplay white C5\ntime_left black 60 0\n");
        let before = ask(&mut session, STATE);
        let clocks = session.time_left();

        session.topics = PANICS;
        assert_eq!(ask(&mut session, "7 panic\n"), "?7 internal error\n\n");
        session.topics = TOPICS;

        assert_eq!(ask(&mut session, STATE), before);
        assert_eq!(session.time_left(), clocks);
        assert_eq!(ask(&mut session, "clear_board\nget_komi\nplay black E5\n"), "= \n\n= 2.5\n\n= \n\n");
    }

    #[test]
    fn asking_for_a_move_runs_no_clock() {
        let mut session = session();
        ask(&mut session, "boardsize 5\ntime_settings 1 0 0\nplay black C3\n");
        let clocks = session.time_left();
        ask(&mut session, "reg_genmove white\n");
        assert_eq!(session.time_left(), clocks);
        ask(&mut session, "genmove white\n");
        assert_ne!(session.time_left(), clocks);
    }

    #[test]
    fn no_answer_has_an_empty_line_inside() {
        let mut output = Vec::new();
        write_answer(&mut output, Some(3), &Ok("\none\n\ntwo \n".to_owned())).expect("memory can be written");
        assert_eq!(output, b"=3 \none\ntwo\n\n");
    }

    #[test]
    fn a_lead_from_outside_counts_as_given() {
        let mut engine = Engine::new(BoardSize::MAIN, Ruleset::one_pure(), Settings::default());
        engine.set_komi(Some(5.5));
        assert_eq!(ask(&mut Session::new(engine), "boardsize 9\nget_komi\n"), "= \n\n= 5.5\n\n");
        assert_eq!(ask(&mut session(), "boardsize 9\nget_komi\n"), "= \n\n= 0\n\n");
    }
}
