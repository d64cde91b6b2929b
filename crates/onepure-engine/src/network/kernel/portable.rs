//! In plain Rust, for every processor.

use super::{GROUP, Kernel, KernelWeights, LANES, Row};

#[derive(Clone, Copy, Debug)]
pub(super) struct PortableKernel;

impl Kernel for PortableKernel {
    fn sums(self, row: &Row<'_>, sums: &mut [[i32; LANES]]) {
        let Row { lines, channels, reach, .. } = *row;
        let side = 2 * reach + 1;
        for (column, sums) in sums.iter_mut().enumerate() {
            let mut products = [0; LANES * GROUP];
            for down in row.taps() {
                for across in reach.saturating_sub(column)..side.min(lines + reach - column) {
                    let point = (row.number + down - reach) * lines + column + across - reach;
                    let input = &row.input[point * channels..][..channels];
                    let weights = &row.weights[(down * side + across) * channels / GROUP..];
                    add(&mut products, input.as_chunks().0, weights);
                }
            }
            for (sum, products) in sums.iter_mut().zip(products.as_chunks::<GROUP>().0) {
                *sum = products.iter().sum();
            }
        }
    }
}

/// Products that are computed in parallel: a multiple of [`GROUP`].
const SIDE_BY_SIDE: usize = 16;

/// Adds the products of groups of inputs, each to its own sum, in loops that compilers turn into vector instructions: a product
/// fits into 16 bits.
fn add(sums: &mut [i32; LANES * GROUP], inputs: &[[u8; GROUP]], weights: &[KernelWeights]) {
    for (input, weights) in inputs.iter().zip(weights) {
        let mut repeated = [0_i16; SIDE_BY_SIDE];
        for (place, number) in repeated.iter_mut().enumerate() {
            *number = i16::from(input[place % GROUP]);
        }
        let weights = weights.0.as_chunks::<SIDE_BY_SIDE>().0;
        for (sums, weights) in sums.as_chunks_mut::<SIDE_BY_SIDE>().0.iter_mut().zip(weights) {
            for place in 0..SIDE_BY_SIDE {
                sums[place] += i32::from(i16::from(weights[place]) * repeated[place]);
            }
        }
    }
}
