//! Leaving a game by an interrupt: offers to save the game.

use super::interrupt::{Interrupt, end_at_once};
use super::stdout::stdout;
use onepure_engine::engine::StopHandle;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The state of a game when an interrupt arrives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// The engine searches or text is printed. The game handles the interrupt afterwards.
    Working,
    /// The game waits for a line, and has unsaved turns.
    Waiting,
    /// The game waits for a line, and everything is saved.
    WaitingWithNothing,
    /// The player was asked whether to save.
    Asked,
}

/// Handles interrupts of a game.
pub(in crate::cli) struct Leave {
    interrupt: Interrupt,
    doing: Arc<Mutex<Doing>>,
}

impl Leave {
    /// Handles interrupts from now on: the first stops a search at once and prints `offer`.
    pub(in crate::cli) fn prepared(stop_handle: StopHandle, offer: String) -> anyhow::Result<Self> {
        let doing = Arc::new(Mutex::new(Doing::Working));
        let found = Arc::clone(&doing);
        let interrupt = Interrupt::taken_with(move || {
            stop_handle.stop();
            let mut doing = locked(&found);
            match *doing {
                Doing::Waiting => {
                    *doing = Doing::Asked;
                    // A write error meets the game at its next line too.
                    let _ = writeln!(stdout(), "\n{offer}");
                }
                Doing::WaitingWithNothing => end_at_once(),
                Doing::Working | Doing::Asked => {}
            }
        })?;
        Ok(Self { interrupt, doing })
    }

    /// Marks the game as waiting for a line. Returns false after an interrupt: the caller then has to offer saving itself.
    pub(in crate::cli) fn wait(&self, is_unsaved: bool) -> bool {
        let mut doing = locked(&self.doing);
        if self.interrupt.has_come() {
            return *doing == Doing::Asked;
        }
        *doing = if is_unsaved { Doing::Waiting } else { Doing::WaitingWithNothing };
        true
    }

    /// Marks the game as working. Returns whether the line that has arrived answers the offer to save.
    pub(in crate::cli) fn work(&self) -> bool {
        let mut doing = locked(&self.doing);
        std::mem::replace(&mut *doing, Doing::Working) == Doing::Asked
    }

    /// Returns whether there was an interrupt.
    pub(in crate::cli) fn is_wanted(&self) -> bool {
        self.interrupt.has_come()
    }
}

fn locked(doing: &Mutex<Doing>) -> MutexGuard<'_, Doing> {
    doing.lock().unwrap_or_else(PoisonError::into_inner)
}
