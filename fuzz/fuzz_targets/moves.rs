#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/common/comparison/mod.rs"]
mod comparison;
#[path = "../../tests/common/fuzzing/moves.rs"]
mod moves;
#[path = "../../tests/common/reference/mod.rs"]
mod reference;
#[path = "../../tests/common/trouble/mod.rs"]
mod trouble;

fuzz_target!(|data: &[u8]| moves::run(data));
