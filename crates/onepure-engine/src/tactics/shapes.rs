//! The 3×3 shapes around an empty point that playouts play.

use onepure_rules::board::{Neighbour, Neighbourhood};
use std::sync::LazyLock;

/// The shapes of Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go" (2006). Each has three rows, with
/// the placement in the middle. They also match rotated, mirrored, and with the colours exchanged.
///
/// `#` and `O` are stones of different colours, `.` is an empty point, `-` the border, `*` anything but the border, `x` anything but `#`
/// and the border, `o` anything but `O` and the border, `?` anything.
const SHAPES: [&str; 13] = [
    // Hane: around both ends of the enemy, around one end, and the turn.
    "#O# ... ???",
    "#O. ... ?.?",
    "#O? #.. ?.?",
    // A shoulder hit or a diagonal contact.
    ".O. #.. ...",
    // Cuts: an open one, one next to a peep, one from in front.
    "#O? O.o ?o?",
    "#O? O.# ???",
    "?#? O.O ooo",
    // The cut of a knight's move.
    "O#? o.O ???",
    // At the edge: chase, block, connection, descent, cut.
    "#.? O.? ---",
    "O#? #.O ---",
    "?#? x.O ---",
    "?#O x.x ---",
    "?O# #.O ---",
];

/// One bit for each neighbourhood: whether it matches a shape.
static IS_SHAPE: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut bits = vec![0; Neighbourhood::COUNT / 64];
    for shape in SHAPES {
        for is_exchanged in [false, true] {
            mark(around_middle(shape), is_exchanged, &mut bits);
        }
    }
    bits
});

/// Returns whether the points around an empty one match a shape, for either colour.
#[inline]
pub fn is_shape(around: Neighbourhood) -> bool {
    IS_SHAPE[around.index() / 64] >> (around.index() % 64) & 1 == 1
}

/// The signs around the middle of a drawing.
fn around_middle(rows: &str) -> [char; 8] {
    let signs: Vec<char> = rows.chars().filter(|sign| !sign.is_whitespace()).collect();
    [0, 1, 2, 3, 5, 6, 7, 8].map(|place| signs[place])
}

/// Marks every neighbourhood that matches the signs, in all symmetries.
fn mark(signs: [char; 8], is_exchanged: bool, bits: &mut [u64]) {
    let choices = signs.map(|sign| stands_for(sign, is_exchanged));
    let mut chosen = [0; 8];
    loop {
        let around: [Neighbour; 8] = std::array::from_fn(|place| choices[place][chosen[place]]);
        for image in Neighbourhood::new(around).images() {
            bits[image.index() / 64] |= 1 << (image.index() % 64);
        }
        let Some(place) = (0..8).find(|&place| chosen[place] + 1 < choices[place].len()) else { return };
        chosen[..place].fill(0);
        chosen[place] += 1;
    }
}

fn stands_for(sign: char, is_exchanged: bool) -> &'static [Neighbour] {
    use Neighbour::{Empty, Enemy, Outside, Own};
    match (sign, is_exchanged) {
        ('.', _) => &[Empty],
        ('-', _) => &[Outside],
        ('*', _) => &[Empty, Own, Enemy],
        ('#', false) | ('O', true) => &[Own],
        ('O', false) | ('#', true) => &[Enemy],
        ('x', false) | ('o', true) => &[Empty, Enemy],
        ('o', false) | ('x', true) => &[Empty, Own],
        _ => &Neighbour::ALL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The neighbourhood of a drawing, seen by the colour `#`.
    fn around(rows: &str) -> Neighbourhood {
        Neighbourhood::new(around_middle(rows).map(|sign| stands_for(sign, false)[0]))
    }

    #[test]
    fn a_hane_is_a_shape_however_it_lies() {
        for rows in ["#O# ... ...", "... ... #O#", "#.. O.. #..", "..O ..# ..O"] {
            assert!(is_shape(around(rows)), "{rows}");
        }
    }

    #[test]
    fn at_the_edge_a_shape_wants_the_edge() {
        assert!(is_shape(around("O#. #.O ---")));
        assert!(is_shape(around("-#O -.# -O.")));
        assert!(is_shape(around("... O.. #.. ")) == is_shape(around("... #.. O..")));
    }

    #[test]
    fn quiet_points_are_no_shapes() {
        for rows in ["... ... ...", "### #.# ###", "... ... ---", "#.. ... ...", "--- -.. -.."] {
            assert!(!is_shape(around(rows)), "{rows}");
        }
    }

    #[test]
    fn a_cut_that_is_guarded_is_none() {
        assert!(is_shape(around("#O. O.. ...")));
        assert!(!is_shape(around("#O. O.O .#.")) || is_shape(around(".#. O.O ...")));
    }
}
