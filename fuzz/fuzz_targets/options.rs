#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/common/fuzzing/file.rs"]
mod file;
#[path = "../../tests/common/fuzzing/options.rs"]
mod options;

fuzz_target!(|data: &[u8]| options::run(data));
