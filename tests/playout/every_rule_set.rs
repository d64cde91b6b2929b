//! Every rule set: the position of simulations against the game, after every turn and in every query.

use crate::kos::kos;
use crate::random_moves::RandomMoves;
use onepure::board::Color;
use onepure::geometry::{BoardSize, Large, Layout, Point, PointSet, with_layout};
use onepure::random::Randomness;
use onepure::rules::{Combination, Game, Move, PlayError, Ruleset};
use onepure::simulation::{SimulationPosition, SimulationRoot, with_position};

/// The number of turns compared in a game.
const TURNS: usize = 80;

/// Continues a random game, and compares the position of simulations with it after every turn. Returns the number of placements
/// that connected kos forbid.
fn compare(mut game: Game, moves: &RandomMoves, randomness: &mut Randomness) -> usize {
    with_layout!(game.size(), L => {
        let root = SimulationRoot::<L>::new(&game, game.to_play(), PointSet::empty());
        with_position!(&root, position => compare_with(&mut game, position, moves, randomness))
    })
}

fn compare_with<L: Layout>(
    game: &mut Game,
    mut position: impl SimulationPosition<L>,
    moves: &RandomMoves,
    randomness: &mut Randomness,
) -> usize {
    let mut forbidden = 0;
    for _ in 0..TURNS {
        same(game, &position);
        forbidden += forbidden_by_kos(game);
        let action = moves.choose(game, randomness);
        let turn = game.play(action).expect("a legal move").clone();
        let end = match action {
            Move::Place(point) => position.place(point.convert()),
            Move::Abstain => position.abstain(),
        };
        let context = || format!("{}: {:?}", game.ruleset().name, game.turns());
        assert_eq!(end.map(|end| position.outcome(end)), turn.outcome, "{}", context());
        if turn.outcome.is_some() {
            break;
        }
    }
    forbidden
}

/// The number of placements that connected kos forbid.
fn forbidden_by_kos(game: &Game) -> usize {
    let is_forbidden = |&point: &Point| {
        let answer = game.check(game.to_play(), Move::Place(point));
        matches!(answer, Err(PlayError::FightingKo(_) | PlayError::DisturbingKo(_) | PlayError::SekiKo(_)))
    };
    game.board().empty().iter().filter(is_forbidden).count()
}

/// Compares a position with the game.
fn same<L: Layout>(game: &Game, position: &impl SimulationPosition<L>) {
    let context = || format!("{}: {:?}", game.ruleset().name, game.turns());
    let mover = game.to_play();
    assert_eq!(position.to_play(), mover, "{}", context());
    assert_eq!(position.board().check(), Ok(()), "{}", context());
    for color in Color::BOTH {
        assert_eq!(position.board().stones(color).convert::<Large>(), game.board().stones(color), "{}", context());
        assert_eq!(position.waiting_stones(color), game.stones(color).waiting, "{}", context());
        let retired = game.retired().iter().filter(|chain| chain.color == color);
        let retired = retired.fold(PointSet::empty(), |points, chain| points | chain.stones);
        let told = if game.articles().has_quarantine() { retired } else { PointSet::empty() };
        assert_eq!(position.retired_points(color).convert::<Large>(), told, "{}", context());
    }
    assert_eq!(position.barred(), game.barred(), "{}", context());
    assert_eq!(position.count(), game.count(), "{}", context());
    let points = |holds: &dyn Fn(Point) -> bool| -> PointSet {
        game.board().empty().iter().filter(|&point| holds(point)).collect()
    };
    let is_refused = |point: Point| game.check(mover, Move::Place(point)).is_err() || game.is_dead_end(mover, point);
    assert_eq!(position.refused().convert::<Large>(), points(&is_refused), "{}", context());
    assert_eq!(
        position.self_fills().convert::<Large>(),
        points(&|point| game.is_self_fill(mover, point)),
        "{}",
        context()
    );
    let abstention = game.explain(mover, Move::Abstain).expect("an abstention is legal");
    assert_eq!(position.outcome_of_abstention(), abstention.outcome, "{}", context());
}

#[test]
fn every_rule_set_is_searched_by_the_rules_of_the_referee() {
    let named = Ruleset::all_with_options().into_iter().map(|ruleset| (ruleset, 48));
    let combined = Combination::all().into_iter().map(|combination| (combination.ruleset(), 9));
    for (number, (ruleset, games)) in named.chain(combined).enumerate() {
        for game_number in 0..games {
            let lines = [3, 4, 5, 7, 9, 10, 13, 14, 19][game_number % 9];
            let size = BoardSize::new(lines).expect("2 to 19 lines");
            let mut randomness = Randomness::new((100 * number + game_number) as u64, 0);
            let window = 2 + randomness.below(3).min(lines - 2);
            let moves = RandomMoves { window, dead_ends: 100, abstentions: 20 };
            let mut game = Game::new(size, ruleset);
            game.set_handicap([0, 3][game_number % 2]);
            for _ in 0..randomness.below(30) {
                let before = game.clone();
                let action = moves.choose(&game, &mut randomness);
                game.play(action).expect("a legal move");
                if game.is_over() {
                    game = before;
                    break;
                }
            }
            compare(game, &moves, &mut randomness);
        }
    }
}

#[test]
fn kos_that_hang_together_are_searched_by_the_rules_of_the_referee() {
    for ruleset in [Ruleset::ing(), Ruleset::ing1986()] {
        let mut forbidden = 0;
        for number in 0..120 {
            let lines = 5 + number as usize % 5;
            let Some(game) = kos(&mut Randomness::new(number, 0), ruleset, lines) else { continue };
            let moves = RandomMoves { window: lines, dead_ends: 0, abstentions: 5 };
            forbidden += compare(game, &moves, &mut Randomness::new(number, 0));
        }
        assert!(forbidden > 5, "{}: kos forbade {forbidden} placements", ruleset.name);
    }
}
