//! Analyses as a Markdown report with pictures.

use super::position_analysis::PositionAnalysis;
use super::report::AnalysisText;
use super::swing::{Swing, mistakes};
use super::words::words;
use crate::view::{image, protected};
use comfy_table::presets::ASCII_MARKDOWN;
use onepure_rules::board::{Color, PerColor};

/// A report on one position with the picture in the file `picture`. The paragraphs of `preface` come first.
pub fn position_page(
    name: &str,
    preface: &[String],
    analysis: &PositionAnalysis,
    picture: &str,
    text: AnalysisText,
) -> String {
    let mut parts = vec![
        format!("# {}", protected(&words(text.language).report(name))),
        paragraphs(preface),
        text.heading(analysis),
        image(&text.heading(analysis), picture),
        text.language.count(&analysis.count()),
    ];
    if analysis.game().is_over() {
        parts.extend(text.language.end(analysis.game()));
    } else {
        parts.push(text.expected(analysis));
        parts.push(text.candidates(analysis, ASCII_MARKDOWN, usize::MAX));
        if let Some(told) = at_stake(analysis, text) {
            parts.extend([format!("## {}", words(text.language).at_stake()), told]);
        }
    }
    parts.join("\n\n") + "\n"
}

/// A report on a game: the chart, the mistakes of each player, each of them with a picture of the position before it,
/// and the table of all moves.
pub fn game_page(
    (name, preface): (&str, &[String]),
    analyses: &[PositionAnalysis],
    swings: &[Swing],
    players: PerColor<Option<&str>>,
    chart: &str,
    named: &[(Swing, &PositionAnalysis, String)],
    text: AnalysisText,
) -> String {
    let words = words(text.language);
    let mut parts = vec![
        format!("# {}", protected(&words.report(name))),
        paragraphs(preface),
        image(words.win_rate_chart(), chart),
    ];
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
        parts.push(image(&told, picture));
        parts.push(text.candidates(before, ASCII_MARKDOWN, usize::MAX));
        parts.extend(at_stake(before, text));
    }
    parts.push(format!("## {}", words.moves()));
    parts.push(text.game_table(analyses, swings, ASCII_MARKDOWN));
    parts.join("\n\n") + "\n"
}

fn paragraphs(texts: &[String]) -> String {
    texts.iter().map(|text| protected(text)).collect::<Vec<_>>().join("\n\n")
}

/// The rule notices of a position as a list; `None` if its rules have next to nothing at stake anywhere.
fn at_stake(analysis: &PositionAnalysis, text: AnalysisText) -> Option<String> {
    if analysis.rule_notices.is_empty() {
        return text.at_stake(analysis).pop();
    }
    let sentences =
        analysis.rule_notices.iter().map(|notice| format!("- {}", protected(&text.language.rule_notice(notice))));
    Some(sentences.collect::<Vec<_>>().join("\n"))
}
