//! The ko of the Ing rules, read from the sentences of its texts.
//!
//! A second reference beside `reference/ing.rs`, and built differently: it keeps nothing but the turns of the game, and what is
//! illegal follows from looking through them. Kos are found by playing them out on copies of the board, and chains that a ko matters to by
//! the liberties that they have before and after.
//!
//! The texts are those of 1991 (SST laws, article 1 on the move and the article on ko), of 1996 and of 1986. What they leave open is
//! decided in `docs/rules-systems.md`.

#![allow(unreachable_pub, reason = "nothing lies outside a test")]

use std::collections::BTreeSet;

/// A sign of a diagram.
pub type Sign = char;
pub const BLACK: Sign = '#';
pub const WHITE: Sign = 'O';
pub const EMPTY: Sign = '.';

/// Points, numbered along the rows from A1.
pub type Points = BTreeSet<usize>;

/// The most kos of a group whose every state is looked at.
const MOST_KOS: usize = 12;

fn other(sign: Sign) -> Sign {
    if sign == BLACK { WHITE } else { BLACK }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    pub lines: usize,
    pub signs: Vec<Sign>,
}

impl Diagram {
    /// The rows as in print, the highest line first.
    pub fn text(&self) -> String {
        let rows = self.signs.chunks(self.lines).rev();
        rows.map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    fn near(&self, at: usize) -> Vec<usize> {
        let (column, row) = (at % self.lines, at / self.lines);
        let near = [
            (column > 0).then(|| at - 1),
            (column + 1 < self.lines).then(|| at + 1),
            (row > 0).then(|| at - self.lines),
            (row + 1 < self.lines).then(|| at + self.lines),
        ];
        near.into_iter().flatten().collect()
    }

    fn chain(&self, at: usize) -> Points {
        let mut chain = Points::from([at]);
        let mut unseen = vec![at];
        while let Some(stone) = unseen.pop() {
            for near in self.near(stone) {
                if self.signs[near] == self.signs[at] && chain.insert(near) {
                    unseen.push(near);
                }
            }
        }
        chain
    }

    fn liberties(&self, at: usize) -> Points {
        let near = self.chain(at).into_iter().flat_map(|stone| self.near(stone));
        near.filter(|&near| self.signs[near] == EMPTY).collect()
    }

    fn is_lone(&self, at: usize) -> bool {
        self.signs[at] != EMPTY && self.chain(at).len() == 1
    }

    fn with(&self, at: usize, sign: Sign) -> Self {
        let mut diagram = self.clone();
        diagram.signs[at] = sign;
        diagram
    }

    fn without(&self, stones: &Points) -> Self {
        stones.iter().fold(self.clone(), |diagram, &stone| diagram.with(stone, EMPTY))
    }

    /// The stones that the one at this point leaves without a liberty.
    fn captured(&self, at: usize) -> Points {
        let near = self.near(at).into_iter().filter(|&near| self.signs[near] == other(self.signs[at]));
        near.filter(|&near| self.liberties(near).is_empty()).flat_map(|near| self.chain(near)).collect()
    }

    /// The board after a placement, and the stones that it captures; `None` if it is suicide of a lone stone.
    fn after(&self, sign: Sign, at: usize) -> Option<(Self, Points)> {
        let placed = self.with(at, sign);
        let captured = placed.captured(at);
        let after = placed.without(&captured);
        if !after.liberties(at).is_empty() {
            return Some((after, captured));
        }
        let own = after.chain(at);
        (own.len() > 1).then(|| (after.without(&own), captured))
    }

    /// The ko that is open at a point: two lone stones capture each other on two points, and nothing else that is lone is captured
    /// with them. Chains of several stones are not looked at: whether they are captured too depends on the other kos beside them.
    fn ko_at(&self, open: usize) -> Option<Ko> {
        let take = |diagram: &Self, at: usize, sign: Sign| {
            let placed = diagram.with(at, sign);
            let lone: Points = placed.captured(at).into_iter().filter(|&stone| placed.is_lone(stone)).collect();
            (placed.without(&lone), lone)
        };
        let stones = self.near(open).into_iter().filter(|&stone| self.signs[open] == EMPTY && self.is_lone(stone));
        let kos = stones.map(|stone| Ko { stone, open, sign: self.signs[stone] });
        kos.into_iter().find(|ko| {
            let (taken, first) = take(self, ko.open, other(ko.sign));
            let (retaken, second) = take(&taken, ko.stone, ko.sign);
            let is_alone = taken.is_lone(ko.open) && retaken == *self;
            first == Points::from([ko.stone]) && second == Points::from([ko.open]) && is_alone
        })
    }

    fn kos(&self) -> Vec<Ko> {
        (0..self.signs.len()).filter_map(|at| self.ko_at(at)).collect()
    }

    /// The board after a ko has changed hands, whatever that does to the chains around it.
    fn turned(&self, ko: Ko) -> Self {
        self.with(ko.stone, EMPTY).with(ko.open, other(ko.sign))
    }

    /// A stone of each chain, ko stones left out.
    fn chains(&self, kos: &[Ko]) -> Vec<usize> {
        let is_first = |&at: &usize| self.signs[at] != EMPTY && self.chain(at).first() == Some(&at);
        let chains = (0..self.signs.len()).filter(is_first);
        chains.filter(|&at| kos.iter().all(|ko| ko.stone != at)).collect()
    }

    /// The kos that hang together with one: those that give or take a liberty of the same chain, unless it has two liberties elsewhere.
    fn group(&self, ko: Ko, form: Form) -> Group {
        let kos = self.kos();
        let mut ties = Vec::new();
        for chain in self.chains(&kos) {
            let liberties = self.liberties(chain);
            let matters = |ko: &&Ko| self.turned(**ko).liberties(chain) != liberties;
            let beside: Vec<Ko> = kos.iter().filter(matters).copied().collect();
            let elsewhere = liberties.iter().filter(|&&liberty| beside.iter().all(|ko| ko.open != liberty)).count();
            if beside.len() > 1 && elsewhere < 2 {
                ties.push((chain, beside));
            }
        }
        let mut group = vec![ko];
        loop {
            let near = ties.iter().filter(|(_, beside)| beside.iter().any(|ko| group.contains(ko)));
            let more = near.flat_map(|(_, beside)| beside).find(|ko| !group.contains(ko)).copied();
            let Some(more) = more else { break };
            group.push(more);
        }
        ties.retain(|(_, beside)| beside.iter().any(|ko| group.contains(ko)));
        let chains = ties.into_iter().map(|(chain, _)| chain).collect();
        let mut group = Group { kos: group, chains, kind: Kind::Single };
        group.kind = group.kind_on(self, form);
        group
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Ko {
    /// The stone that can be captured.
    stone: usize,
    /// The empty point from which.
    open: usize,
    /// The colour of the stone.
    sign: Sign,
}

/// Which edition.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    Present,
    Of1986,
}

/// What kind of ko a group of kos is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Single,
    Fighting,
    DisturbingLife,
    /// With the colour that is captured in the end.
    DisturbingDeath(Sign),
    SekiOf1986,
}

/// Kos that hang together.
#[derive(Clone, Debug)]
struct Group {
    kos: Vec<Ko>,
    /// A stone of each chain by which they do.
    chains: Vec<usize>,
    kind: Kind,
}

impl Group {
    fn points(&self) -> Points {
        self.kos.iter().flat_map(|ko| [ko.stone, ko.open]).collect()
    }

    fn kind_on(&self, diagram: &Diagram, form: Form) -> Kind {
        match (self.kos.len(), form) {
            (1, _) => return Kind::Single,
            (3, Form::Of1986) => return Kind::Fighting,
            (4.., Form::Of1986) => return Kind::SekiOf1986,
            (kos, _) if kos > MOST_KOS => return Kind::DisturbingLife,
            _ => {}
        }
        // Every state: the board, and the kos as they stand there.
        let mut states = vec![(diagram.clone(), self.kos.clone())];
        for number in 0..self.kos.len() {
            for (diagram, mut kos) in states.clone() {
                let ko = kos[number];
                kos[number] = Ko { stone: ko.open, open: ko.stone, sign: other(ko.sign) };
                states.push((diagram.turned(ko), kos));
            }
        }
        let of = |sign: Sign| self.chains.iter().copied().filter(move |&chain| diagram.signs[chain] == sign);
        if let [_, _] = self.kos[..] {
            // Whoever takes the second ko as well captures a chain, or does not.
            let finishes = |sign: Sign| {
                let owned = states.iter().find(|(_, kos)| kos.iter().all(|ko| ko.sign == sign));
                owned.is_some_and(|(diagram, _)| of(other(sign)).any(|chain| diagram.liberties(chain).is_empty()))
            };
            match (finishes(BLACK), finishes(WHITE)) {
                (true, false) => return Kind::DisturbingDeath(WHITE),
                (false, true) => return Kind::DisturbingDeath(BLACK),
                _ => {}
            }
        }
        let is_life = |(diagram, kos): &(Diagram, Vec<Ko>)| {
            if self.chains.iter().any(|&chain| diagram.liberties(chain).len() < 2) {
                return false;
            }
            let (mut ataris, mut answered) = (0, 0);
            for &ko in kos {
                let after = diagram.turned(ko);
                if of(ko.sign).any(|chain| after.liberties(chain).len() == 1) {
                    ataris += 1;
                    let answers = kos.iter().filter(|&&answer| answer != ko && answer.sign == other(ko.sign));
                    let saves = |answer: &Ko| {
                        let saved = after.turned(*answer);
                        of(ko.sign).all(|chain| saved.liberties(chain).len() >= 2)
                    };
                    answered += usize::from(answers.into_iter().any(saves));
                }
            }
            ataris > 0 && ataris == answered
        };
        if states.iter().any(is_life) { Kind::DisturbingLife } else { Kind::Fighting }
    }
}

/// A turn as it was.
#[derive(Clone, Debug)]
struct Turn {
    before: Diagram,
    sign: Sign,
    is_pass: bool,
    /// The ko in which it captured the stone, and nothing else.
    ko: Option<Ko>,
    /// The kos that hang together with it once it had changed hands.
    group: Option<Group>,
    /// Whether it forced the opponent in a disturbing ko, or took part in kos that become a seki.
    forces: bool,
}

/// Why a placement is illegal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Illegal {
    /// A lone stone without a liberty.
    Suicide,
    /// A stone that has just captured in a ko would be captured.
    HotStone,
    /// The opponent has just captured in this fighting ko.
    FightingKo,
    /// The disturber would go round once more.
    Recycling,
    /// The kos have gone round once (1986).
    Seki,
    /// The position has stood twice.
    ThirdTime,
}

/// A game of which only the turns are remembered.
#[derive(Clone, Debug)]
pub struct Record {
    form: Form,
    pub diagram: Diagram,
    pub to_play: Sign,
    turns: Vec<Turn>,
}

impl Record {
    pub fn new(diagram: Diagram, to_play: Sign, form: Form) -> Self {
        Self { form, diagram, to_play, turns: Vec::new() }
    }

    /// Whether a stone of the colour to play would capture in a ko here.
    pub fn is_ko_capture(&self, at: usize) -> bool {
        self.diagram.ko_at(at).is_some_and(|ko| ko.sign != self.to_play)
    }

    /// Whether it would fill a ko of its own here.
    pub fn is_fill(&self, at: usize) -> bool {
        self.diagram.ko_at(at).is_some_and(|ko| ko.sign == self.to_play)
    }

    pub fn pass(&mut self) {
        let (before, sign) = (self.diagram.clone(), self.to_play);
        self.turns.push(Turn { before, sign, is_pass: true, ko: None, group: None, forces: false });
        self.to_play = other(sign);
    }

    /// # Panics
    /// If it is suicide of a lone stone.
    pub fn place(&mut self, at: usize) {
        let (before, sign) = (self.diagram.clone(), self.to_play);
        let (after, captured) = before.after(sign, at).expect("a legal placement");
        let ko = before.ko_at(at).filter(|ko| ko.sign != sign && captured == Points::from([ko.stone]));
        let turned = ko.and_then(|ko| after.ko_at(ko.stone));
        let group = turned.map(|ko| after.group(ko, self.form));
        let forces = group.as_ref().is_some_and(|group| match group.kind {
            Kind::Single | Kind::Fighting => false,
            Kind::DisturbingDeath(dead) => dead == sign,
            Kind::SekiOf1986 => true,
            Kind::DisturbingLife => {
                group.chains.iter().any(|&chain| after.signs[chain] == other(sign) && after.liberties(chain).len() == 1)
            }
        });
        self.turns.push(Turn { before, sign, is_pass: false, ko, group, forces });
        self.diagram = after;
        self.to_play = other(sign);
    }

    /// Why a placement of the colour to play on an empty point is illegal, if it is.
    pub fn illegal(&self, at: usize) -> Option<Illegal> {
        let Some((after, _)) = self.diagram.after(self.to_play, at) else { return Some(Illegal::Suicide) };
        let last = self.turns.last();
        if last.is_some_and(|last| !last.is_pass && last.before == after) {
            return Some(Illegal::HotStone);
        }
        if let Some(ko) = self.diagram.ko_at(at) {
            let group = self.diagram.group(ko, self.form);
            let captures = ko.sign != self.to_play;
            let last_ko = last.and_then(|last| last.ko);
            let is_hot = last_ko.is_some_and(|taken| group.kos.iter().any(|ko| ko.open == taken.stone));
            // By decision filling is no way to go on with a fighting ko at present; in 1986 only captures are forbidden.
            if group.kind == Kind::Fighting && is_hot && (captures || self.form == Form::Present) {
                return Some(Illegal::FightingKo);
            }
            let has_no_disturber = matches!(group.kind, Kind::Single | Kind::Fighting);
            if captures && !has_no_disturber && self.has_gone_round(&group.points()) {
                return Some(if group.kind == Kind::SekiOf1986 { Illegal::Seki } else { Illegal::Recycling });
            }
        }
        let stood = self.turns.iter().filter(|turn| turn.before == after && turn.sign != self.to_play).count();
        (stood >= 2).then_some(Illegal::ThirdTime)
    }

    /// Whether the colour to play may not go on in a group of kos: it disturbs there, and the position in which it began has come back.
    fn has_gone_round(&self, group: &Points) -> bool {
        // The positions in which the colours have had to play, with the one that stands now.
        let stood = |from: usize, start: &Turn, to: usize| {
            let earlier =
                self.turns[from..to].iter().any(|turn| turn.sign == start.sign && turn.before == start.before);
            earlier || to == self.turns.len() && self.to_play == start.sign && self.diagram == start.before
        };
        // Each cycle runs from a forcing capture, if no other has begun in these kos, until the disturber plays elsewhere.
        let mut cycles: Vec<(usize, Points)> = Vec::new();
        for (number, turn) in self.turns.iter().enumerate() {
            if !turn.is_pass && turn.ko.is_none() {
                let is_over = |(start, _): &(usize, Points)| {
                    let start_turn = &self.turns[*start];
                    let is_seki = start_turn.group.as_ref().is_some_and(|group| group.kind == Kind::SekiOf1986);
                    start_turn.sign == turn.sign && !(is_seki && stood(start + 1, start_turn, number + 1))
                };
                cycles.retain(|cycle| !is_over(cycle));
            }
            if let (true, Some(group)) = (turn.forces, &turn.group) {
                let points = group.points();
                if cycles.iter().all(|(_, cycle)| *cycle != points) {
                    cycles.push((number, points));
                }
            }
        }
        cycles.iter().filter(|(_, points)| points == group).any(|&(start, _)| {
            let start_turn = &self.turns[start];
            let is_seki = start_turn.group.as_ref().is_some_and(|group| group.kind == Kind::SekiOf1986);
            (is_seki || start_turn.sign == self.to_play) && stood(start + 1, start_turn, self.turns.len())
        })
    }
}
