//! `docs/gallery.md` and its Korean twin show the program's output: every command draws the same picture again.
//!
//! Pictures of analyses depend on the search. `ONEPURE_WRITE_EXPECTED=1 cargo test --test program gallery` draws them again; look at
//! them afterwards.

use assert_cmd::cargo::cargo_bin_cmd;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn documents() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

fn names(folder: &Path, ending: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder that can be read");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(ending)).collect()
}

#[test]
fn every_picture_is_what_its_command_draws() {
    let [text, korean] =
        ["gallery.md", "gallery.ko.md"].map(|name| fs::read_to_string(documents().join(name)).expect("the gallery"));
    let kept = documents().join("gallery");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    for record in names(&kept, ".sgf") {
        fs::copy(kept.join(&record), folder.path().join(&record)).expect("a record can be copied");
    }
    let is_written_anew = std::env::var_os("ONEPURE_WRITE_EXPECTED").is_some();
    let commands: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("$ onepure ")).collect();
    for arguments in &commands {
        let mut command = cargo_bin_cmd!("onepure");
        let run = command.current_dir(folder.path()).env_remove("RUST_LOG").args(arguments.split(' ')).output();
        let output = run.expect("the program can be run");
        assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
        if is_written_anew && arguments.starts_with("analyze ") {
            let (_, picture) = arguments.split_once("--output ").expect("a picture");
            fs::copy(folder.path().join(picture), kept.join(picture)).expect("a picture can be copied");
        }
    }
    let drawn = names(folder.path(), ".svg");
    assert_eq!(drawn, names(&kept, ".svg"), "a picture a command");
    assert_eq!(drawn.len(), commands.len());
    for picture in drawn {
        let read = |folder: &Path| fs::read_to_string(folder.join(&picture)).expect("a picture");
        assert!(read(folder.path()) == read(&kept), "{picture} is not up to date: run docs/gallery.sh");
        let shown = format!("](gallery/{picture})");
        assert!(text.contains(&shown) && korean.contains(&shown), "{picture} is not shown");
    }
}
