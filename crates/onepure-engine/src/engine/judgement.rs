//! Dead stones and sekis, judged by playouts, and by proofs where these are cheap. After the end of a game the ownership that
//! a network expects comes before playouts.

use super::{Engine, Level, SearchLimit, SearchRequest, Settings};
use crate::search::{Ownership, expected_ownership, ownership, resumed};
use crate::solve::{Allowance, Fates};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::{Point, PointSet, Symmetry};
use onepure_rules::rules::Game;

/// The playouts of a judgement.
pub(super) const JUDGEMENT_PLAYOUTS: u32 = 600;

/// The fraction of playouts in which one colour must hold the points of a chain: otherwise it is unclear whether the chain lives.
pub(super) const CLEAR_CHAIN: f64 = 0.9;

/// The work of the proofs in a judgement. It takes a few milliseconds (docs/lab/search/proofs.md, "Proofs in zones").
const ALLOWANCE: Allowance = Allowance { question: 8000, position: 16000 };

/// The work of the proofs in a judgement after the end of a game, when nobody's clock runs.
const ALLOWANCE_AFTER_END: Allowance = Allowance { question: 120_000, position: 600_000 };

/// The visits of the search for each colour to play, if the network alone is in doubt about a chain.
const VISITS_AFTER_END: u64 = 200;

/// The fraction of a chain's points that a colour must be expected to hold by a network for a clear judgement.
const CLEAR_BY_NETWORK: f64 = 0.85;

/// The dead stones of a position, by playouts and by proofs.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The stones that playouts judge dead; after the end of a game a network, if there is one.
    pub estimate: PointSet,
    /// The stones of chains about which playouts do not agree, proven or not; after the end of a game also those about which
    /// network and playouts do not agree.
    pub unclear: PointSet,
    /// What is proven about stones. A proof outranks playouts.
    pub fates: Fates,
}

impl Judgement {
    /// The judgement by the playouts that `ownership` has for the stones of each colour, and by proofs about the chains on which they do not
    /// agree. Without `searches` only by proofs that need none.
    pub(super) fn of(game: &Game, ownership: &PerColor<&Ownership>, searches: bool) -> Self {
        let of_each = |found: &dyn Fn(&Ownership) -> PointSet| {
            let stones = |color| found(ownership[color]) & game.board().stones(color);
            stones(Color::Black) | stones(Color::White)
        };
        let estimate = of_each(&|ownership| ownership.dead_stones(game));
        let unclear = of_each(&|ownership| ownership.stones_unclear(game, CLEAR_CHAIN));
        let mut judgement = Self { estimate, unclear, fates: Fates::default() };
        if game.articles().lifts_dead_stones() {
            judgement.fates = Fates::without_search(game);
            if searches {
                judgement.prove(game, ALLOWANCE);
            }
        }
        judgement
    }

    /// The judgement after the end of a game by the ownership that a network expects, and by proofs where it is in doubt.
    fn by_network(game: &Game, expected: &Ownership, playouts: &PerColor<&Ownership>) -> Self {
        let by_playouts = Self::of(game, playouts, false);
        let in_doubt = expected.stones_unclear(game, CLEAR_BY_NETWORK);
        let mut estimate = expected.probably_dead_stones(game);
        if game.articles().tells_territory() {
            // The network judges with either colour to play. By territory a stone in doubt is dead if the opponent, playing first, takes it.
            estimate = (estimate - in_doubt) | (by_playouts.estimate & in_doubt);
        }
        let unclear = in_doubt | (estimate ^ by_playouts.estimate);
        let mut judgement = Self { estimate, unclear, fates: by_playouts.fates };
        if game.articles().lifts_dead_stones() {
            judgement.prove(game, ALLOWANCE_AFTER_END);
        }
        judgement.unclear &= in_doubt;
        judgement
    }

    /// The dead stones.
    pub fn dead(&self) -> PointSet {
        (self.estimate | self.fates.taken) - self.fates.safe
    }

    /// The stones about which playouts do not agree and nothing is proven.
    pub fn open(&self) -> PointSet {
        self.unclear - self.fates.safe - self.fates.taken
    }

    /// The points of stones that a colour is proven to hold: its own that are safe, and the opponent's that it takes.
    pub(super) fn proven_points(&self, game: &Game, color: Color) -> PointSet {
        let stones = |color| game.board().stones(color);
        self.fates.safe & stones(color) | self.fates.taken & stones(!color)
    }

    /// Takes these stones as unclear too, and with `searches` searches for proofs about them.
    pub(super) fn doubt(&mut self, game: &Game, stones: PointSet, searches: bool) {
        self.unclear |= stones;
        if searches {
            self.prove(game, ALLOWANCE);
        }
    }

    /// Judges open stones by the ownership that a network expects, where it is clear.
    pub(super) fn decide_open(&mut self, game: &Game, expected: &Ownership) {
        let clear = self.open() - expected.stones_unclear(game, CLEAR_BY_NETWORK);
        self.estimate = (self.estimate - clear) | (expected.probably_dead_stones(game) & clear);
        self.unclear -= clear;
    }

    /// Searches for proofs about the stones that are open.
    fn prove(&mut self, game: &Game, allowance: Allowance) {
        let Fates { safe, mut taken, nodes } = Fates::search(game, self.open(), allowance);
        self.fates.safe |= safe;
        self.fates.nodes += nodes;
        // A capture at the price of the stones that make it decides nothing: these have to be clearly alive, or safe.
        let firm = self.fates.safe | (game.board().all() - self.unclear - self.estimate);
        let stones = game.board().all() - game.board().empty();
        while let Some(stone) = taken.first() {
            let chain = game.board().chain(stone);
            taken -= chain;
            let takers = chain.neighbours() & stones;
            // Stones in the eye space of the chain may be given up.
            let is_inside = |stone: Point| {
                let enemies = game.board().chain(stone).neighbours() & stones;
                enemies.is_subset(taken | chain | self.fates.taken)
            };
            let outer: PointSet = takers.iter().filter(|&stone| !is_inside(stone)).collect();
            if !outer.is_empty() && outer.is_subset(firm) {
                self.fates.taken |= chain;
            }
        }
    }
}

/// The ownership judged by playouts in which `color` plays first.
pub(super) fn judged(game: &Game, color: Color, seed: u64) -> Ownership {
    ownership(game, color, JUDGEMENT_PLAYOUTS, seed)
}

/// The judgement after the end of the game, by the ownership that a network expects, if there is one, and by this many playouts
/// for each colour that plays first. By territory, a colour's stones are judged by the playouts in which the opponent plays
/// first, which has to capture them.
pub fn judge_after_end(game: &Game, settings: Option<&Settings>, playouts: u32, seed: u64) -> Judgement {
    let [mut black_first, white_first] = Color::BOTH.map(|color| ownership(game, color, playouts, seed));
    let by_territory = game.articles().tells_territory();
    if !by_territory {
        black_first.absorb(&white_first);
    }
    let playouts = if by_territory {
        PerColor { black: &white_first, white: &black_first }
    } else {
        PerColor::from_fn(|_| &black_first)
    };
    match settings.and_then(|settings| expected(game, settings)) {
        Some(expected) => Judgement::by_network(game, &expected, &playouts),
        None => Judgement::of(game, &playouts, true),
    }
}

/// The ownership that the network of these settings expects in a position: without a search, or by a short one if a chain is
/// in doubt. `None` without a network.
fn expected(game: &Game, settings: &Settings) -> Option<Ownership> {
    let network = settings.network.network(game.size(), Level::MOST)?;
    let expected = expected_ownership(network, game, &Symmetry::ALL);
    if expected.stones_unclear(game, CLEAR_BY_NETWORK).is_empty() {
        return Some(expected);
    }
    let settings = Settings { threads: 1, level: Level::MOST, ponder: false, ..settings.clone() };
    let mut searched = Ownership::default();
    for color in Color::BOTH {
        let Some(resumed) = resumed(game, color) else { continue };
        let mut engine = Engine::new(game.size(), *game.ruleset(), settings.clone());
        engine.set_game(resumed);
        let request = SearchRequest {
            limit: SearchLimit::Visits(VISITS_AFTER_END),
            ownership: true,
            counts_as_it_stands: true,
            ..SearchRequest::default()
        };
        if let Some(found) = engine.search(color, &request).ownership {
            searched.absorb(&found);
        }
    }
    Some(if searched == Ownership::default() { expected } else { searched })
}

impl Engine {
    /// The ownership judged by playouts.
    pub fn ownership(&self) -> Ownership {
        self.ownership_if_first(self.game.to_play())
    }

    /// The ownership judged by playouts in which `color` plays first.
    pub fn ownership_if_first(&self, color: Color) -> Ownership {
        judged(&self.game, color, self.settings.seed)
    }

    /// The dead stones of both colours. After a final end no stone is dead.
    pub fn dead_stones(&self) -> PointSet {
        if self.game.is_final() || self.game.barred().is_some() {
            return PointSet::empty();
        }
        if self.game.is_over() {
            return self.judgement_after_end().dead();
        }
        let ownership = self.ownership();
        Judgement::of(&self.game, &PerColor::from_fn(|_| &ownership), true).dead()
    }

    /// The judgement of a finished game.
    fn judgement_after_end(&self) -> Judgement {
        judge_after_end(&self.game, Some(&self.settings), JUDGEMENT_PLAYOUTS, self.settings.seed)
    }

    /// The judgement of the current position as if play ended here; `None` if the board is counted as it is, or after a final end.
    pub fn judgement(&self) -> Option<Judgement> {
        let is_judged =
            self.game.articles().lifts_dead_stones() && !self.game.is_final() && self.game.barred().is_none();
        is_judged.then(|| self.judgement_after_end())
    }

    /// The stones to lift before the count of a finished game, if both players agree with the engine. None if the board is counted as it
    /// is.
    pub fn stones_to_lift(&self) -> PointSet {
        let is_lifted = self.game.articles().lifts_dead_stones() && self.game.is_over();
        if is_lifted { self.dead_stones() } else { PointSet::empty() }
    }

    /// The stones of both colours in seki, judged by playouts. None if the board is counted as it is.
    pub fn stones_in_seki(&self) -> PointSet {
        if self.game.articles().lifts_dead_stones() {
            self.ownership().stones_in_seki(&self.game)
        } else {
            PointSet::empty()
        }
    }
}
