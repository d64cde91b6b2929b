//! What is noteworthy of a placement, so that learned weights can say how likely a good player makes it.

use super::consequences::Consequences;
use super::ladder::{can_be_caught, can_escape};
use crate::board::{Board, Color, Neighbourhood};
use crate::geometry::{Bitboard, Layout, Point};
use arrayvec::ArrayVec;

/// Something noteworthy of a placement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// What lies around the point.
    Around(Neighbourhood),
    /// Anything else: its number is below [`Feature::PLAIN`].
    Plain(u8),
}

/// The features of a placement: one of each kind at most.
pub type Features = ArrayVec<Feature, 10>;

/// The first numbers of the kinds of plain features.
mod kind {
    /// Enemy stones captured: one, two, more; then the same where they hold an own chain in atari.
    pub(super) const CAPTURE: u8 = 0;
    /// An own chain in atari extended: a lone stone or more, that escapes; the same, that does not.
    pub(super) const EXTENSION: u8 = 6;
    /// Self-atari of one stone, two, more.
    pub(super) const SELF_ATARI: u8 = 10;
    /// Atari to a chain that does not escape: a lone stone, two, more; then the same to one that does.
    pub(super) const ATARI: u8 = 13;
    /// The line from the edge: first, second, third, fourth, further in; then the same with no stone near.
    pub(super) const LINE: u8 = 19;
    /// The distance from the last placement, and from the one before it.
    pub(super) const DISTANCE: u8 = 29;
    /// An own chain that comes from two liberties to three or more.
    pub(super) const RELIEF: u8 = 29 + 2 * super::DISTANCES as u8;
    /// The number of plain features.
    pub(super) const END: u8 = RELIEF + 1;
}

/// Distances from 2 to 17: the difference in columns, the difference in rows, and the greater of both, added.
const DISTANCES: usize = 16;

impl Feature {
    /// The number of plain features.
    pub const PLAIN: usize = kind::END as usize;
}

/// Points with no stone so near are in the open.
const OPEN_DISTANCE: usize = 3;

/// Lines that are told apart.
const LINES: usize = 5;

/// A position, looked at once for all its points.
#[derive(Clone, Debug)]
pub struct Situation<'board, L: Layout> {
    board: &'board Board<L>,
    color: Color,
    /// The last placement and the one before it.
    last: [Option<Point<L>>; 2],
    /// Liberties of own chains in atari that escape, and of those that do not, with a stone or more.
    extensions: [[Bitboard<L>; 2]; 2],
    /// Enemy chains of which the capture saves an own chain.
    threatening: Bitboard<L>,
    /// Where enemy chains of one stone, two, more come into an atari: from which they do not escape, and from which they do.
    ataris: [[Bitboard<L>; 3]; 2],
    /// Liberties of own chains that have two.
    short: Bitboard<L>,
    /// Points without a stone near.
    open: Bitboard<L>,
}

impl<'board, L: Layout> Situation<'board, L> {
    /// The situation of `color`, which is about to move, after these last placements.
    pub fn new(board: &'board Board<L>, color: Color, last: [Option<Point<L>>; 2]) -> Self {
        let mut near = board.stones(Color::Black) | board.stones(Color::White);
        for _ in 0..OPEN_DISTANCE {
            near |= near.neighbours();
        }
        let none = Bitboard::empty();
        let mut situation = Self {
            board,
            color,
            last,
            extensions: [[none; 2]; 2],
            threatening: none,
            ataris: [[none; 3]; 2],
            short: none,
            open: board.all() - near,
        };
        for side in Color::BOTH {
            let mut left = board.stones(side);
            while let Some(stone) = left.first() {
                let chain = board.chain(stone);
                left -= chain;
                if side == color {
                    situation.look_at_own(stone, chain);
                } else {
                    situation.look_at_enemy(stone, chain);
                }
            }
        }
        situation
    }

    fn look_at_own(&mut self, stone: Point<L>, chain: Bitboard<L>) {
        let board = self.board;
        if let Some(liberty) = board.last_liberty(stone) {
            let escapes = can_escape(board, stone);
            self.extensions[usize::from(!escapes)][usize::from(chain.len() > 1)].insert(liberty);
            for beside in chain.neighbours() & board.stones(!self.color) {
                if board.last_liberty(beside).is_some() {
                    self.threatening |= board.chain(beside);
                }
            }
        } else if let Some(two) = board.two_liberties(stone) {
            self.short |= two.into_iter().collect();
        }
    }

    fn look_at_enemy(&mut self, stone: Point<L>, chain: Bitboard<L>) {
        let Some(two) = self.board.two_liberties(stone) else { return };
        let by_stones = chain.len().min(3) - 1;
        let caught = can_be_caught(self.board, stone);
        for point in two {
            let escapes = caught != Some(point);
            self.ataris[usize::from(escapes)][by_stones].insert(point);
        }
    }

    /// What is noteworthy of a placement on an empty point.
    pub fn features(&self, point: Point<L>) -> Features {
        let Self { board, color, .. } = *self;
        let mut features = Features::new();
        let mut add = |number: usize| features.push(Feature::Plain(number as u8));
        let Consequences { captured, liberties } = Consequences::of(board, color, point);
        if !captured.is_empty() {
            let saves = !(captured & self.threatening).is_empty();
            add(usize::from(kind::CAPTURE) + captured.len().min(3) - 1 + 3 * usize::from(saves));
        } else if liberties.len() < 2 {
            let chain = Bitboard::of(point).flood_within(board.stones(color) | Bitboard::of(point));
            add(usize::from(kind::SELF_ATARI) + chain.len().min(3) - 1);
        }
        let number_of = |sets: &[Bitboard<L>]| sets.iter().rposition(|set| set.contains(point));
        if let Some(number) = number_of(self.extensions.as_flattened()) {
            add(usize::from(kind::EXTENSION) + number);
        }
        if let Some(number) = number_of(&self.ataris[0]).or_else(|| number_of(&self.ataris[1]).map(|number| number + 3))
        {
            add(usize::from(kind::ATARI) + number);
        }
        if self.short.contains(point) && liberties.len() > 2 {
            add(usize::from(kind::RELIEF));
        }
        let lines = board.size().lines();
        let (column, row) = (point.column(), point.row());
        let line = column.min(row).min(lines - 1 - column).min(lines - 1 - row).min(LINES - 1);
        add(usize::from(kind::LINE) + line + if self.open.contains(point) { LINES } else { 0 });
        for (kind, last) in self.last.iter().enumerate() {
            let Some(last) = last else { continue };
            let (across, up) = (last.column().abs_diff(column), last.row().abs_diff(row));
            let distance = (across + up + across.max(up)).clamp(2, DISTANCES + 1) - 2;
            add(usize::from(kind::DISTANCE) + DISTANCES * kind + distance);
        }
        features.push(Feature::Around(board.neighbourhood(color, point)));
        features
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawing::{board, point};
    use super::*;

    fn plain(situation: &Situation<'_, crate::geometry::Small>, name: &str) -> Vec<u8> {
        let features = situation.features(point(name)).into_iter();
        features.filter_map(|feature| if let Feature::Plain(number) = feature { Some(number) } else { None }).collect()
    }

    #[test]
    fn what_is_noteworthy_is_noted() {
        let board = board(
            "
            . . . . . . .
            . . . . . . .
            . . O . . . .
            . O # O . . .
            . O # . . . .
            . . O # . . .
            . . . . . . .",
        );
        let last = [Some(point("B3")), None];
        let situation = Situation::new(&board, Color::Black, last);
        // The two black stones at C3 and C4 are in atari; D3 extends them to the liberties E3 and no other beside D2's.
        assert_eq!(board.last_liberty(point("C3")), Some(point("D3")));
        let at_d3 = plain(&situation, "D3");
        let extension = kind::EXTENSION + 1;
        assert!(at_d3.contains(&extension) || at_d3.contains(&(extension + 2)), "{at_d3:?}");
        // Two columns away, no rows: a distance of four, the third of those that begin with two.
        assert!(at_d3.contains(&(kind::DISTANCE + 2)), "{at_d3:?}");
        assert!(at_d3.contains(&(kind::LINE + 2)), "{at_d3:?}");
        // White at D3 captures both.
        let situation = Situation::new(&board, Color::White, last);
        assert!(plain(&situation, "D3").contains(&(kind::CAPTURE + 1)));
        // Nothing is near the corner G7, but C5 is three steps from D7.
        assert!(plain(&situation, "G7").contains(&(kind::LINE + LINES as u8)));
        assert!(plain(&situation, "D7").contains(&kind::LINE));
    }

    #[test]
    fn a_self_atari_is_noted_by_its_size() {
        let board = board(
            "
            . . . . .
            . . . . .
            O O . . .
            # # O . .
            # . O . .",
        );
        let situation = Situation::new(&board, Color::Black, [None; 2]);
        // B1 leaves no liberty at all.
        assert!(plain(&situation, "B1").contains(&(kind::SELF_ATARI + 2)));
        assert!(!plain(&situation, "D5").contains(&(kind::SELF_ATARI)));
    }

    #[test]
    fn every_plain_feature_has_a_number() {
        assert!(kind::END as usize == Feature::PLAIN && kind::RELIEF + 1 == kind::END);
        assert_eq!(usize::from(kind::RELIEF - kind::DISTANCE), 2 * DISTANCES);
        assert_eq!(usize::from(kind::DISTANCE - kind::LINE), 2 * LINES);
    }
}
