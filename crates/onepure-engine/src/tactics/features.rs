//! Features of a placement, for the learned weights.

use super::chains::{Chain, Chains};
use super::distance::{CommonFateDistances, FARTHEST};
use super::ladder::{can_be_caught, can_escape};
use super::pattern::{Pattern, Surroundings};
use arrayvec::ArrayVec;
use onepure_rules::board::{Board, Color, Consequences, Neighbourhood};
use onepure_rules::geometry::{Bitboard, Layout, Point};

/// A feature of a placement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// The 3×3 neighbourhood of the point.
    Around(Neighbourhood),
    /// A larger pattern around the point.
    Pattern(Pattern),
    /// Any other feature; its number is below [`Feature::PLAIN`].
    Plain(u8),
}

/// The features of a placement, at most one of each kind.
pub type Features = ArrayVec<Feature, 20>;

/// The first number of each kind of plain feature.
mod kind {
    /// Capture of 1, 2, or more enemy stones; then the same for captures that save an own chain in atari.
    pub(super) const CAPTURE: u8 = 0;
    /// Extension from atari that escapes, of a lone stone or a longer chain; then the same for one that does not escape.
    pub(super) const EXTENSION: u8 = 6;
    /// Self-atari of 1, 2, or more stones.
    pub(super) const SELF_ATARI: u8 = 10;
    /// Atari on a chain that does not escape, of 1, 2, or more stones; then the same for a chain that escapes.
    pub(super) const ATARI: u8 = 13;
    /// The line from the edge: first to fourth, or further in; then the same without a stone nearby.
    pub(super) const LINE: u8 = 19;
    /// Extension of an own chain from two liberties to three or more.
    pub(super) const RELIEF: u8 = LINE + 2 * LINES;
    /// The distance from the last placement, then from the one before it; then both on a board of 11 lines or more.
    pub(super) const DISTANCE: u8 = RELIEF + 1;
    /// The common-fate-graph distance from the last placement, then from the one before it.
    pub(super) const COMMON_FATE: u8 = DISTANCE + 2 * 2 * super::DISTANCES as u8;
    /// The line from the edge in each quarter of the game, on boards of up to 10 lines; then on those of up to 14, and on larger ones.
    pub(super) const STAGE: u8 = COMMON_FATE + 2 * super::FARTHEST as u8;
    /// Capture of stones that could not escape anyway.
    pub(super) const CAUGHT: u8 = STAGE + 3 * super::STAGES as u8 * LINES;
    /// Capture of the last placement.
    pub(super) const RECAPTURE: u8 = CAUGHT + 1;
    /// Capture of one stone by a stone whose only liberty is then that point: usually a ko.
    pub(super) const KO: u8 = RECAPTURE + 1;
    /// Extension of an own chain in atari next to the last placement, to at most one liberty; then to more.
    pub(super) const RESCUE: u8 = KO + 1;
    /// Placement on a liberty of an own chain next to the last placement that has 2, 3, or 4 liberties; then the same if it gains
    /// liberties.
    pub(super) const ANSWER: u8 = RESCUE + 2;
    /// Atari next to the chain of the last placement; then atari on that chain.
    pub(super) const ATARI_ON_LAST: u8 = ANSWER + 6;
    /// Placement on a liberty of the chain of the last placement, which has 1, 2, 3, 4, or more of them.
    pub(super) const LIBERTY_OF_LAST: u8 = ATARI_ON_LAST + 2;
    /// The number of plain features.
    pub(super) const END: u8 = LIBERTY_OF_LAST + 5;

    /// The number of lines that are distinguished.
    const LINES: u8 = super::LINES as u8;
}

/// The number of distances, which are 2 to 21: the difference in columns, plus that in rows, plus the greater of both.
const DISTANCES: usize = 20;

/// The number of stages of a game, by the fraction of points with stones.
const STAGES: usize = 4;

impl Feature {
    /// The number of plain features.
    pub const PLAIN: usize = kind::END as usize;

    /// Returns whether the feature is self-atari: the placement captures nothing and leaves its chain at most one liberty.
    pub fn is_self_atari(self) -> bool {
        matches!(self, Self::Plain(kind::SELF_ATARI..kind::ATARI))
    }
}

/// The distance within which a point in the open has no stone.
const OPEN_DISTANCE: usize = 3;

/// The number of lines that are distinguished.
const LINES: usize = 5;

/// A position prepared for the features of all its points.
#[derive(Clone, Debug)]
pub struct Situation<'board, L: Layout> {
    board: &'board Board<L>,
    color: Color,
    /// The last placement and the one before it.
    last: [Option<Point<L>>; 2],
    chains: Chains<L>,
    /// The liberties of own chains in atari: of those that escape, then of those that do not; lone stones first, then longer chains.
    extensions: [[Bitboard<L>; 2]; 2],
    /// The enemy chains in atari whose capture saves an own chain.
    threatening: Bitboard<L>,
    /// The points that put enemy chains of 1, 2, or more stones in atari: first ataris that catch the chain, then those that do not.
    ataris: [[Bitboard<L>; 3]; 2],
    /// The liberties of own chains with two liberties.
    short: Bitboard<L>,
    /// The points without a stone nearby.
    open: Bitboard<L>,
    /// The stage of the game, by the fraction of points with stones.
    stage: usize,
    surroundings: Surroundings,
    /// The common-fate-graph distances from the last placement and from the one before it.
    common_fate: [Option<CommonFateDistances<L>>; 2],
    /// The enemy chains in atari that do not escape.
    caught: Bitboard<L>,
    /// The liberties of own chains next to the last placement with 1, 2, 3 and 4 liberties.
    touched: [Bitboard<L>; 4],
    /// The number of liberties of the chain of the last placement, and these liberties.
    of_last: (usize, Bitboard<L>),
}

impl<'board, L: Layout> Situation<'board, L> {
    /// The situation of `color`, which is to move, after the two last placements.
    pub fn new(board: &'board Board<L>, color: Color, last: [Option<Point<L>>; 2]) -> Self {
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let mut near = stones;
        for _ in 0..OPEN_DISTANCE {
            near |= near.neighbours();
        }
        let none = Bitboard::empty();
        let mut situation = Self {
            board,
            color,
            last,
            chains: Chains::of(board),
            extensions: [[none; 2]; 2],
            threatening: none,
            ataris: [[none; 3]; 2],
            short: none,
            open: board.all() - near,
            stage: (STAGES * stones.len() / board.all().len()).min(STAGES - 1),
            surroundings: Surroundings::new(board, color),
            common_fate: last.map(|last| Some(CommonFateDistances::from(board, last?))),
            caught: none,
            touched: [none; 4],
            of_last: (0, none),
        };
        for number in 0..situation.chains.len() {
            let chain = situation.chains[number];
            situation.surroundings.set_liberties(chain.stones, chain.liberties.len());
            situation.add_relation_to_last(chain);
            if chain.color == color {
                situation.add_own_chain(chain);
            } else {
                situation.add_enemy_chain(chain);
            }
        }
        situation
    }

    /// Adds a chain's relation to the last placement.
    fn add_relation_to_last(&mut self, Chain { color, stones, liberties, .. }: Chain<L>) {
        let (Some(last), count) = (self.last[0], liberties.len()) else { return };
        if stones.contains(last) {
            self.of_last = (count, liberties);
        } else if color == self.color
            && let 1..=4 = count
            && !(Bitboard::of(last).neighbours() & stones).is_empty()
        {
            self.touched[count - 1] |= liberties;
        }
    }

    fn add_own_chain(&mut self, Chain { stone, stones, liberties, .. }: Chain<L>) {
        let board = self.board;
        match liberties.len() {
            1 => {
                let escapes = can_escape(board, stone);
                self.extensions[usize::from(!escapes)][usize::from(stones.len() > 1)] |= liberties;
                for beside in stones.neighbours() & board.stones(!self.color) {
                    let chain = self.chains.at(beside);
                    if chain.liberties.len() == 1 {
                        self.threatening |= chain.stones;
                    }
                }
            }
            2 => self.short |= liberties,
            _ => {}
        }
    }

    fn add_enemy_chain(&mut self, Chain { stone, stones, liberties, .. }: Chain<L>) {
        match liberties.len() {
            1 if !can_escape(self.board, stone) => self.caught |= stones,
            2 => {
                let by_stones = stones.len().min(3) - 1;
                let caught = can_be_caught(self.board, stone);
                for point in liberties {
                    let escapes = caught != Some(point);
                    self.ataris[usize::from(escapes)][by_stones].insert(point);
                }
            }
            _ => {}
        }
    }

    /// The features of a placement on an empty point.
    pub fn features(&self, point: Point<L>) -> Features {
        let &Self { board, color, .. } = self;
        let mut features = Features::new();
        let mut add = |number: usize| features.push(Feature::Plain(number as u8));
        let Consequences { captured, liberties } = self.chains.consequences(board, color, point);
        if !captured.is_empty() {
            let saves = !(captured & self.threatening).is_empty();
            add(usize::from(kind::CAPTURE) + captured.len().min(3) - 1 + 3 * usize::from(saves));
            if captured.is_subset(self.caught) {
                add(usize::from(kind::CAUGHT));
            }
            if self.last[0].is_some_and(|last| captured.contains(last)) {
                add(usize::from(kind::RECAPTURE));
            }
            if captured.len() == 1 && liberties == captured {
                add(usize::from(kind::KO));
            }
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
        match number_of(&self.touched) {
            None => {}
            Some(0) => add(usize::from(kind::RESCUE) + usize::from(liberties.len() > 1)),
            Some(number) => {
                let gains = liberties.len() > number + 1;
                add(usize::from(kind::ANSWER) + number - 1 + 3 * usize::from(gains));
            }
        }
        let (count, of_last) = self.of_last;
        let is_of_last = of_last.contains(point);
        if is_of_last {
            add(usize::from(kind::LIBERTY_OF_LAST) + count.min(5) - 1);
        }
        let common_fate = self.common_fate.each_ref().map(|from| from.as_ref().map(|from| from.to(point)));
        if common_fate[0] == Some(1) && number_of(self.ataris.as_flattened()).is_some() {
            add(usize::from(kind::ATARI_ON_LAST) + usize::from(is_of_last && count == 2));
        }
        let lines = board.size().lines();
        let (column, row) = (point.column(), point.row());
        let line = column.min(row).min(lines - 1 - column).min(lines - 1 - row).min(LINES - 1);
        add(usize::from(kind::LINE) + line + if self.open.contains(point) { LINES } else { 0 });
        let (is_large, width) = match lines {
            ..=10 => (0, 0),
            11..=14 => (1, 1),
            _ => (1, 2),
        };
        add(usize::from(kind::STAGE) + line + LINES * (self.stage + STAGES * width));
        for (back, (last, common_fate)) in self.last.iter().zip(common_fate).enumerate() {
            let (Some(last), Some(common_fate)) = (last, common_fate) else { continue };
            let (across, up) = (last.column().abs_diff(column), last.row().abs_diff(row));
            let distance = (across + up + across.max(up)).clamp(2, DISTANCES + 1) - 2;
            add(usize::from(kind::DISTANCE) + distance + DISTANCES * (back + 2 * is_large));
            add(usize::from(kind::COMMON_FATE) + common_fate - 1 + FARTHEST * back);
        }
        features.extend(self.surroundings.patterns(point).map(Feature::Pattern));
        features.push(Feature::Around(board.neighbourhood(color, point)));
        features
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawing::{board, point};
    use super::*;

    fn plain(situation: &Situation<'_, onepure_rules::geometry::Small>, name: &str) -> Vec<u8> {
        let features = situation.features(point(name)).into_iter();
        features.filter_map(|feature| if let Feature::Plain(number) = feature { Some(number) } else { None }).collect()
    }

    #[test]
    fn features_are_found() {
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
        // The two black stones at C3 and C4 are in atari; D3 extends them to E3, the only liberty besides D2's.
        assert_eq!(board.last_liberty(point("C3")), Some(point("D3")));
        let at_d3 = plain(&situation, "D3");
        let extension = kind::EXTENSION + 1;
        assert!(at_d3.contains(&extension) || at_d3.contains(&(extension + 2)), "{at_d3:?}");
        // Two columns away and no row: distance 4, the third of those from 2 on.
        assert!(at_d3.contains(&(kind::DISTANCE + 2)), "{at_d3:?}");
        assert!(at_d3.contains(&(kind::LINE + 2)), "{at_d3:?}");
        // White at D3 captures both.
        let situation = Situation::new(&board, Color::White, last);
        assert!(plain(&situation, "D3").contains(&(kind::CAPTURE + 1)));
        // No stone is near the corner G7, but C5 is at common-fate-graph distance 3 from D7.
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
        // B1 leaves no liberty.
        assert!(plain(&situation, "B1").contains(&(kind::SELF_ATARI + 2)));
        assert!(!plain(&situation, "D5").contains(&(kind::SELF_ATARI)));
    }

    #[test]
    fn every_plain_feature_has_a_number() {
        assert!(kind::END as usize == Feature::PLAIN && kind::LIBERTY_OF_LAST + 5 == kind::END);
        assert_eq!(usize::from(kind::COMMON_FATE - kind::DISTANCE), 4 * DISTANCES);
        assert_eq!(usize::from(kind::STAGE - kind::COMMON_FATE), 2 * FARTHEST);
        assert_eq!(usize::from(kind::CAUGHT - kind::STAGE), 3 * STAGES * LINES);
        assert_eq!(usize::from(kind::RELIEF - kind::LINE), 2 * LINES);
    }

    #[test]
    fn answers_to_the_last_placement_are_noted() {
        // White at D2 has just put the stone at C2 in atari, and touches the two at D3 and E3.
        let board = board(
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . O . O . .
            . . O # # O .
            . O # O . . .
            . . . . . . .",
        );
        let last = [Some(point("D2")), None];
        let situation = Situation::new(&board, Color::Black, last);
        // C1 gives C2 the liberties B1 and D1.
        assert!(plain(&situation, "C1").contains(&(kind::RESCUE + 1)));
        // D3 and E3 have the liberties D4 and E2. At D4 they have D5 and E2: still two.
        assert!(plain(&situation, "D4").contains(&kind::ANSWER));
        // D2 has the liberties D1 and E2: the atari is on it and on no other chain.
        let at_e2 = plain(&situation, "E2");
        assert!(at_e2.contains(&(kind::LIBERTY_OF_LAST + 1)), "{at_e2:?}");
        assert!(at_e2.contains(&(kind::ATARI_ON_LAST + 1)), "{at_e2:?}");
        assert!(!plain(&situation, "G7").iter().any(|&number| number >= kind::CAUGHT));
    }

    #[test]
    fn captures_are_told_apart() {
        // Black at B2 takes the ko stone at B3, which had put A3 in atari. Its only liberty is then B3.
        let board = board(
            "
            . . . . .
            . # . . .
            # O # . .
            O . O . .
            . O . . .",
        );
        let situation = Situation::new(&board, Color::Black, [Some(point("B3")), None]);
        let of_ko = plain(&situation, "B2");
        for expected in [kind::CAPTURE + 3, kind::RECAPTURE, kind::KO] {
            assert!(of_ko.contains(&expected), "{of_ko:?}");
        }
        // White's stone in the corner has only the liberty A1, where it stays in atari.
        let board = super::super::drawing::board(
            "
            . . . . .
            . . . . .
            # . . . .
            O # . . .
            . # . . .",
        );
        let in_corner = plain(&Situation::new(&board, Color::Black, [None; 2]), "A1");
        assert!(in_corner.contains(&kind::CAUGHT) && !in_corner.contains(&kind::RECAPTURE), "{in_corner:?}");
    }

    #[test]
    fn self_ataris_are_known_by_their_features() {
        let board = board(
            "
            O . . . O . .
            . . . . O # O
            O O . . . . O
            # # O . . . .
            # . O . # O .
            . O . . # O .
            O # . . . . .",
        );
        let situation = Situation::new(&board, Color::Black, [None; 2]);
        let is_noted = |at| situation.features(at).into_iter().any(Feature::is_self_atari);
        for at in board.empty() {
            assert_eq!(is_noted(at), super::super::is_self_atari(&board, Color::Black, at), "{at}");
        }
        assert!(is_noted(point("B3")) && !is_noted(point("F7")) && !is_noted(point("B7")));
    }
}
