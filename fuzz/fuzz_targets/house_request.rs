//! `cargo +nightly fuzz run house_request`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tefuda_fuzz::house::request(data));
