//! Remarks about how a record was read: its rules, its komi, and assumptions about them.

use onepure_rules::record::{Basis, KomiFrom, Problem, RecordError, RecordNotice, ReplayNotice};

/// The remarks about how a record was read, in one language, without full stops.
pub trait Remarks {
    /// The reading of a record.
    fn record_notice(&self, notice: &RecordNotice) -> String;
    /// Moves of a record that were not played as the rules have it.
    fn replay_notice(&self, notice: &ReplayNotice) -> String;
    /// The error that ended a replay.
    fn replay_stopped(&self, error: &RecordError) -> String;
    /// The problem of a record.
    fn problem(&self, problem: &Problem) -> String;
    /// A record in one line: its board, rules and komi.
    fn board_and_basis(&self, board: &str, basis: &Basis) -> String;
    /// The rules and the komi of a record, with the source of each.
    fn basis(&self, basis: &Basis) -> String;
    /// The reason why the rules of a record are assumed; `None` if they are known. `named` is an unknown name of rules
    /// in the record. `otherwise` is the way to choose other rules.
    fn assumption(&self, basis: &Basis, named: Option<&str>, otherwise: Option<&str>) -> Option<String>;
}

/// The option or the field that a komi comes from; `None` for the default of the rules.
pub(super) const fn komi_source(from: KomiFrom) -> Option<&'static str> {
    match from {
        KomiFrom::Option => Some("--komi"),
        KomiFrom::Record(field) => Some(field),
        KomiFrom::Default => None,
    }
}
