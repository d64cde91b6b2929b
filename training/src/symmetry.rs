//! Symmetries of boards.

use crate::data::Sample;

/// One of the eight symmetries of a board, as the image of each point.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry(Vec<u16>);

impl Symmetry {
    /// The number of symmetries of a board.
    pub(crate) const NUMBER: usize = 8;

    /// All symmetries of a board, by number.
    pub(crate) fn all(lines: usize) -> Vec<Self> {
        (0..Self::NUMBER).map(|number| Self::new(number, lines)).collect()
    }

    /// The symmetry with this number; 0 is the identity.
    pub(crate) fn new(number: usize, lines: usize) -> Self {
        let last = lines - 1;
        let to = |index: usize| {
            let (mut row, mut column) = (index / lines, index % lines);
            if number & 1 != 0 {
                row = last - row;
            }
            if number & 2 != 0 {
                column = last - column;
            }
            if number & 4 != 0 {
                (row, column) = (column, row);
            }
            (row * lines + column) as u16
        };
        // The pass stays after the points.
        Self((0..lines * lines).map(to).chain([(lines * lines) as u16]).collect())
    }

    /// The image of a sample.
    pub(crate) fn of(&self, sample: &Sample) -> Sample {
        let mut image = sample.clone();
        for (index, &bits) in sample.points.iter().enumerate() {
            image.points[usize::from(self.0[index])] = bits;
        }
        for (index, _) in &mut image.target.policy {
            *index = self.0[usize::from(*index)];
        }
        if let (Some(from), Some(to)) = (&sample.target.ownership, &mut image.target.ownership) {
            for (index, &owner) in from.iter().enumerate() {
                to[usize::from(self.0[index])] = owner;
            }
        }
        image
    }
}
