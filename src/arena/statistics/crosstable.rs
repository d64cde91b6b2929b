//! The crosstable of a match.

use super::sample::{GamePoints, Sample};

/// The results of each player against each other player.
///
/// ```
/// use onepure::arena::statistics::{Crosstable, GamePoints};
///
/// let mut table = Crosstable::new(3);
/// table.add_pair(0, 1, GamePoints::Win, GamePoints::Half);
/// table.add_single(2, 0, GamePoints::Win);
/// assert_eq!(table.meeting(1, 0).points(), 0.5);
/// assert_eq!(table.total(0).points(), 1.5);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Crosstable {
    players: usize,
    /// The row player's results against the column player, row by row.
    meetings: Vec<Sample>,
}

impl Crosstable {
    /// An empty table for `players` players.
    pub fn new(players: usize) -> Self {
        Self { players, meetings: vec![Sample::default(); players * players] }
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds a pair of games with the points of `player` in each.
    ///
    /// # Panics
    ///
    /// If the table has no such players.
    pub fn add_pair(&mut self, player: usize, opponent: usize, first: GamePoints, second: GamePoints) {
        self.meeting_mut(player, opponent).add_pair(first, second);
        self.meeting_mut(opponent, player).add_pair(first.of_opponent(), second.of_opponent());
    }

    /// Adds a single game with the points of `player`.
    ///
    /// # Panics
    ///
    /// If the table has no such players.
    pub fn add_single(&mut self, player: usize, opponent: usize, points: GamePoints) {
        self.meeting_mut(player, opponent).add_single(points);
        self.meeting_mut(opponent, player).add_single(points.of_opponent());
    }

    /// The results of `player` against `opponent`.
    ///
    /// # Panics
    ///
    /// If the table has no such players.
    pub fn meeting(&self, player: usize, opponent: usize) -> &Sample {
        &self.meetings[player * self.players + opponent]
    }

    /// The results of a player against all others.
    ///
    /// # Panics
    ///
    /// If the table has no such player.
    pub fn total(&self, player: usize) -> Sample {
        let mut total = Sample::default();
        for opponent in 0..self.players {
            total.add(self.meeting(player, opponent));
        }
        total
    }

    fn meeting_mut(&mut self, player: usize, opponent: usize) -> &mut Sample {
        &mut self.meetings[player * self.players + opponent]
    }
}
