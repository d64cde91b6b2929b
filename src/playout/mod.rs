//! Playouts: one fast run to the end under the exact rules.
