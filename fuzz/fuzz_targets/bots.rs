//! `cargo +nightly fuzz run bots`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tefuda_fuzz::bots(data));
