//! The words of a report beside those of games and analyses.

use crate::view::Language;

/// The words of a language.
#[derive(Debug)]
pub(super) struct ReportWords {
    /// The heading of how well each played, its columns, and what they mean.
    pub(super) accuracy: &'static str,
    pub(super) accuracy_columns: [&'static str; 5],
    pub(super) accuracy_note: &'static str,
    /// The heading of what happened.
    pub(super) events: &'static str,
    /// The heading of count and result.
    pub(super) conclusion: &'static str,
}

/// The words of a language.
pub(super) const fn of(language: Language) -> &'static ReportWords {
    match language {
        Language::English => &ReportWords {
            accuracy: "Accuracy",
            accuracy_columns: [
                "Player",
                "Moves",
                "Wins kept a move",
                "Points lost a move",
                "Engine's best move (95 %)",
            ],
            accuracy_note: "A player who loses no wins keeps 100 %. Behind ± are two standard errors of the search; in \
                            parentheses is the interval in which the share lies with 95 % certainty.",
            events: "What happened",
            conclusion: "Result",
        },
        Language::Korean => &ReportWords {
            accuracy: "정확도",
            accuracy_columns: ["대국자", "수", "한 수에 지킨 승률", "한 수에 잃은 점", "엔진의 최선과 같은 수 (95 %)"],
            accuracy_note: "승률을 전혀 잃지 않으면 100 %입니다. ± 뒤는 탐색 표준 오차의 두 배이고, 괄호 안은 그 비율이 95 % \
                            확률로 드는 구간입니다.",
            events: "일어난 일",
            conclusion: "결과",
        },
    }
}
