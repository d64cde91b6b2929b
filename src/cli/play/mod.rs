//! `onepure play`: a game against the engine in the terminal.

mod clocks;
mod games;
mod input;

use crate::analysis::score_lead;
use crate::cli::options::selection::komi;
use crate::cli::options::{self, Options};
use crate::cli::terminal::interrupt::end_at_once;
use crate::cli::terminal::leaving::Leave;
use crate::cli::terminal::lines::{Lines, Typed};
use crate::cli::terminal::screen::Screen;
use crate::cli::terminal::words::{Hint, Words, words};
use crate::view::{Language, Narration, Phrases, Terms};
use anyhow::bail;
use clap::Args;
use clocks::Clocks;
use games::handicap_game;
pub(super) use input::Input;
use input::{COMMANDS, at_home};
use onepure_engine::clock::TimeControl;
use onepure_engine::engine::{Decision, Engine, Judgement, SearchRequest};
use onepure_engine::search::Candidate;
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Move, PlayError, Reason, most_handicap};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// The arguments of `onepure play`.
#[derive(Debug, Args)]
#[command(after_help = "\
The board is drawn once a turn, and everything that happens is explained with
its article. Type a point such as D4, or help, or rules. A placement that loses
at once is played when you say yes. In a terminal the arrow keys edit the line
and bring earlier ones back, and the tab key completes commands and files.

Examples:
  onepure play --size 9 --level 3
  onepure play --color white --time 5 --lang ko")]
pub(super) struct Play {
    /// Your colour
    #[arg(long, value_name = "black|white", default_value = "black", value_parser = options::color())]
    #[arg(hide_possible_values = true)]
    color: Color,
    /// Begin with N stones of Black on the star points
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    handicap: Option<String>,
    /// Komi, instead of that of the rules
    #[arg(long, value_name = "POINTS", value_parser = komi, allow_negative_numbers = true)]
    komi: Option<f64>,
}

impl Play {
    pub(super) fn run(&self, options: &Options) -> anyhow::Result<()> {
        let screen = Screen::stdout(options.lang(), options.ascii);
        let mut engine = options.engine();
        if let Some(number) = &self.handicap {
            let Some(game) = handicap_game(options.size, options.rules(), number) else {
                let most = most_handicap(options.size, false);
                bail!("{}", words(options.lang()).not_handicap(number, options.size, most));
            };
            engine.set_game(game);
        }
        if self.komi.is_some() {
            engine.set_komi(self.komi);
        }
        let leave = Leave::prepared(engine.stop_handle(), words(options.lang()).offer_to_save())?;
        let table = Table {
            engine,
            human: self.color,
            options: options.clone(),
            clocks: Clocks::new(TimeControl::None),
            screen,
            lines: Lines::stdin(COMMANDS)?,
            told: Vec::new(),
            doubtful: None,
            is_unsaved: false,
            saved: None,
            leave,
        };
        table.play()
    }
}

/// The number of moves in a hint.
const HINTS: usize = 3;

/// An action that needs a `yes`.
enum Doubtful {
    /// A move that loses at once.
    Move(Move),
    /// A game that would replace an unsaved one.
    Game(Input),
}

/// A person and the engine at a board.
struct Table<W> {
    engine: Engine,
    human: Color,
    options: Options,
    clocks: Clocks,
    screen: Screen<W>,
    lines: Lines,
    /// The events since the board was drawn.
    told: Vec<String>,
    /// The action that needs a `yes` in the next line.
    doubtful: Option<Doubtful>,
    /// Whether there were turns since the game was saved or loaded.
    is_unsaved: bool,
    /// The file to which the game was saved.
    saved: Option<String>,
    leave: Leave,
}

impl<W: Write> Table<W> {
    /// Plays until the person leaves or the input ends.
    fn play(mut self) -> anyhow::Result<()> {
        self.begin()?;
        loop {
            let prompt = self.prompt();
            if !self.lines.is_terminal() {
                self.screen.prompt(&prompt)?;
            }
            if !self.leave.wait(self.is_unsaved) {
                self.offer_to_save()?;
                break;
            }
            let typed = self.lines.read(&format!("{prompt}> "))?;
            let is_asked = self.leave.work();
            match typed {
                Typed::Line(line) if is_asked => self.save_on_leaving(line.trim())?,
                Typed::Line(line) => match self.hear(line.trim())? {
                    ControlFlow::Continue(()) => continue,
                    ControlFlow::Break(()) => {}
                },
                // In a terminal Ctrl-D is easily typed by mistake, so offer to save.
                Typed::End if self.lines.is_terminal() && !is_asked => self.offer_to_save()?,
                Typed::End => {}
                Typed::Interrupt if is_asked || !self.is_unsaved => end_at_once(),
                Typed::Interrupt => self.offer_to_save()?,
            }
            break;
        }
        self.screen.say(&self.words().farewell())?;
        Ok(())
    }

    /// Begins the game of the engine: greets, lets the engine move if it is its turn, and draws the board. A game that has ended is counted.
    fn begin(&mut self) -> anyhow::Result<()> {
        self.screen.say(&self.words().welcome(self.engine.game().size(), self.human))?;
        self.clocks.begin_turn();
        if !self.engine.game().is_over() && self.engine.game().to_play() == self.human {
            return Ok(self.screen.draw_board(self.engine.game())?);
        }
        self.answer()?;
        Ok(self.show()?)
    }

    /// The colour of the person, and the time left.
    fn prompt(&self) -> String {
        let color = self.phrases().color(self.human);
        self.clocks.left(self.human).map_or(color.to_owned(), |left| format!("{color} {left}"))
    }

    /// Handles a line; breaks if the person leaves.
    fn hear(&mut self, line: &str) -> anyhow::Result<ControlFlow<()>> {
        if line.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        match Input::read(line, self.engine.game().size()) {
            Err(misread) => self.screen.say(&misread.told(line, self.engine.game().size(), self.words()))?,
            Ok(Input::Yes | Input::No) if self.doubtful.is_none() => {
                self.screen.say(&self.words().not_understood(line))?;
            }
            Ok(Input::Quit) => {
                if self.lines.is_terminal() {
                    self.offer_to_save()?;
                }
                return Ok(ControlFlow::Break(()));
            }
            Ok(input) => self.obey(input)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Offers to save the game before leaving.
    fn offer_to_save(&mut self) -> anyhow::Result<()> {
        if !self.is_unsaved {
            return Ok(());
        }
        self.screen.say(&self.words().offer_to_save())?;
        match self.lines.read("> ")? {
            Typed::Line(line) => self.save_on_leaving(line.trim()),
            Typed::End => Ok(()),
            Typed::Interrupt => end_at_once(),
        }
    }

    /// Saves to the file that was named, if any. Asks again if saving fails, or if a command of the game was typed, which names no file.
    fn save_on_leaving(&mut self, answer: &str) -> anyhow::Result<()> {
        let file = match Input::read(answer, self.engine.game().size()) {
            Ok(Input::Quit | Input::No) => return Ok(()),
            Ok(Input::Save(file)) => file,
            Ok(_) => {
                self.screen.say(&self.words().no_file_name(answer))?;
                return self.offer_to_save();
            }
            Err(_) => at_home(answer),
        };
        if file.is_empty() || self.save(&file)? { Ok(()) } else { self.offer_to_save() }
    }

    fn obey(&mut self, input: Input) -> anyhow::Result<()> {
        match (self.doubtful.take(), input) {
            (Some(Doubtful::Move(action)), Input::Yes) => self.take_turn(action),
            (Some(Doubtful::Move(_)), Input::No) => Ok(self.screen.say(&self.words().not_played())?),
            (Some(Doubtful::Game(input)), Input::Yes) => self.change_game(input),
            (Some(Doubtful::Game(_)), Input::No) => Ok(self.screen.say(&self.words().goes_on())?),
            (_, Input::Play(action)) => {
                match loss_at_once(self.engine.game(), self.human, action, self.screen.language) {
                    Some(told) => {
                        self.doubtful = Some(Doubtful::Move(action));
                        Ok(self.screen.say(&told)?)
                    }
                    None => self.take_turn(action),
                }
            }
            (_, input @ (Input::New(_) | Input::Load(_))) => {
                if !(self.is_unsaved && self.lines.is_terminal()) {
                    return self.change_game(input);
                }
                self.doubtful = Some(Doubtful::Game(input));
                Ok(self.screen.say(&self.words().would_be_lost())?)
            }
            (_, input) => self.obey_command(input),
        }
    }

    /// Runs a command.
    fn obey_command(&mut self, input: Input) -> anyhow::Result<()> {
        match input {
            Input::Undo => self.undo()?,
            Input::Hint => self.hint()?,
            Input::Count => {
                let dead = self.engine.stones_to_lift();
                self.screen.draw_points(self.engine.game(), dead)?;
                if self.engine.game().is_over() {
                    self.screen.tell_end(self.engine.game(), dead)?;
                } else {
                    self.tell_estimate()?;
                }
            }
            Input::Resign => match self.engine.resign(self.human) {
                Ok(()) => self.tell_end()?,
                Err(error) => self.refuse(error)?,
            },
            Input::Board => self.screen.draw_board(self.engine.game())?,
            Input::Save(file) => {
                self.save(&file)?;
            }
            Input::Rules => {
                let rules = self.phrases().rules(self.engine.game()).lines();
                rules.iter().try_for_each(|paragraph| self.screen.say_indented(paragraph, 2))?;
            }
            Input::Handicap(number) => self.set_handicap(&number)?,
            Input::Komi(komi) => self.set_komi(&komi)?,
            Input::Clock(control) => self.set_clock(&control)?,
            Input::Help => self.screen.say(&self.words().help(Terms::of(self.engine.game())))?,
            Input::Play(_) | Input::Yes | Input::No | Input::New(_) | Input::Load(_) | Input::Quit => {}
        }
        Ok(())
    }

    fn words(&self) -> &'static dyn Words {
        words(self.screen.language)
    }

    fn phrases(&self) -> &'static dyn Phrases {
        self.screen.language.phrases()
    }

    /// Plays the person's move, and lets the engine answer.
    fn take_turn(&mut self, action: Move) -> anyhow::Result<()> {
        let game = self.engine.game();
        let resumes = game.is_over() && !game.is_final() && matches!(action, Move::Place(_));
        if resumes && game.to_play() != self.human {
            self.screen.say(&self.words().not_your_right(!self.human))?;
            return Ok(());
        }
        if let Err(error) = game.check(self.human, action) {
            return Ok(self.refuse(error)?);
        }
        if !self.charge(self.human) {
            return Ok(self.tell_end()?);
        }
        self.engine.play_as(self.human, action)?;
        self.is_unsaved = true;
        self.tell_turn()?;
        self.answer()?;
        Ok(self.show()?)
    }

    /// Charges a turn to a colour. Returns false if the colour has lost on time.
    fn charge(&mut self, color: Color) -> bool {
        let is_in_time = self.clocks.charge(color) || self.engine.lose_on_time(color).is_err();
        self.engine.set_penalty(color, self.clocks.penalty(color));
        is_in_time
    }

    /// Plays the engine's move, if it is its turn. Then the person's turn begins.
    fn answer(&mut self) -> anyhow::Result<()> {
        let color = !self.human;
        if self.engine.game().is_over() || self.engine.game().to_play() != color {
            self.clocks.begin_turn();
            return Ok(());
        }
        let mention = self.words().thinking(color);
        self.screen.mention(&mention)?;
        if let Some(left) = self.clocks.told(color) {
            self.engine.set_time_left(color, left);
        }
        self.clocks.begin_turn();
        let decision = self.engine.best_move(color);
        self.screen.take_back(&mention)?;
        if self.leave.is_wanted() {
            // The search was interrupted; do not play its move.
            return Ok(());
        }
        match decision {
            _ if !self.charge(color) => {}
            Decision::Play(action) => {
                self.engine.play_as(color, action)?;
                self.is_unsaved = true;
                self.tell_turn()?;
            }
            Decision::Resign => self.engine.resign(color)?,
        }
        self.clocks.begin_turn();
        Ok(())
    }

    /// Prints the last turn at once if the engine has to answer it, otherwise with the next board.
    fn tell_turn(&mut self) -> io::Result<()> {
        let game = self.engine.game();
        let is_answered = !game.is_over() && game.to_play() != self.human;
        let narration = Narration::of_last_turn(game, self.screen.language).map(|narration| narration.to_string());
        match narration {
            Some(told) if is_answered => self.screen.say(&told)?,
            told => self.told.extend(told),
        }
        Ok(())
    }

    /// Draws the board and prints the events since the last one. After the end prints the count too, unless a player resigned or
    /// lost on time.
    fn show(&mut self) -> io::Result<()> {
        let mut texts = std::mem::take(&mut self.told);
        let (game, language) = (self.engine.game(), self.screen.language);
        let mut dead = PointSet::empty();
        if let Some(outcome) = game.outcome() {
            if matches!(outcome.reason, Reason::Resignation | Reason::Time) {
                texts.extend(language.end(game));
            } else {
                let judgement = self.engine.judgement();
                dead = judgement.as_ref().map_or(dead, Judgement::dead);
                texts.extend(Some(self.phrases().dead_legend().to_owned()).filter(|_| !dead.is_empty()));
                texts.extend(language.counted(game, dead));
                let open = judgement.map_or(PointSet::empty(), |judgement| judgement.open());
                texts.extend(Some(self.phrases().in_doubt(&open)).filter(|_| !open.is_empty()));
            }
            texts.extend(language.result_without(game, dead));
            texts.push(self.words().after_the_end());
        }
        self.screen.skip_line()?;
        self.screen.show_with_dead(self.engine.game(), dead, &texts)
    }

    /// Prints the result if play ended here: without the stones that the engine judges dead where the rules lift them.
    fn tell_estimate(&mut self) -> io::Result<()> {
        let game = self.engine.game();
        let dead = self.engine.judgement().map(|judgement| judgement.dead());
        let result = game.count_without(dead.unwrap_or_default()).verdict().to_string();
        let told = match dead {
            Some(dead) => self.phrases().estimate(&result, &dead),
            None => format!("{}.", self.phrases().as_it_stands(&result)),
        };
        self.screen.say(&told)
    }

    /// Prints the result of a game that has ended.
    fn tell_result(&mut self) -> io::Result<()> {
        let dead = self.engine.stones_to_lift();
        let result = self.screen.language.result_without(self.engine.game(), dead);
        result.map_or(Ok(()), |result| self.screen.say(&result))
    }

    /// Prints an end that no turn caused.
    fn tell_end(&mut self) -> io::Result<()> {
        self.screen.tell_end(self.engine.game(), PointSet::empty())?;
        self.screen.say(&self.words().after_the_end())
    }

    fn refuse(&mut self, error: PlayError) -> io::Result<()> {
        let told = self.screen.language.refused(self.engine.game().ruleset(), error);
        self.screen.say(&told)
    }

    /// Takes back the person's resignation or loss on time, or else the last turn and the engine's answer. Clocks keep their
    /// time; after a loss on time they start again.
    fn undo(&mut self) -> io::Result<()> {
        let outcome = self.engine.game().outcome().copied();
        if outcome.is_some_and(|outcome| outcome.reason == Reason::Time) {
            self.clocks = Clocks::new(self.clocks.control());
        }
        if outcome.is_some_and(|outcome| outcome.winner() == Some(!self.human)) && self.engine.withdraw() {
            self.clocks.begin_turn();
            return self.screen.draw_board(self.engine.game());
        }
        if !self.engine.game().turns().iter().any(|turn| turn.color == self.human) {
            return self.screen.say(&self.words().nothing_to_undo());
        }
        while let Some(turn) = self.engine.undo() {
            if turn.color == self.human {
                break;
            }
        }
        self.is_unsaved = true;
        self.clocks.begin_turn();
        self.screen.draw_board(self.engine.game())
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.engine.game().is_over() {
            return self.refuse(PlayError::Ended);
        }
        let report = self.engine.search(self.human, &SearchRequest::default());
        let best = report.candidates.iter().take(HINTS);
        let sign = if self.human == Color::Black { 1.0 } else { -1.0 };
        let best: Vec<_> = best
            .map(|Candidate { action, estimate, .. }| Hint {
                action: *action,
                wins: estimate.win_rate * 100.0,
                lead: score_lead(sign * estimate.score),
            })
            .collect();
        self.screen.say(&self.words().hint(&best, Terms::of(self.engine.game())))
    }
}

/// The question whether a move is meant, if its colour loses at once by it: for example a dead end, or Black's pass before the
/// first placement. A pass that brings on the count does not ask.
fn loss_at_once(game: &Game, color: Color, action: Move, language: Language) -> Option<String> {
    let mut game = game.clone();
    game.play_as(color, action).ok()?;
    let outcome = game.outcome().filter(|outcome| outcome.winner() == Some(!color))?;
    let is_sudden = matches!(action, Move::Place(_)) || outcome.reason == Reason::BlackAbstainedFirst;
    let narration = is_sudden.then(|| Narration::of_last_turn(&game, language))??;
    let words = words(language);
    let said = if narration.tells_loss() { String::new() } else { format!("{} ", words.loses_at_once()) };
    Some(format!("{said}{narration} {}", words.is_meant()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::board::{PerColor, Position};
    use onepure_rules::geometry::{BoardSize, Point};
    use onepure_rules::rules::Ruleset;

    #[test]
    fn a_placement_that_loses_at_once_is_known_before() {
        let size = BoardSize::new(5).expect("5 lines");
        let [a2, b1, e5, a1, e4] = ["A2", "B1", "E5", "A1", "E4"].map(|name| name.parse::<Point>().expect("a point"));
        let stones = PerColor { black: PointSet::of(e5), white: [a2, b1].into_iter().collect() };
        for (ruleset, expected) in [(Ruleset::one_pure(), true), (Ruleset::chinese(), false)] {
            let game = Game::set_up(size, ruleset, Position { stones }, Color::Black).expect("a position");
            let loss = |action| loss_at_once(&game, Color::Black, action, Language::English);
            let told = loss(Move::Place(a1));
            assert_eq!(told.is_some_and(|told| told.contains("dead end")), expected, "{}", ruleset.name);
            assert_eq!([Move::Place(e4), Move::Abstain].map(loss), [None, None]);
        }
    }
}
