//! Rule systems as plain data.

use crate::geometry::BoardSize;

/// A rule system: the articles that hold on the main board and those that hold on lesser boards.
///
/// Nothing in the program asks which system it is; everything asks the field that matters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ruleset {
    /// The name by which front ends know it, such as `one-pure`.
    pub name: &'static str,
    /// What holds on 19×19.
    pub main_board: Articles,
    /// What holds on every smaller board.
    pub lesser_board: Articles,
}

/// The articles in force on one board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Articles {
    /// Article 1, the quota (정량): the number of stones with which each colour plays; `None` for as many as it takes.
    pub quota: Option<u16>,
    /// Article 5 ①, forfeiture: whether stones retired repeatedly or by self-fill go to quarantine for good.
    pub forfeiture: bool,
    /// Article 5 ②, annihilation (전몰): whether play ends when a colour has lost all its stones on the board.
    pub annihilation: bool,
    /// What a position that comes back does.
    pub repetition: Repetition,
    /// Article 8, the lead: the points that moving first is worth. Front ends set it with `komi`.
    pub lead: f64,
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
}

impl Ruleset {
    /// The One Pure Rules: on 19×19 180 stones a colour, forfeiture, annihilation and a lead of 7; on lesser boards the
    /// annex in their place and no lead.
    pub const fn one_pure() -> Self {
        Self {
            name: "one-pure",
            main_board: Articles {
                quota: Some(180),
                forfeiture: true,
                annihilation: true,
                repetition: Repetition::Allowed,
                lead: 7.0,
            },
            lesser_board: Articles {
                quota: None,
                forfeiture: false,
                annihilation: false,
                repetition: Repetition::BarsMover,
                lead: 0.0,
            },
        }
    }

    /// The same articles on every board.
    pub const fn uniform(name: &'static str, articles: Articles) -> Self {
        Self { name, main_board: articles, lesser_board: articles }
    }

    /// The articles in force on a board of this size.
    pub const fn articles(&self, size: BoardSize) -> Articles {
        if size.is_main() { self.main_board } else { self.lesser_board }
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
}
