//! Interrupts of long work: the first asks it to stop, the second ends the program.

use crate::arena::kill_players;
use anyhow::Context;
use std::process;
use std::sync::Arc;
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

/// Ends the program, and the processes of players with it.
pub(super) fn end_at_once() -> ! {
    kill_players();
    process::exit(INTERRUPTED);
}
