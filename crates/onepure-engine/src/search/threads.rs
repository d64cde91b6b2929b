//! The threads of a search.

use rayon::{ThreadPool, ThreadPoolBuilder};
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

/// A pool of `wanted` threads, or of fewer if the machine cannot start them.
pub(super) fn start_threads(wanted: usize) -> ThreadPool {
    /// The wait until the threads of a failed attempt have ended: until then they count against the machine's limit.
    const RETREAT: Duration = Duration::from_millis(20);
    let mut threads = wanted.clamp(1, MOST_THREADS);
    loop {
        match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => return pool,
            Err(error) if threads == 1 => panic!("not one thread can be started: {error}"),
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
