//! Ownership: who holds each point at the end.

use crate::playout::{Policy, play_on};
use onepure_rules::board::{Board, Color, PerColor};
use onepure_rules::geometry::{BoardSize, Large, Layout, PerPoint, Point, PointSet, with_layout};
use onepure_rules::random::Randomness;
use onepure_rules::rules::{Fraction, Game, Move, areas};
use onepure_rules::simulation::{SimulationPosition, SimulationRoot, Trace, with_position};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use web_time::Instant;

/// How often each colour held each point at the end of simulations, or is expected to hold it: by a stone there, or by surrounding it with
/// its own stones only. Also the points of each colour as the rules count them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "OwnershipNumbers", into = "OwnershipNumbers")]
pub struct Ownership {
    /// The sum of the recorded weights; a playout has weight 1.
    weight: f64,
    held: PerColor<PerPoint<Large, f64>>,
    points: PerColor<f64>,
}

/// The serialized form of [`Ownership`].
#[derive(Serialize, Deserialize)]
struct OwnershipNumbers {
    weight: f64,
    /// The weights by the name of the point, without zeros.
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
    /// Ignores names that are not points.
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
    /// An empty record.
    fn default() -> Self {
        Self { weight: 0.0, held: PerColor::from_fn(|_| PerPoint::filled(0.0)), points: PerColor::default() }
    }
}

/// The fraction of playouts from which on a result is certain.
const CERTAIN: f64 = 0.8;

/// The largest eye space that may leave a group with one eye. A larger space has room for two eyes.
const LARGEST_EYE: usize = 3;

impl Ownership {
    /// The fraction of simulations in which `color` held the point at the end.
    pub fn share(&self, color: Color, point: Point) -> f64 {
        if self.weight > 0.0 { self.held[color][point] / self.weight } else { 0.0 }
    }

    /// The points that `color` held at the end in at least this fraction of playouts.
    pub fn points_held(&self, game: &Game, color: Color, share: f64) -> PointSet {
        game.size().points().filter(|&point| self.share(color, point) >= share).collect()
    }

    /// The fraction of Black less that of White, from -1 to 1.
    pub fn balance(&self, point: Point) -> f64 {
        self.share(Color::Black, point) - self.share(Color::White, point)
    }

    /// The standard deviation of the owner over the simulations, from 0 to 1. Black counts 1, White -1, nobody 0.
    pub fn deviation(&self, point: Point) -> f64 {
        let held = self.share(Color::Black, point) + self.share(Color::White, point);
        (held - self.balance(point).powi(2)).max(0.0).sqrt()
    }

    /// The mean points of each colour at the end, as the rules count them. If stones in contact are no points, that is less than it held.
    pub fn points(&self) -> PerColor<f64> {
        PerColor::from_fn(|color| if self.weight > 0.0 { self.points[color] / self.weight } else { 0.0 })
    }

    /// Records the owner of each point and the points of each colour on a finished board.
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

    /// Records the expected owner of each point with this weight: 1 for `color`, -1 for the other colour.
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

    /// Adds another record.
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

    /// The dead stones: the chains whose points the other colour is certain to hold.
    pub fn dead_stones(&self, game: &Game) -> PointSet {
        chains_where(game.board(), |color, chain| self.is_certain(!color, chain))
    }

    /// The stones that are rather dead than alive: the chains whose points the other colour holds more often.
    pub(crate) fn probably_dead_stones(&self, game: &Game) -> PointSet {
        chains_where(game.board(), |color, chain| {
            let balance: f64 = chain.iter().map(|point| self.share(!color, point) - self.share(color, point)).sum();
            balance > 0.0
        })
    }

    /// The stones in seki. Their colour is certain to hold their points, although, without the dead stones, their group shares a liberty
    /// with the other colour and has no room for two eyes.
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

    /// The unsettled stones: the chains whose points neither colour holds in this fraction of playouts, on average over the chain.
    pub fn stones_unclear(&self, game: &Game, share: f64) -> PointSet {
        chains_where(game.board(), |_, chain| !Color::BOTH.into_iter().any(|color| self.holds(color, chain, share)))
    }

    /// Returns whether a colour is certain to hold these points, on average over them.
    pub fn is_certain(&self, color: Color, points: PointSet) -> bool {
        self.holds(color, points, CERTAIN)
    }

    /// Returns whether a colour held these points in at least this fraction of playouts, on average over them.
    fn holds(&self, color: Color, points: PointSet, share: f64) -> bool {
        let shares: f64 = points.iter().map(|point| self.share(color, point)).sum();
        shares >= share * points.len() as f64
    }
}

/// The ownership recorded by one thread of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Tally {
    /// Over all simulations.
    pub(super) all: Ownership,
    /// Over the simulations that began with each move; empty if [`SearchSpec::moves_ownership`](super::SearchSpec::moves_ownership) is off.
    pub(super) moves: HashMap<Move, Ownership>,
}

impl Tally {
    /// Records a simulation, in total and for its first move, if it has one.
    pub(super) fn record(&mut self, first: Option<Move>, record: impl Fn(&mut Ownership)) {
        record(&mut self.all);
        if let Some(first) = first {
            record(self.moves.entry(first).or_default());
        }
    }

    /// Adds the record of another thread.
    pub(super) fn absorb(&mut self, other: &Self) {
        self.all.absorb(&other.all);
        for (&first, ownership) in &other.moves {
            self.moves.entry(first).or_default().absorb(ownership);
        }
    }
}

/// The stones of all chains for which `holds` is true.
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

/// The group of a chain: all chains of its colour that are connected with it through points that only this colour reaches. Also returns
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

/// The ownership after `playouts` playouts of a game, with `color` to play first.
pub fn ownership(game: &Game, color: Color, playouts: u32, seed: u64) -> Ownership {
    play_out(game, color, playouts, seed, None)
}

/// The ownership after up to `most` playouts of a game before the moment `until`, with `color` to play first. `None` if there was time for
/// fewer than `least`.
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
        // Black lives on the right half of a 7×7 board, White on the left. A white stone is dead in Black's area.
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

        // The less certain the owner of a point, the larger its deviation.
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
