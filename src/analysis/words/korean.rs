//! 우리말: the Korean text of analyses.

use super::{Expected, Words, percent, score_lead, signed};
use crate::analysis::reason::{MistakeReason, Removal};
use crate::analysis::swing::Swing;
use crate::view::{Language, Terms};
use onepure_rules::board::{Color, PerColor};
use onepure_rules::geometry::PointSet;
use onepure_rules::rules::Move;

/// The Korean text.
pub(super) struct Korean;

fn name(color: Color) -> &'static str {
    Language::Korean.phrases().color(color)
}

fn move_name(action: Move, terms: Terms) -> String {
    match (action, terms) {
        (Move::Place(point), _) => point.to_string(),
        (Move::Abstain, Terms::OnePure) => "불착".to_owned(),
        (Move::Abstain, Terms::Ordinary) => "패스".to_owned(),
    }
}

/// What a move changed for its player.
fn change(swing: &Swing) -> String {
    let how = if swing.points < 0.0 { "이득" } else { "손해" };
    let unit = if swing.terms == Terms::Ordinary { "집" } else { "점" };
    format!("{:.1}{unit} {how} (승률 {} %)", swing.points.abs(), signed(-100.0 * swing.share))
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

    fn expected(&self, expected: &Expected) -> String {
        let (what, komi) =
            if expected.terms == Terms::Ordinary { ("집", "덤") } else { ("득점", "선후차(덤)") };
        let komi = if expected.komi == 0.0 { String::new() } else { format!(", {komi} {} 공제", expected.komi) };
        let points = expected
            .told_points()
            .map_or(String::new(), |PerColor { black, white }| format!(" {what}: 흑 {black:.1}, 백 {white:.1}{komi}"));
        let (score_lead, wins) = (score_lead(expected.score_lead), percent(expected.win_rate));
        format!("예상{points}: {score_lead} (± {:.1}). 흑 승률 {wins}", expected.deviation)
    }

    fn columns(&self, color: Color) -> [String; 7] {
        let name = name(color);
        ["", "착점", "탐색", &format!("{name} 승률"), &format!("{name} 우세"), "사전", "예상 수순"].map(str::to_owned)
    }

    fn ownership_legend(&self) -> &'static str {
        "어느 쪽이 차지할지: B 흑, W 백 거의 확실; b 흑, w 백 우세; . 불확실"
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

    fn mistakes(&self) -> &'static str {
        "실수"
    }

    fn mistake(&self) -> &'static str {
        "실수는 승률을 5 % 이상이나 3점 이상, 탐색 횟수에 따르는 오차보다 많이 잃은\n\
         수입니다. 엔진의 첫 후보는 실수가 아니며, 같은 최선의 수는 여러 번 놓쳐도\n\
         한 번만 셉니다."
    }

    fn mistakes_of(&self, color: Color, player: Option<&str>, number: usize, told: usize) -> String {
        let player = player.map_or(name(color).to_owned(), |player| format!("{player} ({})", name(color)));
        match number {
            0 => format!("{player}: 실수 없음"),
            _ if number > told => format!("{player}: 실수 {number}개, 그중 큰 것 {told}개"),
            _ => format!("{player}: 실수 {number}개"),
        }
    }

    fn swing(&self, swing: &Swing) -> String {
        let Swing { number, color, action, better, .. } = *swing;
        let better = better.map(|better| format!("; 최선은 {}", move_name(better, swing.terms))).unwrap_or_default();
        let turn = Language::Korean.phrases().turn_in(swing.terms, color, action);
        format!("{number}수 {turn}: {}{better}", change(swing))
    }

    fn brief(&self, mistake: &Swing) -> String {
        let Swing { number, action, better, terms, .. } = *mistake;
        let better = better.map(|better| format!("; 최선 {}", move_name(better, terms))).unwrap_or_default();
        format!("{number}수 {}: {}{better}", move_name(action, terms), change(mistake))
    }

    fn reason(&self, reason: &MistakeReason) -> String {
        let color = |color| Language::Korean.phrases().color(color);
        let chain = |owner, chain: &PointSet| {
            let first = chain.first().map(|point| point.to_string()).unwrap_or_default();
            format!("{} {first} 등 돌 {}점", color(owner), chain.len())
        };
        match reason {
            MistakeReason::Removed(Removal { by, point, ply, stones, are_captured }) => {
                let (by, other) = (color(*by), color(!*by));
                match (ply, are_captured) {
                    (0, true) => format!("{by}이 {point}에 두면 {other} {stones}점이 잡힙니다."),
                    (0, false) => format!("{by}의 응수 {point}에 {other}돌 {stones}점이 퇴점합니다."),
                    (_, true) => format!("{by}이 이어서 {point}에 두면 {other} {stones}점이 잡힙니다."),
                    (_, false) => format!("{by}이 이어서 {point}에 두면 {other}돌 {stones}점이 퇴점합니다."),
                }
            }
            MistakeReason::Missed { better, removal: Removal { by, point, ply, stones, are_captured } } => {
                let other = color(!*by);
                let after = if *ply == 0 { String::new() } else { format!("{better} 다음 ") };
                let done = if *are_captured { "을 따냈을 것입니다" } else { "이 퇴점했을 것입니다" };
                format!("{after}{point}에 두었으면 {other}돌 {stones}점{done}.")
            }
            MistakeReason::Falls(owner, stones) => format!("{}을 잃을 것으로 보입니다.", chain(*owner, stones)),
            MistakeReason::Holds(owner, stones) => {
                format!("잃을 것 같던 {}이 살아날 것으로 보입니다.", chain(*owner, stones))
            }
            MistakeReason::Passed(better) => format!("차례를 넘기지 않고 {better}에 두는 것이 나았습니다."),
            MistakeReason::NotPassed => "어디에도 두지 않는 것이 나았습니다.".to_owned(),
            MistakeReason::Reply(by, Move::Place(point)) => {
                format!("{}의 가장 좋은 응수는 {point}입니다.", color(*by))
            }
            MistakeReason::Reply(by, Move::Abstain) => format!("{}은 응수하지 않아도 됩니다.", color(*by)),
        }
    }

    fn win_rate_chart(&self) -> &'static str {
        "흑 승률"
    }

    fn lead_chart(&self) -> &'static str {
        "흑의 우세(점)"
    }

    fn candidate(&self, label: char, action: Move, color: Color, win_rate: f64, black: f64, visits: u64) -> String {
        let visits = self.searched(visits);
        format!("{label} {action}: {} 승률 {}, {}, {visits}", name(color), percent(win_rate), score_lead(black))
    }

    fn candidates(&self, color: Color, best: &[(char, Move, f64, u64)], terms: Terms) -> String {
        let one = |(index, &(label, action, wins, visits)): (usize, &(char, Move, f64, u64))| {
            let visits = if index == 0 { self.searched(visits) } else { visits.to_string() };
            format!("{label} {} {} ({visits})", move_name(action, terms), percent(wins)).replace(' ', "\u{a0}")
        };
        let best: Vec<String> = best.iter().enumerate().map(one).collect();
        format!("{} 승률: {}", name(color), best.join(", "))
    }

    fn played(&self, swing: &Swing) -> String {
        let better =
            swing.better.map(|better| format!(", 최선 {}", move_name(better, swing.terms))).unwrap_or_default();
        format!("실전 {}: {}{better}", move_name(swing.action, swing.terms), change(swing))
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

    fn accuracy(&self) -> &'static str {
        "정확도"
    }

    fn accuracy_columns(&self) -> [&'static str; 5] {
        ["대국자", "수", "한 수에 지킨 승률", "한 수에 잃은 점", "엔진의 최선과 같은 수 (95 %)"]
    }

    fn accuracy_note(&self) -> &'static str {
        "승률을 전혀 잃지 않으면 100 %입니다. ± 뒤는 탐색 표준 오차의 두 배이고, 괄호 안은 그 비율이 95 % \
         확률로 드는 구간입니다."
    }

    fn events(&self) -> &'static str {
        "경과"
    }

    fn conclusion(&self) -> &'static str {
        "결과"
    }
}
