//! The words in English.

use super::{Words, lead, percent};
use crate::analysis::swing::Swing;
use crate::board::{Color, PerColor};
use crate::rules::Move;
use crate::view::Language;

/// English.
pub(super) struct English;

fn name(color: Color) -> &'static str {
    Language::English.phrases().color(color)
}

impl Words for English {
    fn position(&self, number: usize, to_move: Option<Color>) -> String {
        let place = match number {
            0 => "Before the first move".to_owned(),
            1 => "After 1 move".to_owned(),
            _ => format!("After {number} moves"),
        };
        match to_move {
            Some(color) => format!("{place}, {} to play", name(color)),
            None => format!("{place}, play has ended"),
        }
    }

    fn searched(&self, visits: u64) -> String {
        if visits == 1 { "1 visit".to_owned() } else { format!("{visits} visits") }
    }

    fn expected(&self, win_rate: f64, black_leads: f64, deviation: f64) -> String {
        format!("Expected: Black wins {}, {} (± {deviation:.1})", percent(win_rate), lead(black_leads))
    }

    fn columns(&self, color: Color) -> [String; 7] {
        let name = name(color);
        ["", "Move", "Visits", &format!("{name} wins"), &format!("{name} leads"), "Prior", "Variation"]
            .map(str::to_owned)
    }

    fn ownership_legend(&self) -> &'static str {
        "Who is expected to hold what: B, W almost surely; b, w rather; . unclear"
    }

    fn held(&self, points: PerColor<f64>) -> String {
        format!("Expected to be held: Black {:.1}, White {:.1}", points.black, points.white)
    }

    fn at_stake(&self) -> &'static str {
        "At stake"
    }

    fn nothing_at_stake(&self) -> &'static str {
        "No rule has anything at stake here."
    }

    fn game_columns(&self) -> [&'static str; 6] {
        ["Move", "Played", "Best", "Black wins", "Lead", "Change"]
    }

    fn largest_swings(&self) -> &'static str {
        "The largest swings"
    }

    fn no_swings(&self) -> &'static str {
        "No move changed the share of wins by 5 % or more."
    }

    fn swing(&self, swing: &Swing) -> String {
        let Swing { number, color, action, better, share, points } = *swing;
        let (verb, what) = if share > 0.0 { ("lost", "instead") } else { ("gained", "was held to be better") };
        let instead = better.map(|better| format!("; {better} {what}")).unwrap_or_default();
        // Points can go the other way.
        let other = match swing.opposes() {
            false => "",
            true if share > 0.0 => "gained ",
            true => "lost ",
        };
        format!(
            "Move {number}, {}: {verb} {} of the wins, {other}{:.1} points{instead}",
            Language::English.phrases().turn(color, action),
            percent(share.abs()),
            points.abs(),
        )
    }

    fn win_rate_chart(&self) -> &'static str {
        "Black wins"
    }

    fn lead_chart(&self) -> &'static str {
        "Black leads, in points"
    }

    fn candidate(&self, label: char, action: Move, color: Color, win_rate: f64, black: f64, visits: u64) -> String {
        let visits = self.searched(visits);
        format!("{label} {action}: {} wins {}, {}, {visits}", name(color), percent(win_rate), lead(black))
    }

    fn played(&self, swing: &Swing) -> String {
        let better = swing.better.map(|better| format!(", best {better}")).unwrap_or_default();
        if swing.share < 0.0 {
            format!("Played {}: gained {}{better}", swing.action, percent(-swing.share))
        } else {
            format!("Played {}: lost {}{better}", swing.action, percent(swing.share))
        }
    }

    fn end_of_record(&self) -> &'static str {
        "Here the record ends. Beside this node are the engine's variations."
    }

    fn report(&self, name: &str) -> String {
        format!("Analysis of {name}")
    }

    fn moves(&self) -> &'static str {
        "Moves"
    }
}
