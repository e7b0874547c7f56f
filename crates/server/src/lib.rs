//! Sockets and the tables behind them.
//!
//! So far: [`kierki`], the front end for the public Kierki protocol, both sides of it.

pub mod kierki;
