//! Interrupts of long work: the first asks it to stop, the second ends the program.

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

/// Whether the work was interrupted. Set once; nothing else is read by it.
#[derive(Clone)]
pub(super) struct Interrupt(Arc<AtomicBool>);

/// What a shell gives for a program that an interrupt ended.
const INTERRUPTED: i32 = 130;

impl Interrupt {
    /// Takes interrupts from now on.
    pub(super) fn taken() -> anyhow::Result<Self> {
        Self::taken_with(|| ())
    }

    /// Takes interrupts from now on, and does something at the first one.
    pub(super) fn taken_with(mut at_first: impl FnMut() + Send + 'static) -> anyhow::Result<Self> {
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

    /// Whether the work is to stop.
    pub(super) fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How the terminal was before lines were edited in it.
#[cfg(unix)]
static TERMINAL: OnceLock<Termios> = OnceLock::new();

/// Remembers how the terminal is: an editor of lines changes that while it waits, and an end at once would leave it so.
pub(super) fn remember_terminal() {
    #[cfg(unix)]
    if let Ok(terminal) = tcgetattr(io::stdin()) {
        TERMINAL.get_or_init(|| terminal);
    }
}

/// Ends the program, and the processes of players with it.
pub(super) fn end_at_once() -> ! {
    kill_players();
    #[cfg(unix)]
    if let Some(terminal) = TERMINAL.get() {
        // The program ends; what cannot be restored stays so.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, terminal);
    }
    process::exit(INTERRUPTED);
}
