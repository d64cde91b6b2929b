//! Keeping training games in a small file, so that a later network can learn from them.

use super::file::{TrainingFileError, TrainingGame, TrainingGames, TrainingTarget, member};
use crate::arena::LineFileError;
use onepure_rules::files;
use std::path::{Path, PathBuf};

/// The largest number of visits of a kept move: shares are kept in 8 bits.
const MOST_VISITS: u64 = 255;

/// The numbers of games that [`keep_games`] has kept and left out, and the size of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KeptGames {
    /// Games in the file.
    pub kept: usize,
    /// Games that no longer fit.
    pub left_out: usize,
    /// The size of the file in bytes.
    pub bytes: usize,
}

/// Writes the games of files to one file of at most `most_bytes` bytes, which [`TrainingGames`] reads. The last games of the last file come
/// first, so that the oldest games are left out. Visits are scaled to at most 255, and moves with fewer than half a 255th of the most
/// visits are dropped: training uses their shares only.
pub fn keep_games(inputs: &[PathBuf], output: &Path, most_bytes: usize) -> Result<KeptGames, TrainingFileError> {
    let (mut kept, mut bytes) = (KeptGames::default(), Vec::new());
    let failed = |error: std::io::Error| LineFileError::system(output, &error);
    let mut is_full = false;
    for path in inputs.iter().rev() {
        let mut reader = TrainingGames::open(path)?;
        let mut games = reader.by_ref().collect::<Result<Vec<_>, _>>()?;
        let header = reader.header.as_ref().filter(|_| bytes.is_empty());
        if let Some(header) = header {
            bytes = member(header).map_err(failed)?;
        }
        while let Some(game) = games.pop() {
            let game = member(&scaled_game(game)).map_err(failed)?;
            is_full |= bytes.len() + game.len() > most_bytes;
            if is_full {
                kept.left_out += 1 + games.len();
                break;
            }
            bytes.extend(game);
            kept.kept += 1;
        }
    }
    files::replace(output, &bytes).map_err(failed)?;
    Ok(KeptGames { bytes: bytes.len(), ..kept })
}

fn scaled_game(mut game: TrainingGame) -> TrainingGame {
    let in_trees = game.tree.iter_mut().map(|below| &mut below.target);
    game.targets.iter_mut().chain(in_trees).for_each(scale);
    game
}

/// Scales the visits of a target so that the most visited move has [`MOST_VISITS`], and drops moves that round to zero.
fn scale(target: &mut TrainingTarget) {
    let most = target.visits.iter().map(|&(_, visits)| visits).max().unwrap_or(0).max(1);
    for (_, visits) in &mut target.visits {
        *visits = (*visits as f64 * MOST_VISITS as f64 / most as f64).round() as u64;
    }
    target.visits.retain(|&(_, visits)| visits > 0);
    target.win_rate = (target.win_rate * 1000.0).round() / 1000.0;
    target.score = (target.score * 10.0).round() / 10.0;
}

#[cfg(test)]
mod tests {
    use super::super::file::tests::{game, settings};
    use super::super::file::{TrainingHeader, TreeTarget};
    use super::*;

    /// A file with the games of these numbers, each with a search of 1,000 visits and one of 3 in its tree.
    fn file(folder: &Path, name: &str, numbers: std::ops::Range<usize>) -> PathBuf {
        let visits = |visits: &[(&str, u64)]| visits.iter().map(|&(name, visits)| (name.to_owned(), visits)).collect();
        let mut bytes = member(&TrainingHeader::new(&settings(), name)).expect("a member");
        for number in numbers {
            let mut game = game(number);
            game.targets[0].visits = visits(&[("C3", 900), ("D4", 98), ("pass", 1)]);
            game.tree[0] = TreeTarget {
                target: TrainingTarget { visits: visits(&[("D4", 2), ("E5", 1)]), ..game.tree[0].target.clone() },
                ..game.tree[0].clone()
            };
            bytes.extend(member(&game).expect("a member"));
        }
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    }

    #[test]
    fn the_newest_games_are_kept_with_their_shares_of_visits() {
        let folder = tempfile::tempdir().expect("a folder");
        let inputs = [file(folder.path(), "old", 0..3), file(folder.path(), "new", 3..6)];
        let output = folder.path().join("kept.jsonl.gz");
        let kept = keep_games(&inputs, &output, 1 << 20).expect("kept");
        assert_eq!((kept.kept, kept.left_out), (6, 0));
        assert_eq!(std::fs::metadata(&output).expect("a file").len(), kept.bytes as u64);
        let mut reader = TrainingGames::open(&output).expect("open");
        let games: Vec<_> = reader.by_ref().map(|game| game.expect("a game")).collect();
        assert_eq!(games.iter().map(|game| game.game).collect::<Vec<_>>(), [5, 4, 3, 2, 1, 0]);
        assert_eq!(reader.header.map(|header| header.network), Some("new".to_owned()));
        // 98 of 900 are 28 of 255; 1 of 900 rounds to nothing.
        assert_eq!(games[0].targets[0].visits, [("C3".to_owned(), 255), ("D4".to_owned(), 28)]);
        assert_eq!(games[0].tree[0].target.visits, [("D4".to_owned(), 255), ("E5".to_owned(), 128)]);
        // Room for five games.
        let most = kept.bytes - 1;
        let fewer = keep_games(&inputs, &output, most).expect("kept");
        assert_eq!((fewer.kept, fewer.left_out), (5, 1));
        assert!(fewer.bytes <= most);
        // Kept games stay as they are.
        let again = folder.path().join("again.jsonl.gz");
        keep_games(&[output], &again, 1 << 20).expect("kept");
        let again: Vec<_> = TrainingGames::open(&again).expect("open").map(|game| game.expect("a game")).collect();
        assert_eq!(again.iter().rev().cloned().collect::<Vec<_>>(), games[..5]);
    }

    #[test]
    fn a_file_without_games_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("record.sgf");
        std::fs::write(&path, "(;SZ[9])").expect("written");
        let error = keep_games(&[path], &folder.path().join("kept"), 1000).expect_err("refused").to_string();
        assert!(error.contains("not a gzip member"), "{error}");
    }
}
