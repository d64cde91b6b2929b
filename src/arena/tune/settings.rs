//! What is tuned, by which games.

use super::parameter::{TunedParameter, TunedParameterError};
use super::spsa::{Spsa, Trial};
use crate::arena::PlayerSettings;
use crate::arena::schedule::{Format, MatchDescription, MatchSettings, MatchSettingsError, Schedule, ScheduledGame};
use serde::{Deserialize, Serialize};

/// What is tuned, by which games. With these settings the tuning takes the same course wherever it is done.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneSettings {
    /// The parameters, at least one.
    pub parameters: Vec<TunedParameter>,
    /// How often the values are changed.
    pub iterations: usize,
    /// From how many openings the games of an iteration are played, at least 1. From each there are two games, or with an
    /// opponent four.
    pub rounds: usize,
    /// By how many steps each parameter goes in the first iteration where one side wins everything.
    pub gain: f64,
    /// The match of which the iterations play a part each. Its players are the two sides of each iteration, [`PLUS`] and
    /// [`MINUS`], as they are but for the parameters, and before them the opponent whom both play, if there is one.
    games: MatchSettings,
}

/// The name of the player with the values of the plus side.
const PLUS: &str = "plus";

/// The name of the player with the values of the minus side.
const MINUS: &str = "minus";

/// Why settings make no tuning.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TuneSettingsError {
    /// Nothing to tune.
    #[error("nothing to tune: --parameter exploration=0.45,0..2,step=0.1 for each parameter")]
    NoParameter,
    /// A parameter twice.
    #[error("`{0}` is tuned twice: name each parameter once")]
    Twice(String),
    /// A parameter that the player does not have.
    #[error(transparent)]
    Parameter(#[from] TunedParameterError),
    /// A gain that leads nowhere.
    #[error("a gain is above 0 and at most 100, and {0} is not")]
    Gain(String),
    /// The games make no match.
    #[error(transparent)]
    Match(#[from] MatchSettingsError),
}

impl TuneSettings {
    /// The tuning of a player by games against itself, or against an opponent, which are played as `games` says (its
    /// players and their format count for nothing): 500 iterations of one opening each, with a gain of 1.
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

    /// Whether they make a tuning.
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

    /// The match of which the iterations play a part each.
    pub fn games(&self) -> &MatchSettings {
        &self.games
    }

    /// How many games an iteration has.
    pub fn games_of_iteration(&self) -> usize {
        let from_one_opening = if self.has_opponent() { 4 } else { 2 };
        self.rounds * from_one_opening
    }

    /// The games of an iteration, from 0.
    pub fn scheduled(&self, iteration: usize) -> impl Iterator<Item = ScheduledGame> + use<> {
        let games = self.games_of_iteration();
        let rounds = (iteration + 1) * self.rounds;
        let schedule = Schedule::new(self.games.players.len(), self.games.format, 2 * rounds);
        let scheduled: Vec<ScheduledGame> = schedule.games(None).skip(iteration * games).collect();
        scheduled.into_iter()
    }

    /// The arithmetic at its start.
    pub fn spsa(&self) -> Spsa {
        let dimensions = self.parameters.iter().map(TunedParameter::dimension).collect();
        // Other chances than those of the openings and the games.
        Spsa::new(dimensions, self.iterations, self.gain, !self.games.seed)
    }

    /// A player of the match, by its index, with the values of a trial.
    pub fn player(&self, index: usize, trial: &Trial) -> PlayerSettings {
        match self.side(index) {
            None => self.games.players[index].clone(),
            Some(TunedSide::Plus) => self.with(index, &trial.plus),
            Some(TunedSide::Minus) => self.with(index, &trial.minus),
        }
    }

    /// The player that is tuned, with these values.
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

    /// On which side a player of the match is, by its index; `None` for the opponent.
    pub(super) fn side(&self, index: usize) -> Option<TunedSide> {
        match index.checked_sub(usize::from(self.has_opponent())) {
            None => None,
            Some(0) => Some(TunedSide::Plus),
            Some(_) => Some(TunedSide::Minus),
        }
    }

    /// Whether both sides play somebody else, rather than one another.
    pub fn has_opponent(&self) -> bool {
        self.games.players.len() > 2
    }
}

/// A side of a trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TunedSide {
    /// That with the values of [`Trial::plus`].
    Plus,
    /// That with the values of [`Trial::minus`].
    Minus,
}

/// The first line of the file of a tuning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneHeader {
    /// What is tuned.
    pub tune: TuneDescription,
    /// The version of the program that began the file.
    pub version: String,
}

/// All that decides the course of a tuning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneDescription {
    /// The parameters, as they are typed.
    pub parameters: Vec<String>,
    /// How often the values are changed.
    pub iterations: usize,
    /// From how many openings the games of an iteration are played.
    pub rounds: usize,
    /// By how many steps each parameter goes at first where one side wins everything.
    pub gain: f64,
    /// The match of which the iterations play a part each.
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

    /// The first setting in which another tuning differs, with both values; `None` if it is the same tuning.
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
