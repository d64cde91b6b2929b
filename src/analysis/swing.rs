//! How much each move of a record changed what was expected.

use super::position_analysis::PositionAnalysis;
use onepure_rules::board::Color;
use onepure_rules::rules::Move;
use serde::{Deserialize, Serialize};

/// What a move of a record changed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Swing {
    /// The number of the move, from 1.
    pub number: usize,
    /// Who moved.
    pub color: Color,
    /// The move.
    pub action: Move,
    /// What the search judged to be the best in its place; `None` if it is that move.
    pub better: Option<Move>,
    /// The share of wins that the mover lost by it, -1 to 1; below nought, what it gained.
    pub share: f64,
    /// The points that the mover lost by it, in the same way.
    pub points: f64,
    /// The standard error of `share`.
    pub error: f64,
}

impl Swing {
    /// What the move between two positions changed; `None` if the record has no move between them.
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
        })
    }

    /// Whether it is large enough for a word, and too large to be the noise of its visits: more than two standard errors.
    pub fn is_significant(&self) -> bool {
        self.share.abs() >= LEAST && self.share.abs() > 2.0 * self.error
    }

    /// How large a mistake the move is: `None` if it loses too little, if the loss is within the noise of its visits, or if the move
    /// is the engine's own first candidate, whose loss is the engine's error and not the player's.
    pub fn mistake_size(&self) -> Option<MistakeSize> {
        if self.better.is_none() || !self.is_significant() {
            return None;
        }
        MistakeSize::of(self.share)
    }

    /// Whether the points went the other way than the wins, so far that it is seen in tenths.
    pub fn opposes(&self) -> bool {
        self.points.abs() >= 0.05 && (self.points > 0.0) != (self.share > 0.0)
    }
}

/// A smaller change of the share of wins is not worth a word.
const LEAST: f64 = 0.05;

/// How large a mistake is, by the share of wins that it lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MistakeSize {
    /// 5 % or more.
    Small,
    /// 10 % or more.
    Medium,
    /// 20 % or more.
    Large,
}

impl MistakeSize {
    /// Its name in JSON and in classes of HTML.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    /// The size of a loss of this share of wins; `None` if it is too small or a gain.
    fn of(share: f64) -> Option<Self> {
        match share {
            lost if lost >= 0.20 => Some(Self::Large),
            lost if lost >= 0.10 => Some(Self::Medium),
            lost if lost >= LEAST => Some(Self::Small),
            _ => None,
        }
    }
}

/// What each move between these positions changed; they follow one another.
pub fn swings(analyses: &[PositionAnalysis]) -> Vec<Swing> {
    analyses.windows(2).filter_map(|pair| Swing::between(&pair[0], &pair[1])).collect()
}

/// The mistakes among the moves of a game, which follow one another; the largest loss first.
///
/// A better move that a player leaves unplayed for several turns is one mistake, the largest of them: both players may take turns
/// to miss it, and each time the wins go back and forth. It is a new one once somebody has placed a stone on its point.
pub fn mistakes(swings: &[Swing]) -> Vec<Swing> {
    let mut found: Vec<Swing> = Vec::new();
    // What each colour has missed and nobody has played since, with its place in `found`.
    let mut missed: Vec<(Color, Move, usize)> = Vec::new();
    for &swing in swings {
        if let (Some(_), Some(better)) = (swing.mistake_size(), swing.better) {
            match missed.iter().find(|&&(color, action, _)| (color, action) == (swing.color, better)) {
                Some(&(_, _, known)) if found[known].share >= swing.share => {}
                Some(&(_, _, known)) => found[known] = swing,
                None => {
                    // A pass can always be played: each move in place of one is a mistake of its own.
                    if better != Move::Abstain {
                        missed.push((swing.color, better, found.len()));
                    }
                    found.push(swing);
                }
            }
        }
        missed.retain(|&(_, action, _)| action != swing.action);
    }
    found.sort_by(|one, other| other.share.total_cmp(&one.share));
    found
}

/// The largest changes to either side beyond the noise of their visits, the largest first, no more than so many.
pub fn largest(swings: &[Swing], most: usize) -> Vec<Swing> {
    let mut found: Vec<Swing> = swings.iter().copied().filter(Swing::is_significant).collect();
    found.sort_by(|one, other| other.share.abs().total_cmp(&one.share.abs()));
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

    /// A game on 9×9 with made-up reports, and its mistakes. The scripts of the page are held to the same games.
    #[derive(Deserialize)]
    struct MadeUp {
        name: String,
        moves: Vec<(Color, Move)>,
        positions: Vec<Found>,
        mistakes: Vec<Expected>,
    }

    /// Black's share of wins, and the engine's first candidate.
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Found {
        win_rate: f64,
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
        Swing { number, color, action, better, share, points: 0.0, error: 0.06 }
    }

    fn analyses(made_up: &MadeUp) -> Vec<PositionAnalysis> {
        let mut game = Game::new(BoardSize::new(9).expect("9 lines"), Ruleset::one_pure());
        let mut moves = made_up.moves.iter();
        let positions = made_up.positions.iter().enumerate().map(|(number, found)| {
            let played = moves.next().copied();
            let color = played.map_or(game.to_play(), |(color, _)| color);
            let win_rate = if color == Color::Black { found.win_rate } else { 1.0 - found.win_rate };
            let position =
                Estimate { visits: found.visits, win_rate, value: win_rate, score: 0.0, score_deviation: 0.0 };
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
            let found =
                mistakes(&swings(&analyses(game))).into_iter().map(|Swing { number, color, better, share, .. }| {
                    Expected { number, color, better, size: MistakeSize::of(share).expect("a loss") }
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
