//! The rules that may be chosen, and what a turn reports.

use std::collections::BTreeSet;

use super::board::{Colour, Vertex};

/// What happens when a position recurs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// Nothing, as on the main board.
    Nothing,
    /// The annex: a placement that recreates an earlier position bars its
    /// colour, and the opponent takes one last turn.
    BarsTheMover,
    /// The option: a position between turns that recurs with the same colour to
    /// play ends the game as a draw.
    Draw,
    /// Positional superko: a placement may not lead to a position that has
    /// stood.
    Forbidden,
    /// Situational superko: a placement may not lead to a position that has
    /// stood with the opponent to play.
    ForbiddenInTurn,
    /// A placement may not lead back to the position before the opponent's last
    /// turn, if that was a placement. A position that stands for the third time
    /// with the same colour to play and no abstention in between leaves no
    /// result.
    SimpleKo,
    /// As for `SimpleKo`, but a position that would stand for the third time may
    /// not, and kos that hang together are fighting or disturbing.
    Ing,
    /// The same as it was in 1986.
    Ing1986,
}

/// What becomes of an empty region that both colours touch, by area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sharing {
    /// It is nobody's.
    Nothing,
    /// Each colour has half of it.
    Halves,
    /// It is divided as the stones next to it are.
    Ratio,
}

/// Which chains may be left without a liberty by their own colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// All.
    Legal,
    /// Those of two stones or more.
    OfTwoOrMore,
    /// None.
    Illegal,
}

/// What groups cost. A group is stones and empty regions that one colour alone
/// surrounds, connected; it is in a seki if it touches an empty region that both
/// colours touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tax {
    /// Nothing.
    Nothing,
    /// The empty points of a group in a seki are nobody's.
    Seki,
    /// The same, and two points for each other group.
    All,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counting {
    /// Article 7, and article 9 ③.
    Contact,
    /// Stones, and empty points that one colour alone surrounds.
    Area,
    /// Empty points that one colour alone surrounds, and the stones that it has
    /// captured.
    Territory,
}

/// The articles in force. All fields are free to combine.
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
    /// Whether a placement may leave its own chain without a liberty.
    pub suicide: Suicide,
    /// Articles 3 ④ and 4: some enclosed stones are immovable.
    pub immovability: bool,
    /// What happens when a position recurs.
    pub repetition: Repetition,
    /// How many abstentions in a row end play; `None` for article 6 ①.
    pub abstentions_in_a_row: Option<usize>,
    /// What is counted.
    pub counting: Counting,
    /// What groups cost.
    pub tax: Tax,
    /// What becomes of empty regions that both colours touch.
    pub sharing: Sharing,
    /// Whether Black wins where neither is ahead.
    pub black_wins_ties: bool,
    /// White's points for handicap stones.
    pub bonus: i32,
    /// Article 8: by how many points Black has to be ahead for a draw.
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

/// What a colour does with the right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A placement.
    Place(Vertex),
    /// An abstention.
    Abstain,
}

/// Who took the last liberty of a retired chain.
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
    /// Whether the same points in the same colour were retired before, whatever
    /// the rules do about it.
    pub repeated: bool,
    /// Whether the stones went to quarantine.
    pub quarantined: bool,
}

/// Why play ended.
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
    /// A position stood for the third time with the same colour to play.
    NoResult,
}

impl Reason {
    /// Every reason there is.
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
    /// There is none.
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
    /// Why play ended.
    pub reason: Reason,
    /// The result.
    pub winner: Winner,
}

/// What one turn did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The chains retired: the opponent's in the order of their sorted vertices,
    /// or the one chain that went by self-fill.
    pub retired: Vec<Retired>,
    /// The stones found immovable in this turn. If play did not come to a dead
    /// end, the self-fill retirement has given them a liberty again.
    pub immovable: BTreeSet<Vertex>,
    /// The colour barred by this turn (not by an earlier one).
    pub barred: Option<Colour>,
    /// The end of play, if this turn ended it.
    pub end: Option<End>,
}

/// Why an action was refused. The state is as before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The point is not empty.
    Occupied,
    /// There is no such point.
    OffTheBoard,
    /// The chain would be left without a liberty.
    Suicide,
    /// A position that has stood would come back.
    Superko,
    /// A ko would be retaken at once.
    Ko,
    /// A fighting ko would go on at once (Ing).
    FightingKo,
    /// The disturber would begin a second round (Ing).
    DisturbingKo,
    /// Kos that have gone round once would go on (Ing, 1986).
    SekiKo,
    /// A position would stand for the third time (Ing).
    ThirdTime,
    /// Play has ended, or the colour to play is barred.
    PlayHasEnded,
    /// The colour to play has no waiting stone to hold the right.
    NoWaitingStone,
}

impl Refusal {
    /// Whether a placement is refused because of what it would lead to.
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
