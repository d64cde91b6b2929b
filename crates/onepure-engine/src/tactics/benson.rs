//! Unconditional life (Benson, "Life in the Game of Go", 1976).

use onepure_rules::board::{Board, Color};
use onepure_rules::geometry::{Bitboard, Layout, Point};
use onepure_rules::rules::Suicide;

/// The unconditionally alive chains of a colour, with what they settle.
#[derive(Clone, Debug)]
pub struct UnconditionalLife<L: Layout> {
    chains: Vec<Bitboard<L>>,
    /// The regions without a stone of the colour that only these chains touch.
    regions: Vec<Bitboard<L>>,
    /// The points that are empty or may become so.
    empty: Bitboard<L>,
}

impl<L: Layout> UnconditionalLife<L> {
    /// Finds the chains that the opponent cannot take even if their colour always passes.
    pub fn of(board: &Board<L>, color: Color, suicide: Suicide) -> Self {
        Self::within(board, Bitboard::empty(), color, suicide)
    }

    /// The same on a part of a board whose points in `edge` touch others: a region that leads there has no bounds.
    fn within(board: &Board<L>, edge: Bitboard<L>, color: Color, suicide: Suicide) -> Self {
        let stones = board.stones(color);
        let empty = to_be_filled(board, suicide);
        let (chains, mut regions) = (parts(stones), parts(board.all() - stones));
        regions.retain(|&region| (region & edge).is_empty());
        let mut life = Self { chains, regions, empty };
        loop {
            let before = (life.chains.len(), life.regions.len());
            let Self { chains, regions, empty } = &mut life;
            chains.retain(|&chain| regions.iter().filter(|&&region| is_vital(region, chain, *empty)).count() >= 2);
            let kept = life.stones();
            life.regions.retain(|region| (region.neighbours() & stones).is_subset(kept));
            if (life.chains.len(), life.regions.len()) == before {
                return life;
            }
        }
    }

    /// The stones of the chains.
    pub fn stones(&self) -> Bitboard<L> {
        self.chains.iter().fold(Bitboard::empty(), |stones, &chain| stones | chain)
    }

    /// The regions that a program which lifts dead stones by itself counts for `color`, with the enemy stones in them: all bounded by these
    /// chains alone, and with no enemy stone, or with at most one point away from the colour's stones. The second kind has no room for
    /// two eyes (`Board::calculateArea` of KataGo).
    pub fn territory(&self, board: &Board<L>, color: Color) -> Bitboard<L> {
        let (beside, enemies) = (board.stones(color).neighbours(), board.stones(!color));
        let is_owned = |region: &Bitboard<L>| {
            let is_walled = !(region.neighbours() & board.stones(color)).is_empty();
            let is_open = !(*region & board.empty()).is_empty();
            is_walled && is_open && ((*region & enemies).is_empty() || (*region - beside).len() <= 1)
        };
        self.regions.iter().copied().filter(is_owned).fold(Bitboard::empty(), |points, region| points | region)
    }

    /// The points in which the opponent cannot live: the regions that are vital to a chain. The chain can fill all their empty points, and
    /// the last stone takes what the opponent has there.
    pub fn barren(&self) -> Bitboard<L> {
        let is_barren = |region: &Bitboard<L>| self.chains.iter().any(|&chain| is_vital(*region, chain, self.empty));
        self.regions.iter().copied().filter(is_barren).fold(Bitboard::empty(), |points, region| points | region)
    }
}

/// Returns whether the chain on a point is unconditionally alive. The points in `edge` touch others that are not on the board.
pub fn is_unconditionally_alive<L: Layout>(
    board: &Board<L>,
    edge: Bitboard<L>,
    suicide: Suicide,
    target: Point<L>,
) -> bool {
    let Some(color) = board.stone(target) else { return false };
    // Most chains of a search have fewer than two vital regions, which is seen without those of other chains.
    let (chain, others) = (board.chain(target), board.all() - board.stones(color));
    let empty = to_be_filled(board, suicide);
    let (mut beside, mut vital) = (chain.neighbours() & others, 0);
    while let Some(point) = beside.first() {
        let region = Bitboard::of(point).flood_within(others);
        beside -= region;
        vital += usize::from((region & edge).is_empty() && is_vital(region, chain, empty));
    }
    vital >= 2 && UnconditionalLife::within(board, edge, color, suicide).stones().contains(target)
}

/// The points that are empty or may become so while the other colour passes. Where suicide is legal, these are also the points of stones: by a suicide a
/// colour empties its part of an eye, and could then make an eye of its own on a point that the wall does not touch.
fn to_be_filled<L: Layout>(board: &Board<L>, suicide: Suicide) -> Bitboard<L> {
    if suicide == Suicide::Forbidden { board.empty() } else { board.all() }
}

/// Returns whether a region is vital to a chain: all its empty points are liberties of the chain.
fn is_vital<L: Layout>(region: Bitboard<L>, chain: Bitboard<L>, empty: Bitboard<L>) -> bool {
    (region & empty).is_subset(chain.neighbours())
}

/// The connected parts of a set.
fn parts<L: Layout>(mut rest: Bitboard<L>) -> Vec<Bitboard<L>> {
    let mut parts = Vec::new();
    while let Some(point) = rest.first() {
        let part = Bitboard::of(point).flood_within(rest);
        rest -= part;
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::board::{Color, Position};
    use onepure_rules::geometry::{BoardSize, Small};
    use onepure_rules::random::Randomness;

    #[test]
    fn two_eyes_live_and_a_false_eye_does_not() {
        for (rows, suicide, expected) in [
            ([".#.##", "#####", "OOOOO", ".....", "....."], Suicide::Allowed, true),
            ([".#..#", "#####", "OOOOO", ".....", "....."], Suicide::Allowed, true),
            ([".....", "#####", "OOOOO", ".....", "....."], Suicide::Forbidden, false),
            // The chain at E5 dies, and the eye at D5 with it.
            ([".##.#", "###O.", "OOOOO", ".....", "....."], Suicide::Forbidden, false),
            // White could fill the eye in the corner by a suicide, and then make an eye at E5 by another stone there.
            ([".#.OO", "##...", "#####", "OOOOO", "....."], Suicide::Forbidden, true),
            ([".#.OO", "##...", "#####", "OOOOO", "....."], Suicide::OfTwoOrMore, false),
            ([".#.OO", "##...", "#####", "OOOOO", "....."], Suicide::Allowed, false),
        ] {
            let size = BoardSize::new(5).expect("5 lines");
            let mut position = Position::<Small>::default();
            for point in size.points::<Small>() {
                match rows[4 - point.row()].as_bytes()[point.column()] {
                    b'#' => position.stones.black.insert(point),
                    b'O' => position.stones.white.insert(point),
                    _ => {}
                }
            }
            let board = Board::from_position(size, &position);
            assert_eq!(
                is_unconditionally_alive(&board, Bitboard::empty(), suicide, Point::new(0, 3)),
                expected,
                "{rows:?}"
            );
            assert_eq!(board.stone(Point::new(0, 3)), Some(Color::Black));
        }
    }

    #[test]
    fn one_chain_is_judged_as_all_together_are() {
        let size = BoardSize::new(5).expect("5 lines");
        let mut randomness = Randomness::new(7, 0);
        let (mut alive, mut barren) = (0, 0);
        for _ in 0..2_000 {
            // One colour in most places, so that some chains live.
            let mut position = Position::<Small>::default();
            for point in size.points::<Small>() {
                match randomness.below(20) {
                    0..=13 => position.stones.black.insert(point),
                    14 => position.stones.white.insert(point),
                    _ => {}
                }
            }
            let board = Board::from_position(size, &position);
            let stones = board.all() - board.empty();
            if stones.into_iter().any(|stone| board.liberties(stone).is_empty()) {
                continue;
            }
            for color in Color::BOTH {
                let life = UnconditionalLife::of(&board, color, Suicide::Forbidden);
                for stone in board.stones(color) {
                    assert_eq!(
                        is_unconditionally_alive(&board, Bitboard::empty(), Suicide::Forbidden, stone),
                        life.stones().contains(stone),
                        "{board:?}"
                    );
                }
                alive += life.stones().len();
                let inside = life.barren() & board.stones(!color);
                assert!(
                    (inside & UnconditionalLife::of(&board, !color, Suicide::Forbidden).stones()).is_empty(),
                    "{board:?}"
                );
                barren += inside.len();
            }
        }
        assert!(alive > 1_000 && barren > 20, "{alive} stones alive, {barren} without room");
    }
}
