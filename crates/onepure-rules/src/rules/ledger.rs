//! What there is beside the board: stones off it, passes, bonus and penalties.

use crate::board::PerColor;

/// What has happened in a game that a count may take into account beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// How many stones of each colour have left the board.
    pub captured: PerColor<u32>,
    /// How often each colour has abstained.
    pub passes: PerColor<u32>,
    /// What White has for Black's handicap stones, in points.
    pub bonus: u16,
    /// The points that each colour has lost in overtime.
    pub penalties: PerColor<u16>,
}

/// Where the stones of a colour are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stones {
    /// On the board.
    pub board: u16,
    /// In the bowl (반외석); `None` where there is no quota.
    pub waiting: Option<u16>,
    /// In quarantine (격리).
    pub quarantined: u16,
}
