//! A checker of proofs. It plays every line of a proof on the naive reference, and shares no code with the solver.
//!
//! `docs/proof-files.md` has the format. A program that declares this module must also declare `reference`.

#![allow(dead_code, reason = "not every program uses everything")]
#![allow(unreachable_pub, reason = "nothing lies outside a test")]

pub mod zone;

use crate::reference::{Action, Board, Colour, Counting, Engine, Event, Reason, Repetition, Rules, Suicide, Vertex};
use std::collections::BTreeSet;
use std::str::SplitWhitespace;
use zone::{Plan, Reader, Zone};

/// The margin of a result without a count.
const FORFEIT: i32 = 1000;

/// The columns, A to T without I.
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";

/// A checked proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The claim, word by word.
    pub claim: String,
    /// The number of turns that were played.
    pub turns: u64,
}

/// What a colour claims to enforce.
#[derive(Clone, Copy)]
pub enum Claim {
    Margin(i32),
    Captures(Vertex),
    Saves(Vertex),
}

/// A proof, with the game at its start.
struct Proof<'text> {
    engine: Engine,
    rules: Rules,
    /// True if the colour that plays first in the proof has the right in the game.
    is_first_here: bool,
    /// The points that the proof is about; `None` for the whole board.
    zone: Option<BTreeSet<Vertex>>,
    favoured: Colour,
    claim: Claim,
    words: String,
    tree: &'text str,
}

/// Checks a proof.
///
/// # Errors
/// The first mistake, with its line or the number of the move.
pub fn check(text: &str) -> Result<Checked, String> {
    let proof = Proof::read(text)?;
    let Proof { engine, rules, favoured, claim, tree, .. } = &proof;
    let turns = if proof.zone.is_some() {
        proof.plan()?.2
    } else if matches!(rules.repetition, Repetition::Forbidden | Repetition::BarsTheMover | Repetition::Nothing) {
        let mut walk = Walk {
            rules: *rules,
            favoured: *favoured,
            claim: *claim,
            tokens: tree.split_whitespace(),
            moves: 0,
            turns: 0,
        };
        walk.walk(engine)?;
        ended(walk.tokens, walk.moves)?;
        walk.turns
    } else {
        return Err("rules: expected one-pure or superko in a proof about the whole board".to_owned());
    };
    Ok(Checked { claim: proof.words, turns })
}

/// The plan of a proof about a zone, with the zone and the game at its start.
///
/// # Errors
/// The first mistake, as [`check`] says it.
pub fn plan(text: &str) -> Result<(Plan, Zone, Engine), String> {
    let proof = Proof::read(text)?;
    let (plan, zone, _) = proof.plan()?;
    Ok((plan, zone, proof.engine))
}

fn ended(mut tokens: SplitWhitespace<'_>, moves: u64) -> Result<(), String> {
    let extra = tokens.next().map(|token| format!("move {}: expected the end, got {token:?}", moves + 1));
    extra.map_or(Ok(()), Err)
}

impl<'text> Proof<'text> {
    fn read(text: &'text str) -> Result<Self, String> {
        let (header, tree) = text.split_once("\ntree\n").ok_or("proof: expected a line `tree`, got none")?;
        let mut lines = header.lines();
        if lines.next() != Some("onepure-proof 1") {
            return Err("line 1: expected `onepure-proof 1`".to_owned());
        }
        let (mut board, mut rules, mut first, mut stones) = (None, None, Colour::Black, Vec::new());
        let (mut turns, mut next, mut claim, mut zone) = (Vec::new(), None, None, None);
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["board", columns, rows] => board = Some((side(columns)?, side(rows)?)),
                ["rules", name] => rules = Some(name),
                ["first", name] => first = colour(name)?,
                ["play", name, action] => turns.push((colour(name)?, parsed(action)?)),
                ["next", name] => next = Some(colour(name)?),
                ["zone", ..] => zone = Some(words[1..].iter().map(|name| vertex(name)).collect::<Result<_, _>>()?),
                ["claim", ..] => claim = Some(line["claim ".len()..].to_owned()),
                ["black" | "white", ..] => {
                    for name in &words[1..] {
                        stones.push((vertex(name)?, colour(words[0])?));
                    }
                }
                _ => return Err(format!("header: expected a known line, got {line:?}")),
            }
        }
        let (columns, rows) = board.ok_or("header: expected a line `board`, got none")?;
        let rules = match rules {
            Some("one-pure") => Rules::one_pure(columns.max(rows)),
            Some("chinese") => Rules::chinese(),
            Some("tromp-taylor") => Rules { suicide: Suicide::OfTwoOrMore, ..Rules::chinese() },
            Some("japanese" | "korean") => {
                Rules { repetition: Repetition::SimpleKo, counting: Counting::Territory, ..Rules::chinese() }
            }
            other => {
                return Err(format!(
                    "rules: expected one-pure, chinese, tromp-taylor, japanese or korean, got {other:?}"
                ));
            }
        };
        let board = Board::rectangle(columns, rows);
        if let Some((stray, _)) = stones.iter().find(|(vertex, _)| !board.contains(*vertex)) {
            return Err(format!("header: expected a point of the board, got {stray:?}"));
        }
        let mut engine = Engine::set_up_on(board, rules, &stones, first);
        for (number, (colour, action)) in (1..).zip(turns) {
            engine.play_as(colour, action).map_err(|refusal| format!("turn {number}: {refusal:?}"))?;
        }
        let next = next.ok_or("header: expected a line `next`, got none")?;
        let is_first_here = engine.to_play() == next;
        if !is_first_here {
            engine.hand_over();
        }
        let words = claim.ok_or("header: expected a line `claim`, got none")?;
        let (favoured, claim) = match words.split(' ').collect::<Vec<_>>()[..] {
            [name, "margin", least] => {
                let least = least.parse().map_err(|_| format!("claim: expected an integer, got {least:?}"))?;
                (colour(name)?, Claim::Margin(least))
            }
            [name, "captures", point] => (colour(name)?, Claim::Captures(vertex(point)?)),
            [name, "saves", point] => (colour(name)?, Claim::Saves(vertex(point)?)),
            _ => return Err(format!("claim: expected margin, captures or saves, got {words:?}")),
        };
        if let Claim::Captures(point) | Claim::Saves(point) = claim {
            let owner = if matches!(claim, Claim::Saves(_)) { favoured } else { favoured.other() };
            if !engine.board().contains(point) || engine.stone_at(point) != Some(owner) {
                return Err(format!("claim: expected a point with a stone, got {words:?}"));
            }
        }
        Ok(Self { engine, rules, is_first_here, zone, favoured, claim, words, tree })
    }

    /// The plan of a proof about a zone, with the zone and the number of turns.
    fn plan(&self) -> Result<(Plan, Zone, u64), String> {
        let Self { engine, rules, is_first_here, favoured, claim, .. } = self;
        let points = self.zone.clone().unwrap_or_default();
        if let Some(stray) = points.iter().find(|&&vertex| !engine.board().contains(vertex)) {
            return Err(format!("zone: expected points of the board, got {stray:?}"));
        }
        let zone = Zone::new(engine, *rules, points, (*favoured, *claim), *is_first_here)?;
        let mut reader = Reader { claim: *claim, tokens: self.tree.split_whitespace(), moves: 0, turns: 0 };
        let plan = reader.read(&zone)?;
        ended(reader.tokens, reader.moves)?;
        Ok((plan, zone, reader.turns))
    }
}

struct Walk<'text> {
    rules: Rules,
    favoured: Colour,
    claim: Claim,
    tokens: SplitWhitespace<'text>,
    moves: u64,
    turns: u64,
}

impl Walk<'_> {
    /// Checks the claim from a position on which play goes on.
    fn walk(&mut self, engine: &Engine) -> Result<(), String> {
        if engine.to_play() == self.favoured {
            self.moves += 1;
            let token =
                self.tokens.next().ok_or_else(|| format!("move {}: expected a move, got the end", self.moves))?;
            if token == "alive" {
                return match self.claim {
                    Claim::Saves(point) if lives_on(engine.board(), point, &self.rules) => Ok(()),
                    _ => Err(format!("move {}: expected an unconditionally alive chain", self.moves)),
                };
            }
            let action = parsed(token)?;
            let mut after = engine.clone();
            let event = after.play(action).map_err(|refusal| format!("move {}: {token} {refusal:?}", self.moves))?;
            return self.follow(&after, &event);
        }
        let vertices = engine.board().vertices().into_iter().filter(|&vertex| engine.stone_at(vertex).is_none());
        for action in vertices.map(Action::Place).chain([Action::Abstain]) {
            let mut after = engine.clone();
            if let Ok(event) = after.play(action) {
                self.follow(&after, &event)?;
            }
        }
        Ok(())
    }

    /// Checks the claim after a turn.
    fn follow(&mut self, after: &Engine, event: &Event) -> Result<(), String> {
        self.turns += 1;
        match self.judge(after, event) {
            Some(true) => Ok(()),
            Some(false) => Err(format!("move {}: the claim fails in a line that begins there", self.moves)),
            None => self.walk(after),
        }
    }

    /// Whether the claim holds after a turn; `None` while it is open.
    fn judge(&self, after: &Engine, event: &Event) -> Option<bool> {
        let mover = after.to_play().other();
        let is_lost = event.end.is_some_and(|end| matches!(end.reason, Reason::DeadEnd | Reason::BlackAbstainedFirst));
        match self.claim {
            Claim::Margin(least) => {
                let end = event.end?;
                let (black, white) = after.count();
                let margin = match (is_lost, self.favoured) {
                    (true, _) if mover == self.favoured => -FORFEIT,
                    (true, _) => FORFEIT,
                    (false, _) if end.reason == Reason::Repetition => 0,
                    (false, Colour::Black) => black - white,
                    (false, Colour::White) => white - black,
                };
                Some(margin >= least)
            }
            Claim::Captures(point) | Claim::Saves(point) => {
                let captures = matches!(self.claim, Claim::Captures(_));
                let attacker = if captures { self.favoured } else { self.favoured.other() };
                let is_taken = if is_lost {
                    mover != attacker
                } else if after.stone_at(point) != Some(attacker.other()) {
                    true
                } else {
                    event.end?;
                    false
                };
                Some(is_taken == captures)
            }
        }
    }
}

/// Returns whether the chain on a point cannot be taken even if its colour always abstains (Benson, 1976).
fn lives_on(board: &Board, point: Vertex, rules: &Rules) -> bool {
    lives(board, point, rules.suicide != Suicide::Illegal, &board.vertices().into_iter().collect(), &|_| false)
}

/// The same with some of the board's points alone. A region that is open has no bounds. Where suicide is legal, a region is vital only if
/// its stones touch the chain too: a suicide can make their points empty.
fn lives(
    board: &Board,
    point: Vertex,
    allows_suicide: bool,
    points: &BTreeSet<Vertex>,
    is_open: &impl Fn(&BTreeSet<Vertex>) -> bool,
) -> bool {
    let Some(owner) = board.stone_at(point) else { return false };
    let own = |vertex: Vertex| board.stone_at(vertex) == Some(owner);
    let mut chains = BTreeSet::new();
    let mut regions = BTreeSet::new();
    for &vertex in points {
        let part: BTreeSet<Vertex> = connected(board, vertex, &own).intersection(points).copied().collect();
        if own(vertex) {
            chains.insert(part);
        } else if !is_open(&part) {
            regions.insert(part);
        }
    }
    loop {
        let before = (chains.len(), regions.len());
        let touches = |vertex: Vertex, chain: &BTreeSet<Vertex>| board.neighbours(vertex).any(|n| chain.contains(&n));
        let all = regions.clone();
        chains.retain(|chain| {
            let vital = |region: &&BTreeSet<Vertex>| {
                let may_be_empty = |vertex| allows_suicide || board.stone_at(vertex).is_none();
                region.iter().all(|&vertex| !may_be_empty(vertex) || touches(vertex, chain))
            };
            all.iter().filter(vital).count() >= 2
        });
        regions.retain(|region| {
            let mut stones = region.iter().flat_map(|&vertex| board.neighbours(vertex)).filter(|&vertex| own(vertex));
            stones.all(|stone| chains.iter().any(|chain| chain.contains(&stone)))
        });
        if (chains.len(), regions.len()) == before {
            return chains.iter().any(|chain| chain.contains(&point));
        }
    }
}

/// The points connected with one that are the owner's stones like it, or all are not.
fn connected(board: &Board, start: Vertex, own: &impl Fn(Vertex) -> bool) -> BTreeSet<Vertex> {
    let mut part = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(vertex) = open.pop() {
        for neighbour in board.neighbours(vertex) {
            if own(neighbour) == own(start) && part.insert(neighbour) {
                open.push(neighbour);
            }
        }
    }
    part
}

fn side(text: &str) -> Result<usize, String> {
    let lines = text.parse().ok().filter(|lines| (1..=19).contains(lines));
    lines.ok_or_else(|| format!("board: expected 1 to 19 lines, got {text:?}"))
}

fn colour(name: &str) -> Result<Colour, String> {
    match name {
        "black" => Ok(Colour::Black),
        "white" => Ok(Colour::White),
        _ => Err(format!("colour: expected black or white, got {name:?}")),
    }
}

fn vertex(name: &str) -> Result<Vertex, String> {
    let column = name.chars().next().and_then(|letter| COLUMNS.find(letter));
    let row = name.get(1..).and_then(|row| row.parse::<usize>().ok()).filter(|row| (1..=19).contains(row));
    column
        .zip(row)
        .map(|(column, row)| (column, row - 1))
        .ok_or_else(|| format!("point: expected A1 to T19, got {name:?}"))
}

fn parsed(token: &str) -> Result<Action, String> {
    if token == "pass" { Ok(Action::Abstain) } else { vertex(token).map(Action::Place) }
}
