//! The order of candidates by the lower confidence bound (LCB) of their values.
//!
//! Visits lag behind values: a move that turns out well late in a search has the higher value long before it has the most visits, and a
//! refuted move keeps its visits. So play the move with the highest LCB among the well-visited ones, as `KataGo` does, and Leela Zero since
//! version 0.17. With few visits the bound means little. On 9×9 by area that scored 55 % (51–58), on 19×19 72 % (60–82)
//! (docs/lab/search/network.md, "The move with the highest lower confidence bound").

use super::Engine;
use super::viewpoint::lower_bound;
use crate::search::{Candidate, Report};

impl Engine {
    /// Puts the move with the highest LCB first in the report. Only with a network, and at levels whose own search decides about passing:
    /// the others have too few visits for a bound.
    pub(super) fn put_lcb_first(&self, report: &mut Report) {
        if self.network().is_some() && !self.settings.level.needs_pass_search() {
            put_first(report, self.settings.surest_share);
        }
    }
}

/// Puts the move with the highest [`lower_bound`] first, among those with at least the fraction `share` of the most visits. With 1 the
/// order stays.
fn put_first(report: &mut Report, share: f64) {
    let Some(most) = report.best().map(|best| best.estimate.visits).filter(|&most| most > 0) else { return };
    let bound = |candidate: &Candidate| lower_bound(candidate.estimate.value, candidate.estimate.visits);
    let is_known = |candidate: &Candidate| candidate.estimate.visits as f64 >= share * most as f64;
    let known = report.candidates.iter().enumerate().filter(|(_, candidate)| is_known(candidate));
    // If two bounds are equal, the more visited move is first.
    let highest = known.rev().max_by(|(_, one), (_, other)| bound(one).total_cmp(&bound(other)));
    if let Some((number, _)) = highest {
        report.candidates[..=number].rotate_right(1);
        report.win_rate = report.candidates[0].estimate.win_rate;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Level, Settings};
    use onepure_rules::board::Color;
    use onepure_rules::geometry::{BoardSize, Point};
    use onepure_rules::rules::{Move, Ruleset};

    #[test]
    fn levels_from_15_on_play_by_the_bound() {
        let size = BoardSize::new(9).expect("a size");
        let place = |column| Move::Place(Point::new(column, 2));
        for (number, expected) in [(14, place(0)), (15, place(1)), (20, place(1))] {
            let level = Level::new(number).expect("a level");
            let engine = Engine::new(size, Ruleset::one_pure(), Settings { level, ..Settings::default() });
            let candidates = vec![Candidate::example(place(0), 1000, 0.5), Candidate::example(place(1), 600, 0.6)];
            let mut report = Report { candidates, ..Report::empty(Color::Black) };
            engine.put_lcb_first(&mut report);
            assert_eq!(report.best().map(|best| best.action), Some(expected), "level {number}");
        }
    }

    #[test]
    fn the_highest_lower_bound_is_put_before_the_most_visited_move() {
        let place = |column| Move::Place(Point::new(column, 2));
        let order = |share: f64, seen: &[(u64, f64)]| -> (Vec<Move>, f64) {
            let candidate = |(column, &(visits, value))| Candidate::example(place(column), visits, value);
            let candidates = seen.iter().enumerate().map(candidate).collect();
            let mut report = Report { candidates, ..Report::empty(Color::Black) };
            put_first(&mut report, share);
            (report.candidates.iter().map(|candidate| candidate.action).collect(), report.win_rate)
        };
        let seen = [(1000, 0.5), (600, 0.52), (400, 0.6), (100, 0.9)];
        let moves = |columns: [usize; 4]| columns.map(place).to_vec();
        // The last move has too few visits; the second one has a lower bound.
        assert_eq!(order(0.15, &seen), (moves([2, 0, 1, 3]), 0.6));
        assert_eq!(order(0.1, &seen), (moves([3, 0, 1, 2]), 0.9));
        assert_eq!(order(1.0, &seen).0, moves([0, 1, 2, 3]));
        assert_eq!(order(0.15, &[(40, 0.5), (40, 0.5)]).0, [0, 1].map(place));
        assert_eq!(order(0.15, &[(1, 0.9), (1, 0.95), (0, 0.9)]).0, [1, 0, 2].map(place));
        assert_eq!(order(0.15, &[(0, 0.5), (0, 0.6)]).0, [0, 1].map(place));
    }
}
