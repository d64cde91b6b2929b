//! The marks of pictures.

use onepure_rules::board::Color;

/// A mark on a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// A point of this colour by article 7, or by the area of other rules.
    Point(Color),
    /// A stone in contact with the other colour, so not a point (article 7).
    Contact,
    /// A stone that is judged dead and removed before the count.
    Dead,
    /// A stone placed by filling the board for the count.
    Filling,
    /// A point from which a chain retired in the last turn.
    Retired,
    /// An enclosed stone that may not retire (article 3 ④).
    Immovable,
    /// A point where a placement is a dead end and loses at once.
    DeadEnd,
    /// A point where a placement retires its own chain.
    SelfFill,
}
