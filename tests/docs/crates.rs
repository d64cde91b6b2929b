//! The rules need few crates. Cargo holds the direction of imports between our own crates, and lints hold `unsafe` (`Cargo.toml`) and
//! access to files (`clippy.toml`).

use super::files::root;
use std::collections::BTreeSet;
use std::process::Command;

/// The highest number of crates in the tree of `onepure-rules`, itself included. Users of the rules alone should not wait for
/// more.
const MOST_CRATES_OF_RULES: usize = 24;

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
