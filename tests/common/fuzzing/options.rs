//! TOML files: options, match descriptions, players and self-play settings. Each is accepted, or refused with a reason.

use crate::file::with_file;
use onepure::arena::load_players;
use onepure::arena::selfplay::SelfplaySettings;
use onepure::cli::check_arguments;
use std::ffi::{OsStr, OsString};

/// Reads the input as one of these kinds of file, chosen by its first byte.
///
/// # Panics
/// If a refusal has no reason.
pub(crate) fn run(data: &[u8]) {
    let Some((kind, text)) = data.split_first() else { return };
    let refused = with_file("options", text, |path| match kind % 4 {
        0 => arguments(&["--config".as_ref(), path.as_os_str(), "gtp".as_ref()]),
        1 => arguments(&["match".as_ref(), path.as_os_str()]),
        2 => load_players(path).err().map(|error| error.to_string()),
        _ => SelfplaySettings::load(path).err().map(|error| error.to_string()),
    });
    if let Some(line) = refused {
        assert!(!line.trim().is_empty());
    }
}

fn arguments(words: &[&OsStr]) -> Option<String> {
    let words = std::iter::once("onepure".as_ref()).chain(words.iter().copied());
    check_arguments(words.map(OsString::from)).err()
}
