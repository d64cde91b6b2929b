#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/common/fuzzing/network.rs"]
mod network;

fuzz_target!(|data: &[u8]| network::run(data));
