//! Moves that the user excluded from a search.

use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::Move;

/// Moves excluded from a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Restrictions(Vec<Restriction>);

/// Moves of one colour excluded near the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Restriction {
    /// The colour.
    pub color: Color,
    /// The points on which placements are excluded.
    pub points: PointSet,
    /// Whether passes are excluded.
    pub abstention: bool,
    /// The number of turns from the root in which they are excluded; 1 for the first turn only.
    pub turns: usize,
}

impl Restrictions {
    /// Adds a restriction.
    pub fn add(&mut self, restriction: Restriction) {
        self.0.push(restriction);
    }

    /// Returns whether there are no restrictions.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a move of `color` is excluded `turns` turns after the root.
    pub fn forbid(&self, color: Color, action: Move, turns: usize) -> bool {
        self.0.iter().filter(|restriction| restriction.color == color && turns < restriction.turns).any(|restriction| {
            match action {
                Move::Place(point) => restriction.points.contains(point),
                Move::Abstain => restriction.abstention,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::geometry::Point;

    #[test]
    fn restrictions_are_of_a_colour_and_end() {
        let point = Point::new(3, 3);
        let mut restrictions = Restrictions::default();
        assert!(restrictions.is_empty() && !restrictions.forbid(Color::Black, Move::Place(point), 0));
        restrictions.add(Restriction { color: Color::Black, points: PointSet::of(point), abstention: false, turns: 3 });
        assert!(!restrictions.is_empty());
        assert!(restrictions.forbid(Color::Black, Move::Place(point), 0));
        assert!(restrictions.forbid(Color::Black, Move::Place(point), 2));
        assert!(!restrictions.forbid(Color::Black, Move::Place(point), 3));
        assert!(!restrictions.forbid(Color::White, Move::Place(point), 0));
        assert!(!restrictions.forbid(Color::Black, Move::Place(Point::new(3, 4)), 0));
        assert!(!restrictions.forbid(Color::Black, Move::Abstain, 0));
    }
}
