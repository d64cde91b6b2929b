//! The threads that search.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::Duration;

/// More threads than any machine of today has use for.
pub const MOST_THREADS: usize = 1024;

/// A pool of so many threads, or of as many as the machine lets start.
pub(super) fn start_threads(wanted: usize) -> ThreadPool {
    /// Until those threads are gone that were started before one could not be.
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

/// The time that this thread has computed; `None` where the system does not say.
pub fn thread_time() -> Option<Duration> {
    #[cfg(feature = "native")]
    return cpu_time::ThreadTime::try_now().ok().map(|time| time.as_duration());
    #[cfg(not(feature = "native"))]
    None
}

/// The time that all threads of the program have computed, together; `None` where the system does not say.
pub fn process_time() -> Option<Duration> {
    #[cfg(feature = "native")]
    return cpu_time::ProcessTime::try_now().ok().map(|time| time.as_duration());
    #[cfg(not(feature = "native"))]
    None
}
