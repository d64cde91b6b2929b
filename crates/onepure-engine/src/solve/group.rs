//! The search for the fate of a group: on the whole board, and in zones around the group.

use super::control::Watch;
use super::goal::Goal;
use super::position::ProofPosition;
use super::search::{ProofLimits, Search};
use super::{Effort, GroupAnswer, ProofText, Start, tree};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{Bitboard, Layout, Point, PointSet};
use onepure_rules::rules::{Game, Move};
use onepure_rules::simulation::{ExactPosition, ZonePosition};
use std::rc::Rc;
use std::time::Duration;
use web_time::Instant;

/// The most empty points of a zone.
const MOST_EMPTY_IN_ZONE: usize = 40;

/// The most empty points of a board that is searched as much as all zones together. On larger ones it is searched as much as one zone.
const MOST_EMPTY_ON_BOARD: u64 = 40;

/// The most points of a region of the owner's opponent and empty points that can become eyes.
const MOST_IN_EYE_SPACE: usize = 14;

/// The children of the nodes of an attempt in the first round. Each round has twice as many.
const FIRST_CHILDREN: u64 = 500;

/// The question about a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'game> {
    pub(super) game: &'game Game,
    pub(super) target: Point,
    pub(super) owner: Color,
    pub(super) first: Color,
    /// True if play goes on after passes that have ended it, or would.
    pub(super) is_resumed: bool,
}

/// The work that a question may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub(super) nodes: u64,
    /// The children of all nodes.
    pub(super) children: u64,
    pub(super) deadline: Instant,
}

impl Question<'_> {
    pub(super) fn answer<L: Layout>(&self, limits: ProofLimits, most_moves: usize, watch: &Rc<Watch>) -> GroupAnswer {
        let began = Instant::now();
        let work = Work { nodes: limits.nodes, children: u64::MAX, deadline: began + limits.time };
        let mut attempts = self.attempts::<L>(limits, Some(watch));
        let (decided, _) = decide(&mut attempts, work, Some(watch));
        let mut answer = GroupAnswer {
            owner: self.owner,
            first: self.first,
            is_taken: decided.map(|(_, reached)| reached),
            zone: None,
            line: Vec::new(),
            proof: None,
            effort: Effort { nodes: attempts.iter().map(|attempt| attempt.nodes()).sum(), time: began.elapsed() },
        };
        if let Some((number, reached)) = decided {
            let attempt = &mut attempts[number];
            attempt.go_on_for(began.elapsed().max(Duration::from_secs(1)));
            answer.zone = attempt.zone();
            answer.line = attempt.line(reached);
            answer.proof = attempt.proof(self, reached, most_moves);
        }
        answer
    }

    /// Returns whether the group is taken, as far as this work shows, and the work in nodes and children.
    pub(super) fn decide<L: Layout>(&self, limits: ProofLimits, work: Work) -> (Option<bool>, u64, u64) {
        let mut attempts = self.attempts::<L>(limits, None);
        let (decided, children) = decide(&mut attempts, work, None);
        (decided.map(|(_, reached)| reached), attempts.iter().map(|attempt| attempt.nodes()).sum(), children)
    }

    /// The searches that may answer the question, small zones first, and the whole board last.
    fn attempts<L: Layout>(&self, limits: ProofLimits, watch: Option<&Rc<Watch>>) -> Vec<Box<dyn Attempt>> {
        let articles = self.game.articles();
        let target = self.target.convert::<L>();
        let goal = Goal::Capture { by: !self.owner, target };
        let mut attempts: Vec<Box<dyn Attempt>> = Vec::new();
        if limits.zones && ZonePosition::<L>::covers(&articles) {
            let zones = zones::<L>(self.game, target);
            // Two searches in each zone have half of the memory together.
            let positions = limits.positions / (4 * zones.len().max(1));
            for zone in zones {
                let facts = ZonePosition::history(self.game, zone);
                for prover in Color::BOTH {
                    let attacks = prover != self.owner;
                    let found = ZonePosition::of(self.game, zone, prover, attacks, self.first, self.is_resumed);
                    let Some((position, most_turns)) = found else { continue };
                    let chain = position.board().chain(target);
                    if attacks && !(chain & position.edge()).is_empty() {
                        continue;
                    }
                    let depth = limits.depth.min(most_turns);
                    let limits = ProofLimits { nodes: 0, positions, depth, ..limits };
                    let search = Search::new(goal, facts.clone(), limits, Instant::now()).watched(watch);
                    attempts.push(Box::new(Searched { search, position, zone: Some(zone), only: Some(attacks) }));
                }
            }
        }
        if ExactPosition::<L>::covers(&articles) {
            let (position, facts) = ExactPosition::<L>::of(self.game, self.first);
            let position = if self.is_resumed { position.resumed() } else { position };
            let limits = ProofLimits { nodes: 0, positions: limits.positions / 2, ..limits };
            let search = Search::new(goal, facts, limits, Instant::now()).watched(watch);
            attempts.push(Box::new(Searched { search, position, zone: None, only: None }));
        }
        attempts
    }
}

/// Searches round by round, with twice as much work in each. Returns the number of the attempt that has the answer and the answer, and the
/// number of children of all nodes.
fn decide(attempts: &mut [Box<dyn Attempt>], work: Work, watch: Option<&Rc<Watch>>) -> (Option<(usize, bool)>, u64) {
    let mut share = FIRST_CHILDREN;
    let mut open: Vec<usize> = (0..attempts.len()).collect();
    let (mut nodes, mut children) = (0, 0);
    while !open.is_empty() {
        let mut in_zones = 0;
        for number in std::mem::take(&mut open) {
            let attempt = &mut attempts[number];
            let each = attempt.children();
            let is_one_of_many = attempt.zone().is_some() || each > MOST_EMPTY_ON_BOARD;
            let wanted = if is_one_of_many { share } else { share.max(in_zones) };
            in_zones += wanted;
            let allowed = (wanted / each).max(1).min(work.nodes - nodes).min((work.children - children) / each);
            let is_stopped = watch.is_some_and(|watch| !watch.goes_on());
            if allowed == 0 || is_stopped || Instant::now() >= work.deadline {
                return (None, children);
            }
            let before = attempt.nodes();
            let decision = attempt.decide(allowed, work.deadline);
            let done = (attempt.nodes() - before).min(allowed);
            (nodes, children) = (nodes + done, children + done * each);
            match decision {
                Decision::Proven(reached) => return (Some((number, reached)), children),
                Decision::Failed => {}
                Decision::Open => open.push(number),
            }
        }
        share = share.saturating_mul(2);
    }
    (None, children)
}

enum Decision {
    /// The group is taken, or not.
    Proven(bool),
    /// More work does not help.
    Failed,
    Open,
}

/// A search that may answer the question.
trait Attempt {
    /// Goes on for this number of nodes.
    fn decide(&mut self, nodes: u64, deadline: Instant) -> Decision;
    /// The nodes so far.
    fn nodes(&self) -> u64;
    /// The children of the first node, for the share of the work.
    fn children(&self) -> u64;
    fn zone(&self) -> Option<PointSet>;
    /// Sets a new deadline after this time, to look up what is proven.
    fn go_on_for(&mut self, time: Duration);
    fn line(&mut self, reached: bool) -> Vec<Move>;
    fn proof(&mut self, question: &Question<'_>, reached: bool, most_moves: usize) -> Option<ProofText>;
}

struct Searched<L: Layout, P> {
    search: Search<L, P>,
    position: P,
    /// The zone; `None` for the whole board.
    zone: Option<Bitboard<L>>,
    /// The only outcome that the search can prove; `None` for both.
    only: Option<bool>,
}

impl<L: Layout, P: ProofPosition<L>> Attempt for Searched<L, P> {
    fn decide(&mut self, nodes: u64, deadline: Instant) -> Decision {
        self.search.extend_to(deadline);
        self.search.allow(nodes);
        match self.search.decide(&self.position) {
            Some(reached) if self.only.is_none_or(|only| only == reached) => Decision::Proven(reached),
            Some(_) => Decision::Failed,
            None if self.search.is_too_deep => Decision::Failed,
            None => Decision::Open,
        }
    }

    fn nodes(&self) -> u64 {
        self.search.nodes
    }

    fn children(&self) -> u64 {
        self.position.board().empty().len() as u64 + 1
    }

    fn zone(&self) -> Option<PointSet> {
        self.zone.map(|zone| zone.convert())
    }

    fn go_on_for(&mut self, time: Duration) {
        self.search.extend(time);
        self.search.allow(u64::MAX / 2);
    }

    fn line(&mut self, reached: bool) -> Vec<Move> {
        tree::line(&mut self.search, &self.position, reached)
    }

    fn proof(&mut self, question: &Question<'_>, reached: bool, most_moves: usize) -> Option<ProofText> {
        let Question { game, target, owner, first, .. } = *question;
        let (tree, moves) = tree::text(&mut self.search, &self.position, reached, most_moves)?;
        let claim = if reached { format!("{} captures {target}", !owner) } else { format!("{owner} saves {target}") };
        let header = tree::header(&Start::Game(Box::new(game.clone())), first, self.zone(), &claim);
        Some(ProofText { text: header + &tree, moves })
    }
}

/// Zones around a group that are worth a search, each with whole chains, small ones first: the points up to some distance from
/// the group, what a colour encloses, and that with the liberties of its walls.
fn zones<L: Layout>(game: &Game, target: Point<L>) -> Vec<Bitboard<L>> {
    let all = game.size().all::<L>();
    let stones = PerColor::from_fn(|color| game.board().stones(color).convert::<L>());
    let empty = all - stones.black - stones.white;
    let around = |part: Bitboard<L>| part | part.neighbours() & all;
    let whole = |part: Bitboard<L>| {
        Color::BOTH.iter().fold(part, |part, &color| part | (part & stones[color]).flood_within(stones[color]))
    };
    let group = whole(Bitboard::of(target));
    let mut zones = Vec::new();
    let mut near = group;
    while whole(near) != all && (whole(near) & empty).len() <= MOST_EMPTY_IN_ZONE {
        near = around(near);
        zones.push(whole(near));
    }
    for color in Color::BOTH {
        // What lies between the walls of the colour: around the group if it is not the owner, else in the group's eye spaces.
        let others = all - stones[color];
        let mut enclosed = Bitboard::empty();
        let mut beside = if stones[color].contains(target) { group.neighbours() & others } else { group };
        while let Some(point) = beside.first() {
            let region = Bitboard::of(point).flood_within(others);
            beside -= region;
            if !stones[color].contains(target) || region.len() <= MOST_IN_EYE_SPACE {
                enclosed |= region;
            }
        }
        let walls = whole(around(enclosed | group));
        zones.extend([walls, walls | around(walls & stones[color]) & empty]);
    }
    zones.retain(|&zone| (zone & empty).len() <= MOST_EMPTY_IN_ZONE);
    zones.sort_by_key(|&zone| (zone.len(), (zone & empty).len()));
    zones.dedup();
    zones
}
