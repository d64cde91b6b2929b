//! How much memory a search tree can have: the system may give the process less than somebody asks for, and an allocation
//! that fails ends the program.

use std::sync::OnceLock;

/// More MiB than any machine of today has use for.
pub(super) const MOST: u64 = 1 << 20;

/// MiB for the tree when nothing else is said.
const USUAL: u64 = 256;

/// The most MiB that a search tree can have: what the limits of the system (`ulimit -v`, `ulimit -d`) leave this process.
/// Asked once: what the program takes up itself at that time is what it needs beside the tree.
pub(super) fn most() -> u64 {
    static LEFT: OnceLock<u64> = OnceLock::new();
    *LEFT.get_or_init(|| left().map_or(MOST, |bytes| (bytes >> 20).clamp(1, MOST)))
}

/// The MiB for the tree when nothing else is said.
pub(super) fn usual() -> usize {
    USUAL.min(most()) as usize
}

/// Whether the system sets a limit.
pub(super) fn is_limited() -> bool {
    most() < MOST
}

/// The bytes that the limits leave for the tree; `None` without a limit.
#[cfg(all(unix, feature = "native"))]
fn left() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    // For the program itself, the stacks of the threads, the positions of the game and answers.
    const KEPT: u64 = 128 << 20;
    let limit = [Resource::As, Resource::Data].into_iter().filter_map(|resource| getrlimit(resource).current).min()?;
    Some(limit.saturating_sub(in_use().unwrap_or_default()).saturating_sub(KEPT))
}

#[cfg(not(all(unix, feature = "native")))]
fn left() -> Option<u64> {
    None
}

/// The bytes that the process uses already, where the system says so. The address space that it has is no measure: most of
/// it the allocator has reserved, for the tree too.
#[cfg(all(unix, feature = "native"))]
fn in_use() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = pages.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}
