//! Reads the sources: files, and their code as tokens.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the crates' sources, without the trainer's.
pub(super) const SOURCE_FOLDERS: [&str; 3] = ["crates/onepure-rules/src", "crates/onepure-engine/src", "src"];

/// All files of Rust below a folder.
pub(super) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder that can be read") {
        let path = entry.expect("an entry that can be read").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The folder of the project.
pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file. The path is absolute or relative to the folder of the project.
pub(super) fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The code of a file, without comments and strings.
pub(super) fn code_of(path: &Path) -> String {
    without_comments_and_strings(&read(path))
}

/// Words, `::`, and all other characters one by one.
pub(super) fn tokens(code: &str) -> Vec<&str> {
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) {
            rest.find(|sign| !is_word(sign)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// The code without comments and strings. Line breaks stay.
pub(super) fn without_comments_and_strings(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(hashes) = raw_string_hashes(rest) {
            let close = format!("\"{}", "#".repeat(hashes));
            let open = hashes + 2;
            rest[open..].find(&close).map_or(rest.len(), |end| open + end + close.len())
        } else if sign == '"' {
            end_of_string(rest)
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest[1..].find('\'').map_or(rest.len(), |end| end + 2)
        } else {
            code.push(sign);
            rest = &rest[sign.len_utf8()..];
            continue;
        };
        code.extend(rest[..skipped].chars().filter(|&sign| sign == '\n'));
        rest = &rest[skipped..];
    }
    code
}

/// The number of `#` of the raw string that begins here, if one does.
fn raw_string_hashes(text: &str) -> Option<usize> {
    let after = text.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

/// The length of the string literal that begins here.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    for (index, sign) in text.char_indices().skip(1) {
        match sign {
            '"' if !is_escaped => return index + 1,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    text.len()
}
