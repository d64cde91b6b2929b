#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/comparison/mod.rs"]
mod comparison;
#[path = "../../tests/fuzzing/moves.rs"]
mod moves;
#[path = "../../tests/reference/mod.rs"]
mod reference;
#[path = "../../tests/trouble/mod.rs"]
mod trouble;

fuzz_target!(|data: &[u8]| moves::run(data));
