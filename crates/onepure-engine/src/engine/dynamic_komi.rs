//! Dynamic komi: an engine that is ahead searches with a smaller lead.
//!
//! When nearly every simulation wins, moves do not differ in their win rate, and the engine gives points away one by one. If the lead was
//! smaller than the network believed, these points are missing in the end. So a fraction of the lead is given to the opponent during the
//! search (Baudiš, "Balancing MCTS by Dynamically Adjusting the Komi Value", ICGA Journal 34, 2011). Matches are in
//! docs/lab/search/network.md, "Dynamic komi".

use super::{Engine, Level};
use onepure_rules::board::Color;

/// Upper limit and step of the virtual komi. A coarse step lets consecutive searches reuse the tree.
const MOST: f64 = 20.0;
const STEP: f64 = 2.0;

/// The smallest board with dynamic komi. On smaller ones a point is worth too much: on 9×9 under One Pure it scored 42 % (36–48).
const FEWEST_LINES: usize = 15;

impl Engine {
    /// The virtual komi of a search for `color`, by the lead in its last search for a move. 0 if it was not ahead, on small boards, below
    /// full strength, and without a network.
    pub(super) fn virtual_komi(&self, color: Color) -> f64 {
        let is_small = self.game.size().lines() < FEWEST_LINES;
        let is_strongest = self.settings.level == Level::MOST && self.network().is_some();
        if is_small || !is_strongest {
            return 0.0;
        }
        let given = (self.settings.dynamic_komi * self.leads[color]).clamp(0.0, MOST);
        let given = (given / STEP).round() * STEP;
        if color == Color::Black { given } else { -given }
    }
}
