//! Dynamic komi: an engine that is ahead searches as if it were less so.
//!
//! Where nearly every game is won, moves do not differ by what can be seen in wins, and points are let go one by one; if the lead was
//! not what the network took it for, they are missed in the end. So a share of the lead is given to the opponent for the search
//! (Baudiš, "Balancing MCTS by Dynamically Adjusting the Komi Value", ICGA Journal 34, 2011).

use super::Engine;
use onepure_rules::board::Color;

/// Upper limit and step of the virtual komi. A coarse step lets consecutive searches reuse the tree.
const MOST: f64 = 20.0;
const STEP: f64 = 2.0;

/// On smaller boards a point is worth too much to be given away.
const FEWEST_LINES: usize = 15;

impl Engine {
    /// What is added to the komi while `color` looks for its move: by the lead that its last search for a move has found. Nothing
    /// where it was not ahead, on small boards, below the highest level, and without a network.
    pub(super) fn virtual_komi(&self, color: Color) -> f64 {
        let is_small = self.game.size().lines() < FEWEST_LINES;
        if is_small || !self.has_full_strength_network() {
            return 0.0;
        }
        let given = (self.settings.dynamic_komi * self.leads[color]).clamp(0.0, MOST);
        let given = (given / STEP).round() * STEP;
        if color == Color::Black { given } else { -given }
    }
}
