//! Analysis of positions in parallel.

use super::position_analysis::PositionAnalysis;
use super::record_positions::RecordPosition;
use onepure_engine::engine::{Engine, Settings, room_for_threads};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Analyses positions in parallel, one per thread of the settings, and calls `deliver` with the results in order. One
/// thread per position makes a search by visits reproducible. If there are fewer positions than threads, each gets an
/// equal share of the threads. All share the memory.
///
/// A free thread takes the next position from the iterator. The analysis ends when `deliver` returns `Break` or
/// `is_stopped` returns true. A position whose search was stopped is not reported.
pub fn look_into_all(
    positions: impl Iterator<Item = RecordPosition> + Send,
    number: usize,
    settings: Settings,
    is_stopped: impl Fn() -> bool + Sync,
    mut deliver: impl FnMut(PositionAnalysis) -> ControlFlow<()>,
) {
    let at_once = settings.threads.min(number).max(1);
    let share = Settings {
        threads: (settings.threads / at_once).max(1),
        memory: (settings.memory / at_once).max(1),
        ..settings
    };
    let positions = Mutex::new(positions.enumerate());
    let is_stopped = &is_stopped;
    let next = || positions.lock().unwrap_or_else(PoisonError::into_inner).next();
    let look = |engine: &mut Option<Engine>| {
        let (index, position) = next()?;
        let (size, ruleset) = (position.game.size(), *position.game.ruleset());
        let engine = engine.get_or_insert_with(|| Engine::new(size, ruleset, share.clone()));
        let analysis = PositionAnalysis::of(position, engine, is_stopped);
        (!is_stopped()).then_some((index, analysis))
    };
    let look = &look;
    thread::scope(|scope| {
        let (sender, found) = mpsc::sync_channel::<(usize, PositionAnalysis)>(at_once);
        let mut started = 0;
        while started < at_once && (started == 0 || room_for_threads(1) > 0) {
            let sender = sender.clone();
            let work = move || {
                let mut engine = None;
                while let Some(one) = look(&mut engine) {
                    if sender.send(one).is_err() {
                        break;
                    }
                }
            };
            if thread::Builder::new().name("positions".to_owned()).spawn_scoped(scope, work).is_err() {
                break;
            }
            started += 1;
        }
        drop(sender);
        if started < at_once {
            tracing::error!("threads: expected {at_once} for positions in parallel, got {started}");
        }
        if started > 0 {
            deliver_in_order(found.into_iter(), &mut deliver);
        } else {
            let mut engine = None;
            deliver_in_order(std::iter::from_fn(|| look(&mut engine)), &mut deliver);
        }
    });
}

/// Calls `deliver` in the order of the indices, which arrive in any order and have no gap.
fn deliver_in_order<T>(found: impl Iterator<Item = (usize, T)>, deliver: &mut impl FnMut(T) -> ControlFlow<()>) {
    let mut early: BTreeMap<usize, T> = BTreeMap::new();
    let mut expected = 0;
    for (index, one) in found {
        early.insert(index, one);
        while let Some(one) = early.remove(&expected) {
            expected += 1;
            if deliver(one).is_break() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::RecordPositions;
    use onepure_rules::record::Record;
    use onepure_rules::rules::Ruleset;

    #[test]
    fn what_comes_early_waits() {
        let mut told = Vec::new();
        deliver_in_order([(2, 'c'), (0, 'a'), (1, 'b'), (3, 'd')].into_iter(), &mut |one| {
            told.push(one);
            ControlFlow::Continue(())
        });
        assert_eq!(told, ['a', 'b', 'c', 'd']);
    }

    #[test]
    fn the_same_is_found_by_one_thread_and_by_three() {
        let record: Record = "(;SZ[7];B[dd];W[cc];B[ee];W[dc];B[ec])".parse().expect("a record");
        let found = |threads| {
            let positions = RecordPositions::of(&record, Ruleset::one_pure());
            let positions = positions.map(|position| position.expect("moves that can be played"));
            let settings = Settings { threads, visits: Some(40), ..Settings::default() };
            let mut found = Vec::new();
            look_into_all(
                positions,
                6,
                settings,
                || false,
                |analysis| {
                    found.push((analysis.position.number, analysis.win_rate(), analysis.report.candidates));
                    ControlFlow::Continue(())
                },
            );
            found
        };
        let alone = found(1);
        assert_eq!(alone.iter().map(|(number, ..)| *number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(alone, found(3));
    }

    #[test]
    fn a_break_ends_it() {
        let record: Record = format!("(;SZ[5]{})", ";B[cc];B[dd];W[aa];W[bb]").parse().expect("a record");
        let positions = RecordPositions::of(&record, Ruleset::one_pure());
        let positions = positions.map(|position| position.expect("moves that can be played"));
        let settings = Settings { threads: 2, visits: Some(10), ..Settings::default() };
        let mut told = 0;
        look_into_all(
            positions,
            5,
            settings,
            || false,
            |_| {
                told += 1;
                if told == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(told, 2);
    }
}
