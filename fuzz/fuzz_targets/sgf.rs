#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/common/fuzzing/sgf.rs"]
mod sgf;

fuzz_target!(|data: &[u8]| sgf::run(data));
