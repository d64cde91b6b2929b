//! Moves that a search leaves out because somebody asked for that.

use onepure_rules::board::Color;
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::Move;

/// Moves that a search leaves out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Restrictions(Vec<Restriction>);

/// Moves of one colour that a search leaves out near its root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Restriction {
    /// Whose moves.
    pub color: Color,
    /// Placements on these points.
    pub points: PointSet,
    /// Whether abstentions too.
    pub abstention: bool,
    /// In how many turns from the root on: in the first one only, if that is 1.
    pub turns: usize,
}

impl Restrictions {
    /// Adds some.
    pub fn add(&mut self, restriction: Restriction) {
        self.0.push(restriction);
    }

    /// Whether nothing is left out.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a move is left out that `color` would make after so many turns from the root.
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
