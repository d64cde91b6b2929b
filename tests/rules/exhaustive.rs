//! All sequences of moves on the smallest boards up to a fixed depth, on [`Game`] and on the reference engine. With the environment
//! variable `ONEPURE_EXHAUSTIVE` they are a move longer.

use crate::comparison::Bout;
use onepure::geometry::BoardSize;
use onepure::rules::{Articles, Game, Move, Repetition, Ruleset};
use rayon::prelude::*;

/// The number of sequences of each length.
type Sequences = Vec<u64>;

/// The articles of the main board with a quota small enough to run out within the depth.
fn main_board(quota: u16) -> Ruleset {
    Ruleset::uniform("few stones", Articles { quota: Some(quota), ..Ruleset::one_pure().main_board })
}

/// The articles of the main board without forfeiture, so that repetition is a draw.
fn draw(quota: u16) -> Ruleset {
    let main_board = Ruleset::one_pure().with_forfeiture(false).main_board;
    Ruleset::uniform("draw", Articles { quota: Some(quota), ..main_board })
}

fn draw_instead_of_the_annex() -> Ruleset {
    Ruleset::one_pure().with_lesser_board_repetition(Repetition::Draw)
}

#[test]
fn two_lines_main_board() {
    every_sequence(2, 13, main_board(3));
    every_sequence(2, 13, main_board(5));
    every_sequence(2, 13, draw(5));
}

#[test]
fn two_lines_annex() {
    every_sequence(2, 9, Ruleset::one_pure());
    every_sequence(2, 9, draw_instead_of_the_annex());
}

#[test]
fn three_lines_main_board() {
    every_sequence(3, 5, main_board(2));
    every_sequence(3, 5, main_board(3));
}

#[test]
fn three_lines_annex() {
    every_sequence(3, 5, Ruleset::one_pure());
    every_sequence(3, 4, draw_instead_of_the_annex());
}

#[test]
fn two_lines_by_area() {
    every_sequence(2, 7, Ruleset::chinese());
}

#[test]
fn three_lines_by_area() {
    every_sequence(3, 4, Ruleset::chinese());
}

/// Plays every sequence of up to `depth` moves from the empty board, and tries illegal moves too.
fn every_sequence(lines: usize, depth: usize, ruleset: Ruleset) {
    let depth = depth + usize::from(std::env::var_os("ONEPURE_EXHAUSTIVE").is_some());
    let size = BoardSize::new(lines).expect("2 or 3 lines");
    let game = Game::new(size, ruleset);
    let sequences = below(&Bout::new(&game, game.clone()), depth, &[]);
    eprintln!("{lines} lines, {ruleset:?}: {sequences:?} sequences of 1 to {depth} moves");

    // An independent check, computed by hand: the first two moves cannot enclose anything.
    let points = (lines * lines) as u64;
    assert_eq!(sequences[0], points + 1, "any point, or an abstention");
    let after_a_placement = points * points;
    let after_two_placements = points * (points - 1) * (points - 1);
    let after_a_placement_and_an_abstention = points * points;
    // If Black begins with an abstention, play has ended for good. Otherwise all moves can follow, and after two
    // abstentions only placements.
    let (second, third) =
        if ruleset.lesser_board.black_begins { (0, 0) } else { (points + 1, points * points + points) };
    assert_eq!(sequences[1], after_a_placement + second);
    assert_eq!(sequences[2], after_two_placements + after_a_placement_and_an_abstention + third);
}

/// The number of sequences that begin with `path`, which has been played in `bout`.
fn below(bout: &Bout<Game>, depth: usize, path: &[Move]) -> Sequences {
    let size = bout.tested().size();
    let actions: Vec<Move> = size.points().map(Move::Place).chain([Move::Abstain]).collect();
    let after = |action: Move| {
        let mut path = path.to_vec();
        path.push(action);
        let mut bout = bout.clone();
        let color = bout.tested().to_play();
        let answer = bout.play(color, action, depth > 1);
        let answer = answer.unwrap_or_else(|difference| panic!("after {path:?}: {difference}"));
        match answer {
            Err(_) => vec![0; depth],
            Ok(_) if depth == 1 => vec![1],
            Ok(_) => {
                let mut sequences = vec![1];
                sequences.extend(below(&bout, depth - 1, &path));
                sequences
            }
        }
    };
    let sum = |one: Sequences, other: Sequences| one.iter().zip(&other).map(|(one, other)| one + other).collect();
    actions.into_par_iter().map(after).reduce(|| vec![0; depth], sum)
}
