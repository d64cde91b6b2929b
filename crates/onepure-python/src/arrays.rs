//! Arrays of `NumPy`, which is loaded when the first array is made: games and searches do not need it.

use onepure::geometry::{BoardSize, Large};
use onepure::network::{Global, Inputs, Plane};
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult, Python, pyfunction};
use pyo3::types::PyBytes;

/// The names of the planes of `Game.features`, in their order.
#[pyfunction]
pub(super) fn plane_names() -> Vec<String> {
    Plane::ALL.iter().map(|plane| snake_case(&format!("{plane:?}"))).collect()
}

/// The names of the globals of `Game.features`, in their order.
#[pyfunction]
pub(super) fn global_names() -> Vec<String> {
    Global::ALL.iter().map(|global| snake_case(&format!("{global:?}"))).collect()
}

/// `own_two_liberties` for `OwnTwoLiberties`.
fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

/// A writable array of this type and shape, from the bytes of its numbers.
fn array<'py>(py: Python<'py>, bytes: &[u8], dtype: &str, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let flat = py.import("numpy")?.call_method1("frombuffer", (PyBytes::new(py, bytes), dtype))?;
    flat.call_method1("reshape", (shape.to_vec(),))?.call_method0("copy")
}

/// An array with a number for each point of the board.
pub(super) fn of_board<'py>(py: Python<'py>, size: BoardSize, numbers: &[i8]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    array(py, &bytes, "int8", &[size.lines(), size.lines()])
}

/// An array with a fraction for each point of the board.
pub(super) fn of_fractions<'py>(py: Python<'py>, size: BoardSize, numbers: &[f32]) -> PyResult<Bound<'py, PyAny>> {
    array(py, &floats(numbers), "float32", &[size.lines(), size.lines()])
}

/// An array of 0 and 1 with one dimension.
pub(super) fn mask<'py>(py: Python<'py>, flags: &[bool]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = flags.iter().copied().map(u8::from).collect();
    array(py, &bytes, "int8", &[flags.len()])
}

/// The planes and the globals of a position.
pub(super) fn features<'py>(
    py: Python<'py>,
    inputs: &Inputs<Large>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let lines = inputs.size.lines();
    let planes = array(py, &inputs.rows(), "uint8", &[Plane::ALL.len(), lines, lines])?;
    Ok((planes, array(py, &floats(&inputs.globals), "float32", &[Global::ALL.len()])?))
}

/// The bytes of numbers.
fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_ne_bytes()).collect()
}
