//! Remarks about how a record was read, in English.

use super::English;
use crate::view::language::remarks::{Remarks, komi_source};
use onepure_rules::record::{
    Basis, KomiReading, Problem, RecordError, RecordNotice, Repair, ReplayNotice, ReplayNoticeKind, RulesFrom,
};

impl Remarks for English {
    fn record_notice(&self, notice: &RecordNotice) -> String {
        match notice {
            RecordNotice::Komi { written, komi, reading } => komi_notice(written, *komi, *reading),
            RecordNotice::HandicapMoves(stones) => {
                format!("Black's first {stones} moves are read as a handicap of {stones} stones")
            }
            RecordNotice::HandicapPoints(stones) => {
                format!("the handicap of {stones} stones is put on the star points")
            }
            RecordNotice::Repair { line, repair } => format!("line {line}: {}", repaired(repair)),
        }
    }

    fn replay_notice(&self, notice: &ReplayNotice) -> String {
        let ReplayNotice { line, move_number, kind } = notice;
        let line = line.map_or_else(String::new, |line| format!("line {line}, "));
        match kind {
            ReplayNoticeKind::AfterEnd { last } if last == move_number => {
                format!("{line}move {move_number} comes after the end of play and is ignored")
            }
            ReplayNoticeKind::AfterEnd { last } => {
                format!("{line}moves {move_number} to {last} come after the end of play and are ignored")
            }
            ReplayNoticeKind::Repetition(error) => {
                format!(
                    "{line}move {move_number}: {error}; the rules are only assumed, so simple ko holds from here on"
                )
            }
            _ => format!("{line}move {move_number} is not played as the rules have it"),
        }
    }

    fn replay_stopped(&self, error: &RecordError) -> String {
        format!("{error}; everything before it is read")
    }

    fn problem(&self, problem: &Problem) -> String {
        problem.to_string()
    }

    fn board_and_basis(&self, board: &str, basis: &Basis) -> String {
        format!("{board}; rules {}", self.basis(basis))
    }

    fn basis(&self, basis: &Basis) -> String {
        let Basis { ruleset, rules_from, komi, komi_from } = basis;
        let rules = match rules_from {
            RulesFrom::Option => "--rules".to_owned(),
            RulesFrom::Record(field) => (*field).to_owned(),
            RulesFrom::Komi(_) => "assumed by the komi".to_owned(),
            RulesFrom::Handicap(_) => "assumed by the handicap".to_owned(),
            RulesFrom::Origin(origin) => format!("assumed for {}", origin.name),
            RulesFrom::Default => "default".to_owned(),
        };
        let komi_from = komi_source(*komi_from).unwrap_or("default");
        format!("{} ({rules}), komi {komi} ({komi_from})", ruleset.name)
    }

    fn assumption(&self, basis: &Basis, named: Option<&str>, otherwise: Option<&str>) -> Option<String> {
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
        Some(format!("{rules}: {} is assumed, for {why}{otherwise}", basis.ruleset.name))
    }
}

/// A repair of the text of a record.
fn repaired(repair: &Repair) -> String {
    let text = match repair {
        Repair::Unclosed => "the last `)` is missing; the game is read as if it were there",
        Repair::NoSemicolon => "`;` is missing after `(`; the node is read as if it were there",
        Repair::OtherSpace => "there is white space that SGF does not have; it is skipped",
        Repair::SeveralMoves => "a node has several moves; they are read as one node each",
        Repair::HeaderPrefix => "`GI` before the lines about the game is skipped",
        Repair::Value { written, read_as: Some(other) } => return format!("{written} is read as {other}"),
        Repair::Value { written, read_as: None } => {
            return format!("{written} is left out, because its value means nothing here");
        }
        Repair::Broken(problem) => {
            return format!("{problem}; everything before is read, and the rest is left out");
        }
        _ => "it is repaired",
    };
    text.to_owned()
}

/// A komi that is not read as written.
fn komi_notice(written: &str, komi: f64, reading: KomiReading) -> String {
    let why = match reading {
        KomiReading::Hundredths => "it is in hundredths of a point",
        KomiReading::HundredthsOfStones => "it is in hundredths of a stone, and a stone is two points",
        KomiReading::Stones => "it is in stones, and a stone is two points",
        KomiReading::Tenths => "Tygem writes tenths of a point",
        KomiReading::WithoutHalf => "these files leave the half point out",
        KomiReading::OtherProperty => "older records have it there",
        KomiReading::LeftOut => "Fox leaves komi out of even games under Japanese and Korean rules",
        KomiReading::OfEvenGame => "Fox writes that of an even game into games with handicap",
        KomiReading::MaybeLeftOut => {
            return format!(
                "{written} in an even game: a komi of {komi} is used; if Fox left it out, write KM[7.5] into the record"
            );
        }
        KomiReading::BeyondReason => {
            return format!(
                "{written}: no game on this board has such a komi; it is used as it stands, write the right one into the record, such as KM[6.5]"
            );
        }
    };
    format!("{written} is read as a komi of {komi}: {why}")
}
