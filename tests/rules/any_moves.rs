//! Arbitrary lists of moves: nothing panics, and a refused move changes nothing.

use super::snapshot::Snapshot;
use onepure::board::Color;
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{
    Articles, Counting, EndOfPlay, Game, HandicapBonus, HandicapPlacement, Move, PlayError, Repetition, Ruleset,
    Sharing, Suicide, Tax,
};
use proptest::prelude::*;

/// One operation on a game.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Play(Color, Move),
    Undo,
    Resign(Color),
    LoseOnTime(Color),
    SetKomi(Option<f64>),
}

fn color() -> impl Strategy<Value = Color> {
    prop::sample::select(Color::BOTH.to_vec())
}

/// Points of the largest board and up to two steps off it, mostly near A1.
fn point() -> impl Strategy<Value = Point> {
    let any = (0..19_usize, 0..19_usize).prop_map(|(column, row)| Point::new(column, row));
    let near = (0..4_usize, 0..4_usize).prop_map(|(column, row)| Point::new(column, row));
    let off = (0..19_usize, 0..4_usize, 0..4_usize).prop_map(|(along, first, second)| {
        let corner = Point::new(if along < 10 { 0 } else { 18 }, along);
        corner.neighbours()[first].neighbours()[second]
    });
    prop_oneof![1 => any, 6 => near, 1 => off]
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        16 => (color(), point()).prop_map(|(color, point)| Deed::Play(color, Move::Place(point))),
        3 => color().prop_map(|color| Deed::Play(color, Move::Abstain)),
        3 => Just(Deed::Undo),
        1 => color().prop_map(Deed::Resign),
        1 => color().prop_map(Deed::LoseOnTime),
        1 => prop::option::of(-400.0..400.0_f64).prop_map(Deed::SetKomi),
    ]
}

fn ruleset() -> impl Strategy<Value = Ruleset> {
    let repetitions = vec![
        Repetition::Allowed,
        Repetition::BarsMover,
        Repetition::Draw,
        Repetition::PositionalSuperko,
        Repetition::SituationalSuperko,
        Repetition::SimpleKo,
        Repetition::Ing,
        Repetition::Ing1986,
    ];
    let ends = vec![EndOfPlay::AbstentionsAtOnePosition, EndOfPlay::AbstentionsInARow(2)];
    let stones = (prop::option::of(0..12_u16), any::<bool>(), any::<bool>(), any::<bool>());
    let forbidden = (
        prop::sample::select(vec![Suicide::Allowed, Suicide::OfTwoOrMore, Suicide::Forbidden]),
        any::<bool>(),
        prop::sample::select(repetitions),
    );
    let countings = vec![Counting::Contact, Counting::Area, Counting::Territory];
    let ending = (prop::sample::select(ends), any::<bool>(), prop::sample::select(countings));
    let any_articles = (stones, forbidden, ending).prop_map(|(stones, forbidden, ending)| {
        let (quota, forfeiture, annihilation, removal) = stones;
        let (suicide, immovability, repetition) = forbidden;
        let (end_of_play, black_begins, counting) = ending;
        let articles = Articles {
            quota,
            forfeiture,
            annihilation,
            black_begins,
            suicide,
            immovability,
            repetition,
            end_of_play,
            counting,
            tax: if annihilation { Tax::All } else { Tax::Seki },
            sharing: if removal { Sharing::Ratio } else { Sharing::Halves },
            black_wins_ties: forfeiture,
            handicap: HandicapPlacement::Fixed,
            handicap_bonus: HandicapBonus::StonesLessOne,
            pass_stones: forfeiture,
            removal,
            komi: 0.5,
            handicap_komi: 0.5,
        };
        Ruleset::uniform("any", articles)
    });
    prop_oneof![Just(Ruleset::one_pure()), Just(Ruleset::chinese()), any_articles]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn what_is_refused_changes_nothing(
        lines in prop_oneof![3 => 2..=5_usize, 1 => 6..=19_usize],
        ruleset in ruleset(),
        deeds in prop::collection::vec(deed(), 0..80),
    ) {
        let size = BoardSize::new(lines).expect("2 to 19 lines");
        let mut game = Game::new(size, ruleset);
        for deed in deeds {
            let before = Snapshot::of(&game, PointSet::empty());
            let refused = match deed {
                Deed::Play(color, action) => {
                    let foretold = game.explain(color, action);
                    let answer = game.play_as(color, action).cloned();
                    prop_assert_eq!(&answer, &foretold);
                    refused_rightly(&before, answer.err(), size, action)?
                }
                Deed::Undo => game.undo().is_none(),
                Deed::Resign(color) => game.resign(color).is_err(),
                Deed::LoseOnTime(color) => game.lose_on_time(color).is_err(),
                Deed::SetKomi(komi) => {
                    game.set_komi(komi);
                    false
                }
            };
            if refused {
                prop_assert_eq!(Snapshot::of(&game, PointSet::empty()), before, "{:?}", deed);
            }
        }
    }
}

/// Returns whether the move was refused. Also checks that a point off the board and an occupied point are always
/// refused.
fn refused_rightly(
    before: &Snapshot,
    error: Option<PlayError>,
    size: BoardSize,
    action: Move,
) -> Result<bool, TestCaseError> {
    if let Move::Place(point) = action {
        prop_assert!(error.is_some() || size.contains(point) && before.empty().contains(point));
        match error {
            Some(PlayError::Outside(named, _)) => prop_assert!(named == point && !size.contains(point)),
            Some(PlayError::Occupied(named)) => prop_assert!(named == point && !before.empty().contains(point)),
            _ => {}
        }
    }
    Ok(error.is_some())
}

#[test]
fn moves_of_the_corpus() {
    crate::corpus::replay("moves", crate::moves::run);
}
