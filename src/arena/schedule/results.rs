//! The results of a match and their file.

use super::description::MatchHeader;
use crate::arena::Played;
use crate::arena::line_file::{LineFile, LineFileError, line, whole_lines};
use onepure_rules::files;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The results of a match so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// The match.
    pub header: MatchHeader,
    /// The games in file order, with unique numbers.
    pub games: Vec<Played>,
}

/// Why results cannot be read, merged or written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResultsError {
    /// The file cannot be read or written, or another process writes to it.
    #[error(transparent)]
    File(#[from] LineFileError),
    /// The results belong to another match.
    #[error("{file} is of another match: its {setting} is {found}, not {expected}; {remedy}")]
    OtherMatch {
        /// The file.
        file: String,
        /// The first setting that differs.
        setting: String,
        /// The value found.
        found: String,
        /// The value expected.
        expected: String,
        /// Advice to the user.
        remedy: &'static str,
    },
    /// The match, or the shard, has no game with this number.
    #[error("{file}, line {line}: there is no game {number} in {which}")]
    NoSuchGame {
        /// The file.
        file: String,
        /// The number of the line, from 1.
        line: usize,
        /// The number of the game.
        number: usize,
        /// A description of the file's match or shard.
        which: String,
    },
    /// A game has two different results.
    #[error("game {number} stands in {first} and in {second} with different results: one of them is not of this match")]
    TwoResults {
        /// The number of the game.
        number: usize,
        /// The file of one result.
        first: String,
        /// The file of the other, possibly the same.
        second: String,
    },
    /// No results to merge.
    #[error("{0}: no results in it")]
    Empty(String),
}

impl Results {
    /// Reads a results file. An incomplete last line is ignored.
    pub fn read(path: &Path) -> Result<Self, ResultsError> {
        let text = files::read_own(path).map_err(|error| LineFileError::system(path, &error))?;
        parse(whole_lines(&text), path)?.ok_or_else(|| ResultsError::Empty(path.display().to_string()))
    }

    /// Merges the results files of parts of a match. Equal results of one game count once. The games are sorted by
    /// number.
    pub fn merge(files: &[PathBuf]) -> Result<Self, ResultsError> {
        let mut joined: Option<(MatchHeader, &PathBuf)> = None;
        let mut games: BTreeMap<usize, (Played, &PathBuf)> = BTreeMap::new();
        for path in files {
            let part = Self::read(path)?;
            match &mut joined {
                None => joined = Some((MatchHeader { shard: None, ..part.header }, path)),
                Some((header, _)) => {
                    same_match(path, &part.header, header, "join only the results of one match")?;
                    header.games = header.games.max(part.header.games);
                }
            }
            for game in part.games {
                let number = game.number;
                match games.get(&number) {
                    None => drop(games.insert(number, (game, path))),
                    Some((other, _)) if *other == game => {}
                    Some((_, first)) => {
                        let [first, second] = [*first, path].map(|path| path.display().to_string());
                        return Err(ResultsError::TwoResults { number, first, second });
                    }
                }
            }
        }
        let (header, _) = joined.ok_or_else(|| ResultsError::Empty("--merge".to_owned()))?;
        Ok(Self { header, games: games.into_values().map(|(game, _)| game).collect() })
    }

    /// Writes the results to a file, completely or not at all.
    pub fn write(&self, path: &Path) -> Result<(), ResultsError> {
        let mut text = line(&self.header);
        for game in &self.games {
            text.push_str(&line(game));
        }
        Ok(files::replace(path, text).map_err(|error| LineFileError::system(path, &error))?)
    }
}

/// An open results file, to which games are appended.
#[derive(Debug)]
pub struct ResultsFile {
    file: LineFile,
}

impl ResultsFile {
    /// Creates a results file, or opens one of the same match and cuts off an incomplete last line. Returns the results
    /// in it, with the larger number of games in the header. While the file is open, no other run can open it.
    pub fn open(path: &Path, header: &MatchHeader) -> Result<(Self, Results), ResultsError> {
        let (mut file, text) = LineFile::open(path)?;
        let Some(found) = parse(&text, path)? else {
            file.keep(&text)?;
            file.append(header)?;
            return Ok((Self { file }, Results { header: header.clone(), games: Vec::new() }));
        };
        let remedy = "give the settings with which it was begun, or another --output";
        same_match(path, &found.header, header, remedy)?;
        let games = header.games.max(found.header.games);
        let is_longer = games > found.header.games;
        let results = Results { header: MatchHeader { games, ..header.clone() }, ..found };
        if is_longer {
            results.write(path)?;
            (file, _) = LineFile::open(path)?;
        } else {
            file.keep(&text)?;
        }
        Ok((Self { file }, results))
    }

    /// Appends the result of a game.
    pub fn append(&mut self, game: &Played) -> Result<(), ResultsError> {
        Ok(self.file.append(game)?)
    }
}

/// Parses complete lines; `None` if there are none.
fn parse(text: &str, path: &Path) -> Result<Option<Results>, ResultsError> {
    let file = || path.display().to_string();
    let wrong = |line, error: &serde_json::Error, what| {
        let reason = format!("not {what} ({error})");
        ResultsError::from(LineFileError::Line { file: file(), line, reason })
    };
    let mut lines = (1..).zip(text.lines());
    let Some((number, first)) = lines.next() else { return Ok(None) };
    let header: MatchHeader =
        serde_json::from_str(first).map_err(|error| wrong(number, &error, "the first line of a results file"))?;
    let impossible = |line, reason| ResultsError::from(LineFileError::Line { file: file(), line, reason });
    header.check().map_err(|reason| impossible(number, reason))?;
    let mut games: BTreeMap<usize, usize> = BTreeMap::new();
    let (schedule, shard) = (header.schedule(), header.shard.as_deref().and_then(|shard| shard.parse().ok()));
    let mut results = Results { header, games: Vec::new() };
    for (number, line) in lines {
        let game: Played = serde_json::from_str(line).map_err(|error| wrong(number, &error, "the result of a game"))?;
        game.check().map_err(|reason| impossible(number, reason))?;
        if !schedule.has(game.number, shard) {
            let MatchHeader { games, shard, .. } = &results.header;
            let which = match shard {
                None => format!("this match, in which each two players who meet play {games}"),
                Some(shard) => format!("shard {shard} of this match, in which each two players who meet play {games}"),
            };
            return Err(ResultsError::NoSuchGame { file: file(), line: number, number: game.number, which });
        }
        match games.insert(game.number, results.games.len()) {
            None => results.games.push(game),
            Some(other) if results.games[other] == game => {}
            Some(_) => return Err(ResultsError::TwoResults { number: game.number, first: file(), second: file() }),
        }
    }
    Ok(Some(results))
}

/// Returns an error unless both headers describe the same match.
fn same_match(
    path: &Path,
    found: &MatchHeader,
    expected: &MatchHeader,
    remedy: &'static str,
) -> Result<(), ResultsError> {
    let other = |setting: &str, found: String, expected: String| ResultsError::OtherMatch {
        file: path.display().to_string(),
        setting: setting.to_owned(),
        found,
        expected,
        remedy,
    };
    if let Some((setting, found, expected)) = found.description.difference(&expected.description) {
        return Err(other(&setting, found, expected));
    }
    if found.fingerprint != expected.fingerprint {
        return Err(other("fingerprint", found.fingerprint.clone(), expected.fingerprint.clone()));
    }
    if expected.shard.is_some() && found.shard != expected.shard {
        let shard = |header: &MatchHeader| header.shard.clone().unwrap_or_else(|| "the whole match".to_owned());
        return Err(other("shard", shard(found), shard(expected)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Winner;
    use crate::arena::game::example;
    use crate::arena::schedule::MatchSettings;
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::Ruleset;
    use std::fs;
    use tempfile::TempDir;

    fn header(seed: u64, shard: Option<&str>) -> MatchHeader {
        let players = ["a=builtin:visits=1", "b=builtin:visits=2"].map(|text| text.parse().expect("a player"));
        let size = BoardSize::new(9).expect("a size");
        let settings = MatchSettings { seed, ..MatchSettings::new(players.to_vec(), Ruleset::one_pure(), size) };
        MatchHeader::of(&settings, shard.map(|shard| shard.parse().expect("a shard")))
    }

    fn game(number: usize) -> Played {
        example::played(number, "a", "b", "B+1")
    }

    fn folder() -> TempDir {
        TempDir::new().expect("a folder for the test")
    }

    fn numbers(results: &Results) -> Vec<usize> {
        results.games.iter().map(|game| game.number).collect()
    }

    /// Opens the file, appends games and closes it. Returns the results that it had before.
    fn add(path: &Path, header: &MatchHeader, games: &[usize]) -> Result<Results, ResultsError> {
        let (mut file, results) = ResultsFile::open(path, header)?;
        for &number in games {
            file.append(&game(number))?;
        }
        Ok(results)
    }

    #[test]
    fn a_file_grows_and_is_taken_up() {
        let folder = folder();
        let path = folder.path().join("results.jsonl");
        let header = header(0, None);
        assert!(add(&path, &header, &[1, 3]).expect("a new file").games.is_empty());
        assert_eq!(numbers(&add(&path, &header, &[2]).expect("taken up")), [1, 3]);
        let results = Results::read(&path).expect("results");
        assert_eq!((numbers(&results), &results.header), (vec![1, 3, 2], &header));
        assert_eq!(results.games[0], game(1));
    }

    #[test]
    fn a_last_line_that_was_half_written_counts_for_nothing() {
        let folder = folder();
        let path = folder.path().join("results.jsonl");
        let header = header(0, None);
        add(&path, &header, &[1, 2]).expect("a new file");
        let whole = fs::read(&path).expect("the file");
        let first_line = whole.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
        // Wherever the file is cut, only the game of the last line is lost.
        for cut in
            [whole.len() - 1, whole.len() - 2, whole.len() / 2 + first_line / 2, first_line, first_line - 1, 5, 0]
        {
            fs::write(&path, &whole[..cut]).expect("the file can be cut");
            let left = whole[..cut].split(|&byte| byte == b'\n').count().saturating_sub(2);
            let (mut file, results) = ResultsFile::open(&path, &header).expect("taken up");
            assert_eq!(results.games.len(), left, "cut at {cut}");
            for number in left + 1..=2 {
                file.append(&game(number)).expect("added");
            }
            assert_eq!(fs::read(&path).expect("the file"), whole, "cut at {cut}");
        }
    }

    #[test]
    fn results_of_another_match_are_refused() {
        let folder = folder();
        let path = folder.path().join("results.jsonl");
        add(&path, &header(0, None), &[1]).expect("a new file");
        let error = |header| add(&path, &header, &[]).expect_err("another match").to_string();
        let file = path.display();
        let remedy = "give the settings with which it was begun, or another --output";
        let expected = format!("{file} is of another match: its seed is 0, not 5; {remedy}");
        assert_eq!(error(header(5, None)), expected);
        let expected = format!("{file} is of another match: its shard is the whole match, not 1/2; {remedy}");
        assert_eq!(error(header(0, Some("1/2"))), expected);
        assert_eq!(numbers(&Results::read(&path).expect("results")), [1]);
    }

    #[test]
    fn a_longer_match_keeps_its_results() {
        let folder = folder();
        let path = folder.path().join("results.jsonl");
        add(&path, &header(0, None), &[1]).expect("a new file");
        let longer = MatchHeader { games: 300, ..header(0, None) };
        assert_eq!(numbers(&add(&path, &longer, &[2]).expect("taken up")), [1]);
        let shorter = MatchHeader { games: 10, ..header(0, None) };
        assert_eq!(add(&path, &shorter, &[3]).expect("taken up").header.games, 300);
        let results = Results::read(&path).expect("results");
        assert_eq!((numbers(&results), results.header.games), (vec![1, 2, 3], 300));
    }

    #[cfg(unix)]
    #[test]
    fn two_matches_do_not_write_to_one_file() {
        let folder = folder();
        let path = folder.path().join("results.jsonl");
        let open = || ResultsFile::open(&path, &header(0, None));
        let first = open().expect("a new file");
        let in_use = LineFileError::InUse(path.display().to_string());
        assert_eq!(open().expect_err("in use"), ResultsError::File(in_use));
        drop(first);
        open().expect("free again");
    }

    #[test]
    fn lines_that_are_no_results_are_named() {
        let folder = folder();
        let path = folder.path().join("results.jsonl");
        let error = |text: &str| {
            fs::write(&path, text).expect("the file can be written");
            let error = Results::read(&path).expect_err("no results").to_string();
            error.strip_prefix(&path.display().to_string()).expect("the file").to_owned()
        };
        assert_eq!(error(""), ": no results in it");
        assert_eq!(error("half a line"), ": no results in it");
        assert!(error("{}\n").starts_with(", line 1: not the first line of a results file (missing field `match`"));
        let first = line(&header(0, None));
        assert!(
            error(&format!("{first}{}nonsense\n", line(&game(1)))).starts_with(", line 3: not the result of a game")
        );
        for (number, shard) in [(0, None), (101, None), (3, Some("1/2"))] {
            let text = line(&header(0, shard)) + &line(&game(1)) + &line(&game(number));
            let error = error(&text);
            assert!(error.starts_with(&format!(", line 3: there is no game {number} in ")), "{error}");
        }
        let other = Played { winner: Winner::White, ..game(1) };
        fs::write(&path, first + &line(&game(1)) + &line(&other)).expect("the file can be written");
        assert!(matches!(Results::read(&path), Err(ResultsError::TwoResults { number: 1, .. })));
    }

    #[test]
    fn shards_are_joined_and_nothing_counts_twice() {
        let folder = folder();
        let [one, two, all] = ["one", "two", "all"].map(|name| folder.path().join(name));
        add(&one, &header(0, Some("1/2")), &[5, 1, 2]).expect("a new file");
        add(&two, &header(0, Some("2/2")), &[4, 3]).expect("a new file");
        let joined = Results::merge(&[one.clone(), two.clone(), one.clone()]).expect("one match");
        assert_eq!((numbers(&joined), &joined.header), (vec![1, 2, 3, 4, 5], &header(0, None)));
        joined.write(&all).expect("written");
        assert_eq!(Results::merge(&[all, two.clone()]).expect("the same"), joined);

        let other = folder.path().join("other");
        add(&other, &header(1, Some("2/2")), &[3]).expect("a new file");
        let error = Results::merge(&[one.clone(), other.clone()]).expect_err("another match").to_string();
        let remedy = "join only the results of one match";
        assert_eq!(error, format!("{} is of another match: its seed is 1, not 0; {remedy}", other.display()));

        let again = Played { result: "W+1".to_owned(), winner: Winner::White, ..game(4) };
        let (mut file, _) = ResultsFile::open(&other.with_extension("again"), &header(0, None)).expect("a new file");
        file.append(&again).expect("added");
        let error = Results::merge(&[two, other.with_extension("again")]).expect_err("two results").to_string();
        assert!(error.starts_with("game 4 stands in ") && error.contains(" with different results"), "{error}");
    }
}
