//! Points by contact (articles 7 to 9) or by area, and their comparison.

use super::outcome::{Verdict, WonBy};
use super::ruleset::Counting;
use crate::board::{Board, Color, PerColor};
use crate::geometry::{Bitboard, Large, Layout, Point};

/// The area of each colour: its stones, and the empty points that only it reaches.
pub fn areas<L: Layout>(board: &Board<L>) -> PerColor<Bitboard<L>> {
    let reach = PerColor::from_fn(|color| board.reach(color));
    PerColor::from_fn(|color| board.stones(color) | (reach[color] - reach[!color]))
}

/// The points of each colour: by contact, or by area.
///
/// By contact (article 7, 득점) they are the points of the board on contacts (접선) of that colour only. An empty region that touches stones of one colour only belongs to that colour. A stone is a point of its colour
/// unless it is in contact with the other: an enemy stone next to it, or an empty region next to it that an enemy stone
/// touches too. So a colour's points are its area less its stones in contact with the enemy.
///
/// ```text
/// . . # O .      B B . . W      C2, C3 and D2, D3 are in contact; everything behind them counts.
/// . . # O .      B B . . W
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points<L: Layout = Large> {
    owned: PerColor<Bitboard<L>>,
    counting: Counting,
}

impl<L: Layout> Points<L> {
    /// The points of the board as it stands.
    pub fn of(board: &Board<L>, counting: Counting) -> Self {
        let owned = match counting {
            Counting::Contact => Self::without_contact(board),
            Counting::Area => areas(board),
        };
        Self { owned, counting }
    }

    fn without_contact(board: &Board<L>) -> PerColor<Bitboard<L>> {
        let PerColor { black, white } = PerColor::from_fn(|color| board.stones(color));
        let PerColor { black: near_black, white: near_white } = PerColor::from_fn(|color| board.reach(color));
        let shared = (near_black & near_white).neighbours();
        PerColor {
            black: (near_black - near_white) | (black - (shared | white.neighbours())),
            white: (near_white - near_black) | (white - (shared | black.neighbours())),
        }
    }

    /// The points that belong to a colour.
    pub fn owned_by(&self, color: Color) -> Bitboard<L> {
        self.owned[color]
    }

    /// The colour to which a point belongs.
    pub fn owner(&self, point: Point<L>) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.owned[color].contains(point))
    }

    /// The number of points of each colour, to be compared with this lead.
    pub fn count(&self, lead: f64) -> Count {
        Count { points: PerColor::from_fn(|color| self.owned[color].len() as u16), lead, counting: self.counting }
    }
}

/// The numbers of points and the lead with which they are compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Count {
    /// Points of each colour.
    pub points: PerColor<u16>,
    /// Article 8: what moving first is worth.
    pub lead: f64,
    /// What was counted.
    pub counting: Counting,
}

impl Count {
    /// By how many points Black wins; negative where White does. It is the comparison of article 9 ①: Black's points less
    /// White's less the lead. But where exactly one colour has points, in a count by contact, that colour wins by its points
    /// (article 9 ③): the lead makes up for moving first, not for having nothing.
    pub fn margin(&self) -> f64 {
        let ahead = f64::from(self.points.black) - f64::from(self.points.white);
        if self.lacks_points() { ahead } else { ahead - self.lead }
    }

    /// Whether article 9 ③ has something to say: a colour has no point, in a count by contact.
    pub fn lacks_points(&self) -> bool {
        self.counting == Counting::Contact && (self.points.black == 0 || self.points.white == 0)
    }

    /// Article 9: who wins by the margin; without one it is a draw, or both lose because neither has a point.
    pub fn verdict(&self) -> Verdict {
        let margin = self.margin();
        if margin > 0.0 {
            Verdict::Win(Color::Black, WonBy::Points(margin))
        } else if margin < 0.0 {
            Verdict::Win(Color::White, WonBy::Points(-margin))
        } else if self.lacks_points() {
            Verdict::BothLose
        } else {
            Verdict::Draw
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(black: u16, white: u16, lead: f64) -> String {
        Count { points: PerColor { black, white }, lead, counting: Counting::Contact }.verdict().to_string()
    }

    #[test]
    fn by_area_white_may_win_by_the_komi_alone() {
        let verdict = |black, white, lead| {
            Count { points: PerColor { black, white }, lead, counting: Counting::Area }.verdict().to_string()
        };
        assert_eq!(verdict(0, 0, 7.5), "W+7.5");
        assert_eq!(verdict(5, 0, 7.5), "W+2.5");
        assert_eq!(verdict(81, 0, 7.5), "B+73.5");
        assert_eq!(verdict(0, 0, 0.0), "0");
        assert_eq!(verdict(44, 37, 7.0), "0");
    }

    #[test]
    fn article_9() {
        assert_eq!(verdict(74, 66, 7.0), "B+1");
        assert_eq!(verdict(73, 66, 7.0), "0");
        assert_eq!(verdict(72, 66, 7.0), "W+1");
        assert_eq!(verdict(8, 1, 7.0), "0");
        assert_eq!(verdict(1, 6, 7.0), "W+12");
        assert_eq!(verdict(4, 5, 0.0), "W+1");
        assert_eq!(verdict(10, 5, 7.5), "W+2.5");
    }

    #[test]
    fn article_9_3() {
        assert_eq!(verdict(0, 0, 7.0), "Both-lose");
        assert_eq!(verdict(0, 0, 0.0), "Both-lose");
        for lead in [-30.0, -7.0, 0.0, 0.5, 7.0, 30.0] {
            assert_eq!(verdict(7, 0, lead), "B+7");
            assert_eq!(verdict(5, 0, lead), "B+5");
            assert_eq!(verdict(0, 3, lead), "W+3");
        }
    }
}
