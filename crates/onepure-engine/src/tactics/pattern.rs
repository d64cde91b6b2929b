//! Patterns around a point, larger than the eight points next to it.

use onepure_rules::board::{Board, Color};
use onepure_rules::geometry::{Bitboard, Layout, Point};

/// The distance of the farthest point of a pattern: the difference in columns, plus that in rows, plus the greater of both. The eight
/// points next to a point have distances 2 and 3.
const FURTHEST: usize = 5;

/// The rows and columns that a pattern extends beyond its point.
const MARGIN: usize = 2;

/// The number of points within the farthest distance.
const PLACES: usize = 20;

/// The points around a point, nearest first, as columns to the right and rows up.
const AROUND: [(isize, isize); PLACES] = around();

/// The number of points within distance 4, and within 5.
const WITHIN: [usize; Reach::COUNT] = [12, PLACES];

/// The cells from a point to the one above it, in [`Surroundings`].
const STRIDE: usize = 32;

/// The lines of the largest board, with the margins beyond its edges.
const HEIGHT: usize = 19 + 2 * MARGIN;

/// The two bits of a place outside the board.
const OUTSIDE: u8 = 3;

/// The reach of a pattern: distance 4 or 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reach(u8);

impl Reach {
    /// The number of reaches.
    pub const COUNT: usize = 2;

    /// All reaches, smallest first.
    pub const ALL: [Self; Self::COUNT] = [Self(0), Self(1)];

    /// The number of the reach, less than [`Reach::COUNT`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The number of points within the reach, without the one in the middle.
    pub fn places(self) -> usize {
        WITHIN[self.index()]
    }
}

/// A pattern around an empty point, seen by the colour to move. The code has two bits for each point, nearest first. From bit 40 on it has
/// two more for each of the four adjacent points: 1 or 2 if the chain there has 1 or 2 liberties, else 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    /// The reach of the pattern.
    pub reach: Reach,
    /// The content of its points.
    pub code: u64,
}

/// The first bit of the liberties of the four adjacent points in a code.
const LIBERTIES: usize = 2 * PLACES;

/// A mask for two bits of each adjacent point.
const NEXT_TO: u64 = 0xff;

impl Pattern {
    /// The pattern with this code; `None` if the code has bits of other points.
    pub fn new(reach: Reach, code: u64) -> Option<Self> {
        let points = (1_u64 << (2 * reach.places())) - 1;
        (code & !(points | NEXT_TO << LIBERTIES) == 0).then_some(Self { reach, code })
    }

    /// The pattern in all eight symmetries; some may be equal.
    pub fn images(self) -> [Self; 8] {
        IMAGES.map(|places| {
            let mut code = 0;
            for (place, &from) in places.iter().enumerate() {
                let from = usize::from(from);
                code |= (self.code >> (2 * from) & 3) << (2 * place);
                if place < 4 {
                    code |= (self.code >> (LIBERTIES + 2 * from) & 3) << (LIBERTIES + 2 * place);
                }
            }
            Self { code, ..self }
        })
    }

    /// The representative of the pattern's images, which have all the same one.
    pub fn canonical(self) -> Self {
        self.images().into_iter().min().unwrap_or(self)
    }
}

/// The points around a point, by distance, then row by row.
const fn around() -> [(isize, isize); PLACES] {
    let mut places = [(0, 0); PLACES];
    let (mut found, mut distance) = (0, 2);
    while distance <= FURTHEST {
        let mut number = 0;
        while number < 25 {
            let (across, up) = (number % 5 - 2, number / 5 - 2);
            if distance_of(across, up) == distance {
                places[found] = (across, up);
                found += 1;
            }
            number += 1;
        }
        distance += 1;
    }
    places
}

const fn distance_of(across: isize, up: isize) -> usize {
    let (across, up) = (across.unsigned_abs(), up.unsigned_abs());
    across + up + if across > up { across } else { up }
}

/// For each image, the place from which each place comes.
const IMAGES: [[u8; PLACES]; 8] = images();

const fn images() -> [[u8; PLACES]; 8] {
    let mut images = [[0; PLACES]; 8];
    let mut image = 0;
    while image < 8 {
        let mut place = 0;
        while place < PLACES {
            let (mut across, mut up) = AROUND[place];
            if image & 1 != 0 {
                across = -across;
            }
            if image & 2 != 0 {
                up = -up;
            }
            if image & 4 != 0 {
                (across, up) = (up, across);
            }
            let mut from = 0;
            while AROUND[from].0 != across || AROUND[from].1 != up {
                from += 1;
            }
            images[image][place] = from as u8;
            place += 1;
        }
        image += 1;
    }
    images
}

/// The content of each point of a board and its margins, seen by one colour.
#[derive(Clone, Debug)]
pub(super) struct Surroundings {
    /// Two bits for the content, as in a [`Pattern`], and above them two for the liberties.
    cells: [u8; STRIDE * HEIGHT],
}

impl Surroundings {
    /// The surroundings on a board, seen by `color`.
    pub(super) fn new<L: Layout>(board: &Board<L>, color: Color) -> Self {
        let mut surroundings = Self { cells: [OUTSIDE; STRIDE * HEIGHT] };
        for (set, code) in [(board.empty(), 0), (board.stones(color), 1), (board.stones(!color), 2)] {
            for point in set {
                surroundings.cells[Self::cell(point)] = code;
            }
        }
        surroundings
    }

    /// Records the number of liberties of a chain.
    pub(super) fn set_liberties<L: Layout>(&mut self, chain: Bitboard<L>, liberties: usize) {
        if let 1 | 2 = liberties {
            for stone in chain {
                self.cells[Self::cell(stone)] |= (liberties as u8) << 2;
            }
        }
    }

    fn cell<L: Layout>(point: Point<L>) -> usize {
        (point.row() + MARGIN) * STRIDE + point.column() + MARGIN
    }

    /// The patterns around an empty point, smallest reach first.
    pub(super) fn patterns<L: Layout>(&self, point: Point<L>) -> [Pattern; Reach::COUNT] {
        let middle = Self::cell(point);
        let mut code = 0;
        for (place, (across, up)) in AROUND.into_iter().enumerate() {
            let cell = self.cells[middle.wrapping_add_signed(across + up * STRIDE as isize)];
            code |= u64::from(cell & 3) << (2 * place);
            if place < 4 {
                code |= u64::from(cell >> 2) << (LIBERTIES + 2 * place);
            }
        }
        Reach::ALL.map(|reach| {
            let points = (1 << (2 * reach.places())) - 1;
            Pattern { reach, code: code & (points | NEXT_TO << LIBERTIES) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawing::{board, point};
    use super::*;
    use onepure_rules::geometry::{Large, Symmetry};
    use std::collections::BTreeSet;

    /// The surroundings seen by Black, with the liberties of all chains.
    fn surroundings<L: Layout>(board: &Board<L>) -> Surroundings {
        let mut surroundings = Surroundings::new(board, Color::Black);
        for stone in board.all() - board.empty() {
            // Each stone by itself, whichever chain it belongs to.
            let count = board.liberties(stone).len();
            surroundings.set_liberties(Bitboard::of(stone), count);
        }
        surroundings
    }

    const DRAWING: &str = "
        . . . . . . .
        . . # O . . .
        . . O # . . .
        . O # . O . .
        . . . # . . .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn places_are_in_the_order_of_their_distances() {
        let distances = AROUND.map(|(across, up)| distance_of(across, up));
        assert!(distances.is_sorted());
        assert_eq!(distances[..4], [2; 4]);
        for (reach, furthest) in Reach::ALL.into_iter().zip(4..) {
            assert_eq!(distances.iter().filter(|&&distance| distance <= furthest).count(), reach.places());
        }
        assert_eq!(AROUND.iter().collect::<BTreeSet<_>>().len(), PLACES);
    }

    #[test]
    fn a_pattern_tells_what_lies_around() {
        let board = board(DRAWING);
        let [small, large] = surroundings(&board).patterns(point("D4"));
        // The content of each point is that of the board.
        for (place, (across, up)) in AROUND.into_iter().enumerate() {
            let at = Point::new(3_usize.wrapping_add_signed(across), 3_usize.wrapping_add_signed(up));
            let expected = match board.stone(at) {
                None => 0,
                Some(Color::Black) => 1,
                Some(Color::White) => 2,
            };
            assert_eq!(large.code >> (2 * place) & 3, expected, "{at}");
            assert_eq!(small.code >> (2 * place) & 3, if place < small.reach.places() { expected } else { 0 }, "{at}");
        }
        // A chain with one or two liberties has that number, one with more has 0.
        let liberties = |at: &str| {
            let place = AROUND.iter().position(|&(across, up)| {
                point(at) == Point::new(3_usize.wrapping_add_signed(across), 3_usize.wrapping_add_signed(up))
            });
            place.map(|place| large.code >> (LIBERTIES + 2 * place) & 3)
        };
        for at in ["C4", "D5", "E4", "D3"] {
            let count = board.liberties(point(at)).len() as u64;
            assert_eq!(liberties(at), Some(if count > 2 { 0 } else { count }), "{at}");
        }
        assert!(["C4", "D5", "E4", "D3"].iter().any(|at| liberties(at) == Some(2)));
        // Points beyond the edge.
        let [corner, _] = surroundings(&board).patterns(point("A1"));
        let outside = (0..corner.reach.places()).filter(|place| corner.code >> (2 * place) & 3 == u64::from(OUTSIDE));
        assert_eq!(outside.count(), 7);
    }

    #[test]
    fn images_are_what_is_seen_on_a_turned_board() {
        let board = board(DRAWING);
        let at = point("D4");
        let patterns = surroundings(&board).patterns(at);
        let mut seen = [BTreeSet::new(), BTreeSet::new()];
        for symmetry in Symmetry::ALL {
            let mut turned = Board::new(board.size());
            for stone in board.all() - board.empty() {
                turned.put(board.stone(stone).expect("a stone"), symmetry.apply(board.size(), stone));
            }
            for pattern in surroundings(&turned).patterns(symmetry.apply(board.size(), at)) {
                seen[pattern.reach.index()].insert(pattern);
            }
        }
        for (pattern, seen) in patterns.into_iter().zip(seen) {
            assert_eq!(pattern.images().into_iter().collect::<BTreeSet<_>>(), seen);
            assert_eq!(seen.len(), 8);
            assert!(seen.iter().all(|image| image.canonical() == pattern.canonical()));
            assert_eq!(Pattern::new(pattern.reach, pattern.code), Some(pattern));
        }
    }

    #[test]
    fn codes_of_no_pattern_are_refused() {
        let [small, large] = Reach::ALL;
        assert_eq!(Pattern::new(small, 1 << (2 * small.places())), None);
        assert!(Pattern::new(large, 1 << (2 * small.places())).is_some());
        assert_eq!(Pattern::new(large, 1 << (LIBERTIES + 8)), None);
    }

    #[test]
    fn the_largest_board_fits() {
        let board = Board::<Large>::new(onepure_rules::geometry::BoardSize::new(19).expect("19 lines"));
        let [corner, _] = Surroundings::new(&board, Color::White).patterns(Point::<Large>::new(18, 18));
        let [middle, _] = Surroundings::new(&board, Color::White).patterns(Point::<Large>::new(9, 9));
        assert!(corner.code != 0 && middle.code == 0);
    }
}
