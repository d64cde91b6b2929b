//! Steps of training, and tests between them.

use crate::data::{Sample, Symmetry};
use crate::loss::{Losses, Weights, loss};
use crate::model::Workspace;
use crate::optimizer::AdamW;
use crate::parameters::{Places, Prepared};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Samples by the size of their board: a batch has boards of one size.
#[derive(Debug)]
pub(crate) struct Batches<'s> {
    by_lines: Vec<Vec<&'s Sample>>,
    samples: usize,
}

impl<'s> Batches<'s> {
    /// Batches of these samples.
    pub(crate) fn new(samples: &'s [Sample]) -> Self {
        let mut by_lines: BTreeMap<usize, Vec<&Sample>> = BTreeMap::new();
        for sample in samples {
            by_lines.entry(sample.lines).or_default().push(sample);
        }
        Self { by_lines: by_lines.into_values().collect(), samples: samples.len() }
    }

    /// A random batch: each sample is as likely as the others, and comes in a random symmetry.
    pub(crate) fn draw(&self, size: usize, random: &mut Xoshiro256PlusPlus) -> Vec<Sample> {
        let mut number = random.random_range(0..self.samples);
        let Some(group) = self.by_lines.iter().find(|group| {
            let is_here = number < group.len();
            number = number.saturating_sub(group.len());
            is_here
        }) else {
            return Vec::new();
        };
        let symmetries: Vec<Symmetry> = (0..8).map(|symmetry| Symmetry::new(symmetry, group[0].lines)).collect();
        let draw = |_| symmetries[random.random_range(0..8)].of(group[random.random_range(0..group.len())]);
        (0..size).map(draw).collect()
    }
}

/// The losses of samples of one size and the mean gradient of them, the work shared by all threads.
pub(crate) fn gradient(prepared: &Prepared<'_>, samples: &[Sample], weights: &Weights) -> (Losses, Vec<f32>) {
    let numbers = prepared.row.len();
    let share = samples.len().div_ceil(rayon::current_num_threads()).max(1);
    let parts = samples.par_chunks(share).map(|samples| {
        let mut workspace = Workspace::new(prepared, samples[0].lines);
        let mut gradient = vec![0.0; numbers];
        let mut losses = Losses::default();
        for sample in samples {
            let prediction = workspace.predict(prepared, &sample.points, &sample.globals);
            let (of_sample, slopes) = loss(&prediction, &sample.target, weights);
            losses = losses.plus(of_sample);
            workspace.learn(prepared, &slopes, &mut gradient);
        }
        (losses, gradient)
    });
    // In order, so that a run with as many threads gives the same numbers.
    let parts: Vec<(Losses, Vec<f32>)> = parts.collect();
    let mut sum = vec![0.0; numbers];
    let mut losses = Losses::default();
    for (of_part, gradient) in parts {
        losses = losses.plus(of_part);
        for (sum, slope) in sum.iter_mut().zip(gradient) {
            *sum += slope / samples.len() as f32;
        }
    }
    (losses, sum)
}

/// One step with a batch.
pub(crate) fn step(places: &Places, optimizer: &mut AdamW, batch: &[Sample], weights: &Weights, rate: f32) -> Losses {
    let (losses, gradient) = gradient(&Prepared::new(places, &optimizer.row), batch, weights);
    optimizer.step(&gradient, rate);
    losses
}

/// The losses of samples of any sizes, without learning.
pub(crate) fn test(places: &Places, row: &[f32], samples: &[Sample]) -> Losses {
    let prepared = Prepared::new(places, row);
    let share = samples.len().div_ceil(rayon::current_num_threads()).max(1);
    let parts = samples.par_chunks(share).map(|samples| {
        let mut workspaces: BTreeMap<usize, Workspace> = BTreeMap::new();
        samples.iter().fold(Losses::default(), |losses, sample| {
            let workspace = workspaces.entry(sample.lines).or_insert_with(|| Workspace::new(&prepared, sample.lines));
            let prediction = workspace.predict(&prepared, &sample.points, &sample.globals);
            losses.plus(loss(&prediction, &sample.target, &Weights::default()).0)
        })
    });
    parts.collect::<Vec<_>>().into_iter().fold(Losses::default(), Losses::plus)
}

/// So few of the activations above zero may be greater than the range that the engine quantises.
const BEYOND: f64 = 1e-4;

/// The ranges of activations that the engine quantises, by their sizes in these samples: one for each convolution of each block,
/// and one for the end of the trunk.
pub(crate) fn calibrate(places: &Places, row: &[f32], samples: &[Sample]) -> Vec<f32> {
    let prepared = Prepared::new(places, row);
    let mut found: Vec<Vec<f32>> = vec![Vec::new(); 2 * places.architecture.blocks + 1];
    for sample in samples {
        let mut workspace = Workspace::new(&prepared, sample.lines);
        workspace.predict(&prepared, &sample.points, &sample.globals);
        workspace.visit_activations(|site, activation| found[site].push(activation));
    }
    let range = |mut activations: Vec<f32>| {
        activations.sort_by(|one, other| other.total_cmp(one));
        let beyond = (activations.len() as f64 * BEYOND) as usize;
        activations.get(beyond).copied().unwrap_or(1.0)
    };
    found.into_iter().map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::Target;
    use crate::parameters::shape;
    use onepure::network::GLOBALS;
    use rand::SeedableRng;

    /// A random board on which the mover plays where its only stone is, and wins if that is in the lower half.
    fn sample(random: &mut Xoshiro256PlusPlus) -> Sample {
        let stone = random.random_range(0..25_u16);
        let mut points = vec![1; 25].into_boxed_slice();
        points[usize::from(stone)] |= 2;
        let outcome = if stone < 13 { [1.0, 0.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0, 0.0] };
        let mut ownership = vec![0.0; 25];
        ownership[usize::from(stone)] = 1.0;
        let target = Target { policy: vec![(stone, 1.0)], outcome, score: Some(0.25), ownership: Some(ownership) };
        Sample { lines: 5, points, globals: [0.0; GLOBALS], target }
    }

    #[test]
    fn what_is_easy_is_learned() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let places = Places::new(&shape(1, 16));
        let mut optimizer = AdamW::new(places.random(1));
        for _ in 0..400 {
            let batch: Vec<Sample> = (0..32).map(|_| sample(&mut random)).collect();
            step(&places, &mut optimizer, &batch, &Weights::default(), 0.01);
        }
        let samples: Vec<Sample> = (0..100).map(|_| sample(&mut random)).collect();
        let losses = test(&places, &optimizer.row, &samples);
        assert!(losses.predicted > 95.0 && losses.value / 100.0 < 0.2 && losses.score / 100.0 < 1.0, "{losses}");
        let ranges = calibrate(&places, &optimizer.row, &samples[..10]);
        assert!(ranges.len() == 3 && ranges.iter().all(|&range| range > 0.0), "{ranges:?}");
    }

    #[test]
    fn batches_have_one_size() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut samples: Vec<Sample> = (0..20).map(|_| sample(&mut random)).collect();
        for sample in &mut samples[..10] {
            *sample = Sample { lines: 6, points: vec![1; 36].into(), ..sample.clone() };
            sample.target.ownership = None;
        }
        let batches = Batches::new(&samples);
        let mut seen = BTreeMap::<usize, usize>::new();
        for _ in 0..100 {
            let batch = batches.draw(4, &mut random);
            assert!(batch.len() == 4 && batch.iter().all(|sample| sample.lines == batch[0].lines));
            *seen.entry(batch[0].lines).or_default() += 1;
        }
        assert!(seen[&5] > 20 && seen[&6] > 20, "{seen:?}");
    }
}
