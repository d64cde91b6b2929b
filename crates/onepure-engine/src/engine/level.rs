//! Levels: the strength of the engine, from a beginner's first opponent to full strength.
//!
//! A level is weak because it searches less (its visits) and chooses more freely (a temperature), never because it inserts bad moves. All
//! levels have the same knowledge: the search skips dead ends, and the decision to pass has at least [`PASS_VISITS`] visits.

use super::pass_policy::PassPolicy;
use super::sampling::draw_at_temperature;
use super::{Engine, SearchRequest};
use crate::search::{Candidate, Limits, Report};
use onepure_rules::board::Color;
use onepure_rules::random::Randomness;
use onepure_rules::rules::Move;
use web_time::Instant;

/// The strength of the engine, a number from 1 to [`Level::MOST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// The search and the choice of a level.
#[derive(Clone, Copy, Debug)]
struct Strength {
    /// The largest number of visits.
    visits: u64,
    /// The temperature at which a move is drawn; at 0 the most visited move is played.
    temperature: f64,
    /// The least weight of a move that is drawn, as a fraction of the largest weight.
    least_likely: f64,
    /// The largest loss of value against the best move, from 0 to 1.
    loss: f64,
}

/// The levels below the highest, from the first. The matches between them are in docs/lab/strength/levels.md.
const LEVELS: [Strength; 19] = [
    Strength { visits: 1, temperature: 7.0, least_likely: 0.0015, loss: 0.3 },
    Strength { visits: 1, temperature: 5.0, least_likely: 0.0025, loss: 0.3 },
    Strength { visits: 1, temperature: 3.5, least_likely: 0.005, loss: 0.3 },
    Strength { visits: 1, temperature: 2.4, least_likely: 0.01, loss: 0.3 },
    Strength { visits: 1, temperature: 1.7, least_likely: 0.02, loss: 0.3 },
    Strength { visits: 2, temperature: 1.3, least_likely: 0.02, loss: 0.3 },
    Strength { visits: 4, temperature: 1.15, least_likely: 0.02, loss: 0.25 },
    Strength { visits: 6, temperature: 1.0, least_likely: 0.02, loss: 0.2 },
    Strength { visits: 9, temperature: 0.8, least_likely: 0.02, loss: 0.16 },
    Strength { visits: 15, temperature: 0.6, least_likely: 0.02, loss: 0.12 },
    Strength { visits: 25, temperature: 0.4, least_likely: 0.02, loss: 0.08 },
    Strength { visits: 40, temperature: 0.2, least_likely: 0.02, loss: 0.05 },
    Strength { visits: 65, temperature: 0.0, least_likely: 1.0, loss: 0.0 },
    Strength { visits: 130, temperature: 0.0, least_likely: 1.0, loss: 0.0 },
    Strength { visits: 300, temperature: 0.0, least_likely: 1.0, loss: 0.0 },
    Strength { visits: 900, temperature: 0.0, least_likely: 1.0, loss: 0.0 },
    Strength { visits: 3_000, temperature: 0.0, least_likely: 1.0, loss: 0.0 },
    Strength { visits: 12_000, temperature: 0.0, least_likely: 1.0, loss: 0.0 },
    Strength { visits: 50_000, temperature: 0.0, least_likely: 1.0, loss: 0.0 },
];

/// The least visits for the decision to pass, and for the capture of dead stones after a disagreement about them, at every level: a pass too
/// early loses games, and one too late spoils them.
pub(super) const PASS_VISITS: u64 = 200;

/// The visits that the prior counts as when a move is drawn: a level of few visits has hardly any others.
const POLICY_VISITS: f64 = 8.0;

/// What every level allows itself on the empty board, so that its openings differ from seed to seed. As the game goes on, less of it is
/// left: a half after a third as many turns as the board has lines (KataGo's early temperature halves as well).
const OPENING: Strength = Strength { visits: 0, temperature: 0.6, least_likely: 0.1, loss: 0.03 };

impl Strength {
    /// The strength of a choice in an opening, of which the fraction `opening` is left.
    fn in_opening(self, opening: f64) -> Self {
        Self {
            temperature: self.temperature.max(opening * OPENING.temperature),
            least_likely: self.least_likely.min(1.0 - opening * (1.0 - OPENING.least_likely)),
            loss: self.loss.max(opening * OPENING.loss),
            ..self
        }
    }
}

impl Level {
    /// The lowest level.
    pub const LEAST: Self = Self(1);

    /// The highest level: as strong as time and the other limits allow.
    pub const MOST: Self = Self(LEVELS.len() as u8 + 1);

    /// The level with this number; `None` if there is none.
    pub fn new(number: u64) -> Option<Self> {
        u8::try_from(number).ok().map(Self).filter(|level| (Self::LEAST..=Self::MOST).contains(level))
    }

    /// The number of the level, from 1.
    pub const fn number(self) -> u64 {
        self.0 as u64
    }

    fn strength(self) -> Option<&'static Strength> {
        LEVELS.get(usize::from(self.0) - 1)
    }

    /// The largest number of visits; `None` at the highest level.
    pub fn visits(self) -> Option<u64> {
        self.strength().map(|strength| strength.visits)
    }

    /// Returns whether the level's own search is too short to decide about passing.
    pub(super) fn needs_pass_search(self) -> bool {
        self.visits().is_some_and(|visits| visits < PASS_VISITS)
    }

    /// The placement that the level plays after its search, drawn by visits and priors from those that lose little; `opening` is the
    /// fraction of the opening that is left. A level never draws a pass, because [`Engine::forced_at_level`] decides that. `None` if there
    /// is no placement.
    fn choose(self, report: &Report, opening: f64, random: &mut Randomness) -> Option<Move> {
        let mut placements: Vec<&Candidate> =
            report.choices().iter().filter(|candidate| candidate.action != Move::Abstain).collect();
        let best = *placements.first()?;
        let Some(strength) = self.strength() else { return Some(best.action) };
        let Strength { temperature, least_likely, loss, .. } = strength.in_opening(opening);
        let weight = |candidate: &&Candidate| candidate.estimate.visits as f64 + POLICY_VISITS * candidate.prior;
        let least = least_likely * placements.iter().map(weight).fold(0.0, f64::max);
        let worth = best.estimate.value - loss;
        placements.retain(|candidate| candidate.estimate.value >= worth && weight(candidate) >= least);
        draw_at_temperature(&placements, weight, temperature, random).or(Some(&best)).map(|chosen| chosen.action)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::MOST
    }
}

impl Engine {
    /// The limits of a search at the level of the settings, with at least `least` visits if the settings allow so many. A level only reduces
    /// the visits: the time is the usual one, so no level has more than the highest.
    pub(super) fn limits_at_level(&self, color: Color, begin: Instant, least: u64) -> Limits {
        let limits = self.limits_of_move(color, begin);
        let visits = self.settings.level.visits().map(|visits| visits.max(least));
        Limits { visits: limits.visits.into_iter().chain(visits).min(), ..limits }
    }

    /// At weak levels, runs a longer search to decide about passing. Returns the forced move, if there is one: the move of the pass policy,
    /// if that is not the best move of the search.
    pub(super) fn forced_at_level(
        &mut self,
        color: Color,
        request: &SearchRequest,
        limits: Limits,
        pass_policy: &PassPolicy,
    ) -> Option<Move> {
        if !self.settings.level.needs_pass_search() || pass_policy.is_open {
            return None;
        }
        let request = SearchRequest { restrictions: request.restrictions.clone(), ..SearchRequest::default() };
        self.start_search(color, &request, Limits { visits: Some(PASS_VISITS), ..limits }, pass_policy, 0.0);
        self.searcher.wait(None);
        let report = self.report(color);
        self.searcher.forget();
        let decided = pass_policy.decide(&self.game, color, &report);
        let is_best = report.best().is_some_and(|best| best.action == decided);
        (!is_best || decided == Move::Abstain).then_some(decided)
    }

    /// The move of a level after its search; a pass if there is no placement. The seed and the number of the turn determine the draw.
    pub(super) fn chosen_at_level(&self, report: &Report) -> Move {
        let seed = self.settings.seed.wrapping_add(self.game.turns().len() as u64);
        let mut random = Randomness::new(seed, 0);
        let half_life = self.game.size().lines() as f64 / 3.0;
        let opening = 0.5_f64.powf(self.game.turns().len() as f64 / half_life);
        self.settings.level.choose(report, opening, &mut random).unwrap_or(Move::Abstain)
    }

    /// The move of a level whose own search decides about passing, where `best` is the move of that search: as drawn in the first turns, as
    /// many as the board has lines, while an eighth of the opening or more is left. Later the best move stands, however many visits it has.
    pub(super) fn varied_at_level(&self, report: &Report, best: Move) -> Move {
        let is_early = self.game.turns().len() < self.game.size().lines();
        let is_found = report.best().is_some_and(|first| first.action == best && first.known.is_none());
        if is_early && is_found && best != Move::Abstain { self.chosen_at_level(report) } else { best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::geometry::Point;

    fn levels() -> impl Iterator<Item = Level> {
        (1..=Level::MOST.number()).filter_map(Level::new)
    }

    #[test]
    fn every_level_sees_more_and_chooses_less_freely_than_the_one_below() {
        assert_eq!(levels().count(), 20);
        assert_eq!([0, 21, 256, 257].map(Level::new), [None; 4]);
        assert_eq!((Level::default(), Level::MOST.visits()), (Level::MOST, None));
        for pair in LEVELS.windows(2) {
            assert!(pair[0].visits < pair[1].visits || pair[0].temperature > pair[1].temperature);
            assert!(pair[0].visits <= pair[1].visits && pair[0].temperature >= pair[1].temperature);
            assert!(pair[0].least_likely <= pair[1].least_likely && pair[0].loss >= pair[1].loss);
        }
    }

    #[test]
    fn the_document_has_the_numbers_of_every_level() {
        let document = include_str!("../../../../docs/levels.md");
        for (number, Strength { visits, temperature, least_likely, loss }) in (1..).zip(LEVELS) {
            let row = format!(
                "| {number} | {visits} | {temperature} | {} % | {:.0} % |\n",
                100.0 * least_likely,
                100.0 * loss
            );
            assert!(document.contains(&row), "{row}");
        }
    }

    #[test]
    fn what_is_drawn_loses_little_and_is_no_abstention() {
        let [best, other, bad, rare] =
            [(2, 2), (3, 3), (4, 4), (5, 5)].map(|(column, row)| Move::Place(Point::new(column, row)));
        let candidates = vec![
            Candidate::example(Move::Abstain, 300, 0.9),
            Candidate::example(best, 200, 0.6),
            Candidate::example(other, 190, 0.59),
            Candidate::example(bad, 180, 0.25),
            Candidate::example(rare, 1, 0.6),
        ];
        let report = Report { candidates, ..Report::empty(Color::Black) };
        let mut random = Randomness::new(1, 0);
        for level in levels() {
            let drawn: Vec<_> = (0..200).filter_map(|_| level.choose(&report, 0.0, &mut random)).collect();
            let count = |action| drawn.iter().filter(|&&drawn| drawn == action).count();
            assert_eq!(count(best) + count(other) + count(rare), 200, "{level:?}");
            assert_eq!((count(other) > 0, count(rare) > 0), (level < Level(13), level < Level(4)), "{level:?}");
        }
        // On the empty board every level but the highest varies its moves.
        for level in levels() {
            let drawn: Vec<_> = (0..200).filter_map(|_| level.choose(&report, 1.0, &mut random)).collect();
            assert_eq!(drawn.contains(&other), level < Level::MOST, "{level:?}");
            assert!(level < Level(13) || !drawn.contains(&bad), "{level:?}");
        }
        let nothing =
            Report { candidates: vec![Candidate::example(Move::Abstain, 3, 0.5)], ..Report::empty(Color::Black) };
        assert_eq!(Level(1).choose(&nothing, 0.0, &mut random), None);
    }
}
