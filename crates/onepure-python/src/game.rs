//! A game.

use super::arrays;
use super::events::{Count, Outcome, Turn};
use super::words::{MoveWord, color, illegal, names, point, ruleset};
use onepure::board::Color;
use onepure::geometry::{BoardSize, Large, Point};
use onepure::network::Inputs;
use onepure::record::{Record, RecordError};
use onepure::rules::{self, Move};
use onepure::view::{BoardPicture, Language, Look, Narration, board};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::{Bound, FromPyObject, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods};

/// A game with its whole history, refereed by its rules: Game(size=9, rules="chinese", komi=7.5).
///
/// By default it is on 19 lines under the One Pure Rules ("one-pure"), with the usual komi of its rules and board. size is a number
/// from 5 to 19. rules is a name such as "chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor" or "ing". Wrong values
/// raise `ValueError`.
///
/// Colours are "black" and "white". A move is a point such as "E5", "pass", or a number that counts the points row by row from A1, where
/// the number of points is a pass. Where a colour may be named, it is that to play otherwise.
#[pyclass(module = "onepure")]
#[derive(Clone, Debug)]
pub(super) struct Game(pub(super) rules::Game);

/// A record as Python gives it.
#[derive(FromPyObject)]
pub(super) enum RecordText {
    Text(String),
    Bytes(Vec<u8>),
}

impl Game {
    /// The colour with this name, or the colour to play.
    pub(super) fn color(&self, name: Option<&str>) -> PyResult<Color> {
        color(name, self.0.to_play())
    }

    /// All moves, legal or not: the points row by row from A1, then a pass.
    fn all_moves(&self) -> impl Iterator<Item = Move> {
        let points = self.0.size().points::<Large>();
        points.map(Move::Place).chain(std::iter::once(Move::Abstain))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (size = 19, rules = "one-pure", *, komi = None))]
    fn new(size: usize, rules: &str, komi: Option<f64>) -> PyResult<Self> {
        let size = BoardSize::new(size).map_err(|error| PyValueError::new_err(format!("size: {error}")))?;
        let mut game = Self(rules::Game::new(size, ruleset(rules)?));
        game.set_komi(komi)?;
        Ok(game)
    }

    /// The game of a record: SGF, GIB, NGF or a text diagram, as str or bytes.
    ///
    /// Without rules, those that the record names or suggests hold. variation has the number of the variation at each branch, from 1, such
    /// as [2, 1]; without it the game is the main line. With moves, only this number of turns is played. A record that cannot be read or
    /// played raises `ValueError`.
    #[staticmethod]
    #[pyo3(signature = (record, *, rules = None, variation = None, moves = None))]
    fn from_sgf(
        record: RecordText,
        rules: Option<&str>,
        variation: Option<&Bound<'_, PyAny>>,
        moves: Option<usize>,
    ) -> PyResult<Self> {
        let bytes = match record {
            RecordText::Text(text) => text.into_bytes(),
            RecordText::Bytes(bytes) => bytes,
        };
        let failed = |error: RecordError| PyValueError::new_err(error.to_string());
        let mut record = Record::from_bytes(&bytes).map_err(failed)?;
        let variation = variation.map(PyAnyMethods::extract::<Vec<usize>>).transpose()?.unwrap_or_default();
        record.follow(&variation).map_err(failed)?;
        let ruleset = record.basis(rules.map(ruleset).transpose()?).ruleset;
        let line = record.main_line();
        match moves.and_then(|moves| moves.checked_add(1)) {
            Some(next) if next <= line.moves().count() => line.replay_before(next, ruleset),
            _ => line.replay(ruleset),
        }
        .map(Self)
        .map_err(failed)
    }

    /// The game as SGF.
    fn sgf(&self) -> String {
        Record::from_game(&self.0).to_string()
    }

    /// Plays a move, and returns its `Turn`: retired chains, immovable stones, the end of play.
    ///
    /// A move that the rules do not allow raises `IllegalMove`, and wrong words `ValueError`. Then the game is unchanged.
    #[pyo3(signature = (r#move, color = None))]
    fn play(&mut self, r#move: MoveWord, color: Option<&str>) -> PyResult<Turn> {
        let (color, action) = (self.color(color)?, r#move.on(self.0.size())?);
        self.0.play_as(color, action).map(Turn::from).map_err(illegal)
    }

    /// The `Turn` that a move would make. Plays nothing. Raises as `play` does.
    #[pyo3(signature = (r#move, color = None))]
    fn explain(&self, r#move: MoveWord, color: Option<&str>) -> PyResult<Turn> {
        let turn = self.0.explain(self.color(color)?, r#move.on(self.0.size())?);
        turn.as_ref().map(Turn::from).map_err(|error| illegal(*error))
    }

    /// All legal moves: points row by row from A1, then "pass". Empty after the end of play, but after an end by passes the
    /// points with which play can be resumed.
    #[pyo3(signature = (color = None))]
    fn legal(&self, color: Option<&str>) -> PyResult<Vec<String>> {
        let color = self.color(color)?;
        Ok(self
            .all_moves()
            .filter(|&action| self.0.check(color, action).is_ok())
            .map(|action| action.to_string())
            .collect())
    }

    /// The legal moves as an array of int8, 0 and 1, with size * size + 1 elements: points row by row from A1, then the pass.
    #[pyo3(signature = (color = None))]
    fn legal_mask<'py>(&self, py: Python<'py>, color: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let color = self.color(color)?;
        let flags: Vec<bool> = self.all_moves().map(|action| self.0.check(color, action).is_ok()).collect();
        arrays::mask(py, &flags)
    }

    /// Whether a placement loses at once, although it is legal.
    #[pyo3(signature = (point, color = None))]
    fn is_dead_end(&self, point: &str, color: Option<&str>) -> PyResult<bool> {
        Ok(self.0.is_dead_end(self.color(color)?, self::point(point)?))
    }

    /// Takes the last turn back and returns it; None before the first turn.
    fn undo(&mut self) -> Option<Turn> {
        self.0.undo().as_ref().map(Turn::from)
    }

    /// Ends the game by a resignation, of the colour to play if no other is named.
    #[pyo3(signature = (color = None))]
    fn resign(&mut self, color: Option<&str>) -> PyResult<()> {
        let color = self.color(color)?;
        self.0.resign(color).map_err(illegal)
    }

    /// The count of the board as it stands.
    fn count(&self) -> Count {
        Count::from(&self.0.count())
    }

    /// The last turn in sentences, with the articles of the rules, in English ("en") or Korean ("ko"); None before the first turn.
    #[pyo3(signature = (language = "en"))]
    fn narration(&self, language: &str) -> PyResult<Option<String>> {
        let language = Language::of_code(language)
            .ok_or_else(|| PyValueError::new_err(format!("language: expected en or ko, got {language:?}")))?;
        Ok(Narration::of_last_turn(&self.0, language).map(|narration| narration.to_string()))
    }

    /// The colour of the stone on a point; None without a stone.
    fn stone(&self, point: &str) -> PyResult<Option<&'static str>> {
        let point = self::point(point)?;
        Ok(Some(point)
            .filter(|&point| self.0.size().contains(point))
            .and_then(|point: Point| self.0.board().stone(point).map(Color::name)))
    }

    /// The points with a stone of a colour, row by row from A1.
    fn stones(&self, color: &str) -> PyResult<Vec<String>> {
        Ok(names(self.0.board().stones(self.color(Some(color))?)))
    }

    /// The stones as an array of int8 with the shape (size, size): 1 black, -1 white, 0 empty. The element [0, 0] is A1, [0, 1] is B1.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let number = |point: Point| match self.0.board().stone(point) {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        };
        arrays::of_board(py, self.0.size(), &self.0.size().points().map(number).collect::<Vec<_>>())
    }

    /// What the network sees with a colour to play: 24 planes (uint8, 24 by lines by lines) and 16 globals (float32). `plane_names`
    /// and `global_names` have their names.
    #[pyo3(signature = (color = None))]
    fn features<'py>(&self, py: Python<'py>, color: Option<&str>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        arrays::features(py, &Inputs::of_game(&self.0, self.color(color)?))
    }

    /// A copy with its whole history.
    fn copy(&self) -> Self {
        self.clone()
    }

    /// The number of lines of the board.
    #[getter]
    fn size(&self) -> usize {
        self.0.size().lines()
    }

    /// The name of the rule set.
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.ruleset().name
    }

    /// The points that Black needs more than White. None restores the komi of the rule set.
    #[getter]
    fn komi(&self) -> f64 {
        self.0.komi()
    }

    #[setter]
    fn set_komi(&mut self, komi: Option<f64>) -> PyResult<()> {
        if let Some(komi) = komi.filter(|komi| !komi.is_finite()) {
            return Err(PyValueError::new_err(format!("komi: expected a finite number, got {komi}")));
        }
        self.0.set_komi(komi);
        Ok(())
    }

    /// The colour to play.
    #[getter]
    fn to_play(&self) -> &'static str {
        self.0.to_play().name()
    }

    /// The moves so far, with their colours: [("black", "E5"), ("white", "pass")].
    #[getter]
    fn moves(&self) -> Vec<(&'static str, String)> {
        self.0.turns().iter().map(|turn| (turn.color.name(), turn.action.to_string())).collect()
    }

    /// All turns, with their effects.
    #[getter]
    fn turns(&self) -> Vec<Turn> {
        self.0.turns().iter().map(Turn::from).collect()
    }

    /// The end of play; None if play goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(Outcome::from)
    }

    /// Whether play has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __str__(&self) -> String {
        board(&self.0, Look::PLAIN).join("\n")
    }

    fn __repr__(&self) -> String {
        let (size, rules, turns) = (self.size(), self.rules(), self.0.turns().len());
        format!("<onepure.Game: {size} lines, {rules}, {turns} turns>")
    }

    fn _repr_svg_(&self) -> String {
        BoardPicture::of(&self.0, Language::English).draw().svg().to_owned()
    }
}
