//! The standing of a match.

use super::pairings::Schedule;
use crate::arena::statistics::{Crosstable, GamePoints, Sample};
use crate::arena::{Played, Winner};
use onepure_rules::board::Color;
use std::collections::BTreeMap;

/// The points of a player for a game with this winner; `None` if the game has no result.
pub fn points_of(color: Color, winner: Winner) -> Option<GamePoints> {
    let won = |winner| if winner == color { GamePoints::Win } else { GamePoints::Loss };
    match winner {
        Winner::Black => Some(won(Color::Black)),
        Winner::White => Some(won(Color::White)),
        Winner::Draw | Winner::BothLose => Some(GamePoints::Half),
        Winner::Void => None,
    }
}

/// The score of the players after any of the games, in any order.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The crosstable. A game whose partner is missing or void counts as a single game.
    pub table: Crosstable,
    /// The first player's results for the sequential test. It leaves out games whose partner is missing, so that each
    /// pair counts once, as a pair.
    pub tested: Sample,
}

impl Standing {
    /// The standing of the players with these names. Games of other players are ignored.
    pub fn of(names: &[String], games: &[Played]) -> Self {
        let by_number: BTreeMap<usize, &Played> = games.iter().map(|game| (game.number, game)).collect();
        let mut standing = Self { table: Crosstable::new(names.len()), tested: Sample::default() };
        let index = |name: &str| names.iter().position(|known| known == name);
        for (&number, &game) in &by_number {
            let (black, white) = (&game.players.black.name, &game.players.white.name);
            let (Some(black), Some(white)) = (index(black), index(white)) else { continue };
            let Some(points) = points_of(Color::Black, game.winner) else { continue };
            let partner = by_number.get(&Schedule::partner(number));
            // The partner game has exchanged colours.
            let partner_points = partner.and_then(|partner| points_of(Color::White, partner.winner));
            match partner_points {
                Some(partner_points) if number < Schedule::partner(number) => {
                    standing.table.add_pair(black, white, points, partner_points);
                    let (first, second) = (of_first(black, points), of_first(black, partner_points));
                    standing.tested.add_pair(first, second);
                }
                Some(_) => {}
                None => {
                    standing.table.add_single(black, white, points);
                    if partner.is_some() {
                        standing.tested.add_single(of_first(black, points));
                    }
                }
            }
        }
        standing
    }
}

/// The points of the first player in a game in which the player with index `player` got `points`.
fn of_first(player: usize, points: GamePoints) -> GamePoints {
    if player == 0 { points } else { points.of_opponent() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::example::played;

    fn standing(games: &[Played]) -> Standing {
        Standing::of(&["a", "b", "c"].map(str::to_owned), games)
    }

    #[test]
    fn pairs_are_found_in_any_order() {
        let games = [
            played(4, "b", "a", "W+3"),
            played(1, "a", "b", "B+1"),
            played(3, "a", "b", "0"),
            played(2, "b", "a", "B+Resign"),
        ];
        let standing = standing(&games);
        // 1 and 2: a wins and loses. 3 and 4: a draws and wins.
        assert_eq!(standing.tested, Sample { pairs: [0, 0, 1, 1, 0], ..Sample::default() });
        assert_eq!(standing.table.meeting(0, 1), &standing.tested);
        assert_eq!(standing.table.meeting(1, 0).pairs, [0, 1, 1, 0, 0]);
    }

    #[test]
    fn a_game_whose_partner_is_void_counts_by_itself() {
        let games = [played(1, "a", "b", "W+1"), played(2, "b", "a", "Void"), played(3, "a", "b", "Void")];
        let standing = standing(&games);
        assert_eq!(standing.tested, Sample { singles: [1, 0, 0], ..Sample::default() });
        assert_eq!(standing.table.meeting(1, 0).singles, [0, 0, 1]);
    }

    #[test]
    fn a_test_waits_for_the_partner() {
        let standing = standing(&[played(1, "a", "b", "B+1")]);
        assert_eq!(standing.tested, Sample::default());
        assert_eq!(standing.table.total(0).games(), 1);
    }

    #[test]
    fn a_game_that_both_lose_is_half_a_point_for_each() {
        let games = [played(1, "a", "b", "Both-lose"), played(2, "b", "a", "B+1"), played(3, "b", "c", "W+1")];
        let table = standing(&games).table;
        assert_eq!([0, 1, 2].map(|player| table.total(player).points().to_string()), ["0.5", "1.5", "1"]);
    }

    #[test]
    fn games_of_others_count_nowhere() {
        assert_eq!(standing(&[played(1, "a", "x", "B+1")]).table, Crosstable::new(3));
    }
}
