//! The result of a game: one line of a results file.

use crate::hash::Fnv;
use jiff::Timestamp;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::rules::{Game, Verdict};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The result of a game. Serialized, it is one line of a results file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The number of the game in the schedule.
    pub number: usize,
    /// The players.
    pub players: PerColor<GamePlayer>,
    /// The name of the opening ([`Opening::id`](super::game_settings::Opening::id)).
    pub opening: String,
    /// The name of the rule system.
    pub rules: String,
    /// The number of lines of the board.
    pub size: usize,
    /// White's compensation in points.
    pub komi: f64,
    /// The number of handicap stones.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub handicap: u16,
    /// The time control, in the form of [`TimeControl`](onepure_engine::clock::TimeControl).
    pub time: String,
    /// The result in the format of `opr-state`: `B+1`, `W+Resign`, `B+Time`, `B+Forfeit`, `0`, `Both-lose`, `Void`.
    pub result: String,
    /// The winner.
    pub winner: Winner,
    /// Why play ended: a name of `opr-state` ([`Reason::name`](onepure_rules::rules::Reason::name)), `forfeit` or
    /// `void`.
    pub reason: String,
    /// The fault that ended the game. Present exactly if the game was forfeited or has no result.
    pub trouble: Option<Trouble>,
    /// The method of the count, if the board was counted.
    pub counted: Option<CountedBy>,
    /// The number of turns, including passes and the opening.
    pub turns: usize,
    /// The hash of the start position and of all turns, 16 hex digits. Equal hashes mark duplicate games.
    pub sequence: String,
    /// The seed of the game.
    pub seed: u64,
    /// The time at which the game began.
    pub started: Timestamp,
    /// The duration of the game in seconds.
    pub seconds: f64,
    /// The file of the record.
    pub sgf: Option<PathBuf>,
    /// The file of the transcript, if it was kept.
    pub transcript: Option<PathBuf>,
}

/// Upper limits of turns and of seconds (31 years) in a results file. They keep sums over many games finite.
const MOST_TURNS: usize = 1_000_000_000;
const MOST_SECONDS: f64 = 1e9;

impl Played {
    /// Returns an error, with the reason, if no game can have these values.
    pub(in crate::arena) fn check(&self) -> Result<(), String> {
        let players = [&self.players.black, &self.players.white];
        if let Some(turns) =
            players.iter().map(|player| player.moves).chain([self.turns]).find(|&turns| turns > MOST_TURNS)
        {
            return Err(format!("turns: expected at most {MOST_TURNS}, got {turns}"));
        }
        let times = players.iter().flat_map(|player| [Some(player.wall), player.cpu]).flatten().chain([self.seconds]);
        match times.into_iter().find(|seconds| !(0.0..=MOST_SECONDS).contains(seconds)) {
            Some(seconds) => Err(format!("time: expected 0 to {MOST_SECONDS} seconds, got {seconds}")),
            None => Ok(()),
        }
    }
}

/// A player of one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GamePlayer {
    /// The name in the match.
    pub name: String,
    /// The program's answer to `name`.
    pub program: Option<String>,
    /// The program's answer to `version`.
    pub version: Option<String>,
    /// The number of moves that the player chose, a resignation included and the opening excluded.
    pub moves: usize,
    /// The time for these moves in seconds, measured by the referee.
    pub wall: f64,
    /// The points that the player lost in overtime.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub penalty: u16,
    /// CPU time of the player's processes or threads during the game, in seconds; `None` if the system does not report
    /// it.
    pub cpu: Option<f64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// The winner of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody: a draw.
    Draw,
    /// Nobody: neither colour has a point, so both lost.
    BothLose,
    /// Nobody: the game has no result.
    Void,
}

/// The method of a count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedBy {
    /// All stones on the board count.
    AsItStands,
    /// Without the stones that both players called dead.
    Agreement,
    /// The players disagreed and played on. Without the stones captured in that clean-up.
    CleanUp,
    /// The players did not agree, or did not answer, and could not play on. Without the stones that the referee's
    /// playouts judged dead.
    Playouts,
}

/// A fault that ended a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trouble {
    /// The kind of fault.
    pub kind: TroubleKind,
    /// The player at fault; `None` if neither is.
    pub player: Option<Color>,
    /// Details on one line.
    pub detail: String,
}

/// The kinds of fault. The first seven forfeit the game; after the others it has no result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TroubleKind {
    /// A move that the rule set forbids.
    IllegalMove,
    /// The process ended.
    Crash,
    /// No answer within the patience, without a clock. (Under a clock the player loses on time instead.)
    Silence,
    /// An answer that is not GTP, too long, or not a move.
    Garbage,
    /// `?` to `genmove`.
    NoMove,
    /// A panic of the built-in engine.
    Panic,
    /// `?` to a `play` that the player's own rules allow, and again after a replay of the whole game.
    LegalMoveRefused,
    /// `?` to a `play` that the player's own rules may forbid, and again after a replay of the whole game.
    MoveRefused,
    /// `?` to a command that sets up a game: `boardsize`, `clear_board`, `komi`, or stones.
    SetUpRefused,
    /// More turns than [`GameSettings::most_turns`](super::game_settings::GameSettings::most_turns).
    TurnLimit,
}

impl TroubleKind {
    /// Returns whether this fault forfeits the game. Otherwise the game has no result.
    pub const fn is_forfeit(self) -> bool {
        !matches!(self, Self::MoveRefused | Self::SetUpRefused | Self::TurnLimit)
    }

    /// Returns whether the player still answers in GTP, so that it can play the next game without a restart.
    pub(in crate::arena) const fn leaves_player_able(self) -> bool {
        !matches!(self, Self::Crash | Self::Silence | Self::Garbage | Self::Panic)
    }
}

/// The hash of a game's start position and turns: 64-bit FNV-1a of their text, equal on every machine and in every
/// version.
pub(in crate::arena) fn sequence(game: &Game) -> String {
    let stones =
        Color::BOTH.map(|color| game.start().stones[color].iter().map(move |point| format!("{color} {point};")));
    let start = format!("{} {}:", game.size(), game.first_to_play());
    let turns = game.turns().iter().map(|turn| format!("{} {},", turn.color, turn.action));
    let texts = std::iter::once(start).chain(stones.into_iter().flatten()).chain(turns);
    texts.fold(Fnv::EMPTY, Fnv::with).to_string()
}

impl From<Verdict> for Winner {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win(color, _) => color.into(),
            Verdict::Draw | Verdict::NoResult => Self::Draw,
            Verdict::BothLose => Self::BothLose,
        }
    }
}

impl From<Color> for Winner {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}
