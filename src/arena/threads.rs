//! Threads for games in parallel.

use onepure_engine::engine::room_for_threads;

/// The room of a game, in threads: its own and those of two players, each with a tree.
const THREADS_PER_GAME: usize = 8;

/// Runs `work` on this number of threads, the calling one among them, and waits for all. If the system gives fewer, or has no room for what
/// their games take, it logs one line and goes on with these: each call of `work` takes games from a common list.
pub(super) fn on_threads(wanted: usize, work: impl Fn() + Sync) {
    let room = (room_for_threads(wanted.saturating_mul(THREADS_PER_GAME)) / THREADS_PER_GAME).max(1);
    std::thread::scope(|scope| {
        let mut running = 1;
        while running < room {
            let thread = std::thread::Builder::new().name("game".to_owned());
            if thread.spawn_scoped(scope, &work).is_err() {
                break;
            }
            running += 1;
        }
        if running < wanted {
            tracing::error!("threads: expected {wanted} for games in parallel, got {running}");
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn as_many_as_wanted_work_at_once() {
        let barrier = Barrier::new(3);
        on_threads(3, || {
            barrier.wait();
        });
        on_threads(1, || ());
    }
}
