//! Time that is measured: by a referee's clock, from a line to its answer, from the start to the end. A binary of its own,
//! so that no other tests are in the way; [`alone`] and [`beside_others`] keep those here out of each other's.

mod clock;
#[path = "../common/controller.rs"]
mod controller;
mod latency;
mod start;

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static MACHINE: RwLock<()> = RwLock::new(());

/// Held by a test whose figures another test would spoil.
fn alone() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}

/// Held by a test that may run beside others like it.
fn beside_others() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}
