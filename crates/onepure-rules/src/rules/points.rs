//! Points by contact (articles 7 to 9), area or territory, and their comparison.

use super::fraction::Fraction;
use super::ledger::Ledger;
use super::neutral::Neutral;
use super::ruleset::{Counting, Sharing, Tax};
use super::verdict::{Verdict, WonBy};
use crate::board::{Board, Color, PerColor};
use crate::geometry::{Bitboard, Large, Layout, Point};

/// The area of each colour: its stones, and the empty points that it alone reaches.
pub fn areas<L: Layout>(board: &Board<L>) -> PerColor<Bitboard<L>> {
    let reach = PerColor::from_fn(|color| board.reach(color));
    PerColor::from_fn(|color| board.stones(color) | (reach[color] - reach[!color]))
}

/// The points of each colour, by contact, area or territory.
///
/// By contact (article 7, 득점) a point belongs to a colour if it has contacts (접선) of that colour only. So an empty
/// region belongs to the only colour whose stones it touches. A stone is a point of its colour unless it is in contact
/// with the other: an adjacent enemy stone, or an adjacent empty region that also touches an enemy stone. In sum: area
/// less the stones in contact with the enemy.
///
/// ```text
/// . . # O .      B B . . W      C1, C2 and D1, D2 are in contact and do not count; everything behind them does.
///  . . # O .      B B . . W
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points<L: Layout = Large> {
    owned: PerColor<Bitboard<L>>,
    counting: Counting,
    /// The points that each colour pays for its groups.
    tax: PerColor<u16>,
    /// The points that each colour gets from shared empty regions.
    shares: PerColor<Fraction>,
    /// True if Black wins ties.
    black_wins_ties: bool,
    /// The neutral points that are taken as filled.
    filled: Bitboard<L>,
}

impl<L: Layout> Points<L> {
    /// The points of the board as it stands, without tax and shares.
    pub fn of(board: &Board<L>, counting: Counting) -> Self {
        let owned = match counting {
            Counting::Contact => Self::without_contact(board),
            Counting::Area => areas(board),
            Counting::Territory => {
                let areas = areas(board);
                PerColor::from_fn(|color| areas[color] - board.stones(color))
            }
        };
        let shares = PerColor { black: Fraction::ZERO, white: Fraction::ZERO };
        Self { owned, counting, tax: PerColor::default(), shares, black_wins_ties: false, filled: Bitboard::empty() }
    }

    /// Adds the points that each colour gets from the empty regions in neither area.
    pub(crate) fn with_shares(mut self, board: &Board<L>, sharing: Sharing) -> Self {
        // A point in a colour's area is not shared, even if a tax takes it.
        let areas = areas(board);
        let neutral = board.empty() - areas.black - areas.white;
        match sharing {
            Sharing::None => {}
            Sharing::Halves => {
                let half = Fraction::new(neutral.len() as i64, 2);
                self.shares = PerColor { black: half, white: half };
            }
            Sharing::Ratio => {
                let mut rest = neutral;
                while let Some(point) = rest.first() {
                    let region = Bitboard::of(point).flood_within(rest);
                    rest -= region;
                    let adjacent = region.neighbours();
                    let PerColor { black, white } =
                        PerColor::from_fn(|color| (adjacent & board.stones(color)).len() as i64);
                    // An empty board has no adjacent stones to give a ratio: halve it.
                    let (black, all) = if black + white == 0 { (1, 2) } else { (black, black + white) };
                    let points = region.len() as i64;
                    self.shares.black = self.shares.black + Fraction::new(points * black, all);
                    self.shares.white = self.shares.white + Fraction::new(points * (all - black), all);
                }
            }
        }
        self
    }

    /// Lets Black win ties.
    pub(crate) fn with_ties_for_black(mut self) -> Self {
        self.black_wins_ties = true;
        self
    }

    /// The points less the tax of groups: see [`Tax`]. Has no effect on counts by contact.
    pub fn taxed(board: &Board<L>, counting: Counting, tax: Tax) -> Self {
        Self::with_tax(board, counting, tax, false)
    }

    /// The points less the tax of groups, on a board on which play goes on. Neutral points here do not make a seki of a
    /// group with two empty points of its own: the opponent cannot put it in atari by filling them.
    pub fn judged(board: &Board<L>, counting: Counting, tax: Tax) -> Self {
        Self::with_tax(board, counting, tax, true)
    }

    /// The points less the tax of groups, at the end of a game. Neutral points are taken as filled where players fill them
    /// before they count, and only the groups that touch the rest are in seki; see [`Points::filled`].
    pub fn settled(board: &Board<L>, counting: Counting, tax: Tax) -> Self {
        let mut points = Self::of(board, counting);
        if tax == Tax::None || counting == Counting::Contact {
            return points;
        }
        let neutral = Neutral::of(board);
        for color in Color::BOTH {
            points.owned[color] -= neutral.seki_eyes[color];
            if counting == Counting::Territory {
                points.owned[color] -= neutral.protected[color];
            }
            if tax == Tax::All {
                points.tax[color] = 2 * neutral.free_groups[color];
            }
        }
        points.filled = neutral.filled;
        points
    }

    fn with_tax(board: &Board<L>, counting: Counting, tax: Tax, is_judged: bool) -> Self {
        let mut points = Self::of(board, counting);
        if tax != Tax::None && counting != Counting::Contact {
            points.apply_tax(board, tax, is_judged);
        }
        points
    }

    fn apply_tax(&mut self, board: &Board<L>, tax: Tax, is_judged: bool) {
        let areas = areas(board);
        let shared = board.reach(Color::Black) & board.reach(Color::White);
        for color in Color::BOTH {
            let mut rest = areas[color];
            while let Some(point) = rest.first() {
                let group = Bitboard::of(point).flood_within(rest);
                rest -= group;
                let eyes = group - board.stones(color);
                let touches_shared = !(group.neighbours() & shared).is_empty();
                if touches_shared && (!is_judged || eyes.len() < 2) {
                    self.owned[color] -= eyes;
                } else if tax == Tax::All {
                    self.tax[color] += 2;
                }
            }
        }
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

    /// The neutral points that are taken as filled, as players fill them before they count by territory.
    pub fn filled(&self) -> Bitboard<L> {
        self.filled
    }

    /// The points of a colour.
    pub fn owned_by(&self, color: Color) -> Bitboard<L> {
        self.owned[color]
    }

    /// The colour that owns a point, if any.
    pub fn owner(&self, point: Point<L>) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.owned[color].contains(point))
    }

    /// The number of points of each colour, with the komi of their comparison. The ledger adds White's handicap bonus
    /// and, by territory, captured stones, and subtracts penalties.
    #[inline]
    pub fn count(&self, komi: f64, ledger: &Ledger) -> Count {
        let beside = |color: Color| match self.counting {
            Counting::Contact | Counting::Area => 0,
            Counting::Territory => ledger.captured[!color] as usize,
        };
        let bonus = PerColor { black: 0, white: ledger.bonus };
        let points = PerColor::from_fn(|color| {
            let gained = self.owned[color].len() + beside(color) + usize::from(bonus[color]);
            let lost = i32::from(self.tax[color]) + i32::from(ledger.penalties[color]);
            Fraction::from(gained as i32 - lost) + self.shares[color]
        });
        let Self { counting, black_wins_ties, .. } = *self;
        Count { points, komi, counting, bonus: ledger.bonus, penalties: ledger.penalties, black_wins_ties }
    }
}

/// The numbers of points, and the komi for their comparison.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Count {
    /// The points of each colour: exact, and negative if a colour has to pay more than it has.
    pub points: PerColor<Fraction>,
    /// The komi: the value of moving first (article 8).
    pub komi: f64,
    /// The method of counting.
    pub counting: Counting,
    /// The part of White's points that is the bonus for Black's handicap stones.
    pub bonus: u16,
    /// The points that each colour has lost in overtime, already subtracted from its points.
    pub penalties: PerColor<u16>,
    /// True if Black wins ties.
    pub black_wins_ties: bool,
}

impl Count {
    /// A count of integers without bonus and penalties.
    #[inline]
    pub fn of_whole(points: PerColor<usize>, komi: f64, counting: Counting) -> Self {
        Self {
            points: PerColor::from_fn(|color| Fraction::from(points[color])),
            komi,
            counting,
            bonus: 0,
            penalties: PerColor::default(),
            black_wins_ties: false,
        }
    }

    /// The count with `points` more for Black; negative numbers take them away.
    pub fn shifted(mut self, points: i32) -> Self {
        self.points.black = self.points.black + Fraction::from(points);
        self
    }

    /// Black's winning margin, negative if White wins: Black's points less White's less the komi (article 9 ①). If
    /// exactly one colour has points in a count by contact, that colour wins by its points without the komi (article 9
    /// ③), because the komi compensates for moving first and not for a lack of points.
    pub fn margin(&self) -> f64 {
        let ahead = self.difference();
        if self.lacks_points() { ahead } else { ahead - self.komi }
    }

    /// Black's points less White's, without the komi.
    #[inline]
    pub fn difference(&self) -> f64 {
        (self.points.black - self.points.white).to_f64()
    }

    /// The margin as a fraction; `None` if the komi has more than three decimals or a colour lacks points.
    pub fn exact_margin(&self) -> Option<Fraction> {
        let komi = Fraction::of_decimal(self.komi).filter(|_| !self.lacks_points())?;
        Some(self.points.black - self.points.white - komi)
    }

    /// The text of a lead of `points`, for people. If it is the margin and shares were divided, it is a mixed number
    /// such as `1 5/6`.
    pub fn points_text(&self, points: f64) -> String {
        let exact = self.exact_margin().map(|margin| if margin.numerator() < 0 { -margin } else { margin });
        let is_shared = self.points.black.denominator() > 2;
        let is_margin = |margin: &Fraction| is_shared && (margin.to_f64() - points).abs() < 1e-9;
        exact.filter(is_margin).map_or_else(|| points.to_string(), |margin| margin.to_string())
    }

    /// Returns whether the points were counted by contact (article 7).
    pub fn is_by_contact(&self) -> bool {
        self.counting == Counting::Contact
    }

    /// Returns whether article 9 ③ applies: a colour has no point in a count by contact.
    pub fn lacks_points(&self) -> bool {
        self.is_by_contact() && (self.points.black == Fraction::ZERO || self.points.white == Fraction::ZERO)
    }

    /// The verdict of article 9: the margin decides. At a margin of 0 it is a draw, or both lose because neither colour
    /// has a point.
    pub fn verdict(&self) -> Verdict {
        let margin = self.margin();
        if margin > 0.0 {
            Verdict::Win(Color::Black, WonBy::Points(margin))
        } else if margin < 0.0 {
            Verdict::Win(Color::White, WonBy::Points(-margin))
        } else if self.lacks_points() {
            Verdict::BothLose
        } else if self.black_wins_ties {
            Verdict::Win(Color::Black, WonBy::Points(0.0))
        } else {
            Verdict::Draw
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(black: usize, white: usize, komi: f64) -> String {
        Count::of_whole(PerColor { black, white }, komi, Counting::Contact).verdict().to_string()
    }

    #[test]
    fn prisoners_and_fractions_count_and_points_may_be_negative() {
        // # . .
        // O O O      White alone reaches the three points below; Black has taken one stone, White four.
        // . . .
        let size = crate::geometry::BoardSize::new(3).expect("3 lines");
        let mut board = Board::<Large>::new(size);
        for (color, column, row) in
            [(Color::Black, 0, 2), (Color::White, 0, 1), (Color::White, 1, 1), (Color::White, 2, 1)]
        {
            board.put(color, Point::new(column, row));
        }
        let points = Points::of(&board, Counting::Territory);
        assert_eq!((points.owned_by(Color::Black).len(), points.owned_by(Color::White).len()), (0, 3));
        let ledger = Ledger { captured: PerColor { black: 4, white: 1 }, ..Ledger::default() };
        let count = points.count(0.5, &ledger);
        assert_eq!(count.points, PerColor { black: Fraction::from(1), white: Fraction::from(7) });
        assert_eq!(count.verdict().to_string(), "W+6.5");
        let shared = PerColor { black: Fraction::new(3, 4), white: -Fraction::new(5, 4) };
        let count = Count { points: shared, ..Count::of_whole(PerColor::default(), 0.0, Counting::Area) };
        assert_eq!((count.margin(), count.verdict().to_string().as_str()), (2.0, "B+2"));
    }

    #[test]
    fn by_area_white_may_win_by_the_komi_alone() {
        let verdict =
            |black, white, komi| Count::of_whole(PerColor { black, white }, komi, Counting::Area).verdict().to_string();
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
        for komi in [-30.0, -7.0, 0.0, 0.5, 7.0, 30.0] {
            assert_eq!(verdict(7, 0, komi), "B+7");
            assert_eq!(verdict(5, 0, komi), "B+5");
            assert_eq!(verdict(0, 3, komi), "W+3");
        }
    }
}
