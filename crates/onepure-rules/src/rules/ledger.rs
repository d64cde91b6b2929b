//! The part of a count that is not on the board: captured stones, passes, bonus and penalties.

use crate::board::PerColor;
use serde::Serialize;

/// The events of a game that a count may depend on besides the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// The number of stones of each colour that have left the board.
    pub captured: PerColor<u32>,
    /// The number of abstentions of each colour.
    pub passes: PerColor<u32>,
    /// The points that White receives for Black's handicap stones.
    pub bonus: u16,
    /// The points that each colour has lost in overtime.
    pub penalties: PerColor<u16>,
}

/// The numbers of a colour's stones in each place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Stones {
    /// On the board.
    pub board: u16,
    /// In the bowl (반외석); `None` without a quota.
    pub waiting: Option<u16>,
    /// In quarantine (격리).
    pub quarantined: u16,
}
