//! Rule systems as plain data. What the fields mean stands in `systems`.

use crate::geometry::BoardSize;

/// A rule system: the articles that hold on the main board and those that hold on lesser boards.
///
/// Nothing in the program asks which system it is, and outside this layer nothing reads a field: the questions that fields
/// answer are methods of [`Articles`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ruleset {
    /// The name by which front ends know it, such as `one-pure`.
    pub name: &'static str,
    /// The name that records give it (SGF's RU), such as `Chinese`.
    pub record_name: &'static str,
    /// What holds on 19×19.
    pub main_board: Articles,
    /// What holds on every smaller board.
    pub lesser_board: Articles,
}

/// The articles in force on one board.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "articles that hold or do not, each named after what it says")]
pub struct Articles {
    /// Article 1, the quota (정량): the number of stones with which each colour plays; `None` for as many as it takes.
    pub quota: Option<u16>,
    /// Article 5 ①, forfeiture: whether stones retired repeatedly or by self-fill go to quarantine for good.
    pub forfeiture: bool,
    /// Article 5 ②, annihilation (전몰): whether play ends when a colour has lost all its stones on the board.
    pub annihilation: bool,
    /// Article 2 ③: whether Black loses by abstaining before the first placement of the game.
    pub black_begins: bool,
    /// Whether a chain may be left without a liberty by its own colour.
    pub suicide: Suicide,
    /// Articles 3 ④ and 4: whether a lone stone is immovable if its retirement would restore the position just before its
    /// placement, so that a placement which leaves it enclosed is a dead end and loses.
    pub immovability: bool,
    /// What a position that comes back does.
    pub repetition: Repetition,
    /// Article 6 ①: which abstentions end play.
    pub end_of_play: EndOfPlay,
    /// Articles 7 and 9: what is counted.
    pub counting: Counting,
    /// What groups cost their colour in the count.
    pub tax: Tax,
    /// What becomes of the empty points that both colours reach, in a count by area.
    pub sharing: Sharing,
    /// Whether Black wins where the counts are equal, the komi taken into account.
    pub black_wins_ties: bool,
    /// Where Black's handicap stones are put.
    pub handicap: HandicapPlacement,
    /// What White is given for Black's handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether a pass hands the opponent a stone, so that counts by area and by territory agree (AGA).
    pub pass_stones: bool,
    /// Whether the count belongs to the board without the stones that both players agree are dead, and not to the board as
    /// it stands.
    pub removal: bool,
    /// Article 8, the komi: the points that moving first is worth. Front ends set it with `komi`.
    pub komi: f64,
    /// The same in a handicap game.
    pub handicap_komi: f64,
}

/// Whether a chain may be left without a liberty by its own colour, once the opponent's enclosed chains are lifted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// Yes (article 2 ②: no point is forbidden). The chain retires by self-fill, unless it is a lone stone that is
    /// immovable.
    Allowed,
    /// Of chains of two stones or more, which leave the board; a lone stone may not be put where it has no liberty.
    OfTwoOrMore,
    /// No: such a placement is illegal.
    Forbidden,
}

/// Which abstentions end play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndOfPlay {
    /// Article 6 ①: one of each colour at the same position, whatever was played in between.
    AbstentionsAtOnePosition,
    /// This many, one right after the other, of the colours by turns.
    AbstentionsInARow(u8),
}

/// What is counted at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counting {
    /// Articles 7 and 9: the points on contacts of one colour only; a colour without points loses.
    Contact,
    /// The area: stones, and empty points that stones of one colour only reach.
    Area,
    /// The territory: empty points that stones of one colour only reach, and the stones that the colour has captured.
    Territory,
}

/// What happens when a position comes back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// Nothing: quota and quarantine bring play to its end.
    Allowed,
    /// The annex: a placement that recreates an earlier position bars its colour from the right; the opponent has one
    /// last turn.
    BarsMover,
    /// A position between two turns that comes back with the same colour to play ends play as a draw (무승부).
    Draw,
    /// Positional superko: a placement is illegal if a position that has stood would stand again after it.
    PositionalSuperko,
    /// Situational superko: a placement is illegal if a position that has stood with the opponent to play would stand again
    /// after it.
    SituationalSuperko,
    /// A lone stone that has just captured a lone stone may not be captured at once (simple ko). A position that stands for the
    /// third time with the same colour to play, without a pass in between, ends play without a result.
    SimpleKo,
    /// The ko of the Ing rules: kos of one stone that share chains are fighting or disturbing, and are played by that. A placement
    /// after which a position would stand for the third time with the opponent to play is illegal.
    Ing,
    /// The ko of the Ing rules of 1986: three kos that share chains are played as one ko, and four or more are a seki once they have
    /// gone round.
    Ing1986,
}

/// What becomes of an empty region that both colours reach, in a count by area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sharing {
    /// It is nobody's.
    None,
    /// Half of it is each colour's.
    Halves,
    /// It is divided in the ratio of the stones of each colour next to it, every stone counted once.
    Ratio,
}

/// What groups cost their colour in the count. A group is stones and empty regions of one colour only that hang together; it
/// stands in a seki if it touches an empty region that both colours touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tax {
    /// Nothing.
    None,
    /// A group in a seki has no points for its eyes.
    Seki,
    /// The same, and every other group costs two points: its two eyes, which cannot be filled (group tax).
    All,
}

/// Where Black's handicap stones are put.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapPlacement {
    /// The rules know no handicap.
    None,
    /// On the star points, in the usual order.
    Fixed,
    /// Where Black likes.
    Free,
}

/// What White is given for Black's handicap stones, from two stones on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandicapBonus {
    /// Nothing.
    None,
    /// A point for each stone.
    Stones,
    /// A point for each stone but one.
    StonesLessOne,
}

/// An option that the source of a rule system offers: it has a usual value and another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RuleOption {
    /// Whether article 5 ① applies on the main board, or a position that comes back is a draw.
    Forfeiture,
    /// Whether a position that comes back on a lesser board bars its colour, or is a draw.
    LesserBoardRepetition,
}

impl RuleOption {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Forfeiture, Self::LesserBoardRepetition];
}

impl Ruleset {
    /// The same articles on every board.
    pub const fn uniform(name: &'static str, articles: Articles) -> Self {
        Self { name, record_name: name, main_board: articles, lesser_board: articles }
    }

    /// The articles in force on a board of this size.
    pub const fn articles(&self, size: BoardSize) -> Articles {
        if size.is_main() { self.main_board } else { self.lesser_board }
    }

    /// Whether an option of the rule system has its usual value; `None` where the system does not offer it.
    pub fn option(&self, option: RuleOption) -> Option<bool> {
        let (repetition, usual) = match option {
            RuleOption::Forfeiture => (self.main_board.repetition, Repetition::Allowed),
            RuleOption::LesserBoardRepetition => (self.lesser_board.repetition, Repetition::BarsMover),
        };
        (repetition == usual || repetition == Repetition::Draw).then_some(repetition == usual)
    }

    /// The rule system with an option of its own at its usual value, or at the other one.
    pub const fn with_option(self, option: RuleOption, usual: bool) -> Self {
        match option {
            RuleOption::Forfeiture => self.with_forfeiture(usual),
            RuleOption::LesserBoardRepetition if usual => self.with_lesser_board_repetition(Repetition::BarsMover),
            RuleOption::LesserBoardRepetition => self.with_lesser_board_repetition(Repetition::Draw),
        }
    }

    /// Switches article 5 ① on or off. Without it a position that comes back with the same colour to play ends play as
    /// a draw, which the author of the rules calls the usual way.
    pub const fn with_forfeiture(mut self, on: bool) -> Self {
        self.main_board.forfeiture = on;
        self.main_board.repetition = if on { Repetition::Allowed } else { Repetition::Draw };
        self
    }

    /// Sets what a position that comes back does on a lesser board: the annex, or a draw.
    pub const fn with_lesser_board_repetition(mut self, repetition: Repetition) -> Self {
        self.lesser_board.repetition = repetition;
        self
    }

    /// The same with the count of the board as it stands, whatever players agree is dead.
    pub const fn without_removal(mut self) -> Self {
        self.main_board.removal = false;
        self.lesser_board.removal = false;
        self
    }
}
