//! The pairings of a match: order and colours.

use onepure_rules::board::PerColor;
use std::fmt;
use std::str::FromStr;

/// The pairings of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Each player against each other player.
    RoundRobin,
    /// The player with this index against each of the others.
    Gauntlet(usize),
}

/// The games of a match, numbered from 1.
///
/// Two consecutive games with the same opening and exchanged colours are a *pair*: 1 and 2, 3 and 4, and so on. All
/// pairings play one pair from an opening, then all play the next. So a longer match begins with the same games.
///
/// ```
/// use onepure::arena::schedule::{Format, Schedule};
///
/// let schedule = Schedule::new(3, Format::Gauntlet(2), 4);
/// let colours = schedule.games(None).map(|scheduled| (scheduled.players.black, scheduled.players.white, scheduled.round));
/// let expected = [(2, 0, 0), (0, 2, 0), (2, 1, 0), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 1), (1, 2, 1)];
/// assert_eq!(colours.collect::<Vec<_>>(), expected);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    games: usize,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game, from 1.
    pub number: usize,
    /// The indices of the players.
    pub players: PerColor<usize>,
    /// The number of pairs that these players have played before. It selects the opening, counted from 0.
    pub round: usize,
}

impl Schedule {
    /// A schedule of `players` players in which each two who meet play `games` games. If `games` is odd, the last game
    /// has no partner.
    pub fn new(players: usize, format: Format, games: usize) -> Self {
        let pairings = match format {
            Format::RoundRobin => (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect(),
            Format::Gauntlet(one) => (0..players).filter(|&other| other != one).map(|other| (one, other)).collect(),
        };
        Self { pairings, games }
    }

    /// The number of games of a shard, or of the whole match.
    pub fn len(&self, shard: Option<Shard>) -> usize {
        let pairs_before = |pair: usize| shard.map_or(pair, |shard| shard.count_below(pair));
        let all = self.games.div_ceil(2).saturating_mul(self.pairings.len());
        let whole = (self.games / 2).saturating_mul(self.pairings.len());
        // If the number of games is odd, the pairs of the last round have one game each.
        pairs_before(all).saturating_add(pairs_before(whole))
    }

    /// The games of a shard, or of the whole match, in order.
    pub fn games(&self, shard: Option<Shard>) -> impl Iterator<Item = ScheduledGame> + '_ {
        let rounds = self.games.div_ceil(2);
        let pairs = (0..rounds * self.pairings.len()).filter(move |&pair| shard.is_none_or(|shard| shard.has(pair)));
        pairs.flat_map(|pair| {
            let (round, (one, other)) = (pair / self.pairings.len(), self.pairings[pair % self.pairings.len()]);
            let first = ScheduledGame { number: 2 * pair + 1, players: PerColor { black: one, white: other }, round };
            let second = ScheduledGame { number: 2 * pair + 2, players: PerColor { black: other, white: one }, round };
            let has_second = 2 * round + 1 < self.games;
            std::iter::once(first).chain(has_second.then_some(second))
        })
    }

    /// Returns whether a shard, or the whole match, has a game with this number.
    pub fn has(&self, number: usize, shard: Option<Shard>) -> bool {
        let Some(pair) = number.checked_sub(1).map(|index| index / 2) else { return false };
        let Some(round) = pair.checked_div(self.pairings.len()) else { return false };
        let games_before = 2 * round + usize::from(number.is_multiple_of(2));
        games_before < self.games && shard.is_none_or(|shard| shard.has(pair))
    }

    /// The game with the same opening and exchanged colours.
    pub const fn partner(number: usize) -> usize {
        if number % 2 == 1 { number + 1 } else { number - 1 }
    }
}

/// A part of the games of a match or of self-play: shard 1 of 4 plays the first of every four pairs. Its text is `1/4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: usize,
    number: usize,
}

/// A text that is not a shard.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a shard: I/N with I from 1 to N, such as 1/4")]
pub struct ShardError(String);

impl Shard {
    /// Returns whether this shard has pair `number` of a match, or game `number` of self-play, counted from 0.
    pub(in crate::arena) fn has(self, number: usize) -> bool {
        number % self.number == self.index - 1
    }

    /// The count of numbers below `number` that belong to this shard.
    fn count_below(self, number: usize) -> usize {
        number / self.number + usize::from(number % self.number >= self.index)
    }

    /// The shard as part of a file name, such as `1-of-4`.
    pub fn file_name(self) -> String {
        format!("{}-of-{}", self.index, self.number)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let parsed = text.split_once('/').and_then(|(index, number)| {
            let shard = Self { index: index.parse().ok()?, number: number.parse().ok()? };
            (1..=shard.number).contains(&shard.index).then_some(shard)
        });
        parsed.ok_or_else(|| ShardError(text.to_owned()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn numbers(schedule: &Schedule, shard: Option<&str>) -> Vec<usize> {
        let shard = shard.map(|text| text.parse().expect("a shard"));
        schedule.games(shard).map(|scheduled| scheduled.number).collect()
    }

    #[test]
    fn everybody_plays_everybody_with_both_colours_from_each_opening() {
        let schedule = Schedule::new(4, Format::RoundRobin, 6);
        let mut times = BTreeMap::new();
        for scheduled in schedule.games(None) {
            *times.entry((scheduled.players.black, scheduled.players.white, scheduled.round)).or_insert(0) += 1;
        }
        // Four players make twelve ordered pairs, and each plays three openings once.
        assert_eq!((times.len(), times.values().all(|&count| count == 1)), (36, true));
        assert_eq!(schedule.len(None), 36);
    }

    #[test]
    fn a_longer_match_begins_with_the_games_of_a_shorter_one() {
        let [short, long] = [5, 9].map(|games| Schedule::new(3, Format::RoundRobin, games));
        let long: Vec<ScheduledGame> = long.games(None).collect();
        assert!(short.games(None).all(|scheduled| long.contains(&scheduled)));
        assert_eq!(short.len(None), 15);
        assert_eq!(numbers(&Schedule::new(2, Format::RoundRobin, 3), None), [1, 2, 3]);
    }

    #[test]
    fn shards_share_the_games_out_pair_by_pair() {
        let schedule = Schedule::new(3, Format::RoundRobin, 7);
        let shards: Vec<Vec<usize>> =
            ["1/4", "2/4", "3/4", "4/4"].iter().map(|shard| numbers(&schedule, Some(shard))).collect();
        let together: BTreeSet<usize> = shards.iter().flatten().copied().collect();
        assert_eq!(together, numbers(&schedule, None).into_iter().collect());
        assert_eq!(shards.iter().map(Vec::len).sum::<usize>(), together.len());
        let all: BTreeSet<usize> = together;
        for (shard, text) in shards.iter().zip(["1/4", "2/4", "3/4", "4/4"]) {
            let shard_of = text.parse().ok();
            let has: Vec<usize> = (0..100).filter(|&number| schedule.has(number, shard_of)).collect();
            assert_eq!(has, *shard);
        }
        for shard in shards {
            assert!(shard.iter().all(|&number| {
                let partner = Schedule::partner(number);
                shard.contains(&partner) || !all.contains(&partner)
            }));
        }
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in ["0/4", "5/4", "1/0", "1", "a/b", "1/4/2", "-1/4", ""] {
            let error = text.parse::<Shard>().expect_err(text).to_string();
            assert_eq!(error, format!("`{text}` is not a shard: I/N with I from 1 to N, such as 1/4"));
        }
        let shard: Shard = "2/4".parse().expect("a shard");
        assert_eq!((shard.to_string(), shard.file_name()), ("2/4".to_owned(), "2-of-4".to_owned()));
    }
}
