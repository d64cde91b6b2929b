//! The openings of a match.

use crate::arena::Opening;
use crate::random::mixed_seed;
use onepure_rules::board::{Color, Position};
use onepure_rules::files;
use onepure_rules::geometry::{BoardSize, Point};
use onepure_rules::random::Randomness;
use onepure_rules::record::{Record, preview};
use onepure_rules::rules::{Game, Move, Ruleset, most_handicap};
use std::path::Path;

/// The openings of a match. Each two players who meet play each opening with both colours.
#[derive(Clone, PartialEq, Debug)]
pub enum Openings {
    /// The empty board.
    Empty,
    /// A list of openings, used in rotation; at least one.
    List {
        /// The name of the file, without its folder.
        name: String,
        /// The openings.
        openings: Vec<Opening>,
    },
    /// Random placements, none of them a dead end, different for each pair of games.
    Random(usize),
    /// Handicap stones for Black.
    Handicap {
        /// The number of stones, placed as the rules say.
        stones: u16,
        /// The number of random placements after the stones, different for each pair of games. If there are any, the
        /// stones are on the usual points under all rules: both games of a pair must start from the same position.
        placements: usize,
    },
}

/// Why games cannot have a handicap.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HandicapError {
    /// The rules have no handicap.
    #[error("the rules {0} know no handicap; rule sets with one: {with}", with = rules_with_handicap())]
    Rules(&'static str),
    /// The board has no points for handicap stones.
    #[error(
        "under the rules {rules} a board of {lines} lines has no points for handicap stones; boards of 7 lines and more have"
    )]
    Board {
        /// The name of the rule set.
        rules: &'static str,
        /// The number of lines of the board.
        lines: usize,
    },
    /// The number of stones is out of range.
    #[error("handicap under the rules {rules} on {lines} lines: expected 2 to {most} stones, got {stones}")]
    Stones {
        /// The number found.
        stones: usize,
        /// The highest number.
        most: usize,
        /// The number of lines of the board.
        lines: usize,
        /// The name of the rule set.
        rules: &'static str,
    },
}

/// The names of the rule sets that have a handicap.
fn rules_with_handicap() -> String {
    let with = Ruleset::ALL.into_iter().filter(|ruleset| ruleset.main_board.has_handicap());
    with.map(|ruleset| ruleset.name).collect::<Vec<_>>().join(", ")
}

/// Why a file has no valid openings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}{}: {problem}", .line.map_or(String::new(), |line| format!(", line {line}")))]
pub struct OpeningsError {
    file: String,
    line: Option<usize>,
    problem: String,
}

impl Openings {
    /// Reads a file of openings: an SGF collection, in which the main line of each game is an opening, or a list.
    ///
    /// A list has one opening per line: points such as `E5` and `pass`, separated by blanks. Colours alternate,
    /// starting with Black. Empty lines and text after a `#` are ignored.
    pub fn load(file: &Path, ruleset: Ruleset, size: BoardSize) -> Result<Self, OpeningsError> {
        let name = file.display().to_string();
        let wrong = |problem| OpeningsError { file: name.clone(), line: None, problem };
        let bytes = files::read(file).map_err(|error| wrong(error.to_string()))?;
        let short_name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        let openings =
            read(&bytes, &short_name, ruleset, size).map_err(|error| OpeningsError { file: name, ..error })?;
        Ok(Self::List { name: short_name, openings })
    }

    /// Openings with handicap stones and then random placements. Returns an error if the rules or the board do not
    /// allow the handicap.
    pub fn with_handicap(
        stones: usize,
        placements: usize,
        ruleset: Ruleset,
        size: BoardSize,
    ) -> Result<Self, HandicapError> {
        let (rules, lines, articles) = (ruleset.name, size.lines(), ruleset.articles(size));
        if !articles.has_handicap() {
            return Err(HandicapError::Rules(rules));
        }
        match most_handicap(size, articles.places_handicap_freely()) {
            0 => Err(HandicapError::Board { rules, lines }),
            most if (2..=most).contains(&stones) => Ok(Self::Handicap { stones: stones as u16, placements }),
            most => Err(HandicapError::Stones { stones, most, lines, rules }),
        }
    }

    /// The opening of a round, counted from 0.
    pub fn opening(&self, round: usize, ruleset: Ruleset, size: BoardSize, seed: u64) -> Opening {
        match self {
            Self::Empty => Opening { id: "empty".to_owned(), ..Opening::default() },
            Self::List { openings, .. } => openings[round % openings.len()].clone(),
            Self::Random(placements) => random(Game::new(size, ruleset), *placements, round, seed),
            &Self::Handicap { stones, placements } => {
                let handicap = Opening { id: format!("handicap:{stones}"), handicap: stones, ..Opening::default() };
                match handicap.game(ruleset, size, None) {
                    Ok(game) if placements > 0 => {
                        let Opening { id, start, moves, .. } = random(game, placements, round, seed);
                        Opening { id: format!("{}:{id}", handicap.id), start, moves, ..handicap }
                    }
                    _ => handicap,
                }
            }
        }
    }
}

fn read(bytes: &[u8], name: &str, ruleset: Ruleset, size: BoardSize) -> Result<Vec<Opening>, OpeningsError> {
    let text = preview(bytes);
    let compact: String = text.split_whitespace().collect();
    let openings =
        if compact.contains("(;") { read_collection(bytes, name, ruleset, size)? } else { read_list(&text, name)? };
    if openings.is_empty() {
        return Err(wrong(None, "no opening in it: an SGF collection, or lines such as `E5 C3 G7`".to_owned()));
    }
    for opening in &openings {
        opening.game(ruleset, size, None).map_err(|problem| wrong(None, problem))?;
    }
    Ok(openings)
}

/// An error in a file whose name the caller adds.
fn wrong(line: Option<usize>, problem: String) -> OpeningsError {
    OpeningsError { file: String::new(), line, problem }
}

fn read_list(text: &str, name: &str) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words = line.split('#').next().unwrap_or_default().split_whitespace();
        let mut moves = Vec::new();
        let mut color = Color::Black;
        for word in words {
            let action = read_move(word)
                .ok_or_else(|| wrong(Some(number), format!("expected a point such as E5, or pass, got `{word}`")))?;
            moves.push((color, action));
            color = !color;
        }
        if !moves.is_empty() {
            openings.push(Opening { id: format!("{name}:{number}"), moves, ..Opening::default() });
        }
    }
    Ok(openings)
}

fn read_move(word: &str) -> Option<Move> {
    if word.eq_ignore_ascii_case("pass") { Some(Move::Abstain) } else { word.parse().ok().map(Move::Place) }
}

fn read_collection(bytes: &[u8], name: &str, ruleset: Ruleset, size: BoardSize) -> Result<Vec<Opening>, OpeningsError> {
    let records = Record::collection(bytes).map_err(|error| wrong(None, error.to_string()))?;
    let opening = |(number, record): (usize, &Record)| {
        let wrong = |problem: String| wrong(None, format!("game {number}: {problem}"));
        if record.size() != size {
            let (found, expected) = (record.size().lines(), size.lines());
            return Err(wrong(format!("a board of {found} lines, and the match is played on {expected}")));
        }
        let mut replay = record.main_line().start(ruleset);
        while replay.advance().map_err(|error| wrong(error.to_string()))?.is_some() {}
        Ok(opening_of(replay.game(), format!("{name}:{number}")))
    };
    (1..).zip(&records).map(opening).collect()
}

/// The moves of a game so far as an opening.
fn opening_of(game: &Game, id: String) -> Opening {
    let is_set_up = game.start() != Position::default() || game.first_to_play() != Color::Black;
    Opening {
        id,
        start: is_set_up.then(|| (game.start(), game.first_to_play())),
        handicap: game.handicap(),
        moves: game.turns().iter().map(|turn| (turn.color, turn.action)).collect(),
    }
}

/// An opening of random placements after which the game goes on.
fn random(mut game: Game, placements: usize, round: usize, seed: u64) -> Opening {
    place_at_random(&mut game, placements, mixed_seed(seed, round as u64));
    opening_of(&game, format!("random:{}", round + 1))
}

/// Plays random placements, none of which is a dead end or ends the game. Plays fewer if there are no more.
pub(crate) fn place_at_random(game: &mut Game, placements: usize, seed: u64) {
    let mut randomness = Randomness::new(seed, 0);
    for _ in 0..placements {
        let mut candidates = game.board().empty();
        loop {
            let point: Option<Point> = randomness.pick(&candidates);
            let Some(point) = point else { return };
            candidates.remove(point);
            if !game.is_dead_end(game.to_play(), point) && game.play(Move::Place(point)).is_ok() {
                if !game.is_over() {
                    break;
                }
                game.undo();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nine() -> BoardSize {
        BoardSize::new(9).expect("a size")
    }

    fn of_text(text: &str) -> Result<Vec<Opening>, String> {
        read(text.as_bytes(), "list", Ruleset::one_pure(), nine()).map_err(|error| error.to_string())
    }

    fn moves(opening: &Opening) -> String {
        opening.moves.iter().map(|(color, action)| format!("{color} {action}")).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_list_has_an_opening_a_line() {
        let openings = of_text("# openings\nE5 c3\n\nG7  # alone\nE5 pass C3\n").expect("a list");
        let expected =
            [("list:2", "black E5, white C3"), ("list:4", "black G7"), ("list:5", "black E5, white pass, black C3")];
        assert_eq!(openings.len(), expected.len());
        for (opening, (id, text)) in openings.iter().zip(expected) {
            assert_eq!((opening.id.as_str(), moves(opening).as_str()), (id, text));
        }
    }

    #[test]
    fn a_collection_has_an_opening_a_game() {
        let text = "(;SZ[9];B[ee];W[cc](;B[gg])(;B[gc])) ( ;SZ[9]AB[ee]AW[cc]PL[W];W[gg])";
        let openings = of_text(text).expect("a collection");
        assert_eq!(openings.iter().map(moves).collect::<Vec<_>>(), ["black E5, white C7, black G3", "white G3"]);
        assert_eq!(openings[0].start, None);
        let (position, to_play) = openings[1].start.expect("a set-up");
        assert_eq!((position.stones.black.len(), position.stones.white.len(), to_play), (1, 1, Color::White));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text| of_text(text).expect_err("no openings");
        assert_eq!(error("# nothing\n"), ": no opening in it: an SGF collection, or lines such as `E5 C3 G7`");
        assert_eq!(error("E5\nE5 Z1"), ", line 2: expected a point such as E5, or pass, got `Z1`");
        assert_eq!(error("E5 E5"), ": the opening list:1 cannot be played: move 2: E5 is occupied");
        assert_eq!(error("(;SZ[13];B[aa])"), ": game 1: a board of 13 lines, and the match is played on 9");
        assert!(error("(;SZ[9];B[aa]) (;SZ[9];B[aa];W[aa])").starts_with(": game 2: line 1, move 2: "));
        assert!(error("pass").contains("leaves nothing to play"));
    }

    #[test]
    fn random_openings_follow_from_the_seed_and_the_round() {
        let opening = |round, seed| Openings::Random(6).opening(round, Ruleset::one_pure(), nine(), seed);
        assert_eq!(opening(0, 7), opening(0, 7));
        assert_eq!(opening(0, 7).id, "random:1");
        let others = [opening(1, 7), opening(0, 8)];
        assert!(others.iter().all(|other| moves(other) != moves(&opening(0, 7))));
        for round in 0..50 {
            let opening = opening(round, 3);
            assert_eq!(opening.moves.len(), 6);
            opening.game(Ruleset::one_pure(), nine(), None).expect("an opening that can be played");
        }
    }

    #[test]
    fn random_placements_may_follow_a_handicap() {
        // Under both rule sets the stones are set up and White begins, although the second lets Black choose the
        // points.
        for ruleset in [Ruleset::japanese(), Ruleset::ing()] {
            let openings = Openings::with_handicap(3, 4, ruleset, nine()).expect("a handicap");
            let opening = |round| openings.opening(round, ruleset, nine(), 7);
            let first = opening(0);
            assert_eq!((first.id.as_str(), first.handicap, first.moves.len()), ("handicap:3:random:1", 3, 4));
            assert_eq!(first.free_handicap(ruleset, nine()), None);
            assert_eq!((opening(0), first.moves[0].0), (first.clone(), Color::White));
            assert_ne!(moves(&opening(1)), moves(&first));
            let game = first.game(ruleset, nine(), None).expect("an opening that can be played");
            assert_eq!((game.handicap(), game.start().stones.black.len(), game.turns().len()), (3, 3, 4));
        }
    }

    #[test]
    fn the_openings_of_a_list_come_in_turn() {
        let openings = Openings::List { name: "list".to_owned(), openings: of_text("E5\nC3").expect("a list") };
        let id = |round| openings.opening(round, Ruleset::one_pure(), nine(), 0).id;
        assert_eq!([0, 1, 2].map(id), ["list:1", "list:2", "list:1"]);
    }
}
