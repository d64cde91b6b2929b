//! A file with the bytes of an input, for what is read by its path.

use std::path::{Path, PathBuf};

/// Writes the bytes to the file of a target, which belongs to this process, and gives its path to `read`.
pub(crate) fn with_file<T>(target: &str, data: &[u8], read: impl FnOnce(&Path) -> T) -> T {
    let path: PathBuf = std::env::temp_dir().join(format!("onepure-{target}-{}", std::process::id()));
    std::fs::write(&path, data).expect("a file for the input");
    let read = read(&path);
    // One that stays is written to again.
    let _ = std::fs::remove_file(&path);
    read
}
