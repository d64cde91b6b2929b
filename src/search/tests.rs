//! The search with evaluations that are known.

use super::evaluation::{Evaluation, Evaluator, NetworkEvaluator, PlayoutEvaluator};
use super::limits::{Limits, SearchProgress};
use super::node::{Amaf, NewChild, PackedMove, Prior};
use super::ownership::Ownership;
use super::parameters::{NetworkUse, Parameters, SelectionMethod};
use super::restrictions::Restrictions;
use super::select::RootNoise;
use super::tree::{Sums, Tree};
use super::worker::{Task, Worker};
use crate::board::{Color, PerColor, Position};
use crate::geometry::{BoardSize, Point, PointSet, Small};
use crate::network::{Architecture, Network};
use crate::playout::{PlayoutPosition, PlayoutRoot, PlayoutTask, Randomness, Trace};
use crate::rules::{Game, Move, Ruleset};
use std::cell::Cell;
use std::rc::Rc;

/// Knows one thing: who has a stone on the target wins nine games of ten.
struct Fake {
    target: Point<Small>,
    /// Whether positions have hashes, by which values are borrowed.
    has_hashes: bool,
    /// How many positions it has evaluated.
    evaluated: Rc<Cell<u64>>,
}

impl<'root, P: PlayoutPosition<'root, Small>> Evaluator<'root, Small, P> for Fake {
    fn expands_leaves(&self) -> bool {
        true
    }

    fn expand(&mut self, position: &P, _: &Trace<Small>, children: &mut Vec<NewChild>) {
        let actions = position.placements().into_iter().map(PackedMove::place).chain([PackedMove::ABSTAIN]);
        let probability = 1.0 / (position.placements().len() + 1) as f32;
        let child = |action| NewChild { action, prior: Prior::probability(probability), amaf: Amaf::NOTHING };
        *children = actions.map(child).collect();
    }

    fn evaluate(&mut self, position: &mut P, _: &mut Trace<Small>) -> Evaluation {
        self.evaluated.set(self.evaluated.get() + 1);
        let owner = position.board().stone(self.target);
        let values = PerColor::from_fn(|color| match owner {
            Some(owner) if owner == color => 0.9,
            Some(_) => 0.1,
            None => 0.5,
        });
        Evaluation { values, score: 0.25, score_square: 1.0 }
    }

    fn hash_of_leaf(&mut self, position: &P, _: &Trace<Small>) -> Option<u64> {
        let hash = position.board().hash() ^ u64::from(position.to_play() == Color::Black);
        self.has_hashes.then_some(hash)
    }

    fn leave(&mut self) {}

    fn record_ownership(&self, _: &P, _: &mut Ownership) {}
}

/// Searches a game with the fake evaluator, and gives what was found of each move.
struct Search<'game> {
    game: &'game Game,
    target: Point<Small>,
    visits: u64,
    has_hashes: bool,
    evaluated: Rc<Cell<u64>>,
}

impl<'game> Search<'game> {
    /// A search without hashes of positions.
    fn new(game: &'game Game, target: Point<Small>, visits: u64) -> Self {
        Self { game, target, visits, has_hashes: false, evaluated: Rc::default() }
    }

    fn run_for(self, color: Color) -> Vec<(Move, Sums)> {
        PlayoutRoot::<Small>::new(self.game, color, PointSet::empty()).follow(self)
    }
}

impl PlayoutTask<Small> for Search<'_> {
    type Output = Vec<(Move, Sums)>;

    fn run<'root, P: PlayoutPosition<'root, Small>>(self, root: &'root P::Root) -> Vec<(Move, Sums)> {
        let Self { game, target, visits, has_hashes, evaluated } = self;
        let tree = Tree::new(0);
        let mut fake = Fake { target, has_hashes, evaluated };
        tree.expand(Tree::ROOT, || {
            let mut children = Vec::new();
            fake.expand(&P::at(root), &Trace::new(game), &mut children);
            children
        });
        let (parameters, noise, restrictions) = (Parameters::default(), RootNoise::default(), Restrictions::default());
        let task = Task {
            tree: &tree,
            origin: Tree::ROOT,
            parameters: &parameters,
            method: SelectionMethod::Puct,
            noise: &noise,
            restrictions: &restrictions,
            weigh_abstention: false,
            moves_ownership: false,
        };
        let limits = Limits { visits: Some(visits), ..Limits::default() };
        Worker::<Small, P, _>::new(task, root, fake, Trace::new(game), None).work(&SearchProgress::new(limits, 0));
        tree.family(Tree::ROOT).map(|(id, child)| (child.action().to_move::<Small>(), tree.sums(id))).collect()
    }
}

fn five_lines() -> BoardSize {
    BoardSize::new(5).expect("5 lines")
}

fn most_visited(found: &[(Move, Sums)]) -> Move {
    found.iter().max_by_key(|(_, sums)| sums.visits).expect("a move").0
}

#[test]
fn the_evaluation_steers_the_search() {
    let mut game = Game::new(five_lines(), Ruleset::one_pure());
    for (target, played) in [(Point::new(3, 1), Point::new(2, 2)), (Point::new(1, 2), Point::new(0, 0))] {
        let color = game.to_play();
        let found = Search::new(&game, target.convert(), 400).run_for(color);
        assert_eq!(most_visited(&found), Move::Place(target), "{color:?}");
        game.play(Move::Place(played)).expect("legal");
    }
}

#[test]
fn an_evaluation_is_backed_up_as_it_is() {
    let game = Game::new(five_lines(), Ruleset::one_pure());
    let found = Search::new(&game, Point::new(0, 0), 1).run_for(Color::Black);
    let visited: Vec<_> = found.iter().filter(|(_, sums)| sums.visits > 0).collect();
    let [(_, sums)] = visited[..] else { panic!("{visited:?}") };
    assert_eq!((sums.visits, sums.score, sums.score_squares), (1, 0.25, 1.0));
}

#[test]
fn a_position_that_was_met_before_has_the_value_found_there() {
    let game = Game::new(five_lines(), Ruleset::one_pure());
    let (target, visits) = (Point::new(2, 2), 20_000);
    let search = |has_hashes| {
        let search = Search { has_hashes, ..Search::new(&game, target, visits) };
        (Rc::clone(&search.evaluated), search.run_for(Color::Black))
    };
    let [(each, apart), (once, together)] = [false, true].map(search);
    assert!(each.get() > visits * 9 / 10, "{} evaluations: only ends of play have none", each.get());
    assert!(once.get() + 500 < each.get(), "{} evaluations, {} with hashes", each.get(), once.get());
    for found in [&apart, &together] {
        assert_eq!(most_visited(found), Move::Place(target.convert()));
        assert_eq!(found.iter().map(|(_, sums)| u64::from(sums.visits)).sum::<u64>(), visits, "each of them counts");
        for (action, sums) in found {
            let mean = sums.value / f64::from(sums.visits);
            assert!((0.0..=1.0).contains(&mean), "{action:?}: {sums:?}");
        }
    }
}

#[test]
fn what_is_known_of_a_position_is_seen_from_the_colour_that_came_to_it() {
    let sums = Sums { visits: 4, value: 3.0, score: -8.0, score_squares: 20.0 };
    for mover in Color::BOTH {
        let Evaluation { values, score, score_square } = Evaluation::of_sums(&sums, mover);
        assert_eq!((values[mover], values[!mover], score, score_square), (0.75, 0.25, -2.0, 5.0));
    }
}

/// Black owns the board of five lines, but for two eyes, and White has abstained.
fn won_for_black() -> Game {
    let eyes = [Point::new(0, 0), Point::new(4, 4), Point::new(2, 2)];
    let black = five_lines().points().filter(|point| !eyes.contains(point)).collect();
    let stones = PerColor { black, ..PerColor::default() };
    let mut game = Game::set_up(five_lines(), Ruleset::one_pure(), Position { stones }, Color::White).expect("legal");
    game.play(Move::Abstain).expect("legal");
    game
}

#[test]
fn an_end_is_worth_its_outcome_whatever_the_evaluator_says() {
    let game = won_for_black();
    // The fake says that Black, with a stone there, wins nine of ten: the count says ten.
    let found = Search::new(&game, Point::new(1, 1), 100).run_for(Color::Black);
    let (_, sums) = found.iter().find(|(action, _)| *action == Move::Abstain).expect("the abstention");
    assert!(sums.visits > 0);
    let value = sums.value / f64::from(sums.visits);
    let margin = game.count().margin();
    let expected = 0.98 + 0.02 * (0.5 + margin / 50.0);
    assert!((value - expected).abs() < 1e-4, "{value}, not {expected}");
}

/// Has the position after a placement evaluated.
struct Evaluate<'game> {
    game: &'game Game,
    network: &'game Network,
    /// The share of the network in the value; without one, a playout alone tells it.
    share: Option<f64>,
    /// Whether the network was asked for the hash of the position before, which was left then.
    has_left_a_leaf: bool,
}

impl PlayoutTask<Small> for Evaluate<'_> {
    type Output = Evaluation;

    fn run<'root, P: PlayoutPosition<'root, Small>>(self, root: &'root P::Root) -> Evaluation {
        let Self { game, network, share, has_left_a_leaf } = self;
        let network_use = NetworkUse { value_share: share.unwrap_or_default(), ..NetworkUse::default() };
        let parameters = Parameters { network: network_use, ..Parameters::default() };
        let (randomness, method) = (Randomness::new(1, 0), SelectionMethod::Puct);
        let (mut position, mut trace) = (P::at(root), Trace::new(game));
        let mut evaluator = NetworkEvaluator::new(network, game.size(), &parameters, method, true, randomness.clone());
        if has_left_a_leaf {
            assert!(evaluator.hash_of_leaf(&position, &trace).is_some());
            Evaluator::<Small, P>::leave(&mut evaluator);
        }
        let point = Point::new(2, 1);
        trace.record(Some(point));
        assert_eq!(position.place(point), None);
        match share {
            None => PlayoutEvaluator::new(&parameters, method, randomness).evaluate(&mut position, &mut trace),
            Some(_) => evaluator.evaluate(&mut position, &mut trace),
        }
    }
}

/// What is said of the position after a placement.
fn evaluated(share: Option<f64>, has_left_a_leaf: bool) -> Evaluation {
    let game = Game::new(five_lines(), Ruleset::one_pure());
    let network = Network::random(Architecture::standard(2, 16), 1);
    let evaluate = Evaluate { game: &game, network: &network, share, has_left_a_leaf };
    PlayoutRoot::<Small>::new(&game, Color::Black, PointSet::empty()).follow(evaluate)
}

#[test]
fn values_are_mixed_as_the_share_says() {
    let [playout, none, half, network] = [None, Some(0.0), Some(0.5), Some(1.0)].map(|share| evaluated(share, false));
    assert_eq!(none, playout);
    assert_ne!(network, playout);
    for color in Color::BOTH {
        let mean = f64::midpoint(network.values[color], playout.values[color]);
        assert!((half.values[color] - mean).abs() < 1e-9);
    }
    assert!((half.score - f64::midpoint(network.score, playout.score)).abs() < 1e-9);
}

#[test]
fn a_leaf_that_is_left_is_not_taken_for_the_next_one() {
    assert_eq!(evaluated(Some(1.0), true), evaluated(Some(1.0), false));
}

/// Searches a game with a network alone, and gives the number of nodes for each simulation.
struct NodesAVisit<'game> {
    game: &'game Game,
    network: &'game Network,
    visits: u64,
}

impl PlayoutTask<Small> for NodesAVisit<'_> {
    type Output = f64;

    fn run<'root, P: PlayoutPosition<'root, Small>>(self, root: &'root P::Root) -> f64 {
        let Self { game, network, visits } = self;
        let network_use = NetworkUse { value_share: 1.0, ..NetworkUse::default() };
        let parameters = Parameters { network: network_use, ..Parameters::default() };
        let (tree, method) = (Tree::new(1 << 24), SelectionMethod::Puct);
        let evaluator = NetworkEvaluator::new(network, game.size(), &parameters, method, true, Randomness::new(1, 0));
        let task = Task {
            tree: &tree,
            origin: Tree::ROOT,
            parameters: &parameters,
            method,
            noise: &RootNoise::default(),
            restrictions: &Restrictions::default(),
            weigh_abstention: false,
            moves_ownership: false,
        };
        let limits = Limits { visits: Some(visits), ..Limits::default() };
        Worker::<Small, P, _>::new(task, root, evaluator, Trace::new(game), None).work(&SearchProgress::new(limits, 0));
        let (mut nodes, mut parents) = (0_u32, vec![Tree::ROOT]);
        while let Some(parent) = parents.pop() {
            nodes += 1;
            parents.extend(tree.children(parent));
        }
        f64::from(nodes) / visits as f64
    }
}

#[test]
fn most_moves_of_most_positions_have_no_node() {
    let game = Game::new(BoardSize::new(9).expect("9 lines"), Ruleset::one_pure());
    let network = Network::random(Architecture::standard(2, 16), 1);
    let search = NodesAVisit { game: &game, network: &network, visits: 2_000 };
    let nodes = PlayoutRoot::<Small>::new(&game, Color::Black, PointSet::empty()).follow(search);
    assert!((8.0..20.0).contains(&nodes), "{nodes} nodes a visit");
}
