//! Proven outcomes in analysis lines.

use onepure_engine::engine::Known;
use onepure_rules::board::Color;

/// The pair `proven` and winner of an analysis line, preceded by a blank; empty if nothing is proven. `known` is the outcome for `color`.
pub(crate) fn proven_pair(known: Option<Known>, color: Color) -> String {
    let winner = known.and_then(|known| known.proven_winner(color));
    winner.map_or_else(String::new, |winner| format!(" proven {winner}"))
}
