#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/common/fuzzing/file.rs"]
mod file;
#[path = "../../tests/common/fuzzing/training_games.rs"]
mod training_games;

fuzz_target!(|data: &[u8]| training_games::run(data));
