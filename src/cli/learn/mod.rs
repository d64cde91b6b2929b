//! `onepure learn`: lessons about the One Pure Rules, and problems, in the terminal.

mod input;

use crate::cli::CliError;
use crate::cli::options::Options;
use crate::cli::play::Input as PlayInput;
use crate::cli::terminal::lines::{Lines, Typed};
use crate::cli::terminal::screen::Screen;
use crate::cli::terminal::words::{Words, words};
use crate::learn::{Reaction, Step, lessons, problem_kinds, problems};
use crate::view::{Language, Narration};
use clap::Args;
use input::{COMMANDS, Input};
use onepure_engine::engine::{Decision, Engine, Level, Settings};
use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::{Game, Move, Ruleset};
use std::io::{self, Write};

/// The arguments of `onepure learn`.
#[derive(Debug, Args)]
#[command(after_help = "\
Each step has a board, something to play, and an answer to whatever you play.
Type a point such as C3, or pass; Enter goes on, help lists the commands.
Problems have one right turn, and a reply to every other one.

Examples:
  onepure learn
  onepure learn 5
  onepure learn captures-3
  onepure learn contact --lang ko")]
pub(super) struct Learn {
    /// Lesson by number or name, or problem by name [default: a list]
    #[arg(value_name = "LESSON")]
    lesson: Option<String>,
}

impl Learn {
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        if options.rules() != Ruleset::one_pure() {
            let name = options.rules().name;
            return Err(CliError::Arguments(format!("learn: expected --rules one-pure, got {name}")));
        }
        let first = self.lesson.as_deref().map(|word| {
            let names: Vec<&str> = lessons().iter().map(|lesson| lesson.name.as_str()).collect();
            let expected = format!(
                "a number from 1 to {}, one of {}, problems, or a problem such as {}",
                names.len(),
                names.join(", "),
                problems()[0].name()
            );
            let input = Input::read(word).filter(|input| input.is_first());
            input.ok_or_else(|| CliError::Arguments(format!("learn: expected {expected}, got `{word}`")))
        });
        let first = first.transpose()?.unwrap_or(Input::List);
        let class = || {
            let screen = Screen::stdout(options.lang(), options.ascii);
            let lines = Lines::stdin(COMMANDS)?;
            let settings = options.settings();
            Class { screen, lines, settings, place: None, stage: Stage::Task, engine: None, ongoing: None }.teach(first)
        };
        class().map_err(CliError::Work)
    }
}

/// A step of a lesson, or a problem; all numbers count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Step { lesson: usize, step: usize },
    Problem(usize),
}

/// The first step of a lesson.
fn beginning(lesson: usize) -> Place {
    Place::Step { lesson, step: 0 }
}

fn step_of(lesson: usize, step: usize) -> &'static Step {
    &lessons()[lesson].steps[step]
}

impl Place {
    /// The game to play in.
    fn game(self) -> &'static Game {
        match self {
            Self::Step { lesson, step } => &step_of(lesson, step).game,
            Self::Problem(number) => &problems()[number].problem.game,
        }
    }

    /// The colour of the learner.
    fn learner(self) -> Color {
        self.game().to_play()
    }

    /// The level of the opponent in a game.
    fn engine(self) -> Option<u8> {
        match self {
            Self::Step { lesson, step } => step_of(lesson, step).engine,
            Self::Problem(_) => None,
        }
    }

    /// The answer to the learner's turn; `None` in a game before its end, which is counted without the `dead` stones.
    fn judge(self, game: &Game, dead: PointSet, language: Language) -> Option<Reaction<'static>> {
        match self {
            Self::Step { lesson, step } => step_of(lesson, step).judge_without(game, dead, language),
            Self::Problem(number) => problems()[number].judge(game, language),
        }
    }

    /// The next step or problem; `None` after the last.
    fn next(self) -> Option<Self> {
        match self {
            Self::Step { lesson, step } if step + 1 < lessons()[lesson].steps.len() => {
                Some(Self::Step { lesson, step: step + 1 })
            }
            Self::Step { lesson, .. } => (lesson + 1 < lessons().len()).then_some(beginning(lesson + 1)),
            Self::Problem(number) => (number + 1 < problems().len()).then_some(Self::Problem(number + 1)),
        }
    }

    /// The step or problem before this one; `None` before the first.
    fn previous(self) -> Option<Self> {
        match self {
            Self::Step { lesson, step: 0 } => {
                let lesson = lesson.checked_sub(1)?;
                Some(Self::Step { lesson, step: lessons()[lesson].steps.len() - 1 })
            }
            Self::Step { lesson, step } => Some(Self::Step { lesson, step: step - 1 }),
            Self::Problem(number) => number.checked_sub(1).map(Self::Problem),
        }
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
    /// The current step or problem; `None` while a list is shown.
    place: Option<Place>,
    stage: Stage,
    /// The opponent in a game.
    engine: Option<Engine>,
    /// The game of a problem that goes on after the opponent's reply.
    ongoing: Option<Game>,
}

impl<W: Write> Class<W> {
    /// Teaches until the learner leaves or the input ends.
    fn teach(mut self, first: Input) -> anyhow::Result<()> {
        self.obey(first)?;
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
            (Some(place), Stage::Task) => self.screen.language.phrases().color(place.learner()).to_owned(),
        }
    }

    /// Runs a command.
    fn obey(&mut self, input: Input) -> anyhow::Result<()> {
        match (input, self.place) {
            (Input::Lesson(lesson), _) => self.begin(beginning(lesson - 1)),
            (Input::Problem(number), _) => self.begin(Place::Problem(number - 1)),
            (Input::Problems, _) => self.list_problems(),
            (Input::GoOn | Input::Next, None) => self.begin(beginning(0)),
            (Input::GoOn, Some(place)) => match self.stage {
                Stage::Answered { is_right: true } => self.go(place.next()),
                Stage::Answered { is_right: false } => self.begin(place),
                Stage::Task => Ok(self.show_task(place)?),
            },
            (Input::Next, Some(place)) => self.go(place.next()),
            (Input::Back, Some(place)) => self.go(place.previous()),
            (Input::Board, Some(place)) => Ok(self.show_task(place)?),
            (Input::Hint, Some(Place::Problem(number))) => {
                Ok(self.screen.say(&self.words().problem_hint(problems()[number].problem.hint()))?)
            }
            (Input::Hint, Some(Place::Step { .. })) => Ok(self.screen.say(&self.words().no_hint())?),
            // Undo in a game would lose all its turns.
            (Input::Undo, Some(place)) if place.engine().is_some() => Ok(self.screen.say(&self.words().no_undo())?),
            (Input::Again | Input::Undo, Some(place)) => self.begin(place),
            (Input::List, _) | (Input::Back | Input::Again | Input::Undo | Input::Board | Input::Hint, None) => {
                self.list()
            }
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

    fn list_problems(&mut self) -> anyhow::Result<()> {
        self.place = None;
        let text = self.words().list_problems(problem_kinds());
        Ok(self.screen.say(&text)?)
    }

    /// Goes to a step or a problem, or to the list if there is none.
    fn go(&mut self, place: Option<Place>) -> anyhow::Result<()> {
        match (place, self.place) {
            (Some(place), _) => self.begin(place),
            (None, Some(Place::Problem(_))) => self.list_problems(),
            (None, _) => self.list(),
        }
    }

    fn begin(&mut self, place: Place) -> anyhow::Result<()> {
        self.place = Some(place);
        self.restart(place);
        Ok(self.show_task(place)?)
    }

    /// Sets up the position of a step or a problem.
    fn restart(&mut self, place: Place) {
        self.stage = Stage::Task;
        self.ongoing = None;
        self.engine = place.engine().and_then(|level| Level::new(u64::from(level))).map(|level| {
            let settings = Settings { level, ..self.settings.clone() };
            let game = place.game();
            let mut engine = Engine::new(game.size(), *game.ruleset(), settings);
            engine.set_game(game.clone());
            engine
        });
    }

    /// Prints the step or the problem from its start, or the current game.
    fn show_task(&mut self, place: Place) -> io::Result<()> {
        let (language, words) = (self.screen.language, self.words());
        let (heading, mut texts, task) = match place {
            Place::Step { lesson, step } => {
                let (of, step) = (&lessons()[lesson], (step, step_of(lesson, step)));
                let heading = words.heading(lesson, of, step.0);
                (heading, step.1.text.paragraphs(language), step.1.task.paragraphs(language))
            }
            Place::Problem(number) => {
                let listed = &problems()[number];
                let heading = words.problem_heading(number, problems().len(), listed);
                (heading, listed.kind.text.paragraphs(language), listed.task(language))
            }
        };
        texts.extend(task.iter().map(|task| words.task(task)));
        self.screen.skip_line()?;
        self.screen.say(&heading)?;
        let game = self.game(place).clone();
        self.screen.show(&game, &texts)
    }

    /// The game that the learner plays in.
    fn game(&self, place: Place) -> &Game {
        let game = self.engine.as_ref().map(Engine::game).or(self.ongoing.as_ref());
        game.unwrap_or(place.game())
    }

    /// Handles a line that is not a command of lessons: a turn, or an error.
    fn hear(&mut self, line: &str) -> anyhow::Result<()> {
        let Some(place) = self.place else {
            return Ok(self.screen.say(&self.words().not_lesson(line, lessons().len()))?);
        };
        let size = place.game().size();
        let told = match PlayInput::read(line, size) {
            Ok(PlayInput::Play(action)) => return self.take_turn(place, action),
            Err(misread) => misread.told(line, size, self.words()),
            Ok(_) => self.words().not_here(line),
        };
        Ok(self.screen.say(&told)?)
    }

    /// Plays and answers the learner's turn. Each turn starts from the position of the step, except in a game.
    fn take_turn(&mut self, place: Place, action: Move) -> anyhow::Result<()> {
        if self.stage != Stage::Task {
            self.restart(place);
        }
        let language = self.screen.language;
        let mut game = self.game(place).clone();
        if let Err(error) = game.play(action) {
            return Ok(self.screen.say(&language.refused(game.ruleset(), error))?);
        }
        let mut dead = PointSet::empty();
        if let Some(mut engine) = self.engine.take() {
            engine.set_game(game);
            self.respond(&mut engine, place)?;
            game = engine.game().clone();
            dead = engine.stones_to_lift();
            self.engine = Some(engine);
        }
        let Some(judgement) = place.judge(&game, dead, language) else {
            return Ok(self.show_game(&game)?);
        };
        let Reaction { is_right, told: mut texts, text, reply, goes_on } = judgement;
        if let Some(reply) = reply {
            game.play(reply)?;
        }
        if goes_on {
            self.ongoing = Some(game.clone());
        } else {
            self.stage = Stage::Answered { is_right };
        }
        texts.push(self.words().judged(is_right, text.of(language)));
        self.screen.skip_line()?;
        Ok(self.screen.show(&game, &texts)?)
    }

    /// Plays the engine's answer, if play goes on.
    fn respond(&mut self, engine: &mut Engine, place: Place) -> anyhow::Result<()> {
        let color = !place.learner();
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
