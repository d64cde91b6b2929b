//! Control of a proof from outside, and its share of a machine that others use too.

use super::SolveError;
use crate::budget::{Budget, ProcessorTurn, Reservation};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Control of a proof: it can be stopped from another thread, and may share processor and memory with other engines. A clone controls the
/// same proofs.
#[derive(Clone, Default)]
pub struct Control {
    /// Relaxed ordering suffices: no other data depends on it.
    is_stopped: Arc<AtomicBool>,
    #[cfg_attr(
        target_family = "wasm",
        expect(dead_code, reason = "without threads nobody looks whether a proof is wanted")
    )]
    is_wanted: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
    budget: Option<Budget>,
}

impl fmt::Debug for Control {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Control").field("is_stopped", &self.is_stopped()).finish_non_exhaustive()
    }
}

impl Control {
    /// Stops the proof. It answers with what is proven by then. Never blocks.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether the proof is to stop.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Forgets an earlier stop, before the next proof.
    pub(crate) fn renew(&self) {
        self.is_stopped.store(false, Ordering::Relaxed);
    }

    /// This control, which also stops a proof once `is_wanted` returns false. It is called every few milliseconds, where there are threads.
    pub fn wanted_while(self, is_wanted: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { is_wanted: Some(Arc::new(is_wanted)), ..self }
    }

    /// This control, with the processor and the memory for tables shared through `budget`.
    pub fn sharing(self, budget: Budget) -> Self {
        Self { budget: Some(budget), ..self }
    }

    /// Runs a search on a stack that holds its deepest line.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn on_a_deep_stack<T: Send>(
        &self,
        search: impl FnOnce(&Rc<Watch>) -> T + Send,
    ) -> Result<T, SolveError> {
        use std::sync::mpsc::{RecvTimeoutError, channel};
        use std::time::Duration;
        const STACK: usize = 128 << 20;
        const LOOK_INTERVAL: Duration = Duration::from_millis(20);
        std::thread::scope(|scope| {
            let (is_running, ended) = channel::<()>();
            let run = move || {
                // Dropped at the end, also at that by a panic.
                let _is_running = is_running;
                search(&Watch::of(self))
            };
            let thread = std::thread::Builder::new().name("proof".to_owned()).stack_size(STACK);
            let thread = thread.spawn_scoped(scope, run).map_err(|error| SolveError::Thread(error.to_string()))?;
            if let Some(is_wanted) = &self.is_wanted {
                while ended.recv_timeout(LOOK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if !is_wanted() {
                        self.stop();
                    }
                }
            }
            Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    #[cfg(target_family = "wasm")]
    pub(super) fn on_a_deep_stack<T>(&self, search: impl FnOnce(&Rc<Watch>) -> T) -> Result<T, SolveError> {
        Ok(search(&Watch::of(self)))
    }
}

/// The control of a proof on the thread of its searches.
#[derive(Debug)]
pub(super) struct Watch {
    control: Control,
    /// The turn on the processor; `None` if the proof does not share it.
    turn: RefCell<Option<ProcessorTurn>>,
}

impl Watch {
    /// Waits for a turn, if the processor is shared.
    pub(super) fn of(control: &Control) -> Rc<Self> {
        let turn = control.budget.as_ref().map(|budget| budget.turn_while(&|| !control.is_stopped()));
        Rc::new(Self { control: control.clone(), turn: RefCell::new(turn) })
    }

    /// Returns whether the proof goes on. Pauses for others whose turn it is.
    pub(super) fn goes_on(&self) -> bool {
        let is_wanted = || !self.control.is_stopped();
        is_wanted() && self.turn.borrow_mut().as_mut().is_none_or(|turn| turn.pass_while(&is_wanted))
    }

    /// The memory that the proof shares; `None` if it has its own.
    pub(super) fn budget(&self) -> Option<&Budget> {
        self.control.budget.as_ref()
    }

    /// Borrows this number of bytes of shared memory, if they are left.
    pub(super) fn reserve(&self, bytes: usize) -> Option<Reservation> {
        self.budget()?.reserve(bytes)
    }
}
