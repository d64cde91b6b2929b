//! The documents are correct: the README, the pages, the pictures, and the structure of the code.

mod circles;
#[cfg(unix)]
mod commits;
mod documents;
mod gallery;
mod gtp_reference;
mod guides;
mod imports;
mod install;
mod lab;
mod layering;
mod packages;
mod readme;
mod site;
mod words;
