//! The text of analyses in each language.

mod english;
mod korean;

use super::position_analysis::PositionAnalysis;
use super::reason::MistakeReason;
use super::swing::Swing;
use crate::view::{Language, Narration, Terms};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::rules::Move;

/// The expected result of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expected {
    /// Black's win rate.
    pub win_rate: f64,
    /// Black's lead: its points minus White's points minus the komi.
    pub score_lead: f64,
    /// The standard deviation of the lead over the playouts.
    pub deviation: f64,
    /// The points of each colour, if known.
    pub points: Option<PerColor<f64>>,
    /// The komi.
    pub komi: f64,
    /// The terms in which it is told.
    pub terms: Terms,
}

impl Expected {
    /// The points of each colour, rounded to tenths. White's are adjusted so that the printed difference matches the
    /// printed lead.
    fn told_points(&self) -> Option<PerColor<f64>> {
        // Round as formatting does: 10.95 has a binary value that becomes 10.9.
        let tenths = |number: f64| format!("{number:.1}").parse().unwrap_or(number);
        let black = tenths(self.points?.black);
        Some(PerColor { black, white: tenths(black - self.komi - tenths(self.score_lead)) })
    }
}

/// The text of analyses in one language.
pub trait Words {
    /// The number of moves and the colour to play.
    fn position(&self, number: usize, to_move: Option<Color>) -> String;
    /// The number of visits.
    fn searched(&self, visits: u64) -> String;
    /// The expected result.
    fn expected(&self, expected: &Expected) -> String;
    /// The column headings of the table of moves. Wins and lead are those of `color`.
    fn columns(&self, color: Color) -> [String; 7];
    /// The legend of the ownership board.
    fn ownership_legend(&self) -> &'static str;
    /// The heading of the rule notices.
    fn at_stake(&self) -> &'static str;
    /// The sentence without rule notices.
    fn nothing_at_stake(&self) -> &'static str;
    /// The column headings of the list of moves of a game.
    fn game_columns(&self) -> [&'static str; 6];
    /// The heading of the mistakes.
    fn mistakes(&self) -> &'static str;
    /// The definition of a mistake.
    fn mistake(&self) -> &'static str;
    /// The number of mistakes of a colour, with the name of its player. `told` of them are listed after it.
    fn mistakes_of(&self, color: Color, player: Option<&str>, number: usize, told: usize) -> String;
    /// The sentence about a swing.
    fn swing(&self, swing: &Swing) -> String;
    /// The short text about a mistake, for a list below the player's name.
    fn brief(&self, mistake: &Swing) -> String;
    /// The reason of a mistake, as a sentence.
    fn reason(&self, reason: &MistakeReason) -> String;
    /// The heading of the win-rate chart.
    fn win_rate_chart(&self) -> &'static str;
    /// The heading of the chart of leads.
    fn lead_chart(&self) -> &'static str;
    /// The comment about a candidate: its label, move, win rate of `color`, Black's lead, and visits.
    fn candidate(&self, label: char, action: Move, color: Color, win_rate: f64, score_lead: f64, visits: u64)
    -> String;
    /// The win rates of a colour with the best moves, each with its label and visits, without breaks inside an entry.
    fn candidates(&self, color: Color, best: &[(char, Move, f64, u64)], terms: Terms) -> String;
    /// The comment about the played move, with the best one.
    fn played(&self, swing: &Swing) -> String;
    /// The note that the record ends here and that the engine's variations follow.
    fn end_of_record(&self) -> &'static str;
    /// The title of a report.
    fn report(&self, name: &str) -> String;
    /// The heading of the positions in a report.
    fn moves(&self) -> &'static str;
    /// The heading of the players' accuracies.
    fn accuracy(&self) -> &'static str;
    /// The column headings of the accuracies.
    fn accuracy_columns(&self) -> [&'static str; 5];
    /// The meaning of the columns of accuracies.
    fn accuracy_note(&self) -> &'static str;
    /// The heading of the events in a report.
    fn events(&self) -> &'static str;
    /// The heading of the count and the result in a report.
    fn conclusion(&self) -> &'static str;
}

/// The text in `language`.
pub fn words(language: Language) -> &'static dyn Words {
    match language {
        Language::English => &english::English,
        Language::Korean => &korean::Korean,
    }
}

/// The reason of the mistake between two positions as a sentence; `None` if the search knows none.
pub fn mistake_reason(before: &PositionAnalysis, after: &PositionAnalysis, language: Language) -> Option<String> {
    if after.game().is_over() {
        return Narration::of_last_turn(after.game(), language).map(|told| told.to_string());
    }
    MistakeReason::between(before, after).map(|reason| words(language).reason(&reason))
}

/// A fraction in percent, such as `54.3 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A lead with the leading colour, such as `B+2.1`.
pub fn score_lead(black: f64) -> String {
    let winner = if black < 0.0 { 'W' } else { 'B' };
    let points = format!("{:.1}", black.abs());
    if points == "0.0" { "0".to_owned() } else { format!("{winner}+{points}") }
}

/// A number with its sign, such as `+2.1`.
pub(super) fn signed(number: f64) -> String {
    let text = format!("{number:+.1}");
    if text == "-0.0" { "+0.0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_with_their_sign() {
        assert_eq!([score_lead(2.14), score_lead(-0.5), score_lead(-0.04)], ["B+2.1", "W+0.5", "0"]);
        assert_eq!([signed(-0.01), signed(3.26), signed(-2.0)], ["+0.0", "+3.3", "-2.0"]);
        assert_eq!(percent(0.5432), "54.3 %");
    }

    #[test]
    fn what_is_expected_adds_up() {
        let told = |black, white, komi, score_lead| {
            let points = Some(PerColor { black, white });
            let expected =
                Expected { win_rate: 0.32, score_lead, deviation: 30.0, points, komi, terms: Terms::OnePure };
            [Language::English, Language::Korean].map(|language| words(language).expected(&expected))
        };
        assert_eq!(
            // Without the adjustment, 151.4 - 160.5 - 7 would be 16.1.
            told(151.36, 160.54, 7.0, -16.18),
            [
                "Expected points: Black 151.4, White 160.6, less komi 7: W+16.2 (± 30.0). Black wins 32.0 %",
                "예상 득점: 흑 151.4, 백 160.6, 선후차(덤) 7 공제: W+16.2 (± 30.0). 흑 승률 32.0 %",
            ]
        );
        assert_eq!(
            told(40.0, 38.0, 0.0, 2.0)[0],
            "Expected points: Black 40.0, White 38.0: B+2.0 (± 30.0). Black wins 32.0 %"
        );
        // 10.95 is formatted as 10.9.
        assert!(told(51.7, 40.75, 0.0, 10.95)[0].starts_with("Expected points: Black 51.7, White 40.8: B+10.9 "));
        let unknown = Expected {
            win_rate: 0.5,
            score_lead: -7.0,
            deviation: 0.0,
            points: None,
            komi: 7.0,
            terms: Terms::Ordinary,
        };
        assert_eq!(words(Language::English).expected(&unknown), "Expected: W+7.0 (± 0.0). Black wins 50.0 %");
    }

    #[test]
    fn a_change_is_told_by_its_points_with_the_win_rate() {
        let told = |share, points, terms| {
            let (color, action, better) = (Color::Black, Move::Abstain, None);
            let swing = Swing { number: 3, color, action, better, share, points, error: 0.0, points_error: 0.0, terms };
            [Language::English, Language::Korean].map(|language| words(language).swing(&swing))
        };
        for (share, points, english, korean) in [
            (0.1, 0.6, "lost 0.6 points (win rate -10.0 %)", "0.6점 손해 (승률 -10.0 %)"),
            (-0.1, -0.6, "gained 0.6 points (win rate +10.0 %)", "0.6점 이득 (승률 +10.0 %)"),
            (0.1, -0.6, "gained 0.6 points (win rate -10.0 %)", "0.6점 이득 (승률 -10.0 %)"),
            (0.1, 0.0, "lost 0.0 points (win rate -10.0 %)", "0.0점 손해 (승률 -10.0 %)"),
        ] {
            assert_eq!(
                told(share, points, Terms::OnePure),
                [format!("Move 3, Black abstains: {english}"), format!("3수 흑 불착: {korean}")]
            );
        }
        assert_eq!(
            told(0.1, 2.0, Terms::Ordinary),
            ["Move 3, Black passes: lost 2.0 points (win rate -10.0 %)", "3수 흑 패스: 2.0집 손해 (승률 -10.0 %)"]
        );
    }
}
