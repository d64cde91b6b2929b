//! Rotations, reflections and an exchange of the colours change nothing except the names.

use crate::mirror::Mirror;
use crate::trouble::Troublemaker;
use onepure::board::{Board, Color, PerColor, Position};
use onepure::geometry::{BoardSize, PointSet, Symmetry};
use onepure::rules::{Counting, Move, Points, Retirement, Turn, Verdict};
use proptest::prelude::*;
use rayon::prelude::*;

/// The number of games, each played under all eight symmetries.
const GAMES: u64 = 720;

/// Random stones on a board of 2 to 19 lines, at various densities.
fn board() -> impl Strategy<Value = (BoardSize, Position)> {
    (2..=19_usize, 1..=5_u8).prop_flat_map(|(lines, crowd)| {
        let size = BoardSize::new(lines).expect("2 to 19 lines");
        prop::collection::vec(0..=5_u8, lines * lines).prop_map(move |signs| {
            let mut stones = PerColor::<PointSet>::default();
            for (point, sign) in size.points().zip(signs) {
                if sign < crowd {
                    stones[if sign % 2 == 0 { Color::Black } else { Color::White }].insert(point);
                }
            }
            (size, Position { stones })
        })
    })
}

fn counting() -> impl Strategy<Value = Counting> {
    prop::sample::select(vec![Counting::Contact, Counting::Area, Counting::Territory])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn points_turn_with_the_board((size, position) in board(), counting in counting()) {
        let points = Points::of(&Board::from_position(size, &position), counting);
        for symmetry in Symmetry::ALL {
            let mirror = Mirror { size, symmetry, exchange: false };
            let turned = Points::of(&Board::from_position(size, &mirror.position(&position)), counting);
            for color in Color::BOTH {
                prop_assert_eq!(turned.owned_by(color), mirror.points(points.owned_by(color)));
            }
        }
    }

    #[test]
    fn points_change_hands_with_the_stones((size, position) in board(), counting in counting()) {
        let mirror = Mirror { size, symmetry: Symmetry::ALL[0], exchange: true };
        let points = Points::of(&Board::from_position(size, &position), counting);
        let exchanged = Points::of(&Board::from_position(size, &mirror.position(&position)), counting);
        for color in Color::BOTH {
            prop_assert_eq!(exchanged.owned_by(color), points.owned_by(!color));
        }
    }
}

/// The mirrored turn. Chains and immovable stones are sorted, because their order depends on the board.
fn seen(mirror: Mirror, turn: &Turn) -> Turn {
    let mut turn = turn.clone();
    turn.color = mirror.color(turn.color);
    turn.action = mirror.action(turn.action);
    turn.retired = turn
        .retired
        .into_iter()
        .map(|chain| Retirement { color: mirror.color(chain.color), stones: mirror.points(chain.stones), ..chain })
        .collect();
    turn.retired.sort_by_key(|chain| (chain.color, chain.stones));
    turn.immovable = turn.immovable.into_iter().map(|point| mirror.symmetry.apply(mirror.size, point)).collect();
    turn.immovable.sort_unstable();
    turn.barred = turn.barred.map(|color| mirror.color(color));
    if let Some(outcome) = &mut turn.outcome
        && let Verdict::Win(color, _) = &mut outcome.verdict
    {
        *color = mirror.color(*color);
    }
    turn
}

/// Plays the same game mirrored. Only two rules treat the colours differently: Black's first placement and ties for
/// Black.
fn mirrored(number: u64, symmetry: Symmetry, exchange: bool) {
    let (mut player, mut game) = Troublemaker::game(number, 2 + (number % 18) as usize);
    if exchange && game.articles().black_wins_ties {
        return;
    }
    let mirror = Mirror { size: game.size(), symmetry, exchange };
    let mut in_the_mirror = mirror.start(&game);
    let as_it_is = Mirror { size: game.size(), symmetry: Symmetry::ALL[0], exchange: false };
    while let Some((color, action)) = player.next(&game) {
        let is_first = game.board().stones(Color::Black).is_empty() && game.board().stones(Color::White).is_empty();
        if exchange && is_first && action == Move::Abstain {
            return;
        }
        let turn = game.play_as(color, action).cloned();
        let image = in_the_mirror.play_as(mirror.color(color), mirror.action(action)).cloned();
        let (turn, image) = (turn.map(|turn| seen(mirror, &turn)), image.map(|turn| seen(as_it_is, &turn)));
        assert_eq!(turn.is_ok(), image.is_ok(), "game {number}, {symmetry:?}, colours exchanged: {exchange}");
        if let (Ok(turn), Ok(image)) = (turn, image) {
            assert_eq!(turn, image, "game {number}, {symmetry:?}, colours exchanged: {exchange}");
        }
    }
}

#[test]
fn games_turn_with_the_board() {
    (0..GAMES).into_par_iter().for_each(|number| {
        for symmetry in Symmetry::ALL {
            mirrored(number, symmetry, false);
        }
    });
}

#[test]
fn games_change_hands_with_the_stones() {
    (0..GAMES).into_par_iter().for_each(|number| mirrored(number, Symmetry::ALL[(number % 8) as usize], true));
}
