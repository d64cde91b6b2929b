//! Rule sets as plain data. `systems` interprets the fields.

use crate::geometry::BoardSize;

/// A rule set: the articles of the main board and those of lesser boards.
///
/// No code asks which rule set it has, and outside this layer no code reads a field: it calls the methods of
/// [`Articles`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ruleset {
    /// The name in front ends, such as `one-pure`.
    pub name: &'static str,
    /// The name in records (SGF's RU), such as `Chinese`.
    pub record_name: &'static str,
    /// The articles on 19×19.
    pub main_board: Articles,
    /// The articles on smaller boards.
    pub lesser_board: Articles,
}

/// The articles in force on one board.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "articles that hold or do not, each named after what it says")]
pub struct Articles {
    /// Article 1, the quota (정량): the number of stones with which each colour plays; `None` for no limit.
    pub quota: Option<u16>,
    /// Article 5 ①, forfeiture: true if stones retired repeatedly or by self-fill go to quarantine for good.
    pub forfeiture: bool,
    /// Article 5 ②, annihilation (전몰): true if play ends when a colour loses its last stone on the board.
    pub annihilation: bool,
    /// Article 2 ③: true if Black loses by abstaining before the first placement of the game.
    pub black_begins: bool,
    /// The rule for a chain whose last liberty its own colour takes.
    pub suicide: Suicide,
    /// Articles 3 ④ and 4: true if a lone stone is immovable when its retirement would restore the position just before
    /// its placement. A placement that leaves such a stone enclosed is a dead end and loses.
    pub immovability: bool,
    /// The effect of a recurring position.
    pub repetition: Repetition,
    /// Article 6 ①: the abstentions that end play.
    pub end_of_play: EndOfPlay,
    /// Articles 7 and 9: the method of counting.
    pub counting: Counting,
    /// The tax that groups pay in the count.
    pub tax: Tax,
    /// The owner of empty points that both colours reach, in a count by area.
    pub sharing: Sharing,
    /// True if Black wins when the counts, with the komi, are equal.
    pub black_wins_ties: bool,
    /// The points for Black's handicap stones.
    pub handicap: HandicapPlacement,
    /// White's points for Black's handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// True if a pass hands the opponent a stone (AGA), so that counts by area and by territory agree.
    pub pass_stones: bool,
    /// True if stones that both players agree are dead are lifted before the count.
    pub removal: bool,
    /// Article 8, the komi: the value of moving first in points. Front ends set it with `komi`.
    pub komi: f64,
    /// The komi of a handicap game.
    pub handicap_komi: f64,
}

/// The rule for a placement that leaves its own chain without a liberty after the enclosed enemy chains are lifted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// Legal (article 2 ②: no point is forbidden). The chain retires by self-fill, unless it is a lone stone, which is
    /// immovable.
    Allowed,
    /// Legal for chains of two or more stones, which leave the board. A lone stone may not be put where it has no
    /// liberty.
    OfTwoOrMore,
    /// Illegal.
    Forbidden,
}

/// The abstentions that end play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndOfPlay {
    /// Article 6 ①: one of each colour at the same position, with any turns in between.
    AbstentionsAtOnePosition,
    /// This number of alternate abstentions in a row.
    AbstentionsInARow(u8),
}

/// The method of counting at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counting {
    /// Points by contact (articles 7 and 9). A colour without points loses.
    Contact,
    /// Area: stones, and the empty points that one colour alone reaches.
    Area,
    /// Territory: the empty points that one colour alone reaches, and captured stones.
    Territory,
}

/// The effect of a recurring position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// No effect: quota and quarantine bring play to its end.
    Allowed,
    /// The annex: a placement that recreates an earlier position bars its colour from the right, and the opponent has
    /// one last turn.
    BarsMover,
    /// A draw (무승부), if the position recurs between two turns with the same colour to play.
    Draw,
    /// Positional superko: a placement may not recreate a position.
    PositionalSuperko,
    /// Situational superko: a placement may not recreate a position with the same colour to play.
    SituationalSuperko,
    /// Simple ko: a lone stone that has just captured a lone stone may not be captured at once. The third occurrence of
    /// a position with the same colour to play, without a pass in between, ends play without a result.
    SimpleKo,
    /// The ko rule of Ing: kos of one stone that share chains are fighting or disturbing, with a rule for each kind. A
    /// placement may not bring about the third occurrence of a position with the same colour to play.
    Ing,
    /// The ko rule of Ing, 1986: three kos that share chains are played as one ko, and four or more are a seki after
    /// one cycle.
    Ing1986,
}

/// The owner of an empty region that both colours reach, in a count by area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sharing {
    /// Neither colour.
    None,
    /// Each colour owns half.
    Halves,
    /// The colours share it in the ratio of their adjacent stones, each stone counted once.
    Ratio,
}

/// The tax that groups pay in the count. A group is a connected set of one colour's stones and the empty regions of
/// that colour. It is in a seki if it touches an empty region that both colours touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tax {
    /// No tax.
    None,
    /// A group in a seki has no points for its eyes.
    Seki,
    /// A group in a seki has no points for its eyes, and every other group pays two points for the two eyes that it
    /// must keep (group tax).
    All,
}

/// The points for Black's handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapPlacement {
    /// No handicap exists.
    None,
    /// The star points, in the usual order.
    Fixed,
    /// Any points that Black chooses.
    Free,
}

/// White's points for Black's handicap of two or more stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapBonus {
    /// No points.
    None,
    /// One point for each stone.
    Stones,
    /// One point for each stone but the first.
    StonesLessOne,
}

/// An option from the source of a rule set, with a default value and an alternative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RuleOption {
    /// Forfeiture on the main board: by default article 5 ①, alternatively repetition as a draw.
    Forfeiture,
    /// Repetition on a lesser board: by default the annex, alternatively a draw.
    LesserBoardRepetition,
}

impl RuleOption {
    /// All options.
    pub const ALL: [Self; 2] = [Self::Forfeiture, Self::LesserBoardRepetition];
}

impl Ruleset {
    /// A rule set with the same articles on every board.
    pub const fn uniform(name: &'static str, articles: Articles) -> Self {
        Self { name, record_name: name, main_board: articles, lesser_board: articles }
    }

    /// The articles in force on a board of this size.
    pub const fn articles(&self, size: BoardSize) -> Articles {
        if size.is_main() { self.main_board } else { self.lesser_board }
    }

    /// Returns whether an option has its default value; `None` if the rule set does not have the option.
    pub fn option(&self, option: RuleOption) -> Option<bool> {
        let (repetition, usual) = match option {
            RuleOption::Forfeiture => (self.main_board.repetition, Repetition::Allowed),
            RuleOption::LesserBoardRepetition => (self.lesser_board.repetition, Repetition::BarsMover),
        };
        (repetition == usual || repetition == Repetition::Draw).then_some(repetition == usual)
    }

    /// The rule set with an option at its default (`usual`) or its alternative.
    pub const fn with_option(self, option: RuleOption, usual: bool) -> Self {
        match option {
            RuleOption::Forfeiture => self.with_forfeiture(usual),
            RuleOption::LesserBoardRepetition if usual => self.with_lesser_board_repetition(Repetition::BarsMover),
            RuleOption::LesserBoardRepetition => self.with_lesser_board_repetition(Repetition::Draw),
        }
    }

    /// Switches article 5 ① on or off. Without it, a position that recurs with the same colour to play ends play as a
    /// draw, which the author of the rules calls the usual way.
    pub const fn with_forfeiture(mut self, on: bool) -> Self {
        self.main_board.forfeiture = on;
        self.main_board.repetition = if on { Repetition::Allowed } else { Repetition::Draw };
        self
    }

    /// Sets the effect of a recurring position on a lesser board: the annex, or a draw.
    pub const fn with_lesser_board_repetition(mut self, repetition: Repetition) -> Self {
        self.lesser_board.repetition = repetition;
        self
    }

    /// Sets the effect of a recurring position on every board.
    pub(crate) const fn with_repetition(mut self, repetition: Repetition) -> Self {
        self.main_board.repetition = repetition;
        self.lesser_board.repetition = repetition;
        self
    }

    /// The rule set without the removal of dead stones: it counts the board as it stands.
    pub const fn without_removal(mut self) -> Self {
        self.main_board.removal = false;
        self.lesser_board.removal = false;
        self
    }
}
