//! `cargo +nightly fuzz run bot_question`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tefuda_fuzz::bot_question(data));
