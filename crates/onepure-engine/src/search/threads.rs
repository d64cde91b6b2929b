//! The threads of a search.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The largest number of threads.
pub const MOST_THREADS: usize = 1024;

/// Who computes searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Driver {
    /// Threads of a rayon pool.
    Pool,
    /// The thread that waits for the search, slice by slice.
    Caller,
}

impl Driver {
    /// In WebAssembly no thread can be started.
    pub(super) const USUAL: Self = if cfg!(target_family = "wasm") { Self::Caller } else { Self::Pool };
}

/// The number of threads for which the limits of the system (`ulimit -v`, `ulimit -d`) leave room, up to `wanted`. A thread that is started
/// without room for its first allocations ends the program.
pub fn room_for_threads(wanted: usize) -> usize {
    #[cfg(all(unix, feature = "native"))]
    {
        use rustix::process::{Resource, getrlimit};
        /// The stack of a thread, and what the allocator reserves for it. With 4 MiB starts under a limit of 600 MB failed now and then, with
        /// 16 none of 200 did.
        const THREAD_BYTES: u64 = 16 << 20;
        /// The places of the whole size and of the data in `/proc/self/statm`.
        const USES: [(Resource, usize); 2] = [(Resource::As, 0), (Resource::Data, 5)];
        #[allow(clippy::disallowed_methods, reason = "not a regular file")]
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let in_use = |place| {
            let pages: u64 = pages.split_whitespace().nth(place)?.parse().ok()?;
            Some(pages * rustix::param::page_size() as u64)
        };
        let room = USES.iter().filter_map(|&(resource, place)| {
            let left = getrlimit(resource).current?.saturating_sub(in_use(place)?);
            // The other half is for what the threads allocate.
            Some((left / 2 / THREAD_BYTES) as usize)
        });
        room.min().map_or(wanted, |room| room.min(wanted))
    }
    #[cfg(not(all(unix, feature = "native")))]
    wanted
}

/// A pool of `wanted` threads, or of fewer if the machine cannot start them; `None` if it starts not one. A line of the log says so.
pub(super) fn start_threads(wanted: usize) -> Option<ThreadPool> {
    /// The wait until the threads of a failed attempt have ended: until then they count against the machine's limit.
    const RETREAT: Duration = Duration::from_millis(20);
    /// One pool at a time: each measures the room that the others have left.
    static STARTING: Mutex<()> = Mutex::new(());
    /// Whether the log has the line already.
    static TOLD: AtomicBool = AtomicBool::new(false);
    let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut threads = room_for_threads(wanted.min(MOST_THREADS)).max(1);
    loop {
        match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => {
                if threads < wanted.min(MOST_THREADS) && !TOLD.swap(true, Ordering::Relaxed) {
                    tracing::error!("threads: expected {wanted}, got {threads}: the system starts no more");
                }
                return Some(pool);
            }
            Err(error) if threads == 1 => {
                if !TOLD.swap(true, Ordering::Relaxed) {
                    tracing::error!(
                        "threads: expected {wanted}, got none: {error}; who waits for a search computes it"
                    );
                }
                return None;
            }
            Err(_) => threads /= 2,
        }
        std::thread::sleep(RETREAT);
    }
}

/// The processor time of this thread; `None` if the system does not report it.
pub fn thread_time() -> Option<Duration> {
    #[cfg(feature = "native")]
    return cpu_time::ThreadTime::try_now().ok().map(|time| time.as_duration());
    #[cfg(not(feature = "native"))]
    None
}

/// The processor time of all threads of the program; `None` if the system does not report it.
pub fn process_time() -> Option<Duration> {
    #[cfg(feature = "native")]
    return cpu_time::ProcessTime::try_now().ok().map(|time| time.as_duration());
    #[cfg(not(feature = "native"))]
    None
}
