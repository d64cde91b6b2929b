//! The information that a record has about its game, besides the moves.

use crate::board::PerColor;
use crate::rules::Ruleset;

/// Suffixes that mean *rules* after the name of a rule set.
const RULES: [&str; 9] = ["rules", "rule", "规则", "規則", "规", "ルール", "규칙", "룰", "식"];

/// Names of rule sets in records that [`Ruleset::named`] does not know.
const NAMES: [(&[&str], &str); 4] = [
    (&["cn", "中国", "中國", "중국"], "chinese"),
    (&["jp", "ja", "日本", "일본"], "japanese"),
    (&["kr", "ko", "韩国", "韓国", "韓國", "한국"], "korean"),
    (&["应氏", "應氏", "응씨", "응창기"], "ing"),
];

/// The information that a record has about its game: SGF's game-info properties of the root, and the application.
///
/// Texts are kept as written, even if they are not valid.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameInfo {
    /// The name of the rule set (RU). The caller of a replay chooses the rules; see [`GameInfo::known_ruleset`].
    pub ruleset: Option<String>,
    /// The komi (KM): the value of moving first in points, article 8.
    pub komi: Option<f64>,
    /// The players (PB, BR, PW, WR).
    pub players: PerColor<PlayerInfo>,
    /// The date (DT).
    pub date: Option<String>,
    /// The event (EV).
    pub event: Option<String>,
    /// The result (RE).
    pub result: Option<String>,
    /// The number of handicap stones (HA), 2 or more. The stones themselves are in a set-up.
    pub handicap: Option<u32>,
    /// The points that each colour has lost in overtime (PENB, PENW: properties of this program).
    pub penalties: PerColor<u16>,
    /// Main time of each player, in seconds (TM).
    pub main_time: Option<f64>,
    /// The description of the overtime (OT).
    pub overtime: Option<String>,
    /// The program that wrote the record (AP).
    pub application: Option<Application>,
}

/// A player of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerInfo {
    /// The name.
    pub name: Option<String>,
    /// The rank.
    pub rank: Option<String>,
}

/// A program that writes records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Application {
    /// The name of the program.
    pub name: String,
    /// Its version, or an empty text if the record has none.
    pub version: String,
}

impl GameInfo {
    /// The name of the rule set as the record has it, without blanks around it; `None` if it has none.
    pub fn named_ruleset(&self) -> Option<&str> {
        self.ruleset.as_deref().map(str::trim).filter(|named| !named.is_empty())
    }

    /// The rule set that the record names, if it is known and can be searched. Ignores additions to the name, as in
    /// `Chinese, Pair Go`, and accepts names in Chinese, Japanese and Korean.
    pub fn known_ruleset(&self) -> Option<Ruleset> {
        let name = self.ruleset.as_deref()?.trim();
        let found = Ruleset::named(name).or_else(|| {
            let name = name.split([',', ';', '(']).next()?.trim().to_lowercase();
            let name = RULES.iter().find_map(|word| name.strip_suffix(word)).unwrap_or(&name).trim();
            let other = NAMES.iter().find(|(names, _)| names.contains(&name));
            Ruleset::named(other.map_or(name, |(_, known)| known))
        });
        found?.covered().ok()
    }

    /// The names of both players, or else the event.
    pub fn title(&self) -> Option<String> {
        match (&self.players.black.name, &self.players.white.name) {
            (Some(black), Some(white)) => Some(format!("{black} – {white}")),
            _ => self.event.clone(),
        }
    }

    /// The identifiers of the penalty properties.
    pub(super) const PENALTIES: PerColor<&str> = PerColor { black: "PENB", white: "PENW" };

    /// The identifiers of the text properties, in the order of writing.
    pub(super) const TEXTS: [&str; 9] = ["RU", "PB", "BR", "PW", "WR", "DT", "EV", "RE", "OT"];

    /// The text with this identifier, if it is in [`GameInfo::TEXTS`].
    pub(super) fn text(&mut self, identifier: &str) -> Option<&mut Option<String>> {
        match identifier {
            "RU" => Some(&mut self.ruleset),
            "PB" => Some(&mut self.players.black.name),
            "BR" => Some(&mut self.players.black.rank),
            "PW" => Some(&mut self.players.white.name),
            "WR" => Some(&mut self.players.white.rank),
            "DT" => Some(&mut self.date),
            "EV" => Some(&mut self.event),
            "RE" => Some(&mut self.result),
            "OT" => Some(&mut self.overtime),
            _ => None,
        }
    }
}

impl Application {
    /// This program, with its version.
    pub fn this() -> Self {
        Self { name: "onepure".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}
