//! What a record says about its game, beside the moves.

use crate::board::PerColor;
use crate::rules::Ruleset;

/// What a record says about its game: SGF's game-info properties of the root, and the application.
///
/// Texts are kept as they are written, whatever they say.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameInfo {
    /// The name of the rule system (RU). Whoever replays the record chooses the rules; see [`GameInfo::known_ruleset`].
    pub ruleset: Option<String>,
    /// What moving first is worth, in points (KM): the komi of article 8.
    pub komi: Option<f64>,
    /// The players (PB, BR, PW, WR).
    pub players: PerColor<PlayerInfo>,
    /// When it was played (DT).
    pub date: Option<String>,
    /// At which event (EV).
    pub event: Option<String>,
    /// The result (RE).
    pub result: Option<String>,
    /// The number of handicap stones (HA), 2 or more. The stones themselves are set up.
    pub handicap: Option<u32>,
    /// The points that each colour has lost in overtime (PENB, PENW: properties of this program).
    pub penalties: PerColor<u16>,
    /// Main time of each player, in seconds (TM).
    pub main_time: Option<f64>,
    /// The overtime in words (OT).
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
    /// Its name.
    pub name: String,
    /// Its version; empty if it does not say.
    pub version: String,
}

impl GameInfo {
    /// The rule system of this name, if it is one that is known here.
    pub fn known_ruleset(&self) -> Option<Ruleset> {
        Ruleset::named(self.ruleset.as_deref()?.trim())?.covered().ok()
    }

    /// Who plays against whom, or else the event.
    pub fn title(&self) -> Option<String> {
        match (&self.players.black.name, &self.players.white.name) {
            (Some(black), Some(white)) => Some(format!("{black} – {white}")),
            _ => self.event.clone(),
        }
    }

    /// The identifiers of the penalties.
    pub(super) const PENALTIES: PerColor<&str> = PerColor { black: "PENB", white: "PENW" };

    /// The identifiers of the properties that are plain texts, in the order in which they are written.
    pub(super) const TEXTS: [&str; 9] = ["RU", "PB", "BR", "PW", "WR", "DT", "EV", "RE", "OT"];

    /// The place of the text with this identifier, if it is one of [`GameInfo::TEXTS`].
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
    /// This program.
    pub fn this() -> Self {
        Self { name: env!("CARGO_PKG_NAME").to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}
