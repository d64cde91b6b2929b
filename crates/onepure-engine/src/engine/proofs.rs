//! Proofs about the engine's game. The engine's [`StopHandle`](super::StopHandle) stops them like a search.

use super::Engine;
use crate::search;
use crate::solve::{GroupAnswer, ProofLimits, ResultAnswer, SolveError, Solver, Start};
use onepure_rules::board::PerColor;
use onepure_rules::geometry::Point;
use web_time::Instant;

impl Engine {
    /// Stops every later proof of this engine once `is_wanted` returns false.
    pub fn prove_while(&mut self, is_wanted: impl Fn() -> bool + Send + Sync + 'static) {
        self.proof = self.proof.clone().wanted_while(is_wanted);
    }

    /// Finds the exact result of the game from here, or bounds that are proven within the limits or until the proof is stopped.
    pub fn prove_result(&mut self, limits: ProofLimits) -> Result<ResultAnswer, SolveError> {
        let start = Start::Game(Box::new(self.game().clone()));
        self.proving(limits, |solver| solver.result(&start))
    }

    /// Finds whether the group with a stone on `target` can be taken, for each colour playing first. A proof that is stopped is unknown.
    pub fn prove_group(&mut self, target: Point, limits: ProofLimits) -> Result<PerColor<GroupAnswer>, SolveError> {
        let game = self.shared_game();
        self.proving(limits, |solver| solver.group_for_both(&game, target))
    }

    /// Runs a proof that a stop handle may stop. A stop from before it is forgotten.
    fn proving<T>(&mut self, limits: ProofLimits, prove: impl FnOnce(&Solver) -> T) -> T {
        self.stop();
        self.proof.renew();
        let begin = Instant::now();
        let deadline = begin.checked_add(limits.time);
        self.stop_handle.begin(begin, search::Limits { visits: None, deadline, extension: None });
        let proven = prove(&Solver { control: self.proof.clone(), ..Solver::new(limits) });
        self.stop_handle.end();
        proven
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Budget, Settings};
    use onepure_rules::geometry::BoardSize;
    use onepure_rules::rules::Ruleset;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    /// Limits that no proof about a large board reaches in time.
    const LIMITS: ProofLimits =
        ProofLimits { time: Duration::from_secs(600), positions: 1 << 16, ..ProofLimits::UNLIMITED };

    fn engine() -> Engine {
        let size = BoardSize::new(7).expect("a size");
        let mut engine = Engine::new(size, Ruleset::chinese(), Settings { threads: 1, ..Settings::default() });
        let center = "D4".parse().expect("a point");
        engine.play_as(onepure_rules::board::Color::Black, onepure_rules::rules::Move::Place(center)).expect("a move");
        engine
    }

    /// Returns whether a proof about the result and one about the group end long before their limits.
    fn end_early(engine: &mut Engine, mut stop: impl FnMut(&Engine) -> std::thread::JoinHandle<()>) -> bool {
        let begin = Instant::now();
        let stopping = stop(engine);
        assert_eq!(engine.prove_result(LIMITS).expect("rules with proofs").exact(), None);
        stopping.join().expect("no panic");
        let stopping = stop(engine);
        let answers = engine.prove_group("D4".parse().expect("a point"), LIMITS).expect("a group");
        stopping.join().expect("no panic");
        assert!(answers.black.is_taken.is_none() || answers.white.is_taken.is_none());
        begin.elapsed() < LIMITS.time / 10
    }

    #[test]
    fn the_remote_stops_a_proof() {
        let stop = |engine: &Engine| {
            let stop_handle = engine.stop_handle();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(100));
                stop_handle.stop();
            })
        };
        assert!(end_early(&mut engine(), stop));
        // One that waits for its turn, too.
        let budget = Budget::new(1, 0);
        let turn = budget.turn(true);
        assert!(end_early(&mut engine().sharing(budget.clone()), stop));
        drop(turn);
        // A stop from before does not hold for the next proof.
        let mut engine = engine();
        engine.stop_handle().stop();
        let soon = ProofLimits { time: Duration::from_millis(100), ..LIMITS };
        assert!(engine.prove_result(soon).expect("rules with proofs").effort.nodes > 1000);
    }

    #[test]
    fn a_proof_that_nobody_wants_stops() {
        let is_wanted = Arc::new(AtomicBool::new(true));
        let mut engine = engine();
        let wanted = Arc::clone(&is_wanted);
        engine.prove_while(move || wanted.load(Ordering::Relaxed));
        let stop = |_: &Engine| {
            is_wanted.store(true, Ordering::Relaxed);
            let is_wanted = Arc::clone(&is_wanted);
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(100));
                is_wanted.store(false, Ordering::Relaxed);
            })
        };
        assert!(end_early(&mut engine, stop));
    }
}
