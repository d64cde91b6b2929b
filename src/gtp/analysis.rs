//! What a search found, in the words of other programs: the lines of `lz-analyze`, of `kata-analyze`, and the JSON of the
//! CGOS server.

use super::json;
use crate::board::Color;
use crate::engine::{Candidate, Estimate, Perspective, Report, Seen, lower_bound};
use crate::geometry::Point;
use crate::rules::{Game, Move};
use serde::Serialize;

/// How what was found is told.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Telling {
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
    /// Whether the visits of the moves of each variation are told.
    pub(super) variation_visits: bool,
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

impl Telling {
    /// The line about a report on a game; `None` if nothing was looked into.
    pub(super) fn line(&self, game: &Game, report: &Report, perspective: Perspective) -> Option<String> {
        let candidates: Vec<_> = report
            .candidates
            .iter()
            .enumerate()
            .filter(|(order, candidate)| candidate.visits > 0 || *order < self.least_moves)
            .take(self.most_moves)
            .collect();
        if candidates.is_empty() {
            return None;
        }
        if self.dialect == Dialect::Cgos {
            return Some(self.cgos(game, report, &candidates));
        }
        let color = perspective.color(report.color);
        let seen = Seen::by(color, report.color);
        let mut parts: Vec<String> =
            candidates.iter().map(|(order, candidate)| self.info(*order, candidate, seen)).collect();
        if self.root_info {
            parts.push(format!("rootInfo visits {} {}", report.position.visits, estimate(&report.position, seen)));
        }
        if let Some(balances) = self.balances(game, report, color) {
            let balances: Vec<_> = balances.into_iter().map(decimal).collect();
            parts.push(format!("ownership {}", balances.join(" ")));
        }
        Some(parts.join(" "))
    }

    fn info(&self, order: usize, candidate: &Candidate, seen: Seen) -> String {
        let Candidate { action, visits, win_rate, estimate: expected, prior, .. } = candidate;
        let (variation, lower) = (words(&candidate.variation), lower_bound(*win_rate, *visits));
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
                "info move {action} visits {visits} edgeVisits {visits} {} prior {prior} lcb {lower} \
                 utilityLcb {lower_utility} order {order} pv {variation}",
                estimate(expected, seen)
            )
        };
        if self.variation_visits {
            let visits: Vec<_> = candidate.variation_visits.iter().map(u64::to_string).collect();
            info += " pvVisits ";
            info += &visits.join(" ");
        }
        info
    }

    /// How much more often a colour than the other held each point in the end, row by row from A19 on, if that is wanted
    /// and was recorded.
    fn balances(&self, game: &Game, report: &Report, color: Color) -> Option<Vec<f64>> {
        let ownership = report.ownership.as_ref().filter(|_| self.ownership)?;
        let seen = Seen::by(color, Color::Black);
        let lines = game.size().lines();
        let points = (0..lines).rev().flat_map(|row| (0..lines).map(move |column| Point::new(column, row)));
        Some(points.map(|point| seen.balance(ownership.balance(point))).collect())
    }

    fn cgos(&self, game: &Game, report: &Report, candidates: &[(usize, &Candidate)]) -> String {
        let moves = candidates.iter().map(|(_, candidate)| CgosMove::of(candidate)).collect();
        let balances = self.balances(game, report, report.color);
        json::line(&Cgos {
            winrate: report.position.win_rate,
            score: report.position.score + 0.0,
            visits: report.position.visits,
            moves,
            ownership: balances.map(|balances| balances.into_iter().map(letter).collect()),
        })
    }
}

/// What the words of `KataGo` for a move and for the position have in common.
fn estimate(expected: &Estimate, seen: Seen) -> String {
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

fn words(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
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
            visits: candidate.visits,
            winrate: candidate.win_rate,
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
        let turned = Seen::by(Color::White, Color::Black);
        assert_eq!(decimal(turned.balance(0.0)), "0.000000");
        assert_eq!(decimal(turned.balance(1.5)), "-1.500000");
    }

    #[test]
    fn letters_go_from_a_to_plus() {
        assert_eq!([-1.0, 0.0, 1.0].map(letter), ['A', 'f', '+']);
    }
}
