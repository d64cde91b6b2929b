//! The ko rule of Ing, implemented from the sentences of its texts.
//!
//! It is a second reference besides `reference/ing.rs`, with a different design: it stores only the turns of the game,
//! and decides what is illegal by a search through them. It finds kos by playing them on copies of the board, and the
//! chains that a ko affects by their liberties before and after.
//!
//! The texts are those of 1991 (SST laws, article 1 on the move and the article on ko), of 1996 and of 1986.
//! `docs/rules-systems.md` decides what they leave open.

#![allow(unreachable_pub, reason = "nothing lies outside a test")]

use std::collections::BTreeSet;

/// A sign of a diagram.
pub type Sign = char;
pub const BLACK: Sign = '#';
pub const WHITE: Sign = 'O';
pub const EMPTY: Sign = '.';

/// Points, numbered along the rows from A1.
pub type Points = BTreeSet<usize>;

/// The greatest number of kos in a group whose states are all searched.
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
    /// The rows as text, the highest line first.
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

    /// The stones that the stone at this point leaves without a liberty.
    fn captured(&self, at: usize) -> Points {
        let near = self.near(at).into_iter().filter(|&near| self.signs[near] == other(self.signs[at]));
        near.filter(|&near| self.liberties(near).is_empty()).flat_map(|near| self.chain(near)).collect()
    }

    /// The board after a placement, and the captured stones; `None` if the placement is suicide of a lone stone.
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

    /// The ko that is open at a point: two lone stones that capture each other on two points, and no other lone stone
    /// with them. Longer chains are ignored, because whether they are captured too depends on the adjacent kos.
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

    /// The board after a ko has changed hands, without the effect on the chains around it.
    fn turned(&self, ko: Ko) -> Self {
        self.with(ko.stone, EMPTY).with(ko.open, other(ko.sign))
    }

    /// One stone of each chain, without ko stones.
    fn chains(&self, kos: &[Ko]) -> Vec<usize> {
        let is_first = |&at: &usize| self.signs[at] != EMPTY && self.chain(at).first() == Some(&at);
        let chains = (0..self.signs.len()).filter(is_first);
        chains.filter(|&at| kos.iter().all(|ko| ko.stone != at)).collect()
    }

    /// The kos connected with one: they give or take a liberty of the same chain, and the chain does not have two
    /// liberties elsewhere.
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
    /// The empty point from which it can be captured.
    open: usize,
    /// The colour of the stone.
    sign: Sign,
}

/// The edition of the rules.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    Present,
    Of1986,
}

/// The kind of ko that a group of kos forms.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Single,
    Fighting,
    DisturbingLife,
    /// The colour that is captured in the end.
    DisturbingDeath(Sign),
    SekiOf1986,
}

/// A set of connected kos.
#[derive(Clone, Debug)]
struct Group {
    kos: Vec<Ko>,
    /// A stone of each chain that connects them.
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
        // All states: the board and the kos on it.
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
            // A colour that owns both kos captures a chain, or does not.
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

/// A turn of the game.
#[derive(Clone, Debug)]
struct Turn {
    before: Diagram,
    sign: Sign,
    is_pass: bool,
    /// The ko that it captured in, if it captured the ko stone alone.
    ko: Option<Ko>,
    /// The kos connected with that ko after it changed hands.
    group: Option<Group>,
    /// True if it forced the opponent in a disturbing ko, or took part in kos that become a seki.
    forces: bool,
}

/// The reason why a placement is illegal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Illegal {
    /// A lone stone without a liberty.
    Suicide,
    /// A stone that has just captured in a ko would be captured.
    HotStone,
    /// The opponent has just captured in this fighting ko.
    FightingKo,
    /// The disturber would begin a second cycle.
    Recycling,
    /// The kos have completed a cycle (1986).
    Seki,
    /// The position has occurred twice.
    ThirdTime,
}

/// A game that stores its turns only.
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

    /// Returns whether a stone of the colour to play would capture in a ko here.
    pub fn is_ko_capture(&self, at: usize) -> bool {
        self.diagram.ko_at(at).is_some_and(|ko| ko.sign != self.to_play)
    }

    /// Returns whether a stone of the colour to play would fill its own ko here.
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

    /// The reason why a placement of the colour to play on an empty point is illegal; `None` if it is legal.
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
            // By our decision, filling does not continue a fighting ko under the present rules. In 1986 only captures
            // are forbidden.
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

    /// Returns whether the colour to play may not continue in a group of kos: it is the disturber there, and the
    /// position in which it began has recurred.
    fn has_gone_round(&self, group: &Points) -> bool {
        // All positions before turns, and the current one.
        let stood = |from: usize, start: &Turn, to: usize| {
            let earlier =
                self.turns[from..to].iter().any(|turn| turn.sign == start.sign && turn.before == start.before);
            earlier || to == self.turns.len() && self.to_play == start.sign && self.diagram == start.before
        };
        // A cycle lasts from a forcing capture, if no other cycle has begun in these kos, until the disturber plays
        // elsewhere.
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
