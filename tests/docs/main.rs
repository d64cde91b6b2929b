//! What is written about the program is true: the README, the documents, the pictures, and the layers of the source.

mod documents;
mod gallery;
mod gtp_reference;
mod layering;
mod readme;
