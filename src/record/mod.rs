//! Records: SGF in and out, and text diagrams.
