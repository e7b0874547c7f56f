//! Learns the prices of Kierki's cards anew: `cargo run --release -p bots --example kierki_prices -- 1 300000 FILE` made the file that
//! the bots have. The arguments are the seed, the deals for each table, and where to write.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seed, deals, path] = &arguments[..] else { return wrong("SEED DEALS FILE are needed") };
    let (Ok(seed), Ok(deals)) = (seed.parse(), deals.parse()) else {
        return wrong("SEED and DEALS are numbers");
    };
    let told =
        |table, share: f32| eprintln!("table {table}: {share:.3} of a fair share against rules of thumb");
    match std::fs::write(path, bots::kierki::fit::prices(seed, deals, told)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => wrong(&format!("cannot write {path}: {error}")),
    }
}

fn wrong(what: &str) -> ExitCode {
    eprintln!("kierki_prices: {what}");
    ExitCode::FAILURE
}
