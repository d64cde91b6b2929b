//! Measurements of time: a referee's clock, the latency of an answer, start and exit. This is its own binary, so that other tests
//! do not distort them; [`alone`] and [`beside_others`] separate the tests in it.

mod clock;
#[path = "../common/controller.rs"]
mod controller;
#[cfg(all(target_os = "linux", feature = "web"))]
mod hostile;
mod latency;
mod start;
#[cfg(all(target_os = "linux", feature = "web"))]
#[path = "../web/support.rs"]
mod support;

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static MACHINE: RwLock<()> = RwLock::new(());

/// Held by a test whose figures other tests would distort.
fn alone() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}

/// Held by a test that may run with others of its kind.
fn beside_others() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}
