//! The memory for a search tree. The system may give the process less than a user asks for, and an allocation that fails ends the program.

use std::sync::OnceLock;

/// The largest number of MiB that a user can ask for.
pub(super) const MOST: u64 = 1 << 20;

/// The default number of MiB for the tree.
const USUAL: u64 = 256;

/// The most MiB that a tree can have: what the limits of the system (`ulimit -v`, `ulimit -d`) leave to this process. Computed once: the
/// memory in use at that time is what the program needs besides the tree.
pub(super) fn most() -> u64 {
    static LEFT: OnceLock<u64> = OnceLock::new();
    *LEFT.get_or_init(|| left().map_or(MOST, |bytes| (bytes >> 20).clamp(1, MOST)))
}

/// The default MiB for the tree, within the limits of the system.
pub(super) fn usual() -> usize {
    USUAL.min(most()) as usize
}

/// Returns whether the system sets a limit.
pub(super) fn is_limited() -> bool {
    most() < MOST
}

/// The bytes that the limits leave for the tree; `None` without a limit.
#[cfg(all(unix, feature = "native"))]
fn left() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    // For the program itself, the stacks of its threads, the positions of the game, and answers.
    const KEPT: u64 = 128 << 20;
    let limit = [Resource::As, Resource::Data].into_iter().filter_map(|resource| getrlimit(resource).current).min()?;
    Some(limit.saturating_sub(in_use().unwrap_or_default()).saturating_sub(KEPT))
}

#[cfg(not(all(unix, feature = "native")))]
fn left() -> Option<u64> {
    None
}

/// The bytes in use by the process; `None` if the system does not report them. Its address space is no measure: the allocator has reserved
/// most of it, for the tree too.
#[cfg(all(unix, feature = "native"))]
fn in_use() -> Option<u64> {
    #[allow(clippy::disallowed_methods, reason = "not a regular file")]
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = pages.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}
