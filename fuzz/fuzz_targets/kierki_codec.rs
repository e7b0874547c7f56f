//! `cargo +nightly fuzz run kierki_codec`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tefuda_fuzz::kierki_codec(data));
