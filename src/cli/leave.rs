//! Leaving a game by an interrupt: whoever plays is offered to save it.

use super::interrupt::{Interrupt, end_at_once};
use super::stdout::stdout;
use onepure_engine::engine::Remote;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What an interrupt finds a game doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// The engine thinks, or something is shown: the game sees the interrupt when that is over.
    Working,
    /// It waits for a line, and there is a game that could be saved.
    Waiting,
    /// It waits for a line, and nothing has been played since the game was saved.
    WaitingWithNothing,
    /// Whoever plays has been asked what to do.
    Asked,
}

/// The way out of a game.
pub(super) struct Leave {
    interrupt: Interrupt,
    doing: Arc<Mutex<Doing>>,
}

impl Leave {
    /// Takes interrupts from now on: the first stops a search at once, and makes the offer to save the game.
    pub(super) fn prepared(remote: Remote, offer: String) -> anyhow::Result<Self> {
        let doing = Arc::new(Mutex::new(Doing::Working));
        let found = Arc::clone(&doing);
        let interrupt = Interrupt::taken_with(move || {
            remote.stop();
            let mut doing = locked(&found);
            match *doing {
                Doing::Waiting => {
                    *doing = Doing::Asked;
                    // If it cannot be written, the game meets the same error.
                    let _ = writeln!(stdout(), "\n{offer}");
                }
                Doing::WaitingWithNothing => end_at_once(),
                Doing::Working | Doing::Asked => {}
            }
        })?;
        Ok(Self { interrupt, doing })
    }

    /// The game waits for a line from now on, with something to save or not; `false` if it was interrupted, and is to ask itself what to do.
    pub(super) fn wait(&self, is_unsaved: bool) -> bool {
        let mut doing = locked(&self.doing);
        if self.interrupt.has_come() {
            return *doing == Doing::Asked;
        }
        *doing = if is_unsaved { Doing::Waiting } else { Doing::WaitingWithNothing };
        true
    }

    /// A line has come; `true` if it answers whether the game is to be saved.
    pub(super) fn work(&self) -> bool {
        let mut doing = locked(&self.doing);
        std::mem::replace(&mut *doing, Doing::Working) == Doing::Asked
    }

    /// Whether there was an interrupt.
    pub(super) fn is_wanted(&self) -> bool {
        self.interrupt.has_come()
    }
}

fn locked(doing: &Mutex<Doing>) -> MutexGuard<'_, Doing> {
    doing.lock().unwrap_or_else(PoisonError::into_inner)
}
