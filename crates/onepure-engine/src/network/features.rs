//! The inputs of a network: features of version 1.
//!
//! `docs/network-features.md` lists them plane by plane.

use crate::tactics::{is_catchable, is_free_at_once, is_trapped};
use onepure_rules::board::{Board, Color, PerColor};
use onepure_rules::geometry::{Bitboard, BoardSize, Layout, Point, PointSet};
use onepure_rules::rules::{Articles, Counting, Game, Points, Verdict};
use onepure_rules::simulation::{SimulationPosition, SimulationRoot, Trace, with_position};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The number of planes: sets of points.
pub const PLANES: usize = 24;

// [`Inputs::bits`] has a bit for each plane.
const _: () = assert!(PLANES <= u32::BITS as usize);

/// The number of globals: numbers about the whole game.
pub const GLOBALS: usize = 16;

/// The unit of waiting and quarantined stones: the quota.
const QUOTA: f32 = 180.0;

/// The unit of scores and komi in points, and the limits of the lead and of the komi in this unit.
const POINTS: f32 = 20.0;
const MOST_LEAD: f32 = 3.0;
const MOST_KOMI: f32 = 7.5;

/// The inputs for a position, seen by the mover: the colour to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Inputs<L: Layout> {
    /// The size of the board.
    pub size: BoardSize,
    /// The planes, by [`Plane`].
    pub planes: [Bitboard<L>; PLANES],
    /// The globals, by [`Global`].
    pub globals: [f32; GLOBALS],
}

/// The planes of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plane {
    /// The points of the board.
    Board,
    /// The mover's stones.
    Own,
    /// The opponent's stones.
    Enemy,
    /// The mover's chains with one liberty.
    OwnOneLiberty,
    /// The mover's chains with two liberties.
    OwnTwoLiberties,
    /// The mover's chains with three liberties.
    OwnThreeLiberties,
    /// The opponent's chains with one liberty.
    EnemyOneLiberty,
    /// The opponent's chains with two liberties.
    EnemyTwoLiberties,
    /// The opponent's chains with three liberties.
    EnemyThreeLiberties,
    /// The last placement; empty after a pass.
    Last,
    /// The turn before it.
    SecondLast,
    /// The third last turn.
    ThirdLast,
    /// The fourth last turn.
    FourthLast,
    /// The fifth last turn.
    FifthLast,
    /// The empty points on which the mover may not place, or loses at once.
    Refused,
    /// The empty points on which a placement retires the mover's own chain.
    SelfFill,
    /// The mover's chains that a ladder catches, or that are in atari and cannot escape.
    OwnCaught,
    /// The opponent's chains with two liberties that a ladder catches now.
    EnemyCaught,
    /// The points from which stones of the mover have retired, if others that retire there can go to quarantine.
    OwnRetired,
    /// The points from which stones of the opponent have retired, if others that retire there can go to quarantine.
    EnemyRetired,
    /// The points that count for the mover now.
    OwnPoints,
    /// The points that count for the opponent now.
    EnemyPoints,
    /// The stones in contact with the other colour (article 7).
    Contact,
    /// The points on which a placement captures.
    Captures,
}

/// The globals of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Global {
    /// The komi added to the mover's count, in units of 20 points, from −3 to 3.
    Komi,
    /// 1 if contact is counted.
    Contact,
    /// 1 if territory is counted.
    Territory,
    /// 1 if suicide is legal.
    Suicide,
    /// 1 if lone stones can be immovable.
    Immovability,
    /// 1 if a placement that repeats a position bars its colour.
    Barring,
    /// 1 if a position may not be repeated.
    Superko,
    /// The mover's waiting stones as a fraction of the quota; 1 without a quota.
    OwnWaiting,
    /// The opponent's waiting stones as a fraction of the quota; 1 without a quota.
    EnemyWaiting,
    /// The mover's quarantined stones as a fraction of the quota.
    OwnQuarantined,
    /// The opponent's quarantined stones as a fraction of the quota.
    EnemyQuarantined,
    /// 1 if a pass now ends the game.
    AbstentionEnds,
    /// If a pass now ends the game: 1 if the mover wins, −1 if it loses or both lose, else 0.
    AbstentionWorth,
    /// 1 if the opponent is barred, so that this is the last turn.
    LastTurn,
    /// The lines of the board over 19.
    Lines,
    /// The mover's score lead now, komi included, in units of 20 points, from −3 to 3.
    Score,
}

impl Plane {
    /// All planes, in the order of the inputs.
    pub const ALL: [Self; PLANES] = [
        Self::Board,
        Self::Own,
        Self::Enemy,
        Self::OwnOneLiberty,
        Self::OwnTwoLiberties,
        Self::OwnThreeLiberties,
        Self::EnemyOneLiberty,
        Self::EnemyTwoLiberties,
        Self::EnemyThreeLiberties,
        Self::Last,
        Self::SecondLast,
        Self::ThirdLast,
        Self::FourthLast,
        Self::FifthLast,
        Self::Refused,
        Self::SelfFill,
        Self::OwnCaught,
        Self::EnemyCaught,
        Self::OwnRetired,
        Self::EnemyRetired,
        Self::OwnPoints,
        Self::EnemyPoints,
        Self::Contact,
        Self::Captures,
    ];
}

impl Global {
    /// All globals, in the order of the inputs.
    pub const ALL: [Self; GLOBALS] = [
        Self::Komi,
        Self::Contact,
        Self::Territory,
        Self::Suicide,
        Self::Immovability,
        Self::Barring,
        Self::Superko,
        Self::OwnWaiting,
        Self::EnemyWaiting,
        Self::OwnQuarantined,
        Self::EnemyQuarantined,
        Self::AbstentionEnds,
        Self::AbstentionWorth,
        Self::LastTurn,
        Self::Lines,
        Self::Score,
    ];
}

// The number of a name is its place in the inputs.
const _: () = {
    let mut number = 0;
    while number < PLANES {
        assert!(Plane::ALL[number] as usize == number);
        number += 1;
    }
    number = 0;
    while number < GLOBALS {
        assert!(Global::ALL[number] as usize == number);
        number += 1;
    }
};

impl<L: Layout> Inputs<L> {
    /// The inputs of an empty board, to write into.
    pub fn new(size: BoardSize) -> Self {
        Self { size, planes: [Bitboard::empty(); PLANES], globals: [0.0; GLOBALS] }
    }

    /// The inputs for the current position of a game, with `color` to play. If passes can end the game, no stone counts as dead.
    ///
    /// # Panics
    /// If the layout is too small for the board.
    pub fn of_game(game: &Game, color: Color) -> Self {
        let mut inputs = Inputs::new(game.size());
        let root = SimulationRoot::new(game, color, PointSet::empty());
        with_position!(&root, position => write(&position, &Trace::new(game), &mut inputs));
        inputs
    }

    /// A plane.
    pub fn plane(&self, plane: Plane) -> Bitboard<L> {
        self.planes[plane as usize]
    }

    /// A global.
    pub fn global(&self, global: Global) -> f32 {
        self.globals[global as usize]
    }

    /// A hash of the position with `color` to play, from all inputs but the last turns. So it does not depend on the order of moves, and
    /// finds transpositions.
    pub fn hash_of_position(&self, color: Color) -> u64 {
        let mut hasher = FxHasher::default();
        let (before, after) = (&self.planes[..Plane::Last as usize], &self.planes[Plane::FifthLast as usize + 1..]);
        (color == Color::Black, before, after).hash(&mut hasher);
        self.globals.map(f32::to_bits).hash(&mut hasher);
        hasher.finish()
    }

    /// The planes as an integer for each point, row by row from A1: bit `n` is plane `n`.
    pub fn bits(&self) -> Vec<u32> {
        bits(self.size, &self.planes)
    }

    /// The planes as numbers 0 and 1: plane by plane, and in each row by row from A1.
    pub fn rows(&self) -> Vec<u8> {
        let points: Vec<_> = self.size.points().collect();
        self.planes.iter().flat_map(|plane| points.iter().map(|&point| u8::from(plane.contains(point)))).collect()
    }
}

/// Planes as an integer for each point, row by row from A1: bit `n` is plane `n`.
pub(super) fn bits<L: Layout>(size: BoardSize, planes: &[Bitboard<L>]) -> Vec<u32> {
    let lines = size.lines();
    let mut points = vec![0; lines * lines];
    for (number, plane) in planes.iter().enumerate() {
        for point in *plane {
            points[point.row() * lines + point.column()] |= 1 << number;
        }
    }
    points
}

/// The points of the last five turns as sets, the last one first; empty for a pass.
pub(super) fn last_placements<L: Layout>(trace: &Trace<L>) -> [Bitboard<L>; 5] {
    trace.last_five().map(|point| point.map_or_else(Bitboard::empty, Bitboard::of))
}

/// Writes the features of the position of a simulation.
pub fn write<L: Layout, P: SimulationPosition<L>>(position: &P, trace: &Trace<L>, inputs: &mut Inputs<L>) {
    let board = position.board();
    inputs.size = board.size();
    let points = Points::of(board, Counting::Contact);
    let owned = PerColor::from_fn(|color| {
        if position.articles().counts_contact() {
            points.owned_by(color)
        } else {
            board.stones(color) | points.owned_by(color)
        }
    });
    write_planes(position, trace, &points, &owned, &mut inputs.planes);
    write_globals(position, &owned, &mut inputs.globals);
}

fn write_planes<L: Layout, P: SimulationPosition<L>>(
    position: &P,
    trace: &Trace<L>,
    points: &Points<L>,
    owned: &PerColor<Bitboard<L>>,
    planes: &mut [Bitboard<L>; PLANES],
) {
    let (board, mover) = (position.board(), position.to_play());
    let (own, enemy) = (board.stones(mover), board.stones(!mover));
    let refused = position.refused();
    let self_fills = position.self_fills();
    let ours = weak_chains(board, mover);
    let theirs = weak_chains(board, !mover);
    let last = last_placements(trace);
    let mut set = |plane: Plane, points| planes[plane as usize] = points;
    set(Plane::Board, board.all());
    set(Plane::Own, own);
    set(Plane::Enemy, enemy);
    let [one, two, three] = ours.by_liberties;
    set(Plane::OwnOneLiberty, one);
    set(Plane::OwnTwoLiberties, two);
    set(Plane::OwnThreeLiberties, three);
    let [one, two, three] = theirs.by_liberties;
    set(Plane::EnemyOneLiberty, one);
    set(Plane::EnemyTwoLiberties, two);
    set(Plane::EnemyThreeLiberties, three);
    set(Plane::Last, last[0]);
    set(Plane::SecondLast, last[1]);
    set(Plane::ThirdLast, last[2]);
    set(Plane::FourthLast, last[3]);
    set(Plane::FifthLast, last[4]);
    set(Plane::Refused, refused);
    set(Plane::SelfFill, self_fills);
    set(Plane::OwnCaught, trapped(board, &ours, &theirs) | catchable(board, mover, &ours, &theirs));
    set(Plane::EnemyCaught, catchable(board, !mover, &theirs, &ours));
    set(Plane::OwnRetired, position.retired_points(mover));
    set(Plane::EnemyRetired, position.retired_points(!mover));
    set(Plane::OwnPoints, owned[mover]);
    set(Plane::EnemyPoints, owned[!mover]);
    set(Plane::Contact, (own | enemy) - points.owned_by(mover) - points.owned_by(!mover));
    set(Plane::Captures, theirs.last_liberties - refused - self_fills);
}

/// The chains of a colour with few liberties.
pub(super) struct WeakChains<L: Layout> {
    /// The stones of chains with 1, 2, and 3 liberties.
    pub(super) by_liberties: [Bitboard<L>; 3],
    /// The liberties of chains with one liberty.
    pub(super) last_liberties: Bitboard<L>,
}

/// The chains of `color` with at most three liberties.
pub(super) fn weak_chains<L: Layout>(board: &Board<L>, color: Color) -> WeakChains<L> {
    let mut weak = WeakChains { by_liberties: [Bitboard::empty(); 3], last_liberties: Bitboard::empty() };
    let mut left = board.stones(color);
    while let Some(stone) = left.first() {
        let chain = if board.is_lone(stone) { Bitboard::of(stone) } else { board.chain(stone) };
        left -= chain;
        // A liberty touches at most four stones, so a chain with more pseudo-liberties has more than three liberties.
        if board.pseudo_liberties(stone) > 3 * 4 {
            continue;
        }
        let liberties = chain.neighbours() & board.empty();
        let number = liberties.len();
        if let Some(alike) = weak.by_liberties.get_mut(number.wrapping_sub(1)) {
            *alike |= chain;
        }
        if number == 1 {
            weak.last_liberties |= liberties;
        }
    }
    weak
}

/// The chains with one liberty that cannot escape although it is their turn.
fn trapped<L: Layout>(board: &Board<L>, chains: &WeakChains<L>, enemies: &WeakChains<L>) -> Bitboard<L> {
    those(board, chains.by_liberties[0], |stone| is_trapped(board, stone, enemies.by_liberties[0]))
}

/// The chains of a colour with two liberties that a ladder catches.
fn catchable<L: Layout>(
    board: &Board<L>,
    color: Color,
    chains: &WeakChains<L>,
    enemies: &WeakChains<L>,
) -> Bitboard<L> {
    those(board, chains.by_liberties[1], |stone| {
        !is_free_at_once(board, color, stone) && is_catchable(board, stone, enemies.by_liberties[0])
    })
}

/// The chains for which `holds` is true of one of their stones.
pub(super) fn those<L: Layout>(
    board: &Board<L>,
    chains: Bitboard<L>,
    mut holds: impl FnMut(Point<L>) -> bool,
) -> Bitboard<L> {
    let (mut left, mut found) = (chains, Bitboard::empty());
    while let Some(stone) = left.first() {
        let chain = board.chain(stone);
        left -= chain;
        if holds(stone) {
            found |= chain;
        }
    }
    found
}

fn write_globals<L: Layout, P: SimulationPosition<L>>(
    position: &P,
    owned: &PerColor<Bitboard<L>>,
    globals: &mut [f32; GLOBALS],
) {
    let (board, mover) = (position.board(), position.to_play());
    let articles: &Articles = position.articles();
    let komi_by_area = position.komi_by_area();
    let margin = if articles.tells_territory() {
        let area = |color: Color| owned[color].len() as f64;
        area(Color::Black) - area(Color::White) - komi_by_area
    } else {
        position.count().margin() + articles.komi - komi_by_area
    };
    let of_mover = |of_black: f64| if mover == Color::Black { of_black } else { -of_black } as f32;
    let (komi, ahead) = (of_mover(-komi_by_area), of_mover(margin));
    let within = |points: f32, most: f32| (points / POINTS).clamp(-most, most);
    let waiting = |color| position.waiting_stones(color).map_or(1.0, |waiting| f32::from(waiting) / QUOTA);
    let quarantined = |color| match (articles.quota(), position.waiting_stones(color)) {
        (Some(quota), Some(waiting)) => {
            (f32::from(quota) - f32::from(waiting) - board.stones(color).len() as f32) / QUOTA
        }
        _ => 0.0,
    };
    let outcome = position.outcome_of_abstention();
    let worth = outcome.map_or(0.0, |outcome| match outcome.verdict {
        Verdict::Win(winner, _) if winner == mover => 1.0,
        Verdict::Win(..) | Verdict::BothLose => -1.0,
        Verdict::Draw | Verdict::NoResult => 0.0,
    });
    let flag = |holds: bool| f32::from(u8::from(holds));
    let mut set = |global: Global, number| globals[global as usize] = number;
    set(Global::Komi, within(komi, MOST_KOMI));
    set(Global::Contact, flag(articles.counts_contact()));
    // The network never saw territory: it sees the equivalent position by area (docs/lab/search/network.md, "Territory shown as area").
    set(Global::Territory, 0.0);
    set(Global::Suicide, flag(articles.allows_suicide()));
    set(Global::Immovability, flag(articles.has_immovable_stones()));
    set(Global::Barring, flag(articles.bars_repetition()));
    set(Global::Superko, flag(!articles.bars_repetition() && !articles.has_immovable_stones()));
    set(Global::OwnWaiting, waiting(mover));
    set(Global::EnemyWaiting, waiting(!mover));
    set(Global::OwnQuarantined, quarantined(mover));
    set(Global::EnemyQuarantined, quarantined(!mover));
    set(Global::AbstentionEnds, flag(outcome.is_some()));
    set(Global::AbstentionWorth, worth);
    set(Global::LastTurn, flag(position.barred() == Some(!mover)));
    set(Global::Lines, board.size().lines() as f32 / 19.0);
    set(Global::Score, within(ahead, MOST_LEAD));
}
