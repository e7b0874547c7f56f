//! Learns the prices of Kierki's cards anew. These made the files that the bots have:
//!
//!     cargo run --release -p bots --example kierki_prices -- alike 1 300000 crates/bots/src/kierki/prices.bin
//!     cargo run --release -p bots --example kierki_prices -- rules 1 100000 crates/bots/src/kierki/prices_rules.bin
//!
//! The arguments are the rivals, the seed, the deals for each table, and where to write.

use std::process::ExitCode;

use bots::kierki::fit::{Rivals, prices};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rivals, seed, deals, path] = &arguments[..] else {
        return wrong("RIVALS SEED DEALS FILE are needed");
    };
    let rivals = match rivals.as_str() {
        "alike" => Rivals::Alike,
        "rules" => Rivals::RulesOfThumb,
        _ => return wrong("the rivals are alike or rules"),
    };
    let (Ok(seed), Ok(deals)) = (seed.parse(), deals.parse()) else {
        return wrong("SEED and DEALS are numbers");
    };
    let told =
        |table, share: f32| eprintln!("table {table}: {share:.3} of a fair share against rules of thumb");
    match std::fs::write(path, prices(rivals, seed, deals, told)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => wrong(&format!("cannot write {path}: {error}")),
    }
}

fn wrong(what: &str) -> ExitCode {
    eprintln!("kierki_prices: {what}");
    ExitCode::FAILURE
}
