//! GTP: sessions, the habits of controllers, and any other input.

mod analysis;
mod controllers;
mod fuzz;
mod gnugo;
mod gogui;
mod info;
mod input;
mod scripts;
mod servers;
mod session;
mod settings;
mod sliced;
