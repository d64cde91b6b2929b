//! Signals that the program survives.

/// Lets a write beyond the limit of a file's size (`ulimit -f`) fail with an error, like one to a full disk. Without a handler the
/// signal ends the program.
#[cfg(unix)]
pub(in crate::cli) fn keep_alive() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    // Nobody reads the flag. A handler, unlike an ignored signal, does not pass to players.
    if let Err(error) = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false))) {
        tracing::debug!("no handler of SIGXFSZ: {error}");
    }
}

#[cfg(not(unix))]
pub(in crate::cli) fn keep_alive() {}
