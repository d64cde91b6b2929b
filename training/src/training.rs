//! Training steps, and tests between them.

use crate::data::{Kind, Sample};
use crate::loss::{Weights, loss};
use crate::losses::{Losses, Table};
use crate::model::Workspace;
use crate::optimizer::{AdamW, Pace};
use crate::parameters::{Places, Prepared};
use crate::samples::Draw;
use crate::symmetry::Symmetry;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The losses and the mean gradient of samples of one board size, computed by all threads.
pub(crate) fn gradient(prepared: &Prepared<'_>, batch: &[Draw<'_>], weights: &Weights) -> (Losses, Vec<f32>) {
    let numbers = prepared.row.len();
    let share = batch.len().div_ceil(rayon::current_num_threads()).max(1);
    let parts = batch.par_chunks(share).map(|draws| {
        let lines = draws[0].sample.lines;
        let mut workspace = Workspace::new(prepared, lines);
        let symmetries = Symmetry::all(lines);
        let mut gradient = vec![0.0; numbers];
        let mut losses = Losses::default();
        for draw in draws {
            let sample = symmetries[draw.symmetry].of(draw.sample);
            let prediction = workspace.predict(prepared, &sample.points, &sample.globals);
            let (of_sample, slopes) = loss(&prediction, &sample.target, weights);
            losses = losses.plus(of_sample);
            workspace.learn(prepared, &slopes, &mut gradient);
        }
        (losses, gradient)
    });
    // Add in order, so that runs with the same number of threads give equal results.
    let parts: Vec<(Losses, Vec<f32>)> = parts.collect();
    let mut sum = vec![0.0; numbers];
    let mut losses = Losses::default();
    for (of_part, gradient) in parts {
        losses = losses.plus(of_part);
        for (sum, slope) in sum.iter_mut().zip(gradient) {
            *sum += slope / batch.len() as f32;
        }
    }
    (losses, sum)
}

/// Trains on one batch.
pub(crate) fn step(
    places: &Places,
    optimizer: &mut AdamW,
    batch: &[Draw<'_>],
    weights: &Weights,
    pace: &Pace,
) -> Losses {
    let (losses, gradient) = gradient(&Prepared::new(places, &optimizer.row), batch, weights);
    optimizer.step(&gradient, pace);
    losses
}

/// The losses of samples by kind, without training.
pub(crate) fn test(places: &Places, row: &[f32], samples: &BTreeMap<Kind, Vec<&Sample>>) -> Table {
    let prepared = Prepared::new(places, row);
    let of_kind = |(kind, samples): (&Kind, &Vec<&Sample>)| {
        let share = samples.len().div_ceil(rayon::current_num_threads()).max(1);
        let parts = samples.par_chunks(share).map(|samples| {
            let mut workspace = Workspace::new(&prepared, kind.lines);
            samples.iter().fold(Losses::default(), |losses, sample| {
                let prediction = workspace.predict(&prepared, &sample.points, &sample.globals);
                losses.plus(loss(&prediction, &sample.target, &Weights::default()).0)
            })
        });
        let losses = parts.collect::<Vec<_>>().into_iter().fold(Losses::default(), Losses::plus);
        (kind.clone(), losses)
    };
    Table(samples.iter().map(of_kind).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::Target;
    use crate::parameters::shape;
    use onepure::network::GLOBALS;
    use onepure::random::Randomness;
    use rand::RngExt;

    /// A random board on which the mover plays at its only stone, and wins if that is in the lower half.
    fn sample(random: &mut Randomness) -> Sample {
        let stone = random.random_range(0..25_u16);
        let mut points = vec![1; 25].into_boxed_slice();
        points[usize::from(stone)] |= 2;
        let outcome = if stone < 13 { [1.0, 0.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0, 0.0] };
        let mut ownership = vec![0.0; 25];
        ownership[usize::from(stone)] = 1.0;
        let target = Target { policy: vec![(stone, 1.0)], outcome, score: Some(0.25), ownership: Some(ownership) };
        Sample { lines: 5, points, globals: [0.0; GLOBALS], target, katago: None }
    }

    #[test]
    fn what_is_easy_is_learned() {
        let mut random = Randomness::new(1, 0);
        let places = Places::new(&shape(1, 16));
        let mut optimizer = AdamW::new(places.random(1));
        for _ in 0..400 {
            let batch: Vec<Sample> = (0..32).map(|_| sample(&mut random)).collect();
            let batch: Vec<Draw<'_>> = batch.iter().map(|sample| Draw { sample, symmetry: 0 }).collect();
            step(
                &places,
                &mut optimizer,
                &batch,
                &Weights::default(),
                &Pace { rate: 0.01, decay: 0.01, average: 0.999 },
            );
        }
        let samples: Vec<Sample> = (0..100).map(|_| sample(&mut random)).collect();
        let kind = Kind { lines: 5, rules: "chinese".to_owned() };
        let table = test(&places, &optimizer.row, &BTreeMap::from([(kind, samples.iter().collect())]));
        let means = table.all().means();
        assert!(means.predicted > 0.95 && means.value < 0.2 && means.score < 1.0, "{table}");
    }
}
