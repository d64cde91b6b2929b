//! Games of the engine with itself, for a network to learn from.

use onepure::arena::schedule::Shard;
use onepure::arena::selfplay::{SelfplayObserver, SelfplayPlan, SelfplaySettings, SelfplayTally, selfplay};
use onepure::engine::Settings;
use std::path::Path;

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
