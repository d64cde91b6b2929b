//! `onepure play`: a game against the engine in the terminal.

use super::leave::Leave;
use super::options::{self, Options};
use super::screen::Screen;
use crate::board::Color;
use crate::engine::{Decision, Engine};
use crate::files;
use crate::geometry::{Point, PointSet};
use crate::record::Record;
use crate::rules::{Game, Move, PlayError, Reason};
use crate::view::{Language, Narration, Phrases};
use clap::Args;
use std::io::{self, BufRead, Write};
use std::path::Path;

/// The arguments of `onepure play`.
#[derive(Debug, Args)]
#[command(after_help = "\
The board is drawn once a turn, and everything that happens is explained with
its article. Type a point such as D4, or help, or rules. A placement that loses
at once is played when you say yes.

Examples:
  onepure play --size 9 --level 3
  onepure play --color white --time 5 --lang ko")]
pub(super) struct Play {
    /// Your colour
    #[arg(long, value_name = "black|white", default_value = "black", value_parser = options::color())]
    #[arg(hide_possible_values = true)]
    color: Color,
}

impl Play {
    pub(super) fn run(&self, options: &Options) -> anyhow::Result<()> {
        let screen = Screen::stdout(options.lang(), options.ascii);
        let engine = options.engine();
        let leave = Leave::prepared(engine.remote(), options.lang())?;
        let terminal =
            TerminalGame { engine, human: self.color, screen, told: Vec::new(), doubtful: None, saved: None, leave };
        terminal.play(io::stdin().lock())
    }
}

/// What a player can type.
#[derive(Clone, PartialEq, Debug)]
enum Input {
    Play(Move),
    Undo,
    Hint,
    Count,
    Resign,
    Board,
    Rules,
    Yes,
    No,
    Save(String),
    Help,
    Quit,
}

impl Input {
    /// Reads a line, in English or Korean whatever the language of the game; `None` if it is nothing that can be typed. A
    /// point may have a space between its letter and its number.
    fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let input = match word.to_lowercase().as_str() {
            "save" | "저장" => return (!rest.is_empty()).then(|| Self::Save(rest.to_owned())),
            "pass" | "abstain" | "불착" | "패스" => Self::Play(Move::Abstain),
            "undo" | "무르기" => Self::Undo,
            "hint" | "힌트" => Self::Hint,
            "count" | "계가" => Self::Count,
            "resign" | "기권" => Self::Resign,
            "board" | "반상" => Self::Board,
            "rules" | "규칙" => Self::Rules,
            "yes" | "y" | "예" | "네" => Self::Yes,
            "no" | "n" | "아니요" | "아니오" => Self::No,
            "help" | "도움말" => Self::Help,
            "quit" | "exit" | "끝" => Self::Quit,
            column if column.chars().count() == 1 => {
                return Some(Self::Play(Move::Place(format!("{column}{rest}").parse::<Point>().ok()?)));
            }
            point => Self::Play(Move::Place(point.parse::<Point>().ok()?)),
        };
        rest.is_empty().then_some(input)
    }
}

/// How many moves a hint names.
const HINTS: usize = 3;

/// A person and the engine at a board.
struct TerminalGame<W> {
    engine: Engine,
    human: Color,
    screen: Screen<W>,
    /// What happened since the board was drawn.
    told: Vec<String>,
    /// A move that loses at once, until the person says whether it is meant.
    doubtful: Option<Move>,
    /// The file to which the game was saved.
    saved: Option<String>,
    leave: Leave,
}

impl<W: Write> TerminalGame<W> {
    /// Plays until the person leaves, or the input ends.
    fn play(mut self, mut input: impl BufRead) -> anyhow::Result<()> {
        self.screen.say(&self.phrases().welcome(self.engine.game().size(), self.human))?;
        if self.human == self.engine.game().to_play() {
            self.screen.draw_board(self.engine.game())?;
        } else {
            self.answer()?;
            self.show()?;
        }
        let mut line = Vec::new();
        loop {
            self.screen.prompt(self.phrases().color(self.human))?;
            if !self.leave.wait(self.has_game()) {
                self.offer_to_save(&mut input)?;
                break;
            }
            line.clear();
            let has_ended = input.read_until(b'\n', &mut line)? == 0;
            if self.leave.work() {
                self.save_on_leaving(String::from_utf8_lossy(&line).trim(), &mut input)?;
                break;
            }
            if has_ended {
                break;
            }
            let line = String::from_utf8_lossy(&line);
            match line.trim() {
                "" => {}
                line => match Input::read(line) {
                    None => self.screen.say(&self.phrases().not_understood(line))?,
                    Some(Input::Yes | Input::No) if self.doubtful.is_none() => {
                        self.screen.say(&self.phrases().not_understood(line))?;
                    }
                    Some(Input::Quit) => break,
                    Some(input) => self.obey(input)?,
                },
            }
        }
        self.screen.say(self.phrases().farewell())?;
        Ok(())
    }

    /// Whether there is something to save.
    fn has_game(&self) -> bool {
        !self.engine.game().turns().is_empty()
    }

    /// Asks somebody who has interrupted the game whether to save it, and does.
    fn offer_to_save(&mut self, input: &mut impl BufRead) -> anyhow::Result<()> {
        if !self.has_game() {
            return Ok(());
        }
        self.screen.say(self.phrases().offer_to_save())?;
        let mut line = Vec::new();
        input.read_until(b'\n', &mut line)?;
        self.save_on_leaving(String::from_utf8_lossy(&line).trim(), input)
    }

    /// Saves the game to the file that was named, if one was; asks for another name if that cannot be done.
    fn save_on_leaving(&mut self, answer: &str, input: &mut impl BufRead) -> anyhow::Result<()> {
        let file = match Input::read(answer) {
            Some(Input::Save(file)) => file,
            _ => answer.to_owned(),
        };
        if file.is_empty() {
            return Ok(());
        }
        if self.save(&file)? { Ok(()) } else { self.offer_to_save(input) }
    }

    fn obey(&mut self, input: Input) -> anyhow::Result<()> {
        match (self.doubtful.take(), input) {
            (Some(action), Input::Yes) => self.take_turn(action),
            (Some(_), Input::No) => Ok(self.screen.say(self.phrases().not_played())?),
            (_, Input::Play(action)) => {
                match loss_at_once(self.engine.game(), self.human, action, self.screen.language) {
                    Some(told) => {
                        self.doubtful = Some(action);
                        Ok(self.screen.say(&told)?)
                    }
                    None => self.take_turn(action),
                }
            }
            (_, input) => self.obey_command(input),
        }
    }

    /// Obeys what is neither a move nor an answer.
    fn obey_command(&mut self, input: Input) -> anyhow::Result<()> {
        match input {
            Input::Undo => self.undo()?,
            Input::Hint => self.hint()?,
            Input::Count => {
                let dead = self.engine.stones_to_lift();
                self.screen.draw_points(self.engine.game(), dead)?;
                self.screen.tell_end(self.engine.game(), dead)?;
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
                let rules = self.phrases().rules(self.engine.game());
                rules.iter().try_for_each(|paragraph| self.screen.say_indented(paragraph, 2))?;
            }
            Input::Help => self.screen.say(self.phrases().help())?,
            Input::Play(_) | Input::Yes | Input::No | Input::Quit => {}
        }
        Ok(())
    }

    fn phrases(&self) -> &'static dyn Phrases {
        self.screen.language.phrases()
    }

    /// Lets the person use the right, and the engine after it.
    fn take_turn(&mut self, action: Move) -> anyhow::Result<()> {
        let game = self.engine.game();
        let resumes = game.is_over() && !game.is_final() && matches!(action, Move::Place(_));
        if resumes && game.to_play() != self.human {
            self.screen.say(&self.phrases().not_your_right(!self.human))?;
            return Ok(());
        }
        match self.engine.play_as(self.human, action) {
            Ok(_) => {
                self.tell_turn()?;
                self.answer()?;
                Ok(self.show()?)
            }
            Err(error) => Ok(self.refuse(error)?),
        }
    }

    /// Lets the engine use the right, if it is its turn.
    fn answer(&mut self) -> anyhow::Result<()> {
        let color = !self.human;
        if self.engine.game().is_over() || self.engine.game().to_play() != color {
            return Ok(());
        }
        let mention = self.phrases().thinking(color);
        self.screen.mention(&mention)?;
        let decision = self.engine.choose(color);
        self.screen.take_back(&mention)?;
        if self.leave.is_wanted() {
            // The move of a search that was cut short is not played.
            return Ok(());
        }
        match decision {
            Decision::Play(action) => {
                self.engine.play_as(color, action)?;
                self.tell_turn()?;
            }
            Decision::Resign => self.engine.resign(color)?,
        }
        Ok(())
    }

    /// Tells what happened in the last turn: at once, if the engine is to answer it, or else with the next board.
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

    /// Draws the board and tells what happened since the last one; after the end also the count, unless somebody resigned.
    fn show(&mut self) -> io::Result<()> {
        let mut texts = std::mem::take(&mut self.told);
        let (game, language) = (self.engine.game(), self.screen.language);
        if let Some(outcome) = game.outcome() {
            let has_resigned = outcome.reason == Reason::Resignation;
            let dead = if has_resigned { PointSet::empty() } else { self.engine.stones_to_lift() };
            if has_resigned {
                texts.extend(language.end(game));
            } else {
                texts.extend(language.counted(game, dead));
            }
            texts.extend(language.result_without(game, dead));
            texts.push(self.phrases().after_the_end().to_owned());
        }
        self.screen.skip_line()?;
        self.screen.show(self.engine.game(), &texts)
    }

    /// Tells an end that no turn brought about.
    fn tell_end(&mut self) -> io::Result<()> {
        self.screen.tell_end(self.engine.game(), PointSet::empty())?;
        self.screen.say(self.phrases().after_the_end())
    }

    fn refuse(&mut self, error: PlayError) -> io::Result<()> {
        let told = self.screen.language.refused(self.engine.game().ruleset(), error);
        self.screen.say(&told)
    }

    /// Takes the person's resignation back, or else the last turn and the engine's answer to it.
    fn undo(&mut self) -> io::Result<()> {
        let lost = self.engine.game().outcome().is_some_and(|outcome| outcome.winner() == Some(!self.human));
        if lost && self.engine.withdraw() {
            return self.screen.draw_board(self.engine.game());
        }
        if !self.engine.game().turns().iter().any(|turn| turn.color == self.human) {
            return self.screen.say(self.phrases().nothing_to_undo());
        }
        while let Some(turn) = self.engine.undo() {
            if turn.color == self.human {
                break;
            }
        }
        self.screen.draw_board(self.engine.game())
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.engine.game().is_over() {
            return self.refuse(PlayError::Ended);
        }
        let report = self.engine.think(self.human);
        let best = report.candidates.iter().take(HINTS);
        let best: Vec<_> = best.map(|candidate| (candidate.action, candidate.win_rate * 100.0)).collect();
        self.screen.say(&self.phrases().hint(&best))
    }

    /// Writes the game to a file, unless that would replace a file that this game has not written. Says whether it did.
    fn save(&mut self, file: &str) -> io::Result<bool> {
        let is_ours = self.saved.as_deref() == Some(file);
        if !is_ours && Path::new(file).symlink_metadata().is_ok() {
            self.screen.say(&self.phrases().already_there(file))?;
            return Ok(false);
        }
        let written = files::replace(Path::new(file), self.record().to_string());
        let is_saved = written.is_ok();
        match written {
            Ok(()) => {
                self.saved = Some(file.to_owned());
                self.screen.say(&self.phrases().saved(file))
            }
            Err(error) => self.screen.say(&self.phrases().not_saved(file, &error.to_string())),
        }?;
        Ok(is_saved)
    }

    fn record(&self) -> Record {
        let mut record = Record::from_game(self.engine.game());
        let engine = format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        record.info.players[!self.human].name = Some(engine);
        record.info.date = Some(jiff::Zoned::now().date().to_string());
        record
    }
}

/// The question whether a move is meant, if its colour would lose by it at once: a dead end, say, or Black's abstention before the
/// first placement. An abstention that brings on the count is no such move.
fn loss_at_once(game: &Game, color: Color, action: Move, language: Language) -> Option<String> {
    let mut game = game.clone();
    game.play_as(color, action).ok()?;
    let outcome = game.outcome().filter(|outcome| outcome.winner() == Some(!color))?;
    let is_sudden = matches!(action, Move::Place(_)) || outcome.reason == Reason::BlackAbstainedFirst;
    let narration = is_sudden.then(|| Narration::of_last_turn(&game, language))??;
    let phrases = language.phrases();
    let said = if narration.tells_loss() { String::new() } else { format!("{} ", phrases.loses_at_once()) };
    Some(format!("{said}{narration} {}", phrases.is_meant()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{PerColor, Position};
    use crate::geometry::BoardSize;
    use crate::rules::Ruleset;

    #[test]
    fn a_point_may_have_a_space() {
        let point = |name: &str| Some(Input::Play(Move::Place(name.parse().expect("a point"))));
        assert_eq!(
            [Input::read("e 4"), Input::read("E4"), Input::read("t  19")],
            [point("E4"), point("E4"), point("T19")]
        );
        assert_eq!([Input::read("e four"), Input::read("e 4 5"), Input::read("e4 5")], [None, None, None]);
        assert_eq!(
            [Input::read("y"), Input::read("네"), Input::read("n")],
            [Some(Input::Yes), Some(Input::Yes), Some(Input::No)]
        );
    }

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
