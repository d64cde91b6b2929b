//! What was found, as a report in Markdown that shows pictures.

use super::finding::Finding;
use super::report::Text;
use super::swing::{Swing, mistakes};
use super::words::words;
use crate::board::{Color, PerColor};
use crate::view::protected;
use comfy_table::presets::ASCII_MARKDOWN;

/// A report on one position, which shows the picture in this file.
pub fn position_page(name: &str, finding: &Finding, picture: &str, text: Text) -> String {
    let mut parts = vec![
        format!("# {}", protected(&words(text.language).report(name))),
        text.heading(finding),
        shown(&text.heading(finding), picture),
        text.language.count(&finding.count()),
    ];
    if finding.game().is_over() {
        parts.extend(text.language.end(finding.game()));
    } else {
        parts.push(text.expected(finding));
        parts.push(text.candidates(finding, ASCII_MARKDOWN, usize::MAX));
        parts.push(format!("## {}", words(text.language).at_stake()));
        parts.push(at_stake(finding, text));
    }
    parts.join("\n\n") + "\n"
}

/// A report on a game: the chart, and the mistakes of each player; of each of these swings a picture of the position before it; then every move.
pub fn game_page(
    name: &str,
    findings: &[Finding],
    swings: &[Swing],
    players: PerColor<Option<&str>>,
    chart: &str,
    named: &[(Swing, &Finding, String)],
    text: Text,
) -> String {
    let words = words(text.language);
    let mut parts = vec![format!("# {}", protected(&words.report(name))), shown(words.win_rate_chart(), chart)];
    parts.push(format!("## {}", words.mistakes()));
    parts.push(words.mistake().to_owned());
    let mistakes = mistakes(swings);
    let of_color = |color| {
        let number = mistakes.iter().filter(|mistake| mistake.color == color).count();
        format!("- {}", protected(&words.mistakes_of(color, players[color], number, number)))
    };
    parts.push(Color::BOTH.map(of_color).join("\n"));
    for (swing, before, picture) in named {
        let told = words.swing(swing);
        parts.push(format!("### {}", protected(&told)));
        parts.push(shown(&told, picture));
        parts.push(text.candidates(before, ASCII_MARKDOWN, usize::MAX));
        parts.push(at_stake(before, text));
    }
    parts.push(format!("## {}", words.moves()));
    parts.push(text.game_table(findings, swings, ASCII_MARKDOWN));
    parts.join("\n\n") + "\n"
}

fn at_stake(finding: &Finding, text: Text) -> String {
    if finding.stakes.is_empty() {
        return words(text.language).nothing_at_stake().to_owned();
    }
    let sentences = finding.stakes.iter().map(|stake| format!("- {}", protected(&text.language.stake(stake))));
    sentences.collect::<Vec<_>>().join("\n")
}

/// A picture in a file beside the report. The angle brackets allow spaces in its name.
fn shown(description: &str, file: &str) -> String {
    format!("![{}](<{}>)", protected(description), file.replace('<', "%3C").replace('>', "%3E"))
}
