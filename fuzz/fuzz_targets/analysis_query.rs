#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/common/fuzzing/analysis_query.rs"]
mod analysis_query;

fuzz_target!(|data: &[u8]| analysis_query::run(data));
