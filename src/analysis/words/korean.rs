//! 우리말: the words in Korean.

use super::{Words, lead, percent};
use crate::analysis::swing::Swing;
use crate::board::{Color, PerColor};
use crate::rules::Move;
use crate::view::Language;

/// Korean.
pub(super) struct Korean;

fn name(color: Color) -> &'static str {
    Language::Korean.phrases().color(color)
}

impl Words for Korean {
    fn position(&self, number: usize, to_move: Option<Color>) -> String {
        let place = if number == 0 { "첫 수 전".to_owned() } else { format!("{number}수 뒤") };
        match to_move {
            Some(color) => format!("{place}, {} 차례", name(color)),
            None => format!("{place}, 종국"),
        }
    }

    fn searched(&self, visits: u64) -> String {
        format!("탐색 {visits}회")
    }

    fn expected(&self, win_rate: f64, black_leads: f64, deviation: f64) -> String {
        format!("예상: 흑 승률 {}, {} (± {deviation:.1})", percent(win_rate), lead(black_leads))
    }

    fn columns(&self, color: Color) -> [String; 7] {
        let name = name(color);
        ["", "착점", "탐색", &format!("{name} 승률"), &format!("{name} 우세"), "사전", "예상 수순"].map(str::to_owned)
    }

    fn ownership_legend(&self) -> &'static str {
        "어느 쪽이 차지할지: B 흑, W 백 거의 확실; b 흑, w 백 우세; . 불확실"
    }

    fn held(&self, points: PerColor<f64>) -> String {
        format!("차지할 것으로 예상되는 점: 흑 {:.1}, 백 {:.1}", points.black, points.white)
    }

    fn at_stake(&self) -> &'static str {
        "걸려 있는 규칙"
    }

    fn nothing_at_stake(&self) -> &'static str {
        "지금 걸려 있는 규칙은 없습니다."
    }

    fn game_columns(&self) -> [&'static str; 6] {
        ["수", "착점", "최선", "흑 승률", "우세", "변화"]
    }

    fn largest_swings(&self) -> &'static str {
        "승률이 크게 움직인 수"
    }

    fn no_swings(&self) -> &'static str {
        "승률을 5 % 이상 움직인 수가 없습니다."
    }

    fn swing(&self, swing: &Swing) -> String {
        let Swing { number, color, action, better, share, points } = *swing;
        let (how, other) = if share > 0.0 { ("잃음", "얻음") } else { ("얻음", "잃음") };
        // Points can go the other way.
        let (first, how) = if swing.opposes() { (format!(" {how}"), other) } else { (String::new(), how) };
        let better = better.map(|better| format!("; 최선은 {better}")).unwrap_or_default();
        format!(
            "{number}수 {}: 승률 {}{first}, {:.1}점 {how}{better}",
            Language::Korean.phrases().turn(color, action),
            percent(share.abs()),
            points.abs(),
        )
    }

    fn win_rate_chart(&self) -> &'static str {
        "흑 승률"
    }

    fn lead_chart(&self) -> &'static str {
        "흑의 우세(점)"
    }

    fn candidate(&self, label: char, action: Move, color: Color, win_rate: f64, black: f64, visits: u64) -> String {
        let visits = self.searched(visits);
        format!("{label} {action}: {} 승률 {}, {}, {visits}", name(color), percent(win_rate), lead(black))
    }

    fn played(&self, swing: &Swing) -> String {
        let better = swing.better.map(|better| format!(", 최선 {better}")).unwrap_or_default();
        let (share, how) = if swing.share < 0.0 { (-swing.share, "얻음") } else { (swing.share, "잃음") };
        format!("실전 {}: 승률 {} {how}{better}", swing.action, percent(share))
    }

    fn end_of_record(&self) -> &'static str {
        "기보는 여기까지입니다. 이 마디 옆에 엔진의 변화도가 있습니다."
    }

    fn report(&self, name: &str) -> String {
        format!("{name} 분석")
    }

    fn moves(&self) -> &'static str {
        "수순"
    }
}
