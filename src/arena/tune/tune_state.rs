//! The progress of a tuning.

use super::settings::{TuneSettings, TunedSide};
use super::spsa::{Spsa, Trial};
use crate::arena::schedule::{ScheduledGame, points_of};
use crate::arena::statistics::GamePoints;
use crate::arena::{Played, Winner};
use onepure_rules::board::Color;
use std::collections::BTreeMap;

/// The progress of a tuning. It depends on the settings and the results alone, not on the order of the games within an
/// iteration.
#[derive(Clone, Debug)]
pub struct TuneState<'s> {
    settings: &'s TuneSettings,
    spsa: Spsa,
    /// The sides of the current iteration; `None` at the end.
    trial: Option<Trial>,
    /// The winners of the current iteration's finished games, by game number.
    winners: BTreeMap<usize, Winner>,
    games: usize,
}

/// A game that does not belong to the current iteration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {number} is none of those that iteration {iteration} still has to play")]
pub struct TuneStateError {
    number: usize,
    iteration: usize,
}

impl<'s> TuneState<'s> {
    /// The state before the first game.
    pub fn new(settings: &'s TuneSettings) -> Self {
        let spsa = settings.spsa();
        Self { settings, trial: spsa.trial(), spsa, winners: BTreeMap::new(), games: 0 }
    }

    /// The settings of the tuning.
    pub fn settings(&self) -> &'s TuneSettings {
        self.settings
    }

    /// The optimizer, with its completed iterations and current values.
    pub fn spsa(&self) -> &Spsa {
        &self.spsa
    }

    /// The sides of the current iteration; `None` at the end.
    pub fn trial(&self) -> Option<&Trial> {
        self.trial.as_ref()
    }

    /// The number of finished games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The number of games of the whole tuning.
    pub fn all_games(&self) -> usize {
        self.settings.iterations * self.settings.games_of_iteration()
    }

    /// The missing games of the current iteration; none at the end.
    pub fn missing(&self) -> impl Iterator<Item = ScheduledGame> + '_ {
        let scheduled = self.trial.as_ref().map(|_| self.settings.scheduled(self.spsa.done()));
        scheduled.into_iter().flatten().filter(|scheduled| !self.winners.contains_key(&scheduled.number))
    }

    /// Adds a game of the current iteration. The last game of an iteration changes the values.
    pub fn add(&mut self, played: &Played) -> Result<(), TuneStateError> {
        let (number, iteration) = (played.number, self.spsa.done() + 1);
        if self.missing().all(|scheduled| scheduled.number != number) {
            return Err(TuneStateError { number, iteration });
        }
        self.winners.insert(number, played.winner);
        self.games += 1;
        if self.missing().next().is_none() {
            let advantage = self.advantage();
            self.spsa.learn(advantage);
            self.trial = self.spsa.trial();
            self.winners.clear();
        }
        Ok(())
    }

    /// The advantage of the plus side, from -1 to 1: the difference of the sides' points per game. A game without a
    /// result counts as half a point, which favours neither.
    fn advantage(&self) -> f64 {
        let mut difference = 0.0;
        for scheduled in self.settings.scheduled(self.spsa.done()) {
            let winner = self.winners.get(&scheduled.number).copied().unwrap_or(Winner::Void);
            for color in Color::BOTH {
                let points = match points_of(color, winner) {
                    Some(GamePoints::Win) => 1.0,
                    Some(GamePoints::Half) | None => 0.5,
                    Some(GamePoints::Loss) => 0.0,
                };
                difference += match self.settings.side(scheduled.players[color]) {
                    None => 0.0,
                    Some(TunedSide::Plus) => points,
                    Some(TunedSide::Minus) => -points,
                };
            }
        }
        let games_of_a_side = self.settings.games_of_iteration() / if self.settings.has_opponent() { 2 } else { 1 };
        difference / games_of_a_side as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::example::played;
    use crate::arena::schedule::MatchSettings;
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::Ruleset;

    fn settings(opponent: Option<&str>) -> TuneSettings {
        let games = MatchSettings::new(Vec::new(), Ruleset::one_pure(), BoardSize::new(5).expect("a size"));
        let parameter = "exploration=0.5,0..1,step=0.1".parse().expect("a parameter");
        let player = "builtin:visits=5".parse().expect("a player");
        let opponent = opponent.map(|text| text.parse().expect("a player"));
        let mut settings = TuneSettings::new(&player, opponent, vec![parameter], games).expect("settings");
        settings.iterations = 10;
        settings
    }

    /// Steps that the value moves towards the plus side after games with these results. The first result is of the
    /// first scheduled game.
    fn towards_plus(settings: &TuneSettings, results: &[&str]) -> f64 {
        let mut tuning = TuneState::new(settings);
        let trial = tuning.trial().expect("an iteration").clone();
        for (number, result) in (1..).zip(results) {
            tuning.add(&played(number, "black", "white", result)).expect("a game of the iteration");
        }
        assert_eq!(tuning.spsa().done(), 1, "{results:?}");
        (tuning.spsa().place()[0] - 0.5) * 10.0 * (trial.plus[0] - trial.minus[0]).signum()
    }

    #[test]
    fn values_go_towards_the_side_that_did_better() {
        // The plus side plays Black, then White.
        let alone = settings(None);
        for (results, expected) in [
            (["B+1", "W+1"], 1.0),
            (["W+1", "B+1"], -1.0),
            (["B+1", "B+1"], 0.0),
            (["B+1", "0"], 0.5),
            (["Void", "W+Resign"], 0.5),
        ] {
            assert!((towards_plus(&alone, &results) - expected).abs() < 1e-9, "{results:?}");
        }
        // The opponent plays Black against plus, then White, then the same against minus.
        let against = settings(Some("gnu=gnugo"));
        for (results, expected) in [
            (["W+1", "B+1", "B+1", "W+1"], 1.0),
            (["W+1", "B+1", "W+1", "B+1"], 0.0),
            (["W+1", "W+1", "B+1", "W+1"], 0.5),
            (["B+1", "W+1", "W+1", "0"], -0.75),
        ] {
            assert!((towards_plus(&against, &results) - expected).abs() < 1e-9, "{results:?}");
        }
    }

    #[test]
    fn games_of_an_iteration_come_in_any_order_and_no_others_do() {
        let settings = settings(Some("gnu=gnugo"));
        let results = ["W+1", "B+1", "0", "W+1"];
        let mut one = TuneState::new(&settings);
        let mut other = TuneState::new(&settings);
        for (number, result) in (1..).zip(results) {
            one.add(&played(number, "black", "white", result)).expect("a game of the iteration");
        }
        for number in [3, 1, 4, 2] {
            assert!(other.missing().any(|scheduled| scheduled.number == number));
            other.add(&played(number, "black", "white", results[number - 1])).expect("a game of the iteration");
        }
        assert_eq!((one.spsa().place(), one.games()), (other.spsa().place(), 4));
        assert_eq!(one.missing().map(|scheduled| scheduled.number).collect::<Vec<_>>(), [5, 6, 7, 8]);

        let mut add = |number| one.add(&played(number, "black", "white", "0")).map_err(|error| error.to_string());
        assert_eq!(add(6), Ok(()));
        for number in [6, 2, 9] {
            let error = format!("game {number} is none of those that iteration 2 still has to play");
            assert_eq!(add(number), Err(error));
        }
    }

    #[test]
    fn it_ends_after_the_last_iteration() {
        let mut settings = settings(None);
        settings.iterations = 1;
        let mut tuning = TuneState::new(&settings);
        assert_eq!((tuning.games(), tuning.all_games()), (0, 2));
        for number in [1, 2] {
            tuning.add(&played(number, "black", "white", "0")).expect("a game of the iteration");
        }
        assert!(tuning.trial().is_none() && tuning.missing().next().is_none());
        assert!(tuning.add(&played(3, "black", "white", "0")).is_err());
    }
}
