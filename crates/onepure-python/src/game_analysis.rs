//! The analysis of a whole game.

use super::engine::Analysis;
use onepure::analysis::{
    MistakeSize, PositionAnalysis, RecordPosition, RecordPositions, Swing, look_into_all, mistake_reason, mistakes,
    swings,
};
use onepure::board::Color;
use onepure::engine::{Level, Settings};
use onepure::record::Record;
use onepure::rules;
use onepure::view::Language;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::{Py, PyResult, Python, pyclass, pymethods};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The visits of each position if neither visits nor time are given, as for the program.
const VISITS: u64 = 1000;

/// The analysis of a game: what `Engine.analyze_game` returns.
///
/// `positions` has an `Analysis` of the position before the first move and one after each move, so that it has one element more than
/// `moves`. `mistakes` has the moves that lost much, the largest loss first; a better move that a player misses for several turns is
/// there once.
#[pyclass(module = "onepure", frozen, get_all)]
#[derive(Debug)]
pub(super) struct GameAnalysis {
    /// The analyses of the positions, each for its colour to play.
    positions: Vec<Py<Analysis>>,
    /// The moves.
    moves: Vec<Py<MoveAnalysis>>,
    /// The moves that were mistakes, the largest loss first.
    mistakes: Vec<Py<MoveAnalysis>>,
}

/// A move of a game, and what it changed. All values are for the colour that moved.
#[pyclass(module = "onepure", frozen, get_all)]
#[derive(Debug)]
pub(super) struct MoveAnalysis {
    /// The number of the move, from 1.
    number: usize,
    /// The colour that moved.
    color: &'static str,
    /// The move: a point, or "pass".
    r#move: String,
    /// The win rate after the move, from 0 to 1.
    win_rate: f64,
    /// The expected lead after the move in points, komi included.
    score: f64,
    /// The win rate that the move lost, from -1 to 1; negative for a gain.
    win_rate_lost: f64,
    /// The points that the move lost; negative for a gain.
    points_lost: f64,
    /// The best move of the search instead; None if it is the played one.
    better: Option<String>,
    /// The size of the mistake: "small" (5 % or 3 points or more), "medium" (10 % or 6 points), "large" (20 % or 12 points). None
    /// if the loss is smaller, or within the noise of the visits.
    mistake: Option<&'static str>,
    /// Why the move is a mistake, as a sentence in English; None if it is none or nothing is known.
    reason: Option<String>,
}

/// The analyses of all positions of a game. `tell` is called at least every `interval`, with the number of positions that are ready and
/// the number of all; its error ends the analysis.
pub(super) fn positions(
    game: &rules::Game,
    settings: Settings,
    interval: Duration,
    mut tell: impl FnMut(usize, usize) -> PyResult<()>,
) -> PyResult<Vec<PositionAnalysis>> {
    let visits = settings.visits.or_else(|| settings.time.is_none().then_some(VISITS));
    let settings = Settings { visits, level: Level::MOST, ..settings };
    let record = Record::from_game(game);
    let positions = || RecordPositions::of(&record, *game.ruleset()).map_while(Result::ok);
    let number = positions().count();
    let is_stopped = AtomicBool::new(false);
    let mut found: Vec<PositionAnalysis> = Vec::with_capacity(number);
    thread::scope(|scope| {
        let (sender, analyses) = mpsc::channel();
        scope.spawn(|| analyze_into(positions(), number, settings, &is_stopped, sender));
        let told = loop {
            match analyses.recv_timeout(interval) {
                Ok(ready) => found.push(ready),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            if let Err(error) = tell(found.len(), number) {
                break Err(error);
            }
        };
        is_stopped.store(true, Ordering::Relaxed);
        told
    })?;
    if found.len() < number {
        return Err(PyRuntimeError::new_err(format!("game: expected {number} analyses, got {}", found.len())));
    }
    Ok(found)
}

/// Sends the analyses in the order of their positions.
fn analyze_into(
    positions: impl Iterator<Item = RecordPosition> + Send,
    number: usize,
    settings: Settings,
    is_stopped: &AtomicBool,
    sender: mpsc::Sender<PositionAnalysis>,
) {
    let is_stopped = || is_stopped.load(Ordering::Relaxed);
    look_into_all(positions, number, settings, is_stopped, move |analysis| match sender.send(analysis) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    });
}

impl GameAnalysis {
    /// The analysis of a game from those of its positions.
    pub(super) fn of(py: Python<'_>, analyses: &[PositionAnalysis]) -> PyResult<Self> {
        let swings = swings(analyses);
        let moves = analyses.windows(2).zip(&swings);
        let moves = moves.map(|(pair, swing)| Py::new(py, MoveAnalysis::of(swing, &pair[0], &pair[1])));
        let moves: Vec<Py<MoveAnalysis>> = moves.collect::<PyResult<_>>()?;
        let place = |mistake: &Swing| swings.iter().position(|swing| swing.number == mistake.number);
        let mistakes = mistakes(&swings).iter().filter_map(place).map(|place| moves[place].clone_ref(py)).collect();
        let positions = analyses.iter().map(|analysis| Py::new(py, Analysis::from(analysis)));
        Ok(Self { positions: positions.collect::<PyResult<_>>()?, moves, mistakes })
    }
}

impl MoveAnalysis {
    fn of(swing: &Swing, before: &PositionAnalysis, after: &PositionAnalysis) -> Self {
        let (win_rate, score) = match swing.color {
            Color::Black => (after.win_rate(), after.score_lead()),
            Color::White => (1.0 - after.win_rate(), -after.score_lead()),
        };
        let mistake = swing.mistake_size();
        Self {
            number: swing.number,
            color: swing.color.name(),
            r#move: swing.action.to_string(),
            win_rate,
            score,
            win_rate_lost: swing.share,
            points_lost: swing.points,
            better: swing.better.map(|better| better.to_string()),
            mistake: mistake.map(MistakeSize::name),
            reason: mistake.and_then(|_| mistake_reason(before, after, Language::English)),
        }
    }
}

#[pymethods]
impl GameAnalysis {
    fn __repr__(&self) -> String {
        format!("<onepure.GameAnalysis: {} moves, {} mistakes>", self.moves.len(), self.mistakes.len())
    }
}

#[pymethods]
impl MoveAnalysis {
    fn __repr__(&self) -> String {
        let Self { number, color, r#move, win_rate_lost, points_lost, .. } = self;
        let percent = 100.0 * win_rate_lost;
        format!("<onepure.MoveAnalysis {number}: {color} {move}, lost {percent:.1} %, {points_lost:.1} points>")
    }
}
