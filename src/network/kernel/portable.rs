//! With what every processor has.

use super::{GROUP, Kernel, LANES, Row, Weights};

#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Kernel for Portable {
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        let Row { lines, channels, reach, .. } = *row;
        let side = 2 * reach + 1;
        for (column, sums) in sums.iter_mut().enumerate() {
            *sums = [0; LANES];
            for down in row.taps() {
                for across in reach.saturating_sub(column)..side.min(lines + reach - column) {
                    let point = (row.number + down - reach) * lines + column + across - reach;
                    let input = &row.input[point * channels..][..channels];
                    let weights = &row.weights[(down * side + across) * channels / GROUP..];
                    for (input, weights) in input.as_chunks().0.iter().zip(weights) {
                        add(sums, *input, weights);
                    }
                }
            }
        }
    }
}

/// Adds the products of a group of inputs.
#[inline(always)]
fn add(sums: &mut [i32; LANES], input: [u8; GROUP], weights: &Weights) {
    for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<GROUP>().0) {
        let products = weights.iter().zip(input).map(|(&weight, input)| i32::from(weight) * i32::from(input));
        *sum += products.sum::<i32>();
    }
}
