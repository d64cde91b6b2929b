//! What KataGo answers to `kata-raw-nn`.

use serde::{Deserialize, Serialize};

/// What a network predicts, in the mover's view. Points are row by row from A1.
#[derive(Serialize, Deserialize)]
pub(crate) struct Prediction {
    /// The probability of each point and of the pass; `None` for an illegal move.
    pub(crate) policy: Vec<Option<f64>>,
    /// The probabilities of win, loss and no result.
    pub(crate) outcome: [f64; 3],
    pub(crate) lead: f64,
    /// The means of the score and of its square.
    pub(crate) score: [f64; 2],
    pub(crate) ownership: Vec<f64>,
}

impl Prediction {
    /// The answer, which is White's, with rows from the top.
    pub(crate) fn of_text(text: &str, lines: usize, is_black: bool) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let after = |key: &str| words.iter().position(|word| *word == key).map(|at| &words[at + 1..]).expect(key);
        let number = |key: &str| -> f64 { after(key)[0].parse().expect("a number") };
        let from_a1 = |key: &str| -> Vec<Option<f64>> {
            let rows = after(key)[..lines * lines].chunks(lines).rev().flatten();
            // Five decimals.
            rows.map(|word| {
                word.parse().ok().filter(|number: &f64| !number.is_nan()).map(|number| (number * 1e5).round() / 1e5)
            })
            .collect()
        };
        let sign = if is_black { -1.0 } else { 1.0 };
        let (white, black) = (number("whiteWin"), number("whiteLoss"));
        let (won, lost) = if is_black { (black, white) } else { (white, black) };
        let mut policy = from_a1("policy");
        policy.push(Some(number("policyPass")));
        Self {
            policy,
            outcome: [won, lost, number("noResult")],
            lead: sign * number("whiteLead"),
            score: [sign * number("whiteScoreSelfplay"), number("whiteScoreSelfplaySq")],
            ownership: from_a1("whiteOwnership").into_iter().map(|owner| sign * owner.expect("an owner")).collect(),
        }
    }
}
