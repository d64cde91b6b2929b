//! The description of a match in its results file. It prevents mixing results of different matches.

use super::match_settings::MatchSettings;
use super::openings::Openings;
use super::pairings::{Format, Schedule, Shard};
use crate::arena::statistics::Sprt;
use crate::arena::{Opening, PlayerSettings, Program};
use crate::hash::Fnv;
use onepure_engine::engine::PARAMETERS;
use onepure_rules::record::Record;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The first line of a results file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchHeader {
    /// The match.
    #[serde(rename = "match")]
    pub description: MatchDescription,
    /// A hash of the description, 16 hex digits. Equal matches have equal hashes.
    pub fingerprint: String,
    /// The number of games of each two players who meet. It is not part of the description, so that a match can be
    /// extended.
    pub games: usize,
    /// The shard in the file, such as `1/4`; `None` for the whole match.
    pub shard: Option<String>,
    /// The version of the program that began the file.
    pub version: String,
}

/// All settings that decide the games of a match, except the number of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchDescription {
    /// The players.
    pub players: Vec<Entrant>,
    /// The player who plays each of the others in a gauntlet; `None` for a round robin.
    pub gauntlet: Option<String>,
    /// The name of the rule set.
    pub rules: String,
    /// The number of lines of the board.
    pub size: usize,
    /// White's compensation in points; `None` for that of the rule set.
    pub komi: Option<f64>,
    /// The time control, in the form of [`TimeControl`](crate::arena::TimeControl).
    pub time: String,
    /// The overrun that does not lose on time, in seconds.
    pub margin: f64,
    /// Time for an answer without a clock, in seconds.
    pub patience: f64,
    /// The number of turns after which a game has no result.
    pub most_turns: usize,
    /// The openings of the games.
    pub openings: OpeningsDescription,
    /// The sequential test.
    pub sprt: Option<Sprt>,
    /// The seed of the match.
    pub seed: u64,
}

/// A player of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Entrant {
    /// The engine, in the process of the match.
    Builtin {
        /// The player's name.
        name: String,
        /// The value of each parameter of the engine, by name.
        settings: BTreeMap<String, String>,
    },
    /// A program that speaks GTP.
    Process {
        /// The player's name.
        name: String,
        /// The program and its arguments.
        command: Vec<String>,
        /// The working directory.
        directory: Option<PathBuf>,
        /// Additional environment variables.
        environment: BTreeMap<String, String>,
        /// GTP commands sent after each start.
        start_up: Vec<String>,
        /// Whether the program knows the rules of the match; `None` to detect it.
        knows_our_rules: Option<bool>,
    },
}

/// The openings of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpeningsDescription {
    /// The empty board.
    Empty,
    /// Openings from a file.
    File {
        /// The name of the file, without its folder.
        name: String,
        /// The number of openings.
        openings: usize,
        /// A hash of the openings, 16 hex digits.
        hash: String,
    },
    /// The number of random placements.
    Random(usize),
    /// The number of handicap stones.
    Handicap(u16),
    /// Handicap stones followed by random placements.
    HandicapAndRandom {
        /// The number of stones.
        stones: u16,
        /// The number of placements.
        placements: usize,
    },
}

impl MatchHeader {
    /// The first line of the results file of a match or a shard.
    pub fn of(settings: &MatchSettings, shard: Option<Shard>) -> Self {
        let description = MatchDescription::of(settings);
        Self {
            fingerprint: description.fingerprint(),
            description,
            games: settings.games,
            shard: shard.map(|shard| shard.to_string()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// Upper limits of players, and of games of each two players, in a results file.
const MOST_PLAYERS: usize = 1000;
const MOST_GAMES: usize = 1_000_000_000;

impl MatchHeader {
    /// Returns an error, with the reason, if no match can have this header. This keeps a damaged file from asking for
    /// unlimited memory or time.
    pub(super) fn check(&self) -> Result<(), String> {
        let MatchDescription { players, gauntlet, sprt, .. } = &self.description;
        if !(2..=MOST_PLAYERS).contains(&players.len()) {
            return Err(format!("{} players; a match has 2 to {MOST_PLAYERS}", players.len()));
        }
        let names: BTreeSet<&str> = players.iter().map(Entrant::name).collect();
        if names.len() < players.len() || names.contains("") {
            return Err("two players of one name, or one without a name; each has a name of its own".to_owned());
        }
        if let Some(gauntlet) = gauntlet.as_deref().filter(|gauntlet| !names.contains(gauntlet)) {
            return Err(format!("a gauntlet of {gauntlet}, which is none of the players"));
        }
        if !(1..=MOST_GAMES).contains(&self.games) {
            return Err(format!("games of each two players: expected 1 to {MOST_GAMES}, got {}", self.games));
        }
        if let Some(shard) = self.shard.as_deref() {
            shard.parse::<Shard>().map_err(|error| error.to_string())?;
        }
        if let Some(Sprt { elo0, elo1, alpha, beta }) = *sprt {
            Sprt::new(elo0, elo1, alpha, beta).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// The schedule of the whole match, also for a shard.
    pub fn schedule(&self) -> Schedule {
        let names = self.description.names();
        let one = self.description.gauntlet.as_ref().and_then(|name| names.iter().position(|other| other == name));
        Schedule::new(names.len(), one.map_or(Format::RoundRobin, Format::Gauntlet), self.games)
    }
}

impl MatchDescription {
    /// The description of a match.
    pub fn of(settings: &MatchSettings) -> Self {
        let gauntlet = match settings.format {
            Format::RoundRobin => None,
            Format::Gauntlet(one) => settings.players.get(one).map(|player| player.name.clone()),
        };
        Self {
            players: settings.players.iter().map(Entrant::of).collect(),
            gauntlet,
            rules: settings.ruleset.name.to_owned(),
            size: settings.size.lines(),
            komi: settings.komi,
            time: settings.time.to_string(),
            margin: settings.margin.as_secs_f64(),
            patience: settings.patience.as_secs_f64(),
            most_turns: settings.most_turns,
            openings: OpeningsDescription::of(settings),
            sprt: settings.sprt,
            seed: settings.seed,
        }
    }

    /// The names of the players.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name().to_owned()).collect()
    }

    /// A hash of the description, 16 hex digits.
    pub fn fingerprint(&self) -> String {
        let settings = self.settings().map(|(setting, value)| format!("{setting}={value}\n"));
        settings.iter().fold(Fnv::EMPTY, Fnv::with).to_string()
    }

    /// The first setting that differs from another match's, as a path such as `players[0].builtin.settings.visits`,
    /// with both values as JSON. `None` if both are the same match.
    pub fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let both = self.settings().into_iter().zip(other.settings());
        let mut differing = both.filter(|((_, value), (_, other))| value != other);
        differing.next().map(|((setting, value), (_, other))| innermost(setting.to_owned(), &value, &other))
    }

    /// Every setting with its value. The players come first: a difference in them is the most useful to report.
    fn settings(&self) -> [(&'static str, Value); 12] {
        let Self { players, gauntlet, rules, size, komi, time, margin, patience, most_turns, openings, sprt, seed } =
            self;
        [
            ("players", json!(players)),
            ("gauntlet", json!(gauntlet)),
            ("rules", json!(rules)),
            ("size", json!(size)),
            ("komi", json!(komi)),
            ("time", json!(time)),
            ("margin", json!(margin)),
            ("patience", json!(patience)),
            ("most_turns", json!(most_turns)),
            ("openings", json!(openings)),
            ("sprt", json!(sprt)),
            ("seed", json!(seed)),
        ]
    }
}

/// The path of the innermost difference between two values, with both values there.
fn innermost(place: String, value: &Value, other: &Value) -> (String, String, String) {
    let below = match (value, other) {
        (Value::Object(parts), Value::Object(others)) if parts.keys().eq(others.keys()) => parts
            .iter()
            .zip(others.values())
            .find(|((_, part), other)| part != other)
            .map(|((name, part), other)| (format!("{place}.{name}"), part, other)),
        (Value::Array(parts), Value::Array(others)) if parts.len() == others.len() => (0..)
            .zip(parts.iter().zip(others))
            .find(|(_, (part, other))| part != other)
            .map(|(number, (part, other)): (usize, _)| (format!("{place}[{number}]"), part, other)),
        _ => None,
    };
    match below {
        Some((place, value, other)) => innermost(place, value, other),
        None => (place, value.to_string(), other.to_string()),
    }
}

impl Entrant {
    fn of(player: &PlayerSettings) -> Self {
        let name = player.name.clone();
        match &player.program {
            Program::Builtin(settings) => Self::Builtin {
                name,
                settings: PARAMETERS
                    .iter()
                    .map(|parameter| (parameter.name.to_owned(), parameter.get(settings).to_string()))
                    .collect(),
            },
            Program::Process(process) => Self::Process {
                name,
                command: process.command.clone(),
                directory: process.directory.clone(),
                environment: process.environment.clone(),
                start_up: process.start_up.clone(),
                knows_our_rules: process.knows_our_rules,
            },
        }
    }

    /// The name of the player.
    pub fn name(&self) -> &str {
        match self {
            Self::Builtin { name, .. } | Self::Process { name, .. } => name,
        }
    }
}

impl OpeningsDescription {
    fn of(settings: &MatchSettings) -> Self {
        match &settings.openings {
            Openings::Empty => Self::Empty,
            Openings::Random(placements) => Self::Random(*placements),
            &Openings::Handicap { stones, placements: 0 } => Self::Handicap(stones),
            &Openings::Handicap { stones, placements } => Self::HandicapAndRandom { stones, placements },
            Openings::List { name, openings } => {
                let written = |opening: &Opening| {
                    let game = opening.game(settings.ruleset, settings.size, None);
                    game.map_or_else(|error| error, |game| Record::from_game(&game).to_string())
                };
                let text: String = openings.iter().map(written).collect();
                Self::File { name: name.clone(), openings: openings.len(), hash: Fnv::EMPTY.with(text).to_string() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::Ruleset;

    fn players(visits: usize) -> Vec<PlayerSettings> {
        let players = [format!("a=builtin:visits={visits}"), "b=some program".to_owned()];
        players.map(|text| text.parse().expect("a player")).to_vec()
    }

    fn settings() -> MatchSettings {
        MatchSettings::new(players(1), Ruleset::one_pure(), BoardSize::new(9).expect("a size"))
    }

    #[test]
    fn a_header_can_be_written_and_read() {
        let header = MatchHeader::of(&settings(), "2/3".parse().ok());
        let line = serde_json::to_string(&header).expect("JSON");
        assert!(line.starts_with(r#"{"match":{"players":[{"builtin":{"name":"a","settings":{"dynamic-komi"#), "{line}");
        assert!(
            line.contains(r#","time":"none","transpositions":"1","visits":"1"}}},{"process":{"name":"b","#),
            "{line}"
        );
        assert_eq!(serde_json::from_str::<MatchHeader>(&line).expect("a header"), header);
        assert_eq!(header.description.names(), ["a", "b"]);
    }

    #[test]
    fn matches_are_told_apart_by_all_that_decides_what_is_played() {
        let description = MatchDescription::of(&settings());
        let same = MatchDescription::of(&MatchSettings { games: 7, ..settings() });
        assert_eq!((description.difference(&same), description.fingerprint()), (None, same.fingerprint()));

        let list = |text: &str| Openings::List {
            name: "list".to_owned(),
            openings: vec![Opening {
                id: "list:1".to_owned(),
                moves: vec![(
                    onepure_rules::board::Color::Black,
                    onepure_rules::rules::Move::Place(text.parse().expect("a point")),
                )],
                ..Opening::default()
            }],
        };
        for (setting, other) in [
            ("players", MatchSettings { players: settings().players[..1].to_vec(), ..settings() }),
            ("players[0].builtin.settings.visits", MatchSettings { players: players(2), ..settings() }),
            ("gauntlet", MatchSettings { format: Format::Gauntlet(0), ..settings() }),
            ("komi", MatchSettings { komi: Some(0.0), ..settings() }),
            ("time", MatchSettings { time: "5/move".parse().expect("a control"), ..settings() }),
            ("most_turns", MatchSettings { most_turns: 3, ..settings() }),
            ("openings", MatchSettings { openings: list("E5"), ..settings() }),
            ("openings", MatchSettings { openings: Openings::Handicap { stones: 4, placements: 0 }, ..settings() }),
            ("openings", MatchSettings { openings: Openings::Handicap { stones: 4, placements: 2 }, ..settings() }),
            ("sprt", MatchSettings { sprt: Sprt::new(0.0, 5.0, 0.05, 0.05).ok(), ..settings() }),
            ("seed", MatchSettings { seed: 3, ..settings() }),
        ] {
            let other = MatchDescription::of(&other);
            assert_eq!(description.difference(&other).map(|(setting, ..)| setting).as_deref(), Some(setting));
            assert_ne!(description.fingerprint(), other.fingerprint(), "{setting}");
        }
        let hashes =
            ["E5", "C3"].map(|point| OpeningsDescription::of(&MatchSettings { openings: list(point), ..settings() }));
        assert_ne!(hashes[0], hashes[1]);
    }
}
