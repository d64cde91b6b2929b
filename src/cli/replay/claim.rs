//! The result that a record claims.

use crate::rules::Outcome;

/// Whether a record claims a result (RE) that is not this one. What claims nothing, such as `?`, does not differ; of a win
/// that is not a matter of points the winner alone is compared, for programs write the rest in many ways.
pub(super) fn differs(claimed: &str, outcome: &Outcome) -> bool {
    let verdict = outcome.verdict.to_string();
    let (claimed, verdict) = (claimed.trim().to_ascii_lowercase(), verdict.to_ascii_lowercase());
    let split = |result: &str| result.split_once('+').map(|(winner, by)| (winner.to_owned(), by.parse::<f64>().ok()));
    match (split(&claimed), split(&verdict)) {
        (Some((claimed, Some(by))), Some((winner, Some(really_by)))) => {
            claimed != winner || (by - really_by).abs() > 0.01
        }
        (Some((claimed, _)), Some((winner, _))) => claimed != winner,
        (Some(_), None) => true,
        (None, Some(_)) => matches!(claimed.as_str(), "0" | "draw" | "jigo" | "both-lose"),
        (None, None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::rules::{Reason, Verdict, WonBy};

    #[test]
    fn a_claimed_result_is_compared() {
        let by_points =
            Outcome { reason: Reason::Abstentions, verdict: Verdict::Win(Color::Black, WonBy::Points(1.0)) };
        let by_dead_end = Outcome::lost_by(Color::White, Reason::DeadEnd);
        let draw = Outcome { reason: Reason::Abstentions, verdict: Verdict::Draw };
        for (claimed, outcome, expected) in [
            ("B+1", &by_points, false),
            ("b+1.0", &by_points, false),
            ("B+2", &by_points, true),
            ("W+1", &by_points, true),
            ("W+R", &by_points, true),
            ("0", &by_points, true),
            ("?", &by_points, false),
            ("", &by_points, false),
            ("B+F", &by_dead_end, false),
            ("B+3.5", &by_dead_end, false),
            ("W+F", &by_dead_end, true),
            ("B+1", &draw, true),
            ("Draw", &draw, false),
        ] {
            assert_eq!(differs(claimed, outcome), expected, "{claimed} against {}", outcome.verdict);
        }
    }
}
