//! The ko rule of Ing in random games on small boards: [`Game`] against the implementation that follows the sentences
//! of the rules.
//!
//! The number of moves is a tenth of `ONEPURE_DIFFERENTIAL_MOVES`, 10⁴ by default. `ONEPURE_ING_GAME` replays one game.

use crate::kos::kos;
use crate::sentences::{BLACK, Diagram, EMPTY, Form, Illegal, Record, WHITE};
use onepure::board::Color;
use onepure::geometry::{BoardSize, Point};
use onepure::random::Randomness;
use onepure::rules::{Game, Move, PlayError, Ruleset};
use rand::RngExt;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The number of turns in a game that begins with kos.
const TURNS_IN_KOS: usize = 60;

/// The number of turns in a game from the empty board, for each of its points. Six fill the board, capture, and fill it
/// again.
const TURNS_FOR_A_POINT: usize = 6;

/// The number of games between two checks of the number of moves.
const BATCH: u64 = 64;

const ALL_REASONS: [Illegal; 6] =
    [Illegal::Suicide, Illegal::HotStone, Illegal::FightingKo, Illegal::Recycling, Illegal::Seki, Illegal::ThirdTime];

/// The numbers of moves, of compared points, and of refusals for each reason.
#[derive(Default, Debug)]
struct Tally {
    moves: usize,
    points: usize,
    illegal: BTreeMap<Illegal, usize>,
}

impl Tally {
    fn and(mut self, other: Self) -> Self {
        self.moves += other.moves;
        self.points += other.points;
        for (illegal, times) in other.illegal {
            *self.illegal.entry(illegal).or_default() += times;
        }
        self
    }
}

fn diagram(game: &Game) -> Diagram {
    let mut points: Vec<Point> = game.size().points().collect();
    points.sort_by_key(|point| (point.row(), point.column()));
    let sign = |point: &Point| match game.board().stone(*point) {
        Some(Color::Black) => BLACK,
        Some(Color::White) => WHITE,
        None => EMPTY,
    };
    Diagram { lines: game.size().lines(), signs: points.iter().map(sign).collect() }
}

fn illegal(answer: Result<(), PlayError>) -> Option<Illegal> {
    answer.err().map(|error| match error {
        PlayError::Suicide(_) => Illegal::Suicide,
        PlayError::Ko(_) => Illegal::HotStone,
        PlayError::FightingKo(_) => Illegal::FightingKo,
        PlayError::DisturbingKo(_) => Illegal::Recycling,
        PlayError::SekiKo(_) => Illegal::Seki,
        PlayError::ThirdTime(_) => Illegal::ThirdTime,
        other => panic!("{other}"),
    })
}

/// Plays one game, and compares all empty points before every move.
fn play(number: u64) -> Tally {
    let mut random = Randomness::new(number, 0);
    let mut tally = Tally::default();
    let (ruleset, form) =
        [(Ruleset::ing(), Form::Present), (Ruleset::ing1986(), Form::Of1986)][random.random_range(0..2)];
    let lines = random.random_range(5..10);
    let begins_in_kos = random.random_range(0..4) > 0;
    // In half of these games the players only capture and retake kos, so that cycles close.
    let goes_round = begins_in_kos && random.random_range(0..2) == 0;
    let (game, turns) = if begins_in_kos {
        (kos(&mut random, ruleset, lines), TURNS_IN_KOS)
    } else {
        let size = BoardSize::new(lines).expect("up to 19 lines");
        (Some(Game::new(size, ruleset)), TURNS_FOR_A_POINT * lines * lines)
    };
    let Some(mut game) = game else { return tally };
    let to_play = if game.to_play() == Color::Black { BLACK } else { WHITE };
    let mut record = Record::new(diagram(&game), to_play, form);
    for _ in 0..turns {
        if game.is_over() {
            break;
        }
        let number_of = |point: Point| point.row() * lines + point.column();
        let mut legal = Vec::new();
        for point in game.board().empty() {
            let found = illegal(game.check(game.to_play(), Move::Place(point)));
            let wanted = record.illegal(number_of(point));
            assert_eq!(
                found,
                wanted,
                "game {number}, {}, {} {point} after {:?} on\n{}",
                ruleset.name,
                game.to_play(),
                game.turns().iter().map(|turn| turn.action.to_string()).collect::<Vec<_>>(),
                record.diagram.text()
            );
            tally.points += 1;
            match found {
                Some(illegal) => *tally.illegal.entry(illegal).or_default() += 1,
                None => legal.push(point),
            }
        }
        let captures: Vec<Point> =
            legal.iter().copied().filter(|&point| record.is_ko_capture(number_of(point))).collect();
        let fills: Vec<Point> = legal.iter().copied().filter(|&point| record.is_fill(number_of(point))).collect();
        let others: Vec<Point> = legal.iter().copied().filter(|point| !fills.contains(point)).collect();
        let list = match random.random_range(0..40) {
            0..5 if begins_in_kos => &[][..],
            0 => &[],
            1..29 if !captures.is_empty() => &captures,
            _ if goes_round => &captures,
            29..31 => &fills,
            _ => &others,
        };
        tally.moves += 1;
        if list.is_empty() {
            game.play(Move::Abstain).expect("a pass is legal");
            record.pass();
        } else {
            let point = list[random.random_range(0..list.len())];
            game.play(Move::Place(point)).expect("a legal placement");
            record.place(number_of(point));
        }
        assert_eq!(diagram(&game), record.diagram, "game {number}");
    }
    tally
}

fn number_from(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn kos_are_as_the_sentences_have_them() {
    if let Some(number) = number_from("ONEPURE_ING_GAME") {
        play(number);
        return;
    }
    let moves = number_from("ONEPURE_DIFFERENTIAL_MOVES").unwrap_or(100_000) / 10;
    let mut tally = Tally::default();
    for batch in 0.. {
        let games = (batch * BATCH..(batch + 1) * BATCH).into_par_iter();
        tally = games.map(play).reduce(Tally::default, Tally::and).and(tally);
        if tally.moves as u64 >= moves {
            break;
        }
    }
    eprintln!("{tally:?}");
    for illegal in ALL_REASONS {
        assert!(tally.illegal.contains_key(&illegal), "{illegal:?} never came up: {tally:?}");
    }
}
