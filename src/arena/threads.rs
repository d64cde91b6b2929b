//! Threads for games in parallel.

use onepure_engine::engine::room_for_threads;

/// Runs `work` on this number of threads, the calling one among them, and waits for all. If the system gives fewer, it logs one line and goes
/// on with these: each call of `work` takes games from a common list.
pub(super) fn on_threads(wanted: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for number in 1..wanted {
            let has_room = room_for_threads(1) > 0;
            let thread = std::thread::Builder::new().name("game".to_owned());
            if !has_room || thread.spawn_scoped(scope, &work).is_err() {
                tracing::error!("threads: expected {wanted} for games in parallel, got {number}");
                break;
            }
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
