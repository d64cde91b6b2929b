#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/common/fuzzing/gtp_line.rs"]
mod gtp_line;

fuzz_target!(|data: &[u8]| gtp_line::run(data));
