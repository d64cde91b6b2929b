//! Analysis lines of `lz-analyze` and `kata-analyze`, and the JSON of the CGOS server.

use crate::document::{
    CandidateDocument, Object, Part, Parts, ReportDocument, Values, line, proven_pair, rounded, spaced,
};
use crate::view::Perspective;
use onepure_engine::engine::{Report, SearchRequest};
use onepure_rules::board::Color;
use onepure_rules::rules::{Game, Move};

/// An analysis line as the controller has asked for it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AnalysisOutput {
    /// The output format.
    pub(super) dialect: Dialect,
    /// The number of moves to list even if some have no visits.
    pub(super) least_moves: usize,
    /// The highest number of moves to list.
    pub(super) most_moves: usize,
    /// The parts besides the moves.
    pub(super) parts: Parts,
}

/// The format of analysis lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// Leela Zero: integers, where 10000 is a win rate of 1.
    Leela,
    /// `KataGo`: decimal numbers.
    Kata,
    /// CGOS: JSON, always from the view of the side to move.
    Cgos,
}

/// An answer that is written while the engine searches.
#[derive(Clone, Debug)]
pub(super) struct StreamedAnswer {
    /// The colour to move.
    pub(super) color: Color,
    /// The limit, the noise and the restrictions of the search.
    pub(super) request: SearchRequest,
    /// The format of the analysis; `None` to write the move alone.
    pub(super) analysis: Option<AnalysisOutput>,
    /// When the answer ends.
    pub(super) ending: StreamEnd,
}

/// When a streamed answer ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StreamEnd {
    /// With the next line of input, even an empty one.
    Input,
    /// With the chosen move, which is not played.
    Move,
    /// With the chosen move, which is not played, or with the next line of input.
    MoveOrInput,
    /// With the chosen move, which is played.
    PlayedMove,
}

impl AnalysisOutput {
    /// A line with moves alone; for CGOS with the ownership.
    pub(super) fn of_moves(dialect: Dialect) -> Self {
        let mut parts = Parts::default();
        parts.set(Part::Ownership, dialect == Dialect::Cgos);
        Self { dialect, least_moves: 0, most_moves: usize::MAX, parts }
    }

    /// The analysis line for a report; `None` if the report has no candidates.
    pub(super) fn line(&self, game: &Game, report: &Report, perspective: Perspective) -> Option<String> {
        let is_cgos = self.dialect == Dialect::Cgos;
        let viewer = if is_cgos { report.color } else { perspective.color(report.color) };
        let document = ReportDocument::of(game, report, viewer);
        let candidates: Vec<_> = (0..)
            .zip(document.candidates())
            .filter(|(order, candidate)| candidate.values.visits > 0 || *order < self.least_moves)
            .take(self.most_moves)
            .collect();
        if candidates.is_empty() {
            return None;
        }
        if is_cgos {
            return Some(line(&cgos(&document, &candidates)));
        }
        let mut parts: Vec<String> = candidates
            .iter()
            .map(|(order, candidate)| {
                let keys = ["movesOwnership", "movesOwnershipStdev"];
                let info = std::iter::once(self.info(*order, candidate));
                spaced(info.chain(self.owned(&document, Some(candidate.action), keys, short_decimal)))
            })
            .collect();
        if self.parts.has(Part::RootInfo) {
            let (values, proven) = (document.position(), self.proven(document.proven()));
            parts.push(format!("rootInfo visits {} {}{proven}", values.visits, estimate(&values)));
        }
        parts.extend(self.owned(&document, None, ["ownership", "ownershipStdev"], decimal));
        Some(parts.join(" "))
    }

    /// The pair of a proven outcome, preceded by a blank; empty if not requested or not proven.
    fn proven(&self, winner: Option<&str>) -> String {
        proven_pair(winner.filter(|_| self.parts.has(Part::Proven)))
    }

    fn info(&self, order: usize, candidate: &CandidateDocument<'_>) -> String {
        let CandidateDocument { action, values, prior, .. } = candidate;
        let (visits, variation) = (values.visits, spaced(candidate.variation));
        let info = if self.dialect == Dialect::Leela {
            let [win_rate, prior, lower] =
                [values.win_rate, *prior, values.win_rate_bound].map(|share| (share * 10_000.0).round() as i64);
            format!(
                "info move {action} visits {visits} winrate {win_rate} prior {prior} lcb {lower} order {order} pv {variation}"
            )
        } else {
            // Every simulation has a result.
            let no_result = if self.parts.has(Part::NoResult) { " noResultValue 0.000000" } else { "" };
            let proven = self.proven(candidate.proven);
            let [prior, lower, lower_utility] = [*prior, values.win_rate_bound, values.utility_bound].map(decimal);
            format!(
                "info move {action} visits {visits} edgeVisits {visits} {}{no_result}{proven} prior {prior} lcb {lower} \
                 utilityLcb {lower_utility} order {order} pv {variation}",
                estimate(values)
            )
        };
        let visits = [("pvVisits", Part::VariationVisits), ("pvEdgeVisits", Part::VariationEdgeVisits)].into_iter();
        let visits = visits.filter(|&(_, part)| self.parts.has(part));
        let visits = visits.map(|(key, _)| format!(" {key} {}", spaced(candidate.variation_visits)));
        info + &visits.collect::<String>()
    }

    /// The ownership of the position or after a move, and its deviation, each with its key, as far as requested and recorded.
    fn owned(
        &self,
        document: &ReportDocument<'_>,
        after: Option<Move>,
        keys: [&'static str; 2],
        decimal: fn(f64) -> String,
    ) -> impl Iterator<Item = String> {
        let owned = keys.into_iter().zip(document.ownership(after, self.parts));
        owned.filter_map(move |(key, values)| Some(format!("{key} {}", spaced(values?.into_iter().map(decimal)))))
    }
}

/// The fields that `KataGo`'s lines share between a move and the root.
fn estimate(values: &Values) -> String {
    let Values { visits, win_rate, utility, score_lead, score_deviation, .. } = *values;
    let [utility, win_rate, score, deviation, weight] =
        [utility, win_rate, score_lead, score_deviation, visits as f64].map(decimal);
    format!(
        "utility {utility} winrate {win_rate} scoreMean {score} scoreStdev {deviation} scoreLead {score} \
         scoreSelfplay {score} weight {weight}"
    )
}

/// A number with six decimals.
fn decimal(number: f64) -> String {
    format!("{number:.6}")
}

/// A number with three decimals. Used for the ownership after each move, which has up to 361 numbers a move.
fn short_decimal(number: f64) -> String {
    format!("{:.3}", rounded(number, 3))
}

/// An analysis as CGOS reads it: <https://github.com/zakki/cgos>. The fields are in the order of its document.
fn cgos(document: &ReportDocument<'_>, candidates: &[(usize, CandidateDocument<'_>)]) -> Object {
    let of_move = |(_, candidate): &(usize, CandidateDocument<'_>)| {
        let CandidateDocument { action, values, prior, variation, .. } = candidate;
        let variation = spaced(&variation[1..]);
        Object::default()
            .with("move", action)
            .with("visits", values.visits)
            .with("winrate", values.win_rate)
            .with("score", values.score_lead)
            .with("prior", prior)
            .with_some("pv", Some(variation).filter(|variation| !variation.is_empty()))
    };
    let position = document.position();
    let ownership = document.balances().map(|balances| balances.into_iter().map(letter).collect::<String>());
    Object::default()
        .with("winrate", position.win_rate)
        .with("score", position.score_lead)
        .with("visits", position.visits)
        .with("moves", candidates.iter().map(of_move).collect::<Vec<_>>())
        .with_some("ownership", ownership)
}

/// A balance from -1 to 1 as one of 63 letters, from `A` to `9`.
fn letter(balance: f64) -> char {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let share = f64::midpoint(balance, 1.0).clamp(0.0, 1.0);
    char::from(LETTERS[(share * 62.0).round() as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_engine::engine::Viewpoint;

    #[test]
    fn numbers_have_a_decimal_point_and_nought_no_sign() {
        assert_eq!(decimal(1.0), "1.000000");
        let turned = Viewpoint::by(Color::White, Color::Black);
        assert_eq!(decimal(turned.balance(0.0)), "0.000000");
        assert_eq!(decimal(turned.balance(1.5)), "-1.500000");
        assert_eq!([-0.0004, 0.0004, -1.0, 0.1236].map(short_decimal), ["0.000", "0.000", "-1.000", "0.124"]);
    }

    #[test]
    fn letters_go_from_a_to_plus() {
        assert_eq!([-1.0, 0.0, 1.0].map(letter), ['A', 'f', '+']);
    }
}
