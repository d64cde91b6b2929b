//! What came of a game: one line of a results file.

use crate::arena::hash::Fnv;
use jiff::Timestamp;
use onepure_rules::board::{Color, PerColor};
use onepure_rules::rules::{Game, Verdict};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What came of a game. As JSON it is one line of a results file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The number of the game in the schedule.
    pub number: usize,
    /// Who played.
    pub players: PerColor<GamePlayer>,
    /// The name of the opening.
    pub opening: String,
    /// The name of the rule system.
    pub rules: String,
    /// The number of lines of the board.
    pub size: usize,
    /// What moving first was worth.
    pub komi: f64,
    /// How many handicap stones Black had.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub handicap: u16,
    /// The time control, in the form of [`TimeControl`](onepure_engine::clock::TimeControl).
    pub time: String,
    /// The result as `opr-state` has it: `B+1`, `W+Resign`, `B+Time`, `B+Forfeit`, `0`, `Both-lose`, `Void`.
    pub result: String,
    /// Who won.
    pub winner: Winner,
    /// Why play ended, in the words of `opr-state` ([`Reason::name`](onepure_rules::rules::Reason::name)), or `forfeit` or `void`.
    pub reason: String,
    /// What was wrong with a player, or with the game: always with a forfeit or a game without a result, never otherwise.
    pub trouble: Option<Trouble>,
    /// How the count came about, where the board was counted.
    pub counted: Option<CountedBy>,
    /// Turns, placements and abstentions, those of the opening included.
    pub turns: usize,
    /// The hash of the start and of every turn, 16 hex digits: games with the same one are duplicates.
    pub sequence: String,
    /// Where random numbers started.
    pub seed: u64,
    /// When it began.
    pub started: Timestamp,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The file of the record.
    pub sgf: Option<PathBuf>,
    /// The file of the transcript, where one was kept.
    pub transcript: Option<PathBuf>,
}

/// The most turns of a game, and the most seconds that anything in it may have taken: 31 years.
const MOST_TURNS: usize = 1_000_000_000;
const MOST_SECONDS: f64 = 1e9;

impl Played {
    /// Fails with what is wrong unless a game can have come out so.
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
    /// What the program calls itself.
    pub program: Option<String>,
    /// Its version, in its own words.
    pub version: Option<String>,
    /// The moves that it chose itself, a resignation included: those of the opening are not among them.
    pub moves: usize,
    /// The time that it took for its moves, in seconds, measured by the referee.
    pub wall: f64,
    /// The points that it lost in overtime.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub penalty: u16,
    /// The time that its processes or threads computed during the game, in seconds, where the system says so.
    pub cpu: Option<f64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// Black.
    Black,
    /// White.
    White,
    /// Neither: a draw.
    Draw,
    /// Neither colour has a point, so that both lost.
    BothLose,
    /// The game has no result.
    Void,
}

/// How a count came about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedBy {
    /// The board as it stood.
    AsItStands,
    /// Without the stones that both players called dead.
    Agreement,
    /// Without the stones that were captured when the players, who did not agree, went on to show which were dead.
    CleanUp,
    /// Without the stones that the referee's playouts judged dead: the players did not agree, or did not say, and did not go on.
    Playouts,
}

/// What was wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trouble {
    /// What kind of thing.
    pub kind: TroubleKind,
    /// With whom; `None` where it was nobody's doing.
    pub player: Option<Color>,
    /// What exactly, on one line.
    pub detail: String,
}

/// Kinds of trouble. The first seven cost the player the game; after the others it has no result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TroubleKind {
    /// A move that the rule system forbids.
    IllegalMove,
    /// The process ended.
    Crash,
    /// No answer where no clock runs. (Under a clock that is a loss on time.)
    Silence,
    /// An answer that is not GTP, or without end, or not a move.
    Garbage,
    /// `?` to `genmove`.
    NoMove,
    /// A panic of the built-in player.
    Panic,
    /// `?` to a `play` that the player's own rules allow, also after a replay of the whole game.
    LegalMoveRefused,
    /// `?` to a `play` that its own rules may forbid, also after a replay of the whole game.
    MoveRefused,
    /// `?` to what a game begins with: `boardsize`, `clear_board`, `komi`, a set-up.
    SetUpRefused,
    /// More turns than the match allows.
    TurnLimit,
}

impl TroubleKind {
    /// Whether it costs the player the game; if not, the game has no result.
    pub const fn is_forfeit(self) -> bool {
        !matches!(self, Self::MoveRefused | Self::SetUpRefused | Self::TurnLimit)
    }

    /// Whether the player still answers as GTP wants it, so that it can go on to the next game.
    pub(in crate::arena) const fn leaves_player_able(self) -> bool {
        !matches!(self, Self::Crash | Self::Silence | Self::Garbage | Self::Panic)
    }
}

/// The hash of a game: where it started, and every turn. It is the same on every machine and in every version (64-bit
/// FNV-1a of the text of the moves).
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
