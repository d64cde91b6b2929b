//! Parser for the cases in `tests/data/vectors`, whose `README.md` describes the format.

#![allow(unreachable_pub, reason = "nothing lies outside a test")]

use anyhow::{Context, Result, anyhow, bail, ensure};
use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{Articles, Game, Move, Repetition, Ruleset};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// One case: a start, then steps and expectations.
pub struct Case {
    pub title: String,
    pub sizes: RangeInclusive<usize>,
    ruleset: Ruleset,
    komi: Option<f64>,
    handicap: u16,
    stones: PerColor<PointSet>,
    to_play: Color,
    /// The numbered points of the diagram, in order.
    numbered: Vec<Move>,
    /// The steps with their line numbers.
    pub steps: Vec<(usize, Step)>,
}

/// A step of a case.
pub enum Step {
    /// Alternate moves, beginning with the colour to play.
    Play(Vec<Move>),
    /// A move of this colour. The right is handed over first if it is not its turn.
    PlayAs(Color, Move),
    /// Moves repeated until play ends.
    Cycle(Vec<Move>),
    /// A move that must be refused with this message.
    Refuse(Color, Move, String),
    /// A key and its expected value.
    Expect(String, String),
    /// The expected stones on the board.
    ExpectBoard(PerColor<PointSet>),
}

impl Case {
    /// The game at the start of the case.
    pub fn game(&self, lines: usize) -> Result<Game> {
        let position = Position { stones: self.stones };
        let mut game = Game::set_up(BoardSize::new(lines)?, self.ruleset, position, self.to_play)?;
        if self.komi.is_some() {
            game.set_komi(self.komi);
        }
        game.set_handicap(self.handicap);
        Ok(game)
    }
}

/// The cases in the text of a file.
///
/// # Errors
/// The first syntax error, with its line number.
pub fn cases(text: &str) -> Result<Vec<Case>> {
    let mut cases: Vec<Case> = Vec::new();
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    while let Some((number, line)) = lines.next() {
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        let (key, value) = line.split_once(' ').map_or((line, ""), |(key, value)| (key, value.trim()));
        if key == "case" {
            cases.push(empty_case(value));
            continue;
        }
        let case = cases.last_mut().with_context(|| format!("line {number}: `{line}` before the first `case`"))?;
        let diagram = line.ends_with("board").then(|| {
            let rows = lines.by_ref().map(|(_, row)| row).take_while(|row| !row.is_empty());
            rows.collect::<Vec<_>>()
        });
        add(case, number, key, value, diagram.as_deref()).with_context(|| format!("line {number}: `{line}`"))?;
    }
    ensure!(!cases.is_empty(), "there is no `case`");
    for case in &cases {
        let expects = |step: &Step| matches!(step, Step::Expect(..) | Step::ExpectBoard(_) | Step::Refuse(..));
        ensure!(case.steps.iter().any(|(_, step)| expects(step)), "the case `{}` expects nothing", case.title);
    }
    Ok(cases)
}

fn empty_case(title: &str) -> Case {
    Case {
        title: title.to_owned(),
        sizes: 19..=19,
        ruleset: Ruleset::one_pure(),
        komi: None,
        handicap: 0,
        stones: PerColor::default(),
        to_play: Color::Black,
        numbered: Vec::new(),
        steps: Vec::new(),
    }
}

fn add(case: &mut Case, number: usize, key: &str, value: &str, diagram: Option<&[&str]>) -> Result<()> {
    let step = match key {
        "play" if value == "numbers" => Step::Play(case.numbered.clone()),
        "play" => Step::Play(moves(value)?),
        "play-as" => {
            let (color, action) = value.split_once(' ').context("a colour and a move are wanted")?;
            Step::PlayAs(color_of(color)?, move_of(action)?)
        }
        "cycle" => Step::Cycle(moves(value)?),
        "refuse" => {
            let (turn, words) = value.split_once(": ").context("a colour, a move, a colon and words are wanted")?;
            let (color, action) = turn.split_once(' ').context("a colour and a move are wanted")?;
            Step::Refuse(color_of(color)?, move_of(action)?, words.to_owned())
        }
        "expect" => match (value.split_once(' ').unwrap_or((value, "")), diagram) {
            (_, Some(rows)) => Step::ExpectBoard(Diagram::read(rows)?.stones),
            ((key, value), None) => Step::Expect(key.to_owned(), value.trim().to_owned()),
        },
        _ => {
            ensure!(case.steps.is_empty(), "what describes the start comes before the first step");
            return add_to_start(case, key, value, diagram);
        }
    };
    case.steps.push((number, step));
    Ok(())
}

fn add_to_start(case: &mut Case, key: &str, value: &str, diagram: Option<&[&str]>) -> Result<()> {
    match (key, diagram) {
        ("board", Some(rows)) => {
            let diagram = Diagram::read(rows)?;
            case.stones = diagram.stones;
            case.numbered = diagram.numbered;
        }
        ("black", _) => case.stones.black |= points(value)?,
        ("white", _) => case.stones.white |= points(value)?,
        ("size", _) => {
            let (first, last) = value.split_once('-').unwrap_or((value, value));
            case.sizes = first.parse()?..=last.parse()?;
        }
        ("rules", _) => case.ruleset = ruleset(value)?,
        ("komi", _) => case.komi = Some(value.parse()?),
        ("handicap", _) => case.handicap = value.parse()?,
        ("to-play", _) => case.to_play = color_of(value)?,
        _ => bail!("no such key"),
    }
    Ok(())
}

fn ruleset(name: &str) -> Result<Ruleset> {
    let one_pure = Ruleset::one_pure();
    Ok(match name.split_once(' ').unwrap_or((name, "")) {
        ("one-pure", "") => one_pure,
        ("forfeiture-off", "") => one_pure.with_forfeiture(false),
        ("lesser-board-repetition-draw", "") => one_pure.with_lesser_board_repetition(Repetition::Draw),
        ("quota", quota) => {
            let (quota, repetition) = match quota.split_once(' ') {
                None => (quota, Repetition::Allowed),
                Some((quota, "repetition-draw")) => (quota, Repetition::Draw),
                Some(_) => bail!("no such rules"),
            };
            Ruleset::uniform("quota", Articles { quota: Some(quota.parse()?), repetition, ..one_pure.main_board })
        }
        (name, "") => Ruleset::named(name).context("no such rules")?,
        _ => bail!("no such rules"),
    })
}

/// A board in the signs of the rules.
struct Diagram {
    stones: PerColor<PointSet>,
    numbered: Vec<Move>,
}

impl Diagram {
    /// Reads a diagram. The lowest row is line 1 and the first column A, whatever the size of the board.
    fn read(rows: &[&str]) -> Result<Self> {
        let mut stones = PerColor::<PointSet>::default();
        let mut numbered = Vec::new();
        ensure!(!rows.is_empty() && rows.len() <= 19, "1 to 19 rows are wanted below it");
        for (row, line) in rows.iter().rev().enumerate() {
            ensure!(line.split_whitespace().count() <= 19, "a row has at most 19 points");
            for (column, sign) in line.split_whitespace().enumerate() {
                let point = Point::new(column, row);
                match sign {
                    "#" => stones.black.insert(point),
                    "O" => stones.white.insert(point),
                    "." => {}
                    _ => numbered.push((sign.parse::<usize>().with_context(|| format!("the sign {sign}"))?, point)),
                }
            }
        }
        numbered.sort_unstable();
        Ok(Self { stones, numbered: numbered.into_iter().map(|(_, point)| Move::Place(point)).collect() })
    }
}

/// The colour with this name.
pub fn color_of(name: &str) -> Result<Color> {
    Color::BOTH.into_iter().find(|color| color.to_string() == name).ok_or_else(|| anyhow!("`{name}` is no colour"))
}

/// A point or `pass`.
fn move_of(name: &str) -> Result<Move> {
    Ok(if name == "pass" { Move::Abstain } else { Move::Place(Point::from_str(name)?) })
}

fn moves(names: &str) -> Result<Vec<Move>> {
    let moves: Vec<Move> = names.split_whitespace().map(move_of).collect::<Result<_>>()?;
    ensure!(!moves.is_empty(), "moves are wanted");
    Ok(moves)
}

/// The points with these names; `none` for no point.
pub fn points(names: &str) -> Result<PointSet> {
    if names == "none" {
        return Ok(PointSet::empty());
    }
    names.split_whitespace().map(|name| Ok(Point::from_str(name)?)).collect()
}
