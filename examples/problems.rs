//! Problems with one right move: found in games of self-play, and verified by deep searches.
//!
//! ```text
//! onepure selfplay problems.toml --output games
//! cargo run --release --example problems -- find games/games.jsonl.gz > found.txt
//! cargo run --release --example problems -- life tests/data/life-and-death.txt > life.txt
//! cargo run --release --example problems -- check 20000
//! ```
//!
//! `find` prints a problem for each position in which one move wins and every other turn loses. `life` does so for positions in
//! which one move takes or saves a group, by proofs. A person chooses among them, and puts the chosen ones into
//! `src/learn/problems`. `check` verifies all of these with that many visits. See `docs/learn.md`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "its output is all that this program is for")]

#[path = "../tests/common/problems.rs"]
mod problems;
#[path = "../tests/common/right_turn.rs"]
mod right_turn;
#[path = "../tests/common/turns.rs"]
mod turns;

use onepure::arena::selfplay::TrainingGames;
use onepure::board::{Color, Position};
use onepure::geometry::{BoardSize, Point};
use onepure::learn;
use onepure::record::Diagram;
use onepure::rules::{Game, Move, Reason, Ruleset};
use onepure::solve::{ProofLimits, SolveError, Status, solve_group, solve_group_for_both};
use problems::Problem;
use right_turn::{Judge, Side, verify};
use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::path::Path;
use std::time::Duration;
use turns::{turns_of, with};

/// The first turn after the random opening that may be a problem.
const FIRST_TURN: usize = 4;

/// The turns between two problems of a game, so that they differ.
const APART: usize = 4;

/// The visits of the searches that screen positions, one after the other, and the gap that each demands between the win rates of
/// the best move and the second.
const SCREENS: [(u64, f64); 3] = [(60, 0.05), (250, 0.25), (1000, 0.4)];

/// The visits of the search after the right move, and after each wrong turn.
const VISITS: [u64; 2] = [4000, 600];

/// The wrong turns that look best are searched again with the visits of the right move.
const AGAIN: usize = 4;

/// The visits of the searches that measure the difficulty: a problem of level 1 is solved by the first, of level 2 by the second.
const LEVELS: [u64; 2] = [30, 300];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["find", ref files @ ..] if !files.is_empty() => files.iter().try_for_each(|file| find(Path::new(file)))?,
        ["check", visits] => check(visits.parse()?)?,
        ["life", file] => life(&onepure::files::read_own(file.as_ref())?)?,

        _ => return Err("expected `find FILE…`, `life FILE` or `check VISITS`".into()),
    }
    Ok(())
}

/// Verifies all problems of the program.
fn check(visits: u64) -> Result<(), String> {
    let mut judge = Judge::default();
    for listed in learn::problems() {
        verify(&mut judge, listed, visits)?;
        println!("{} verified", listed.name());
    }
    Ok(())
}

/// Counts of what `find` did with the positions.
#[derive(Default)]
struct Tally(BTreeMap<&'static str, usize>);

impl Tally {
    fn add(&mut self, fate: &'static str) {
        *self.0.entry(fate).or_default() += 1;
    }
}

fn find(file: &Path) -> Result<(), Box<dyn Error>> {
    let mut judge = Judge::default();
    let (mut tally, mut seen) = (Tally::default(), HashSet::new());
    for training in TrainingGames::open(file)? {
        let training = training?;
        let (Some(start), Some(moves)) = (training.start(), training.moves()) else { continue };
        let mut game = Game::new(start.size(), Ruleset::one_pure());
        let mut next = training.opening + FIRST_TURN;
        for (turn, &action) in moves.iter().enumerate() {
            if turn >= next && seen.insert(game.board().position()) {
                match found(&mut judge, &game) {
                    Ok(problem) => {
                        println!("# game {} turn {turn}\n{problem}", training.game);
                        tally.add("found");
                        next = turn + APART;
                    }
                    Err(fate) => tally.add(fate),
                }
            }
            if game.play(action).is_err() {
                break;
            }
        }
        eprintln!("game {}: {:?}", training.game, tally.0);
    }
    Ok(())
}

/// The problem of a position, or the reason why it is none.
fn found(judge: &mut Judge, game: &Game) -> Result<String, &'static str> {
    let mut right = None;
    for (visits, gap) in SCREENS {
        let report = judge.search(game, visits);
        let mut rates: Vec<(f64, Move)> = report
            .candidates
            .iter()
            .filter(|candidate| candidate.estimate.visits > 2)
            .map(|candidate| (candidate.estimate.win_rate, candidate.action))
            .collect();
        rates.sort_by(|one, other| other.0.total_cmp(&one.0));
        let (Some(&(best, action)), Some(&(second, _))) = (rates.first(), rates.get(1)) else {
            return Err("one move alone was searched");
        };
        if best - second < gap {
            return Err("several moves are good");
        }
        right = Some(action);
    }
    let (Some(right @ Move::Place(_)), true) = (right, game.barred().is_none()) else {
        return Err("the best turn is an abstention");
    };
    let [deep, shallow] = VISITS;
    let after = judge.side(game, right, deep);
    if after.wins < 0.85 {
        return Err("the best move does not win");
    }
    let mut wrong: Vec<(Move, Side)> = Vec::new();
    for action in turns_of(game).into_iter().filter(|&action| action != right) {
        let side = judge.side(game, action, shallow);
        if side.wins > 0.35 {
            return Err("another move wins too");
        }
        wrong.push((action, side));
    }
    wrong.sort_by(|one, other| other.1.wins.total_cmp(&one.1.wins));
    for (action, side) in wrong.iter_mut().take(AGAIN) {
        *side = judge.side(game, *action, deep);
        if side.wins > 0.2 {
            return Err("another move wins too");
        }
    }
    let level = 1 + LEVELS.iter().filter(|&&visits| judge.choice(game, visits) != Some(right)).count();
    let prior = judge.prior(game, right);
    let kind = kind(judge, game, right, &after, &wrong);
    let moves = game.turns().iter().map(|turn| turn.action);
    Ok(format!(
        "# {kind} prior {prior:.2} wins {:.2} best wrong {:.2}\n{}[[problem]]\nsize = {}\nmoves = \"{}\"\n{}level = {level}\n",
        after.wins,
        wrong.first().map_or(0.0, |(_, side)| side.wins),
        drawn(game),
        game.size().lines(),
        words(moves),
        solution(right, &after, &wrong),
    ))
}

/// The lines of a problem about its right move and the answers to wrong ones.
fn solution(right: Move, after: &Side, wrong: &[(Move, Side)]) -> String {
    format!("right = \"{right}\"\nline = \"{}\"\nreplies = \"{}\"\n", words(after.line.iter().copied()), replies(wrong))
}

/// The answers to wrong turns: the most frequent one first, then others with the turns that they answer.
fn replies(wrong: &[(Move, Side)]) -> String {
    let mut by_reply: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (action, side) in wrong {
        if let Some(reply) = side.line.first() {
            by_reply.entry(reply.to_string()).or_default().push(action.to_string());
        }
    }
    let usual = by_reply.iter().max_by_key(|(_, turns)| turns.len()).map(|(reply, _)| reply.clone());
    let others = by_reply.iter().filter(|&(reply, _)| Some(reply) != usual.as_ref());
    let others = others.map(|(reply, turns)| format!("{reply} after {}", turns.join(" ")));
    usual.iter().cloned().chain(others).collect::<Vec<_>>().join("; ")
}

fn words(moves: impl Iterator<Item = Move>) -> String {
    moves.map(|action| action.to_string()).collect::<Vec<_>>().join(" ")
}

/// The board as comments, with the colour to play.
fn drawn(game: &Game) -> String {
    let diagram = Diagram::new(game.size(), game.board().position()).to_string();
    let lines = diagram.lines().map(|line| format!("#   {line}\n"));
    format!("{}# {:?} to play\n", lines.collect::<String>(), game.to_play())
}

/// What a problem is about, by what the turns do.
fn kind(judge: &mut Judge, game: &Game, right: Move, after: &Side, wrong: &[(Move, Side)]) -> &'static str {
    let (own, other) = (game.to_play(), !game.to_play());
    let ends_dead = |game: &Game, color: Color| {
        game.outcome().is_some_and(|outcome| outcome.reason == Reason::DeadEnd)
            && game
                .turns()
                .last()
                .is_some_and(|turn| turn.immovable.iter().any(|&point| game.board().stone(point) == Some(color)))
    };
    let tempting: Vec<Move> = judge
        .search(game, 1)
        .candidates
        .iter()
        .filter(|candidate| candidate.prior > 0.03)
        .map(|candidate| candidate.action)
        .collect();
    let is_trap = wrong.iter().any(|&(action, _)| tempting.contains(&action) && ends_dead(&with(game, action), other));
    let placed = with(game, right);
    let sets_trap = !placed.is_over() && turns_of(&placed).iter().any(|&reply| ends_dead(&with(&placed, reply), own));
    if is_trap || sets_trap {
        return "dead-ends";
    }
    if lost(game, &[right], other) > 0 {
        return "retirements";
    }
    let line: Vec<Move> = std::iter::once(right).chain(after.line.iter().copied()).collect();
    if lost(game, &line, other) > 1 && lost(game, &line, other) > lost(game, &line, own) {
        return "captures";
    }
    let saved = wrong.iter().filter(|(action, side)| {
        let line: Vec<Move> = std::iter::once(*action).chain(side.line.iter().copied()).collect();
        lost(game, &line, own) > 1
    });
    let saved = saved.count();
    if 2 * saved >= wrong.len() {
        return "rescues";
    }
    let points = game.size().lines() * game.size().lines();
    if game.board().empty().len() * 100 > points * LATE { "vital-points" } else { "contacts" }
}

/// The stones of a colour that retire in the first turns of a line.
fn lost(game: &Game, line: &[Move], color: Color) -> usize {
    let mut game = game.clone();
    let before = game.turns().len();
    for &action in line.iter().take(7) {
        if game.play(action).is_err() {
            break;
        }
    }
    let chains = game.turns()[before..].iter().flat_map(|turn| &turn.retired);
    chains.filter(|chain| chain.color == color).map(|chain| chain.stones.len()).sum()
}

/// The share of empty points, in percent, up to which a position is an endgame.
const LATE: usize = 45;

/// The time for a proof.
const PROOF: ProofLimits =
    ProofLimits { time: Duration::from_secs(20), positions: 2_000_000, ..ProofLimits::UNLIMITED };

/// The most lines and solver nodes of a settled problem from which `life` takes stones away.
const SMALL: (usize, u64) = (7, 3000);

/// The solver nodes from which a problem of life and death has level 2, and level 3.
const NODES: [u64; 2] = [500, 5000];

/// Prints the problems in which one turn saves or takes a group, proven under the One Pure Rules. A small settled problem is tried with each
/// stone taken away until it becomes one.
fn life(text: &str) -> Result<(), Box<dyn Error>> {
    for problem in Problem::all(text)? {
        let position = problem.game.board().position();
        let (lines, nodes) = SMALL;
        if problem.status == "unsettled" {
            print_life(problem.game.size(), position, problem.group)?;
        } else if problem.status != "unknown" && problem.game.size().lines() <= lines && problem.nodes <= nodes {
            for point in problem.game.size().points().filter(|&point| point != problem.group) {
                let mut fewer = position;
                fewer.stones.black.remove(point);
                fewer.stones.white.remove(point);
                if fewer != position && print_life(problem.game.size(), fewer, problem.group)? {
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Prints the problems of a position, for each colour to play. Returns whether there are any.
fn print_life(size: BoardSize, position: Position, group: Point) -> Result<bool, Box<dyn Error>> {
    let Ok(game) = Game::set_up(size, Ruleset::one_pure(), position, Color::Black) else { return Ok(false) };
    let answers = solve_group_for_both(&game, group, PROOF, 0)?;
    if Status::of(&answers) != Status::Unsettled {
        return Ok(false);
    }
    let nodes = answers.black.effort.nodes + answers.white.effort.nodes;
    let level = 1 + NODES.iter().filter(|&&least| nodes > least).count();
    let diagram = Diagram::new(size, position);
    let mut is_found = false;
    for first in Color::BOTH {
        let game = Game::set_up(size, Ruleset::one_pure(), position, first)?;
        if let Some(solution) = only_turn(&game, group, &answers[first].line)? {
            println!("# nodes {nodes}\n[[problem]]\nboard = \"\"\"\n{diagram}\"\"\"\nto_play = \"{}\"", first.name());
            println!("group = \"{group}\"\n{solution}level = {level}\n");
            is_found = true;
        }
    }
    Ok(is_found)
}

/// The solution of a problem about a group; `None` unless one turn is right and every other one wrong. `line` is the proof's line for the
/// colour to play.
fn only_turn(game: &Game, group: Point, line: &[Move]) -> Result<Option<String>, SolveError> {
    let (first, owner) = (game.to_play(), game.board().stone(group));
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for action in turns_of(game) {
        let placed = with(game, action);
        let (is_taken, mut line_after) = if placed.is_over() {
            (Some(Some(first) == owner), Vec::new())
        } else if placed.board().stone(group) == owner {
            let answer = solve_group(&placed, group, placed.to_play(), PROOF, 0)?;
            (answer.is_taken, answer.line)
        } else {
            (Some(true), Vec::new())
        };
        // Two passes would end play, so the opponent plays the point of the proof.
        if action == Move::Abstain && line_after.first() == Some(&Move::Abstain) {
            line_after = line.iter().copied().take(1).collect();
        }
        let Some(is_taken) = is_taken else { return Ok(None) };
        let side = Side { wins: 0.0, line: line_after };
        let does_it = is_taken == (Some(first) != owner);
        if does_it { &mut right } else { &mut wrong }.push((action, side));
    }
    Ok(if let [(action, side)] = &right[..] { Some(solution(*action, side, &wrong)) } else { None })
}
