//! Remarks about how a record was read: its rules, its komi, and assumptions about them.

use super::Language;
use onepure_rules::record::{
    Basis, KomiFrom, KomiReading, Problem, RecordError, RecordNotice, Repair, ReplayNotice, ReplayNoticeKind, RulesFrom,
};
use onepure_rules::rules::Counting;

/// The option or the field that a komi comes from; `None` for the default of the rules.
const fn komi_source(from: KomiFrom) -> Option<&'static str> {
    match from {
        KomiFrom::Option => Some("--komi"),
        KomiFrom::Record(field) => Some(field),
        KomiFrom::Default => None,
    }
}

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
            (_, RecordNotice::Repair { line, repair }) => {
                let repaired = self.repair(repair);
                match self {
                    Self::English => format!("line {line}: {repaired}"),
                    Self::Korean => format!("{line}째 줄: {repaired}"),
                }
            }
        }
    }

    fn repair(self, repair: &Repair) -> String {
        let text = match (self, repair) {
            (Self::English, Repair::Unclosed) => "the last `)` is missing; the game is read as if it were there",
            (Self::Korean, Repair::Unclosed) => "마지막 `)`가 없습니다. 있는 것으로 읽습니다",
            (Self::English, Repair::NoSemicolon) => "`;` is missing after `(`; the node is read as if it were there",
            (Self::Korean, Repair::NoSemicolon) => "`(` 뒤에 `;`가 없습니다. 있는 것으로 읽습니다",
            (Self::English, Repair::OtherSpace) => "there is white space that SGF does not have; it is skipped",
            (Self::Korean, Repair::OtherSpace) => "SGF에 없는 공백이 있습니다. 건너뜁니다",
            (Self::English, Repair::SeveralMoves) => "a node has several moves; they are read as one node each",
            (Self::Korean, Repair::SeveralMoves) => "한 마디에 수가 여럿 있습니다. 한 마디에 하나씩으로 읽습니다",
            (Self::English, Repair::HeaderPrefix) => "`GI` before the lines about the game is skipped",
            (Self::Korean, Repair::HeaderPrefix) => "대국 정보 줄 앞의 `GI`를 건너뜁니다",
            (Self::English, Repair::Value { written, read_as: Some(other) }) => {
                return format!("{written} is read as {other}");
            }
            (Self::Korean, Repair::Value { written, read_as: Some(other) }) => {
                return format!("{written}을(를) {other}로 읽습니다");
            }
            (Self::English, Repair::Value { written, read_as: None }) => {
                return format!("{written} is left out, because its value means nothing here");
            }
            (Self::Korean, Repair::Value { written, read_as: None }) => {
                return format!("{written}은(는) 뜻을 알 수 없어 뺍니다");
            }
            (Self::English, Repair::Broken(problem)) => {
                return format!("{problem}; everything before is read, and the rest is left out");
            }
            (Self::Korean, Repair::Broken(problem)) => {
                return format!("{problem}. 그 앞까지 읽고 나머지는 뺍니다");
            }
            (Self::English, _) => "it is repaired",
            (Self::Korean, _) => "고쳐 읽습니다",
        };
        text.to_owned()
    }

    /// Moves of a record that were not played as the rules have it, as one sentence without a full stop.
    pub fn replay_notice(self, notice: &ReplayNotice) -> String {
        let ReplayNotice { line, move_number, kind } = notice;
        let line = line.map_or_else(String::new, |line| match self {
            Self::English => format!("line {line}, "),
            Self::Korean => format!("{line}째 줄, "),
        });
        match (self, kind) {
            (Self::English, ReplayNoticeKind::AfterEnd { last }) if last == move_number => {
                format!("{line}move {move_number} comes after the end of play and is ignored")
            }
            (Self::English, ReplayNoticeKind::AfterEnd { last }) => {
                format!("{line}moves {move_number} to {last} come after the end of play and are ignored")
            }
            (Self::Korean, ReplayNoticeKind::AfterEnd { last }) if last == move_number => {
                format!("{line}{move_number}수는 종국 뒤의 수이므로 무시합니다")
            }
            (Self::Korean, ReplayNoticeKind::AfterEnd { last }) => {
                format!("{line}{move_number}수부터 {last}수까지는 종국 뒤의 수이므로 무시합니다")
            }
            (Self::English, ReplayNoticeKind::Repetition(error)) => {
                format!(
                    "{line}move {move_number}: {error}; the rules are only assumed, so simple ko holds from here on"
                )
            }
            (Self::Korean, ReplayNoticeKind::Repetition(error)) => {
                format!(
                    "{line}{move_number}수: {error}. 규칙은 미루어 본 것이므로 여기부터 단순한 패 규칙으로 읽습니다"
                )
            }
            (Self::English, _) => format!("{line}move {move_number} is not played as the rules have it"),
            (Self::Korean, _) => format!("{line}{move_number}수는 규칙대로 두지 않습니다"),
        }
    }

    /// The error that ended a replay, as one sentence without a full stop.
    pub fn replay_stopped(self, error: &RecordError) -> String {
        match self {
            Self::English => format!("{error}; everything before it is read"),
            Self::Korean => {
                let line = error.line.map_or_else(String::new, |line| format!("{line}째 줄, "));
                let number = error.move_number.map_or_else(String::new, |number| format!("{number}수: "));
                format!("{line}{number}{}. 그 앞까지 읽습니다", self.problem(&error.problem))
            }
        }
    }

    /// The problem of a record, without a full stop.
    pub fn problem(self, problem: &Problem) -> String {
        match (self, problem) {
            (Self::English, _) => problem.to_string(),
            (Self::Korean, Problem::Play(error)) => self.phrases().refused(*error),
            (Self::Korean, Problem::NoGame | Problem::NoMoves(_)) => "기보가 없습니다".to_owned(),
            (Self::Korean, Problem::Outside { property, lines }) => {
                format!("{property}: {lines}줄 바둑판 밖입니다")
            }
            (Self::Korean, Problem::Value { property, .. }) => format!("{property}: 뜻을 알 수 없는 값입니다"),
            (Self::Korean, _) => "기보의 형식이 잘못되었습니다".to_owned(),
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
                    RulesFrom::Handicap(_) => "assumed by the handicap".to_owned(),
                    RulesFrom::Origin(origin) => format!("assumed for {}", origin.name),
                    RulesFrom::Default => "default".to_owned(),
                };
                let komi_from = komi_source(*komi_from).unwrap_or("default");
                format!("{name} ({rules}), komi {komi} ({komi_from})")
            }
            Self::Korean => {
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
                    RulesFrom::Komi(komi) if [0.5, 5.5, 6.5, 7.5, 8.0].contains(&komi) => {
                        format!("a komi of {komi} is usual there")
                    }
                    RulesFrom::Komi(komi) => format!("a komi of {komi} is not that of the One Pure Rules"),
                    RulesFrom::Handicap(stones) => {
                        format!("there is a handicap of {stones} stones, and the One Pure Rules have none")
                    }
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
                    RulesFrom::Handicap(stones) => format!("{stones}점 접바둑이므로"),
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
