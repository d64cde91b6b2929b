//! The memory layout of activations: channels last, rows of points with one empty column between them.
//!
//! A row of `n` points is followed by one column of zeros, which is the border on its right and on the left of the next
//! row. A row of zeros is above and below the board. So each of a point's nine neighbours is at a fixed distance, and a
//! convolution computes all points in one sweep. Its results in the columns between the rows are never read.

use std::ops::Range;

/// Places after the last point that a sweep may compute.
pub(crate) const SLACK: usize = 16;

/// The places of the points of a board in memory.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// The number of lines.
    pub(crate) lines: usize,
    /// The place of each point, row by row from A1.
    pub(crate) points: Vec<usize>,
    /// The distances to the nine points around a point, itself included, row by row.
    pub(crate) taps: [isize; 9],
}

impl Grid {
    /// The layout of a board with this number of lines.
    pub(crate) fn new(lines: usize) -> Self {
        let stride = lines as isize + 1;
        let points = (0..lines).flat_map(|row| (0..lines).map(move |column| (row + 1) * (lines + 1) + column + 1));
        let taps = std::array::from_fn(|tap| (tap as isize / 3 - 1) * stride + tap as isize % 3 - 1);
        Self { lines, points: points.collect(), taps }
    }

    /// The number of places, with borders and slack.
    pub(crate) fn places(&self) -> usize {
        (self.lines + 2) * (self.lines + 1) + 1 + SLACK
    }

    /// The places from the first point to the last.
    pub(crate) fn sweep(&self) -> Range<usize> {
        self.points[0]..self.points[self.points.len() - 1] + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_points_are_points_or_borders() {
        for lines in 5..=19 {
            let grid = Grid::new(lines);
            let sweep = grid.sweep();
            for (index, &place) in grid.points.iter().enumerate() {
                assert!(sweep.contains(&place));
                for (tap, &distance) in grid.taps.iter().enumerate() {
                    let neighbour = place.checked_add_signed(distance).expect("a place");
                    assert!(neighbour < grid.places());
                    let row = (index / lines + tap / 3).checked_sub(1).filter(|&row| row < lines);
                    let column = (index % lines + tap % 3).checked_sub(1).filter(|&column| column < lines);
                    let expected = row.zip(column).map(|(row, column)| row * lines + column);
                    assert_eq!(grid.points.iter().position(|&point| point == neighbour), expected);
                }
            }
        }
    }
}
