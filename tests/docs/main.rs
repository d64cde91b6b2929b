//! What is written about the program is true: the README, the documents, the pictures, and the layers of the source.

mod circles;
#[cfg(unix)]
mod commits;
mod documents;
mod gallery;
mod gtp_reference;
mod guides;
mod imports;
mod lab;
mod layering;
mod packages;
mod readme;
mod site;
mod words;
