//! The file of a network: tensors in the safetensors format, with a description in the metadata.

use super::architecture::{ACTIVATIONS, Architecture};
use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// The `format` in the metadata of every network.
pub(super) const FORMAT: &str = "onepure-network";

/// The version of the file's layout.
pub(super) const VERSION: &str = "1";

/// The version of the features that a network takes.
pub(super) const FEATURES: &str = "1";

/// The largest size of a file in bytes: ten times the weights of the largest network that is fast enough.
pub(super) const MOST_BYTES: usize = 32 << 20;

/// The largest size of the header in bytes.
const MOST_HEADER: usize = 1 << 20;

/// An error in the file of a network, as one line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("{0}")]
    Read(#[from] std::io::Error),
    /// The file is larger than any network.
    #[error("the file has more than {} MiB, and a network has no more", MOST_BYTES >> 20)]
    TooLarge,
    /// The file is not in the safetensors format.
    #[error("the file is no network: it is not in the safetensors format")]
    NotSafetensors,
    /// The file has the wrong length.
    #[error("the file is not whole: it has {found} bytes, and its header speaks of {expected}")]
    Length {
        /// The length of the file in bytes.
        found: usize,
        /// The length by its header in bytes.
        expected: usize,
    },
    /// The file is in the right format but not a network.
    #[error("the file is no network of onepure: its metadata has no `format` of `{FORMAT}`")]
    NotOurs,
    /// The layout has another version.
    #[error("the network's file is of version {0}, and this program reads version {VERSION}")]
    Version(String),
    /// The features have another version.
    #[error("the network was trained with features of version {0}, and this program has version {FEATURES}")]
    Features(String),
    /// The shape is not valid.
    #[error("the network's `architecture` is wrong: {0}")]
    Architecture(String),
    /// A tensor of the architecture is missing.
    #[error("the network has no tensor `{0}`")]
    Missing(String),
    /// The architecture has no such tensor.
    #[error("the network has a tensor `{0}`, which its architecture does not know")]
    Unknown(String),
    /// A tensor has the wrong shape.
    #[error("the tensor `{name}` has the shape {found:?}, and must have {expected:?}")]
    Shape {
        /// The tensor.
        name: String,
        /// The shape in the file.
        found: Vec<usize>,
        /// The shape by the architecture.
        expected: Vec<usize>,
    },
    /// The numbers of a tensor have an unknown type.
    #[error("the numbers of the tensor `{name}` are {found}, and must be F16 or F32")]
    Type {
        /// The tensor.
        name: String,
        /// The type in the file.
        found: String,
    },
    /// A weight is infinite or not a number.
    #[error("the tensor `{0}` holds a number that is not finite")]
    NotFinite(String),
    /// A range of activations is not above 0.
    #[error("the tensor `activations` holds a number that is not above 0")]
    Activations,
}

/// The contents of a file.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Contents {
    pub(super) architecture: Architecture,
    pub(super) name: String,
    pub(super) origin: String,
    pub(super) tensors: Tensors,
}

/// Tensors by name.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tensors(pub(super) BTreeMap<String, Vec<f32>>);

impl Tensors {
    /// The numbers of a tensor of the architecture.
    pub(super) fn get(&self, name: &str) -> &[f32] {
        &self.0[name]
    }
}

impl Contents {
    /// Reads a file.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        if bytes.len() > MOST_BYTES {
            return Err(NetworkError::TooLarge);
        }
        check_length(bytes)?;
        let unreadable = |_| NetworkError::NotSafetensors;
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(unreadable)?;
        let metadata = header.metadata().clone().unwrap_or_default();
        let entry = |name: &str| metadata.get(name).cloned().unwrap_or_default();
        if entry("format") != FORMAT {
            return Err(NetworkError::NotOurs);
        }
        if entry("version") != VERSION {
            return Err(NetworkError::Version(entry("version")));
        }
        if entry("features") != FEATURES {
            return Err(NetworkError::Features(entry("features")));
        }
        let architecture: Architecture = serde_json::from_str(&entry("architecture"))
            .map_err(|error| NetworkError::Architecture(error.to_string()))?;
        if let Some(fault) = architecture.fault() {
            return Err(NetworkError::Architecture(fault));
        }
        let file = SafeTensors::deserialize(bytes).map_err(unreadable)?;
        let expected = architecture.tensors();
        if let Some(name) = file.names().into_iter().find(|&name| expected.iter().all(|(known, _)| known != name)) {
            return Err(NetworkError::Unknown(name.to_owned()));
        }
        let mut tensors = BTreeMap::new();
        for (name, shape) in expected {
            let numbers = numbers(&file, &name, &shape)?;
            tensors.insert(name, numbers);
        }
        if tensors[ACTIVATIONS].iter().any(|&range| range <= 0.0) {
            return Err(NetworkError::Activations);
        }
        Ok(Self { architecture, name: entry("name"), origin: entry("origin"), tensors: Tensors(tensors) })
    }

    /// Checks that the tensors are those of the architecture.
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        if let Some(fault) = self.architecture.fault() {
            return Err(NetworkError::Architecture(fault));
        }
        for (name, shape) in self.architecture.tensors() {
            let numbers = self.tensors.0.get(&name).ok_or_else(|| NetworkError::Missing(name.clone()))?;
            if numbers.len() != shape.iter().product::<usize>() {
                return Err(NetworkError::Shape { name, found: vec![numbers.len()], expected: shape });
            }
        }
        Ok(())
    }

    /// The bytes of a file with these contents.
    ///
    /// # Panics
    /// If the file would be too large.
    pub(super) fn write(&self) -> Vec<u8> {
        let metadata = [
            ("format", FORMAT.to_owned()),
            ("version", VERSION.to_owned()),
            ("features", FEATURES.to_owned()),
            ("architecture", serde_json::to_string(&self.architecture).unwrap_or_default()),
            ("name", self.name.clone()),
            ("origin", self.origin.clone()),
        ]
        .map(|(key, value)| (key.to_owned(), value));
        let shapes = self.architecture.tensors();
        let stored: Vec<(String, Dtype, Vec<usize>, Vec<u8>)> = shapes
            .into_iter()
            .map(|(name, shape)| {
                let numbers = self.tensors.get(&name).iter();
                let (dtype, data) = if name == ACTIVATIONS {
                    (Dtype::F32, numbers.flat_map(|number| number.to_le_bytes()).collect())
                } else {
                    (Dtype::F16, numbers.flat_map(|&number| f16::from_f32(number).to_le_bytes()).collect())
                };
                (name, dtype, shape, data)
            })
            .collect();
        let views = stored.iter().map(|(name, dtype, shape, data)| {
            let view = TensorView::new(*dtype, shape.clone(), data).expect("as many bytes as the shape says");
            (name.as_str(), view)
        });
        safetensors::serialize(views, Some(metadata.into_iter().collect())).expect("tensors with names of their own")
    }
}

/// Checks the length of a file: 8 bytes with the length of the header, the header in JSON, and the data.
fn check_length(bytes: &[u8]) -> Result<(), NetworkError> {
    let Some((length, rest)) = bytes.split_first_chunk() else { return Err(NetworkError::NotSafetensors) };
    let length = u64::from_le_bytes(*length) as usize;
    if length > MOST_HEADER || rest.first().is_some_and(|&first| first != b'{') {
        return Err(NetworkError::NotSafetensors);
    }
    let start = size_of::<u64>() + length;
    let data = match rest.get(..length) {
        Some(header) => data_length(header).ok_or(NetworkError::NotSafetensors)?,
        None => 0,
    };
    let expected = start.saturating_add(data);
    if bytes.len() == expected { Ok(()) } else { Err(NetworkError::Length { found: bytes.len(), expected }) }
}

/// The length of the data by the header.
fn data_length(header: &[u8]) -> Option<usize> {
    #[derive(Deserialize)]
    struct Entry {
        data_offsets: Option<(usize, usize)>,
    }
    let entries: HashMap<String, Entry> = serde_json::from_slice(header).ok()?;
    Some(entries.values().filter_map(|entry| entry.data_offsets).map(|(_, end)| end).max().unwrap_or(0))
}

fn numbers(file: &SafeTensors<'_>, name: &str, expected: &[usize]) -> Result<Vec<f32>, NetworkError> {
    let tensor = file.tensor(name).map_err(|_| NetworkError::Missing(name.to_owned()))?;
    if tensor.shape() != expected {
        return Err(NetworkError::Shape {
            name: name.to_owned(),
            found: tensor.shape().to_vec(),
            expected: expected.to_vec(),
        });
    }
    let data = tensor.data();
    let numbers: Vec<f32> = match tensor.dtype() {
        Dtype::F16 => data.as_chunks().0.iter().map(|&bytes| f16::from_le_bytes(bytes).to_f32()).collect(),
        Dtype::F32 => data.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect(),
        other => return Err(NetworkError::Type { name: name.to_owned(), found: format!("{other:?}") }),
    };
    if numbers.iter().all(|number| number.is_finite()) {
        Ok(numbers)
    } else {
        Err(NetworkError::NotFinite(name.to_owned()))
    }
}
