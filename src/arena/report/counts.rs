//! Counts of results.

use super::super::{Played, Winner};
use onepure_rules::board::Color;

/// The results of one player, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    pub(super) won: usize,
    pub(super) lost: usize,
    pub(super) drawn: usize,
    pub(super) both_lost: usize,
    pub(super) void: usize,
}

impl Counts {
    /// The results of a player with one colour, or with both.
    pub(super) fn of(games: &[Played], name: &str, color: Option<Color>) -> Self {
        let mut counts = Self::default();
        for game in games {
            for own in Color::BOTH.into_iter().filter(|&own| color.is_none_or(|color| color == own)) {
                if game.players[own].name == name {
                    counts.add(game.winner, own);
                }
            }
        }
        counts
    }

    fn add(&mut self, winner: Winner, own: Color) {
        let count = match winner {
            Winner::Draw => &mut self.drawn,
            Winner::BothLose => &mut self.both_lost,
            Winner::Void => &mut self.void,
            Winner::Black | Winner::White if winner == Winner::from(own) => &mut self.won,
            Winner::Black | Winner::White => &mut self.lost,
        };
        *count += 1;
    }

    /// The sum of two counts.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
            both_lost: self.both_lost + other.both_lost,
            void: self.void + other.void,
        }
    }

    /// The number of games.
    pub(super) fn games(&self) -> usize {
        self.won + self.lost + self.drawn + self.both_lost + self.void
    }

    /// The cells of a table with [`Counts::COLUMNS`].
    pub(super) fn cells(&self) -> impl Iterator<Item = String> {
        [self.games(), self.won, self.lost, self.drawn, self.both_lost, self.void]
            .into_iter()
            .map(|count| count.to_string())
    }

    pub(super) const COLUMNS: [&str; 6] = ["Games", "Won", "Lost", "Drawn", "Both lost", "Void"];
}

/// The numbers of the first games of a list, and the count of the others.
pub(super) fn numbers(games: &[&Played]) -> String {
    const MOST: usize = 10;
    let first: Vec<String> = games.iter().take(MOST).map(|game| game.number.to_string()).collect();
    let more = games.len().saturating_sub(MOST);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    first.join(", ") + &rest
}
