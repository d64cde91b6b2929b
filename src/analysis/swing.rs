//! Swings: the change of the expected result by each move of a record.

use super::position_analysis::PositionAnalysis;
use crate::view::Terms;
use onepure_rules::board::Color;
use onepure_rules::rules::Move;
use serde::{Deserialize, Serialize};

/// The change of the expected result by a move of a record.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Swing {
    /// The number of the move, from 1.
    pub number: usize,
    /// The colour that moved.
    pub color: Color,
    /// The move.
    pub action: Move,
    /// The search's best move instead; `None` if it is the played one.
    pub better: Option<Move>,
    /// The win rate that the move lost, -1 to 1; negative for a gain.
    pub share: f64,
    /// The points that the move lost; negative for a gain.
    pub points: f64,
    /// The standard error of `share`.
    pub error: f64,
    /// The standard error of `points`.
    pub points_error: f64,
    /// The terms in which it is told.
    pub terms: Terms,
}

impl Swing {
    /// The change between two positions; `None` if the record has no move between them.
    pub fn between(before: &PositionAnalysis, after: &PositionAnalysis) -> Option<Self> {
        let action = before.position.played?;
        let color = before.position.color;
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let better = before.report.best().map(|best| best.action).filter(|&best| best != action);
        Some(Self {
            number: after.position.number,
            color,
            action,
            better,
            share: sign * (before.win_rate() - after.win_rate()),
            points: sign * (before.score_lead() - after.score_lead()),
            error: before.win_rate_error().hypot(after.win_rate_error()),
            points_error: before.score_error().hypot(after.score_error()),
            terms: Terms::of(before.game()),
        })
    }

    /// The losses of win rate and of points in units of a small mistake; 0 for one within two standard errors, the noise of the visits.
    fn losses(&self) -> [f64; 2] {
        [(self.share, self.error, LEAST), (self.points, self.points_error, LEAST_POINTS)]
            .map(|(change, error, unit)| if change.abs() > 2.0 * error { change / unit } else { 0.0 })
    }

    /// The greater of both losses beyond the noise of the visits, in units of a small mistake; 0 or less if nothing was lost.
    pub fn loss(&self) -> f64 {
        let [by_share, by_points] = self.losses();
        by_share.max(by_points)
    }

    /// The greater of both changes in either direction, as for [`Swing::loss`].
    fn size(&self) -> f64 {
        let [by_share, by_points] = self.losses().map(f64::abs);
        by_share.max(by_points)
    }

    /// Returns whether the change exceeds the noise of the visits and is as large as a small mistake.
    pub fn is_significant(&self) -> bool {
        self.size() >= 1.0
    }

    /// The size of the mistake. `None` if the loss is too small or within the noise of the visits, or if the move is
    /// the engine's own best move: then the loss is an error of the engine, not of the player.
    pub fn mistake_size(&self) -> Option<MistakeSize> {
        self.better.and_then(|_| MistakeSize::of(self.loss()))
    }
}

/// The smallest changes of the win rate and of the lead in points that are reported.
const LEAST: f64 = 0.05;
const LEAST_POINTS: f64 = 3.0;

/// The size of a mistake by the loss of win rate, or of points where that is more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MistakeSize {
    /// 5 % or 3 points or more.
    Small,
    /// 10 % or 6 points or more.
    Medium,
    /// 20 % or 12 points or more.
    Large,
}

impl MistakeSize {
    /// The name in JSON and in CSS classes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    /// The size of a [`Swing::loss`]; `None` if it is too small, or a gain.
    fn of(loss: f64) -> Option<Self> {
        [(4.0, Self::Large), (2.0, Self::Medium), (1.0, Self::Small)]
            .into_iter()
            .find_map(|(least, size)| (loss >= least).then_some(size))
    }
}

/// The changes between consecutive positions.
pub fn swings(analyses: &[PositionAnalysis]) -> Vec<Swing> {
    analyses.windows(2).filter_map(|pair| Swing::between(&pair[0], &pair[1])).collect()
}

/// The mistakes among consecutive moves of a game, the largest loss first.
///
/// A better move that a player misses for several turns counts once, with the largest loss: while both players miss it,
/// the expected result swings back and forth. Once a stone is placed on its point, it can be missed as a new mistake.
pub fn mistakes(swings: &[Swing]) -> Vec<Swing> {
    let mut found: Vec<Swing> = Vec::new();
    // The moves that each colour has missed and nobody has played since, with their index in `found`.
    let mut missed: Vec<(Color, Move, usize)> = Vec::new();
    for &swing in swings {
        if let (Some(_), Some(better)) = (swing.mistake_size(), swing.better) {
            match missed.iter().find(|&&(color, action, _)| (color, action) == (swing.color, better)) {
                Some(&(_, _, known)) if found[known].loss() >= swing.loss() => {}
                Some(&(_, _, known)) => found[known] = swing,
                None => {
                    // A pass is always possible, so each missed pass is a mistake of its own.
                    if better != Move::Abstain {
                        missed.push((swing.color, better, found.len()));
                    }
                    found.push(swing);
                }
            }
        }
        missed.retain(|&(_, action, _)| action != swing.action);
    }
    found.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
    found
}

/// The largest significant changes in either direction, the largest first, at most `most`.
pub fn largest(swings: &[Swing], most: usize) -> Vec<Swing> {
    let mut found: Vec<Swing> = swings.iter().copied().filter(Swing::is_significant).collect();
    found.sort_by(|one, other| other.size().total_cmp(&one.size()));
    found.truncate(most);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::RecordPosition;
    use onepure_engine::engine::{Candidate, Estimate, Report};
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::{Game, Ruleset};

    /// A game on 9×9 with made-up reports, and its mistakes. The tests of the page's scripts use the same games.
    #[derive(Deserialize)]
    struct MadeUp {
        name: String,
        moves: Vec<(Color, Move)>,
        positions: Vec<Found>,
        mistakes: Vec<Expected>,
    }

    /// Black's win rate and lead, and the engine's best move.
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Found {
        win_rate: f64,
        #[serde(default)]
        lead: f64,
        visits: u64,
        best: Option<Move>,
    }

    #[derive(Deserialize, PartialEq, Debug)]
    struct Expected {
        number: usize,
        color: Color,
        better: Option<Move>,
        size: MistakeSize,
    }

    fn swing(number: usize, share: f64) -> Swing {
        let (color, action, better) = (Color::Black, Move::Abstain, Some(Move::Abstain));
        Swing {
            number,
            color,
            action,
            better,
            share,
            points: 0.0,
            error: 0.06,
            points_error: 0.0,
            terms: Terms::OnePure,
        }
    }

    fn analyses(made_up: &MadeUp) -> Vec<PositionAnalysis> {
        let mut game = Game::new(BoardSize::new(9).expect("9 lines"), Ruleset::one_pure());
        let mut moves = made_up.moves.iter();
        let positions = made_up.positions.iter().enumerate().map(|(number, found)| {
            let played = moves.next().copied();
            let color = played.map_or(game.to_play(), |(color, _)| color);
            let (win_rate, score) =
                if color == Color::Black { (found.win_rate, found.lead) } else { (1.0 - found.win_rate, -found.lead) };
            let position = Estimate { visits: found.visits, win_rate, value: win_rate, score, score_deviation: 0.0 };
            let candidates = found.best.map(|best| Candidate::example(best, found.visits, win_rate));
            let report = Report { position, candidates: candidates.into_iter().collect(), ..Report::empty(color) };
            let played_move = played.map(|(_, action)| action);
            let here = RecordPosition { number, game: game.clone(), color, played: played_move, place: None };
            if let Some((color, action)) = played {
                game.play_as(color, action).expect("a legal move");
            }
            PositionAnalysis::with_report(here, report)
        });
        positions.collect()
    }

    #[test]
    fn mistakes_of_made_up_games() {
        let games: Vec<MadeUp> = serde_json::from_str(include_str!("../../tests/data/mistakes.json")).expect("games");
        for game in &games {
            let found = mistakes(&swings(&analyses(game))).into_iter().map(|swing| {
                let Swing { number, color, better, .. } = swing;
                Expected { number, color, better, size: swing.mistake_size().expect("a loss") }
            });
            assert_eq!(found.collect::<Vec<_>>(), game.mistakes, "{}", game.name);
        }
    }

    #[test]
    fn the_largest_come_first() {
        let swings = [swing(1, 0.13), swing(2, -0.3), swing(3, 0.11), swing(4, 0.2)];
        let numbers = |most| largest(&swings, most).iter().map(|swing| swing.number).collect::<Vec<_>>();
        assert_eq!(numbers(9), [2, 4, 1], "a change within two standard errors is noise");
        assert_eq!(numbers(2), [2, 4]);
        assert_eq!(mistakes(&swings).iter().map(|swing| swing.number).collect::<Vec<_>>(), [4, 1], "only losses");
        let small = Swing { error: 0.0, ..swing(5, 0.04) };
        assert!(!small.is_significant());
    }
}
