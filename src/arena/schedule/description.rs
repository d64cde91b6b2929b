//! What a results file says of its match, so that results of different matches are never mixed.

use super::openings::Openings;
use super::pairings::{Format, Schedule, Shard};
use super::settings::MatchSettings;
use crate::arena::statistics::Sprt;
use crate::arena::{Fnv, Opening, PlayerSettings, Program};
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
    /// A hash of the description, 16 hex digits: the same for the same match.
    pub fingerprint: String,
    /// How many games each two players who meet play. It is no part of the description: a match can be made longer.
    pub games: usize,
    /// The share of the games that stands in the file, such as `1/4`; `None` for all.
    pub shard: Option<String>,
    /// The version of the program that began the file.
    pub version: String,
}

/// All that decides what is played in a match but the number of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchDescription {
    /// The players.
    pub players: Vec<Entrant>,
    /// The name of the player who plays against each of the others; `None` where everybody plays everybody.
    pub gauntlet: Option<String>,
    /// The name of the rule system.
    pub rules: String,
    /// The number of lines of the board.
    pub size: usize,
    /// What moving first is worth; `None` for what the rule system says.
    pub komi: Option<f64>,
    /// The time control, in the form of [`TimeControl`](crate::arena::TimeControl).
    pub time: String,
    /// How far a player may overstep its time without losing, in seconds.
    pub margin: f64,
    /// How long a player may take for an answer where no clock runs, in seconds.
    pub patience: f64,
    /// After so many turns a game has no result.
    pub most_turns: usize,
    /// From where the games are played.
    pub openings: OpeningsDescription,
    /// The sequential test.
    pub sprt: Option<Sprt>,
    /// Where random numbers start.
    pub seed: u64,
}

/// A player of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Entrant {
    /// The engine, in the process of the match.
    Builtin {
        /// The name.
        name: String,
        /// The value of each of the engine's parameters, by name.
        settings: BTreeMap<String, String>,
    },
    /// A program that speaks GTP.
    Process {
        /// The name.
        name: String,
        /// The program and its arguments.
        command: Vec<String>,
        /// The directory in which it runs.
        directory: Option<PathBuf>,
        /// What is added to its environment.
        environment: BTreeMap<String, String>,
        /// GTP commands that it is given after each start.
        start_up: Vec<String>,
        /// Whether it knows the rules of the match; `None` if it is asked.
        knows_our_rules: Option<bool>,
    },
}

/// From where games are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpeningsDescription {
    /// The empty board.
    Empty,
    /// Openings from a file.
    File {
        /// Its name, without the folder.
        name: String,
        /// How many there are.
        openings: usize,
        /// A hash of them, 16 hex digits.
        hash: String,
    },
    /// So many random placements.
    Random(usize),
    /// So many handicap stones.
    Handicap(u16),
    /// Handicap stones, and random placements after them.
    HandicapAndRandom {
        /// How many stones.
        stones: u16,
        /// How many placements.
        placements: usize,
    },
}

impl MatchHeader {
    /// The first line of the file with the results of a match, or of a shard of it.
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

/// The most players, and the most games of each two, that a results file may speak of.
const MOST_PLAYERS: usize = 1000;
const MOST_GAMES: usize = 1_000_000_000;

impl MatchHeader {
    /// Fails with what is wrong unless a match can have this header, so that no file asks for more memory or time than a match takes.
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

    /// The games of the match, which may be of more than one file.
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

    /// The first setting in which another match differs, down to a value such as `players[0].builtin.settings.visits`, with both
    /// values as JSON; `None` if it is the same match.
    pub fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let both = self.settings().into_iter().zip(other.settings());
        let mut differing = both.filter(|((_, value), (_, other))| value != other);
        differing.next().map(|((setting, value), (_, other))| innermost(setting.to_owned(), &value, &other))
    }

    /// Every setting with its value, those first that others follow from.
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

/// The first place in which two values differ, as far down as they have the same parts, and what stands there in either.
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
        assert!(line.starts_with(r#"{"match":{"players":[{"builtin":{"name":"a","settings":{"analysis-"#), "{line}");
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
