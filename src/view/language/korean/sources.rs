//! Citations of the sources of rule sets in Korean: by article, or by the name of the section if the source has no numbers.
//!
//! The Chinese rules are those of 2002, the Japanese rules those of 1989.

use onepure_rules::rules::{Section, Source};

/// The citation of a section; `None` if the rule set has no source for it.
pub(super) fn cited(Source { rules, section }: Source) -> Option<&'static str> {
    Some(match (rules, section) {
        ("chinese", Section::Suicide) => "중국규칙, 금착점",
        ("chinese", Section::Superko) => "중국규칙 제6조 전국동형 금지",
        ("chinese", Section::Passes) => "중국규칙, 종국",
        ("tromp-taylor", Section::Suicide | Section::Superko) => "트롬프–테일러 규칙 6: 반복 금지",
        ("tromp-taylor", Section::Passes) => "트롬프–테일러 규칙 8: 두 번의 패스",
        ("new-zealand", Section::Suicide | Section::Superko) => "뉴질랜드 규칙, 착수: 반복 금지",
        ("new-zealand", Section::Passes) => "뉴질랜드 규칙, 종국",
        ("aga", Section::Suicide) => "AGA 규칙 5: 자살수",
        ("aga", Section::Superko) => "AGA 규칙 6: 동형 반복",
        ("aga", Section::Passes) => "AGA 규칙, 종국: 두 번의 패스",
        ("japanese", Section::Suicide) => "일본규칙 제4조 돌의 존재",
        ("japanese", Section::Ko) => "일본규칙 제6조 패",
        ("japanese", Section::Passes) => "일본규칙 제9조 종국",
        ("japanese", Section::NoResult) => "일본규칙 제12조 무승부",
        ("korean", Section::Suicide) => "한국규칙, 착수금지",
        ("korean", Section::Ko) => "한국규칙, 패",
        ("korean", Section::Passes) => "한국규칙, 종국: 두 번의 패스",
        ("korean", Section::NoResult) => "한국규칙, 무승부(판빅)",
        ("ing", Section::Suicide) => "응씨룰, 자살수: 한 점",
        ("ing", Section::Ko) => "응씨룰, 패: 열자",
        ("ing", Section::FightingKo) => "응씨룰, 패: 쟁패",
        ("ing", Section::DisturbingKo) => "응씨룰, 패: 교자",
        ("ing", Section::ThirdTime) => "응씨룰, 패: 무한 반복 금지",
        ("ing", Section::Passes) => "응씨룰, 종국: 네 번의 패스",
        ("ing1986", Section::Suicide) => "1986년 응씨룰, 자살수: 한 점",
        ("ing1986", Section::Ko) => "1986년 응씨룰, 패: 열자",
        ("ing1986", Section::FightingKo) => "1986년 응씨룰, 패",
        ("ing1986", Section::DisturbingKo) => "1986년 응씨룰, 패: 교자",
        ("ing1986", Section::SekiKo) => "1986년 응씨룰, 패: 한 바퀴 돈 빅",
        ("ing1986", Section::ThirdTime) => "1986년 응씨룰, 패: 무한 반복 금지",
        ("ing1986", Section::Passes) => "1986년 응씨룰, 종국: 네 번의 패스",
        _ => return None,
    })
}
