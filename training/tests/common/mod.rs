//! Games of the engine with itself, for a network to learn from, and the Python that trains it.

use onepure::arena::schedule::Shard;
use onepure::arena::selfplay::{SelfplayObserver, SelfplayPlan, SelfplaySettings, SelfplayTally, selfplay};
use onepure::engine::Settings;
use std::env;
use std::path::Path;
use std::process::Command;

struct Patient;

impl SelfplayObserver for Patient {
    fn is_stopped(&self) -> bool {
        false
    }

    fn follow(&self, _tally: &SelfplayTally) {}
}

/// Plays games by playouts alone, one at a time, and writes them to a folder.
pub(crate) fn play(settings: &SelfplaySettings, shard: Option<Shard>, folder: &Path) {
    let plan = SelfplayPlan { shard, parallel: 1, output: folder.to_owned(), network: "none".to_owned() };
    selfplay(settings, &plan, &Settings { memory: 4, ..Settings::default() }, &Patient).expect("games");
}

/// The Python that has `PyTorch`: Debian's own has it as a package. Without one the caller is skipped, which on CI is an error.
pub(crate) fn python() -> Option<&'static str> {
    let has_torch = |python: &&str| {
        let found = Command::new(python).args(["-c", "import torch, numpy"]).output();
        found.is_ok_and(|output| output.status.success())
    };
    let found = ["python3", "/usr/bin/python3"].into_iter().find(has_torch);
    if found.is_none() {
        assert!(env::var_os("CI").is_none(), "PyTorch is missing: tests/clients/install.sh installs it");
        eprintln!("skipped: no python3 with PyTorch and NumPy");
    }
    found
}
