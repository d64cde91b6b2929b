//! The settings of a match.

use super::openings::Openings;
use super::pairings::{Format, Schedule, ScheduledGame};
use crate::arena::statistics::Sprt;
use crate::arena::{GameSettings, PlayerSettings, TimeControl};
use crate::random::mixed_seed;
use onepure_rules::geometry::BoardSize;
use onepure_rules::rules::Ruleset;
use std::time::Duration;

/// The settings of a match. They alone decide its games, on every machine and in any order.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSettings {
    /// The players: at least two, with different names.
    pub players: Vec<PlayerSettings>,
    /// The pairings.
    pub format: Format,
    /// The rule system.
    pub ruleset: Ruleset,
    /// The number of lines of the board.
    pub size: BoardSize,
    /// White's compensation in points; `None` for that of the rule set.
    pub komi: Option<f64>,
    /// Each player's time.
    pub time: TimeControl,
    /// The overrun that does not lose on time.
    pub margin: Duration,
    /// Time for an answer without a clock.
    pub patience: Duration,
    /// The number of turns after which a game has no result.
    pub most_turns: usize,
    /// The number of games of each two players who meet; a maximum with a sequential test.
    pub games: usize,
    /// The sequential test that ends a match of two players. It tests the first against the second.
    pub sprt: Option<Sprt>,
    /// The openings.
    pub openings: Openings,
    /// The seed of the match.
    pub seed: u64,
}

/// Why settings define no match.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchSettingsError {
    /// Fewer than two players.
    #[error("a match has two or more players, and there is {0}: --player NAME='command', or builtin:visits=1000")]
    Players(usize),
    /// Two players with one name.
    #[error("two players are called {0}: give them different names, such as --player {0}-2='command'")]
    SameName(String),
    /// The player of the gauntlet does not exist.
    #[error("--gauntlet: expected {1}; got {0}")]
    NoSuchPlayer(String, String),
    /// A sequential test with more than two players.
    #[error("sequential test: expected two players, got {0}")]
    TestOfMany(usize),
    /// No games.
    #[error("a match has at least one game")]
    NoGame,
}

impl MatchSettings {
    /// A match of these players: a round robin of 100 games each, from the empty board, without a clock.
    pub fn new(players: Vec<PlayerSettings>, ruleset: Ruleset, size: BoardSize) -> Self {
        let game = GameSettings::new(ruleset, size);
        Self {
            players,
            format: Format::RoundRobin,
            ruleset,
            size,
            komi: game.komi,
            time: game.time,
            margin: game.margin,
            patience: game.patience,
            most_turns: game.most_turns,
            games: 100,
            sprt: None,
            openings: Openings::Empty,
            seed: 0,
        }
    }

    /// Makes the match a gauntlet of the player `name` against each of the others.
    pub fn set_gauntlet(&mut self, name: &str) -> Result<(), MatchSettingsError> {
        let index = self.players.iter().position(|player| player.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
            MatchSettingsError::NoSuchPlayer(name.to_owned(), names.join(", "))
        })?;
        self.format = Format::Gauntlet(index);
        Ok(())
    }

    /// Checks that the settings define a match.
    pub fn check(&self) -> Result<(), MatchSettingsError> {
        let players = self.players.len();
        if players < 2 {
            return Err(MatchSettingsError::Players(players));
        }
        for (index, player) in self.players.iter().enumerate() {
            if self.players[..index].iter().any(|other| other.name == player.name) {
                return Err(MatchSettingsError::SameName(player.name.clone()));
            }
        }
        if self.sprt.is_some() && players > 2 {
            return Err(MatchSettingsError::TestOfMany(players));
        }
        if self.games == 0 { Err(MatchSettingsError::NoGame) } else { Ok(()) }
    }

    /// The games of the match.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.players.len(), self.format, self.games)
    }

    /// The settings of one game, without files.
    pub fn game(&self, scheduled: ScheduledGame) -> GameSettings {
        GameSettings {
            number: scheduled.number,
            komi: self.komi,
            opening: self.openings.opening(scheduled.round, self.ruleset, self.size, self.seed),
            time: self.time,
            margin: self.margin,
            patience: self.patience,
            most_turns: self.most_turns,
            seed: mixed_seed(self.seed, scheduled.number as u64),
            ..GameSettings::new(self.ruleset, self.size)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn settings(names: &[&str]) -> MatchSettings {
        let players = names.iter().map(|name| PlayerSettings::new(name, "builtin:visits=1").expect("a player"));
        let size = BoardSize::new(9).expect("a size");
        MatchSettings::new(players.collect(), Ruleset::one_pure(), size)
    }

    fn error(settings: &MatchSettings) -> String {
        settings.check().expect_err("no match").to_string()
    }

    #[test]
    fn settings_that_make_no_match_are_refused() {
        assert_eq!(settings(&["a", "b"]).check(), Ok(()));
        assert!(error(&settings(&["a"])).starts_with("a match has two or more players, and there is 1:"));
        assert!(error(&settings(&["a", "b", "a"])).starts_with("two players are called a: "));
        assert_eq!(error(&MatchSettings { games: 0, ..settings(&["a", "b"]) }), "a match has at least one game");
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05).ok();
        assert!(
            error(&MatchSettings { sprt, ..settings(&["a", "b", "c"]) })
                .starts_with("sequential test: expected two players")
        );
        let error = settings(&["a", "b"]).set_gauntlet("c").expect_err("no c");
        assert_eq!(error.to_string(), "--gauntlet: expected a, b; got c");
    }

    #[test]
    fn every_game_has_a_seed_of_its_own() {
        let settings = settings(&["a", "b"]);
        let seeds: BTreeSet<u64> =
            settings.schedule().games(None).map(|scheduled| settings.game(scheduled).seed).collect();
        assert_eq!(seeds.len(), 100);
        let other = MatchSettings { seed: 1, ..settings.clone() };
        assert!(other.schedule().games(None).all(|scheduled| !seeds.contains(&other.game(scheduled).seed)));
    }
}
