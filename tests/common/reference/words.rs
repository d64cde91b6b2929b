//! The configurable rules, and the report of a turn.

use std::collections::BTreeSet;

use super::board::{Colour, Vertex};

/// The effect of a recurring position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// No effect, as on the main board.
    Nothing,
    /// The annex: a placement that recreates an earlier position bars its
    /// colour, and the opponent takes one last turn.
    BarsTheMover,
    /// The option: a position between turns that recurs with the same colour to
    /// play ends the game as a draw.
    Draw,
    /// Positional superko: a placement may not recreate a position.
    Forbidden,
    /// Situational superko: a placement may not recreate a position with the opponent to play.
    ForbiddenInTurn,
    /// A placement may not recreate the position before the opponent's last turn, if that was a placement. The third
    /// occurrence of a position with the same colour to play, without an abstention in between, gives no result.
    SimpleKo,
    /// A placement may not recreate the position before the opponent's last placement, nor bring about the third
    /// occurrence of a position; and connected kos are fighting or disturbing.
    Ing,
    /// The Ing rules of 1986.
    Ing1986,
}

/// The owner of an empty region that both colours touch, by area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sharing {
    /// Neither colour.
    Nothing,
    /// Each colour has half of it.
    Halves,
    /// The colours share it in the ratio of the adjacent stones.
    Ratio,
}

/// The chains that their own colour may leave without a liberty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// All chains.
    Legal,
    /// Chains of two or more stones.
    OfTwoOrMore,
    /// No chain.
    Illegal,
}

/// The tax of groups. A group is a connected set of stones and empty regions that one colour alone surrounds. It is in
/// a seki if it touches an empty region that both colours touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tax {
    /// No tax.
    Nothing,
    /// The empty points of a group in a seki are nobody's.
    Seki,
    /// The empty points of a group in a seki are nobody's, and every other group pays two points.
    All,
}

/// The method of counting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counting {
    /// Articles 7 and 9 ③.
    Contact,
    /// Stones, and empty points that one colour alone surrounds.
    Area,
    /// Empty points that one colour alone surrounds, and the stones that it has
    /// captured.
    Territory,
}

/// The articles in force. All combinations are possible.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "articles that hold or do not")]
pub struct Rules {
    /// Article 1: the number of stones of each colour.
    pub quota: Option<usize>,
    /// Article 5 ①: repeated and self-fill retirements go to quarantine.
    pub forfeiture: bool,
    /// Article 5 ②: play ends when a colour is annihilated.
    pub annihilation: bool,
    /// Article 2 ③: Black loses by abstaining before the first placement.
    pub black_begins: bool,
    /// The rule for a placement that leaves its own chain without a liberty.
    pub suicide: Suicide,
    /// Articles 3 ④ and 4: some enclosed stones are immovable.
    pub immovability: bool,
    /// The effect of a recurring position.
    pub repetition: Repetition,
    /// The number of abstentions in a row that end play; `None` for article 6 ①.
    pub abstentions_in_a_row: Option<usize>,
    /// The method of counting.
    pub counting: Counting,
    /// The tax of groups.
    pub tax: Tax,
    /// The owner of empty regions that both colours touch.
    pub sharing: Sharing,
    /// True if Black wins ties.
    pub black_wins_ties: bool,
    /// White's points for handicap stones.
    pub bonus: i32,
    /// Article 8: the lead of Black that is a draw.
    pub komi: f64,
}

impl Rules {
    /// The rules without options for a board of `size` lines: the main board has
    /// 19, every other is a lesser board.
    pub fn one_pure(size: usize) -> Rules {
        let on_every_board = Rules {
            quota: None,
            forfeiture: false,
            annihilation: false,
            black_begins: true,
            suicide: Suicide::Legal,
            immovability: true,
            repetition: Repetition::BarsTheMover,
            abstentions_in_a_row: None,
            counting: Counting::Contact,
            tax: Tax::Nothing,
            sharing: Sharing::Nothing,
            black_wins_ties: false,
            bonus: 0,
            komi: 0.0,
        };
        if size == 19 {
            Rules {
                quota: Some(180),
                forfeiture: true,
                annihilation: true,
                repetition: Repetition::Nothing,
                komi: 7.0,
                ..on_every_board
            }
        } else {
            on_every_board
        }
    }

    /// Ordinary rules by area: no suicide, positional superko, two passes.
    pub fn chinese() -> Rules {
        Rules {
            quota: None,
            forfeiture: false,
            annihilation: false,
            black_begins: false,
            suicide: Suicide::Illegal,
            immovability: false,
            repetition: Repetition::Forbidden,
            abstentions_in_a_row: Some(2),
            counting: Counting::Area,
            tax: Tax::Nothing,
            sharing: Sharing::Nothing,
            black_wins_ties: false,
            bonus: 0,
            komi: 7.5,
        }
    }
}

/// A use of the right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A placement.
    Place(Vertex),
    /// An abstention.
    Abstain,
}

/// The colour that took the last liberty of a retired chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The opponent.
    Enclosed,
    /// Its own colour.
    SelfFill,
}

/// The retirement of one chain.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Retired {
    /// The colour of the chain.
    pub colour: Colour,
    /// Its stones.
    pub stones: BTreeSet<Vertex>,
    /// Who took its last liberty.
    pub cause: Cause,
    /// True if the same points in the same colour had retired before, whether or not the rules care.
    pub repeated: bool,
    /// True if the stones went to quarantine.
    pub quarantined: bool,
}

/// The reason why play ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Both colours abstained at one position (article 6 ①).
    Abstentions,
    /// Black abstained from the first placement of the game.
    BlackAbstainedFirst,
    /// An enclosed stone stays on the board, and its maker is penalised.
    DeadEnd,
    /// A colour that had stones on the board has none left.
    Annihilation,
    /// The colour that would receive the right has no waiting stone.
    Exhaustion,
    /// The annex: a colour is barred and the other took its last turn.
    IdenticalPlacement,
    /// A position recurred with the same colour to play, and that is a draw.
    Repetition,
    /// A position occurred for the third time with the same colour to play.
    NoResult,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 8] = [
        Reason::Abstentions,
        Reason::BlackAbstainedFirst,
        Reason::DeadEnd,
        Reason::Annihilation,
        Reason::Exhaustion,
        Reason::IdenticalPlacement,
        Reason::Repetition,
        Reason::NoResult,
    ];
}

/// The result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    /// Black wins.
    Black,
    /// White wins.
    White,
    /// A draw.
    Draw,
    /// Both lose: neither colour has a point.
    NobodyWins,
    /// No result.
    NoResult,
}

impl Winner {
    /// The win of a colour.
    pub fn of(colour: Colour) -> Winner {
        match colour {
            Colour::Black => Winner::Black,
            Colour::White => Winner::White,
        }
    }
}

/// The end of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct End {
    /// The reason why play ended.
    pub reason: Reason,
    /// The result.
    pub winner: Winner,
}

/// The report of one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The chains retired: the opponent's in the order of their sorted vertices,
    /// or the one chain that went by self-fill.
    pub retired: Vec<Retired>,
    /// The stones found immovable in this turn. If the turn is not a dead end, the self-fill retirement has given them
    /// a liberty.
    pub immovable: BTreeSet<Vertex>,
    /// The colour barred by this turn (not by an earlier one).
    pub barred: Option<Colour>,
    /// The end of play, if this turn ended it.
    pub end: Option<End>,
}

/// The reason why an action was refused. The state is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The point is not empty.
    Occupied,
    /// There is no such point.
    OffTheBoard,
    /// The chain would be left without a liberty.
    Suicide,
    /// A position would recur.
    Superko,
    /// A ko would be retaken at once.
    Ko,
    /// A fighting ko would go on at once (Ing).
    FightingKo,
    /// The disturber would begin a second cycle (Ing).
    DisturbingKo,
    /// Kos that count as a seki after one cycle would go on (Ing, 1986).
    SekiKo,
    /// A position would occur for the third time (Ing).
    ThirdTime,
    /// Play has ended, or the colour to play is barred.
    PlayHasEnded,
    /// The colour to play has no waiting stone.
    NoWaitingStone,
}

impl Refusal {
    /// Returns whether a placement is refused because of its effect.
    pub fn is_by_consequence(self) -> bool {
        match self {
            Refusal::Suicide
            | Refusal::Superko
            | Refusal::Ko
            | Refusal::FightingKo
            | Refusal::DisturbingKo
            | Refusal::SekiKo
            | Refusal::ThirdTime => true,
            Refusal::Occupied | Refusal::OffTheBoard | Refusal::PlayHasEnded | Refusal::NoWaitingStone => false,
        }
    }
}
