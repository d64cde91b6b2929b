//! The ko of the Ing rules: which kos hang together, what kind of ko that makes of them, and who may not go on.
//!
//! The published rules describe kinds of ko by examples. Here they are found on the board, as far as they consist of kos of one
//! stone: [`Mouth`] is such a ko, [`Component`] kos that hang together, [`KoClass`] what they are. A [`KoMemory`] keeps what has
//! happened in them, for the game and for the tree of a search alike.

use crate::board::{Board, Color};
use crate::geometry::{Bitboard, Layout, Point};
use crate::rules::ruleset::Repetition;

/// A ko of one stone (a tiger's mouth): a lone stone whose only liberty is surrounded by its own colour. Whoever captures it leaves
/// a lone stone that can be captured on the point of the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mouth<L: Layout> {
    /// The stone that can be captured.
    stone: Point<L>,
    /// The empty point from which.
    open: Point<L>,
    /// The colour of the stone.
    color: Color,
}

impl<L: Layout> Mouth<L> {
    /// The mouth with this stone, if there is one.
    fn of(board: &Board<L>, stone: Point<L>) -> Option<Self> {
        let color = board.stone(stone)?;
        let open = board.last_liberty(stone).filter(|_| board.is_lone(stone))?;
        let around = Bitboard::of(open).neighbours() & board.all();
        let is_surrounded = around.is_subset(board.stones(color));
        // Two stones that are captured from one point are no ko.
        let is_shared = |&near: &Point<L>| {
            near != stone && board.is_lone(near) && board.last_liberty(near).is_some_and(|last| last == open)
        };
        (is_surrounded && !around.iter().any(|near| is_shared(&near))).then_some(Self { stone, open, color })
    }

    /// The mouth with this open point, if there is one.
    fn open_at(board: &Board<L>, open: Point<L>) -> Option<Self> {
        let around = Bitboard::of(open).neighbours() & board.all();
        around.iter().filter_map(|stone| Self::of(board, stone)).find(|mouth| mouth.open == open)
    }

    /// Every mouth of a board.
    fn all(board: &Board<L>) -> Vec<Self> {
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        stones.iter().filter_map(|stone| Self::of(board, stone)).collect()
    }

    fn points(self) -> Bitboard<L> {
        Bitboard::of(self.stone) | Bitboard::of(self.open)
    }
}

/// A chain that borders mouths, and is at stake in them.
#[derive(Clone, Copy, Debug)]
struct Coupling {
    color: Color,
    /// Its liberties that are no open points of these mouths.
    outside: u32,
    /// The mouths that it borders, a bit each.
    mouths: u32,
}

impl Coupling {
    /// Its liberties where Black's stones stand in these mouths.
    fn liberties(&self, black: u32) -> u32 {
        let own = if self.color == Color::Black { black } else { !black };
        self.outside + (self.mouths & own).count_ones()
    }
}

/// What kind of ko mouths that hang together are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KoClass {
    /// One mouth.
    Single,
    /// A fighting ko (쟁패): life and death of chains hang on it.
    Fighting,
    /// A disturbing life (교활): whoever puts a chain in atari by a capture is answered by a capture.
    DisturbingLife,
    /// A disturbing death (교사): this colour is captured sooner or later, and captures only to put it off.
    DisturbingDeath(Color),
    /// A seki once it has gone round (1986).
    Seki,
}

/// Mouths that hang together.
#[derive(Debug)]
struct Component<L: Layout> {
    mouths: Vec<Mouth<L>>,
    couplings: Vec<Coupling>,
}

/// A chain with so many liberties outside the mouths that it borders is never at stake in them.
const SAFE: u32 = 2;

/// Of more mouths not every orientation is looked at: they are a disturbing life.
const MOST_MOUTHS: usize = 12;

impl<L: Layout> Component<L> {
    /// The mouths that hang together with the one of this stone: those that border the same chain, as long as that can be put in atari.
    fn of(board: &Board<L>, mouth: Mouth<L>) -> Self {
        let all = Mouth::all(board);
        let mut couplings: Vec<(Bitboard<L>, Color, Bitboard<L>)> = Vec::new();
        let stones: Bitboard<L> = all.iter().map(|mouth| mouth.stone).collect();
        for color in Color::BOTH {
            let mut rest = board.stones(color) - stones;
            while let Some(stone) = rest.first() {
                let chain = board.chain(stone);
                rest -= chain;
                let near = chain.neighbours();
                let bordered = all.iter().filter(|mouth| near.contains(mouth.bordered_by(color)));
                let open: Bitboard<L> = bordered.map(|mouth| mouth.open).collect();
                if open.len() > 1 && (board.liberties(stone) - open).len() < SAFE as usize {
                    couplings.push((open, color, board.liberties(stone) - open));
                }
            }
        }
        let mut together = Bitboard::of(mouth.open);
        while let Some((open, ..)) =
            couplings.iter().find(|(open, ..)| !(*open & together).is_empty() && !open.is_subset(together))
        {
            together |= *open;
        }
        let mouths: Vec<Mouth<L>> = all.into_iter().filter(|mouth| together.contains(mouth.open)).collect();
        let couplings = couplings.into_iter().filter(|(open, ..)| open.is_subset(together));
        let number =
            |open: Point<L>| mouths.iter().position(|mouth| mouth.open == open).map_or(0, |bit| 1 << (bit % 32));
        let couplings = couplings.map(|(open, color, outside)| Coupling {
            color,
            outside: outside.len() as u32,
            mouths: open.iter().map(number).sum(),
        });
        let couplings = couplings.collect();
        Self { mouths, couplings }
    }

    /// All points of its mouths: the same whoever's stones stand in them.
    fn points(self) -> Bitboard<L> {
        self.mouths.iter().fold(Bitboard::empty(), |points, mouth| points | mouth.points())
    }

    fn contains(&self, open: Point<L>) -> bool {
        self.mouths.iter().any(|mouth| mouth.open == open)
    }

    /// The mouths in which Black's stones stand, a bit each.
    fn black(&self) -> u32 {
        let bits = self.mouths.iter().enumerate().filter(|(_, mouth)| mouth.color == Color::Black);
        bits.map(|(bit, _)| 1 << (bit % 32)).sum()
    }

    /// Whether a chain of this colour is in atari, where Black's stones stand in these mouths.
    fn has_atari(&self, color: Color, black: u32) -> bool {
        self.couplings.iter().any(|chain| chain.color == color && chain.liberties(black) == 1)
    }

    fn class(&self, repetition: Repetition) -> KoClass {
        let is_old = repetition == Repetition::Ing1986;
        match self.mouths.len() {
            0 | 1 => KoClass::Single,
            3 if is_old => KoClass::Fighting,
            4.. if is_old => KoClass::Seki,
            2 => match self.doomed() {
                Some(doomed) => KoClass::DisturbingDeath(doomed),
                None if self.can_be_answered() => KoClass::DisturbingLife,
                None => KoClass::Fighting,
            },
            mouths if mouths > MOST_MOUTHS || self.can_be_answered() => KoClass::DisturbingLife,
            _ => KoClass::Fighting,
        }
    }

    /// Of two mouths: where a stone of each colour can be captured, the colour whose chain the other captures with it, unless it can do
    /// the same.
    fn doomed(&self) -> Option<Color> {
        // Whoever captures owns both mouths.
        let finishes = |color: Color| {
            let both = if color == Color::Black { 0b11 } else { 0 };
            self.couplings.iter().any(|chain| chain.color != color && chain.liberties(both) == 0)
        };
        match Color::BOTH.map(finishes) {
            [true, false] => Some(Color::White),
            [false, true] => Some(Color::Black),
            _ => None,
        }
    }

    /// Whether there is an orientation of the mouths in which no chain is in atari, a capture can put one in atari, and each such
    /// capture can be answered by one in another mouth, after which none of that colour is.
    fn can_be_answered(&self) -> bool {
        let all = (1_u32 << self.mouths.len()) - 1;
        let bits = || (0..self.mouths.len()).map(|bit| 1_u32 << bit);
        let is_answered = |color: Color, mouth: u32, black: u32| {
            let own = if color == Color::Black { black } else { all & !black };
            let answers = bits().filter(|&other| other != mouth && own & other != 0);
            answers.map(|other| black ^ other).any(|after| {
                let mut answering = self.couplings.iter().filter(|chain| chain.color != color);
                answering.all(|chain| chain.liberties(after) >= SAFE)
            })
        };
        (0..=all).any(|black| {
            if self.couplings.iter().any(|chain| chain.liberties(black) < SAFE) {
                return false;
            }
            let captures = bits().map(|mouth| {
                let color = if black & mouth == 0 { Color::Black } else { Color::White };
                (color, mouth, black ^ mouth)
            });
            let mut ataris = captures.filter(|&(color, _, after)| self.has_atari(!color, after)).peekable();
            ataris.peek().is_some() && ataris.all(|(color, mouth, after)| is_answered(color, mouth, after))
        })
    }
}

impl<L: Layout> Mouth<L> {
    /// The point next to which chains of this colour border the mouth.
    fn bordered_by(self, color: Color) -> Point<L> {
        if color == self.color { self.open } else { self.stone }
    }
}

/// A ko by which a placement is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IngKo {
    /// The opponent has just captured in a fighting ko, on an open point of which it would be (1986: where it would capture).
    Fighting,
    /// It would capture in a disturbing ko in which the colour has gone round.
    Disturbing,
    /// It would capture in kos that are a seki, because somebody has gone round in them (1986).
    Seki,
}

/// Who goes round in a disturbing ko.
#[derive(Clone, Copy, Debug)]
struct Cycle<L: Layout, P> {
    /// The points of its mouths.
    component: Bitboard<L>,
    /// The disturber (교자): who first forced the other by a capture.
    disturber: Color,
    /// The position before that capture.
    start: P,
    /// Whether that has come back, with the disturber to play.
    is_closed: bool,
    /// Whether both colours must stop then, for good.
    is_seki: bool,
}

/// What has happened in kos, as far as the Ing rules ask for it. `P` tells positions apart.
#[derive(Clone, Debug)]
pub(crate) struct KoMemory<L: Layout, P> {
    repetition: Repetition,
    /// The last turn, if it was the capture of a ko: whose, and the point that it left open.
    last: Option<(Color, Point<L>)>,
    cycles: Vec<Cycle<L, P>>,
}

impl<L: Layout, P: Copy + PartialEq> KoMemory<L, P> {
    /// At the start of a game under Ing rules; `None` under others.
    pub(crate) fn at_start(repetition: Repetition) -> Option<Self> {
        matches!(repetition, Repetition::Ing | Repetition::Ing1986).then(|| Self {
            repetition,
            last: None,
            cycles: Vec::new(),
        })
    }

    /// The same with other boards and other positions.
    pub(crate) fn convert<M: Layout, Q>(&self, position: impl Fn(P) -> Q) -> KoMemory<M, Q> {
        let cycles = self.cycles.iter().map(|cycle| Cycle {
            component: cycle.component.convert(),
            disturber: cycle.disturber,
            start: position(cycle.start),
            is_closed: cycle.is_closed,
            is_seki: cycle.is_seki,
        });
        KoMemory {
            repetition: self.repetition,
            last: self.last.map(|(color, open)| (color, open.convert())),
            cycles: cycles.collect(),
        }
    }

    /// The ko by which a placement of `color` on an empty point is illegal, if it is.
    pub(crate) fn forbids(&self, board: &Board<L>, color: Color, point: Point<L>) -> Option<IngKo> {
        let last = self.last.filter(|&(by, _)| by != color);
        if last.is_none() && !self.cycles.iter().any(|cycle| cycle.is_closed) {
            return None;
        }
        let mouth = Mouth::open_at(board, point)?;
        let captures = mouth.color != color;
        // A triple ko of 1986 is a plain ko, in which a stone that captures nothing is an ordinary placement.
        if !captures && self.repetition == Repetition::Ing1986 {
            return None;
        }
        let component = Component::of(board, mouth);
        let class = component.class(self.repetition);
        if class == KoClass::Fighting && last.is_some_and(|(_, open)| component.contains(open)) {
            return Some(IngKo::Fighting);
        }
        let points = component.points();
        let is_barred = |cycle: &Cycle<L, P>| {
            cycle.is_closed && cycle.component == points && (cycle.is_seki || cycle.disturber == color)
        };
        let is_disturbing = !matches!(class, KoClass::Single | KoClass::Fighting);
        let is_barred = captures && is_disturbing && self.cycles.iter().any(is_barred);
        is_barred.then_some(if class == KoClass::Seki { IngKo::Seki } else { IngKo::Disturbing })
    }

    /// Is told of a placement of `color`: from which board, which had this position, to which.
    pub(crate) fn place(&mut self, before: &Board<L>, position: P, after: &Board<L>, color: Color, point: Point<L>) {
        let captured = before.stones(!color) - after.stones(!color);
        let mouth = Mouth::open_at(before, point).filter(|mouth| captured == Bitboard::of(mouth.stone));
        let Some(taken) = mouth.filter(|mouth| mouth.color != color) else {
            self.last = None;
            self.cycles.retain(|cycle| cycle.disturber != color || cycle.is_seki && cycle.is_closed);
            return;
        };
        self.last = Some((color, taken.stone));
        let Some(mouth) = Mouth::open_at(after, taken.stone) else { return };
        let component = Component::of(after, mouth);
        let class = component.class(self.repetition);
        let forces = match class {
            KoClass::Single | KoClass::Fighting => false,
            KoClass::DisturbingLife => component.has_atari(!color, component.black()),
            KoClass::DisturbingDeath(doomed) => color == doomed,
            KoClass::Seki => true,
        };
        let points = component.points();
        if forces && !self.cycles.iter().any(|cycle| cycle.component == points) {
            let is_seki = class == KoClass::Seki;
            self.cycles.push(Cycle { component: points, disturber: color, start: position, is_closed: false, is_seki });
        }
    }

    /// Is told of a pass.
    pub(crate) fn pass(&mut self) {
        self.last = None;
    }

    /// Is told which position stands after a turn, with which colour to play.
    pub(crate) fn stand(&mut self, position: P, to_play: Color) {
        for cycle in &mut self.cycles {
            cycle.is_closed |= cycle.start == position && cycle.disturber == to_play;
        }
    }
}
