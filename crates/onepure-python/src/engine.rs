//! The engine.

use super::arrays;
use super::game::Game;
use super::game_analysis::{self, GameAnalysis};
use onepure::analysis::PositionAnalysis;
use onepure::engine::{self, PARAMETERS, Parameter, SearchLimit, SearchRequest, Settings, lower_bound};
use onepure::geometry::BoardSize;
use onepure::rules::Ruleset;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyDictMethods, PyErr, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyBool, PyDict, PyTuple};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The time between two looks at the signals of Python, so that Ctrl-C ends a search.
const INTERVAL: Duration = Duration::from_millis(100);

/// An engine that searches: Engine(visits=1000), or `with Engine(...) as engine`.
///
/// By default it has full strength, a thread for each core, and 3 seconds for a search. The options are those of the command line with
/// _ instead of -:
///
///   threads   the number of threads
///   visits    the largest number of visits of a search; None is no limit
///   time      the longest time of a search in seconds
///   level     the strength of `best_move`, 1 to 20
///   seed      the seed of random numbers
///   memory    the largest search tree in MiB
///   network   the file of a network, "default", "small" or "none"
///
/// and those of `onepure --help-tuning`. An unknown option raises `TypeError`, and a wrong value `ValueError`.
///
/// The engine keeps the tree of its last search, and continues with it if the next position follows. With one thread, a seed and visits,
/// the same calls give the same results. Several threads may call it: one search comes after the other. `close`, or the end of `with`,
/// frees the memory; after it a search raises `RuntimeError`.
#[pyclass(module = "onepure", frozen)]
#[derive(Debug)]
pub(super) struct Engine(Mutex<Option<engine::Engine>>);

/// The results of a search. All values but the ownership are for `color`, the colour to play.
#[pyclass(module = "onepure", frozen)]
#[derive(Debug)]
pub(super) struct Analysis {
    report: engine::Report,
    size: BoardSize,
}

/// A move that a search has looked at. All values are for the colour to play.
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
    /// Calls `act` with the engine. Waits until another thread has finished its search, which needs Python now and then: detach first.
    fn with<T>(&self, act: impl FnOnce(&mut engine::Engine) -> T) -> PyResult<T> {
        let mut engine = self.lock()?;
        let closed = || PyRuntimeError::new_err("engine: expected an open one, got a closed one");
        engine.as_mut().map(act).ok_or_else(closed)
    }

    fn lock(&self) -> PyResult<MutexGuard<'_, Option<engine::Engine>>> {
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
        Ok(Self(Mutex::new(Some(engine::Engine::new(BoardSize::MAIN, Ruleset::one_pure(), settings)))))
    }

    /// The best move of the colour to play, or of another: a point, "pass" or "resign". Plays nothing.
    ///
    /// After the end of play it is "pass". A wrong colour raises `ValueError`; Ctrl-C ends the search with `KeyboardInterrupt`.
    #[pyo3(signature = (game, color = None))]
    fn best_move(&self, py: Python<'_>, game: &Game, color: Option<&str>) -> PyResult<String> {
        let (color, game) = (game.color(color)?, game.0.clone());
        py.detach(|| {
            self.with(|engine| {
                engine.set_game(game);
                let mut interrupt = None;
                let request = SearchRequest { interval: Some(INTERVAL), ..SearchRequest::default() };
                let decision = engine.best_move_with(color, &request, |_| {
                    interrupt = signal();
                    interrupt.as_ref().map_or(ControlFlow::Continue(()), |_| ControlFlow::Break(()))
                });
                interrupt.map_or_else(|| Ok(decision.to_string()), Err)
            })
        })?
    }

    /// Searches a position, and returns its `Analysis`. The level has no effect.
    ///
    /// visits is the number at which the search ends, those kept from earlier searches included; without it the engine's own limits hold.
    /// With ownership=True the analysis has the expected owner of each point. progress, a function, is called about ten times a second
    /// with the `Analysis` so far; its exception ends the search.
    ///
    /// Wrong values raise `ValueError`; Ctrl-C ends the search with `KeyboardInterrupt`.
    #[pyo3(signature = (game, color = None, *, visits = None, ownership = false, progress = None))]
    fn analyze(
        &self,
        py: Python<'_>,
        game: &Game,
        color: Option<&str>,
        visits: Option<u64>,
        ownership: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Analysis> {
        check_visits(visits)?;
        let progress = progress.map(|progress| progress.clone().unbind());
        let (color, game, size) = (game.color(color)?, game.0.clone(), game.0.size());
        let request =
            SearchRequest { ownership, ..SearchRequest::until(visits.map_or(SearchLimit::Move, SearchLimit::Visits)) };
        py.detach(|| {
            self.with(|engine| {
                engine.set_game(game);
                engine.analyze(color, &request);
                while !engine.wait(Some(Instant::now() + INTERVAL)) {
                    let report = || (Analysis { report: engine.report(color), size },);
                    if let Err(error) = tell(progress.as_ref(), report) {
                        engine.stop();
                        engine.wait(None);
                        return Err(error);
                    }
                }
                Ok(Analysis { report: engine.report(color), size })
            })
        })?
    }

    /// Searches all positions of a game, and returns a `GameAnalysis`: for each move the win rate, the lead and what it lost, and the
    /// mistakes. It is that of `onepure analyze --all`.
    ///
    /// visits is the number for each position: without it the engine's own limits hold, and without those it is 1000. Positions are
    /// searched in parallel, one thread each, afresh. progress, a function, is called as progress(done, total), several times a second; its
    /// exception ends the analysis.
    ///
    /// Wrong values raise `ValueError`; Ctrl-C ends the analysis with `KeyboardInterrupt`.
    #[pyo3(signature = (game, *, visits = None, progress = None))]
    fn analyze_game(
        &self,
        py: Python<'_>,
        game: &Game,
        visits: Option<u64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<GameAnalysis> {
        check_visits(visits)?;
        let progress = progress.map(|progress| progress.clone().unbind());
        let game = game.0.clone();
        let found = py.detach(|| {
            let own = self.with(|engine| engine.settings().clone())?;
            let settings = visits
                .map_or_else(|| own.clone(), |visits| Settings { visits: Some(visits), time: None, ..own.clone() });
            game_analysis::positions(&game, settings, INTERVAL, |done, total| tell(progress.as_ref(), || (done, total)))
        })?;
        GameAnalysis::of(py, &found)
    }

    /// Drops the tree of the last search.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.with(engine::Engine::forget))
    }

    /// Frees the memory and the threads, after the search of another thread. A search after it raises `RuntimeError`.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.lock().map(|mut engine| *engine = None))
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close(py)
    }
}

/// Checks the number of visits of a call.
fn check_visits(visits: Option<u64>) -> PyResult<()> {
    if visits == Some(0) {
        return Err(PyValueError::new_err("visits: expected an integer from 1, got 0"));
    }
    Ok(())
}

/// Calls a function of Python with what `report` returns, if there is one. The error is its exception or that of a signal.
fn tell<A: for<'py> PyCallArgs<'py>>(progress: Option<&Py<PyAny>>, report: impl FnOnce() -> A) -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        progress.map_or(Ok(()), |progress| progress.call1(py, report()).map(drop))
    })
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

impl From<&PositionAnalysis> for Analysis {
    fn from(analysis: &PositionAnalysis) -> Self {
        Self { report: analysis.report.clone(), size: analysis.game().size() }
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
