//! The documents are correct: the README, the pages, the pictures, and the crates.

#[cfg(unix)]
mod commits;
mod crates;
mod documents;
mod files;
mod gallery;
mod gtp_reference;
mod install;
mod lab;
mod packages;
mod readme;
mod site;
