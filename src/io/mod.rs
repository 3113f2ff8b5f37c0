//! Files: arrays read and written.
//!
//! What it owns: [`text`], tables of numbers and words.
//!
//! What it refuses: what arrays print as (`fmt`).

#![deny(unsafe_code)]

pub mod text;
