//! What a search found, in the words of other programs: the lines of `lz-analyze`, of `kata-analyze`, and the JSON of the
//! CGOS server.

use super::json;
use onepure_engine::engine::{
    Candidate, Estimate, Ownership, Perspective, Report, SearchRequest, Viewpoint, lower_bound,
};
use onepure_rules::board::Color;
use onepure_rules::geometry::Point;
use onepure_rules::rules::Game;
use serde::Serialize;

/// How what was found is told.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what is asked for or is not, each named after its key")]
pub(super) struct AnalysisOutput {
    /// In whose words.
    pub(super) dialect: Dialect,
    /// This many moves are told, if there are as many, even if some were never visited.
    pub(super) least_moves: usize,
    /// No more moves than this are told.
    pub(super) most_moves: usize,
    /// Whether the position is told too.
    pub(super) root_info: bool,
    /// Whether it is told who holds which point.
    pub(super) ownership: bool,
    /// Whether the standard deviation of that is told.
    pub(super) ownership_deviation: bool,
    /// Whether it is told who holds which point after each move.
    pub(super) moves_ownership: bool,
    /// Whether the standard deviation of that is told.
    pub(super) moves_ownership_deviation: bool,
    /// Whether the visits of the positions of each variation are told.
    pub(super) variation_visits: bool,
    /// Whether the visits of the moves of each variation are told. They are the same: no two moves lead to one node.
    pub(super) variation_edge_visits: bool,
    /// Whether it is told how likely each move leads to no result.
    pub(super) no_result: bool,
}

/// Whose words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// Those of Leela Zero: whole numbers, a share of one is 10000.
    Leela,
    /// Those of `KataGo`: numbers with a decimal point.
    Kata,
    /// Those of CGOS: JSON, always from the side that moves.
    Cgos,
}

/// An answer that is written while the engine thinks.
#[derive(Clone, Debug)]
pub(super) struct StreamedAnswer {
    /// The colour that is to move.
    pub(super) color: Color,
    /// What is looked into.
    pub(super) request: SearchRequest,
    /// How it is told; `None` if nothing is told but the move.
    pub(super) analysis: Option<AnalysisOutput>,
    /// How it ends.
    pub(super) ending: StreamEnd,
}

/// How an answer that takes its time ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StreamEnd {
    /// When anything is said, be it an empty line.
    Input,
    /// With a move, which is not played.
    Move,
    /// With a move, which is not played, unless anything is said before there is one.
    MoveOrInput,
    /// With a move that is played.
    PlayedMove,
}

impl AnalysisOutput {
    /// A line in these words that tells of moves, and of nothing more.
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
        }
    }

    /// Whether a search has to record who holds which point after each move.
    pub(super) fn wants_moves_ownership(&self) -> bool {
        self.moves_ownership || self.moves_ownership_deviation
    }

    /// Whether a search has to record who holds which point at all.
    pub(super) fn wants_ownership(&self) -> bool {
        self.ownership || self.ownership_deviation || self.wants_moves_ownership()
    }

    /// The line about a report on a game; `None` if nothing was looked into.
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
            .map(|(order, candidate)| self.info(*order, candidate, seen) + &self.after(game, report, candidate, color))
            .collect();
        if self.root_info {
            parts.push(format!("rootInfo visits {} {}", report.position.visits, estimate(&report.position, seen)));
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

    fn info(&self, order: usize, candidate: &Candidate, seen: Viewpoint) -> String {
        let Candidate { action, estimate: expected, prior, .. } = candidate;
        let Estimate { visits, win_rate, .. } = expected;
        let (variation, lower) = (words(&candidate.variation), lower_bound(*win_rate, *visits));
        // Every game has a result.
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
                "info move {action} visits {visits} edgeVisits {visits} {}{no_result} prior {prior} lcb {lower} \
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

    /// Who holds which point after a move, with a blank before it; empty if that is not wanted or was not recorded.
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
        json::line(&Cgos {
            winrate: report.position.win_rate,
            score: report.position.score + 0.0,
            visits: report.position.visits,
            moves,
            ownership: ownership.map(|ownership| balances(game, ownership, report.color).map(letter).collect()),
        })
    }
}

/// What the words of `KataGo` for a move and for the position have in common.
fn estimate(expected: &Estimate, seen: Viewpoint) -> String {
    let Estimate { visits, win_rate, value, score, score_deviation } = *expected;
    let [utility, score] = [2.0 * value - 1.0, score].map(|balance| decimal(seen.balance(balance)));
    let [win_rate, deviation, weight] = [seen.share(win_rate), score_deviation, visits as f64].map(decimal);
    format!(
        "utility {utility} winrate {win_rate} scoreMean {score} scoreStdev {deviation} scoreLead {score} \
         scoreSelfplay {score} weight {weight}"
    )
}

/// A number with a decimal point, whatever it is.
fn decimal(number: f64) -> String {
    format!("{number:.6}")
}

/// The same with three digits, for what comes once a point of every move.
fn short_decimal(number: f64) -> String {
    format!("{:.3}", (number * 1000.0).round() / 1000.0 + 0.0)
}

fn words<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(" ")
}

/// The points of a board, row by row from the highest line down.
fn points(game: &Game) -> impl Iterator<Item = Point> + use<> {
    game.size().points_from_the_top()
}

/// How much more often a colour than the other held each point in the end.
fn balances(game: &Game, ownership: &Ownership, color: Color) -> impl Iterator<Item = f64> {
    let seen = Viewpoint::by(color, Color::Black);
    points(game).map(move |point| seen.balance(ownership.balance(point)))
}

/// The standard deviation of who held each point in the end.
fn deviations(game: &Game, ownership: &Ownership) -> impl Iterator<Item = f64> {
    points(game).map(|point| ownership.deviation(point))
}

/// What CGOS takes: <https://github.com/zakki/cgos>. The order of the fields is that of its document.
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
    /// What is expected after the move; left out if nothing is.
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

/// A balance from -1 to 1 as one of 63 letters.
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
