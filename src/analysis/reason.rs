//! The reason of a mistake, as the search sees it.

use super::position_analysis::PositionAnalysis;
use onepure_rules::board::Color;
use onepure_rules::geometry::{Point, PointSet};
use onepure_rules::rules::{Destination, Game, Move};

/// The reason of a mistake: what the search expects to follow, or what the better move would have brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MistakeReason {
    /// Stones that the other colour removes.
    Removed(Removal),
    /// Stones of the other colour that the better move would have removed, itself or later.
    Missed {
        /// The better move.
        better: Point,
        /// The removal.
        removal: Removal,
    },
    /// A chain of this colour that the other colour is now expected to hold.
    Falls(Color, PointSet),
    /// A chain of this colour, the opponent's, that seemed lost and is now expected to hold.
    Holds(Color, PointSet),
    /// A pass although this placement was better.
    Passed(Point),
    /// A placement although a pass was better.
    NotPassed,
    /// The best reply of this colour.
    Reply(Color, Move),
}

/// Stones that a placement of the other colour removes from the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The colour that places.
    pub by: Color,
    /// The placement.
    pub point: Point,
    /// The number of moves before it in the variation.
    pub ply: usize,
    /// The number of stones.
    pub stones: usize,
    /// Whether the stones are captured, and do not retire.
    pub are_captured: bool,
}

/// The number of moves of a variation that a reason may cite. Later ones are guesses.
const PLIES: usize = 6;

/// The smallest removal that a reason cites later than in the first move.
const LEAST_LATER: usize = 2;

/// The smallest chain whose fall a reason cites.
const LEAST_CHAIN: usize = 2;

/// The mean ownership from which on a chain counts as held, or as lost.
const CLEAR: f64 = 0.3;

impl MistakeReason {
    /// The reason of the move between two positions. `None` if there is no move, or if play ended by it: the end is the reason.
    pub fn between(before: &PositionAnalysis, after: &PositionAnalysis) -> Option<Self> {
        let (color, action) = (before.position.color, before.position.played?);
        if after.game().is_over() {
            return None;
        }
        let replies = variation(after);
        let better = before.report.best().map(|best| best.action).filter(|&best| best != action)?;
        let removed = removal(after.game(), !color, replies);
        let missed = removal(before.game(), color, variation(before)).and_then(|removal| match better {
            Move::Place(better) => Some(Self::Missed { better, removal }),
            Move::Abstain => None,
        });
        let is_first = |reason: &Self| match reason {
            Self::Removed(removal) | Self::Missed { removal, .. } => removal.ply == 0,
            _ => true,
        };
        let removed = removed.map(Self::Removed);
        let falls = || turned(before, after, color).map(|chain| Self::Falls(color, chain));
        let holds = || turned(before, after, !color).map(|chain| Self::Holds(!color, chain));
        removed
            .filter(is_first)
            .or_else(|| missed.filter(is_first))
            .or_else(falls)
            .or(removed)
            .or_else(holds)
            .or(missed)
            .or(match (action, better) {
                (Move::Abstain, Move::Place(point)) => Some(Self::Passed(point)),
                (Move::Place(_), Move::Abstain) => Some(Self::NotPassed),
                _ => replies.first().map(|&reply| Self::Reply(!color, reply)),
            })
    }
}

/// The moves that the search expects from a position on.
fn variation(analysis: &PositionAnalysis) -> &[Move] {
    analysis.report.best().map_or(&[], |best| &best.variation)
}

/// The first removal of the other colour's stones in a variation that `color` begins.
fn removal(game: &Game, color: Color, variation: &[Move]) -> Option<Removal> {
    let mut game = game.clone();
    let mut mover = color;
    for (ply, &action) in variation.iter().take(PLIES).enumerate() {
        let (turn, by) = (game.play_as(mover, action).ok()?, mover);
        mover = !mover;
        let Move::Place(point) = action else { continue };
        let chains = turn.retired.iter().filter(|chain| chain.color != color);
        let (stones, is_quarantined) = chains.fold((0, false), |(stones, is_quarantined), chain| {
            (stones + chain.stones.len(), is_quarantined || chain.quarantined)
        });
        if by == color && stones >= if ply == 0 { 1 } else { LEAST_LATER } {
            let are_captured = game.articles().destination(is_quarantined) == Destination::Captured;
            return Some(Removal { by, point, ply, stones, are_captured });
        }
    }
    None
}

/// The largest chain after the move whose expected holder changed against the player of the move: of the mover's `color` from held to
/// lost, of the opponent's from lost to held.
fn turned(before: &PositionAnalysis, after: &PositionAnalysis, color: Color) -> Option<PointSet> {
    let sign = if color == Color::Black { 1.0 } else { -1.0 };
    let mean = |analysis: &PositionAnalysis, chain: PointSet| -> Option<f64> {
        let balances = chain.iter().map(|point| analysis.balance(point)).sum::<Option<f64>>()?;
        Some(sign * balances / chain.len() as f64)
    };
    let is_mover = before.position.color == color;
    let board = after.game().board();
    let mut rest = board.stones(color);
    let mut largest: Option<PointSet> = None;
    while let Some(point) = rest.first() {
        let chain = board.chain(point);
        rest -= chain;
        let (Some(was), Some(is)) = (mean(before, chain), mean(after, chain)) else { continue };
        let (held, lost) = if is_mover { (was, is) } else { (is, was) };
        let is_larger = largest.is_none_or(|largest| chain.len() > largest.len());
        if chain.len() >= LEAST_CHAIN && held >= CLEAR && lost <= -CLEAR && is_larger {
            largest = Some(chain);
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{RecordPosition, mistake_reason};
    use crate::view::Language;
    use onepure_engine::engine::{Candidate, Report};
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::Ruleset;

    fn moves(line: &str) -> Vec<Move> {
        let read = |name: &str| match name {
            "pass" => Move::Abstain,
            point => Move::Place(point.parse().expect("a point")),
        };
        line.split_whitespace().map(read).collect()
    }

    /// The analyses before and after the last of these moves on 5×5, with the expected variations.
    fn around(ruleset: Ruleset, line: &str, better: &str, replies: &str) -> (PositionAnalysis, PositionAnalysis) {
        let line = moves(line);
        let (&played, earlier) = line.split_last().expect("a move");
        let mut game = Game::new(BoardSize::new(5).expect("5 lines"), ruleset);
        for &action in earlier {
            game.play(action).expect("a legal move");
        }
        let mut after = game.clone();
        after.play(played).expect("a legal move");
        let analysis = |game: Game, played, variation: &str| {
            let color = game.to_play();
            let variation = moves(variation);
            let best = variation
                .first()
                .map(|&action| Candidate { variation: variation.clone(), ..Candidate::example(action, 100, 0.5) });
            let report = Report { candidates: best.into_iter().collect(), ..Report::empty(color) };
            PositionAnalysis::with_report(RecordPosition { number: 0, game, color, played, place: None }, report)
        };
        (analysis(game, Some(played), better), analysis(after, None, replies))
    }

    fn told(ruleset: Ruleset, line: &str, better: &str, replies: &str) -> [Option<String>; 2] {
        let (before, after) = around(ruleset, line, better, replies);
        Language::ALL.map(|language| mistake_reason(&before, &after, language))
    }

    fn english(line: &str, better: &str, replies: &str) -> String {
        let [english, korean] = told(Ruleset::one_pure(), line, better, replies);
        assert!(korean.is_some());
        english.expect("a reason")
    }

    /// Black's A1 and B1 have one liberty after these moves.
    const ATARI: &str = "A1 A2 B1 B2 E5";

    #[test]
    fn the_reply_removes_stones() {
        assert_eq!(english(ATARI, "C1", "C1 D4"), "White's reply C1 retires 2 stones.");
        let [english, korean] = told(Ruleset::chinese(), ATARI, "C1", "C1 D4");
        assert_eq!(english.as_deref(), Some("White's reply C1 captures 2 stones."));
        assert_eq!(korean.as_deref(), Some("백이 C1에 두면 흑 2점이 잡힙니다."));
    }

    #[test]
    fn a_later_move_removes_stones() {
        assert_eq!(english(ATARI, "C1", "E1 D4 C1"), "White goes on to retire 2 stones with C1.");
    }

    #[test]
    fn the_better_move_would_have_removed_stones() {
        let line = "E5 A1 A2 B1 B2 D5 E4";
        assert_eq!(english(line, "C1", "C1 E3"), "C1 would have retired 2 stones.");
        assert_eq!(english(line, "D3 E3 C1", "E3"), "After D3, C1 would have retired 2 stones.");
    }

    #[test]
    fn a_pass_and_a_quiet_move() {
        assert_eq!(english("E5 A1 pass", "C3", "D4"), "C3 was better than to pass the turn on.");
        assert_eq!(english("E5 A1 C3", "pass", "D4"), "To pass the turn on was better than any placement.");
        assert_eq!(english("E5 A1 C3", "D3", "D4"), "White's best reply is D4.");
        assert_eq!(english("E5 A1 C3", "D3", "pass"), "White need not reply.");
    }

    #[test]
    fn the_end_of_play_is_its_own_reason() {
        let retake = "A2 A1 A3 B2 E5 C1 B1 A1";
        let told = english(retake, "D4", "");
        assert!(told.contains("loses at once") && told.contains("article"), "{told}");
    }

    #[test]
    fn no_move_has_no_reason() {
        let (before, _) = around(Ruleset::one_pure(), "E5", "E5", "A1");
        assert_eq!(MistakeReason::between(&before, &before), None, "the engine would have played it");
    }
}
