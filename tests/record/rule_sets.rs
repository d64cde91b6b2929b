//! Games under every rule set, written as a record and read back.

use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::random::Randomness;
use onepure::record::Record;
use onepure::rules::{Combination, Game, Move, Ruleset};
use rand::RngExt;

/// A random game, with or without handicap.
fn game(ruleset: Ruleset, number: u64) -> Game {
    let mut random = Randomness::new(number, 0);
    let size = BoardSize::for_play([5, 7, 9][(number % 3) as usize]).expect("5 to 19 lines");
    let handicap = [0, 2, 4][random.random_range(0..3)];
    let black: PointSet = (0..handicap).map(|line| Point::new(line, line)).collect();
    let first = if handicap == 0 { Color::Black } else { Color::White };
    let position = Position { stones: PerColor { black, white: PointSet::empty() } };
    let mut game = Game::set_up(size, ruleset, position, first).expect("a position");
    game.set_handicap(handicap as u16);
    for _ in 0..random.random_range(10..120) {
        let color = game.to_play();
        let is_played =
            |point: &Point| game.check(color, Move::Place(*point)).is_ok() && !game.is_dead_end(color, *point);
        let points: Vec<Point> = game.board().empty().iter().filter(is_played).collect();
        let passes = points.is_empty() || random.random_range(0..15) == 0 && !game.is_opening_forced();
        let action = if passes { Move::Abstain } else { Move::Place(points[random.random_range(0..points.len())]) };
        game.play(action).expect("a legal move");
        if game.is_over() {
            break;
        }
    }
    game
}

#[test]
fn penalties_go_through_a_record() {
    for ruleset in [Ruleset::ing(), Ruleset::ing1986()] {
        let mut game = Game::new(BoardSize::for_play(5).expect("5 lines"), ruleset);
        game.play(Move::Place(Point::new(2, 2))).expect("a legal move");
        for _ in 0..4 {
            game.play(Move::Abstain).expect("a pass");
        }
        assert_eq!(game.outcome().expect("an end").verdict.to_string(), "B+17");
        game.set_penalty(Color::Black, 4);
        game.set_penalty(Color::White, 2);
        assert_eq!(game.outcome().expect("an end").verdict.to_string(), "B+15");
        let text = Record::from_game(&game).to_string();
        assert!(text.contains("PENB[4]PENW[2]") && text.contains("RE[B+15]"), "{text}");
        let record: Record = text.parse().expect("a record");
        let back = record.replay(ruleset).expect("legal moves");
        assert_eq!((back.count(), back.outcome()), (game.count(), game.outcome()));
        assert_eq!(Record::from_game(&back).to_string(), text);
    }
}

#[test]
fn every_rule_set_goes_through_a_record() {
    let combined = Combination::all().into_iter().map(Combination::ruleset);
    for (number, ruleset) in Ruleset::ALL.into_iter().chain(combined).enumerate() {
        for round in 0..3 {
            let game = game(ruleset, 1000 * round + number as u64);
            let text = Record::from_game(&game).to_string();
            let record: Record = text.parse().expect("a record");
            let known = record.info.known_ruleset().expect("rules that are known");
            assert_eq!(known, ruleset, "{text}");
            let back = record.replay(known).expect("legal moves");
            assert_eq!(back.board().position(), game.board().position(), "{text}");
            assert_eq!((back.outcome(), back.count()), (game.outcome(), game.count()), "{text}");
            assert_eq!((back.handicap(), back.ledger()), (game.handicap(), game.ledger()), "{text}");
            assert_eq!(Record::from_game(&back).to_string(), text);
        }
    }
}
