//! Every rule set there is: what the search plays on, against the game, after every turn and in everything that it is asked.

use crate::kos::kos;
use crate::random_moves::RandomMoves;
use onepure::board::Color;
use onepure::geometry::{BoardSize, Large, Layout, LayoutTask, Point, PointSet};
use onepure::playout::{PlayoutPosition, PlayoutRoot, PlayoutTask, Randomness};
use onepure::rules::{Combination, Game, Move, PlayError, Ruleset};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The turns that are compared in one game.
const TURNS: usize = 80;

/// A random game from here, of which some turns have been played already.
struct Compare {
    game: Game,
    /// Placements are made in a corner, so that there are fights.
    moves: RandomMoves,
    randomness: Randomness,
}

impl LayoutTask for Compare {
    /// How many placements kos forbade that hang together.
    type Output = usize;

    fn run<L: Layout>(self) -> usize {
        PlayoutRoot::<L>::new(&self.game, self.game.to_play(), PointSet::empty()).follow(self)
    }
}

impl<L: Layout> PlayoutTask<L> for Compare {
    type Output = usize;

    fn run<'root, P: PlayoutPosition<'root, L>>(mut self, root: &'root P::Root) -> usize {
        let mut position = P::at(root);
        let mut forbidden = 0;
        for _ in 0..TURNS {
            same(&self.game, &position);
            forbidden += forbidden_by_kos(&self.game);
            let action = self.moves.choose(&self.game, &mut self.randomness);
            let turn = self.game.play(action).expect("a legal move").clone();
            let end = match action {
                Move::Place(point) => position.place(point.convert()),
                Move::Abstain => position.abstain(),
            };
            let context = || format!("{}: {:?}", self.game.ruleset().name, self.game.turns());
            assert_eq!(end.map(|end| position.outcome(end)), turn.outcome, "{}", context());
            if turn.outcome.is_some() {
                break;
            }
        }
        forbidden
    }
}

/// How many placements kos forbid that hang together.
fn forbidden_by_kos(game: &Game) -> usize {
    let is_forbidden = |&point: &Point| {
        let answer = game.check(game.to_play(), Move::Place(point));
        matches!(answer, Err(PlayError::FightingKo(_) | PlayError::DisturbingKo(_) | PlayError::SekiKo(_)))
    };
    game.board().empty().iter().filter(is_forbidden).count()
}

/// Compares a position with the game.
fn same<'root, L: Layout>(game: &Game, position: &impl PlayoutPosition<'root, L>) {
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
            size.with_layout(Compare { game, moves, randomness });
        }
    }
}

#[test]
fn kos_that_hang_together_are_searched_by_the_rules_of_the_referee() {
    for ruleset in [Ruleset::ing(), Ruleset::ing1986()] {
        let mut forbidden = 0;
        for number in 0..120 {
            let lines = 5 + number as usize % 5;
            let Some(game) = kos(&mut Xoshiro256PlusPlus::seed_from_u64(number), ruleset, lines) else { continue };
            let moves = RandomMoves { window: lines, dead_ends: 0, abstentions: 5 };
            let randomness = Randomness::new(number, 0);
            forbidden += game.size().with_layout(Compare { game, moves, randomness });
        }
        assert!(forbidden > 5, "{}: kos forbade {forbidden} placements", ruleset.name);
    }
}
