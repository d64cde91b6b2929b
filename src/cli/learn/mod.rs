//! `onepure learn`: lessons about the One Pure Rules in the terminal.

mod input;

use super::CliError;
use super::lines::{Lines, Typed};
use super::options::Options;
use super::play::Input as PlayInput;
use super::screen::Screen;
use super::words::{Words, words};
use crate::learn::{Lesson, Step, find, lessons};
use crate::view::Narration;
use clap::Args;
use input::{COMMANDS, Input};
use onepure_engine::engine::{Decision, Engine, Level, Settings};
use onepure_rules::rules::{Game, Move, Ruleset};
use std::io::{self, Write};

/// The arguments of `onepure learn`.
#[derive(Debug, Args)]
#[command(after_help = "\
Each step has a board, something to play, and an answer to whatever you play.
Type a point such as C3, or pass; Enter goes on, help lists the commands.

Examples:
  onepure learn
  onepure learn 5
  onepure learn contact --lang ko")]
pub(super) struct Learn {
    /// Number or name of a lesson [default: a list]
    #[arg(value_name = "LESSON")]
    lesson: Option<String>,
}

impl Learn {
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        if options.rules() != Ruleset::one_pure() {
            let name = options.rules().name;
            return Err(CliError::Arguments(format!("learn: expected --rules one-pure, got {name}")));
        }
        let lesson = self.lesson.as_deref().map(|word| {
            let names: Vec<&str> = lessons().iter().map(|lesson| lesson.name.as_str()).collect();
            let expected = format!("a number from 1 to {} or one of {}", names.len(), names.join(", "));
            find(word).ok_or_else(|| CliError::Arguments(format!("learn: expected {expected}, got `{word}`")))
        });
        let lesson = lesson.transpose()?;
        let class = || {
            let screen = Screen::stdout(options.lang(), options.ascii);
            let lines = Lines::stdin(COMMANDS)?;
            Class { screen, lines, settings: options.settings(), place: None, stage: Stage::Task, engine: None }
                .teach(lesson)
        };
        class().map_err(CliError::Work)
    }
}

/// A step of a lesson; both numbers count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    lesson: usize,
    step: usize,
}

impl Place {
    fn lesson(self) -> &'static Lesson {
        &lessons()[self.lesson]
    }

    fn step(self) -> &'static Step {
        &self.lesson().steps[self.step]
    }

    /// The step after this one; `None` after the last.
    fn next(self) -> Option<Self> {
        if self.step + 1 < self.lesson().steps.len() {
            return Some(Self { step: self.step + 1, ..self });
        }
        (self.lesson + 1 < lessons().len()).then_some(Self { lesson: self.lesson + 1, step: 0 })
    }

    /// The step before this one; `None` before the first.
    fn previous(self) -> Option<Self> {
        if self.step > 0 {
            return Some(Self { step: self.step - 1, ..self });
        }
        let lesson = self.lesson.checked_sub(1)?;
        Some(Self { lesson, step: lessons()[lesson].steps.len() - 1 })
    }
}

/// The meaning of the next line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The learner has to do the task.
    Task,
    /// The learner has played something.
    Answered {
        /// Whether the turn was right.
        is_right: bool,
    },
}

/// A learner at work.
struct Class<W> {
    screen: Screen<W>,
    lines: Lines,
    settings: Settings,
    /// The current step; `None` while the list is shown.
    place: Option<Place>,
    stage: Stage,
    /// The opponent in a game.
    engine: Option<Engine>,
}

impl<W: Write> Class<W> {
    /// Teaches until the learner leaves or the input ends.
    fn teach(mut self, lesson: Option<usize>) -> anyhow::Result<()> {
        match lesson {
            Some(number) => self.begin(Place { lesson: number - 1, step: 0 })?,
            None => self.list()?,
        }
        loop {
            let prompt = self.prompt();
            if !self.lines.is_terminal() {
                self.screen.prompt(&prompt)?;
            }
            let Typed::Line(line) = self.lines.read(&format!("{prompt}> "))? else { break };
            let line = line.trim();
            match Input::read(line) {
                Some(Input::Quit) => break,
                Some(input) => self.obey(input)?,
                None => self.hear(line)?,
            }
        }
        Ok(self.screen.say(&self.words().farewell())?)
    }

    fn words(&self) -> &'static dyn Words {
        words(self.screen.language)
    }

    fn prompt(&self) -> String {
        match (self.place, self.stage) {
            (None, _) => self.words().choose(lessons().len()),
            (Some(_), Stage::Answered { is_right }) => self.words().enter(is_right),
            (Some(place), Stage::Task) => self.screen.language.phrases().color(place.step().learner()).to_owned(),
        }
    }

    /// Runs a command.
    fn obey(&mut self, input: Input) -> anyhow::Result<()> {
        match (input, self.place) {
            (Input::Lesson(lesson), _) => self.begin(Place { lesson: lesson - 1, step: 0 }),
            (Input::GoOn | Input::Next, None) => self.begin(Place { lesson: 0, step: 0 }),
            (Input::GoOn, Some(place)) => match self.stage {
                Stage::Answered { is_right: true } => self.go(place.next()),
                Stage::Answered { is_right: false } => self.begin(place),
                Stage::Task => Ok(self.show_task(place)?),
            },
            (Input::Next, Some(place)) => self.go(place.next()),
            (Input::Back, Some(place)) => self.go(place.previous()),
            (Input::Board, Some(place)) => Ok(self.show_task(place)?),
            // Undo in a game would lose all its turns.
            (Input::Undo, Some(place)) if place.step().engine.is_some() => {
                Ok(self.screen.say(&self.words().no_undo())?)
            }
            (Input::Again | Input::Undo, Some(place)) => self.begin(place),
            (Input::List, _) | (Input::Back | Input::Again | Input::Undo | Input::Board, None) => self.list(),
            (Input::Help, _) => Ok(self.screen.say(&self.words().lesson_help())?),
            // A learner who leaves gets no prompt.
            (Input::Quit, _) => Ok(()),
        }
    }

    fn list(&mut self) -> anyhow::Result<()> {
        self.place = None;
        let text = self.words().list(lessons());
        Ok(self.screen.say(&text)?)
    }

    /// Goes to a step, or to the list if there is none.
    fn go(&mut self, place: Option<Place>) -> anyhow::Result<()> {
        match place {
            Some(place) => self.begin(place),
            None => self.list(),
        }
    }

    fn begin(&mut self, place: Place) -> anyhow::Result<()> {
        self.place = Some(place);
        self.restart(place.step());
        Ok(self.show_task(place)?)
    }

    /// Sets up the position of a step.
    fn restart(&mut self, step: &Step) {
        self.stage = Stage::Task;
        self.engine = step.engine.and_then(|level| Level::new(u64::from(level))).map(|level| {
            let settings = Settings { level, ..self.settings.clone() };
            let mut engine = Engine::new(step.game.size(), *step.game.ruleset(), settings);
            engine.set_game(step.game.clone());
            engine
        });
    }

    /// Prints the step from its start, or the current game.
    fn show_task(&mut self, place: Place) -> io::Result<()> {
        let step = place.step();
        let heading = self.words().heading(place.lesson, place.lesson(), place.step);
        let mut texts = step.text.paragraphs(self.screen.language);
        texts.extend(step.task.paragraphs(self.screen.language).iter().map(|task| self.words().task(task)));
        self.screen.skip_line()?;
        self.screen.say(&heading)?;
        let game = self.engine.as_ref().map_or(&step.game, |engine| engine.game());
        self.screen.show(game, &texts)
    }

    /// Handles a line that is not a command of lessons: a turn, or an error.
    fn hear(&mut self, line: &str) -> anyhow::Result<()> {
        let Some(place) = self.place else {
            return Ok(self.screen.say(&self.words().not_lesson(line, lessons().len()))?);
        };
        let size = place.step().game.size();
        let told = match PlayInput::read(line, size) {
            Ok(PlayInput::Play(action)) => return self.take_turn(place, action),
            Err(misread) => misread.told(line, size, self.words()),
            Ok(_) => self.words().not_here(line),
        };
        Ok(self.screen.say(&told)?)
    }

    /// Plays and answers the learner's turn. Each turn starts from the position of the step, except in a game.
    fn take_turn(&mut self, place: Place, action: Move) -> anyhow::Result<()> {
        let step = place.step();
        if self.stage != Stage::Task {
            self.restart(step);
        }
        let language = self.screen.language;
        let mut game = self.engine.as_ref().map_or(&step.game, |engine| engine.game()).clone();
        if let Err(error) = game.play(action) {
            return Ok(self.screen.say(&language.refused(game.ruleset(), error))?);
        }
        if let Some(mut engine) = self.engine.take() {
            engine.set_game(game);
            self.reply(&mut engine, step)?;
            game = engine.game().clone();
            self.engine = Some(engine);
        }
        let Some(judgement) = step.judge(&game, language) else {
            return Ok(self.show_game(&game)?);
        };
        self.stage = Stage::Answered { is_right: judgement.is_right };
        let mut texts = judgement.told;
        let text = judgement.text.of(language);
        texts.push(self.words().judged(judgement.is_right, text));
        self.screen.skip_line()?;
        Ok(self.screen.show(&game, &texts)?)
    }

    /// Plays the engine's answer, if play goes on.
    fn reply(&mut self, engine: &mut Engine, step: &Step) -> anyhow::Result<()> {
        let color = !step.learner();
        if engine.game().is_over() {
            return Ok(());
        }
        if let Some(told) = Narration::of_last_turn(engine.game(), self.screen.language) {
            self.screen.say(&told.to_string())?;
        }
        match engine.best_move(color) {
            Decision::Play(action) => engine.play_as(color, action).map(|_| ())?,
            Decision::Resign => engine.resign(color)?,
        }
        Ok(())
    }

    /// Prints the current game and the effects of its last turn.
    fn show_game(&mut self, game: &Game) -> io::Result<()> {
        let told = Narration::of_last_turn(game, self.screen.language).map(|told| told.to_string());
        self.screen.skip_line()?;
        self.screen.show(game, &Vec::from_iter(told))
    }
}
