//! `cargo +nightly fuzz run scene_changes`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tefuda_fuzz::house::scene_changes(data));
