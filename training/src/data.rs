//! Positions to learn from, made from files of training games.

use crate::loss::{POINTS, Target};
use anyhow::{Context, anyhow};
use onepure::arena::selfplay::{TrainingEnd, TrainingGame, TrainingGames};
use onepure::board::Color;
use onepure::geometry::{Large, Point};
use onepure::network::{GLOBALS, Inputs, PLANES};
use onepure::rules::Move;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::path::PathBuf;

/// A position to learn from.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample {
    /// The number of lines.
    pub(crate) lines: usize,
    /// The planes of each point as bits, row by row from A1.
    pub(crate) points: Box<[u32]>,
    /// The globals.
    pub(crate) globals: [f32; GLOBALS],
    /// What is to be learned.
    pub(crate) target: Target,
}

/// Positions to learn from and positions of other games to test with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    /// To learn from.
    pub(crate) training: Vec<Sample>,
    /// To test with.
    pub(crate) test: Vec<Sample>,
    /// Games that were read.
    pub(crate) games: usize,
}

/// One game in so many is kept for the test.
const TEST_GAMES: usize = 20;

/// How games become positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling {
    /// The share of positions without a policy target that are taken, 0 to 1: outcome, score and ownership are learned from them.
    pub(crate) other_positions: f64,
    /// The share of the search's own value in the outcome to be learned; the rest is the result of the game.
    pub(crate) search_value: f32,
}

impl Samples {
    /// Reads files, the newest games first, up to so many positions.
    pub(crate) fn read(
        files: &[PathBuf],
        sampling: &Sampling,
        most: usize,
        random: &mut Xoshiro256PlusPlus,
    ) -> anyhow::Result<Self> {
        let mut samples = Self::default();
        for file in files.iter().rev() {
            if samples.training.len() >= most {
                break;
            }
            let games = TrainingGames::open(file)?.collect::<Result<Vec<_>, _>>()?;
            samples.games += games.len();
            let seeds: Vec<u64> = games.iter().map(|_| random.random()).collect();
            let of_games: Vec<Vec<Sample>> = games
                .par_iter()
                .zip(seeds)
                .map(|(game, seed)| {
                    let wrong = || format!("{}: game {}", file.display(), game.game);
                    of_game(game, sampling, seed).with_context(wrong)
                })
                .collect::<anyhow::Result<_>>()?;
            for (game, of_game) in games.iter().zip(of_games) {
                let into = if game.game % TEST_GAMES == 0 { &mut samples.test } else { &mut samples.training };
                into.extend(of_game);
            }
        }
        Ok(samples)
    }
}

/// The positions of a game.
fn of_game(game: &TrainingGame, sampling: &Sampling, seed: u64) -> anyhow::Result<Vec<Sample>> {
    use rand::SeedableRng;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let Some(end) = game.end() else { return Ok(Vec::new()) };
    let mut position =
        game.start().ok_or_else(|| anyhow!("rules `{}` on {} lines do not exist", game.rules, game.size))?;
    let moves = game.moves().ok_or_else(|| anyhow!("a move that is none"))?;
    let mut targets = game.targets.iter().peekable();
    let mut samples = Vec::new();
    for (turn, &action) in moves.iter().enumerate() {
        let target = targets.next_if(|target| target.turn == turn);
        if target.is_some() || turn >= game.opening && random.random_bool(sampling.other_positions) {
            let mover = position.to_play();
            let inputs = Inputs::<Large>::of_game(&position, mover);
            let mut outcome = match end {
                TrainingEnd::Win(winner) if winner == mover => [1.0, 0.0, 0.0, 0.0],
                TrainingEnd::Win(_) => [0.0, 1.0, 0.0, 0.0],
                TrainingEnd::Draw => [0.0, 0.0, 1.0, 0.0],
                TrainingEnd::BothLose => [0.0, 0.0, 0.0, 1.0],
            };
            let mut policy = Vec::new();
            if let Some(target) = target {
                let share = sampling.search_value;
                outcome = outcome.map(|outcome| outcome * (1.0 - share));
                outcome[0] += share * target.win_rate;
                outcome[1] += share * (1.0 - target.win_rate);
                let visits = target.moves().ok_or_else(|| anyhow!("a target of a move that is none"))?;
                let all: u64 = visits.iter().map(|(_, visits)| visits).sum();
                let share = |(action, visits): (Move, u64)| (index(action, game.size), visits as f32 / all as f32);
                policy = visits.into_iter().map(share).collect();
            }
            let sign = if mover == Color::Black { 1.0 } else { -1.0 };
            samples.push(Sample {
                lines: game.size,
                points: bits(&inputs, game.size),
                globals: inputs.globals,
                target: Target {
                    policy,
                    outcome,
                    score: game.lead.map(|lead| sign * lead as f32 / POINTS),
                    ownership: game.ownership.as_deref().map(|rows| ownership(rows, game.size, sign)),
                },
            });
        }
        position.play(action).map_err(|error| anyhow!("move {}: {error}", turn + 1))?;
    }
    Ok(samples)
}

/// The index of a point, row by row from A1, and behind them that of the abstention.
fn index(action: Move, lines: usize) -> u16 {
    match action {
        Move::Place(point) => (point.row() * lines + point.column()) as u16,
        Move::Abstain => (lines * lines) as u16,
    }
}

fn bits(inputs: &Inputs<Large>, lines: usize) -> Box<[u32]> {
    let mut points = vec![0; lines * lines].into_boxed_slice();
    for (plane, set) in inputs.planes.iter().enumerate() {
        for point in *set {
            let point: Point<Large> = point;
            points[point.row() * lines + point.column()] |= 1 << plane;
        }
    }
    points
}

const _: () = assert!(PLANES <= u32::BITS as usize);

/// Rows from the top, of letters, as rows from the bottom.
fn ownership(rows: &str, lines: usize, sign: f32) -> Vec<f32> {
    let letter = |&letter: &u8| match letter {
        b'B' => sign,
        b'W' => -sign,
        _ => 0.0,
    };
    rows.as_bytes().chunks(lines).rev().flatten().map(letter).collect()
}

/// Where the points of a board go in one of its eight symmetries.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry(Vec<u16>);

impl Symmetry {
    /// One of the eight of a board: 0 leaves everything where it is.
    pub(crate) fn new(number: usize, lines: usize) -> Self {
        let last = lines - 1;
        let to = |index: usize| {
            let (mut row, mut column) = (index / lines, index % lines);
            if number & 1 != 0 {
                row = last - row;
            }
            if number & 2 != 0 {
                column = last - column;
            }
            if number & 4 != 0 {
                (row, column) = (column, row);
            }
            (row * lines + column) as u16
        };
        // The abstention stays behind the points.
        Self((0..lines * lines).map(to).chain([(lines * lines) as u16]).collect())
    }

    /// The position turned or mirrored.
    pub(crate) fn of(&self, sample: &Sample) -> Sample {
        let mut image = sample.clone();
        for (index, &bits) in sample.points.iter().enumerate() {
            image.points[usize::from(self.0[index])] = bits;
        }
        for (index, _) in &mut image.target.policy {
            *index = self.0[usize::from(*index)];
        }
        if let (Some(from), Some(to)) = (&sample.target.ownership, &mut image.target.ownership) {
            for (index, &owner) in from.iter().enumerate() {
                to[usize::from(self.0[index])] = owner;
            }
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn game() -> TrainingGame {
        serde_json::from_str(
            r#"{"game":1,"rules":"chinese","size":5,"komi":2.5,"moves":"C3 B1 pass","opening":1,"result":"W+1.5","lead":-1.5,
            "ownership":"BWWWWWWWWWWWWWWWWWWWWWWWB","targets":[{"turn":1,"visits":[["B1",3],["pass",1]],"win_rate":0.75,"score":1}]}"#,
        )
        .expect("a game")
    }

    #[test]
    fn a_game_becomes_positions() {
        let samples = of_game(&game(), &Sampling { other_positions: 0.0, search_value: 0.5 }, 0).expect("positions");
        let [sample] = &samples[..] else { panic!("{samples:?}") };
        // White moves; the black stone on C3 is the opponent's, and was placed last.
        let center = sample.points[12];
        assert_eq!((center >> 1 & 1, center >> 2 & 1, center >> 9 & 1), (0, 1, 1));
        assert_eq!(sample.target.policy, [(1, 0.75), (25, 0.25)]);
        assert_eq!(sample.target.outcome, [0.875, 0.125, 0.0, 0.0]);
        assert_eq!(sample.target.score, Some(1.5 / 20.0));
        // The top row stands first in the file and last here.
        let ownership = sample.target.ownership.as_ref().expect("ownership");
        assert_eq!((ownership[4], ownership[20], ownership[0]), (-1.0, -1.0, 1.0));
        let all = of_game(&game(), &Sampling { other_positions: 1.0, search_value: 0.0 }, 0).expect("positions");
        assert_eq!(all.iter().map(|sample| sample.target.policy.len()).collect::<Vec<_>>(), [2, 0]);
    }

    #[test]
    fn symmetries_move_everything_together() {
        let sample = &of_game(&game(), &Sampling { other_positions: 0.0, search_value: 0.0 }, 0).expect("positions")[0];
        let images: Vec<Sample> = (0..8).map(|number| Symmetry::new(number, 5).of(sample)).collect();
        assert_eq!(&images[0], sample);
        for (number, image) in images.iter().enumerate() {
            assert!(images[..number].iter().all(|other| other != image));
            let (index, _) = image.target.policy[0];
            assert_eq!(image.target.policy[1].0, 25);
            // B1 is next to a corner that is not Black's; nobody else's corner is near it.
            let corner = [0, 4, 20, 24].into_iter().min_by_key(|&corner: &usize| {
                let (row, column) = (usize::from(index) / 5, usize::from(index) % 5);
                (corner / 5).abs_diff(row) + (corner % 5).abs_diff(column)
            });
            assert_eq!(image.target.ownership.as_ref().expect("ownership")[corner.expect("a corner")], 1.0);
        }
    }

    #[test]
    fn what_cannot_be_replayed_is_an_error() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
        let sampling = Sampling { other_positions: 1.0, search_value: 0.0 };
        for (moves, expected) in [("C3 C3", "move 2: "), ("C3 Z9", "a move that is none")] {
            let error =
                of_game(&TrainingGame { moves: moves.to_owned(), ..game() }, &sampling, 0).expect_err("refused");
            assert!(error.to_string().contains(expected), "{error}");
        }
        let missing = Samples::read(&[PathBuf::from("missing.gz")], &sampling, 1, &mut random);
        assert!(missing.expect_err("refused").to_string().contains("missing.gz"));
    }
}
