//! The policy of playouts: which answers to the last placement they try, and how often.

/// The probability of each kind of answer to the last placement, from 0 to 1, in the order of the attempts.
///
/// The kinds are those of `MoGo` (Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go", 2006), Fuego
/// (Enzenberger, Müller, Arneson and Segal, 2010) and Pachi (Baudiš and Gailly, 2011).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Policy {
    /// Capture stones in atari at the last placement, or save own ones.
    pub atari: f64,
    /// Put a chain with two liberties at the last placement in atari, or extend an own one. 0.4 scored −61 ± 91 Elo against 0.8.
    pub two_liberties: f64,
    /// Play the vital point of a small space of either colour at the last placement.
    pub vital_point: f64,
    /// Play a 3×3 shape next to the last placement. 0.7 scored −54 ± 41 Elo against 0.95.
    pub shape: f64,
    /// Refuse a self-atari of a lone stone that was drawn at random.
    pub no_self_atari: f64,
    /// If a refused self-atari took a liberty of an enemy chain with two, take the other liberty instead. 1 scored +32 ± 71 Elo against 0.
    pub other_liberty: f64,
}

impl Policy {
    /// The policy of searches without a network. It was found by matches; the tables are in docs/lab/search/playouts.md.
    pub const SEARCH: Self =
        Self { atari: 0.9, two_liberties: 0.8, vital_point: 0.8, shape: 0.95, no_self_atari: 0.5, other_liberty: 1.0 };

    /// The policy to judge which stones live: it always answers ataris and never breaks sekis.
    pub const JUDGEMENT: Self =
        Self { atari: 1.0, two_liberties: 0.5, vital_point: 1.0, shape: 0.5, no_self_atari: 1.0, other_liberty: 1.0 };
}
