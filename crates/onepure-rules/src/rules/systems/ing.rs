//! The ko rule of Ing: which kos are connected, which kind of ko they form, and which captures it forbids.
//!
//! The published rules describe the kinds of ko by examples. This module computes them for kos of one stone: a
//! [`Mouth`] is such a ko, a [`Component`] a set of connected kos, a [`KoClass`] their kind. A [`KoMemory`] keeps the
//! history of kos, for games and for search trees.

use crate::board::{Board, Color};
use crate::geometry::{Bitboard, Layout, Point};
use crate::rules::ruleset::Repetition;

/// A ko of one stone (a tiger's mouth): a lone stone whose only liberty is surrounded by stones of its own colour. The
/// capturing stone is a lone stone that can be recaptured from the point of the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mouth<L: Layout> {
    /// The stone that can be captured.
    stone: Point<L>,
    /// The empty point from which it can be captured.
    open: Point<L>,
    /// The colour of the stone.
    color: Color,
}

impl<L: Layout> Mouth<L> {
    /// The mouth of this stone, if it is one.
    fn of(board: &Board<L>, stone: Point<L>) -> Option<Self> {
        let color = board.stone(stone)?;
        let open = board.last_liberty(stone).filter(|_| board.is_lone(stone))?;
        let around = Bitboard::of(open).neighbours() & board.all();
        let is_surrounded = around.is_subset(board.stones(color));
        // Two stones that one placement captures are not a ko.
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

    /// All mouths on a board.
    fn all(board: &Board<L>) -> Vec<Self> {
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        stones.iter().filter_map(|stone| Self::of(board, stone)).collect()
    }

    fn points(self) -> Bitboard<L> {
        Bitboard::of(self.stone) | Bitboard::of(self.open)
    }
}

/// A chain that borders at least two mouths and can be put in atari by them.
#[derive(Clone, Copy, Debug)]
struct Coupling {
    color: Color,
    /// The number of its liberties that are not open points of these mouths.
    outside: u32,
    /// The mouths that it borders, one bit each.
    mouths: u32,
}

impl Coupling {
    /// The chain's liberties, if `black` is the set of mouths with a black stone.
    fn liberties(&self, black: u32) -> u32 {
        let own = if self.color == Color::Black { black } else { !black };
        self.outside + (self.mouths & own).count_ones()
    }
}

/// The kind of ko that connected mouths form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KoClass {
    /// One mouth.
    Single,
    /// A fighting ko (쟁패), which decides the life of chains.
    Fighting,
    /// A disturbing life (교활): each capture that gives atari can be answered by a capture.
    DisturbingLife,
    /// A disturbing death (교사): this colour's chain is dead, and its captures only delay the end.
    DisturbingDeath(Color),
    /// A seki after one cycle (1986).
    Seki,
}

/// A maximal set of connected mouths.
#[derive(Debug)]
struct Component<L: Layout> {
    mouths: Vec<Mouth<L>>,
    couplings: Vec<Coupling>,
}

/// The number of liberties outside the mouths that makes a chain safe: captures in the mouths cannot put it in atari.
const SAFE_LIBERTIES: u32 = 2;

/// The greatest number of mouths for which all 2ⁿ orientations are searched. Larger components count as disturbing
/// life.
const MAX_MOUTHS: usize = 12;

impl<L: Layout> Component<L> {
    /// The component of this mouth. Mouths are connected if they border the same chain, and that chain is not safe.
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
                if open.len() > 1 && (board.liberties(stone) - open).len() < SAFE_LIBERTIES as usize {
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

    /// All points of its mouths. They do not depend on who has captured last.
    fn points(self) -> Bitboard<L> {
        self.mouths.iter().fold(Bitboard::empty(), |points, mouth| points | mouth.points())
    }

    fn contains(&self, open: Point<L>) -> bool {
        self.mouths.iter().any(|mouth| mouth.open == open)
    }

    /// The mouths with a black stone, one bit each.
    fn black(&self) -> u32 {
        let bits = self.mouths.iter().enumerate().filter(|(_, mouth)| mouth.color == Color::Black);
        bits.map(|(bit, _)| 1 << (bit % 32)).sum()
    }

    /// Returns whether a chain of this colour is in atari, if `black` is the set of mouths with a black stone.
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
            mouths if mouths > MAX_MOUTHS || self.can_be_answered() => KoClass::DisturbingLife,
            _ => KoClass::Fighting,
        }
    }

    /// The colour that dies in a component of two mouths. A colour finishes the other if its capture of both mouths
    /// captures a chain with them. The result is `None` if both colours or neither can finish.
    fn doomed(&self) -> Option<Color> {
        // After its captures the colour has both mouths.
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

    /// Returns whether the component is a disturbing life. There must be an orientation without atari in which a
    /// capture can give atari, and each such capture has an answer: a capture in another mouth after which none of the
    /// answering colour's chains is in atari.
    fn can_be_answered(&self) -> bool {
        let all = (1_u32 << self.mouths.len()) - 1;
        let bits = || (0..self.mouths.len()).map(|bit| 1_u32 << bit);
        let is_answered = |color: Color, mouth: u32, black: u32| {
            let own = if color == Color::Black { black } else { all & !black };
            let answers = bits().filter(|&other| other != mouth && own & other != 0);
            answers.map(|other| black ^ other).any(|after| {
                let mut answering = self.couplings.iter().filter(|chain| chain.color != color);
                answering.all(|chain| chain.liberties(after) >= SAFE_LIBERTIES)
            })
        };
        (0..=all).any(|black| {
            if self.couplings.iter().any(|chain| chain.liberties(black) < SAFE_LIBERTIES) {
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
    /// The point adjacent to the chains of this colour that border the mouth.
    fn bordered_by(self, color: Color) -> Point<L> {
        if color == self.color { self.open } else { self.stone }
    }
}

/// The kind of ko that makes a placement illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IngKo {
    /// The opponent has just captured in a fighting ko, and the point is one of its open points (1986: and the
    /// placement would capture).
    Fighting,
    /// The placement would capture in a disturbing ko in which the colour has completed a cycle.
    Disturbing,
    /// The placement would capture in kos that are a seki, because a cycle has been completed in them (1986).
    Seki,
}

/// A cycle of captures in a disturbing ko.
#[derive(Clone, Copy, Debug)]
struct Cycle<L: Layout, P> {
    /// The points of the component's mouths.
    component: Bitboard<L>,
    /// The disturber (교자), the first colour whose capture forced an answer.
    disturber: Color,
    /// The position before that capture.
    start: P,
    /// True if that position has recurred with the disturber to play.
    is_closed: bool,
    /// True if a completed cycle stops both colours for good.
    is_seki: bool,
}

/// The history of kos under the Ing rules. `P` identifies positions.
#[derive(Clone, Debug)]
pub(crate) struct KoMemory<L: Layout, P> {
    repetition: Repetition,
    /// The colour of the last turn and the point that it left open, if it captured a ko.
    last: Option<(Color, Point<L>)>,
    cycles: Vec<Cycle<L, P>>,
}

impl<L: Layout, P: Copy + PartialEq> KoMemory<L, P> {
    /// The empty history of a new game; `None` if the rules are not Ing's.
    pub(crate) fn at_start(repetition: Repetition) -> Option<Self> {
        matches!(repetition, Repetition::Ing | Repetition::Ing1986).then(|| Self {
            repetition,
            last: None,
            cycles: Vec::new(),
        })
    }

    /// The history with another layout and another type of positions.
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

    /// The kind of ko that makes a placement of `color` on an empty point illegal; `None` if none does.
    pub(crate) fn forbids(&self, board: &Board<L>, color: Color, point: Point<L>) -> Option<IngKo> {
        let last = self.last.filter(|&(by, _)| by != color);
        if last.is_none() && !self.cycles.iter().any(|cycle| cycle.is_closed) {
            return None;
        }
        let mouth = Mouth::open_at(board, point)?;
        let captures = mouth.color != color;
        // A triple ko of 1986 is played like a simple ko: a stone that captures nothing is an ordinary placement.
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

    /// Records a placement of `color` on `point`. `position` is the position of the board `before`.
    pub(crate) fn record_placement(
        &mut self,
        before: &Board<L>,
        position: P,
        after: &Board<L>,
        color: Color,
        point: Point<L>,
    ) {
        let captured = before.stones(!color) - after.stones(!color);
        let mouth = Mouth::open_at(before, point).filter(|mouth| captured == Bitboard::of(mouth.stone));
        let Some(taken) = mouth.filter(|mouth| mouth.color != color) else {
            self.last = None;
            // A placement elsewhere breaks the cycles of its colour, except those that have become a seki.
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

    /// Records a pass.
    pub(crate) fn record_pass(&mut self) {
        self.last = None;
    }

    /// Records the position after a turn and the colour to play. Closes the cycles that began there.
    pub(crate) fn record_position(&mut self, position: P, to_play: Color) {
        for cycle in &mut self.cycles {
            cycle.is_closed |= cycle.start == position && cycle.disturber == to_play;
        }
    }
}
