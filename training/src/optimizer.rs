//! The optimizer.

/// Adam with decoupled weight decay (Loshchilov and Hutter, "Decoupled Weight Decay Regularization", 2019), and a
/// moving average of the parameters, which is what is exported.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AdamW {
    /// The parameters.
    pub(crate) row: Vec<f32>,
    /// Their exponential moving average.
    pub(crate) average: Vec<f32>,
    /// The moving averages of the gradient and of its square.
    pub(crate) moments: [Vec<f32>; 2],
    /// The number of steps so far.
    pub(crate) steps: u64,
}

const BETAS: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// The hyperparameters of a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pace {
    /// The learning rate.
    pub(crate) rate: f32,
    /// The weight decay: each step multiplies a parameter by 1 minus this times the learning rate.
    pub(crate) decay: f32,
    /// The fraction of the moving average that each step keeps. Step N of the first steps keeps only N / (N + 10), so
    /// that the initial parameters fade out.
    pub(crate) average: f32,
}

/// The maximum norm of a gradient; longer ones are scaled down.
const MOST_NORM: f32 = 2.0;

impl AdamW {
    /// Starts at these parameters.
    pub(crate) fn new(row: Vec<f32>) -> Self {
        let zeros = vec![0.0; row.len()];
        Self { average: row.clone(), moments: [zeros.clone(), zeros], row, steps: 0 }
    }

    /// Takes one step against a gradient.
    pub(crate) fn step(&mut self, gradient: &[f32], pace: &Pace) {
        self.steps += 1;
        let norm = gradient.iter().map(|slope| slope * slope).sum::<f32>().sqrt();
        let scale = if norm > MOST_NORM { MOST_NORM / norm } else { 1.0 };
        let steps = self.steps.min(100_000) as i32;
        let [first, second] = BETAS.map(|beta| 1.0 - beta.powi(steps));
        let kept = pace.average.min(steps as f32 / (steps as f32 + 10.0));
        let [means, squares] = &mut self.moments;
        for (index, slope) in gradient.iter().enumerate() {
            let slope = slope * scale;
            means[index] = BETAS[0] * means[index] + (1.0 - BETAS[0]) * slope;
            squares[index] = BETAS[1] * squares[index] + (1.0 - BETAS[1]) * slope * slope;
            let step = means[index] / first / ((squares[index] / second).sqrt() + EPSILON);
            let number = &mut self.row[index];
            *number -= pace.rate * (step + pace.decay * *number);
            self.average[index] = kept * self.average[index] + (1.0 - kept) * *number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_to_the_bottom_of_a_bowl() {
        let mut optimizer = AdamW::new(vec![3.0, -2.0]);
        for _ in 0..2000 {
            let gradient: Vec<f32> =
                optimizer.row.iter().zip([1.0, 10.0]).map(|(x, steep)| steep * (x - 1.0)).collect();
            optimizer.step(&gradient, &Pace { rate: 0.01, decay: 0.01, average: 0.999 });
        }
        assert!(optimizer.average.iter().all(|x| (x - 1.0).abs() < 0.05), "{optimizer:?}");
    }
}
