//! Who holds each point in the end, by playouts.

use crate::board::{Board, Color, PerColor};
use crate::geometry::{BoardSize, Large, Layout, LayoutTask, PerPoint, Point, PointSet};
use crate::playout::{Line, Randomness, Root, light};
use crate::rules::{Game, areas};

/// How often each colour held each point at the end of playouts: with a stone on it, or with stones of its own only
/// around it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ownership {
    playouts: u32,
    held: PerColor<PerPoint<Large, u32>>,
}

impl Default for Ownership {
    /// Nothing recorded yet.
    fn default() -> Self {
        Self { playouts: 0, held: PerColor::from_fn(|_| PerPoint::filled(0)) }
    }
}

/// A stone is held to be lost if its colour does not hold its point in this share of playouts.
const LOST: f64 = 0.8;

impl Ownership {
    /// The share of playouts in which `color` held the point in the end, 0 to 1.
    pub fn share(&self, color: Color, point: Point) -> f64 {
        f64::from(self.held[color][point]) / f64::from(self.playouts.max(1))
    }

    /// How much more often Black than White held the point in the end, -1 to 1.
    pub fn balance(&self, point: Point) -> f64 {
        self.share(Color::Black, point) - self.share(Color::White, point)
    }

    /// Records who holds each point of a board on which play has ended.
    pub(super) fn record<L: Layout>(&mut self, board: &Board<L>) {
        self.playouts += 1;
        let areas = areas(board);
        for color in Color::BOTH {
            for point in areas[color] {
                self.held[color][point.convert::<Large>()] += 1;
            }
        }
    }

    /// Adds what others have recorded.
    pub(super) fn absorb(&mut self, other: &Self) {
        self.playouts += other.playouts;
        for color in Color::BOTH {
            let (held, others) = (&mut self.held[color], &other.held[color]);
            for point in BoardSize::MAIN.points() {
                held[point] += others[point];
            }
        }
    }

    /// The stones of a game that are held to be lost.
    pub fn lost_stones(&self, game: &Game) -> PointSet {
        let mut lost = PointSet::empty();
        for color in Color::BOTH {
            let stones = game.board().stones(color);
            lost.extend(stones.iter().filter(|&point| self.share(!color, point) >= LOST));
        }
        lost
    }
}

/// Plays a game on at random, this many times, and records who holds each point in the end.
pub fn ownership(game: &Game, playouts: u32, seed: u64) -> Ownership {
    game.size().with_layout(Task { game, playouts, seed })
}

struct Task<'task> {
    game: &'task Game,
    playouts: u32,
    seed: u64,
}

impl LayoutTask for Task<'_> {
    type Output = Ownership;

    fn run<L: Layout>(self) -> Ownership {
        let root = Root::<L>::new(self.game, self.game.to_play());
        let mut line = Line::new(&root);
        let mut randomness = Randomness::new(self.seed, 0);
        let mut ownership = Ownership::default();
        for _ in 0..self.playouts {
            line.restart(&root);
            // A colour without a waiting stone cannot go on: the board stays as it stands.
            if line.waiting(line.to_play()) > 0 {
                light(&mut line, &mut randomness);
            }
            ownership.record(line.board());
        }
        ownership
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::rules::{Articles, Move, Ruleset};

    #[test]
    fn a_lone_stone_in_a_living_area_is_lost() {
        // Black lives with the right half of a 7×7 board, White with the left; a white stone stands deep in Black's.
        let size = BoardSize::new(7).expect("7 lines");
        let column = |number: usize| (0..7).map(move |row| Point::new(number, row));
        let stones = PerColor {
            black: column(4).chain([Point::new(5, 1), Point::new(6, 1), Point::new(5, 5)]).collect(),
            white: column(3).chain([Point::new(1, 1), Point::new(0, 1), Point::new(1, 5), Point::new(6, 3)]).collect(),
        };
        let game = Game::set_up(size, Ruleset::one_pure(), Position { stones }, Color::Black).expect("a position");
        let found = ownership(&game, 600, 1);
        assert_eq!(found.lost_stones(&game), PointSet::of(Point::new(6, 3)));
        assert!(found.share(Color::Black, Point::new(4, 0)) > 0.9);
        assert!(found.balance(Point::new(4, 0)) > 0.8 && found.balance(Point::new(3, 0)) < -0.8);

        let mut twice = found.clone();
        twice.absorb(&found);
        assert_eq!(twice.playouts, 2 * found.playouts);
        assert!((twice.balance(Point::new(6, 3)) - found.balance(Point::new(6, 3))).abs() < 1e-12);
    }

    #[test]
    fn an_exhausted_game_stays_as_it_stands() {
        let size = BoardSize::new(5).expect("5 lines");
        let articles = Articles { quota: Some(1), ..Ruleset::one_pure().main_board };
        let mut game = Game::new(size, Ruleset::uniform("one stone each", articles));
        for point in [Point::new(0, 0), Point::new(4, 4)] {
            game.play(Move::Place(point)).expect("a first stone each");
        }
        assert!(game.is_over());
        let found = ownership(&game, 10, 1);
        assert!((found.share(Color::Black, Point::new(0, 0)) - 1.0).abs() < f64::EPSILON);
        assert!(found.share(Color::Black, Point::new(2, 2)).abs() < f64::EPSILON);
    }
}
