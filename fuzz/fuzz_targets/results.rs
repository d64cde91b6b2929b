#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/common/fuzzing/file.rs"]
mod file;
#[path = "../../tests/common/fuzzing/results.rs"]
mod results;

fuzz_target!(|data: &[u8]| results::run(data));
