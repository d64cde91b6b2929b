//! Files of training positions.
//!
//! A file is a row of gzip members, each of which holds one line of JSON: first the settings with which it was made, then a
//! game each. Whoever kills the program spoils the last member at most, and files can be joined with `cat`.

use super::settings::SelfplaySettings;
use crate::arena::LineFileError;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use onepure_rules::board::Color;
use onepure_rules::files;
use onepure_rules::geometry::{BoardSize, Point};
use onepure_rules::rules::{Game, Move, Ruleset};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// The version of the format.
const VERSION: u32 = 1;

/// The first byte of every gzip member.
const GZIP: u8 = 0x1f;

/// A line with more bytes is none of ours: a game of ten thousand turns with all targets takes less.
const MOST_BYTES_OF_A_LINE: u64 = 64 << 20;

/// The first line of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct TrainingHeader {
    /// The version of the format.
    pub(super) selfplay: u32,
    /// The version of the program.
    pub(super) program: String,
    /// The name of the network; `none` for playouts alone.
    pub(super) network: String,
    /// Which games.
    pub(super) settings: SelfplaySettings,
}

impl TrainingHeader {
    /// The first line of a file of this program.
    pub(super) fn new(settings: &SelfplaySettings, network: &str) -> Self {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Self { selfplay: VERSION, program, network: network.to_owned(), settings: settings.clone() }
    }
}

/// A game of self-play, with what is to be learned from it. Colours alternate from Black on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingGame {
    /// Its number, from 0.
    pub game: usize,
    /// The name of the rule system. The count belongs to the board as it stands.
    pub rules: String,
    /// The number of lines of the board.
    pub size: usize,
    /// The komi.
    pub komi: f64,
    /// All moves, `pass` for an abstention, with blanks between them.
    pub moves: String,
    /// How many of them were the opening, of which nothing is learned.
    pub opening: usize,
    /// The result, as in SGF; `Void` where the game was broken off for its length.
    pub result: String,
    /// Black's points less White's less the komi at the end; `None` where the board was not counted.
    #[serde(rename = "lead")]
    pub score_lead: Option<f64>,
    /// Where a colour would have given up, but played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resignation: Option<Resignation>,
    /// Whose the points are at the end, row by row from the top: `B`, `W` or `.`; `None` where the board was not counted.
    pub ownership: Option<String>,
    /// What full searches found, in the order of the turns.
    pub targets: Vec<TrainingTarget>,
    /// What these found of other positions: in their trees, beside the game or ahead of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<TreeTarget>,
}

/// Where a colour would have given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resignation {
    /// The number of moves before it.
    pub turn: usize,
    /// The colour: `B` or `W`.
    pub color: char,
}

/// How a game of self-play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainingEnd {
    /// A colour won.
    Win(Color),
    /// Neither won.
    Draw,
    /// Both lost.
    BothLose,
}

/// What a full search found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingTarget {
    /// The number of moves before it.
    pub turn: usize,
    /// The moves that were looked into, and their visits.
    pub visits: Vec<(String, u64)>,
    /// The share of wins of the colour to play, 0 to 1.
    pub win_rate: f32,
    /// The points by which the colour to play is expected to be ahead, komi included.
    pub score: f32,
}

/// What a full search found of a position in its tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TreeTarget {
    /// The moves that lead to it from the position of the target's turn, with blanks between them.
    pub line: String,
    /// What was found there, and the number of moves before the search.
    #[serde(flatten)]
    pub target: TrainingTarget,
}

impl TreeTarget {
    /// The moves that lead to the position; `None` if one of them is no move.
    pub fn line(&self) -> Option<Vec<Move>> {
        read_moves(&self.line)
    }
}

impl TrainingGame {
    /// The game before its first move.
    pub fn start(&self) -> Option<Game> {
        let ruleset = Ruleset::named(&self.rules)?.without_removal();
        let mut game = Game::new(BoardSize::for_play(self.size).ok()?, ruleset);
        game.set_komi(Some(self.komi));
        Some(game)
    }

    /// Its moves; `None` if one of them is no move.
    pub fn moves(&self) -> Option<Vec<Move>> {
        read_moves(&self.moves)
    }

    /// Whether a colour would have given up what it did not lose in the end.
    pub fn is_turned(&self) -> bool {
        let color = match self.resignation {
            Some(Resignation { color: 'B', .. }) => Color::Black,
            Some(_) => Color::White,
            None => return false,
        };
        matches!(self.end(), Some(TrainingEnd::Draw)) || self.end() == Some(TrainingEnd::Win(color))
    }

    /// How it ended; `None` where there is no result.
    pub fn end(&self) -> Option<TrainingEnd> {
        match self.result.as_bytes() {
            [b'B', b'+', ..] => Some(TrainingEnd::Win(Color::Black)),
            [b'W', b'+', ..] => Some(TrainingEnd::Win(Color::White)),
            b"0" => Some(TrainingEnd::Draw),
            b"Both-lose" => Some(TrainingEnd::BothLose),
            _ => None,
        }
    }
}

impl TrainingTarget {
    /// The moves that were looked into, and their visits; `None` if one of them is no move.
    pub fn moves(&self) -> Option<Vec<(Move, u64)>> {
        self.visits.iter().map(|(text, visits)| Some((read_move(text)?, *visits))).collect()
    }
}

fn read_moves(text: &str) -> Option<Vec<Move>> {
    text.split_ascii_whitespace().map(read_move).collect()
}

fn read_move(text: &str) -> Option<Move> {
    if text == "pass" { Some(Move::Abstain) } else { text.parse::<Point>().ok().map(Move::Place) }
}

/// Why a file of training positions cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrainingFileError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] LineFileError),
    /// What is in it is no game.
    #[error("{file}: after {games} games: {reason}")]
    Game {
        /// The file.
        file: String,
        /// How many games come before.
        games: usize,
        /// What is wrong.
        reason: String,
    },
}

/// Reads the games of a file, one after the other.
#[derive(Debug)]
pub struct TrainingGames {
    path: PathBuf,
    input: BufReader<File>,
    games: usize,
    /// Bytes of the members that were read whole.
    pub(super) whole: u64,
    /// The first line, once it was read.
    pub(super) header: Option<TrainingHeader>,
}

impl TrainingGames {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, TrainingFileError> {
        let file = files::open(path).map_err(|error| LineFileError::system(path, &error))?;
        Ok(Self { path: path.to_owned(), input: BufReader::new(file), games: 0, whole: 0, header: None })
    }

    /// The text of the next member; `None` at the end of the file, or where the rest is no whole member.
    fn member(&mut self) -> Result<Option<String>, TrainingFileError> {
        let failed = |error: std::io::Error| LineFileError::system(&self.path, &error);
        match self.input.fill_buf().map_err(failed)?.first() {
            None => return Ok(None),
            Some(&GZIP) => {}
            Some(_) => return Err(self.wrong("not a gzip member of training positions".to_owned())),
        }
        let mut counted = Counted { input: &mut self.input, bytes: 0 };
        let mut text = String::new();
        let read = GzDecoder::new(&mut counted).take(MOST_BYTES_OF_A_LINE).read_to_string(&mut text);
        let bytes = counted.bytes;
        match read {
            Ok(_) => {
                self.whole += bytes;
                Ok(Some(text))
            }
            // The last member of a file whose writer was killed.
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(self.wrong(format!("not a gzip member of training positions ({error})"))),
        }
    }

    fn wrong(&self, reason: String) -> TrainingFileError {
        TrainingFileError::Game { file: self.path.display().to_string(), games: self.games, reason }
    }

    fn next_game(&mut self) -> Result<Option<TrainingGame>, TrainingFileError> {
        while let Some(text) = self.member()? {
            if text.starts_with("{\"selfplay\":") {
                let header: TrainingHeader = serde_json::from_str(&text)
                    .map_err(|error| self.wrong(format!("not the first line of training positions ({error})")))?;
                if header.selfplay != VERSION {
                    let found = header.selfplay;
                    return Err(self.wrong(format!("version {found} of the format; this program reads {VERSION}")));
                }
                self.header = Some(header);
                continue;
            }
            let game: TrainingGame =
                serde_json::from_str(&text).map_err(|error| self.wrong(format!("not a training game ({error})")))?;
            self.games += 1;
            return Ok(Some(game));
        }
        Ok(None)
    }
}

impl Iterator for TrainingGames {
    type Item = Result<TrainingGame, TrainingFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}

/// Counts the bytes that are read.
struct Counted<'i> {
    input: &'i mut BufReader<File>,
    bytes: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}

impl BufRead for Counted<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.bytes += amount as u64;
        self.input.consume(amount);
    }
}

/// A value as a gzip member with one line of JSON.
pub(super) fn member(value: &impl Serialize) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(crate::arena::line_file::line(value).as_bytes())?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize) -> TrainingGame {
        TrainingGame {
            game: number,
            rules: "one-pure".to_owned(),
            size: 9,
            komi: 0.5,
            moves: "E5 C3 pass".to_owned(),
            opening: 1,
            result: "B+8.5".to_owned(),
            score_lead: Some(8.5),
            resignation: Some(Resignation { turn: 2, color: 'W' }),
            ownership: Some("B".repeat(81)),
            targets: vec![TrainingTarget {
                turn: 1,
                visits: vec![("C3".to_owned(), 30), ("pass".to_owned(), 1)],
                win_rate: 0.25,
                score: -3.5,
            }],
            tree: vec![TreeTarget {
                line: "C3 G7".to_owned(),
                target: TrainingTarget { turn: 1, visits: vec![("D4".to_owned(), 9)], win_rate: 0.5, score: 2.0 },
            }],
        }
    }

    fn settings() -> SelfplaySettings {
        toml::from_str("games = 2\n[[mix]]\nrules = \"one-pure\"\nsize = 9\nkomi = 0.5\n").expect("settings")
    }

    fn written(pieces: &[Vec<u8>]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.jsonl.gz");
        std::fs::write(&path, pieces.concat()).expect("written");
        (folder, path)
    }

    #[test]
    fn what_is_written_is_read_back() {
        let header = member(&TrainingHeader::new(&settings(), "none")).expect("a member");
        let games = [0, 1].map(|number| member(&game(number)).expect("a member"));
        let whole = (header.len() + games[0].len()) as u64;
        let half = games[1][..games[1].len() / 2].to_vec();
        let (_folder, path) = written(&[header.clone(), games[0].clone(), games[1].clone()]);
        let read: Vec<_> = TrainingGames::open(&path).expect("open").map(|game| game.expect("a game")).collect();
        assert_eq!(read, [game(0), game(1)]);
        assert_eq!(read[0].moves().map(|moves| moves.len()), Some(3));
        assert_eq!(read[0].tree[0].line().map(|moves| moves.len()), Some(2));
        assert_eq!(read[0].end(), Some(TrainingEnd::Win(Color::Black)));
        let kept = |color| TrainingGame { resignation: Some(Resignation { turn: 2, color }), ..game(0) }.is_turned();
        assert!(kept('B') && !kept('W') && !TrainingGame { resignation: None, ..game(0) }.is_turned());
        // The last game was being written when the program was killed.
        let (_folder, path) = written(&[header, games[0].clone(), half]);
        let mut reader = TrainingGames::open(&path).expect("open");
        assert_eq!(reader.by_ref().map(|game| game.expect("a game").game).collect::<Vec<_>>(), [0]);
        assert_eq!((reader.whole, reader.header.map(|header| header.network)), (whole, Some("none".to_owned())));
    }

    #[test]
    fn what_is_no_training_game_is_refused_in_a_line() {
        let newer = TrainingHeader { selfplay: 2, ..TrainingHeader::new(&settings(), "none") };
        for (pieces, expected) in [
            (vec![b"(;SZ[9])".to_vec()], "not a gzip member"),
            (vec![member(&"text").expect("a member")], "not a training game"),
            (vec![member(&newer).expect("a member")], "version 2 of the format; this program reads 1"),
            (vec![member(&game(0)).expect("a member"), b"rest of something".to_vec()], "after 1 games: not a gzip"),
        ] {
            let (_folder, path) = written(&pieces);
            let error = TrainingGames::open(&path).expect("open").find_map(Result::err).expect("refused").to_string();
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
    }
}
