//! Citations of the sources of rule sets in English: by article, or by the name of the section if the source has no numbers.
//!
//! The Chinese rules are those of 2002, the Japanese rules those of 1989.

use onepure_rules::rules::{Section, Source};

/// The citation of a section; `None` if the rule set has no source for it.
pub(super) fn cited(Source { rules, section }: Source) -> Option<&'static str> {
    Some(match (rules, section) {
        ("chinese", Section::Suicide) => "Chinese rules, forbidden points",
        ("chinese", Section::Superko) => "Chinese rules, article 6: no whole-board repetition",
        ("chinese", Section::Passes) => "Chinese rules, the end",
        ("tromp-taylor", Section::Suicide | Section::Superko) => "Tromp-Taylor rules, rule 6: no repetition",
        ("tromp-taylor", Section::Passes) => "Tromp-Taylor rules, rule 8: two passes",
        ("new-zealand", Section::Suicide | Section::Superko) => "New Zealand rules, moves: no repetition",
        ("new-zealand", Section::Passes) => "New Zealand rules, the end",
        ("aga", Section::Suicide) => "AGA rules, rule 5: self-capture",
        ("aga", Section::Superko) => "AGA rules, rule 6: repeated board position",
        ("aga", Section::Passes) => "AGA rules, ending the game: two passes",
        ("japanese", Section::Suicide) => "Japanese rules, article 4: stones that may exist",
        ("japanese", Section::Ko) => "Japanese rules, article 6: ko",
        ("japanese", Section::Passes) => "Japanese rules, article 9: the end",
        ("japanese", Section::NoResult) => "Japanese rules, article 12: no result",
        ("korean", Section::Suicide) => "Korean rules, suicide",
        ("korean", Section::Ko) => "Korean rules, ko",
        ("korean", Section::Passes) => "Korean rules, the end: two passes",
        ("korean", Section::NoResult) => "Korean rules, 판빅: no result",
        ("ing", Section::Suicide) => "Ing rules, suicide: of one stone",
        ("ing", Section::Ko) => "Ing rules, ko: hot stones, 열자",
        ("ing", Section::FightingKo) => "Ing rules, ko: fighting ko, 쟁패",
        ("ing", Section::DisturbingKo) => "Ing rules, ko: the disturber, 교자",
        ("ing", Section::ThirdTime) => "Ing rules, ko: no endless repetition",
        ("ing", Section::Passes) => "Ing rules, the end: four passes",
        ("ing1986", Section::Suicide) => "Ing rules of 1986, suicide: of one stone",
        ("ing1986", Section::Ko) => "Ing rules of 1986, ko: hot stones, 열자",
        ("ing1986", Section::FightingKo) => "Ing rules of 1986, ko",
        ("ing1986", Section::DisturbingKo) => "Ing rules of 1986, ko: the disturber, 교자",
        ("ing1986", Section::SekiKo) => "Ing rules of 1986, ko: a seki after one cycle",
        ("ing1986", Section::ThirdTime) => "Ing rules of 1986, ko: no endless repetition",
        ("ing1986", Section::Passes) => "Ing rules of 1986, the end: four passes",
        _ => return None,
    })
}
