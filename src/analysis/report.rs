//! Analyses as text.

use super::chart;
use super::position_analysis::{LABELS, PositionAnalysis};
use super::swing::{Swing, mistakes};
use super::words::{Expected, Words, percent, score_lead, signed, words};
use crate::document::{CandidateDocument, spaced};
use crate::view::{Language, Look, Perspective, Terms, beside, board, bowls, labelled, ownership};
use comfy_table::presets::NOTHING;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, TableStyle};
use onepure_rules::board::{Color, PerColor};

/// The number of mistakes listed for each player.
pub(super) const MISTAKES: usize = 5;

/// The number of moves of a variation in a table.
const VARIATION: usize = 6;

/// The format of text about analyses.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisText {
    /// The language.
    pub language: Language,
    /// The characters of boards.
    pub look: Look,
    /// The colour whose values the tables of moves show.
    pub perspective: Perspective,
}

impl AnalysisText {
    fn words(self) -> &'static dyn Words {
        words(self.language)
    }

    /// The full text about one position: the board with the best moves and the bowls, the current and the expected
    /// count, the table of moves, the expected ownership, and the rule notices.
    pub fn position(self, analysis: &PositionAnalysis) -> String {
        let game = analysis.game();
        let mut lines = vec![self.heading(analysis), String::new()];
        let drawn = labelled(game, &analysis.labels(), self.look);
        lines.extend(beside(&drawn, &bowls(game, self.language, self.look)));
        lines.push(String::new());
        lines.push(self.language.count(&analysis.count()));
        if game.is_over() {
            lines.extend(self.language.end(game));
            lines.extend(game.outcome().map(|outcome| self.language.result(outcome, &analysis.count())));
            return joined(&lines);
        }
        lines.push(self.expected(analysis));
        lines.push(String::new());
        lines.push(self.candidates(analysis, NOTHING, VARIATION));
        lines.push(String::new());
        lines.extend(self.ownership(analysis));
        lines.push(String::new());
        lines.extend(self.at_stake(analysis));
        joined(&lines)
    }

    /// The number of moves, the colour to play, and the visits.
    pub fn heading(self, analysis: &PositionAnalysis) -> String {
        let game = analysis.game();
        let to_move = (!game.is_over()).then_some(analysis.position.color);
        let position = self.words().position(analysis.position.number, to_move);
        if game.is_over() {
            format!("{position}.")
        } else {
            format!("{position}; {}.", self.words().searched(analysis.report.position.visits))
        }
    }

    /// The expected result as one sentence.
    pub fn expected(self, analysis: &PositionAnalysis) -> String {
        let expected = Expected {
            win_rate: analysis.win_rate(),
            score_lead: analysis.score_lead(),
            deviation: analysis.report.position.score_deviation,
            points: analysis.expected_points(),
            komi: analysis.game().komi(),
            terms: Terms::of(analysis.game()),
        };
        format!("{}.", self.words().expected(&expected))
    }

    /// The table of the best moves.
    pub fn candidates(self, analysis: &PositionAnalysis, style: TableStyle, longest_variation: usize) -> String {
        let viewer = self.perspective.color(analysis.report.color);
        let mut table = table(style);
        let columns = self.words().columns(viewer);
        table.set_header(columns.iter().enumerate().map(|(index, column)| cell(column, index)));
        for (label, candidate) in LABELS.into_iter().zip(analysis.document(viewer).visited()) {
            let CandidateDocument { action, values, prior, variation, .. } = candidate;
            let rest = if variation.len() > longest_variation { " …" } else { "" };
            let row = [
                label.to_string(),
                action.to_string(),
                values.visits.to_string(),
                percent(values.win_rate),
                signed(values.score_lead),
                percent(prior),
                spaced(variation.iter().take(longest_variation)) + rest,
            ];
            table.add_row(row.iter().enumerate().map(|(index, text)| cell(text, index)));
        }
        table.to_string().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    /// The expected ownership as a board with a legend.
    fn ownership(self, analysis: &PositionAnalysis) -> Vec<String> {
        let balance = |point| analysis.balance(point).unwrap_or_default();
        let picture = ownership(analysis.game(), balance, self.look);
        let mut lines = vec![format!("{}.", self.words().ownership_legend())];
        lines.extend(beside(&picture, &[]));
        lines
    }

    /// The rule notices, one sentence each.
    pub fn at_stake(self, analysis: &PositionAnalysis) -> Vec<String> {
        if analysis.rule_notices.is_empty() {
            // Ordinary rules have next to nothing at stake anywhere.
            let is_told = analysis.game().articles().has_immovable_stones();
            return is_told.then(|| self.words().nothing_at_stake().to_owned()).into_iter().collect();
        }
        let sentences = analysis.rule_notices.iter().map(|notice| format!("- {}", self.language.rule_notice(notice)));
        std::iter::once(format!("{}:", self.words().at_stake())).chain(sentences).collect()
    }

    /// The column headings for [`AnalysisText::game_line`].
    pub fn game_heading(self) -> String {
        let columns = self.words().game_columns();
        row(columns[0], columns[1], columns[2], columns[3], columns[4], columns[5])
    }

    /// One line for a position of a game: the move that led to it, the best move instead of it, and the expectation
    /// now.
    pub fn game_line(self, analysis: &PositionAnalysis, swing: Option<&Swing>) -> String {
        let [number, played, best, win_rate, score_lead, change] = self.game_cells(analysis, swing);
        row(&number, &played, &best, &win_rate, &score_lead, &change)
    }

    fn game_cells(self, analysis: &PositionAnalysis, swing: Option<&Swing>) -> [String; 6] {
        [
            analysis.position.number.to_string(),
            swing
                .map(|swing| self.language.phrases().turn_in(swing.terms, swing.color, swing.action))
                .unwrap_or_default(),
            swing.map(|swing| swing.better.unwrap_or(swing.action).to_string()).unwrap_or_default(),
            percent(analysis.win_rate()),
            score_lead(analysis.score_lead()),
            swing.map(|swing| signed(-100.0 * swing.share)).unwrap_or_default(),
        ]
    }

    /// The table of the moves of a game.
    pub fn game_table(self, analyses: &[PositionAnalysis], swings: &[Swing], style: TableStyle) -> String {
        let aligned = |(index, text): (usize, String)| {
            let is_text = index == 1 || index == 2;
            Cell::new(text).set_alignment(if is_text { CellAlignment::Left } else { CellAlignment::Right })
        };
        let mut table = table(style);
        let columns = self.words().game_columns().map(str::to_owned);
        table.set_header(columns.into_iter().enumerate().map(aligned));
        for analysis in analyses {
            let swing = swings.iter().find(|swing| swing.number == analysis.position.number);
            table.add_row(self.game_cells(analysis, swing).into_iter().enumerate().map(aligned));
        }
        table.to_string()
    }

    /// The mistakes of each player in a game, and charts of the win rate and the lead.
    pub fn game(self, analyses: &[PositionAnalysis], swings: &[Swing], players: PerColor<Option<&str>>) -> String {
        let mut lines = vec![self.words().mistake().to_owned()];
        let mistakes = mistakes(swings);
        for color in Color::BOTH {
            let of_color: Vec<&Swing> = mistakes.iter().filter(|mistake| mistake.color == color).collect();
            let told = &of_color[..of_color.len().min(MISTAKES)];
            let heading = self.words().mistakes_of(color, players[color], of_color.len(), told.len());
            lines.extend([String::new(), format!("{heading}{}", if told.is_empty() { "." } else { ":" })]);
            lines.extend(told.iter().map(|mistake| format!("- {}.", self.words().brief(mistake))));
        }
        let win_rates: Vec<f64> = analyses.iter().map(PositionAnalysis::win_rate).collect();
        let leads: Vec<f64> = analyses.iter().map(PositionAnalysis::score_lead).collect();
        let bound = chart::bound(&leads);
        lines.extend([String::new(), format!("{}:", self.words().win_rate_chart())]);
        lines.extend(chart::chart(&win_rates, 0.0, 1.0, |share| format!("{:.0} %", 100.0 * share)));
        lines.extend([String::new(), format!("{}:", self.words().lead_chart())]);
        lines.extend(chart::chart(&leads, -bound, bound, |points| format!("{points:+.0}")));
        joined(&lines)
    }

    /// The final or current position of a game: the board and the count.
    pub fn last(self, analysis: &PositionAnalysis) -> String {
        let game = analysis.game();
        let mut lines = beside(&board(game, self.look), &bowls(game, self.language, self.look));
        lines.push(String::new());
        lines.push(self.language.count(&analysis.count()));
        lines.extend(self.language.end(game));
        joined(&lines)
    }
}

/// A line of the list of moves. Uses display widths, because Korean letters take two columns.
fn row(number: &str, played: &str, best: &str, win_rate: &str, score_lead: &str, change: &str) -> String {
    use unicode_width::UnicodeWidthStr;
    let left = |text: &str, width: usize| format!("{text}{}", " ".repeat(width.saturating_sub(text.width())));
    let right = |text: &str, width: usize| format!("{}{text}", " ".repeat(width.saturating_sub(text.width())));
    let line = format!(
        "{}  {}  {}  {}  {}  {}",
        right(number, 4),
        left(played, 14),
        left(best, 5),
        right(win_rate, 10),
        right(score_lead, 7),
        right(change, 6)
    );
    line.trim_end().to_owned()
}

/// An empty table with this style.
fn table(style: TableStyle) -> Table {
    let mut table = Table::new();
    table.load_style(style).set_content_arrangement(ContentArrangement::Disabled);
    table
}

/// A cell of the table of moves. Numbers are right-aligned.
fn cell(text: &str, column: usize) -> Cell {
    let is_number = (2..=5).contains(&column);
    Cell::new(text).set_alignment(if is_number { CellAlignment::Right } else { CellAlignment::Left })
}

fn joined(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}
