//! A file with the bytes of an input, for readers that need a path.

use std::path::{Path, PathBuf};

/// Writes the bytes to the target's file, private to this process, and passes its path to `read`.
pub(crate) fn with_file<T>(target: &str, data: &[u8], read: impl FnOnce(&Path) -> T) -> T {
    let path: PathBuf = std::env::temp_dir().join(format!("onepure-{target}-{}", std::process::id()));
    std::fs::write(&path, data).expect("a file for the input");
    let read = read(&path);
    // If the file cannot be removed, the next call overwrites it.
    let _ = std::fs::remove_file(&path);
    read
}
