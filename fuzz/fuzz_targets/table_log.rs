//! `cargo +nightly fuzz run table_log`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tefuda_fuzz::house::table_log(data));
