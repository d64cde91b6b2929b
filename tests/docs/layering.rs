//! The layers of the crate: an import must follow the arrows, files stay short, `unsafe` stays in one place.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What each layer may import directly. What those import, it may import too.
const ARROWS: [(&str, &[&str]); 17] = [
    ("geometry", &[]),
    ("files", &[]),
    ("board", &["geometry"]),
    ("clock", &["board"]),
    ("rules", &["board"]),
    ("record", &["rules", "files"]),
    ("view", &["rules"]),
    ("tactics", &["board"]),
    ("playout", &["rules", "tactics"]),
    ("network", &["playout", "files"]),
    ("search", &["playout", "network"]),
    ("engine", &["search", "record", "clock"]),
    ("gtp", &["engine", "view"]),
    ("arena", &["engine", "view"]),
    ("analysis", &["engine", "view"]),
    ("web", &["gtp", "analysis"]),
    ("cli", &["web", "arena"]),
];

/// A file with more lines wants to be two.
const MOST_LINES: usize = 550;

/// The only layer in which `unsafe` may stand, and the only files outside it: one for each set of instructions.
const UNSAFE_LAYER: &str = "geometry";
const UNSAFE_FILES: [&str; 2] = ["src/network/kernel/avx2.rs", "src/network/kernel/avx512.rs"];

#[test]
fn imports_follow_the_arrows() {
    let mut layers = BTreeSet::new();
    for (layer, path, text) in sources() {
        let wrong = wrong_imports(&layer, is_root_of_layer(&path), &text);
        assert!(wrong.is_empty(), "{} is in the layer {layer} and may not import {wrong:?}", path.display());
        layers.insert(layer);
    }
    let known = ARROWS.iter().map(|(layer, _)| (*layer).to_owned()).chain(["lib".to_owned(), "main".to_owned()]);
    assert_eq!(layers, known.collect(), "the layers in src and those with an arrow");
}

#[test]
fn files_are_short() {
    for folder in ["src", "tests"] {
        for path in rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            let lines = read(&path).lines().count();
            assert!(lines <= MOST_LINES, "{} has {lines} lines, {MOST_LINES} are enough", path.display());
        }
    }
}

#[test]
fn unsafe_stands_where_it_may() {
    for (layer, path, text) in sources() {
        let may_be = layer == UNSAFE_LAYER || UNSAFE_FILES.iter().any(|file| path.ends_with(file));
        assert!(may_be || !has_unsafe(&text), "{} has unsafe code", path.display());
    }
}

#[test]
fn files_are_read_and_written_in_one_place() {
    // Growing files and transcripts are opened by those who write them, line by line; what the system says of processes is
    // read where it is needed.
    const DIRECT: [&str; 9] = [
        "fs::read(",
        "fs::read_to_string(",
        "fs::write(",
        "fs::rename(",
        " File::open(",
        ":File::open(",
        "stdin().lock().read_to",
        "stdin().read_to",
        "io::read_to_string(",
    ];
    const PROCESSES: [&str; 2] = ["arena/players/process_group.rs", "engine/memory.rs"];
    for (layer, path, text) in sources() {
        if layer == "files" || PROCESSES.iter().any(|file| path.ends_with(file)) {
            continue;
        }
        let program = text.split("#[cfg(test)]").next().unwrap_or_default();
        let direct = DIRECT.into_iter().find(|direct| program.contains(direct));
        assert_eq!(direct, None, "{}", path.display());
    }
}

#[test]
fn what_is_wrong_is_found() {
    let wrong = |layer: &str, text: &str| wrong_imports(layer, false, text);
    assert_eq!(wrong("geometry", "use crate::board::Board;"), ["board"]);
    assert_eq!(wrong("board", "fn f() -> crate::rules::Game {}"), ["rules"]);
    assert_eq!(wrong("rules", "use crate::{board::{Board, Color}, view, geometry::Point};"), ["view"]);
    assert_eq!(wrong("search", "use crate::{\n    record::{a, b},\n    engine,\n};"), ["engine", "record"]);
    assert_eq!(wrong("record", "pub(crate) use crate :: search as thinking;"), ["search"]);
    assert_eq!(wrong("playout", "#[cfg(test)]\nmod tests {\n    use crate::gtp::run;\n}"), ["gtp"]);
    assert_eq!(wrong("gtp", "use crate::*;"), ["*"]);
    assert_eq!(wrong("board", "use onepure::engine::Engine;"), ["engine"]);
    assert_eq!(wrong("engine", "use crate::nothing_of_the_kind;"), ["nothing_of_the_kind"]);
    assert_eq!(wrong("main", "use onepure::rules::Game;"), ["rules"]);
    assert_eq!(wrong_imports("board", true, "use super::rules::Game;"), ["rules"]);

    assert!(wrong("board", "// use crate::rules;\n/* crate::gtp */ const S: &str = \"crate::cli\";").is_empty());
    assert!(wrong("search", "use crate::{board, geometry::Point, playout, rules, search::tree};").is_empty());
    assert!(wrong("main", "onepure::cli::run()").is_empty());
    assert!(wrong_imports("board", true, "mod tests {\n    use super::rules;\n}").is_empty());

    assert!(has_unsafe("fn f() { unsafe { g() } }"));
    assert!(!has_unsafe("// unsafe\n#![deny(unsafe_code)]\nconst S: &str = \"unsafe\";"));
}

/// Every source file with its layer and its text.
fn sources() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&root);
    assert!(files.len() > ARROWS.len(), "the sources are not where they were");
    let with_layer = |path: PathBuf| {
        let within = path.strip_prefix(&root).expect("a path below src");
        let first = within.components().next().expect("a file");
        let layer = Path::new(first.as_os_str()).with_extension("");
        let text = read(&path);
        (layer.to_string_lossy().into_owned(), path, text)
    };
    files.into_iter().map(with_layer).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
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

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether `super` in this file is the whole crate.
fn is_root_of_layer(path: &Path) -> bool {
    let is_in_src = path.parent().is_some_and(|folder| folder.ends_with("src"));
    is_in_src
        || path.file_name().is_some_and(|name| name == "mod.rs") && {
            let folder = path.parent().and_then(Path::parent);
            folder.is_some_and(|folder| folder.ends_with("src"))
        }
}

/// The imports in the text that no arrow allows to `layer`, each once, sorted. `super` is the crate in the root file of a
/// layer, outside inline modules.
fn wrong_imports(layer: &str, is_root: bool, text: &str) -> Vec<String> {
    let code = without_comments_and_strings(text);
    let mut imported = BTreeSet::new();
    for root in ["crate", "onepure"] {
        imported.extend(names_after(&code, root));
    }
    if is_root {
        let outside: String = code.lines().filter(|line| !line.starts_with(' ')).collect();
        imported.extend(names_after(&outside, "super"));
    }
    let allowed = allowed(layer);
    imported.into_iter().filter(|name| !allowed.contains(name.as_str())).collect()
}

/// The layer itself, and all that can be reached along the arrows.
fn allowed(layer: &str) -> BTreeSet<&str> {
    let arrows: BTreeMap<_, _> = ARROWS.into_iter().collect();
    match layer {
        // The library's root declares the layers, the program's root starts the highest.
        "lib" => return BTreeSet::new(),
        "main" => return BTreeSet::from(["cli"]),
        _ => {}
    }
    let mut allowed = BTreeSet::from([layer]);
    let mut to_visit = vec![layer];
    while let Some(layer) = to_visit.pop() {
        for &lower in arrows.get(layer).copied().unwrap_or_default() {
            if allowed.insert(lower) {
                to_visit.push(lower);
            }
        }
    }
    allowed
}

/// The first names of the paths that begin with `root::`; of a group in braces each of its names.
fn names_after(code: &str, root: &str) -> Vec<String> {
    let tokens = tokens(code);
    let mut names = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let is_path = *token == root && tokens.get(index + 1) == Some(&"::");
        match tokens.get(index + 2) {
            Some(&"{") if is_path => names.extend(names_in_group(&tokens[index + 3..])),
            Some(name) if is_path => names.push((*name).to_owned()),
            _ => {}
        }
    }
    names
}

fn names_in_group(tokens: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 1;
    let mut is_first = true;
    for &token in tokens {
        match token {
            "{" => depth += 1,
            "}" => depth -= 1,
            name if depth == 1 && is_first => names.push(name.to_owned()),
            _ => {}
        }
        if depth == 0 {
            break;
        }
        is_first = depth == 1 && token == ",";
    }
    names
}

/// Words, `::`, and every other sign by itself.
fn tokens(code: &str) -> Vec<&str> {
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

fn has_unsafe(text: &str) -> bool {
    tokens(&without_comments_and_strings(text)).contains(&"unsafe")
}

/// The code alone. Line breaks stay.
fn without_comments_and_strings(text: &str) -> String {
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

/// How many `#` a raw string opens with, if one begins here.
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
