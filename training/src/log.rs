//! The course of training, a line of JSON each so many steps.

use crate::loss::Losses;
use serde::{Deserialize, Serialize};

/// How training stood after a step. Means over the positions since the entry before.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Steps so far.
    pub(crate) step: u64,
    /// The learning rate.
    pub(crate) rate: f32,
    /// The weighted loss.
    pub(crate) loss: f64,
    /// The divergence of the policy from the shares of visits (Kullback and Leibler), in nats.
    pub(crate) policy: f64,
    /// The mean squared error of the value, −1 to 1.
    pub(crate) value: f64,
    /// Samples a second.
    pub(crate) speed: f64,
    /// The same on games that were not learned from, where they were tested.
    pub(crate) test_policy: Option<f64>,
    /// See there.
    pub(crate) test_value: Option<f64>,
    /// How often the most visited move was the one most expected, on those games.
    pub(crate) test_predicted: Option<f64>,
}

impl Entry {
    /// What losses since the entry before say.
    pub(crate) fn new(step: u64, rate: f32, losses: &Losses, speed: f64, test: Option<&Losses>) -> Self {
        let policy = |losses: &Losses| losses.policy / losses.policies.max(1.0);
        let value = |losses: &Losses| losses.value / losses.positions.max(1.0);
        Self {
            step,
            rate,
            loss: losses.loss / losses.positions.max(1.0),
            policy: policy(losses),
            value: value(losses),
            speed,
            test_policy: test.map(policy),
            test_value: test.map(value),
            test_predicted: test.map(|test| test.predicted / test.policies.max(1.0)),
        }
    }
}
