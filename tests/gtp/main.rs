//! GTP: sessions, the habits of controllers, and any other input.

mod analysis;
#[path = "../common/controller.rs"]
mod controller;
mod controllers;
#[path = "../common/corpus.rs"]
mod corpus;
#[path = "../common/dialogue.rs"]
mod dialogue;
mod fuzz;
mod gnugo;
mod gogui;
#[path = "../common/fuzzing/gtp_line.rs"]
mod gtp_line;
mod info;
mod input;
mod scripts;
mod servers;
mod session;
mod settings;
mod sliced;
