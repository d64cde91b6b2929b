//! Citations of the sources of rule sets: by article, or by the name of the section if the source has no numbers.
//!
//! The Chinese rules are those of 2002, the Japanese rules those of 1989.

use onepure_rules::rules::{Section, Source};

/// The citation of a section.
pub(super) struct Cited {
    pub(super) english: &'static str,
    pub(super) korean: &'static str,
}

/// The citation of a section; `None` if the rule set has no source for it.
pub(super) fn of(Source { rules, section }: Source) -> Option<Cited> {
    let (english, korean) = match (rules, section) {
        ("chinese", Section::Suicide) => ("Chinese rules, forbidden points", "중국규칙, 금착점"),
        ("chinese", Section::Superko) => {
            ("Chinese rules, article 6: no whole-board repetition", "중국규칙 제6조 전국동형 금지")
        }
        ("chinese", Section::Passes) => ("Chinese rules, the end", "중국규칙, 종국"),
        ("tromp-taylor", Section::Suicide | Section::Superko) => {
            ("Tromp-Taylor rules, rule 6: no repetition", "트롬프–테일러 규칙 6: 반복 금지")
        }
        ("tromp-taylor", Section::Passes) => {
            ("Tromp-Taylor rules, rule 8: two passes", "트롬프–테일러 규칙 8: 두 번의 패스")
        }
        ("new-zealand", Section::Suicide | Section::Superko) => {
            ("New Zealand rules, moves: no repetition", "뉴질랜드 규칙, 착수: 반복 금지")
        }
        ("new-zealand", Section::Passes) => ("New Zealand rules, the end", "뉴질랜드 규칙, 종국"),
        ("aga", Section::Suicide) => ("AGA rules, rule 5: self-capture", "AGA 규칙 5: 자살수"),
        ("aga", Section::Superko) => ("AGA rules, rule 6: repeated board position", "AGA 규칙 6: 동형 반복"),
        ("aga", Section::Passes) => ("AGA rules, ending the game: two passes", "AGA 규칙, 종국: 두 번의 패스"),
        ("japanese", Section::Suicide) => {
            ("Japanese rules, article 4: stones that may exist", "일본규칙 제4조 돌의 존재")
        }
        ("japanese", Section::Ko) => ("Japanese rules, article 6: ko", "일본규칙 제6조 패"),
        ("japanese", Section::Passes) => ("Japanese rules, article 9: the end", "일본규칙 제9조 종국"),
        ("japanese", Section::NoResult) => ("Japanese rules, article 12: no result", "일본규칙 제12조 무승부"),
        ("korean", Section::Suicide) => ("Korean rules, suicide", "한국규칙, 착수금지"),
        ("korean", Section::Ko) => ("Korean rules, ko", "한국규칙, 패"),
        ("korean", Section::Passes) => ("Korean rules, the end: two passes", "한국규칙, 종국: 두 번의 패스"),
        ("korean", Section::NoResult) => ("Korean rules, 판빅: no result", "한국규칙, 무승부(판빅)"),
        ("ing", Section::Suicide) => ("Ing rules, suicide: of one stone", "응씨룰, 자살수: 한 점"),
        ("ing", Section::Ko) => ("Ing rules, ko: hot stones, 열자", "응씨룰, 패: 열자"),
        ("ing", Section::FightingKo) => ("Ing rules, ko: fighting ko, 쟁패", "응씨룰, 패: 쟁패"),
        ("ing", Section::DisturbingKo) => ("Ing rules, ko: the disturber, 교자", "응씨룰, 패: 교자"),
        ("ing", Section::ThirdTime) => ("Ing rules, ko: no endless repetition", "응씨룰, 패: 무한 반복 금지"),
        ("ing", Section::Passes) => ("Ing rules, the end: four passes", "응씨룰, 종국: 네 번의 패스"),
        ("ing1986", Section::Suicide) => ("Ing rules of 1986, suicide: of one stone", "1986년 응씨룰, 자살수: 한 점"),
        ("ing1986", Section::Ko) => ("Ing rules of 1986, ko: hot stones, 열자", "1986년 응씨룰, 패: 열자"),
        ("ing1986", Section::FightingKo) => ("Ing rules of 1986, ko", "1986년 응씨룰, 패"),
        ("ing1986", Section::DisturbingKo) => ("Ing rules of 1986, ko: the disturber, 교자", "1986년 응씨룰, 패: 교자"),
        ("ing1986", Section::SekiKo) => {
            ("Ing rules of 1986, ko: a seki after one cycle", "1986년 응씨룰, 패: 한 바퀴 돈 빅")
        }
        ("ing1986", Section::ThirdTime) => {
            ("Ing rules of 1986, ko: no endless repetition", "1986년 응씨룰, 패: 무한 반복 금지")
        }
        ("ing1986", Section::Passes) => {
            ("Ing rules of 1986, the end: four passes", "1986년 응씨룰, 종국: 네 번의 패스")
        }
        _ => return None,
    };
    Some(Cited { english, korean })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Language, Narration, rule_notices};
    use onepure_rules::geometry::{BoardSize, Point};
    use onepure_rules::rules::{Combination, EndOfPlay, Game, Move, PlayError, Repetition, Ruleset, Suicide};

    #[test]
    fn whatever_a_source_forbids_or_ends_is_cited() {
        for ruleset in Ruleset::ALL {
            let articles = ruleset.main_board;
            let mut sections = Vec::new();
            sections.extend((articles.suicide != Suicide::Allowed).then_some(Section::Suicide));
            sections.extend(matches!(articles.end_of_play, EndOfPlay::AbstentionsInARow(_)).then_some(Section::Passes));
            sections.extend_from_slice(match articles.repetition {
                Repetition::PositionalSuperko | Repetition::SituationalSuperko => &[Section::Superko],
                Repetition::SimpleKo => &[Section::Ko, Section::NoResult],
                Repetition::Ing => &[Section::Ko, Section::FightingKo, Section::DisturbingKo, Section::ThirdTime],
                Repetition::Ing1986 => {
                    &[Section::Ko, Section::FightingKo, Section::DisturbingKo, Section::SekiKo, Section::ThirdTime]
                }
                Repetition::Allowed | Repetition::BarsMover | Repetition::Draw => &[],
            });
            for section in sections {
                let is_cited = of(Source { rules: ruleset.name, section }).is_some();
                // Stone scoring is a custom without a written source.
                assert_eq!(is_cited, ruleset.name != "stone-scoring", "{}: {section:?}", ruleset.name);
            }
        }
        let nameless = Combination::all()[0].ruleset();
        assert!(of(Source { rules: nameless.name, section: Section::Ko }).is_none());
    }

    #[test]
    fn ends_refusals_and_notices_name_their_source() {
        let size = BoardSize::new(5).expect("5 lines");
        let mut game = Game::new(size, Ruleset::aga());
        game.play(Move::Abstain).expect("a pass");
        let notice = rule_notices(&game)[0];
        assert_eq!(
            Language::English.rule_notice(&notice),
            "Play ends if White passes, because Black just has: W+7.5 as the board stands (AGA rules, ending the game: two \
             passes)."
        );
        game.play(Move::Abstain).expect("a pass");
        let told = |language| Narration::of_last_turn(&game, language).expect("a turn").to_string();
        assert_eq!(
            told(Language::English),
            "White passes. Play ends: Black and White have passed in a row (AGA rules, ending the game: two passes)."
        );
        assert!(told(Language::Korean).ends_with(" (AGA 규칙, 종국: 두 번의 패스)."), "{}", told(Language::Korean));
        let error = PlayError::Suicide("A1".parse::<Point>().expect("a point"));
        assert_eq!(
            Language::English.refused(&Ruleset::japanese(), error),
            "A1 is suicide, which is illegal under these rules: the chain would have no liberty (Japanese rules, article 4: stones \
             that may exist)."
        );
        assert_eq!(
            Language::Korean.refused(&Ruleset::stone_scoring(), error),
            "A1은 자살수입니다. 활로가 없게 되므로 이 규칙에서는 둘 수 없습니다."
        );
    }
}
