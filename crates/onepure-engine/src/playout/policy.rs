//! What a playout answers the last placement with, and how often.

/// How often, 0 to 1, a playout answers the last placement in each way, in the order in which they are tried.
///
/// The ways are those of `MoGo` (Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go", 2006)
/// and of the programs after it, Fuego (Enzenberger, Müller, Arneson and Segal, 2010) and Pachi (Baudiš and Gailly, 2011).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Policy {
    /// The capture of stones that stand in atari, and the saving of own ones, at the last placement.
    pub atari: f64,
    /// Atari to a chain of the last placement, and the extension of an own chain, that has two liberties.
    pub two_liberties: f64,
    /// The vital point of a small space of either colour at the last placement.
    pub vital_point: f64,
    /// A shape of three by three points beside the last placement.
    pub shape: f64,
    /// How often a self-atari of a lone stone is refused that came up by chance.
    pub no_self_atari: f64,
    /// Where such a self-atari was to take a liberty of an enemy chain that has two: how often the other one is taken in its place.
    pub other_liberty: f64,
}

impl Policy {
    /// For playouts that show which stones live: nothing is left in danger, and sekis stay as they are.
    pub const JUDGEMENT: Self =
        Self { atari: 1.0, two_liberties: 0.5, vital_point: 1.0, shape: 0.5, no_self_atari: 1.0, other_liberty: 1.0 };
}

impl Default for Policy {
    fn default() -> Self {
        Self { atari: 0.9, two_liberties: 0.8, vital_point: 0.8, shape: 0.95, no_self_atari: 0.5, other_liberty: 1.0 }
    }
}
