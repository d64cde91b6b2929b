//! Proofs in a zone: what the prover enforces there holds whatever happens elsewhere. `docs/solve.md` has the rules.

use super::{Claim, connected, lives, parsed};
use crate::reference::{Action, Board, Colour, Engine, Repetition, Rules, Suicide, Vertex};
use std::collections::BTreeSet;
use std::str::SplitWhitespace;

/// The stones of a zone with their points.
type Stones = Vec<(Vertex, Colour)>;

fn stones(board: &Board, points: &BTreeSet<Vertex>) -> Stones {
    points.iter().filter_map(|&vertex| Some((vertex, board.stone_at(vertex)?))).collect()
}

/// The point where the colour to play would recreate the position before the opponent's last turn.
fn retake(engine: &Engine) -> Option<Vertex> {
    let colour = engine.to_play();
    let (mover, before) = engine.before_last_placement()?;
    let recreates = |vertex: &Vertex| {
        let mut board = engine.board().clone();
        board.put(*vertex, colour);
        let beside = board.neighbours(*vertex).filter(|&other| board.stone_at(other) == Some(*mover));
        let captured =
            beside.map(|other| board.region(other)).filter(|chain| board.is_enclosed(chain)).flatten().collect();
        board.lift(&captured);
        board == *before
    };
    engine.board().vertices().into_iter().filter(|&vertex| engine.stone_at(vertex).is_none()).find(recreates)
}

/// The stones of a zone. Nothing is known of the other points.
#[derive(Clone)]
pub struct Zone {
    /// The stones of the zone; the other points of the board are empty and have no meaning.
    board: Board,
    points: BTreeSet<Vertex>,
    /// The stones that the zone has had since the game began, also with enclosed ones.
    seen: BTreeSet<Stones>,
    to_play: Colour,
    prover: Colour,
    attacks: bool,
    rules: Rules,
    /// The turns that a line may still have.
    turns_left: usize,
    /// The point at which the opponent may not retake a ko.
    ko: Option<Vertex>,
}

/// What a turn brings about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Played,
    /// Forbidden, or nothing that the prover may rely on.
    Refused,
    /// The prover can no longer be sure.
    Broken,
}

impl Zone {
    /// The zone of a game. `is_first_here` is true if the colour to play is the one that the game gives the right to.
    ///
    /// # Errors
    /// The reason why nothing can be proven.
    pub fn new(
        engine: &Engine,
        rules: Rules,
        points: BTreeSet<Vertex>,
        claim: (Colour, Claim),
        is_first_here: bool,
    ) -> Result<Zone, String> {
        let (prover, attacks) = (claim.0, matches!(claim.1, Claim::Captures(_)));
        let mut board = engine.board().clone();
        board.lift(&board.vertices().into_iter().filter(|vertex| !points.contains(vertex)).collect());
        let stones_in = |board: &Board| stones(board, &points);
        let seen = engine.positions().map(stones_in).collect();
        let been_so = engine.positions().filter(|position| stones_in(position) == stones_in(&board)).count();
        let to_play = engine.to_play();
        let waiting = [Colour::Black, Colour::White].into_iter().filter_map(|colour| engine.waiting(colour)).min();
        let turns_left = if attacks { waiting.unwrap_or(usize::MAX) } else { usize::MAX };
        if attacks && to_play != prover {
            let may_end = if rules.abstentions_in_a_row.is_some() {
                is_first_here && engine.has_just_abstained()
            } else {
                engine.has_abstained_here() || rules.repetition != Repetition::Nothing && been_so > 1
            };
            if may_end {
                return Err("zone: expected a position at which the opponent cannot end play".to_owned());
            }
        }
        if engine.barred().is_some() {
            return Err("zone: expected two colours that may play".to_owned());
        }
        let ko = retake(engine).filter(|vertex| is_first_here && to_play != prover && points.contains(vertex));
        let zone = Zone { board, points, seen, to_play, prover, attacks, rules, turns_left, ko };
        if zone.has_uncertain(prover) || zone.allows_suicide() && zone.has_uncertain(prover.other()) {
            return Err("zone: expected liberties in the zone for chains that lead out of it".to_owned());
        }
        Ok(zone)
    }

    fn allows_suicide(&self) -> bool {
        self.rules.suicide != Suicide::Illegal
    }

    pub fn prover(&self) -> Colour {
        self.prover
    }

    pub fn attacks(&self) -> bool {
        self.attacks
    }

    pub fn contains(&self, vertex: Vertex) -> bool {
        self.points.contains(&vertex)
    }

    fn empty(&self) -> impl Iterator<Item = Vertex> {
        self.board.vertices().into_iter().filter(|&vertex| self.is_empty(vertex))
    }

    fn is_empty(&self, vertex: Vertex) -> bool {
        self.points.contains(&vertex) && self.board.stone_at(vertex).is_none()
    }

    fn chain(&self, stone: Vertex) -> BTreeSet<Vertex> {
        let colour = self.board.stone_at(stone);
        connected(&self.board, stone, &|vertex| self.board.stone_at(vertex) == colour)
    }

    fn is_enclosed(&self, chain: &BTreeSet<Vertex>) -> bool {
        chain.iter().all(|&stone| self.board.neighbours(stone).all(|vertex| !self.is_empty(vertex)))
    }

    /// Returns whether a point of the set touches one outside the zone.
    fn leads_out(&self, points: &BTreeSet<Vertex>) -> bool {
        points.iter().any(|&point| self.board.neighbours(point).any(|vertex| !self.points.contains(&vertex)))
    }

    fn chains(&self, colour: Colour) -> BTreeSet<BTreeSet<Vertex>> {
        let stones = self.board.vertices().into_iter().filter(|&vertex| self.board.stone_at(vertex) == Some(colour));
        stones.map(|stone| self.chain(stone)).collect()
    }

    /// Returns whether a colour has an enclosed chain that leads out of the zone.
    fn has_uncertain(&self, colour: Colour) -> bool {
        self.chains(colour).iter().any(|chain| self.leads_out(chain) && self.is_enclosed(chain))
    }

    fn may_pass(&self) -> bool {
        if self.to_play == self.prover { !self.attacks } else { self.attacks || self.ko.is_some() }
    }

    pub fn play(&mut self, action: Action) -> Turn {
        let (mover, ko) = (self.to_play, self.ko.take());
        self.to_play = mover.other();
        match self.turns_left.checked_sub(1) {
            Some(left) => self.turns_left = left,
            None => return if mover == self.prover { Turn::Refused } else { Turn::Broken },
        }
        let Action::Place(point) = action else { return Turn::Played };
        if ko == Some(point) {
            return Turn::Refused;
        }
        let is_prover = mover == self.prover;
        let is_at_edge = self.leads_out(&BTreeSet::from([point]));
        // On a lesser board a capture elsewhere would let the opponent recreate a position there.
        let avoids_edge = self.rules.immovability && self.rules.repetition != Repetition::Nothing && self.attacks;
        if is_prover && is_at_edge && (avoids_edge || self.has_uncertain(self.prover.other())) {
            return Turn::Refused;
        }
        self.board.put(point, mover);
        let recurs_placed = self.rules.immovability && !self.seen.insert(stones(&self.board, &self.points));
        let mut captured = BTreeSet::new();
        for chain in self.chains(mover.other()) {
            // The opponent's own chains may have been without a liberty before.
            let is_beside = chain.iter().any(|&stone| self.board.neighbours(stone).any(|vertex| vertex == point));
            if is_beside && self.is_enclosed(&chain) {
                if self.leads_out(&chain) {
                    return if is_prover { Turn::Refused } else { Turn::Broken };
                }
                captured.extend(chain);
            }
        }
        self.board.lift(&captured);
        if !is_prover && self.board.number_of_stones(self.prover) == 0 {
            return Turn::Broken;
        }
        let own = self.chain(point);
        if self.is_enclosed(&own) {
            if is_prover {
                return Turn::Refused;
            }
            match (self.leads_out(&own), self.allows_suicide()) {
                (true, true) => return Turn::Broken,
                (true, false) => {}
                (false, true) if own.len() > 1 => self.board.lift(&own),
                (false, _) => return Turn::Refused,
            }
        }
        let has_changed = !captured.is_empty() || self.board.stone_at(point).is_none();
        let is_asked = has_changed || !self.rules.immovability;
        if recurs_placed || is_asked && !self.seen.insert(stones(&self.board, &self.points)) {
            return if is_prover { Turn::Refused } else { Turn::Broken };
        }
        let lone = own.len() == 1 && !self.leads_out(&own) && captured.len() == 1;
        let liberties: Vec<Vertex> = self.board.neighbours(point).filter(|&vertex| self.is_empty(vertex)).collect();
        if is_prover && lone && liberties.len() == 1 {
            self.ko = captured.first().copied();
        }
        Turn::Played
    }
}

/// What the prover does by a proof.
pub enum Plan {
    /// The prover's move, and what follows.
    Move(Action, Box<Plan>),
    /// All turns of the opponent in the zone, and elsewhere if that has an answer of its own.
    Replies(Vec<(Action, Plan)>),
    /// Nothing has to be done: the claim holds, or the chain is unconditionally alive.
    Done,
}

/// Reads the tree of a proof, and checks the claim on the way.
pub struct Reader<'text> {
    pub claim: Claim,
    pub tokens: SplitWhitespace<'text>,
    pub moves: u64,
    pub turns: u64,
}

impl Reader<'_> {
    /// The plan from a position on which play goes on.
    pub fn read(&mut self, zone: &Zone) -> Result<Plan, String> {
        let (Claim::Captures(point) | Claim::Saves(point)) = self.claim else {
            return Err("claim: expected captures or saves in a zone".to_owned());
        };
        if zone.to_play == zone.prover {
            self.moves += 1;
            let token =
                self.tokens.next().ok_or_else(|| format!("move {}: expected a move, got the end", self.moves))?;
            if token == "alive" {
                let is_open = |part: &BTreeSet<Vertex>| zone.leads_out(part);
                let is_alive =
                    !zone.attacks && lives(&zone.board, point, zone.allows_suicide(), &zone.points, &is_open);
                let error = || format!("move {}: expected an unconditionally alive chain", self.moves);
                return is_alive.then_some(Plan::Done).ok_or_else(error);
            }
            let action = parsed(token)?;
            let is_possible = match action {
                Action::Abstain => zone.may_pass(),
                Action::Place(vertex) => zone.is_empty(vertex),
            };
            let mut after = zone.clone();
            if !is_possible || after.play(action) != Turn::Played {
                return Err(format!("move {}: {token} is no move for a proof", self.moves));
            }
            return Ok(Plan::Move(action, Box::new(self.follow(&after, point)?)));
        }
        let pass = zone.may_pass().then_some(Action::Abstain);
        let mut replies = Vec::new();
        for action in zone.empty().map(Action::Place).chain(pass) {
            let mut after = zone.clone();
            match after.play(action) {
                Turn::Played => replies.push((action, self.follow(&after, point)?)),
                Turn::Refused => {}
                Turn::Broken => return Err(format!("move {}: the zone is broken by {action:?}", self.moves)),
            }
        }
        Ok(Plan::Replies(replies))
    }

    fn follow(&mut self, after: &Zone, point: Vertex) -> Result<Plan, String> {
        self.turns += 1;
        let owner = if after.attacks { after.prover.other() } else { after.prover };
        match (after.board.stone_at(point) == Some(owner), after.attacks) {
            (true, _) => self.read(after),
            (false, true) => Ok(Plan::Done),
            (false, false) => Err(format!("move {}: the claim fails in a line that begins there", self.moves)),
        }
    }
}
