//! The rules of a game on one screen, one paragraph per topic. Only rules that apply on its board are listed.

use super::circled;
use super::korean::houses;
use onepure_rules::rules::{Article, Game, HandicapBonus, Sharing, Tax};

/// The rules of a game on one screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Primer {
    /// The rule set and the board.
    pub title: String,
    /// The paragraphs with their topics.
    pub paragraphs: Vec<(RuleTopic, String)>,
}

impl Primer {
    fn titled(title: String) -> Self {
        Self { title, paragraphs: Vec::new() }
    }

    /// The title and the paragraphs as text.
    pub fn lines(&self) -> Vec<String> {
        let paragraphs = self.paragraphs.iter().map(|(_, text)| format!("- {text}"));
        std::iter::once(format!("{}:", self.title)).chain(paragraphs).collect()
    }
}

/// The topic of a paragraph of a [`Primer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleTopic {
    /// Turns: placements and passes.
    Turns,
    /// The number of stones.
    Quota,
    /// Stones that leave the board.
    Retirement,
    /// Stones that never return.
    Quarantine,
    /// Placements that lose at once.
    DeadEnd,
    /// Recurring positions and kos.
    Repetition,
    /// The end of play.
    End,
    /// The count.
    Points,
    /// The winner.
    Result,
}

impl RuleTopic {
    /// The articles of the One Pure Rules that a paragraph on this topic explains.
    pub const fn articles(self) -> &'static [Article] {
        match self {
            Self::Turns => &[Article::Paragraph(2, 1), Article::Paragraph(2, 2), Article::FIRST_PLACEMENT],
            Self::Quota => &[Article::QUOTA],
            Self::Retirement => &[Article::RETIREMENT, Article::WAITING],
            Self::Quarantine => &[Article::QUARANTINE, Article::Paragraph(5, 1)],
            Self::DeadEnd => &[
                Article::NO_PLACEMENT,
                Article::IMMOVABLE,
                Article::NO_RESTORATION,
                Article::NO_CIRCULATION,
                Article::FORFEIT,
            ],
            Self::Repetition => &[Article::Annex],
            Self::End => &[Article::ANNIHILATION, Article::ABSTENTIONS, Article::NO_CIRCULATION],
            Self::Points => &[Article::POINTS],
            Self::Result => &[Article::KOMI, Article::COMPARISON, Article::NO_POINTS],
        }
    }
}

/// The primer in English.
pub(super) fn english(game: &Game) -> Primer {
    let (articles, size) = (game.articles(), game.size());
    if !articles.has_immovable_stones() {
        return ordinary_english(game);
    }
    let mut told = Primer::titled(format!("The One Pure Rules, {size}×{size}"));
    let mut tell = |topic, text: &str| told.paragraphs.push((topic, text.to_owned()));
    tell(
        RuleTopic::Turns,
        "Black and White alternately place a stone on any empty point, or abstain (pass). No point is forbidden: there is no \
         ko rule and no suicide rule. Black, who begins, may not abstain first (article 2).",
    );
    if let Some(quota) = articles.quota() {
        tell(RuleTopic::Quota, &format!("Each colour has {quota} stones, and never gets more (article 1)."));
    }
    let back = if articles.quota().is_some() { ": those that the opponent enclosed go back to their bowl" } else { "" };
    tell(
        RuleTopic::Retirement,
        &format!("A chain without a liberty is enclosed, and its stones leave the board{back} (article 3)."),
    );
    if articles.has_quarantine() {
        tell(
            RuleTopic::Quarantine,
            "Stones that leave the same points a second time, or that their own colour enclosed, go to quarantine and never \
             come back (articles 3, 5).",
        );
    }
    tell(
        RuleTopic::DeadEnd,
        "A lone stone may not leave if that would restore the position just before its placement. Then nobody can place any \
         more, and whoever brought that about loses: a ko retaken at once loses, and so does the suicide of a lone stone \
         (articles 3, 4, 9).",
    );
    let mut ends = "Play ends when both colours have abstained at the same position".to_owned();
    if articles.quota().is_some() {
        ends += ", and when a colour has no stone left to place";
    }
    if articles.ends_by_annihilation() {
        ends += ", or none on the board";
    }
    tell(RuleTopic::End, &format!("{ends} (article 6)."));
    if articles.bars_repetition() {
        tell(
            RuleTopic::Repetition,
            "Who recreates an earlier position gets no further turn; the opponent has one last turn (annex).",
        );
    }
    if articles.draws_repetition() {
        tell(RuleTopic::Repetition, "A position that comes back with the same colour to play is a draw.");
    }
    tell(
        RuleTopic::Points,
        "Points are counted: what is a colour's own and not in contact with the other. Stones are in contact if they stand \
         side by side, or on one empty region (article 7).",
    );
    let comparison = match game.komi() {
        0.0 => "The colour with more points wins".to_owned(),
        komi => format!("Black wins when more than {komi} points ahead, and draws at exactly {komi}"),
    };
    tell(RuleTopic::Result, &format!("{comparison}. A colour without a point loses (articles 8, 9)."));
    told
}

/// The primer in Korean.
pub(super) fn korean(game: &Game) -> Primer {
    let articles = game.articles();
    if !articles.has_immovable_stones() {
        return ordinary_korean(game);
    }
    let mut told = Primer::titled(format!("One Pure Rules, {}줄 바둑판", game.size()));
    let mut tell = |topic, text: &str| told.paragraphs.push((topic, text.to_owned()));
    tell(
        RuleTopic::Turns,
        &format!(
            "흑과 백이 번갈아 빈 점에 돌을 하나씩 두거나 두지 않습니다(불착). 금지된 점은 없습니다. 패와 자살수를 막는 규칙도 \
         없습니다. 먼저 두는 흑은 첫 수에 불착할 수 없습니다 (제2조 {}·{}항).",
            circled(2),
            circled(3)
        ),
    );
    if let Some(quota) = articles.quota() {
        tell(RuleTopic::Quota, &format!("돌은 저마다 {quota}개이며 늘지 않습니다 (제1조 정량)."));
    }
    let back = if articles.quota().is_some() {
        " 상대가 완충한 돌은 통으로 돌아가 다시 쓸 수 있습니다"
    } else {
        ""
    };
    let dot = if back.is_empty() { "" } else { "." };
    tell(RuleTopic::Retirement, &format!("공접점이 없는 돌은 완충되어 반상에서 퇴점합니다{dot}{back} (제3조)."));
    if articles.has_quarantine() {
        tell(
            RuleTopic::Quarantine,
            "같은 자리에서 두 번째로 퇴점한 돌과 제 편이 완충한 돌은 격리되어 다시는 쓸 수 없습니다 (제3조, 제5조).",
        );
    }
    tell(
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
    tell(RuleTopic::End, &format!("{ends} (제6조)."));
    if articles.bars_repetition() {
        tell(
            RuleTopic::Repetition,
            "이전 국면을 다시 만든 쪽은 더는 차례를 받지 못하고, 상대가 마지막 한 수를 둡니다 (비본판 부칙).",
        );
    }
    if articles.draws_repetition() {
        tell(RuleTopic::Repetition, "같은 쪽이 둘 차례에 같은 국면이 다시 나오면 무승부입니다.");
    }
    tell(
        RuleTopic::Points,
        "상대와 접선하지 않은 제 점이 득점입니다. 돌이 서로 붙어 있거나 한 빈자리를 함께 두르고 있으면 접선한 것입니다 \
         (제7조).",
    );
    let comparison = match game.komi() {
        0.0 => "득점이 많은 쪽이 이기고, 같으면 무승부입니다".to_owned(),
        komi => format!("흑이 {komi}점 많으면 무승부, 그보다 많으면 흑 승, 적으면 백 승입니다"),
    };
    tell(RuleTopic::Result, &format!("{comparison}. 득점이 없으면 이길 수 없습니다 (제9조)."));
    told
}

/// The primer of a rule set of ordinary Go in English.
fn ordinary_english(game: &Game) -> Primer {
    let (articles, size, name) = (game.articles(), game.size(), game.ruleset().name);
    let counted = if articles.counts_territory() { "Territory" } else { "Area" };
    let mut told = Primer::titled(format!("{counted} rules ({name}), {size}×{size}"));
    let mut tell = |topic, text: &str| told.paragraphs.push((topic, text.to_owned()));
    tell(RuleTopic::Turns, "Black and White alternately place a stone on an empty point, or pass.");
    let suicide = if articles.allows_suicide() { "Suicide of a lone stone" } else { "Suicide" };
    tell(RuleTopic::Retirement, &format!("A chain without a liberty is captured. {suicide} is illegal."));
    if articles.forbids_by_situation() {
        tell(
            RuleTopic::Repetition,
            "A placement that would bring an earlier position back, with the same colour to play, is illegal (superko).",
        );
    } else if articles.forbids_repetition() {
        tell(RuleTopic::Repetition, "A placement that would bring an earlier position back is illegal (superko).");
    } else if articles.has_simple_ko() {
        tell(
            RuleTopic::Repetition,
            "A ko may not be retaken at once. What stands three times without a pass leaves no result.",
        );
    } else if articles.has_ing_ko() {
        tell(
            RuleTopic::Repetition,
            "A ko may not be retaken at once, nor another one of a fighting ko; in a disturbing ko the disturber stops after a \
             round. No position may stand for the third time.",
        );
    }
    if let Some(passes) = articles.passes_that_end_play() {
        tell(RuleTopic::End, &format!("Play ends after {passes} passes in a row."));
    }
    if articles.lifts_dead_stones() {
        tell(RuleTopic::End, "Stones that both players agree are dead are lifted before the count.");
    }
    tell(
        RuleTopic::Points,
        if articles.counts_territory() {
            "Each colour has the empty points that only its stones reach, and a point for each stone that it has captured."
        } else {
            "Each colour has its stones and the empty points that only its stones reach."
        },
    );
    match articles.sharing {
        Sharing::None => {}
        Sharing::Halves => tell(RuleTopic::Points, "Empty points that both reach are shared by halves."),
        Sharing::Ratio => {
            tell(
                RuleTopic::Points,
                "An empty region that both reach is divided in the ratio of the stones next to it.",
            );
        }
    }
    match articles.tax {
        Tax::None => {}
        Tax::Seki => tell(RuleTopic::Points, "In a seki nobody has points for eyes."),
        Tax::All => tell(RuleTopic::Points, "Each group costs two points; in a seki it has no points for eyes."),
    }
    if articles.has_pass_stones() {
        tell(
            RuleTopic::Points,
            "By territory the result is the same: a pass hands the opponent a stone, and White passes last.",
        );
    }
    match articles.handicap_bonus {
        HandicapBonus::None => {}
        HandicapBonus::Stones => tell(RuleTopic::Result, "White has a point for each handicap stone."),
        HandicapBonus::StonesLessOne => tell(RuleTopic::Result, "White has a point for each handicap stone but one."),
    }
    let ties = if articles.black_wins_ties { "; equal sums are Black's" } else { "" };
    tell(RuleTopic::Result, &format!("White adds {} (komi), and the larger sum wins{ties}.", game.komi()));
    told
}

/// The primer of a rule set of ordinary Go in Korean.
fn ordinary_korean(game: &Game) -> Primer {
    let (articles, name) = (game.articles(), game.ruleset().name);
    let counted = if articles.counts_territory() { "집을" } else { "집과 돌을" };
    let mut told = Primer::titled(format!("{counted} 세는 규칙({name}), {}줄 바둑판", game.size()));
    let mut tell = |topic, text: &str| told.paragraphs.push((topic, text.to_owned()));
    tell(RuleTopic::Turns, "흑과 백이 번갈아 빈 점에 돌을 하나씩 두거나 패스(한 수 쉼)합니다.");
    let suicide = if articles.allows_suicide() { "돌 하나의 자살수는" } else { "자살수는" };
    tell(RuleTopic::Retirement, &format!("활로가 없는 돌은 따냅니다. {suicide} 둘 수 없습니다."));
    if articles.forbids_by_situation() {
        tell(
            RuleTopic::Repetition,
            "같은 쪽이 둘 차례로 이전 국면이 다시 나오게 하는 착점은 할 수 없습니다(동형 반복 금지).",
        );
    } else if articles.forbids_repetition() {
        tell(RuleTopic::Repetition, "이전 국면이 다시 나오게 하는 착점은 할 수 없습니다(동형 반복 금지).");
    } else if articles.has_simple_ko() {
        tell(
            RuleTopic::Repetition,
            "패는 바로 되따낼 수 없습니다. 패스 없이 같은 국면이 세 번 나오면 무승부(판빅)입니다.",
        );
    } else if articles.has_ing_ko() {
        tell(
            RuleTopic::Repetition,
            "패는 바로 되따낼 수 없고, 쟁패에서는 이어진 다른 패도 그렇습니다. 교란패는 한 바퀴 돌면 교자가 그만두어야 합니다. 같은 국면이 \
             세 번 나올 수 없습니다.",
        );
    }
    if let Some(passes) = articles.passes_that_end_play() {
        tell(RuleTopic::End, &format!("잇달아 {passes}번 패스하면 종국입니다."));
    }
    if articles.lifts_dead_stones() {
        tell(RuleTopic::End, "두 쪽이 모두 죽었다고 보는 돌은 계가하기 전에 들어냅니다.");
    }
    tell(
        RuleTopic::Points,
        if articles.counts_territory() {
            "자기 돌만 닿는 빈 점(집)과 따낸 돌을 셉니다."
        } else {
            "자기 돌과, 자기 돌만 닿는 빈 점을 셉니다(집과 돌)."
        },
    );
    match articles.sharing {
        Sharing::None => {}
        Sharing::Halves => tell(RuleTopic::Points, "두 쪽이 모두 닿는 빈 점은 반씩 나눕니다."),
        Sharing::Ratio => tell(RuleTopic::Points, "두 쪽이 모두 닿는 빈 자리는 그에 붙은 돌의 수에 따라 나눕니다."),
    }
    match articles.tax {
        Tax::None => {}
        Tax::Seki => tell(RuleTopic::Points, "빅에서는 눈도 집이 아닙니다."),
        Tax::All => tell(RuleTopic::Points, "무리마다 두 점을 뺍니다. 빅에서는 눈도 집이 아닙니다."),
    }
    if articles.has_pass_stones() {
        tell(
            RuleTopic::Points,
            "패스할 때 상대에게 돌을 하나 주고 백이 마지막에 패스하면, 집과 따낸 돌을 세어도 결과가 같습니다.",
        );
    }
    match articles.handicap_bonus {
        HandicapBonus::None => {}
        HandicapBonus::Stones => tell(RuleTopic::Result, "백은 접바둑 돌마다 한 점을 받습니다."),
        HandicapBonus::StonesLessOne => tell(RuleTopic::Result, "백은 접바둑 돌 수보다 하나 적은 점을 받습니다."),
    }
    let ties = if articles.black_wins_ties { " 같으면 흑이 이깁니다." } else { "" };
    tell(RuleTopic::Result, &format!("백에 덤 {}을 더하여 많은 쪽이 이깁니다.{ties}", houses(game.komi())));
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Language, wrap};
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::Ruleset;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn the_greeting_fits_on_a_screen() {
        for language in [Language::English, Language::Korean] {
            let greeting = language.phrases().greeting("10.10.10");
            assert!(greeting.lines().all(|line| line.width() < 80) && greeting.contains("onepure play"), "{greeting}");
        }
    }

    #[test]
    fn the_words_of_the_author_are_for_the_one_pure_rules() {
        for ruleset in Ruleset::ALL {
            let told = korean(&Game::new(BoardSize::MAIN, ruleset)).lines().concat();
            let is_ordinary = ruleset.name != "one-pure";
            for word in ["불착", "득점", "완충", "일체", "선후차"] {
                assert!(!is_ordinary || !told.contains(word), "{}: {word} in {told}", ruleset.name);
            }
            assert_eq!(told.contains("불착") && told.contains("득점"), !is_ordinary, "{told}");
            assert_eq!(told.contains("패스(한 수 쉼)"), is_ordinary, "{told}");
        }
    }

    #[test]
    fn the_rules_are_a_screenful() {
        for ruleset in Ruleset::ALL {
            for lines in [9, 19] {
                let game = Game::new(BoardSize::new(lines).expect("up to 19 lines"), ruleset);
                for told in [english(&game).lines(), korean(&game).lines()] {
                    let rows: usize = told.iter().map(|text| wrap(text, 79, 2).lines().count()).sum();
                    assert!(rows < 24 - 1, "{} on {lines} lines: {rows} rows\n{told:?}", ruleset.name);
                    assert_eq!(told.concat().contains("180"), ruleset.name == "one-pure" && lines == 19, "{told:?}");
                }
            }
        }
    }
}
