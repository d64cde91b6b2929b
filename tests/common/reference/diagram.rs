//! Parsing of vertices and diagrams, for tests.

use super::board::{Colour, Vertex};

/// The names of the columns, A to T without I.
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";

/// The vertex with this name, such as `A1`.
///
/// # Panics
/// If the text is not such a name.
pub fn vertex(name: &str) -> Vertex {
    let column = COLUMNS.find(&name[..1]).expect("a column from A to T without I");
    let row: usize = name[1..].parse().expect("a row number");
    assert!((1..=19).contains(&row), "a row from 1 to 19");
    (column, row - 1)
}

/// The stones of a diagram: `#` is black, `O` white, anything else empty; the
/// top row is the highest line.
pub fn stones(diagram: &str) -> Vec<(Vertex, Colour)> {
    let mut stones = Vec::new();
    for (vertex, sign) in signs(diagram) {
        match sign {
            "#" => stones.push((vertex, Colour::Black)),
            "O" => stones.push((vertex, Colour::White)),
            _ => {}
        }
    }
    stones
}

/// The vertices with the numbers 1, 2 and so on, in order.
pub fn numbered_points(diagram: &str) -> Vec<Vertex> {
    let mut numbered: Vec<(usize, Vertex)> = Vec::new();
    for (vertex, sign) in signs(diagram) {
        if let Ok(number) = sign.parse() {
            numbered.push((number, vertex));
        }
    }
    numbered.sort_unstable();
    numbered.into_iter().map(|(_, vertex)| vertex).collect()
}

/// All signs of a diagram with their vertices.
fn signs(diagram: &str) -> Vec<(Vertex, &str)> {
    let lines = diagram.lines().filter(|line| !line.trim().is_empty());
    let mut signs = Vec::new();
    for (row, line) in lines.rev().enumerate() {
        for (column, sign) in line.split_whitespace().enumerate() {
            signs.push(((column, row), sign));
        }
    }
    signs
}
