//! Positions that no network has learned from, each with the visits of a deep search.

use onepure::arena::selfplay::TrainingGames;
use onepure::engine::{Decision, Engine, NetworkChoice, SearchRequest, Settings};
use onepure::rules::{Game, Move};
use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A move is right if the deep search gave it this fraction of the visits of its best move, or more.
const RIGHT_SHARE: f64 = 0.25;

/// A position, and what a deep search found there.
pub(crate) struct HeldOut {
    pub(crate) game: Game,
    /// The name of the rule set.
    pub(crate) rules: String,
    /// The visits of each move.
    pub(crate) visits: Vec<(Move, u64)>,
}

impl HeldOut {
    /// Returns whether the deep search thinks so much of a move that it is right.
    pub(crate) fn is_right(&self, action: Move) -> bool {
        let most = self.visits.iter().map(|&(_, visits)| visits).max().unwrap_or(0);
        let own = self.visits.iter().find(|&&(other, _)| other == action).map_or(0, |&(_, visits)| visits);
        own > 0 && own as f64 >= RIGHT_SHARE * most as f64
    }

    /// The move that one thread with these visits chooses; `None` if it resigns.
    pub(crate) fn choice(&self, visits: u64, network: &NetworkChoice) -> Option<Move> {
        let settings = Settings { threads: 1, network: network.clone(), ..Settings::default() };
        let mut engine = Engine::new(self.game.size(), *self.game.ruleset(), settings);
        engine.set_game(self.game.clone());
        let request = SearchRequest { is_advice: true, ..SearchRequest::for_self_play(visits, 0.0) };
        match engine.best_move_with(self.game.to_play(), &request, |_| ControlFlow::Continue(())) {
            Decision::Play(action) => Some(action),
            Decision::Resign => None,
        }
    }
}

/// The file of the positions.
pub(crate) fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("training/held-out/games.jsonl.gz")
}

/// The positions of a file of self-play: the first of each game that was searched deeply.
pub(crate) fn positions(file: &Path) -> Result<Vec<HeldOut>, Box<dyn Error>> {
    let mut found = Vec::new();
    for training in TrainingGames::open(file)? {
        let training = training?;
        let wrong = || format!("{}: game {} is damaged", file.display(), training.game);
        // A game that ends in its opening has no search.
        let Some(target) = training.targets.first() else { continue };
        let mut game = training.start().ok_or_else(wrong)?;
        for &action in training.moves().ok_or_else(wrong)?.get(..target.turn).ok_or_else(wrong)? {
            game.play(action)?;
        }
        found.push(HeldOut { game, rules: training.rules.clone(), visits: target.moves().ok_or_else(wrong)? });
    }
    Ok(found)
}
