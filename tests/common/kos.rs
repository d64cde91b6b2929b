//! Random small boards with connected kos.

use onepure::board::{Color, PerColor, Position};
use onepure::geometry::{BoardSize, Point, PointSet};
use onepure::rules::{Game, Ruleset};
use rand::{Rng, RngExt};

/// Two or three groups side by side, a row of kos between each two, and some random empty points and stones. These give
/// chains a liberty, put kos next to each other, or split a group. `None` if a chain has no liberty.
pub(crate) fn kos(random: &mut impl Rng, ruleset: Ruleset, lines: usize) -> Option<Game> {
    let has_three = lines >= 7 && random.random_range(0..2) == 0;
    let ends = if has_three { vec![lines / 3, 2 * lines / 3] } else { vec![lines / 2] };
    let side = |column: usize| Color::BOTH[ends.iter().filter(|&&end| end <= column).count() % 2];
    let mut signs: Vec<Option<Color>> = (0..lines * lines).map(|at| Some(side(at % lines))).collect();
    for &end in &ends {
        for row in (random.random_range(0..2)..lines).step_by(2) {
            if random.random_range(0..4) > 0 {
                let (left, right) = (row * lines + end - 1, row * lines + end);
                let (stone, open) = if random.random_range(0..2) == 0 { (left, right) } else { (right, left) };
                signs[stone] = Some(side(open % lines));
                signs[open] = None;
            }
        }
    }
    for _ in 0..random.random_range(0..4) {
        signs[random.random_range(0..lines * lines)] = None;
    }
    for _ in 0..random.random_range(0..3) {
        let any = [None, Some(Color::Black), Some(Color::White)][random.random_range(0..3)];
        signs[random.random_range(0..lines * lines)] = any;
    }
    let mut stones = PerColor::<PointSet>::default();
    for (at, sign) in signs.into_iter().enumerate() {
        if let Some(color) = sign {
            stones[color].insert(Point::new(at % lines, at / lines));
        }
    }
    let first = Color::BOTH[random.random_range(0..2)];
    Game::set_up(BoardSize::new(lines).expect("2 to 19 lines"), ruleset, Position { stones }, first).ok()
}
