//! Problems of life and death: made at random, solved with a time limit, and their proofs checked by the naive reference.
//!
//! ```text
//! cargo run --release --example life_and_death -- make 200 > problems.txt
//! cargo run --release --example life_and_death -- make-open 200 > open.txt
//! cargo run --release --example life_and_death -- solve problems.txt 10 > solved.txt
//! cargo run --release --example life_and_death -- solve problems.txt 10 board > solved.txt
//! cargo run --release --example life_and_death -- ends 200 20 9
//! ```
//!
//! Half of the problems of `make` are groups inside walls, half come from games of the engine with itself on small boards. Those of
//! `make-open` are groups in walls near the edge of large boards that are almost empty elsewhere; they need zones. With `board` only
//! the whole board is searched. A problem is a line
//! `problem RULES POINT STATUS NODES` and a diagram; before it is solved, its status is `?`. `solve` writes the problems with their status
//! and the nodes that this took, and to stderr a line for each and a summary. `ends` plays games by area with these visits a move on this
//! board, and says how often proofs decide about dead stones at their ends.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "its output is all that this program is for")]

#[path = "../tests/common/checker/mod.rs"]
mod checker;
#[path = "../tests/common/problems.rs"]
mod problems;
#[path = "../tests/common/reference/mod.rs"]
mod reference;

use onepure::board::{Color, PerColor};
use onepure::engine::{Decision, Engine, Settings, judge_after_end};
use onepure::geometry::{Bitboard, BoardSize, Large, Point, PointSet};
use onepure::random::Randomness;
use onepure::rules::{Game, Move, Ruleset};
use onepure::solve::{GroupAnswer, ProofLimits, Status, solve_group_for_both};
use problems::Problem;
use std::collections::HashSet;
use std::error::Error;
use std::time::Duration;

/// The boards of the problems, in lines.
const LINES: [usize; 5] = [5, 6, 7, 8, 9];

/// The most empty points of a problem. Every one of them is tried at every turn.
const MOST_EMPTY: usize = 24;

/// The visits of a move in the games.
const VISITS: u64 = 60;

/// The random placements at the beginning of a game, so that games differ.
const RANDOM_PLACEMENTS: usize = 6;

/// The most moves of a proof that is checked.
const MOST_MOVES: usize = 2_000_000;

/// The positions in the tables of the solver.
const POSITIONS: usize = 2_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make", count] => make(count.parse()?),
        ["make-open", count] => make_open(count.parse()?),
        ["solve", file, seconds] => solve(&onepure::files::read_own(file.as_ref())?, seconds.parse()?, true)?,
        ["solve", file, seconds, "board"] => solve(&onepure::files::read_own(file.as_ref())?, seconds.parse()?, false)?,
        ["ends", games, visits, lines] => judge_ends(games.parse()?, visits.parse()?, BoardSize::new(lines.parse()?)?)?,
        _ => {
            return Err(
                "expected `make COUNT`, `make-open COUNT`, `solve FILE SECONDS [board]` or `ends GAMES VISITS LINES`"
                    .into(),
            );
        }
    }
    Ok(())
}

/// Prints this number of different problems.
fn make(count: usize) {
    let mut randomness = Randomness::new(1, 0);
    let mut seen = HashSet::new();
    let mut games = Games { seed: 0, found: Vec::new() };
    while seen.len() < count {
        let ruleset = if randomness.below(2) == 0 { Ruleset::one_pure() } else { Ruleset::chinese() };
        let number = seen.len();
        let problem =
            if number.is_multiple_of(2) { walls(&mut randomness, ruleset) } else { games.next(&mut randomness) };
        if let Some(problem) = problem
            && seen.insert(problem.diagram())
        {
            println!("{problem}");
        }
    }
}

/// A group in a random area that is surrounded by stones of the other colour with two eyes.
fn walls(randomness: &mut Randomness, ruleset: Ruleset) -> Option<Problem> {
    let size = BoardSize::new(LINES[randomness.below(LINES.len())]).ok()?;
    let board: Bitboard<Large> = size.points::<Large>().collect();
    let owner = if randomness.below(2) == 0 { Color::Black } else { Color::White };
    let mut area = Bitboard::of(randomness.pick(&board)?);
    for _ in 0..7 + randomness.below(10) {
        area.insert(randomness.pick(&(area.neighbours() & (board - area)))?);
    }
    let wall = area.neighbours() & (board - area);
    let outside = board - area - wall;
    let first_eye = randomness.pick(&outside)?;
    let second_eye = randomness.pick(&(outside - Bitboard::of(first_eye) - Bitboard::of(first_eye).neighbours()))?;
    let mut stones = PerColor::from_fn(|_| Bitboard::<Large>::empty());
    stones[!owner] = board - area - Bitboard::of(first_eye) - Bitboard::of(second_eye);
    for point in area {
        match randomness.below(10) {
            0..=4 => stones[owner].insert(point),
            5 => stones[!owner].insert(point),
            _ => {}
        }
    }
    let target = randomness.pick(&stones[owner])?;
    problem(size, ruleset, stones, target, MOST_EMPTY)
}

/// Prints this number of problems on large boards.
fn make_open(count: usize) {
    let mut randomness = Randomness::new(2, 0);
    let mut made = 0;
    while made < count {
        let ruleset = [Ruleset::one_pure(), Ruleset::chinese(), Ruleset::japanese()][made % 3];
        if let Some(problem) = open(&mut randomness, ruleset) {
            println!("{problem}");
            made += 1;
        }
    }
}

/// A group in a random area near the edge that a wall of the other colour surrounds, on a board with few other stones. One point of the wall in
/// twelve is empty.
fn open(randomness: &mut Randomness, ruleset: Ruleset) -> Option<Problem> {
    let size = BoardSize::new([9, 13, 19][randomness.below(3)]).ok()?;
    let board: Bitboard<Large> = size.points::<Large>().collect();
    let is_near = |point: &Point| point.row() < 2;
    let mut area = Bitboard::of(randomness.pick(&board.iter().filter(is_near).collect())?);
    for _ in 0..4 + randomness.below(8) {
        area.insert(randomness.pick(&(area.neighbours() & (board - area)))?);
    }
    let wall = area.neighbours() & (board - area);
    let owner = if randomness.below(2) == 0 { Color::Black } else { Color::White };
    let mut stones = PerColor::from_fn(|_| Bitboard::<Large>::empty());
    for point in board {
        let color = match randomness.below(60) {
            number if area.contains(point) => (number < 36).then_some(if number < 30 { owner } else { !owner }),
            number if wall.contains(point) => (number >= 5).then_some(!owner),
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        };
        if let Some(color) = color {
            stones[color].insert(point);
        }
    }
    let target = randomness.pick(&(stones[owner] & area))?;
    problem(size, ruleset, stones, target, usize::MAX)
}

/// The problem, if its position exists, the group has two stones, and few points are empty.
fn problem(
    size: BoardSize,
    ruleset: Ruleset,
    stones: PerColor<Bitboard<Large>>,
    group: Point,
    most_empty: usize,
) -> Option<Problem> {
    let position = onepure::board::Position { stones };
    let empty = size.points::<Large>().count() - stones.black.len() - stones.white.len();
    let game = Game::set_up(size, ruleset, position, Color::Black).ok()?;
    let chain = Bitboard::of(group).flood_within(stones[game.board().stone(group)?]);
    let is_asked = empty <= most_empty && chain.len() > 1 && chain.contains(group);
    let group = chain.first().unwrap_or(group);
    is_asked.then(|| Problem { game, group, status: "?".to_owned(), nodes: 0 })
}

/// Problems from games of the engine with itself.
struct Games {
    seed: u64,
    found: Vec<Problem>,
}

impl Games {
    fn next(&mut self, randomness: &mut Randomness) -> Option<Problem> {
        if self.found.is_empty() {
            self.play(randomness);
        }
        self.found.pop()
    }

    /// Plays a game and keeps up to two of its positions, each with a random group.
    fn play(&mut self, randomness: &mut Randomness) {
        self.seed += 1;
        let ruleset = if self.seed.is_multiple_of(2) { Ruleset::one_pure() } else { Ruleset::chinese() };
        let Ok(size) = BoardSize::new(LINES[randomness.below(LINES.len())]) else { return };
        let settings = Settings { visits: Some(VISITS), threads: 1, seed: self.seed, ..Settings::default() };
        let mut engine = Engine::new(size, ruleset, settings);
        let mut positions = Vec::new();
        while !engine.game().is_over() {
            let (color, turns) = (engine.game().to_play(), engine.game().turns().len());
            let action = if turns < RANDOM_PLACEMENTS {
                let empty = size.points::<Large>().filter(|&point| engine.game().board().stone(point).is_none());
                randomness.pick(&empty.collect()).map_or(Move::Abstain, Move::Place)
            } else {
                match engine.best_move(color) {
                    Decision::Play(action) => action,
                    Decision::Resign => break,
                }
            };
            if engine.play_as(color, action).is_err() {
                break;
            }
            positions.push(engine.game().board().position().stones);
        }
        for _ in 0..2 {
            if positions.is_empty() {
                return;
            }
            let stones = positions.swap_remove(randomness.below(positions.len()));
            let group = randomness.pick(&(stones.black | stones.white));
            self.found.extend(group.and_then(|group| problem(size, ruleset, stones, group, MOST_EMPTY)));
        }
    }
}

/// Solves all problems of a file, each question with this limit in seconds.
fn solve(text: &str, seconds: f64, zones: bool) -> Result<(), Box<dyn Error>> {
    let limits =
        ProofLimits { time: Duration::from_secs_f64(seconds), positions: POSITIONS, zones, ..ProofLimits::UNLIMITED };
    let (mut proven, mut unknown) = (0, 0);
    for (number, problem) in (1..).zip(Problem::all(text)?) {
        let answers = solve_group_for_both(&problem.game, problem.group, limits, MOST_MOVES)?;
        // Only what is checked counts as proven.
        let has_proofs = answers.black.proof.is_some() && answers.white.proof.is_some();
        let status = if has_proofs { Status::of(&answers) } else { Status::Unknown };
        let turns = checked(&answers.black)? + checked(&answers.white)?;
        let effort = [answers.black.effort, answers.white.effort];
        let nodes: u64 = effort.iter().map(|effort| effort.nodes).sum();
        let time: f64 = effort.iter().map(|effort| effort.time.as_secs_f64()).sum();
        eprintln!(
            "{number:>3} {:<8} {:<9} {nodes:>9} nodes {time:>6.2} s {turns:>9} turns checked",
            problem.game.ruleset().name,
            status.name()
        );
        println!("{}", Problem { status: status.name().to_owned(), nodes, ..problem });
        *(if status == Status::Unknown { &mut unknown } else { &mut proven }) += 1;
    }
    eprintln!("{proven} proven, {unknown} unknown");
    Ok(())
}

/// The playouts of a judgement, for each colour that plays first.
const PLAYOUTS: u32 = 600;

/// Plays games by area and judges the stones at their ends.
fn judge_ends(games: u64, visits: u64, size: BoardSize) -> Result<(), Box<dyn Error>> {
    let mut randomness = Randomness::new(1, 0);
    let (mut judged, mut unclear, mut changed, mut nodes) = (0, 0, 0, 0);
    let (mut chains, mut safe, mut taken) = (0, 0, 0);
    for seed in 0..games {
        let settings = Settings { visits: Some(visits), threads: 1, seed, memory: 16, ..Settings::default() };
        let mut engine = Engine::new(size, Ruleset::chinese(), settings);
        while !engine.game().is_over() {
            let (color, turns) = (engine.game().to_play(), engine.game().turns().len());
            let action = if turns < RANDOM_PLACEMENTS {
                randomness.pick(&engine.game().board().empty()).map_or(Move::Abstain, Move::Place)
            } else {
                match engine.best_move(color) {
                    Decision::Play(action) => action,
                    Decision::Resign => break,
                }
            };
            if engine.game().check(color, action).is_ok() {
                engine.play_as(color, action)?;
            }
        }
        let game = engine.game();
        let judgement = judge_after_end(game, None, PLAYOUTS, seed);
        judged += 1;
        unclear += u32::from(!judgement.unclear.is_empty());
        changed += u32::from(judgement.dead() != judgement.estimate);
        nodes += judgement.fates.nodes;
        chains += chains_of(game, judgement.unclear);
        safe += chains_of(game, judgement.unclear & judgement.fates.safe);
        taken += chains_of(game, judgement.unclear & judgement.fates.taken);
    }
    println!("{judged} ends, {unclear} with unclear chains, {changed} changed by proofs, {nodes} nodes");
    println!("{chains} unclear chains, {safe} proven alive, {taken} proven dead");
    Ok(())
}

/// The number of chains with a stone in a set.
fn chains_of(game: &Game, mut stones: PointSet) -> u32 {
    let mut count = 0;
    while let Some(stone) = stones.first() {
        stones -= game.board().chain(stone);
        count += 1;
    }
    count
}

/// The number of turns that the checker played in a proof; 0 without a proof.
fn checked(answer: &GroupAnswer) -> Result<u64, String> {
    answer.proof.as_ref().map_or(Ok(0), |proof| checker::check(&proof.text).map(|checked| checked.turns))
}
