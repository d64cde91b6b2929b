//! Shapes in which stones retire repeatedly, for the corners of a board.

use onepure::board::{Color, PerColor};
use onepure::geometry::{BoardSize, Point, PointSet, Symmetry};
use rand::RngExt;

/// Shapes in the lower left corner: `#` and `O` are stones, `o` a stone that will be fought over, `.` an empty point of
/// the fight. Points to the right of each line are empty.
const SHAPES: [&str; 5] = [
    // A ko: Black captures at B1, White recaptures at A1.
    "#O\no.O",
    // White can send two stones at A1 and B1, and Black return one at C1.
    "##O\n.o.O",
    // White can send three stones, and Black return one.
    "###O\n.oo.O",
    // An eye of two points, to be filled.
    "OO\n..O",
    // An eye of one point. Filling it is a suicide of a lone stone, or captures the surrounding stones.
    "#O\n.O",
];

/// Shapes in some of the corners, and the points to be fought over.
pub fn shapes_in_corners(random: &mut impl RngExt, size: BoardSize) -> (PerColor<PointSet>, PointSet) {
    let mut stones = PerColor::<PointSet>::default();
    let mut fought_over = PointSet::empty();
    // The first four symmetries map the lower left corner to the four corners.
    let only_kos = random.random_range(0..2) == 0;
    for corner in &Symmetry::ALL[..4] {
        let shape = if only_kos { SHAPES[0] } else { SHAPES[random.random_range(0..SHAPES.len())] };
        let swapped = random.random_range(0..2) == 0;
        for (row, line) in shape.lines().rev().enumerate() {
            for (column, sign) in line.chars().enumerate() {
                let point = corner.apply(size, Point::new(column, row));
                let color = if (sign == '#') == swapped { Color::White } else { Color::Black };
                if sign != '.' {
                    stones[color].insert(point);
                }
                if sign == '.' || sign == 'o' {
                    fought_over.insert(point);
                }
            }
        }
    }
    (stones, fought_over)
}
