//! Who holds each point in the end.

use crate::playout::{Policy, play_on};
use onepure_rules::board::{Board, Color, PerColor};
use onepure_rules::geometry::{BoardSize, Large, Layout, PerPoint, Point, PointSet, with_layout};
use onepure_rules::random::Randomness;
use onepure_rules::rules::{Fraction, Game, Move, areas};
use onepure_rules::simulation::{SimulationPosition, SimulationRoot, Trace, with_position};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// How often each colour held each point at the ends of simulations, or is expected to: with a stone on it, or with stones of its
/// own only around it; and how many points it had there, as the rules count them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "OwnershipNumbers", into = "OwnershipNumbers")]
pub struct Ownership {
    /// The sum of the weights of what was recorded: a playout is 1.
    weight: f64,
    held: PerColor<PerPoint<Large, f64>>,
    points: PerColor<f64>,
}

/// The numbers of an ownership as they are written down.
#[derive(Serialize, Deserialize)]
struct OwnershipNumbers {
    weight: f64,
    /// Those of the points that a colour has ever held, by name.
    held: PerColor<BTreeMap<String, f64>>,
    points: PerColor<f64>,
}

impl From<Ownership> for OwnershipNumbers {
    fn from(Ownership { weight, held, points }: Ownership) -> Self {
        let of = |color| {
            let numbers = BoardSize::MAIN.points().map(|point| (point.to_string(), held[color][point]));
            numbers.filter(|(_, number)| *number != 0.0).collect()
        };
        Self { weight, held: PerColor::from_fn(of), points }
    }
}

impl From<OwnershipNumbers> for Ownership {
    /// What is no point of a board is left out.
    fn from(OwnershipNumbers { weight, held, points }: OwnershipNumbers) -> Self {
        let of = |color| {
            let mut numbers = PerPoint::filled(0.0);
            for (name, &number) in &held[color] {
                if let Ok(point) = name.parse::<Point>() {
                    numbers[point] = number;
                }
            }
            numbers
        };
        Self { weight, held: PerColor::from_fn(of), points }
    }
}

impl Default for Ownership {
    /// Nothing recorded yet.
    fn default() -> Self {
        Self { weight: 0.0, held: PerColor::from_fn(|_| PerPoint::filled(0.0)), points: PerColor::default() }
    }
}

/// What is so in this share of playouts is judged to be certain.
const CERTAIN: f64 = 0.8;

/// A connected space of more points has room for two eyes, or comes to have it.
const LARGEST_EYE: usize = 3;

impl Ownership {
    /// The share of simulations in which `color` held the point in the end, 0 to 1.
    pub fn share(&self, color: Color, point: Point) -> f64 {
        if self.weight > 0.0 { self.held[color][point] / self.weight } else { 0.0 }
    }

    /// The points of a game that `color` held in the end in this share of playouts or more.
    pub fn points_held(&self, game: &Game, color: Color, share: f64) -> PointSet {
        game.size().points().filter(|&point| self.share(color, point) >= share).collect()
    }

    /// How much more often Black than White held the point in the end, -1 to 1.
    pub fn balance(&self, point: Point) -> f64 {
        self.share(Color::Black, point) - self.share(Color::White, point)
    }

    /// The standard deviation of who holds a point over the simulations, 0 to 1: 1 for Black, -1 for White, 0 for nobody.
    pub fn deviation(&self, point: Point) -> f64 {
        let held = self.share(Color::Black, point) + self.share(Color::White, point);
        (held - self.balance(point).powi(2)).max(0.0).sqrt()
    }

    /// How many points each colour had in the end, on the average, as the rules count them: fewer than it held, where stones in
    /// contact are no points.
    pub fn points(&self) -> PerColor<f64> {
        PerColor::from_fn(|color| if self.weight > 0.0 { self.points[color] / self.weight } else { 0.0 })
    }

    /// Records who holds each point of a board on which play has ended, and how many points each colour has there.
    pub(super) fn record<L: Layout>(&mut self, board: &Board<L>, points: PerColor<Fraction>, weight: f64) {
        self.weight += weight;
        let areas = areas(board);
        for color in Color::BOTH {
            self.points[color] += weight * points[color].to_f64();
        }
        for color in Color::BOTH {
            for point in areas[color] {
                self.held[color][point.convert::<Large>()] += weight;
            }
        }
    }

    /// Records whose each point is expected to be at the end, with this weight: from -1, the other colour's, to 1, `color`'s.
    pub(super) fn record_expected<L: Layout>(
        &mut self,
        size: BoardSize,
        color: Color,
        expected: &PerPoint<L, f32>,
        weight: f64,
    ) {
        self.weight += weight;
        for point in size.points::<L>() {
            let expected = f64::from(expected[point]);
            let share = f64::midpoint(1.0, expected);
            self.points[color] += weight * expected.max(0.0);
            self.points[!color] += weight * (-expected).max(0.0);
            let point = point.convert::<Large>();
            self.held[color][point] += weight * share;
            self.held[!color][point] += weight * (1.0 - share);
        }
    }

    /// Adds what others have recorded.
    pub(crate) fn absorb(&mut self, other: &Self) {
        self.weight += other.weight;
        for color in Color::BOTH {
            self.points[color] += other.points[color];
            let (held, others) = (&mut self.held[color], &other.held[color]);
            for point in BoardSize::MAIN.points() {
                held[point] += others[point];
            }
        }
    }

    /// The stones of a game that are judged dead: the chains whose points the other colour is certain to hold.
    pub fn dead_stones(&self, game: &Game) -> PointSet {
        chains_where(game.board(), |color, chain| self.is_certain(!color, chain))
    }

    /// The stones of a game that stand in a seki: their colour is certain to hold their points, although, with the dead stones
    /// lifted, their group has a liberty that the other colour reaches too, and no room for two eyes.
    pub fn stones_in_seki(&self, game: &Game) -> PointSet {
        let board = game.board_without(self.dead_stones(game));
        let shared = board.reach(Color::Black) & board.reach(Color::White);
        chains_where(&board, |color, chain| {
            let (group, eyes) = group(&board, color, chain);
            let is_one_eye = eyes.first().is_none_or(|eye| PointSet::of(eye).flood_within(eyes) == eyes);
            let is_shared = !(group.neighbours() & shared).is_empty();
            is_shared && is_one_eye && eyes.len() <= LARGEST_EYE && self.is_certain(color, chain)
        })
    }

    /// The stones of a game of which it is unclear whether they live: the chains whose points neither colour holds in this share of
    /// playouts, taken together.
    pub fn stones_unclear(&self, game: &Game, share: f64) -> PointSet {
        chains_where(game.board(), |_, chain| !Color::BOTH.into_iter().any(|color| self.holds(color, chain, share)))
    }

    /// Whether a colour is certain to hold these points, taken together.
    pub fn is_certain(&self, color: Color, points: PointSet) -> bool {
        self.holds(color, points, CERTAIN)
    }

    /// Whether a colour held these points, taken together, in this share of playouts.
    fn holds(&self, color: Color, points: PointSet, share: f64) -> bool {
        let shares: f64 = points.iter().map(|point| self.share(color, point)).sum();
        shares >= share * points.len() as f64
    }
}

/// What one thread of a search records of who holds which point in the end.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Tally {
    /// Over all simulations.
    pub(super) all: Ownership,
    /// Over the simulations that began with each move; empty if that is not asked for.
    pub(super) moves: HashMap<Move, Ownership>,
}

impl Tally {
    /// Records a simulation for all, and for its first move if there is one.
    pub(super) fn record(&mut self, first: Option<Move>, record: impl Fn(&mut Ownership)) {
        record(&mut self.all);
        if let Some(first) = first {
            record(self.moves.entry(first).or_default());
        }
    }

    /// Adds what another thread has recorded.
    pub(super) fn absorb(&mut self, other: &Self) {
        self.all.absorb(&other.all);
        for (&first, ownership) in &other.moves {
            self.moves.entry(first).or_default().absorb(ownership);
        }
    }
}

/// The stones of all chains of which this holds.
fn chains_where(board: &Board, holds: impl Fn(Color, PointSet) -> bool) -> PointSet {
    let mut found = PointSet::empty();
    for color in Color::BOTH {
        let mut stones = board.stones(color);
        while let Some(stone) = stones.first() {
            let chain = board.chain(stone);
            stones -= chain;
            if holds(color, chain) {
                found |= chain;
            }
        }
    }
    found
}

/// The chain with every other of its colour that it is connected with through points that only this colour reaches; and
/// those points.
fn group(board: &Board, color: Color, chain: PointSet) -> (PointSet, PointSet) {
    let own = board.reach(color) - board.reach(!color);
    let mut group = chain;
    loop {
        let eyes = group.neighbours().flood_within(own);
        let larger = (group | eyes.neighbours()).flood_within(board.stones(color));
        if larger == group {
            return (group, eyes);
        }
        group = larger;
    }
}

/// Who holds each point at the ends of this many playouts of a game, with `color` to play first.
pub fn ownership(game: &Game, color: Color, playouts: u32, seed: u64) -> Ownership {
    play_out(game, color, playouts, seed, None)
}

/// Who holds each point at the ends of playouts of a game, with `color` to play first: of `most` playouts, or of those made by this
/// moment. `None` if these are fewer than `least`.
pub fn ownership_until(
    game: &Game,
    color: Color,
    (least, most): (u32, u32),
    seed: u64,
    until: Instant,
) -> Option<Ownership> {
    let ownership = play_out(game, color, most, seed, Some(until));
    (ownership.weight >= f64::from(least)).then_some(ownership)
}

fn play_out(game: &Game, color: Color, playouts: u32, seed: u64, until: Option<Instant>) -> Ownership {
    with_layout!(game.size(), L => {
        let root = SimulationRoot::<L>::new(game, color, PointSet::empty());
        with_position!(&root, position => play_out_position(position, Trace::new(game), playouts, seed, until))
    })
}

fn play_out_position<L: Layout>(
    mut position: impl SimulationPosition<L>,
    mut trace: Trace<L>,
    playouts: u32,
    seed: u64,
    until: Option<Instant>,
) -> Ownership {
    let mut randomness = Randomness::new(seed, 0);
    let mut ownership = Ownership::default();
    for _ in 0..playouts {
        if until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
        position.restart();
        trace.restart();
        play_on(&mut position, &Policy::JUDGEMENT, &mut randomness, &mut trace);
        ownership.record(position.board(), position.count().points, 1.0);
    }
    ownership
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::board::Position;
    use onepure_rules::rules::{Articles, Move, Ruleset};

    #[test]
    fn a_lone_stone_in_a_living_area_is_dead() {
        // Black lives with the right half of a 7×7 board, White with the left; a white stone stands deep in Black's.
        let size = BoardSize::new(7).expect("7 lines");
        let column = |number: usize| (0..7).map(move |row| Point::new(number, row));
        let stones = PerColor {
            black: column(4).chain([Point::new(5, 1), Point::new(6, 1), Point::new(5, 5)]).collect(),
            white: column(3).chain([Point::new(1, 1), Point::new(0, 1), Point::new(1, 5), Point::new(6, 3)]).collect(),
        };
        let game = Game::set_up(size, Ruleset::one_pure(), Position { stones }, Color::Black).expect("a position");
        let found = ownership(&game, Color::Black, 600, 1);
        assert_eq!(found.dead_stones(&game), PointSet::of(Point::new(6, 3)));
        assert!(found.share(Color::Black, Point::new(4, 0)) > 0.9);
        assert!(found.balance(Point::new(4, 0)) > 0.8 && found.balance(Point::new(3, 0)) < -0.8);

        let mut twice = found.clone();
        twice.absorb(&found);
        assert!((twice.weight - 2.0 * found.weight).abs() < f64::EPSILON);
        assert!((twice.balance(Point::new(6, 3)) - found.balance(Point::new(6, 3))).abs() < 1e-12);

        // Who holds a point varies the more, the less certain it is.
        assert!(
            found.deviation(Point::new(6, 0)) < 0.2
                && found.deviation(Point::new(6, 0)) <= found.deviation(Point::new(6, 3))
        );
        assert!(Ownership::default().deviation(Point::new(0, 0)).abs() < f64::EPSILON);
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
        let found = ownership(&game, Color::Black, 10, 1);
        assert!((found.share(Color::Black, Point::new(0, 0)) - 1.0).abs() < f64::EPSILON);
        assert!(found.share(Color::Black, Point::new(2, 2)).abs() < f64::EPSILON);
    }
}
