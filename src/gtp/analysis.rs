//! Analysis lines of `lz-analyze` and `kata-analyze`, and the JSON of the CGOS server.

use crate::document::line;
use crate::view::{Perspective, proven_pair};
use onepure_engine::engine::{Candidate, Estimate, Known, Ownership, Report, SearchRequest, Viewpoint, lower_bound};
use onepure_rules::board::Color;
use onepure_rules::geometry::Point;
use onepure_rules::rules::Game;
use serde::Serialize;

/// The parts of an analysis line that the controller has asked for.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what is asked for or is not, each named after its key")]
pub(super) struct AnalysisOutput {
    /// The output format.
    pub(super) dialect: Dialect,
    /// The number of moves to list even if some have no visits.
    pub(super) least_moves: usize,
    /// The highest number of moves to list.
    pub(super) most_moves: usize,
    /// Whether to add the values of the root, `rootInfo`.
    pub(super) root_info: bool,
    /// Whether to add the ownership of each point.
    pub(super) ownership: bool,
    /// Whether to add the standard deviation of the ownership.
    pub(super) ownership_deviation: bool,
    /// Whether to add the ownership of each point after each move.
    pub(super) moves_ownership: bool,
    /// Whether to add the standard deviation of the ownership after each move.
    pub(super) moves_ownership_deviation: bool,
    /// Whether to add the visits of the positions of each variation, `pvVisits`.
    pub(super) variation_visits: bool,
    /// Whether to add the visits of the moves of each variation, `pvEdgeVisits`. They equal `pvVisits`: no two moves lead to one
    /// node.
    pub(super) variation_edge_visits: bool,
    /// Whether to add the probability of no result.
    pub(super) no_result: bool,
    /// Whether to add the winner of the moves and of the root whose outcome is proven.
    pub(super) proven: bool,
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
    /// A line with moves alone.
    pub(super) fn of_moves(dialect: Dialect) -> Self {
        Self {
            dialect,
            least_moves: 0,
            most_moves: usize::MAX,
            root_info: false,
            ownership: dialect == Dialect::Cgos,
            ownership_deviation: false,
            moves_ownership: false,
            moves_ownership_deviation: false,
            variation_visits: false,
            variation_edge_visits: false,
            no_result: false,
            proven: false,
        }
    }

    /// Returns whether the search has to record the ownership after each move. Without recording, `movesOwnership` would be
    /// missing.
    pub(super) fn wants_moves_ownership(&self) -> bool {
        self.moves_ownership || self.moves_ownership_deviation
    }

    /// Returns whether the search has to record any ownership.
    pub(super) fn wants_ownership(&self) -> bool {
        self.ownership || self.ownership_deviation || self.wants_moves_ownership()
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
        if self.root_info {
            let (visits, proven) = (report.position.visits, self.proven(report.known, report.color));
            parts.push(format!("rootInfo visits {visits} {}{proven}", estimate(&report.position, seen)));
        }
        if let Some(ownership) = &report.ownership {
            if self.ownership {
                parts.push(format!("ownership {}", words(balances(game, ownership, color).map(decimal))));
            }
            if self.ownership_deviation {
                parts.push(format!("ownershipStdev {}", words(deviations(game, ownership).map(decimal))));
            }
        }
        Some(parts.join(" "))
    }

    /// The pair of a proven outcome of `color`, preceded by a blank; empty if not requested or not proven.
    fn proven(&self, known: Option<Known>, color: Color) -> String {
        proven_pair(known.filter(|_| self.proven), color)
    }

    fn info(&self, order: usize, candidate: &Candidate, seen: Viewpoint, proven: &str) -> String {
        let Candidate { action, estimate: expected, prior, .. } = candidate;
        let Estimate { visits, win_rate, .. } = expected;
        let (variation, lower) = (words(&candidate.variation), lower_bound(*win_rate, *visits));
        // Every simulation has a result.
        let no_result = if self.no_result { " noResultValue 0.000000" } else { "" };
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
        for (key, is_wanted) in [(" pvVisits ", self.variation_visits), (" pvEdgeVisits ", self.variation_edge_visits)]
        {
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
            if self.moves_ownership {
                told += " movesOwnership ";
                told += &words(balances(game, ownership, color).map(short_decimal));
            }
            if self.moves_ownership_deviation {
                told += " movesOwnershipStdev ";
                told += &words(deviations(game, ownership).map(short_decimal));
            }
        }
        told
    }

    fn cgos(&self, game: &Game, report: &Report, candidates: &[(usize, &Candidate)]) -> String {
        let moves = candidates.iter().map(|(_, candidate)| CgosMove::of(candidate)).collect();
        let ownership = report.ownership.as_ref().filter(|_| self.ownership);
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
