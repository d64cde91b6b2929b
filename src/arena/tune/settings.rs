//! The settings of a tuning: the parameters and the games.

use super::parameter::{TunedParameter, TunedParameterError};
use super::spsa::{Spsa, Trial};
use crate::arena::PlayerSettings;
use crate::arena::schedule::{Format, MatchDescription, MatchSettings, MatchSettingsError, Schedule, ScheduledGame};
use serde::{Deserialize, Serialize};

/// The settings of a tuning. They alone decide its games, on every machine.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneSettings {
    /// The parameters; at least one.
    pub parameters: Vec<TunedParameter>,
    /// The number of iterations. Each changes all values once.
    pub iterations: usize,
    /// Openings per iteration, at least 1. Each opening is played twice, or four times against an opponent.
    pub rounds: usize,
    /// Steps by which each parameter moves in the first iteration if one side wins every game.
    pub gain: f64,
    /// The match whose games the iterations play in order. Its players are the two sides, [`PLUS`] and [`MINUS`],
    /// without the tuned values. If there is an opponent, it comes before them and plays both.
    games: MatchSettings,
}

/// The name of the player with the values of the plus side.
const PLUS: &str = "plus";

/// The name of the player with the values of the minus side.
const MINUS: &str = "minus";

/// Why settings define no tuning.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TuneSettingsError {
    /// No parameter.
    #[error("nothing to tune: --parameter exploration=0.45,0..2,step=0.1 for each parameter")]
    NoParameter,
    /// A parameter given twice.
    #[error("`{0}` is tuned twice: name each parameter once")]
    Twice(String),
    /// A parameter that the player does not have, or an invalid range.
    #[error(transparent)]
    Parameter(#[from] TunedParameterError),
    /// A gain out of range.
    #[error("a gain is above 0 and at most 100, and {0} is not")]
    Gain(String),
    /// The games define no match.
    #[error(transparent)]
    Match(#[from] MatchSettingsError),
}

impl TuneSettings {
    /// A tuning of `player` against itself or against an opponent: 500 iterations of one opening each, with a gain of
    /// 1. `games` has the conditions of the games; its players and format are ignored.
    pub fn new(
        player: &PlayerSettings,
        opponent: Option<PlayerSettings>,
        parameters: Vec<TunedParameter>,
        games: MatchSettings,
    ) -> Result<Self, TuneSettingsError> {
        let parameters = parameters.into_iter().map(|parameter| parameter.of(player)).collect::<Result<Vec<_>, _>>()?;
        let sides = [PLUS, MINUS].map(|name| PlayerSettings { name: name.to_owned(), program: player.program.clone() });
        let format = if opponent.is_some() { Format::Gauntlet(0) } else { Format::RoundRobin };
        let players = opponent.into_iter().chain(sides).collect();
        let games = MatchSettings { players, format, sprt: None, ..games };
        Ok(Self { parameters, iterations: 500, rounds: 1, gain: 1.0, games })
    }

    /// Checks that the settings define a tuning.
    pub fn check(&self) -> Result<(), TuneSettingsError> {
        if self.parameters.is_empty() {
            return Err(TuneSettingsError::NoParameter);
        }
        for (index, parameter) in self.parameters.iter().enumerate() {
            if self.parameters[..index].iter().any(|other| other.name == parameter.name) {
                return Err(TuneSettingsError::Twice(parameter.name.clone()));
            }
        }
        if !(self.gain > 0.0 && self.gain <= 100.0) {
            return Err(TuneSettingsError::Gain(self.gain.to_string()));
        }
        Ok(self.games.check()?)
    }

    /// The match whose games the iterations play in order.
    pub fn games(&self) -> &MatchSettings {
        &self.games
    }

    /// The number of games of an iteration.
    pub fn games_of_iteration(&self) -> usize {
        let from_one_opening = if self.has_opponent() { 4 } else { 2 };
        self.rounds * from_one_opening
    }

    /// The games of an iteration, counted from 0.
    pub fn scheduled(&self, iteration: usize) -> impl Iterator<Item = ScheduledGame> + use<> {
        let games = self.games_of_iteration();
        let rounds = (iteration + 1) * self.rounds;
        let schedule = Schedule::new(self.games.players.len(), self.games.format, 2 * rounds);
        let scheduled: Vec<ScheduledGame> = schedule.games(None).skip(iteration * games).collect();
        scheduled.into_iter()
    }

    /// The optimizer before its first iteration.
    pub fn spsa(&self) -> Spsa {
        let dimensions = self.parameters.iter().map(TunedParameter::dimension).collect();
        // The inverted seed keeps the steps independent of the openings and games, which use the seed itself.
        Spsa::new(dimensions, self.iterations, self.gain, !self.games.seed)
    }

    /// The player at `index` of the match with the values of a trial.
    pub fn player(&self, index: usize, trial: &Trial) -> PlayerSettings {
        match self.side(index) {
            None => self.games.players[index].clone(),
            Some(TunedSide::Plus) => self.with(index, &trial.plus),
            Some(TunedSide::Minus) => self.with(index, &trial.minus),
        }
    }

    /// The tuned player with the given values.
    pub fn tuned_player(&self, values: &[f64]) -> PlayerSettings {
        self.with(self.games.players.len() - 1, values)
    }

    fn with(&self, index: usize, values: &[f64]) -> PlayerSettings {
        let mut player = self.games.players[index].clone();
        for (parameter, &value) in self.parameters.iter().zip(values) {
            parameter.give(&mut player, value);
        }
        player
    }

    /// The side of the player at `index` of the match; `None` for the opponent.
    pub(super) fn side(&self, index: usize) -> Option<TunedSide> {
        match index.checked_sub(usize::from(self.has_opponent())) {
            None => None,
            Some(0) => Some(TunedSide::Plus),
            Some(_) => Some(TunedSide::Minus),
        }
    }

    /// Returns whether the sides play an opponent instead of each other.
    pub fn has_opponent(&self) -> bool {
        self.games.players.len() > 2
    }
}

/// A side of a trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TunedSide {
    /// The side with the values of [`Trial::plus`].
    Plus,
    /// The side with the values of [`Trial::minus`].
    Minus,
}

/// The first line of a tuning's file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneHeader {
    /// The tuning.
    pub tune: TuneDescription,
    /// The version of the program that began the file.
    pub version: String,
}

/// All settings that decide the course of a tuning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneDescription {
    /// The parameters, in the form that the command line takes.
    pub parameters: Vec<String>,
    /// The number of iterations.
    pub iterations: usize,
    /// Openings per iteration.
    pub rounds: usize,
    /// Steps by which each parameter moves in the first iteration if one side wins every game.
    pub gain: f64,
    /// The match whose games the iterations play in order.
    pub games: MatchDescription,
}

impl TuneDescription {
    /// The description of a tuning.
    pub fn of(settings: &TuneSettings) -> Self {
        Self {
            parameters: settings.parameters.iter().map(ToString::to_string).collect(),
            iterations: settings.iterations,
            rounds: settings.rounds,
            gain: settings.gain,
            games: MatchDescription::of(&settings.games),
        }
    }

    /// The first setting that differs from another tuning's, with both values; `None` if both are the same tuning.
    pub fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let texts = |this: &Self| {
            [
                ("parameters", this.parameters.join(" ")),
                ("iterations", this.iterations.to_string()),
                ("rounds", this.rounds.to_string()),
                ("gain", this.gain.to_string()),
            ]
        };
        let mut differing = texts(self).into_iter().zip(texts(other)).filter(|(one, other)| one != other);
        let differing = differing.next().map(|((setting, one), (_, other))| (setting.to_owned(), one, other));
        differing.or_else(|| self.games.difference(&other.games))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::Ruleset;

    fn settings(opponent: Option<&str>, parameters: &[&str]) -> Result<TuneSettings, TuneSettingsError> {
        let player = "builtin:visits=5".parse().expect("a player");
        let games = MatchSettings::new(Vec::new(), Ruleset::one_pure(), BoardSize::new(5).expect("a size"));
        let parameters = parameters.iter().map(|text| text.parse().expect("a parameter")).collect();
        let opponent = opponent.map(|text| text.parse().expect("a player"));
        TuneSettings::new(&player, opponent, parameters, games)
    }

    const EXPLORATION: &str = "exploration=0.45,0..2,step=0.1";

    /// The players, opening and number of each game of an iteration.
    fn games(settings: &TuneSettings, iteration: usize) -> Vec<(usize, usize, usize, usize)> {
        let scheduled = settings.scheduled(iteration);
        scheduled
            .map(|scheduled| (scheduled.players.black, scheduled.players.white, scheduled.round, scheduled.number))
            .collect()
    }

    #[test]
    fn sides_play_one_another_or_both_an_opponent() {
        let alone = settings(None, &[EXPLORATION]).expect("settings");
        assert_eq!(games(&alone, 3), [(0, 1, 3, 7), (1, 0, 3, 8)]);
        assert_eq!([0, 1].map(|index| alone.side(index)), [Some(TunedSide::Plus), Some(TunedSide::Minus)]);

        let mut against = settings(Some("gnu=gnugo"), &[EXPLORATION]).expect("settings");
        assert_eq!(games(&against, 1), [(0, 1, 1, 5), (1, 0, 1, 6), (0, 2, 1, 7), (2, 0, 1, 8)]);
        assert_eq!([0, 1, 2].map(|index| against.side(index)), [None, Some(TunedSide::Plus), Some(TunedSide::Minus)]);
        against.rounds = 2;
        assert_eq!((games(&against, 0).len(), games(&against, 1)[0]), (8, (0, 1, 2, 9)));
        assert_eq!(against.games_of_iteration(), 8);

        let trial = against.spsa().trial().expect("an iteration");
        let values = [0, 1, 2].map(|index| against.player(index, &trial));
        assert_eq!(values[0], against.games().players[0]);
        assert_ne!(values[1].program, values[2].program);
    }

    #[test]
    fn settings_that_make_no_tuning_are_refused() {
        let error = |settings: &TuneSettings| settings.check().expect_err("no tuning").to_string();
        let good = settings(None, &[EXPLORATION]).expect("settings");
        assert_eq!(good.check(), Ok(()));
        assert!(error(&settings(None, &[]).expect("settings")).starts_with("nothing to tune: --parameter "));
        let twice = settings(None, &[EXPLORATION, EXPLORATION]).expect("settings");
        assert_eq!(error(&twice), "`exploration` is tuned twice: name each parameter once");
        let gain = TuneSettings { gain: 0.0, ..good };
        assert_eq!(error(&gain), "a gain is above 0 and at most 100, and 0 is not");
        let named = settings(Some("plus=gnugo"), &[EXPLORATION]).expect("settings");
        assert!(error(&named).starts_with("two players are called plus: "));
        let unknown = settings(None, &["nothing=1,0..2,step=1"]).expect_err("no such parameter");
        assert!(matches!(unknown, TuneSettingsError::Parameter(TunedParameterError::NotThere(_))));
    }

    #[test]
    fn tunings_are_told_apart_by_all_that_decides_their_course() {
        let good = settings(None, &[EXPLORATION]).expect("settings");
        let description = TuneDescription::of(&good);
        assert_eq!(description.difference(&TuneDescription::of(&good)), None);
        let mut other_seed = good.clone();
        other_seed.games.seed = 9;
        for (setting, other) in [
            ("parameters", settings(None, &["exploration=0.45,0..2,step=0.2"]).expect("settings")),
            ("iterations", TuneSettings { iterations: 3, ..good.clone() }),
            ("rounds", TuneSettings { rounds: 3, ..good.clone() }),
            ("gain", TuneSettings { gain: 3.0, ..good.clone() }),
            ("players", settings(Some("gnu=gnugo"), &[EXPLORATION]).expect("settings")),
            ("seed", other_seed),
        ] {
            let difference = description.difference(&TuneDescription::of(&other));
            assert_eq!(difference.map(|(setting, ..)| setting).as_deref(), Some(setting));
        }
    }
}
