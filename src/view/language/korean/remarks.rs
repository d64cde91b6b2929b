//! Remarks about how a record was read, in Korean.

use super::Korean;
use crate::view::language::Phrases;
use crate::view::language::remarks::{Remarks, komi_source};
use onepure_rules::record::{
    Basis, KomiReading, Problem, RecordError, RecordNotice, Repair, ReplayNotice, ReplayNoticeKind, RulesFrom,
};
use onepure_rules::rules::Counting;

impl Remarks for Korean {
    fn record_notice(&self, notice: &RecordNotice) -> String {
        match notice {
            RecordNotice::Komi { written, komi, reading } => komi_notice(written, *komi, *reading),
            RecordNotice::HandicapMoves(stones) => format!("흑의 첫 {stones}수를 {stones}점 접바둑으로 읽습니다"),
            RecordNotice::HandicapPoints(stones) => format!("접바둑 {stones}점을 화점에 놓습니다"),
            RecordNotice::Repair { line, repair } => format!("{line}째 줄: {}", repaired(repair)),
        }
    }

    fn replay_notice(&self, notice: &ReplayNotice) -> String {
        let ReplayNotice { line, move_number, kind } = notice;
        let line = line.map_or_else(String::new, |line| format!("{line}째 줄, "));
        match kind {
            ReplayNoticeKind::AfterEnd { last } if last == move_number => {
                format!("{line}{move_number}수는 종국 뒤의 수이므로 무시합니다")
            }
            ReplayNoticeKind::AfterEnd { last } => {
                format!("{line}{move_number}수부터 {last}수까지는 종국 뒤의 수이므로 무시합니다")
            }
            ReplayNoticeKind::Repetition(error) => {
                format!(
                    "{line}{move_number}수: {error}. 규칙은 미루어 본 것이므로 여기부터 단순한 패 규칙으로 읽습니다"
                )
            }
            _ => format!("{line}{move_number}수는 규칙대로 두지 않습니다"),
        }
    }

    fn replay_stopped(&self, error: &RecordError) -> String {
        let line = error.line.map_or_else(String::new, |line| format!("{line}째 줄, "));
        let number = error.move_number.map_or_else(String::new, |number| format!("{number}수: "));
        format!("{line}{number}{}. 그 앞까지 읽습니다", self.problem(&error.problem))
    }

    fn problem(&self, problem: &Problem) -> String {
        match problem {
            Problem::Play(error) => self.refused(*error),
            Problem::NoGame | Problem::NoMoves(_) => "기보가 없습니다".to_owned(),
            Problem::Outside { property, lines } => format!("{property}: {lines}줄 바둑판 밖입니다"),
            Problem::Value { property, .. } => format!("{property}: 뜻을 알 수 없는 값입니다"),
            _ => "기보의 형식이 잘못되었습니다".to_owned(),
        }
    }

    fn board_and_basis(&self, board: &str, basis: &Basis) -> String {
        format!("{board}; 규칙 {}", self.basis(basis))
    }

    fn basis(&self, basis: &Basis) -> String {
        let Basis { ruleset, rules_from, komi, komi_from } = basis;
        let rules = match rules_from {
            RulesFrom::Option => "--rules".to_owned(),
            RulesFrom::Record(field) => (*field).to_owned(),
            RulesFrom::Komi(_) => "덤으로 미루어".to_owned(),
            RulesFrom::Handicap(_) => "접바둑이므로 미루어".to_owned(),
            RulesFrom::Origin(origin) => format!("{}이므로 미루어", origin.name),
            RulesFrom::Default => "기본값".to_owned(),
        };
        let komi_from = komi_source(*komi_from).unwrap_or("기본값");
        let word = if ruleset.main_board.counting == Counting::Contact { "선후차(덤)" } else { "덤" };
        format!("{}({rules}), {word} {komi}({komi_from})", ruleset.name)
    }

    fn assumption(&self, basis: &Basis, named: Option<&str>, otherwise: Option<&str>) -> Option<String> {
        let why = match basis.rules_from {
            RulesFrom::Komi(komi) => format!("덤이 {komi}이므로"),
            RulesFrom::Handicap(stones) => format!("{stones}점 접바둑이므로"),
            RulesFrom::Origin(origin) => format!("{}의 기보이므로", origin.name),
            _ => return None,
        };
        let rules = named.map_or_else(
            || "규칙이 적혀 있지 않습니다(RU)".to_owned(),
            |named| format!("규칙 {named}은(는) 여기서 알지 못합니다"),
        );
        let otherwise = otherwise.map_or_else(String::new, |otherwise| format!(". 달리 보려면 {otherwise}"));
        Some(format!("{rules}. {why} {}로 봅니다{otherwise}", basis.ruleset.name))
    }
}

/// A repair of the text of a record.
fn repaired(repair: &Repair) -> String {
    let text = match repair {
        Repair::Unclosed => "마지막 `)`가 없습니다. 있는 것으로 읽습니다",
        Repair::NoSemicolon => "`(` 뒤에 `;`가 없습니다. 있는 것으로 읽습니다",
        Repair::OtherSpace => "SGF에 없는 공백이 있습니다. 건너뜁니다",
        Repair::SeveralMoves => "한 마디에 수가 여럿 있습니다. 한 마디에 하나씩으로 읽습니다",
        Repair::HeaderPrefix => "대국 정보 줄 앞의 `GI`를 건너뜁니다",
        Repair::Value { written, read_as: Some(other) } => return format!("{written}을(를) {other}로 읽습니다"),
        Repair::Value { written, read_as: None } => return format!("{written}은(는) 뜻을 알 수 없어 뺍니다"),
        Repair::Broken(problem) => return format!("{problem}. 그 앞까지 읽고 나머지는 뺍니다"),
        _ => "고쳐 읽습니다",
    };
    text.to_owned()
}

/// A komi that is not read as written.
fn komi_notice(written: &str, komi: f64, reading: KomiReading) -> String {
    let why = match reading {
        KomiReading::Hundredths => "100분의 1점으로 적은 값입니다",
        KomiReading::HundredthsOfStones => "100분의 1자(子)로 적은 값이고, 1자는 두 점입니다",
        KomiReading::Stones => "자(子)로 적은 값이고, 1자는 두 점입니다",
        KomiReading::Tenths => "타이젬은 10분의 1점으로 적습니다",
        KomiReading::WithoutHalf => "이런 파일은 반집을 적지 않습니다",
        KomiReading::OtherProperty => "오래된 기보는 덤을 여기에 적습니다",
        KomiReading::LeftOut => "Fox는 일본·한국 규칙의 호선에서 덤을 적지 않습니다",
        KomiReading::OfEvenGame => "Fox는 접바둑에도 호선의 덤을 적습니다",
        KomiReading::MaybeLeftOut => {
            return format!(
                "호선에 {written}: 덤 {komi}으로 둡니다. Fox가 적지 않은 것이면 기보에 KM[7.5]을 적으십시오"
            );
        }
        KomiReading::BeyondReason => {
            return format!(
                "{written}: 이 판에서 그런 덤은 없습니다. 적힌 대로 두니, 맞는 값을 기보에 적으십시오(KM[6.5]처럼)"
            );
        }
    };
    format!("{written}의 덤을 {komi}로 읽습니다. {why}")
}
