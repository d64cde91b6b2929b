//! What a person at a terminal sees and types: texts, lines, interrupts.

pub(super) mod interrupt;
pub(super) mod leaving;
pub(super) mod lines;
pub(super) mod markdown;
pub(super) mod screen;
pub(super) mod signals;
pub(super) mod stdout;
pub(super) mod words;
