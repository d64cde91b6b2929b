//! What pictures mark points with.

use onepure_rules::board::Color;

/// What can be said of a point by a mark on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// A point of this colour by article 7 (or, under other rules, of its area).
    Point(Color),
    /// A stone in contact with the other colour, which is no point (article 7).
    Contact,
    /// A stone that is judged dead, and is lifted before the count.
    Dead,
    /// A stone that was put on the board to count it by filling.
    Filling,
    /// A chain was retired here in the last turn.
    Retired,
    /// An enclosed stone that may not retire (article 3 ④).
    Immovable,
    /// A placement here is a dead end, and loses at once.
    DeadEnd,
    /// A placement here retires its own chain.
    SelfFill,
}
