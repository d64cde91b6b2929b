//! The structure of the code: files are short, `unsafe` is in a few files, and the rules need few crates. Cargo holds the
//! direction of imports between crates.

use super::imports::{SOURCE_FOLDERS, read, root, rust_files, tokens, without_comments_and_strings};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

/// The highest number of lines of a file. Split a longer one.
const MOST_LINES: usize = 550;

/// The only files that may contain `unsafe`: one for each instruction set, the one that WebAssembly's share, and the one that detects the processor's.
const UNSAFE_FILES: [&str; 10] = [
    "geometry/processor.rs",
    "network/kernel/amx.rs",
    "network/kernel/avx2.rs",
    "network/kernel/avx512.rs",
    "network/kernel/avx_vnni.rs",
    "network/kernel/dotprod.rs",
    "network/kernel/neon.rs",
    "network/kernel/relaxed.rs",
    "network/kernel/simd128.rs",
    "network/kernel/wasm.rs",
];

/// The highest number of crates in the tree of `onepure-rules`, itself included. Users of the rules alone should not wait for
/// more.
const MOST_CRATES_OF_RULES: usize = 24;

#[test]
fn files_are_short() {
    for folder in SOURCE_FOLDERS.into_iter().chain(["tests"]) {
        for path in rust_files(&root().join(folder)) {
            let lines = read(&path).lines().count();
            assert!(lines <= MOST_LINES, "{} has {lines} lines, {MOST_LINES} are enough", path.display());
        }
    }
}

#[test]
fn unsafe_stands_where_it_may() {
    for (path, text) in sources() {
        let may_be = UNSAFE_FILES.iter().any(|file| path.ends_with(file));
        assert!(may_be || !has_unsafe(&text), "{} has unsafe code", path.display());
    }
}

#[test]
fn files_are_read_and_written_in_one_place() {
    // Growing files and transcripts are opened by their writers, line by line. `/proc` is read where it is needed.
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
    const ALLOWED: [&str; 3] = ["src/files.rs", "arena/players/process_group.rs", "engine/memory.rs"];
    for (path, text) in sources() {
        if ALLOWED.iter().any(|file| path.ends_with(file)) {
            continue;
        }
        let program = text.split("#[cfg(test)]").next().unwrap_or_default();
        let direct = DIRECT.into_iter().find(|direct| program.contains(direct));
        assert_eq!(direct, None, "{}", path.display());
    }
}

#[test]
fn unsafe_is_found_in_code_alone() {
    assert!(has_unsafe("fn f() { unsafe { g() } }"));
    assert!(!has_unsafe("// unsafe\n#![deny(unsafe_code)]\nconst S: &str = \"unsafe\";"));
}

#[test]
fn the_rules_bring_few_crates_along() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "-p", "onepure-rules", "--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .current_dir(root())
        .output()
        .expect("cargo");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let crates: BTreeSet<_> =
        String::from_utf8_lossy(&tree.stdout).lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect();
    assert!((2..=MOST_CRATES_OF_RULES).contains(&crates.len()), "{crates:?}");
}

/// Every source file with its text.
fn sources() -> Vec<(PathBuf, String)> {
    let files = SOURCE_FOLDERS.iter().flat_map(|folder| rust_files(&root().join(folder)));
    files.map(|path| (path.clone(), read(&path))).collect()
}

fn has_unsafe(text: &str) -> bool {
    tokens(&without_comments_and_strings(text)).contains(&"unsafe")
}
