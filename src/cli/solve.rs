//! `onepure solve`: proofs of results, and of life and death.

use crate::analysis::RecordPositions;
use crate::cli::CliError;
use crate::cli::game_file::{GameFile, named};
use crate::cli::options::selection::{Line, Selection};
use crate::cli::options::{self, Options};
use crate::cli::terminal::interrupt::Interrupt;
use crate::cli::terminal::stdout::stdout;
use crate::cli::terminal::words::{Words, words};
use crate::document::{line, solved_group, solved_result, spaced};
use crate::view::Language;
use anyhow::{Context, bail};
use clap::{Args, ValueHint};
use onepure_engine::solve::{
    Control, FORFEIT, GroupAnswer, ProofLimits, ProofText, ResultAnswer, Solver, Start, Status, groups_in_question,
};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::files;
use onepure_rules::geometry::Point;
use onepure_rules::rules::Game;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

/// The most moves of a proof in a file.
const MOST_MOVES: usize = 20_000_000;

/// The longest side of a rectangle.
const LONGEST_SIDE: usize = 9;

/// The arguments of `onepure solve`.
#[derive(Debug, Args)]
#[command(after_help = "\
FILE is a record, a text diagram or a script of GTP commands, and its last
position with the history before it is solved. If it begins with stones of both
colours on the board and has enclosed groups in question, it is a problem: the
question is whether these live. Otherwise, and with --result, it is the result.
An answer is proven or unknown; --time is the limit for each answer (10 s),
--memory that of the tables. Groups are known under all rules but Ing's, results
under the One Pure Rules and rules by area with superko.

With --proof the proofs are written to NAME-1.txt and so on, which another
program checks: docs/proof-files.md.

With --resume the progress is kept in FILE every three minutes and at the end,
and the same command goes on from there. Ctrl-C ends the search, and what is
proven by then is kept and printed; a second one ends the program at once.

Examples:
  onepure solve --board 2x5
  onepure solve --board 3x4 --time 600 --resume 3x4
  onepure solve problem.sgf
  onepure solve problem.sgf --move 0 --to-play white
  onepure solve problem.sgf --group A1 --time 60
  onepure solve problem.sgf --group A1 --proof problem --json")]
pub(super) struct Solve {
    /// Record, diagram or script; - for stdin
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "board")]
    file: Option<String>,
    /// Solve the empty board of this size, 1x2 to 9x9
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = rectangle, conflicts_with = "file")]
    board: Option<(usize, usize)>,
    /// Ask whether the group on this point lives
    #[arg(long, value_name = "POINT", conflicts_with = "board")]
    group: Option<Point>,
    /// Ask for the result, also of a problem
    #[arg(long, conflicts_with = "group")]
    result: bool,
    /// Solve the position after N moves; 0 is the start
    #[arg(long = "move", value_name = "N", conflicts_with = "board", value_parser = crate::cli::analyze::turn)]
    #[arg(allow_negative_numbers = true)]
    number: Option<usize>,
    #[command(flatten)]
    line: Line,
    /// Colour to play in a diagram [default: black]
    #[arg(long, value_name = "COLOR", value_parser = options::color(), hide_possible_values = true)]
    to_play: Option<Color>,
    /// Write the proofs to NAME-1.txt and so on
    #[arg(long, value_name = "NAME", value_hint = ValueHint::FilePath)]
    proof: Option<PathBuf>,
    /// Keep the progress in FILE and resume from it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "group")]
    resume: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn rectangle(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x').and_then(|(columns, rows)| columns.parse().ok().zip(rows.parse().ok()));
    sides
        .filter(|&(columns, rows): &(usize, usize)| {
            (1..=LONGEST_SIDE).contains(&columns) && (1..=LONGEST_SIDE).contains(&rows) && columns * rows > 1
        })
        .ok_or_else(|| "expected two sides from 1 to 9, such as 2x5".to_owned())
}

impl Solve {
    pub(super) fn run(&self, options: &Options) -> Result<(), CliError> {
        let start = self.start(options).map_err(CliError::Work)?;
        self.solve(&start, options).map_err(CliError::Work)
    }

    fn start(&self, options: &Options) -> anyhow::Result<Start> {
        if let Some((columns, rows)) = self.board {
            return Ok(Start::Rectangle { columns, rows, ruleset: options.rules() });
        }
        let file = self.file.as_deref().unwrap_or("-");
        let selection = Selection::of_line(self.line.clone());
        let file = GameFile::read_selected(file, &selection, self.to_play, options)?;
        let Some(number) = self.number else { return Ok(Start::Game(Box::new(file.replayed.game))) };
        let position = RecordPositions::by(&file.record, &file.basis).after(Some(number));
        let position = position.map_err(|error| named(error, &file.name))?;
        if position.number != number {
            bail!("{}: there is no move {number}; the record has {}", file.name, position.number);
        }
        Ok(Start::Game(Box::new(position.game)))
    }

    /// The groups that are asked about; `None` for the result.
    fn groups(&self, start: &Start) -> Option<Vec<Point>> {
        let Start::Game(game) = start else { return None };
        if let Some(group) = self.group {
            return Some(vec![group]);
        }
        let groups = if self.result || self.resume.is_some() { Vec::new() } else { groups_in_question(game) };
        (!groups.is_empty() && !game.is_over()).then_some(groups)
    }

    fn solve(&self, start: &Start, options: &Options) -> anyhow::Result<()> {
        let settings = options.settings();
        let control = Control::default();
        let stopping = control.clone();
        let interrupt = Interrupt::taken_with(move || stopping.stop())?;
        let solver = Solver {
            limits: ProofLimits::of(settings.time, settings.memory),
            most_moves: if self.proof.is_some() { MOST_MOVES } else { 0 },
            control,
        };
        let (proofs, is_proven) = match (self.groups(start), start) {
            (Some(groups), Start::Game(game)) => self.tell_of_groups(&solver, game, &groups, options.lang())?,
            _ => self.tell_of_result(&solver, start, options.lang())?,
        };
        if interrupt.has_come() && !is_proven {
            match &self.resume {
                Some(file) => bail!("interrupted; the same command goes on with what is in {}", file.display()),
                None => bail!("interrupted; what is proven so far was printed"),
            }
        }
        self.write(&proofs)
    }

    /// Prints what is proven about groups, one by one until an interrupt. Returns the proofs, and whether all are settled.
    fn tell_of_groups(
        &self,
        solver: &Solver,
        game: &Game,
        groups: &[Point],
        language: Language,
    ) -> anyhow::Result<(Vec<ProofText>, bool)> {
        let (mut proofs, mut is_proven) = (Vec::new(), true);
        for (index, &group) in groups.iter().enumerate() {
            if index > 0 && solver.control.is_stopped() {
                return Ok((proofs, false));
            }
            let answers = solver.group_for_both(game, group)?;
            let color = answers.black.owner;
            let text = if self.json {
                line(&solved_group(group, color, &answers)) + "\n"
            } else {
                group_text(group, color, &answers, language)
            };
            tell(&text)?;
            is_proven &= Status::of(&answers) != Status::Unknown;
            proofs.extend([answers.black.proof, answers.white.proof].into_iter().flatten());
        }
        Ok((proofs, is_proven))
    }

    /// Prints what is proven about the result. Returns the proofs, and whether the result is known.
    fn tell_of_result(
        &self,
        solver: &Solver,
        start: &Start,
        language: Language,
    ) -> anyhow::Result<(Vec<ProofText>, bool)> {
        let answer = match &self.resume {
            Some(file) => solver.resumed_result(start, file)?,
            None => solver.result(start)?,
        };
        let text = if self.json { line(&solved_result(&answer)) + "\n" } else { result_text(&answer, words(language)) };
        tell(&text)?;
        let is_proven = answer.exact().is_some();
        Ok((answer.proofs, is_proven))
    }

    fn write(&self, proofs: &[ProofText]) -> anyhow::Result<()> {
        let Some(name) = &self.proof else { return Ok(()) };
        if proofs.is_empty() {
            bail!("--proof: expected a proof of up to {MOST_MOVES} moves, got none");
        }
        for (number, proof) in (1..).zip(proofs) {
            let mut file = name.clone().into_os_string();
            file.push(format!("-{number}.txt"));
            let file = PathBuf::from(file);
            files::replace(&file, proof.text.as_bytes()).with_context(|| file.display().to_string())?;
        }
        Ok(())
    }
}

/// Prints an answer at once.
fn tell(text: &str) -> anyhow::Result<()> {
    let mut output = stdout();
    output.write_all(text.as_bytes())?;
    Ok(output.flush()?)
}

/// A margin from Black's point of view.
fn margin_text(margin: i32, words: &dyn Words) -> String {
    match margin {
        FORFEIT => words.dead_end_win(Color::Black),
        margin if margin == -FORFEIT => words.dead_end_win(Color::White),
        1.. => format!("B+{margin}"),
        0 => "0".to_owned(),
        _ => format!("W+{}", -margin),
    }
}

fn result_text(answer: &ResultAnswer, words: &dyn Words) -> String {
    let shown = |margin| margin_text(margin, words);
    let mut text = if let Some(margin) = answer.exact() {
        words.proven_result(&shown(margin), answer.effort)
    } else {
        let has_least = answer.least > -FORFEIT || answer.most == -FORFEIT;
        let has_most = answer.most < FORFEIT || answer.least == FORFEIT;
        let (least, most) = (has_least.then(|| shown(answer.least)), has_most.then(|| shown(answer.most)));
        words.result_bounds(least.as_deref(), most.as_deref(), answer.effort)
    };
    text.push('\n');
    if !answer.line.is_empty() {
        let _ = writeln!(text, "{}: {}", words.line_label(), spaced(&answer.line));
    }
    text
}

fn group_text(group: Point, color: Color, answers: &PerColor<GroupAnswer>, language: Language) -> String {
    let words = words(language);
    let mut text = format!("{} {group}: {}\n", language.phrases().color(color), words.status(Status::of(answers)));
    for first in Color::BOTH {
        let answer = &answers[first];
        let zone = answer.zone.map_or_else(String::new, |zone| format!(", {}", words.zone(zone.len())));
        let _ = write!(text, "{} ({}{zone})", words.fate(first, answer.is_taken), words.effort(answer.effort));
        if !answer.line.is_empty() {
            let _ = write!(text, ": {}", spaced(&answer.line));
        }
        text.push('\n');
    }
    text
}
