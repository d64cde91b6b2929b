//! Analysis lines of `lz-analyze` and `kata-analyze`, and the JSON of the CGOS server.

use crate::document::{Part, Parts, line};
use crate::view::{Perspective, proven_pair};
use onepure_engine::engine::{Candidate, Estimate, Known, Ownership, Report, SearchRequest, Viewpoint, lower_bound};
use onepure_rules::board::Color;
use onepure_rules::geometry::Point;
use onepure_rules::rules::Game;
use serde::Serialize;

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
        let candidates: Vec<_> = report
            .candidates
            .iter()
            .enumerate()
            .filter(|(order, candidate)| candidate.estimate.visits > 0 || *order < self.least_moves)
            .take(self.most_moves)
            .collect();
        if candidates.is_empty() {
            return None;
        }
        if self.dialect == Dialect::Cgos {
            return Some(self.cgos(game, report, &candidates));
        }
        let color = perspective.color(report.color);
        let seen = Viewpoint::by(color, report.color);
        let mut parts: Vec<String> = candidates
            .iter()
            .map(|(order, candidate)| {
                let proven = self.proven(candidate.known, report.color);
                self.info(*order, candidate, seen, &proven) + &self.after(game, report, candidate, color)
            })
            .collect();
        if self.parts.has(Part::RootInfo) {
            let (visits, proven) = (report.position.visits, self.proven(report.known, report.color));
            parts.push(format!("rootInfo visits {visits} {}{proven}", estimate(&report.position, seen)));
        }
        if let Some(ownership) = &report.ownership {
            if self.parts.has(Part::Ownership) {
                parts.push(format!("ownership {}", words(balances(game, ownership, color).map(decimal))));
            }
            if self.parts.has(Part::OwnershipDeviation) {
                parts.push(format!("ownershipStdev {}", words(deviations(game, ownership).map(decimal))));
            }
        }
        Some(parts.join(" "))
    }

    /// The pair of a proven outcome of `color`, preceded by a blank; empty if not requested or not proven.
    fn proven(&self, known: Option<Known>, color: Color) -> String {
        proven_pair(known.filter(|_| self.parts.has(Part::Proven)), color)
    }

    fn info(&self, order: usize, candidate: &Candidate, seen: Viewpoint, proven: &str) -> String {
        let Candidate { action, estimate: expected, prior, .. } = candidate;
        let Estimate { visits, win_rate, .. } = expected;
        let (variation, lower) = (words(&candidate.variation), lower_bound(*win_rate, *visits));
        // Every simulation has a result.
        let no_result = if self.parts.has(Part::NoResult) { " noResultValue 0.000000" } else { "" };
        let mut info = if self.dialect == Dialect::Leela {
            let [win_rate, prior, lower] =
                [seen.share(*win_rate), *prior, seen.share(lower)].map(|share| (share * 10_000.0).round() as i64);
            format!(
                "info move {action} visits {visits} winrate {win_rate} prior {prior} lcb {lower} order {order} pv {variation}"
            )
        } else {
            let lower_utility = 2.0 * lower_bound(expected.value, *visits) - 1.0;
            let [prior, lower, lower_utility] = [*prior, seen.share(lower), seen.balance(lower_utility)].map(decimal);
            format!(
                "info move {action} visits {visits} edgeVisits {visits} {}{no_result}{proven} prior {prior} lcb {lower} \
                 utilityLcb {lower_utility} order {order} pv {variation}",
                estimate(expected, seen)
            )
        };
        for (key, is_wanted) in [
            (" pvVisits ", self.parts.has(Part::VariationVisits)),
            (" pvEdgeVisits ", self.parts.has(Part::VariationEdgeVisits)),
        ] {
            if is_wanted {
                info += key;
                info += &words(&candidate.variation_visits);
            }
        }
        info
    }

    /// The ownership after a candidate, preceded by a blank; empty if not requested or not recorded.
    fn after(&self, game: &Game, report: &Report, candidate: &Candidate, color: Color) -> String {
        let mut told = String::new();
        if let Some(ownership) = report.ownership_after(candidate.action) {
            if self.parts.has(Part::MovesOwnership) {
                told += " movesOwnership ";
                told += &words(balances(game, ownership, color).map(short_decimal));
            }
            if self.parts.has(Part::MovesOwnershipDeviation) {
                told += " movesOwnershipStdev ";
                told += &words(deviations(game, ownership).map(short_decimal));
            }
        }
        told
    }

    fn cgos(&self, game: &Game, report: &Report, candidates: &[(usize, &Candidate)]) -> String {
        let moves = candidates.iter().map(|(_, candidate)| CgosMove::of(candidate)).collect();
        let ownership = report.ownership.as_ref().filter(|_| self.parts.has(Part::Ownership));
        line(&Cgos {
            winrate: report.position.win_rate,
            score: report.position.score + 0.0,
            visits: report.position.visits,
            moves,
            ownership: ownership.map(|ownership| balances(game, ownership, report.color).map(letter).collect()),
        })
    }
}

/// The fields that `KataGo`'s lines share between a move and the root.
fn estimate(expected: &Estimate, seen: Viewpoint) -> String {
    let Estimate { visits, win_rate, value, score, score_deviation } = *expected;
    let [utility, score] = [2.0 * value - 1.0, score].map(|balance| decimal(seen.balance(balance)));
    let [win_rate, deviation, weight] = [seen.share(win_rate), score_deviation, visits as f64].map(decimal);
    format!(
        "utility {utility} winrate {win_rate} scoreMean {score} scoreStdev {deviation} scoreLead {score} \
         scoreSelfplay {score} weight {weight}"
    )
}

/// A number with six decimals.
fn decimal(number: f64) -> String {
    format!("{number:.6}")
}

/// A number with three decimals, without a negative zero. Used for ownership, which has up to 361 numbers a line.
fn short_decimal(number: f64) -> String {
    format!("{:.3}", (number * 1000.0).round() / 1000.0 + 0.0)
}

fn words<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(" ")
}

/// The points row by row, from the top line down.
fn points(game: &Game) -> impl Iterator<Item = Point> + use<> {
    game.size().points_from_the_top()
}

/// The ownership of each point from the view of `color`, from -1 to 1.
fn balances(game: &Game, ownership: &Ownership, color: Color) -> impl Iterator<Item = f64> {
    let seen = Viewpoint::by(color, Color::Black);
    points(game).map(move |point| seen.balance(ownership.balance(point)))
}

/// The standard deviation of the ownership of each point.
fn deviations(game: &Game, ownership: &Ownership) -> impl Iterator<Item = f64> {
    points(game).map(|point| ownership.deviation(point))
}

/// An analysis as CGOS reads it: <https://github.com/zakki/cgos>. The fields are in the order of its document.
#[derive(Serialize)]
struct Cgos {
    winrate: f64,
    score: f64,
    visits: u64,
    moves: Vec<CgosMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<String>,
}

#[derive(Serialize)]
struct CgosMove {
    r#move: String,
    visits: u64,
    winrate: f64,
    score: f64,
    prior: f64,
    /// The variation; left out if empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pv: String,
}

impl CgosMove {
    fn of(candidate: &Candidate) -> Self {
        Self {
            r#move: candidate.action.to_string(),
            visits: candidate.estimate.visits,
            winrate: candidate.estimate.win_rate,
            score: candidate.estimate.score + 0.0,
            prior: candidate.prior,
            pv: words(&candidate.variation[1..]),
        }
    }
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
