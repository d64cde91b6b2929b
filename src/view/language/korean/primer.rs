//! The rules of a game on one screen, in Korean.

use super::forms::houses;
use crate::view::language::{Primer, RuleTopic, circled};
use onepure_rules::rules::{Game, HandicapBonus, Sharing, Tax};

/// The rules of a game on one screen.
pub(super) fn primer(game: &Game) -> Primer {
    let articles = game.articles();
    if !articles.has_immovable_stones() {
        return ordinary(game);
    }
    let mut told = Primer::titled(format!("One Pure Rules, {}줄 바둑판", game.size()));
    told.tell(
        RuleTopic::Turns,
        &format!(
            "흑과 백이 번갈아 빈 점에 돌을 하나씩 두거나 두지 않습니다(불착). 금지된 점은 없습니다. 패와 자살수를 막는 규칙도 \
         없습니다. 먼저 두는 흑은 첫 수에 불착할 수 없습니다 (제2조 {}·{}항).",
            circled(2),
            circled(3)
        ),
    );
    if let Some(quota) = articles.quota() {
        told.tell(RuleTopic::Quota, &format!("돌은 저마다 {quota}개이며 늘지 않습니다 (제1조 정량)."));
    }
    let back = if articles.quota().is_some() {
        " 상대가 완충한 돌은 통으로 돌아가 다시 쓸 수 있습니다"
    } else {
        ""
    };
    let dot = if back.is_empty() { "" } else { "." };
    told.tell(RuleTopic::Retirement, &format!("공접점이 없는 돌은 완충되어 반상에서 퇴점합니다{dot}{back} (제3조)."));
    if articles.has_quarantine() {
        told.tell(
            RuleTopic::Quarantine,
            "같은 자리에서 두 번째로 퇴점한 돌과 제 편이 완충한 돌은 격리되어 다시는 쓸 수 없습니다 (제3조, 제5조).",
        );
    }
    told.tell(
        RuleTopic::DeadEnd,
        "외톨이 돌은, 퇴점하면 그 돌을 두기 직전의 국면이 될 때에는 퇴점하지 못합니다(불퇴). 그러면 아무도 둘 수 없고, 그렇게 \
         만든 쪽이 집니다. 그래서 패를 바로 되따내거나 외톨이 돌로 자살하면 집니다 (제3조, 제4조, 제9조).",
    );
    let mut ends = "흑과 백이 같은 국면에서 불착하면 종국입니다".to_owned();
    if articles.quota().is_some() {
        ends += ". 둘 돌이 없는 쪽이 있어도(전착)";
        ends += if articles.ends_by_annihilation() {
            ", 반상에 돌이 없는 쪽이 있어도(전몰) 종국입니다"
        } else {
            " 종국입니다"
        };
    }
    told.tell(RuleTopic::End, &format!("{ends} (제6조)."));
    if articles.bars_repetition() {
        told.tell(
            RuleTopic::Repetition,
            "이전 국면을 다시 만든 쪽은 더는 차례를 받지 못하고, 상대가 마지막 한 수를 둡니다 (비본판 부칙).",
        );
    }
    if articles.draws_repetition() {
        told.tell(RuleTopic::Repetition, "같은 쪽이 둘 차례에 같은 국면이 다시 나오면 무승부입니다.");
    }
    told.tell(
        RuleTopic::Points,
        "상대와 접선하지 않은 제 점이 득점입니다. 돌이 서로 붙어 있거나 한 빈자리를 함께 두르고 있으면 접선한 것입니다 \
         (제7조).",
    );
    let comparison = match game.komi() {
        0.0 => "득점이 많은 쪽이 이기고, 같으면 무승부입니다".to_owned(),
        komi => format!("흑이 {komi}점 많으면 무승부, 그보다 많으면 흑 승, 적으면 백 승입니다"),
    };
    told.tell(RuleTopic::Result, &format!("{comparison}. 득점이 없으면 이길 수 없습니다 (제9조)."));
    told
}

/// The rules of a game by a rule set of ordinary Go.
fn ordinary(game: &Game) -> Primer {
    let (articles, name) = (game.articles(), game.ruleset().name);
    let counted = if articles.counts_territory() { "집을" } else { "집과 돌을" };
    let mut told = Primer::titled(format!("{counted} 세는 규칙({name}), {}줄 바둑판", game.size()));
    told.tell(RuleTopic::Turns, "흑과 백이 번갈아 빈 점에 돌을 하나씩 두거나 패스(한 수 쉼)합니다.");
    let suicide = if articles.allows_suicide() { "돌 하나의 자살수는" } else { "자살수는" };
    told.tell(RuleTopic::Retirement, &format!("활로가 없는 돌은 따냅니다. {suicide} 둘 수 없습니다."));
    if articles.forbids_by_situation() {
        told.tell(
            RuleTopic::Repetition,
            "같은 쪽이 둘 차례로 이전 국면이 다시 나오게 하는 착점은 할 수 없습니다(동형 반복 금지).",
        );
    } else if articles.forbids_repetition() {
        told.tell(RuleTopic::Repetition, "이전 국면이 다시 나오게 하는 착점은 할 수 없습니다(동형 반복 금지).");
    } else if articles.has_simple_ko() {
        told.tell(
            RuleTopic::Repetition,
            "패는 바로 되따낼 수 없습니다. 패스 없이 같은 국면이 세 번 나오면 무승부(판빅)입니다.",
        );
    } else if articles.has_ing_ko() {
        told.tell(
            RuleTopic::Repetition,
            "패는 바로 되따낼 수 없고, 쟁패에서는 이어진 다른 패도 그렇습니다. 교란패는 한 바퀴 돌면 교자가 그만두어야 합니다. 같은 국면이 \
             세 번 나올 수 없습니다.",
        );
    }
    if let Some(passes) = articles.passes_that_end_play() {
        told.tell(RuleTopic::End, &format!("잇달아 {passes}번 패스하면 종국입니다."));
    }
    if articles.lifts_dead_stones() {
        told.tell(RuleTopic::End, "두 쪽이 모두 죽었다고 보는 돌은 계가하기 전에 들어냅니다.");
    }
    told.tell(
        RuleTopic::Points,
        if articles.counts_territory() {
            "자기 돌만 닿는 빈 점(집)과 따낸 돌을 셉니다."
        } else {
            "자기 돌과, 자기 돌만 닿는 빈 점을 셉니다(집과 돌)."
        },
    );
    match articles.sharing {
        Sharing::None => {}
        Sharing::Halves => told.tell(RuleTopic::Points, "두 쪽이 모두 닿는 빈 점은 반씩 나눕니다."),
        Sharing::Ratio => {
            told.tell(RuleTopic::Points, "두 쪽이 모두 닿는 빈 자리는 그에 붙은 돌의 수에 따라 나눕니다.");
        }
    }
    match articles.tax {
        Tax::None => {}
        Tax::Seki => told.tell(RuleTopic::Points, "빅에서는 눈도 집이 아닙니다."),
        Tax::All => told.tell(RuleTopic::Points, "무리마다 두 점을 뺍니다. 빅에서는 눈도 집이 아닙니다."),
    }
    if articles.has_pass_stones() {
        told.tell(
            RuleTopic::Points,
            "패스할 때 상대에게 돌을 하나 주고 백이 마지막에 패스하면, 집과 따낸 돌을 세어도 결과가 같습니다.",
        );
    }
    match articles.handicap_bonus {
        HandicapBonus::None => {}
        HandicapBonus::Stones => told.tell(RuleTopic::Result, "백은 접바둑 돌마다 한 점을 받습니다."),
        HandicapBonus::StonesLessOne => told.tell(RuleTopic::Result, "백은 접바둑 돌 수보다 하나 적은 점을 받습니다."),
    }
    let ties = if articles.black_wins_ties { " 같으면 흑이 이깁니다." } else { "" };
    told.tell(RuleTopic::Result, &format!("백에 덤 {}을 더하여 많은 쪽이 이깁니다.{ties}", houses(game.komi())));
    told
}
