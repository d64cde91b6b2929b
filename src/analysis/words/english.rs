//! The English text of analyses.

use super::{Expected, Words, percent, score_lead, signed};
use crate::analysis::reason::{MistakeReason, Removal};
use crate::analysis::swing::Swing;
use crate::view::{Language, Terms};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::Move;

/// The English text.
pub(super) struct English;

fn name(color: Color) -> &'static str {
    Language::English.phrases().color(color)
}

/// What a move changed for its player.
fn change(swing: &Swing) -> String {
    let how = if swing.points < 0.0 { "gained" } else { "lost" };
    format!("{how} {:.1} points (win rate {} %)", swing.points.abs(), signed(-100.0 * swing.share))
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

    fn expected(&self, expected: &Expected) -> String {
        let komi = if expected.komi == 0.0 { String::new() } else { format!(", less komi {}", expected.komi) };
        let points = expected.told_points().map_or(String::new(), |PerColor { black, white }| {
            format!(" points: Black {black:.1}, White {white:.1}{komi}")
        });
        let (score_lead, wins) = (score_lead(expected.score_lead), percent(expected.win_rate));
        format!("Expected{points}: {score_lead} (± {:.1}). Black wins {wins}", expected.deviation)
    }

    fn columns(&self, color: Color) -> [String; 7] {
        let name = name(color);
        ["", "Move", "Visits", &format!("{name} wins"), &format!("{name} leads"), "Prior", "Variation"]
            .map(str::to_owned)
    }

    fn ownership_legend(&self) -> &'static str {
        "Who is expected to hold what: B, W almost surely; b, w rather; . unclear"
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

    fn mistakes(&self) -> &'static str {
        "Mistakes"
    }

    fn mistake(&self) -> &'static str {
        "A mistake loses 5 % of the wins or 3 points or more, beyond the noise of its\n\
         visits. The engine's first choice is never one. A better move that a player\n\
         leaves unplayed for several turns counts once."
    }

    fn mistakes_of(&self, color: Color, player: Option<&str>, number: usize, told: usize) -> String {
        let player = player.map_or(name(color).to_owned(), |player| format!("{player} ({})", name(color)));
        match number {
            0 => format!("{player}: no mistakes"),
            1 => format!("{player}: 1 mistake"),
            _ if number > told => format!("{player}: {number} mistakes, the {told} largest"),
            _ => format!("{player}: {number} mistakes"),
        }
    }

    fn swing(&self, swing: &Swing) -> String {
        let Swing { number, color, action, better, .. } = *swing;
        let what = if swing.loss() > 0.0 { "instead" } else { "was judged better" };
        let instead = better.map(|better| format!("; {better} {what}")).unwrap_or_default();
        let turn = Language::English.phrases().turn_in(swing.terms, color, action);
        format!("Move {number}, {turn}: {}{instead}", change(swing))
    }

    fn brief(&self, mistake: &Swing) -> String {
        let Swing { number, action, better, .. } = *mistake;
        let best = better.map(|better| format!("; best {better}")).unwrap_or_default();
        format!("Move {number} {action}: {}{best}", change(mistake))
    }

    fn reason(&self, reason: &MistakeReason) -> String {
        let phrases = Language::English.phrases();
        let stones = |number: usize| if number == 1 { "1 stone".to_owned() } else { format!("{number} stones") };
        let chain = |chain: &PointSet| {
            let first = chain.first().map(|point| point.to_string()).unwrap_or_default();
            format!("{} with {first}", stones(chain.len()))
        };
        let verbs = |removal: &Removal| {
            if removal.are_captured { ["captures", "capture", "captured"] } else { ["retires", "retire", "retired"] }
        };
        match reason {
            MistakeReason::Removed(removal) => {
                let ([now, later, _], by, count) = (verbs(removal), phrases.color(removal.by), stones(removal.stones));
                match removal.ply {
                    0 => format!("{by}'s reply {} {now} {count}.", removal.point),
                    _ => format!("{by} goes on to {later} {count} with {}.", removal.point),
                }
            }
            MistakeReason::Missed { better, removal } => {
                let ([.., done], count) = (verbs(removal), stones(removal.stones));
                let after = if removal.ply == 0 { String::new() } else { format!("After {better}, ") };
                format!("{after}{} would have {done} {count}.", removal.point)
            }
            MistakeReason::Falls(color, stones) => {
                format!("{}'s {} will probably be lost.", phrases.color(*color), chain(stones))
            }
            MistakeReason::Holds(color, stones) => {
                format!("{}'s {}, which seemed lost, will probably hold.", phrases.color(*color), chain(stones))
            }
            MistakeReason::Passed(better) => format!("{better} was better than to pass the turn on."),
            MistakeReason::NotPassed => "To pass the turn on was better than any placement.".to_owned(),
            MistakeReason::Reply(color, Move::Place(point)) => {
                format!("{}'s best reply is {point}.", phrases.color(*color))
            }
            MistakeReason::Reply(color, Move::Abstain) => format!("{} need not reply.", phrases.color(*color)),
        }
    }

    fn win_rate_chart(&self) -> &'static str {
        "Black wins"
    }

    fn lead_chart(&self) -> &'static str {
        "Black leads, in points"
    }

    fn candidate(&self, label: char, action: Move, color: Color, win_rate: f64, black: f64, visits: u64) -> String {
        let visits = self.searched(visits);
        format!("{label} {action}: {} wins {}, {}, {visits}", name(color), percent(win_rate), score_lead(black))
    }

    fn candidates(&self, color: Color, best: &[(char, Move, f64, u64)], _: Terms) -> String {
        let one = |(index, &(label, action, wins, visits)): (usize, &(char, Move, f64, u64))| {
            let visits = if index == 0 { self.searched(visits) } else { visits.to_string() };
            format!("{label} {action} {} ({visits})", percent(wins)).replace(' ', "\u{a0}")
        };
        let best: Vec<String> = best.iter().enumerate().map(one).collect();
        format!("{} wins with {}", name(color), best.join(", "))
    }

    fn played(&self, swing: &Swing) -> String {
        let better = swing.better.map(|better| format!(", best {better}")).unwrap_or_default();
        format!("Played {}: {}{better}", swing.action, change(swing))
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

    fn accuracy(&self) -> &'static str {
        "Accuracy"
    }

    fn accuracy_columns(&self) -> [&'static str; 5] {
        ["Player", "Moves", "Win rate kept per move", "Points lost per move", "Engine's best move (95 %)"]
    }

    fn accuracy_note(&self) -> &'static str {
        "A player without a loss keeps 100 %. After ± are two standard errors of the search. The 95 % \
         interval is in parentheses."
    }

    fn events(&self) -> &'static str {
        "What happened"
    }

    fn conclusion(&self) -> &'static str {
        "Result"
    }
}
