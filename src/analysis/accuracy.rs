//! The accuracy of a player: what its moves lost, with the uncertainty of that.

use super::swing::Swing;
use onepure_engine::engine::share_interval;
use onepure_rules::board::Color;

/// The accuracy of a player's moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Accuracy {
    /// The number of moves.
    pub moves: usize,
    /// The mean fraction of the win rate that a move kept; 1 if no move lost any.
    pub kept: f64,
    /// The standard error of `kept`, caused by the noise of the visits.
    pub error: f64,
    /// The mean loss of points per move; negative for a gain.
    pub points: f64,
    /// The number of moves that were the search's best move.
    pub best: usize,
}

impl Accuracy {
    /// The accuracy of a colour's moves; `None` if it has none.
    pub fn of(swings: &[Swing], color: Color) -> Option<Self> {
        let own: Vec<&Swing> = swings.iter().filter(|swing| swing.color == color).collect();
        if own.is_empty() {
            return None;
        }
        let number = own.len() as f64;
        let mean = |value: fn(&Swing) -> f64| own.iter().map(|swing| value(swing)).sum::<f64>() / number;
        Some(Self {
            moves: own.len(),
            kept: (1.0 - mean(|swing| swing.share)).clamp(0.0, 1.0),
            error: mean(|swing| swing.error * swing.error).sqrt() / number.sqrt(),
            points: mean(|swing| swing.points),
            best: own.iter().filter(|swing| swing.better.is_none()).count(),
        })
    }

    /// The 95 % interval of the fraction of best moves, for independent moves.
    pub fn best_interval(&self) -> (f64, f64) {
        share_interval(self.best as f64 / self.moves as f64, self.moves as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Terms;
    use onepure_rules::rules::Move;

    #[test]
    fn it_is_the_mean_of_the_moves() {
        let swing = |color, share, better| Swing {
            number: 1,
            color,
            action: Move::Abstain,
            better,
            share,
            points: 10.0 * share,
            error: 0.02,
            points_error: 0.0,
            terms: Terms::OnePure,
        };
        let other = Some(Move::Abstain);
        let swings = [
            swing(Color::Black, 0.1, other),
            swing(Color::White, 0.9, other),
            swing(Color::Black, 0.0, None),
            swing(Color::Black, 0.02, None),
            swing(Color::Black, 0.0, None),
        ];
        let black = Accuracy::of(&swings, Color::Black).expect("four moves");
        assert_eq!((black.moves, black.best), (4, 3));
        assert!((black.kept - 0.97).abs() < 1e-9 && (black.points - 0.3).abs() < 1e-9);
        assert!((black.error - 0.01).abs() < 1e-9);
        let (least, most) = black.best_interval();
        assert!((0.30..0.31).contains(&least) && (0.95..0.96).contains(&most), "{least} {most}");
        assert_eq!(Accuracy::of(&swings[..1], Color::White), None);
    }
}
