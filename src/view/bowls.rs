//! Both colours' stones, and whose turn it is: what stands beside a board.

use super::board::{paint, stone};
use super::text::pad;
use super::{Language, Look};
use crate::board::Color;
use crate::rules::Game;
use unicode_width::UnicodeWidthStr;

/// Who has how many stones on the board, in the bowl and in quarantine; then the turn, and the komi if there is one.
/// Where there is no quota, bowls do not count, and neither does quarantine.
pub fn bowls(game: &Game, language: Language, look: Look) -> Vec<String> {
    let phrases = language.phrases();
    let labels = phrases.bowl_labels();
    let widest = labels.iter().map(|label| label.width()).max().unwrap_or_default();
    let mut lines = Vec::new();
    for color in Color::BOTH {
        let stones = game.stones(color);
        let counted = stones.waiting.is_some().then_some(stones.quarantined);
        let (sign, style) = stone(color, look);
        lines.push(format!("{} {}", paint(sign, style, look), phrases.color(color)));
        for (label, number) in labels.iter().zip([Some(stones.board), stones.waiting, counted]) {
            lines.extend(number.map(|number| format!("    {} {number:>4}", pad(label, widest))));
        }
        lines.push(String::new());
    }
    lines.push(phrases.status(game));
    lines
}
