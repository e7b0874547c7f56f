//! Every byte format of the house. Only this crate knows how things are written down.

pub mod kierki;
