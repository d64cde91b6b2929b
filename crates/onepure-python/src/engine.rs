//! The engine.

use super::arrays;
use super::game::Game;
use onepure::engine::{self, PARAMETERS, Parameter, SearchLimit, SearchRequest, Settings, lower_bound};
use onepure::geometry::BoardSize;
use onepure::rules::Ruleset;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyDictMethods, PyErr, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyBool, PyDict};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The time between two looks at the signals of Python, so that Ctrl-C ends a search.
const INTERVAL: Duration = Duration::from_millis(100);

/// An engine. Its options are those of the command line, such as threads, visits, time, level, seed, memory and network.
///
/// It keeps the tree of its last search, and continues with it if the next position follows. Without visits and time, a search
/// takes 3 seconds. With one thread, a seed and visits, the same calls give the same results.
#[pyclass(module = "onepure", frozen)]
#[derive(Debug)]
pub(super) struct Engine(Mutex<engine::Engine>);

/// The results of a search, for the colour to play.
#[pyclass(module = "onepure", frozen)]
#[derive(Debug)]
pub(super) struct Analysis {
    report: engine::Report,
    size: BoardSize,
}

/// A move that a search has looked at.
#[pyclass(module = "onepure", frozen, get_all)]
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The move: a point, or "pass".
    r#move: String,
    /// The visits.
    visits: u64,
    /// The win rate, from 0 to 1.
    win_rate: f64,
    /// The lower bound of the 95 % confidence interval of the win rate.
    lower_bound: f64,
    /// The expected lead in points, komi included.
    score: f64,
    /// The prior, from 0 to 1.
    prior: f64,
    /// This move and the expected answers.
    variation: Vec<String>,
}

impl Engine {
    /// The engine with this game. Waits until another thread has finished its search.
    fn with(&self, game: onepure::rules::Game) -> PyResult<MutexGuard<'_, engine::Engine>> {
        let mut engine = self.lock()?;
        engine.set_game(game);
        Ok(engine)
    }

    fn lock(&self) -> PyResult<MutexGuard<'_, engine::Engine>> {
        let broken = |_| PyRuntimeError::new_err("engine: expected no panic in an earlier search, make another engine");
        self.0.lock().map_err(broken)
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut settings = Settings::default();
        for (name, value) in options.into_iter().flat_map(PyDictMethods::iter) {
            set(&mut settings, &name.extract::<String>()?, &value)?;
        }
        Ok(Self(Mutex::new(engine::Engine::new(BoardSize::MAIN, Ruleset::one_pure(), settings))))
    }

    /// The best move: a point, "pass" or "resign". Plays nothing. After the end of play it is "pass".
    #[pyo3(signature = (game, color = None))]
    fn best_move(&self, py: Python<'_>, game: &Game, color: Option<&str>) -> PyResult<String> {
        let (color, game) = (game.color(color)?, game.0.clone());
        py.detach(|| {
            let mut engine = self.with(game)?;
            let mut interrupt = None;
            let request = SearchRequest { interval: Some(INTERVAL), ..SearchRequest::default() };
            let decision = engine.best_move_with(color, &request, |_| {
                interrupt = signal();
                interrupt.as_ref().map_or(ControlFlow::Continue(()), |_| ControlFlow::Break(()))
            });
            interrupt.map_or_else(|| Ok(decision.to_string()), Err)
        })
    }

    /// Searches, and returns what was found. Without visits, the engine's own limits hold. The level has no effect.
    #[pyo3(signature = (game, color = None, *, visits = None, ownership = false))]
    fn analyze(
        &self,
        py: Python<'_>,
        game: &Game,
        color: Option<&str>,
        visits: Option<u64>,
        ownership: bool,
    ) -> PyResult<Analysis> {
        if visits == Some(0) {
            return Err(PyValueError::new_err("visits: expected an integer from 1, got 0"));
        }
        let (color, game, size) = (game.color(color)?, game.0.clone(), game.0.size());
        let request =
            SearchRequest { ownership, ..SearchRequest::until(visits.map_or(SearchLimit::Move, SearchLimit::Visits)) };
        py.detach(|| {
            let mut engine = self.with(game)?;
            engine.analyze(color, &request);
            while !engine.wait(Some(Instant::now() + INTERVAL)) {
                if let Some(interrupt) = signal() {
                    engine.stop();
                    engine.wait(None);
                    return Err(interrupt);
                }
            }
            Ok(Analysis { report: engine.report(color), size })
        })
    }

    /// Drops the tree of the last search.
    fn forget(&self) -> PyResult<()> {
        self.lock()?.forget();
        Ok(())
    }
}

/// The exception of a signal that Python has received, such as `KeyboardInterrupt`.
fn signal() -> Option<PyErr> {
    Python::attach(|py| py.check_signals().err())
}

/// Sets the option with this name in Python.
fn set(settings: &mut Settings, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let parameter = Parameter::find(&name.replace('_', "-")).ok_or_else(|| {
        let common = PARAMETERS.iter().filter(|parameter| parameter.is_common).map(|parameter| parameter.name);
        let names = common.collect::<Vec<_>>().join(", ").replace('-', "_");
        PyTypeError::new_err(format!("options: expected {names} or one of onepure --help-tuning, got {name:?}"))
    })?;
    let text = if value.is_none() {
        "none".to_owned()
    } else if value.is_instance_of::<PyBool>() {
        value.str()?.to_string().to_lowercase()
    } else {
        value.str()?.to_string()
    };
    let value =
        parameter.read(&text).map_err(|error| PyValueError::new_err(format!("{name}: {error}, got {text:?}")))?;
    parameter.set(settings, value);
    Ok(())
}

#[pymethods]
impl Analysis {
    /// The colour to play.
    #[getter]
    fn color(&self) -> &'static str {
        self.report.color.name()
    }

    /// The visits of the position, those kept from earlier searches included.
    #[getter]
    fn visits(&self) -> u64 {
        self.report.position.visits
    }

    /// The win rate of the best move, from 0 to 1.
    #[getter]
    fn win_rate(&self) -> f64 {
        self.report.win_rate
    }

    /// The expected lead in points, komi included.
    #[getter]
    fn score(&self) -> f64 {
        self.report.position.score
    }

    /// The moves, most visited first; empty after the end of play.
    #[getter]
    fn candidates(&self) -> Vec<Candidate> {
        self.report.candidates.iter().map(Candidate::from).collect()
    }

    /// The expected owner of each point as an array of float32: 1 black, -1 white. The element [0, 0] is A1, [0, 1] is B1. None if
    /// it was not asked for.
    #[getter]
    fn ownership<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(ownership) = &self.report.ownership else { return Ok(None) };
        let numbers: Vec<f32> = self.size.points().map(|point| ownership.balance(point) as f32).collect();
        arrays::of_fractions(py, self.size, &numbers).map(Some)
    }

    fn __repr__(&self) -> String {
        let best = self.report.best().map_or_else(String::new, |best| format!(", best {}", best.action));
        format!("<onepure.Analysis: {} visits{best}>", self.visits())
    }
}

impl From<&engine::Candidate> for Candidate {
    fn from(candidate: &engine::Candidate) -> Self {
        let engine::Estimate { visits, win_rate, score, .. } = candidate.estimate;
        Self {
            r#move: candidate.action.to_string(),
            visits,
            win_rate,
            lower_bound: lower_bound(win_rate, visits),
            score,
            prior: candidate.prior,
            variation: candidate.variation.iter().map(ToString::to_string).collect(),
        }
    }
}

#[pymethods]
impl Candidate {
    fn __repr__(&self) -> String {
        format!("<onepure.Candidate {}: {} visits, {:.1} %>", self.r#move, self.visits, 100.0 * self.win_rate)
    }
}
