//! The layers of the crate: an import must follow the arrows, files stay short, `unsafe` stays in one place.

use super::imports::{read, rust_files, tokens, without_comments_and_strings};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What each layer may import directly. What those import, it may import too.
const ARROWS: [(&str, &[&str]); 19] = [
    ("geometry", &[]),
    ("files", &[]),
    ("random", &["geometry"]),
    ("board", &["geometry"]),
    ("clock", &["board"]),
    ("rules", &["board"]),
    ("record", &["rules", "files"]),
    ("view", &["rules", "record"]),
    ("tactics", &["board", "random"]),
    ("simulation", &["rules", "random"]),
    ("playout", &["simulation", "tactics"]),
    ("network", &["simulation", "tactics", "files"]),
    ("search", &["playout", "network"]),
    ("engine", &["search", "record", "clock"]),
    ("gtp", &["engine", "view"]),
    ("arena", &["engine", "view"]),
    ("analysis", &["engine", "view"]),
    ("web", &["gtp", "analysis"]),
    ("cli", &["web", "arena"]),
];

/// The front ends, which use the engine: what lies behind it they may not import, whatever the arrows allow.
const FRONT_ENDS: [&str; 5] = ["gtp", "arena", "analysis", "web", "cli"];
const BEHIND_THE_ENGINE: [&str; 4] = ["search", "network", "playout", "simulation"];

/// The only file of a front end that may: it measures playouts and networks by themselves.
const BENCH: &str = "src/cli/bench.rs";

/// A file with more lines wants to be two.
const MOST_LINES: usize = 550;

/// The only layer in which `unsafe` may stand, and the only files outside it: one for each set of instructions.
const UNSAFE_LAYER: &str = "geometry";
const UNSAFE_FILES: [&str; 2] = ["src/network/kernel/avx2.rs", "src/network/kernel/avx512.rs"];

#[test]
fn imports_follow_the_arrows() {
    let mut layers = BTreeSet::new();
    for (layer, path, text) in sources() {
        let wrong = wrong_imports(&layer, is_root_of_layer(&path), path.ends_with(BENCH), &text);
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
    let wrong = |layer: &str, text: &str| wrong_imports(layer, false, false, text);
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
    assert_eq!(wrong("arena", "use crate::{engine::Engine, playout::Policy, search};"), ["playout", "search"]);
    assert_eq!(wrong("gtp", "use crate::simulation;"), ["simulation"]);
    assert_eq!(wrong_imports("board", true, false, "use super::rules::Game;"), ["rules"]);

    assert!(wrong("board", "// use crate::rules;\n/* crate::gtp */ const S: &str = \"crate::cli\";").is_empty());
    assert!(wrong("search", "use crate::{board, geometry::Point, playout, rules, search::tree};").is_empty());
    assert!(wrong("main", "onepure::cli::run()").is_empty());
    assert!(wrong_imports("cli", false, true, "use crate::network::Network;").is_empty());
    assert!(wrong_imports("board", true, false, "mod tests {\n    use super::rules;\n}").is_empty());

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
fn wrong_imports(layer: &str, is_root: bool, is_bench: bool, text: &str) -> Vec<String> {
    let code = without_comments_and_strings(text);
    let mut imported = BTreeSet::new();
    for root in ["crate", "onepure"] {
        imported.extend(names_after(&code, root));
    }
    if is_root {
        let outside: String = code.lines().filter(|line| !line.starts_with(' ')).collect();
        imported.extend(names_after(&outside, "super"));
    }
    let mut allowed = allowed(layer);
    if FRONT_ENDS.contains(&layer) && !is_bench {
        allowed.retain(|layer| !BEHIND_THE_ENGINE.contains(layer));
    }
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

fn has_unsafe(text: &str) -> bool {
    tokens(&without_comments_and_strings(text)).contains(&"unsafe")
}
