//! Files of training games.
//!
//! A file is a sequence of gzip members with one line of JSON each: first the settings, then one game per member. If
//! the program is killed, at most the last member is incomplete. Files can be joined with `cat`.

use super::selfplay_settings::{SelfplaySettings, is_default};
use crate::arena::LineFileError;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use onepure_rules::board::Color;
use onepure_rules::files;
use onepure_rules::geometry::{BoardSize, Point};
use onepure_rules::rules::{Game, Move, Ruleset, fixed_handicap};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// The version of the file format.
const VERSION: u32 = 1;

/// The first byte of every gzip member.
const GZIP: u8 = 0x1f;

/// The longest line that is read. A game of ten thousand turns with all targets is shorter, so a longer line is not
/// ours.
const MOST_BYTES_OF_A_LINE: u64 = 64 << 20;

/// The first line of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct TrainingHeader {
    /// The version of the file format.
    pub(super) selfplay: u32,
    /// The version of the program.
    pub(super) program: String,
    /// The name of the network; `none` for playouts alone.
    pub(super) network: String,
    /// The settings of the games.
    pub(super) settings: SelfplaySettings,
}

impl TrainingHeader {
    /// The first line of a file written by this program.
    pub(super) fn new(settings: &SelfplaySettings, network: &str) -> Self {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Self { selfplay: VERSION, program, network: network.to_owned(), settings: settings.clone() }
    }
}

/// A game of self-play with its training targets. Colours alternate, starting with Black, or with White after handicap stones.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingGame {
    /// The number of the game, from 0.
    pub game: usize,
    /// The name of the rule set. All stones on the board count, without removal of dead ones.
    pub rules: String,
    /// The number of lines of the board.
    pub size: usize,
    /// The komi.
    pub komi: f64,
    /// The number of handicap stones, which stand on star points ([`fixed_handicap`]).
    #[serde(default, skip_serializing_if = "is_default")]
    pub handicap: usize,
    /// All moves, separated by blanks, with `pass` for a pass.
    pub moves: String,
    /// The number of opening moves. They are no training data.
    pub opening: usize,
    /// The result in the format of SGF; `Void` for a game stopped at the turn limit.
    pub result: String,
    /// Black's final lead in points, komi included; `None` if the board was not counted.
    #[serde(rename = "lead")]
    pub score_lead: Option<f64>,
    /// The position at which a colour would have resigned in a game that was played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resignation: Option<Resignation>,
    /// The owners of the points at the end, row by row from the top: `B`, `W` or `.`; `None` if the board was not
    /// counted.
    pub ownership: Option<String>,
    /// The results of full searches, in the order of the turns.
    pub targets: Vec<TrainingTarget>,
    /// The results that full searches found for other positions in their trees.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<TreeTarget>,
}

/// A resignation that was not carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resignation {
    /// The number of moves before it.
    pub turn: usize,
    /// The colour: `B` or `W`.
    pub color: char,
}

/// The end of a game of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainingEnd {
    /// A colour won.
    Win(Color),
    /// Nobody won.
    Draw,
    /// Both lost.
    BothLose,
}

/// The result of a full search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingTarget {
    /// The number of moves before the search.
    pub turn: usize,
    /// The visited moves with their visits.
    pub visits: Vec<(String, u64)>,
    /// The win rate of the colour to play, 0 to 1.
    pub win_rate: f32,
    /// The expected lead of the colour to play in points, komi included.
    pub score: f32,
}

/// The result of a full search for a position in its tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TreeTarget {
    /// The moves from the searched position to this one, separated by blanks.
    pub line: String,
    /// The result for this position. `turn` is the number of moves before the search.
    #[serde(flatten)]
    pub target: TrainingTarget,
}

impl TreeTarget {
    /// The moves to the position; `None` if one does not parse.
    pub fn line(&self) -> Option<Vec<Move>> {
        read_moves(&self.line)
    }
}

impl TrainingGame {
    /// The game before its first move; `None` if the rules, the size or that many handicap stones do not exist.
    pub fn start(&self) -> Option<Game> {
        let ruleset = Ruleset::named(&self.rules)?.without_removal();
        let mut game = start(BoardSize::for_play(self.size).ok()?, ruleset, self.handicap)?;
        game.set_komi(Some(self.komi));
        Some(game)
    }

    /// The moves of the game; `None` if one does not parse.
    pub fn moves(&self) -> Option<Vec<Move>> {
        read_moves(&self.moves)
    }

    /// Returns whether the colour that would have resigned did not lose.
    pub fn is_turned(&self) -> bool {
        let color = match self.resignation {
            Some(Resignation { color: 'B', .. }) => Color::Black,
            Some(_) => Color::White,
            None => return false,
        };
        matches!(self.end(), Some(TrainingEnd::Draw)) || self.end() == Some(TrainingEnd::Win(color))
    }

    /// The end of the game; `None` if it has no result.
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
    /// The visited moves with their visits; `None` if a move does not parse.
    pub fn moves(&self) -> Option<Vec<(Move, u64)>> {
        self.visits.iter().map(|(text, visits)| Some((read_move(text)?, *visits))).collect()
    }
}

/// A game before its first move, with this number of handicap stones; `None` if they do not fit.
pub(super) fn start(size: BoardSize, ruleset: Ruleset, handicap: usize) -> Option<Game> {
    let black = if handicap == 0 { Vec::new() } else { fixed_handicap(size, handicap)? };
    Game::with_handicap(size, ruleset, black.into_iter().collect()).ok()
}

fn read_moves(text: &str) -> Option<Vec<Move>> {
    text.split_ascii_whitespace().map(read_move).collect()
}

fn read_move(text: &str) -> Option<Move> {
    if text == "pass" { Some(Move::Abstain) } else { text.parse::<Point>().ok().map(Move::Place) }
}

/// Why a file of training games cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrainingFileError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] LineFileError),
    /// A member is not a valid game.
    #[error("{file}: after {games} games: {reason}")]
    Game {
        /// The file.
        file: String,
        /// The number of games before it.
        games: usize,
        /// The reason.
        reason: String,
    },
}

/// An iterator over the games of a file.
#[derive(Debug)]
pub struct TrainingGames {
    path: PathBuf,
    input: BufReader<File>,
    games: usize,
    /// The total size of the complete members read so far, in bytes.
    pub(super) whole: u64,
    /// The first line, once read.
    pub(super) header: Option<TrainingHeader>,
}

impl TrainingGames {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, TrainingFileError> {
        let file = files::open(path).map_err(|error| LineFileError::system(path, &error))?;
        Ok(Self { path: path.to_owned(), input: BufReader::new(file), games: 0, whole: 0, header: None })
    }

    /// The text of the next member; `None` at the end of the file or at an incomplete member.
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
            // The writer was killed during its last member.
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

/// A reader that counts bytes.
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

/// A gzip member with `value` as one line of JSON.
pub(super) fn member(value: &impl Serialize) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(crate::arena::line_file::line(value).as_bytes())?;
    encoder.finish()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A game with a target of each kind.
    pub(crate) fn game(number: usize) -> TrainingGame {
        TrainingGame {
            game: number,
            rules: "one-pure".to_owned(),
            size: 9,
            komi: 0.5,
            handicap: 0,
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

    /// Settings of self-play.
    pub(crate) fn settings() -> SelfplaySettings {
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
        // The program was killed while it wrote the last game.
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
