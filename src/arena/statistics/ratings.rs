//! Ratings of three or more players.

use super::crosstable::Crosstable;
use super::elo::score_of_elo;

/// The maximum-likelihood ratings of the players of a match, by the model of R. Bradley and M. Terry ("Rank Analysis of
/// Incomplete Block Designs", Biometrika 39, 1952). The difference of two ratings is the Elo difference that gives the
/// expected score. A half point counts as half a win.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The rating of each player, in the order of the crosstable. The mean is 0.
    pub players: Vec<Rating>,
    /// Whether one drawn game was added for each two players who met. That is needed if a player or a group of players
    /// won or lost every game against the others: then the likelihood has no maximum.
    pub with_drawn_games: bool,
}

/// The rating of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The Elo difference to the mean of all players.
    pub elo: f64,
    /// Half the width of the 95 % interval, in Elo: 1.96 standard errors, from the Fisher information.
    pub error: f64,
}

/// Why there are no ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RatingsError {
    /// No chain of games connects some of the players.
    #[error("there are no ratings until games connect all players")]
    NotConnected,
}

/// The 97.5 % point of the normal distribution.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Elo per unit of log odds.
const ELO_OF_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

/// The search ends when no rating moves by more than this, in Elo, or after this number of steps.
const EXACT_ENOUGH: f64 = 1e-9;
const MOST_STEPS: usize = 200;

impl Ratings {
    /// The maximum-likelihood ratings for the results of a crosstable.
    pub fn of(table: &Crosstable) -> Result<Self, RatingsError> {
        let players = table.players();
        let mut points = Matrix::new(players);
        for (row, column) in pairings(players) {
            points[(row, column)] = table.meeting(row, column).points();
        }
        let met = |points: &Matrix, a, b| points[(a, b)] + points[(b, a)] > 0.0;
        if !reaches_all(players, |a, b| met(&points, a, b)) {
            return Err(RatingsError::NotConnected);
        }
        // The likelihood has a maximum exactly if, of any two groups, each took a point from the other (L. Ford, 1957).
        let has_maximum =
            reaches_all(players, |a, b| points[(a, b)] > 0.0) && reaches_all(players, |a, b| points[(b, a)] > 0.0);
        if !has_maximum {
            let games = points.clone();
            for (row, column) in pairings(players) {
                if met(&games, row, column) {
                    points[(row, column)] += 0.5;
                }
            }
        }
        Ok(Self { players: likeliest(&points), with_drawn_games: !has_maximum })
    }
}

/// The maximum-likelihood ratings by Newton's method. A step that lowers the likelihood is halved.
fn likeliest(points: &Matrix) -> Vec<Rating> {
    let size = points.size;
    let mut elos = vec![0.0; size];
    for _ in 0..MOST_STEPS {
        let slope: Vec<f64> = (0..size)
            .map(|row| {
                let beyond_expectation = |column| {
                    let games = points[(row, column)] + points[(column, row)];
                    points[(row, column)] - games * score_of_elo(elos[row] - elos[column])
                };
                (0..size).filter(|&column| column != row).map(beyond_expectation).sum()
            })
            .collect();
        let covariance = covariance(points, &elos);
        let mut step: Vec<f64> =
            (0..size).map(|row| (0..size).map(|column| covariance[(row, column)] * slope[column]).sum()).collect();
        let before = log_likelihood(points, &elos);
        let greatest = |step: &[f64]| step.iter().fold(0.0_f64, |most, part| most.max(part.abs())) * ELO_OF_LOG_ODDS;
        while greatest(&step) > EXACT_ENOUGH && log_likelihood(points, &moved(&elos, &step)) < before {
            for part in &mut step {
                *part /= 2.0;
            }
        }
        elos = moved(&elos, &step);
        if greatest(&step) <= EXACT_ENOUGH {
            break;
        }
    }
    let covariance = covariance(points, &elos);
    let error = |player| TWO_SIDED_95 * ELO_OF_LOG_ODDS * covariance[(player, player)].max(0.0).sqrt();
    elos.iter().enumerate().map(|(player, &elo)| Rating { elo, error: error(player) }).collect()
}

fn moved(elos: &[f64], step: &[f64]) -> Vec<f64> {
    elos.iter().zip(step).map(|(elo, part)| elo + part * ELO_OF_LOG_ODDS).collect()
}

fn log_likelihood(points: &Matrix, elos: &[f64]) -> f64 {
    let of = |(row, column): (usize, usize)| points[(row, column)] * score_of_elo(elos[row] - elos[column]).ln();
    pairings(points.size).map(of).filter(|part| !part.is_nan()).sum()
}

/// The covariance of the log odds with a fixed sum: the inverse of the Fisher information on the plane of sum 0.
fn covariance(points: &Matrix, elos: &[f64]) -> Matrix {
    let size = points.size;
    let along_the_mean = 1.0 / size as f64;
    let mut information = Matrix::new(size);
    for (row, column) in pairings(size) {
        let games = points[(row, column)] + points[(column, row)];
        let score = score_of_elo(elos[row] - elos[column]);
        let weight = games * score * (1.0 - score);
        information[(row, row)] += weight;
        information[(row, column)] -= weight;
    }
    // The information is 0 along the mean. Add 1 there to make it invertible, and subtract it from the inverse.
    information.cells.iter_mut().for_each(|cell| *cell += along_the_mean);
    let mut inverse = information.inverse();
    inverse.cells.iter_mut().for_each(|cell| *cell -= along_the_mean);
    inverse
}

/// All ordered pairs of different players.
fn pairings(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(move |a| (0..players).filter(move |&b| b != a).map(move |b| (a, b)))
}

/// Returns whether `leads` connects the first player to all others.
fn reaches_all(players: usize, leads: impl Fn(usize, usize) -> bool) -> bool {
    let mut reached = vec![false; players];
    let mut to_visit: Vec<usize> = (0..players.min(1)).collect();
    while let Some(player) = to_visit.pop() {
        if !std::mem::replace(&mut reached[player], true) {
            to_visit.extend((0..players).filter(|&next| next != player && leads(player, next)));
        }
    }
    reached.into_iter().all(|is_reached| is_reached)
}

/// A square matrix.
#[derive(Clone, Debug)]
struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn new(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    /// The inverse of a positive definite matrix by Gauss–Jordan elimination. Such a matrix needs no pivoting.
    fn inverse(mut self) -> Self {
        let mut inverse = Self::new(self.size);
        for index in 0..self.size {
            inverse[(index, index)] = 1.0;
        }
        for pivot in 0..self.size {
            let scale = 1.0 / self[(pivot, pivot)];
            for column in 0..self.size {
                self[(pivot, column)] *= scale;
                inverse[(pivot, column)] *= scale;
            }
            for row in (0..self.size).filter(|&row| row != pivot) {
                let factor = self[(row, pivot)];
                for column in 0..self.size {
                    let (lifted, inverted) = (self[(pivot, column)], inverse[(pivot, column)]);
                    self[(row, column)] -= factor * lifted;
                    inverse[(row, column)] -= factor * inverted;
                }
            }
        }
        inverse
    }
}

impl std::ops::Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.size + column]
    }
}

impl std::ops::IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::statistics::{GamePoints, Sample};

    /// A crosstable from numbers of wins of the row player over the column player.
    fn table_of_wins(wins: &[&[u64]]) -> Crosstable {
        let mut table = Crosstable::new(wins.len());
        for (row, column) in pairings(wins.len()) {
            for _ in 0..wins[row][column] {
                table.add_single(row, column, GamePoints::Win);
            }
        }
        table
    }

    fn elo_difference(ratings: &Ratings, a: usize, b: usize) -> f64 {
        ratings.players[a].elo - ratings.players[b].elo
    }

    /// The American League of 1987, seven teams (A. Agresti, "Categorical Data Analysis", 2nd edition, table 10.10).
    /// The abilities, as log odds with Baltimore at 0, are those in the documentation of the R package `BradleyTerry2`
    /// for the model without home advantage (`baseball`).
    #[test]
    fn the_baseball_teams_get_their_published_abilities() {
        // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
        let table = table_of_wins(&[
            &[0, 7, 9, 7, 7, 9, 11],
            &[6, 0, 7, 5, 11, 9, 9],
            &[4, 6, 0, 7, 7, 8, 12],
            &[6, 8, 6, 0, 6, 7, 10],
            &[6, 2, 6, 7, 0, 7, 12],
            &[4, 4, 5, 6, 6, 0, 6],
            &[2, 4, 1, 3, 1, 7, 0],
        ]);
        let ratings = Ratings::of(&table).expect("they met");
        assert!(!ratings.with_drawn_games);
        for (team, ability) in [(0, 1.5814), (1, 1.4364), (2, 1.2945), (3, 1.2476), (4, 1.1077), (5, 0.6839)] {
            let found = elo_difference(&ratings, team, 6) / ELO_OF_LOG_ODDS;
            assert!((found - ability).abs() < 0.0001, "team {team}: {found} where {ability} is published");
        }
        let mean = ratings.players.iter().map(|rating| rating.elo).sum::<f64>() / 7.0;
        assert!(mean.abs() < 1e-6);
    }

    /// By hand: 30 of 40 points are odds of three to one, 190.85 Elo. The Fisher information of the difference is 40 ·
    /// ¾ · ¼ = 7.5. Each player gets half the difference and half its standard error.
    #[test]
    fn of_two_players_the_score_decides() {
        let mut table = Crosstable::new(2);
        let sample = Sample { singles: [5, 10, 25], ..Sample::default() };
        for (points, count) in [GamePoints::Loss, GamePoints::Half, GamePoints::Win].into_iter().zip(sample.singles) {
            (0..count).for_each(|_| table.add_single(0, 1, points));
        }
        let ratings = Ratings::of(&table).expect("they met");
        assert!((elo_difference(&ratings, 0, 1) - 190.85).abs() < 0.01);
        let standard_error = ELO_OF_LOG_ODDS / 7.5_f64.sqrt() / 2.0;
        assert!((ratings.players[0].error - TWO_SIDED_95 * standard_error).abs() < 1e-6);
        assert!((ratings.players[0].error - ratings.players[1].error).abs() < 1e-6);
    }

    /// By hand: in a chain of three, each wins three of four games against the next, so the differences add up.
    #[test]
    fn differences_add_up_through_a_third_player() {
        let ratings = Ratings::of(&table_of_wins(&[&[0, 3, 0], &[1, 0, 3], &[0, 1, 0]])).expect("they met");
        assert!((elo_difference(&ratings, 0, 2) - 2.0 * 190.85).abs() < 0.02);
        assert!(ratings.players[1].elo.abs() < 1e-6);
    }

    /// By hand: ten wins, no loss and a drawn game are 10.5 to 0.5 points, odds of 21 to 1.
    #[test]
    fn a_whole_score_gets_a_drawn_game() {
        let ratings = Ratings::of(&table_of_wins(&[&[0, 10], &[0, 0]])).expect("they met");
        assert!(ratings.with_drawn_games);
        assert!((elo_difference(&ratings, 0, 1) - 400.0 * 21.0_f64.log10()).abs() < 1e-6);

        // Two groups, one of which took no point from the other.
        let groups: [&[u64]; 4] = [&[0, 5, 9, 0], &[4, 0, 0, 3], &[0, 0, 0, 5], &[0, 0, 2, 0]];
        let ratings = Ratings::of(&table_of_wins(&groups)).expect("they met");
        assert!(ratings.with_drawn_games && ratings.players.iter().all(|rating| rating.elo.is_finite()));
    }

    #[test]
    fn players_who_have_not_met_have_no_ratings() {
        let apart: [&[u64]; 4] = [&[0, 5, 0, 0], &[4, 0, 0, 0], &[0, 0, 0, 5], &[0, 0, 2, 0]];
        assert_eq!(Ratings::of(&table_of_wins(&apart)), Err(RatingsError::NotConnected));
    }
}
