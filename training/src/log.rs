//! The training log: one line of JSON per interval.

use crate::losses::{Means, Table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An entry of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The number of steps so far.
    pub(crate) step: u64,
    /// The learning rate.
    pub(crate) rate: f32,
    /// Samples per second.
    pub(crate) speed: f64,
    /// Means over the positions since the previous entry.
    pub(crate) training: Means,
    /// Means over games that are not trained on, if this entry has a test: by board and rule set, such as `9x9
    /// chinese`, and `all`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) test: BTreeMap<String, Means>,
}

impl Entry {
    /// The entry for the losses since the previous one.
    pub(crate) fn new(step: u64, rate: f32, speed: f64, training: Means, test: Option<&Table>) -> Self {
        let test = test.map_or_else(BTreeMap::new, Table::named);
        Self { step, rate, speed, training, test }
    }
}
