//! Tests of the search with an evaluator whose values are known.

use super::Searcher;
use super::evaluation::{Evaluation, Evaluator, Findings, NetworkEvaluator};
use super::limits::{Limits, SearchProgress};
use super::node::{NewChild, PackedMove};
use super::outcome::{Ending, Known};
use super::report::Report;
use super::restrictions::{Restriction, Restrictions};
use super::reuse::Subtree;
use super::root_noise::RootNoise;
use super::spec::SearchSpec;
use super::tree::{OWN_PIECES, PIECE, PIECE_BYTES, Sums, Tree};
use super::worker::Worker;
use crate::budget::Budget;
use crate::network::{AnyInference, AnyNetwork, Architecture, Network};
use onepure_rules::board::{Color, PerColor, Position};
use onepure_rules::geometry::{BoardSize, Point, PointSet, Small};
use onepure_rules::rules::{Game, Move, Ruleset};
use onepure_rules::simulation::{SimulationPosition, SimulationRoot, Trace, with_position};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An evaluator by which the owner of a stone on `target` wins nine games of ten.
#[derive(Clone)]
struct Fake {
    target: Point<Small>,
    /// Whether positions have hashes, which transpositions need.
    has_hashes: bool,
    /// The number of positions evaluated.
    evaluated: Rc<Cell<u64>>,
}

impl<P: SimulationPosition<Small>> Evaluator<Small, P> for Fake {
    fn evaluate(
        &mut self,
        position: &P,
        _: &Trace<Small>,
        findings: &mut Findings,
        other: impl FnOnce(u64) -> Option<Evaluation>,
    ) -> Evaluation {
        findings.children.clear();
        let hash = position.board().hash() ^ u64::from(position.to_play() == Color::Black);
        if let Some(other) = self.has_hashes.then(|| other(hash)).flatten() {
            return other;
        }
        self.evaluated.set(self.evaluated.get() + 1);
        let placements = position.placements(position.refused());
        let actions = placements.into_iter().map(PackedMove::place).chain([PackedMove::PASS]);
        let prior = 1.0 / (placements.len() + 1) as f32;
        findings.children.extend(actions.map(|action| NewChild { action, prior }));
        let owner = position.board().stone(self.target);
        let values = PerColor::from_fn(|color| match owner {
            Some(owner) if owner == color => 0.9,
            Some(_) => 0.1,
            None => 0.5,
        });
        Evaluation { values, score: 0.25, score_square: 1.0 }
    }
}

/// A search of a game with the fake evaluator.
struct FakeSearch<'game> {
    game: &'game Game,
    target: Point<Small>,
    visits: u64,
    has_hashes: bool,
    evaluated: Rc<Cell<u64>>,
}

impl<'game> FakeSearch<'game> {
    /// A search without transpositions.
    fn new(game: &'game Game, target: Point<Small>, visits: u64) -> Self {
        Self { game, target, visits, has_hashes: false, evaluated: Rc::default() }
    }

    /// Searches for a colour. Returns the sums of each move.
    fn run_for(self, color: Color) -> Vec<(Move, Sums)> {
        let Self { game, target, visits, has_hashes, evaluated } = self;
        let root = SimulationRoot::<Small>::new(game, color, PointSet::empty());
        let fake = Fake { target, has_hashes, evaluated };
        let spec = SearchSpec { color, ..network_spec() };
        with_position!(&root, position => {
            let tree = Tree::new(0, None);
            let mut findings = Findings::default();
            let apart = Fake { evaluated: Rc::default(), ..fake.clone() };
            { apart }.evaluate(&position, &Trace::new(game), &mut findings, |_| None);
            tree.expand(Tree::ROOT, || findings.children);
            simulate(&spec, &tree_from_root(tree), visits, position, Trace::new(game), fake)
        })
    }
}

fn tree_from_root(tree: Tree) -> Subtree {
    Subtree { tree: Arc::new(tree), root: Tree::ROOT }
}

/// Simulates on one thread. Returns the sums of each move at the root.
fn simulate<P: SimulationPosition<Small>>(
    spec: &SearchSpec,
    subtree: &Subtree,
    visits: u64,
    position: P,
    trace: Trace<Small>,
    evaluator: impl Evaluator<Small, P>,
) -> Vec<(Move, Sums)> {
    let limits = Limits { visits: Some(visits), ..Limits::default() };
    let root_noise = RootNoise::default();
    Worker::new(spec, subtree, &root_noise, None, position, trace, evaluator).work(
        &SearchProgress::new(limits, 0),
        None,
        None,
    );
    let tree = &subtree.tree;
    tree.family(subtree.root).map(|(id, child)| (child.action().to_move::<Small>(), tree.sums(id))).collect()
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
        let found = FakeSearch::new(&game, target.convert(), 400).run_for(color);
        assert_eq!(most_visited(&found), Move::Place(target), "{color:?}");
        game.play(Move::Place(played)).expect("legal");
    }
}

#[test]
fn an_evaluation_is_backed_up_as_it_is() {
    let game = Game::new(five_lines(), Ruleset::one_pure());
    let found = FakeSearch::new(&game, Point::new(0, 0), 1).run_for(Color::Black);
    let visited: Vec<_> = found.iter().filter(|(_, sums)| sums.visits > 0).collect();
    let [(_, sums)] = visited[..] else { panic!("{visited:?}") };
    assert_eq!((sums.visits, sums.score, sums.score_squares), (1, 0.25, 1.0));
}

#[test]
fn a_position_that_was_met_before_has_the_value_found_there() {
    let game = Game::new(five_lines(), Ruleset::one_pure());
    let (target, visits) = (Point::new(2, 2), 20_000);
    let search = |has_hashes| {
        let search = FakeSearch { has_hashes, ..FakeSearch::new(&game, target, visits) };
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

/// A 5×5 board on which Black holds all but three eyes, with White to play.
fn before_white_passes(ruleset: Ruleset) -> Game {
    let eyes = [Point::new(0, 0), Point::new(4, 4), Point::new(2, 2)];
    let black = five_lines().points().filter(|point| !eyes.contains(point)).collect();
    let stones = PerColor { black, ..PerColor::default() };
    Game::set_up(five_lines(), ruleset, Position { stones }, Color::White).expect("legal")
}

/// The same board after White has passed.
fn after_white_passed(ruleset: Ruleset) -> Game {
    let mut game = before_white_passes(ruleset);
    game.play(Move::Abstain).expect("legal");
    game
}

fn won_for_black() -> Game {
    after_white_passed(Ruleset::one_pure())
}

#[test]
fn an_end_is_worth_its_outcome_whatever_the_evaluator_says() {
    let game = won_for_black();
    // The fake gives Black's stone there nine games of ten; the count gives ten.
    let found = FakeSearch::new(&game, Point::new(1, 1), 100).run_for(Color::Black);
    let (_, sums) = found.iter().find(|(action, _)| *action == Move::Abstain).expect("the abstention");
    assert!(sums.visits > 0);
    let value = sums.value / f64::from(sums.visits);
    let margin = game.count().margin();
    let expected = 0.98 + 0.02 * (0.5 + margin / 50.0);
    assert!((value - expected).abs() < 1e-4, "{value}, not {expected}");
}

/// A search for Black with a network.
fn network_spec() -> SearchSpec {
    let network = Network::random(Architecture::standard(2, 16), 1);
    SearchSpec { network: Some(AnyNetwork::Onepure(network)), ..SearchSpec::example(Color::Black) }
}

#[test]
fn an_evaluation_that_is_known_is_not_computed_and_leaves_nothing_behind() {
    let game = Game::new(five_lines(), Ruleset::one_pure());
    let root = SimulationRoot::<Small>::new(&game, Color::Black, PointSet::empty());
    with_position!(&root, position => evaluate_a_known_one_first(&position, &game));
}

fn evaluate_a_known_one_first<P: SimulationPosition<Small>>(position: &P, game: &Game) {
    let spec = network_spec();
    let inference = AnyInference::<Small>::new(spec.network.as_ref().expect("a network"), game);
    let evaluator = || NetworkEvaluator::new(&spec, inference.clone(), five_lines());
    let (mut after, mut trace, point) = (position.clone(), Trace::new(game), Point::new(2, 1));
    trace.record(Some(point));
    assert_eq!(after.place(point), None);
    let found = |mut evaluator: NetworkEvaluator<'_, Small>| {
        let mut findings = Findings::default();
        (evaluator.evaluate(&after, &trace, &mut findings, |_| None), findings.children)
    };
    let mut other = evaluator();
    let known = Evaluation { values: PerColor { black: 0.25, white: 0.75 }, score: 3.0, score_square: 9.0 };
    let mut findings = Findings::default();
    assert_eq!(other.evaluate(position, &Trace::new(game), &mut findings, |_| Some(known)), known);
    assert!(findings.children.is_empty());
    let (evaluation, children) = found(other);
    assert_eq!((evaluation, children.clone()), found(evaluator()));
    assert_eq!(children.len(), 24, "every point but one");
}

#[test]
fn most_moves_of_most_positions_have_no_node() {
    let game = Game::new(BoardSize::new(9).expect("9 lines"), Ruleset::one_pure());
    let (spec, visits) = (network_spec(), 2_000);
    let network = spec.network.as_ref().expect("a network");
    let subtree = tree_from_root(Tree::new(1 << 24, None));
    let root = SimulationRoot::<Small>::new(&game, Color::Black, PointSet::empty());
    let inference = AnyInference::new(network, &game);
    let evaluator = NetworkEvaluator::new(&spec, inference, game.size());
    with_position!(&root, position => simulate(&spec, &subtree, visits, position, Trace::new(&game), evaluator));
    let (mut nodes, mut parents) = (0_u32, vec![Tree::ROOT]);
    while let Some(parent) = parents.pop() {
        nodes += 1;
        parents.extend(subtree.tree.children(parent));
    }
    let nodes = f64::from(nodes) / visits as f64;
    assert!((8.0..20.0).contains(&nodes), "{nodes} nodes a visit");
}

#[test]
fn a_tree_grows_as_long_as_the_budget_has_memory() {
    let budget = Budget::new(1, PIECE_BYTES);
    let grown = || {
        let tree = Tree::new(10 * PIECE_BYTES, Some(budget.clone()));
        let (mut node, mut pieces) = (Tree::ROOT, 0);
        while !tree.is_full() {
            // Together with the nodes before them they fill a piece.
            tree.expand(node, || vec![NewChild { action: PackedMove::PASS, prior: 0.5 }; PIECE - 2]);
            let Some(child) = tree.children(node).next() else { break };
            (node, pieces) = (child, pieces + 1);
        }
        (pieces, tree)
    };
    let (pieces, first) = grown();
    assert_eq!(pieces, OWN_PIECES + 1, "its own, and the one that was there");
    assert_eq!(grown().0, OWN_PIECES);
    drop(first);
    assert_eq!(grown().0, OWN_PIECES + 1);
}

/// The moves of a search with their visits, and how often it was waited for.
fn visits_of(mut searcher: Searcher, spec: SearchSpec, slice: Option<Duration>) -> (Vec<(Move, u64)>, u32) {
    let game = Game::new(five_lines(), Ruleset::one_pure());
    searcher.start(&game, spec);
    let mut waits = 1;
    while !searcher.wait(slice.map(|slice| Instant::now() + slice)) {
        waits += 1;
    }
    let report = searcher.report().expect("a search");
    (report.candidates.iter().map(|candidate| (candidate.action, candidate.estimate.visits)).collect(), waits)
}

#[test]
fn a_search_in_slices_finds_what_a_thread_finds() {
    let limits = Limits { visits: Some(2000), ..Limits::default() };
    for spec in [SearchSpec::example(Color::Black), network_spec()] {
        let spec = || SearchSpec { limits, ..spec.clone() };
        let (expected, _) = visits_of(Searcher::new(1), spec(), None);
        let (whole, waits) = visits_of(Searcher::new(1).driven_by_caller(), spec(), None);
        assert_eq!((whole, waits), (expected.clone(), 1));
        let (in_slices, waits) =
            visits_of(Searcher::new(1).driven_by_caller(), spec(), Some(Duration::from_micros(300)));
        assert_eq!(in_slices, expected);
        assert!(waits > 3, "{waits} slices");
    }
}

/// A search that nobody waits for rests, and one that is stopped is over at the next wait.
#[test]
fn a_search_in_slices_rests_until_it_is_waited_for() {
    let game = Game::new(five_lines(), Ruleset::one_pure());
    let mut searcher = Searcher::new(1).driven_by_caller();
    searcher.start(&game, SearchSpec::example(Color::Black));
    assert_eq!(searcher.report().expect("a search").simulations, 0);
    assert!(!searcher.wait(Some(Instant::now() + Duration::from_millis(5))));
    let simulations = searcher.report().expect("a search").simulations;
    assert!(simulations > 0);
    searcher.stop();
    assert!(searcher.wait(None));
    assert_eq!(searcher.report().expect("a search").simulations, simulations);
}

/// The report of a search with at most this many visits; `None` for a late deadline, before which the search has to end by itself.
fn found(game: &Game, spec: &SearchSpec, visits: Option<u64>) -> Report {
    let mut searcher = Searcher::new(1);
    let late = Instant::now() + Duration::from_secs(300);
    let limits = Limits { visits, deadline: visits.is_none().then_some(late), ..Limits::default() };
    searcher.start(game, SearchSpec { limits, ..spec.clone() });
    assert!(searcher.wait(Some(late)), "the search goes on");
    searcher.report().expect("a search")
}

/// The searches for a colour with playouts and with a network.
fn both_evaluators(color: Color) -> [SearchSpec; 2] {
    [SearchSpec::example(color), SearchSpec { color, ..network_spec() }]
}

const PROVEN_WIN: Option<Known> = Some(Known { ending: Ending::Win, is_proven: true });

#[test]
fn a_known_win_gets_the_simulations_and_is_the_first_candidate() {
    let game = won_for_black();
    for spec in both_evaluators(Color::Black) {
        let report = found(&game, &spec, Some(400));
        let best = report.best().expect("a move");
        assert_eq!((report.known, best.known, best.action), (PROVEN_WIN, PROVEN_WIN, Move::Abstain));
        assert!((best.estimate.win_rate - 1.0).abs() < 1e-9 && (report.position.win_rate - 1.0).abs() < 1e-9);
        assert_eq!(report.position.visits, 400, "the visits that were asked for");
        assert!(best.estimate.visits > 300, "{best:?}");
        assert_eq!(report.choices().len(), 1);
        let by_time = found(&game, &spec, None);
        assert!(by_time.known == PROVEN_WIN && by_time.position.visits < 1000);
    }
}

#[test]
fn an_analysis_goes_on_after_the_outcome_is_known() {
    let game = won_for_black();
    for spec in both_evaluators(Color::Black) {
        let mut searcher = Searcher::new(1);
        searcher.start(&game, spec);
        while searcher.report().is_none_or(|report| report.position.visits < 1000) {
            assert!(!searcher.wait(Some(Instant::now() + Duration::from_millis(5))), "the search has ended");
        }
        searcher.stop();
        assert_eq!(searcher.report().expect("a search").known, PROVEN_WIN);
    }
}

#[test]
fn a_loss_is_known_when_every_answer_to_the_only_move_is() {
    let game = before_white_passes(Ruleset::one_pure());
    for spec in both_evaluators(Color::White) {
        let report = found(&game, &spec, Some(100));
        assert_eq!(report.known, PROVEN_WIN.map(Known::reversed), "White has no move but the abstention");
        assert!(report.win_rate < 1e-9 && report.choices().len() == report.candidates.len());
    }
}

#[test]
fn what_an_own_eye_might_change_is_known_but_not_proven() {
    let mut game = after_white_passed(Ruleset::tromp_taylor());
    game.set_komi(Some(30.0));
    for spec in both_evaluators(Color::Black) {
        let report = found(&game, &spec, Some(100));
        assert_eq!(report.known, Some(Known { ending: Ending::Loss, is_proven: false }));
    }
}

#[test]
fn nothing_is_known_where_the_count_is_not_that_of_the_game() {
    let agreed = after_white_passed(Ruleset::chinese());
    for spec in both_evaluators(Color::Black) {
        assert_eq!(found(&agreed, &spec, Some(100)).known, None, "dead stones may be lifted");
        let given = SearchSpec { virtual_komi: -2.0, ..spec };
        assert_eq!(found(&won_for_black(), &given, Some(100)).known, None, "some points are given");
    }
}

#[test]
fn a_forbidden_move_keeps_the_outcome_open() {
    let game = won_for_black();
    let abstention = Restriction { color: Color::Black, points: PointSet::empty(), abstention: true, turns: 1 };
    for spec in both_evaluators(Color::Black) {
        let mut restrictions = Restrictions::default();
        restrictions.add(abstention);
        let report = found(&game, &SearchSpec { restrictions, ..spec }, Some(100));
        assert_eq!((report.known, report.candidates.len()), (None, 0), "Black has no other move");
    }
}

#[test]
fn the_next_search_knows_what_the_last_one_knew() {
    let (before, game) = (before_white_passes(Ruleset::one_pure()), won_for_black());
    let limits = Limits { visits: Some(100), ..Limits::default() };
    let mut searcher = Searcher::new(1);
    searcher.start(&before, SearchSpec { limits, ..SearchSpec::example(Color::White) });
    assert!(searcher.wait(None));
    // No simulation is left for the position after the abstention.
    let limits = Limits { visits: Some(1), ..limits };
    searcher.start(&game, SearchSpec { limits, ..SearchSpec::example(Color::Black) });
    assert!(searcher.wait(None));
    let report = searcher.report().expect("a search");
    assert_eq!((report.known, report.simulations), (PROVEN_WIN, 0));
}
