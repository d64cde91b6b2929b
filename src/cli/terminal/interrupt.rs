//! Interrupts of long work: the first stops the work in order, the second ends the program.

use crate::arena::kill_players;
use anyhow::Context;
#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
#[cfg(unix)]
use std::io;
use std::process;
use std::sync::Arc;
#[cfg(unix)]
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the work was interrupted. `Relaxed` is enough: no other data is published through it.
#[derive(Clone)]
pub(in crate::cli) struct Interrupt(Arc<AtomicBool>);

/// The exit code that shells use for a program ended by an interrupt.
const INTERRUPTED: i32 = 130;

impl Interrupt {
    /// Handles interrupts from now on.
    pub(in crate::cli) fn taken() -> anyhow::Result<Self> {
        Self::taken_with(|| ())
    }

    /// Handles interrupts from now on, and calls `at_first` at the first one.
    pub(in crate::cli) fn taken_with(mut at_first: impl FnMut() + Send + 'static) -> anyhow::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        ctrlc::set_handler(move || {
            if asked.swap(true, Ordering::Relaxed) {
                end_at_once();
            }
            at_first();
        })
        .context("interrupts cannot be caught")?;
        Ok(Self(stop))
    }

    /// Returns whether there was an interrupt.
    pub(in crate::cli) fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The state of the terminal before a line editor changed it.
#[cfg(unix)]
static TERMINAL: OnceLock<Termios> = OnceLock::new();

/// Stores the state of the terminal. A line editor changes it, and an exit during input would leave the terminal without echo.
pub(in crate::cli) fn remember_terminal() {
    #[cfg(unix)]
    if let Ok(terminal) = tcgetattr(io::stdin()) {
        TERMINAL.get_or_init(|| terminal);
    }
}

/// Ends the program and the processes of players.
pub(in crate::cli) fn end_at_once() -> ! {
    kill_players();
    #[cfg(unix)]
    if let Some(terminal) = TERMINAL.get() {
        // The program ends, so an error here cannot be handled.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
    }
    process::exit(INTERRUPTED);
}
