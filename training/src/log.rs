//! The course of training, a line of JSON each so many steps.

use crate::losses::{Means, Table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How training stood after a step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Steps so far.
    pub(crate) step: u64,
    /// The learning rate.
    pub(crate) rate: f32,
    /// Samples a second.
    pub(crate) speed: f64,
    /// Over the positions since the entry before.
    pub(crate) training: Means,
    /// On games that were not learned from, where they were tested: by board and rule system, such as `9x9 chinese`, and `all`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) test: BTreeMap<String, Means>,
}

impl Entry {
    /// What losses since the entry before say.
    pub(crate) fn new(step: u64, rate: f32, speed: f64, training: Means, test: Option<&Table>) -> Self {
        let test = test.map_or_else(BTreeMap::new, Table::named);
        Self { step, rate, speed, training, test }
    }
}
