//! The corpora of the fuzz targets in `tests/data/corpus`: inputs that reached new code, and every input that once
//! failed. `docs/fuzzing.md` describes how to extend them.

use std::fs;
use std::path::Path;

/// Runs a fuzz target on every input of its corpus.
#[expect(clippy::print_stdout, reason = "the input that broke something is named")]
pub(crate) fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus").join(target);
    let mut inputs = 0;
    for entry in fs::read_dir(&folder).expect("the corpus of a target") {
        let path = entry.expect("an input").path();
        // The test harness shows this output only if the test fails.
        println!("{}", path.display());
        run(&fs::read(&path).expect("an input can be read"));
        inputs += 1;
    }
    assert!(inputs > 0, "nothing in {}", folder.display());
}
