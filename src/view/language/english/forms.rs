//! English word forms: numbers, lists with a conjunction, and chains.

use crate::view::language::{MOST_POINTS, named_points};
use onepure_rules::geometry::PointSet;
use std::fmt::Display;

/// A list of points in board order, with `word` before the last one.
pub(super) fn choice(points: &PointSet, word: &str) -> String {
    let names = points.names(", ");
    names.rsplit_once(", ").map_or(names.clone(), |(others, last)| format!("{others} {word} {last}"))
}

/// An ordinal: first, second, third, 4th, 11th, 22nd.
pub(super) fn ordinal(number: usize) -> String {
    match (number, number % 100, number % 10) {
        (1, ..) => "first".to_owned(),
        (2, ..) => "second".to_owned(),
        (3, ..) => "third".to_owned(),
        (_, 11..=13, _) => format!("{number}th"),
        (_, _, 1) => format!("{number}st"),
        (_, _, 2) => format!("{number}nd"),
        (_, _, 3) => format!("{number}rd"),
        _ => format!("{number}th"),
    }
}

/// A number with its noun: `1 turn`, `2 turns`, `2.5 points`.
pub(super) fn plural(number: impl Display, thing: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

/// The smallest size of a chain whose points are not all listed.
pub(super) const MANY: usize = MOST_POINTS + 1;

/// The points of a chain, or its size and first point.
pub(super) fn chain(stones: &PointSet) -> String {
    let points = named_points(stones, " ");
    match stones.len() {
        number @ MANY.. => format!("chain of {number} stones at {points}"),
        _ => points,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals() {
        let names = [2, 3, 4, 11, 12, 13, 21, 22, 33, 50, 111].map(ordinal);
        assert_eq!(names, ["second", "third", "4th", "11th", "12th", "13th", "21st", "22nd", "33rd", "50th", "111th"]);
    }
}
