//! The starts of games rich in rare events: rules, region of play and stones.

use super::shapes::shapes_in_corners;
use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{
    Articles, Combination, Counting, EndOfPlay, Game, HandicapBonus, Repetition, Ruleset, Sharing, Suicide, Tax,
};
use rand::RngExt;

/// The smallest board with room for a shape in each corner.
const SHAPES_LINES: usize = 9;

/// A game at its start, and its region of play.
pub fn start(random: &mut impl RngExt, lines: usize) -> (Game, PointSet) {
    let size = BoardSize::new(lines).expect("2 to 19 lines");
    let to_play = Color::BOTH[random.random_range(0..2)];
    let (stones, window) = if lines >= SHAPES_LINES && random.random_range(0..2) == 0 {
        shapes_in_corners(random, size)
    } else {
        let window = window(random, lines);
        (stones(random, size, window), window)
    };
    let position = Position { stones };
    let ruleset = ruleset(random, &position);
    let game = Game::set_up(size, ruleset, position, to_play);
    let mut game = game.unwrap_or_else(|_| Game::new(size, ruleset));
    game.set_handicap([0, 2, 5][random.random_range(0..3)]);
    if random.random_range(0..4) == 0 {
        game.set_komi(Some(f64::from(random.random_range(-20..=20)) / 2.0));
    }
    (game, window)
}

/// A region: the whole of a small board, otherwise two to five points each way, mostly in a corner.
fn window(random: &mut impl RngExt, lines: usize) -> PointSet {
    if lines <= 3 || lines <= 5 && random.random_range(0..2) == 0 {
        return BoardSize::new(lines).expect("2 to 19 lines").all();
    }
    let mut span = |longest: usize| {
        let length = random.random_range(2..=longest.min(lines));
        let first = match random.random_range(0..5) {
            0 | 1 => 0,
            2 | 3 => lines - length,
            _ => random.random_range(0..=lines - length),
        };
        first..first + length
    };
    let (columns, rows) = (span(5), span(4));
    columns.flat_map(|column| rows.clone().map(move |row| Point::new(column, row))).collect()
}

/// Stones around the region, so that chains in it can be enclosed, and sometimes stones in it.
fn stones(random: &mut impl RngExt, size: BoardSize, window: PointSet) -> PerColor<PointSet> {
    let mut stones = PerColor::<PointSet>::default();
    let wall = (window.neighbours() & size.all()) - window;
    // The percentages of black stones and of points with a stone in the wall.
    let (black, walled) = [(50, 0), (0, 100), (100, 100), (50, 100), (30, 90), (70, 90)][random.random_range(0..6)];
    let inside = [0, 0, 40][random.random_range(0..3)];
    for (points, share) in [(wall, walled), (window, inside)] {
        for point in points {
            if random.random_range(0..100) < share {
                let color = if random.random_range(0..100) < black { Color::Black } else { Color::White };
                stones[color].insert(point);
            }
        }
    }
    stones
}

/// The One Pure Rules with or without one of their options, an ordinary rule set, or random articles for each size.
pub fn ruleset(random: &mut impl RngExt, position: &Position) -> Ruleset {
    match random.random_range(0..16) {
        0..=2 => Ruleset::one_pure(),
        3 => Ruleset::one_pure().with_forfeiture(false).with_lesser_board_repetition(Repetition::Draw),
        4 => Ruleset::chinese(),
        5 => Ruleset::uniform("any", any_articles(random, position)),
        6..=8 => Ruleset::ALL[random.random_range(0..Ruleset::ALL.len())],
        9..=11 => {
            let all = Combination::all();
            all[random.random_range(0..all.len())].ruleset()
        }
        _ => Ruleset::uniform("trouble", articles(random, position)),
    }
}

/// Articles of the One Pure Rules in any combination.
fn articles(random: &mut impl RngExt, position: &Position) -> Articles {
    let repetitions = [Repetition::Allowed, Repetition::BarsMover, Repetition::Draw];
    let most = position.stones.black.len().max(position.stones.white.len());
    let few = (most + random.random_range(1..=12)) as u16;
    Articles {
        quota: [Some(few), Some(180), None][random.random_range(0..3)],
        forfeiture: random.random_range(0..3) != 0,
        annihilation: random.random_range(0..2) == 0,
        repetition: repetitions[random.random_range(0..3)],
        komi: f64::from(random.random_range(-2..=7)),
        ..Ruleset::one_pure().lesser_board
    }
}

/// Random values for all articles, whether or not anyone plays by them.
fn any_articles(random: &mut impl RngExt, position: &Position) -> Articles {
    let repetitions = [
        Repetition::PositionalSuperko,
        Repetition::SituationalSuperko,
        Repetition::SimpleKo,
        Repetition::Ing,
        Repetition::Ing1986,
        Repetition::Allowed,
    ];
    let superko = random.random_range(0..2) == 0;
    let end_of_play = [EndOfPlay::AbstentionsAtOnePosition, EndOfPlay::AbstentionsInARow(random.random_range(2..=4))];
    let articles = articles(random, position);
    let counting = [Counting::Contact, Counting::Area, Counting::Territory][random.random_range(0..3)];
    let bonuses = [HandicapBonus::None, HandicapBonus::Stones, HandicapBonus::StonesLessOne];
    Articles {
        black_begins: random.random_range(0..2) == 0,
        suicide: [Suicide::Allowed, Suicide::OfTwoOrMore, Suicide::Forbidden][random.random_range(0..3)],
        immovability: random.random_range(0..2) == 0,
        repetition: if superko { repetitions[random.random_range(0..repetitions.len())] } else { articles.repetition },
        end_of_play: end_of_play[random.random_range(0..2)],
        counting,
        tax: [Tax::None, Tax::Seki, Tax::All][random.random_range(0..3)],
        sharing: [Sharing::None, Sharing::Halves, Sharing::Ratio][random.random_range(0..3)],
        black_wins_ties: random.random_range(0..2) == 0,
        handicap_bonus: if counting == Counting::Contact { bonuses[0] } else { bonuses[random.random_range(0..3)] },
        ..articles
    }
}
