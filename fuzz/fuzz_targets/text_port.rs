//! `cargo +nightly fuzz run text_port`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tefuda_fuzz::text_port(data));
