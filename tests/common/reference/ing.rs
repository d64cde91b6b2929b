//! The ko rule of Ing, computed from whole boards each time.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Board, Colour, Vertex};
use super::words::{Refusal, Repetition};

/// A ko of one stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mouth {
    stone: Vertex,
    open: Vertex,
    colour: Colour,
}

/// The kind of ko that connected mouths form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Single,
    Fighting,
    DisturbingLife,
    /// The colour that is captured in the end.
    DisturbingDeath(Colour),
    SekiAfterOneRound,
}

/// A cycle in a disturbing ko.
#[derive(Clone, PartialEq, Debug)]
struct Round {
    points: BTreeSet<Vertex>,
    disturber: Colour,
    start: Board,
    came_back: bool,
    seki: bool,
}

/// The history of kos.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Kos {
    /// The colour of the last turn, if it captured in a ko, and the point that has been open since.
    last_capture: Option<(Colour, Vertex)>,
    rounds: Vec<Round>,
}

/// The greatest number of mouths whose orientations are searched. Larger groups are a disturbing life.
const MOST_MOUTHS: usize = 12;

fn liberties(board: &Board, chain: &BTreeSet<Vertex>) -> BTreeSet<Vertex> {
    let neighbours = chain.iter().flat_map(|&stone| board.neighbours(stone));
    neighbours.filter(|&vertex| board.stone_at(vertex).is_none()).collect()
}

/// The mouth that is open at an empty point.
fn mouth_at(board: &Board, open: Vertex) -> Option<Mouth> {
    if board.stone_at(open).is_some() {
        return None;
    }
    let mut colours = BTreeSet::new();
    let mut in_atari = Vec::new();
    for neighbour in board.neighbours(open) {
        colours.insert(board.stone_at(neighbour));
        let chain = board.region(neighbour);
        if board.stone_at(neighbour).is_some() && chain.len() == 1 && liberties(board, &chain).len() == 1 {
            in_atari.push(neighbour);
        }
    }
    let colours: Vec<Option<Colour>> = colours.into_iter().collect();
    match (&colours[..], &in_atari[..]) {
        (&[Some(colour)], &[stone]) => Some(Mouth { stone, open, colour }),
        _ => None,
    }
}

fn mouths(board: &Board) -> Vec<Mouth> {
    board.vertices().into_iter().filter_map(|vertex| mouth_at(board, vertex)).collect()
}

/// The board after the stone of a mouth is captured.
fn captured(board: &Board, mouth: Mouth) -> Board {
    let mut board = board.clone();
    board.lift(&BTreeSet::from([mouth.stone]));
    board.put(mouth.open, mouth.colour.other());
    board
}

/// The chains that border two or more mouths, with these mouths. A chain with two liberties elsewhere is safe and does
/// not count.
fn coupling_chains(board: &Board, mouths: &[Mouth]) -> Vec<(BTreeSet<Vertex>, Vec<Mouth>)> {
    let mut bordered: BTreeMap<BTreeSet<Vertex>, Vec<Mouth>> = BTreeMap::new();
    for &mouth in mouths {
        let mut chains = BTreeSet::new();
        for point in [mouth.stone, mouth.open] {
            for neighbour in board.neighbours(point) {
                let is_own_stone = mouths.iter().any(|other| other.stone == neighbour);
                if board.stone_at(neighbour).is_some() && !is_own_stone {
                    chains.insert(board.region(neighbour));
                }
            }
        }
        for chain in chains {
            bordered.entry(chain).or_default().push(mouth);
        }
    }
    let couples = |chain: &BTreeSet<Vertex>, near: &[Mouth]| {
        let outside = liberties(board, chain);
        let outside = outside.iter().filter(|&&liberty| near.iter().all(|mouth| mouth.open != liberty));
        near.len() >= 2 && outside.count() < 2
    };
    bordered.into_iter().filter(|(chain, near)| couples(chain, near)).collect()
}

/// The mouths connected with one, and a stone of each chain that connects them.
fn together(board: &Board, mouth: Mouth) -> (Vec<Mouth>, Vec<Vertex>) {
    let chains = coupling_chains(board, &mouths(board));
    let mut found = vec![mouth];
    let mut next = 0;
    while next < found.len() {
        for (_, near) in &chains {
            if near.contains(&found[next]) {
                for &other in near {
                    if !found.contains(&other) {
                        found.push(other);
                    }
                }
            }
        }
        next += 1;
    }
    let stones = chains.iter().filter(|(_, near)| near.iter().any(|mouth| found.contains(mouth)));
    let stones = stones.map(|(chain, _)| *chain.first().expect("a chain has stones")).collect();
    (found, stones)
}

fn points(mouths: &[Mouth]) -> BTreeSet<Vertex> {
    mouths.iter().flat_map(|mouth| [mouth.stone, mouth.open]).collect()
}

/// The number of liberties of a stone's chain.
fn number_of_liberties(board: &Board, stone: Vertex) -> usize {
    liberties(board, &board.region(stone)).len()
}

/// All boards that differ in the owners of the mouths, with the mouths on each.
fn orientations(board: &Board, mouths: &[Mouth]) -> Vec<(Board, Vec<Mouth>)> {
    let mut all = vec![(board.clone(), Vec::new())];
    for &mouth in mouths {
        let turned = Mouth { stone: mouth.open, open: mouth.stone, colour: mouth.colour.other() };
        let mut more = Vec::new();
        for (board, chosen) in all {
            more.push((captured(&board, mouth), [&chosen[..], &[turned]].concat()));
            more.push((board, [&chosen[..], &[mouth]].concat()));
        }
        all = more;
    }
    all
}

fn class(board: &Board, mouths: &[Mouth], stones: &[Vertex], repetition: Repetition) -> Class {
    match (mouths.len(), repetition) {
        (1, _) => return Class::Single,
        (3, Repetition::Ing1986) => return Class::Fighting,
        (4.., Repetition::Ing1986) => return Class::SekiAfterOneRound,
        (number, _) if number > MOST_MOUTHS => return Class::DisturbingLife,
        _ => {}
    }
    let orientations = orientations(board, mouths);
    if mouths.len() == 2 {
        for (board, mouths) in &orientations {
            if mouths[0].colour != mouths[1].colour {
                let finishes = |mouth: &Mouth| {
                    let after = captured(board, *mouth);
                    let theirs = stones.iter().filter(|&&stone| board.stone_at(stone) == Some(mouth.colour));
                    theirs.into_iter().any(|&stone| number_of_liberties(&after, stone) == 0)
                };
                match (finishes(&mouths[0]), finishes(&mouths[1])) {
                    (true, false) => return Class::DisturbingDeath(mouths[0].colour),
                    (false, true) => return Class::DisturbingDeath(mouths[1].colour),
                    _ => {}
                }
            }
        }
    }
    let safe = |board: &Board, colour: Option<Colour>| {
        stones
            .iter()
            .all(|&stone| colour.is_some() && board.stone_at(stone) != colour || number_of_liberties(board, stone) >= 2)
    };
    for (board, mouths) in &orientations {
        if !safe(board, None) {
            continue;
        }
        let (mut ataris, mut answered) = (0, 0);
        for &mouth in mouths {
            let after = captured(board, mouth);
            if safe(&after, Some(mouth.colour)) {
                continue;
            }
            ataris += 1;
            let answers = mouths.iter().filter(|other| **other != mouth && other.colour != mouth.colour);
            if answers.into_iter().any(|&answer| safe(&captured(&after, answer), Some(mouth.colour))) {
                answered += 1;
            }
        }
        if ataris > 0 && ataris == answered {
            return Class::DisturbingLife;
        }
    }
    Class::Fighting
}

impl Kos {
    /// The refusal of a placement on an empty point, if the ko rule makes it illegal.
    pub fn refuse(&self, board: &Board, colour: Colour, vertex: Vertex, repetition: Repetition) -> Option<Refusal> {
        let mouth = mouth_at(board, vertex)?;
        if mouth.colour == colour && repetition == Repetition::Ing1986 {
            return None;
        }
        let (mouths, stones) = together(board, mouth);
        let class = class(board, &mouths, &stones, repetition);
        let opened = self.last_capture.filter(|&(by, _)| by != colour).map(|(_, open)| open);
        if class == Class::Fighting && mouths.iter().any(|mouth| Some(mouth.open) == opened) {
            return Some(Refusal::FightingKo);
        }
        if mouth.colour == colour || class == Class::Single || class == Class::Fighting {
            return None;
        }
        let points = points(&mouths);
        let mut rounds = self.rounds.iter().filter(|round| round.came_back && round.points == points);
        let is_refused = rounds.any(|round| round.seki || round.disturber == colour);
        match class {
            _ if !is_refused => None,
            Class::SekiAfterOneRound => Some(Refusal::SekiKo),
            _ => Some(Refusal::DisturbingKo),
        }
    }

    /// Records a placement that led from one board to another.
    pub fn place(&mut self, before: &Board, after: &Board, colour: Colour, vertex: Vertex, repetition: Repetition) {
        let lost = before.number_of_stones(colour.other()) - after.number_of_stones(colour.other());
        let mouth = mouth_at(before, vertex).filter(|mouth| mouth.colour != colour && lost == 1);
        let Some(mouth) = mouth else {
            self.last_capture = None;
            self.rounds.retain(|round| round.disturber != colour || round.seki && round.came_back);
            return;
        };
        self.last_capture = Some((colour, mouth.stone));
        let Some(mouth) = mouth_at(after, mouth.stone) else { return };
        let (mouths, stones) = together(after, mouth);
        let class = class(after, &mouths, &stones, repetition);
        let is_forced = match class {
            Class::Single | Class::Fighting => false,
            Class::DisturbingDeath(dead) => colour == dead,
            Class::SekiAfterOneRound => true,
            Class::DisturbingLife => stones
                .iter()
                .any(|&stone| after.stone_at(stone) == Some(colour.other()) && number_of_liberties(after, stone) == 1),
        };
        let points = points(&mouths);
        if is_forced && self.rounds.iter().all(|round| round.points != points) {
            let (start, seki) = (before.clone(), class == Class::SekiAfterOneRound);
            self.rounds.push(Round { points, disturber: colour, start, came_back: false, seki });
        }
    }

    /// Records an abstention.
    pub fn abstain(&mut self) {
        self.last_capture = None;
    }

    /// Records the board after a turn and the colour to play.
    pub fn stand(&mut self, board: &Board, to_play: Colour) {
        for round in &mut self.rounds {
            if round.disturber == to_play && round.start == *board {
                round.came_back = true;
            }
        }
    }
}
