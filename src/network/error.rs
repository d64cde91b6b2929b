//! What can be wrong with a network's file.

use super::file::{FEATURES, FORMAT, MOST_BYTES, VERSION};

/// Why there is no network in a file: one line that says what was found and what would be right.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("{0}")]
    Read(#[from] std::io::Error),
    /// The file is larger than any network.
    #[error("the file has more than {} MiB, and a network has no more", MOST_BYTES >> 20)]
    TooLarge,
    /// The file is in another format.
    #[error("the file is no network: it is not in the safetensors format")]
    NotSafetensors,
    /// The file ends too early, or too late.
    #[error("the file is not whole: it has {found} bytes, and its header speaks of {expected}")]
    Length {
        /// The bytes that are there.
        found: usize,
        /// The bytes that its header speaks of.
        expected: usize,
    },
    /// A file in the right format that holds something else.
    #[error("the file is no network of onepure: its metadata has no `format` of `{FORMAT}`")]
    NotOurs,
    /// A network of another version.
    #[error("the network's file is of version {0}, and this program reads version {VERSION}")]
    Version(String),
    /// A network with other inputs.
    #[error("the network was trained with features of version {0}, and this program has version {FEATURES}")]
    Features(String),
    /// A shape that cannot be.
    #[error("the network's `architecture` is wrong: {0}")]
    Architecture(String),
    /// A tensor that the architecture asks for is missing.
    #[error("the network has no tensor `{0}`")]
    Missing(String),
    /// A tensor that the architecture does not know.
    #[error("the network has a tensor `{0}`, which its architecture does not know")]
    Unknown(String),
    /// A tensor of the wrong shape.
    #[error("the tensor `{name}` has the shape {found:?}, and must have {expected:?}")]
    Shape {
        /// The tensor.
        name: String,
        /// Its shape.
        found: Vec<usize>,
        /// The shape that the architecture asks for.
        expected: Vec<usize>,
    },
    /// A tensor of numbers of another type.
    #[error("the numbers of the tensor `{name}` are {found}, and must be F16 or F32")]
    Type {
        /// The tensor.
        name: String,
        /// What it holds.
        found: String,
    },
    /// A weight that is infinite or not a number.
    #[error("the tensor `{0}` holds a number that is not finite")]
    NotFinite(String),
    /// A range of activations that is not above 0.
    #[error("the tensor `activations` holds a number that is not above 0")]
    Activations,
}
