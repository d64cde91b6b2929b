//! Remarks about how a record was read: its rules, its komi, and assumptions about them.

use super::Language;
use onepure_rules::record::{Basis, KomiFrom, KomiReading, RecordNotice, RulesFrom};
use onepure_rules::rules::Counting;

impl Language {
    /// The reading of a record as one sentence without a full stop.
    pub fn record_notice(self, notice: &RecordNotice) -> String {
        match (self, notice) {
            (_, RecordNotice::Komi { written, komi, reading }) => self.komi_notice(written, *komi, *reading),
            (Self::English, RecordNotice::HandicapMoves(stones)) => {
                format!("Black's first {stones} moves are read as a handicap of {stones} stones")
            }
            (Self::Korean, RecordNotice::HandicapMoves(stones)) => {
                format!("흑의 첫 {stones}수를 {stones}점 접바둑으로 읽습니다")
            }
            (Self::English, RecordNotice::HandicapPoints(stones)) => {
                format!("the handicap of {stones} stones is put on the star points")
            }
            (Self::Korean, RecordNotice::HandicapPoints(stones)) => {
                format!("접바둑 {stones}점을 화점에 놓습니다")
            }
        }
    }

    fn komi_notice(self, written: &str, komi: f64, reading: KomiReading) -> String {
        let why = match (self, reading) {
            (Self::English, KomiReading::Hundredths) => "it is in hundredths of a point",
            (Self::Korean, KomiReading::Hundredths) => "100분의 1점으로 적은 값입니다",
            (Self::English, KomiReading::HundredthsOfStones) => {
                "it is in hundredths of a stone, and a stone is two points"
            }
            (Self::Korean, KomiReading::HundredthsOfStones) => "100분의 1자(子)로 적은 값이고, 1자는 두 점입니다",
            (Self::English, KomiReading::Stones) => "it is in stones, and a stone is two points",
            (Self::Korean, KomiReading::Stones) => "자(子)로 적은 값이고, 1자는 두 점입니다",
            (Self::English, KomiReading::Tenths) => "Tygem writes tenths of a point",
            (Self::Korean, KomiReading::Tenths) => "타이젬은 10분의 1점으로 적습니다",
            (Self::English, KomiReading::WithoutHalf) => "these files leave the half point out",
            (Self::Korean, KomiReading::WithoutHalf) => "이런 파일은 반집을 적지 않습니다",
            (Self::English, KomiReading::OtherProperty) => "older records have it there",
            (Self::Korean, KomiReading::OtherProperty) => "오래된 기보는 덤을 여기에 적습니다",
            (Self::English, KomiReading::LeftOut) => {
                "Fox leaves komi out of even games under Japanese and Korean rules"
            }
            (Self::Korean, KomiReading::LeftOut) => "Fox는 일본·한국 규칙의 호선에서 덤을 적지 않습니다",
            (Self::English, KomiReading::OfEvenGame) => "Fox writes that of an even game into games with handicap",
            (Self::Korean, KomiReading::OfEvenGame) => "Fox는 접바둑에도 호선의 덤을 적습니다",
            (Self::English, KomiReading::MaybeLeftOut) => {
                return format!(
                    "{written} in an even game: a komi of {komi} is used; if Fox left it out, write KM[7.5] into the record"
                );
            }
            (Self::Korean, KomiReading::MaybeLeftOut) => {
                return format!(
                    "호선에 {written}: 덤 {komi}으로 둡니다. Fox가 적지 않은 것이면 기보에 KM[7.5]을 적으십시오"
                );
            }
            (Self::English, KomiReading::BeyondReason) => {
                return format!(
                    "{written}: no game on this board has such a komi; it is used as it stands, write the right one into the record, such as KM[6.5]"
                );
            }
            (Self::Korean, KomiReading::BeyondReason) => {
                return format!(
                    "{written}: 이 판에서 그런 덤은 없습니다. 적힌 대로 두니, 맞는 값을 기보에 적으십시오(KM[6.5]처럼)"
                );
            }
        };
        match self {
            Self::English => format!("{written} is read as a komi of {komi}: {why}"),
            Self::Korean => format!("{written}의 덤을 {komi}로 읽습니다. {why}"),
        }
    }

    /// A record in one line: its board, rules and komi.
    pub fn board_and_basis(self, board: &str, basis: &Basis) -> String {
        let rules = match self {
            Self::English => "rules",
            Self::Korean => "규칙",
        };
        format!("{board}; {rules} {}", self.basis(basis))
    }

    /// The rules and the komi of a record, with the source of each.
    pub fn basis(self, basis: &Basis) -> String {
        let Basis { ruleset, rules_from, komi, komi_from } = basis;
        let name = ruleset.name;
        match self {
            Self::English => {
                let rules = match rules_from {
                    RulesFrom::Option => "--rules".to_owned(),
                    RulesFrom::Record(field) => (*field).to_owned(),
                    RulesFrom::Komi(_) => "assumed by the komi".to_owned(),
                    RulesFrom::Origin(origin) => format!("assumed for {}", origin.name),
                    RulesFrom::Default => "default".to_owned(),
                };
                let komi_from = if let KomiFrom::Record(field) = komi_from { field } else { "default" };
                format!("{name} ({rules}), komi {komi} ({komi_from})")
            }
            Self::Korean => {
                let rules = match rules_from {
                    RulesFrom::Option => "--rules".to_owned(),
                    RulesFrom::Record(field) => (*field).to_owned(),
                    RulesFrom::Komi(_) => "덤으로 미루어".to_owned(),
                    RulesFrom::Origin(origin) => format!("{}이므로 미루어", origin.name),
                    RulesFrom::Default => "기본값".to_owned(),
                };
                let komi_from = if let KomiFrom::Record(field) = komi_from { field } else { "기본값" };
                let word = if ruleset.main_board.counting == Counting::Contact { "선후차(덤)" } else { "덤" };
                format!("{name}({rules}), {word} {komi}({komi_from})")
            }
        }
    }

    /// The reason why the rules of a record are assumed, as one sentence without a full stop; `None` if they are known.
    /// `named` is an unknown name of rules in the record. `otherwise` is the way to choose other rules.
    pub fn assumption(self, basis: &Basis, named: Option<&str>, otherwise: Option<&str>) -> Option<String> {
        let name = basis.ruleset.name;
        Some(match self {
            Self::English => {
                let why = match basis.rules_from {
                    RulesFrom::Komi(komi) => format!("a komi of {komi} is usual there"),
                    RulesFrom::Origin(origin) => format!("these are the usual rules of {}", origin.name),
                    _ => return None,
                };
                let rules = named.map_or_else(
                    || "no rules are named (RU)".to_owned(),
                    |named| format!("its rules {named} are not known here"),
                );
                let otherwise = otherwise.map_or_else(String::new, |otherwise| format!("; {otherwise} says otherwise"));
                format!("{rules}: {name} is assumed, for {why}{otherwise}")
            }
            Self::Korean => {
                let why = match basis.rules_from {
                    RulesFrom::Komi(komi) => format!("덤이 {komi}이므로"),
                    RulesFrom::Origin(origin) => format!("{}의 기보이므로", origin.name),
                    _ => return None,
                };
                let rules = named.map_or_else(
                    || "규칙이 적혀 있지 않습니다(RU)".to_owned(),
                    |named| format!("규칙 {named}은(는) 여기서 알지 못합니다"),
                );
                let otherwise = otherwise.map_or_else(String::new, |otherwise| format!(". 달리 보려면 {otherwise}"));
                format!("{rules}. {why} {name}로 봅니다{otherwise}")
            }
        })
    }
}
