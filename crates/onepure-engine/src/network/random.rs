//! Networks with random weights.

use super::architecture::{ACTIVATIONS, Architecture};
use super::file::{Contents, Tensors};
use super::reference::Reference;
use super::{Inputs, NetworkOutput, Plane};
use half::f16;
use onepure_rules::geometry::{BoardSize, Small};
use onepure_rules::random::Randomness;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of positions that calibrate the ranges of activations.
const POSITIONS: usize = 4;

/// Random weights, scaled so that activations neither grow nor shrink much from layer to layer: otherwise quantisation would lose them.
pub(super) fn contents(architecture: Architecture, seed: u64) -> Contents {
    assert_eq!(architecture.fault(), None, "a network of a shape that can be");
    let mut randomness = Randomness::new(seed, 0);
    let mut tensors = Tensors(BTreeMap::default());
    for (name, shape) in architecture.tensors() {
        let numbers: usize = shape.iter().product();
        let inputs = (numbers / shape[0]).max(shape[0] / 8).max(1);
        // The second convolution of a block adds to the residual stream, so it gets half the gain.
        let gain = if name.contains("conv2") { 0.5 } else { 1.0 };
        let most = if name.ends_with("bias") { 0.1 } else { gain * (6.0 / inputs as f32).sqrt() };
        let number = |_| f16::from_f32((unit(&mut randomness) * 2.0 - 1.0) * most).to_f32();
        tensors.0.insert(name, (0..numbers).map(number).collect());
    }
    tensors.0.insert(ACTIVATIONS.to_owned(), vec![1.0; architecture.sites()]);
    let name = format!("random-{architecture}");
    let mut contents = Contents { architecture, name, origin: format!("random weights, seed {seed}"), tensors };
    let ranges = ranges(&contents, &mut randomness);
    contents.tensors.0.insert(ACTIVATIONS.to_owned(), ranges);
    contents
}

/// A random number from 0 to 1.
fn unit(randomness: &mut Randomness) -> f32 {
    randomness.below(1 << 20) as f32 / (1 << 20) as f32
}

/// The largest activations in random positions.
fn ranges(contents: &Contents, randomness: &mut Randomness) -> Vec<f32> {
    let reference = Reference::new(&Arc::new(contents.clone()));
    let size = BoardSize::new(9).expect("9 lines");
    let (mut most, mut output) = (vec![f32::MIN_POSITIVE; contents.architecture.sites()], NetworkOutput::empty());
    for _ in 0..POSITIONS {
        let mut inputs = Inputs::<Small>::new(size);
        for plane in &mut inputs.planes {
            *plane = size.points().filter(|_| randomness.below(6) == 0).collect();
        }
        inputs.planes[Plane::Board as usize] = size.all();
        inputs.globals = std::array::from_fn(|_| unit(randomness));
        let mut seen = Vec::new();
        reference.evaluate(&inputs, &mut output, Some(&mut seen));
        for (most, seen) in most.iter_mut().zip(seen) {
            *most = most.max(seen);
        }
    }
    most
}
