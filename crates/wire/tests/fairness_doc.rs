//! The examples of docs/fairness.md are what the code makes. `UPDATE=1` writes them anew.
#![allow(clippy::unwrap_used)]

use std::io::Write as _;
use std::process::{Command, Stdio};

use game::{Entropy, FairDeal, Rng as _, Seats, Seed};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use wire::verify::{Check, Finding, Findings, Verdict};

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fairness.md");

/// The second match of a table for three.
fn example() -> FairDeal {
    let secret = Seed::new(std::array::from_fn(|place| 0x20 + place as u8));
    let given = |text: &str| text.parse::<Entropy>().ok();
    FairDeal { number: 2, secret, entropy: [given("9f2c41d0a6"), None, given("00")].into() }
}

fn written(deal: &FairDeal) -> Value {
    json!({
        "number": deal.number, "commitment": deal.commitment(), "secret": deal.secret.to_hex(),
        "entropy": deal.entropy, "seed": deal.seed().to_hex(),
    })
}

/// Bytes as the document shows them: what is written as text, and the rest as digits, a line for each part.
fn hashed(prefix: &str, parts: &[&str]) -> (String, String) {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let lines: Vec<String> =
        std::iter::once(hex(prefix.as_bytes())).chain(parts.iter().map(|part| part.to_string())).collect();
    let all = lines.concat();
    let bytes: Vec<u8> =
        (0..all.len() / 2).map(|at| u8::from_str_radix(&all[2 * at..2 * at + 2], 16).unwrap()).collect();
    (lines.join("\n") + "\n", hex(&Sha256::digest(bytes)))
}

fn findings(commitment: &str) -> String {
    let finding =
        |check, message: &str| Finding { check, result: Verdict::Holds, message: message.to_owned() };
    let findings = Findings {
        holds: true,
        checks: vec![
            finding(Check::Commitment, &format!("{}… is the commitment to the secret", &commitment[..8])),
            finding(Check::Seed, "the seed follows from the secret and the entropy of the seats 0, 2"),
            finding(Check::Decks, "the seed deals the decks, 6 of them"),
            finding(Check::Actions, "all 97 actions are legal, and then the match is over"),
            finding(Check::Scores, "they lead to the scores [41, 19]"),
            finding(Check::Hash, "they lead to the state 77a04c15…"),
        ],
    };
    serde_json::to_string(&findings)
        .unwrap()
        .replace(",{\"check\"", ",\n  {\"check\"")
        .replace("[{\"check\"", "[\n  {\"check\"")
        + "\n"
}

#[test]
fn the_examples_are_what_the_code_makes() {
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let deal = example();
    let secret = deal.secret.to_hex();
    let (commitment_bytes, commitment) = hashed("tefuda commitment 1\n", &["00000002", &secret]);
    let (seed_bytes, seed) =
        hashed("tefuda seed 1\n", &["00000002", &secret, "03", "059f2c41d0a6", "00", "0100"]);
    assert_eq!((commitment, seed), (deal.commitment().to_string(), deal.seed().to_hex()));
    let fields = written(&deal);
    let fields = fields.as_object().unwrap().iter().map(|(key, value)| format!("  \"{key}\": {value}"));
    let example = format!("{{\n{}\n}}\n", fields.collect::<Vec<_>>().join(",\n"));
    let mut anew = String::new();
    let mut found = 0;
    let mut parts = document.split("```");
    anew.push_str(parts.next().unwrap());
    while let (Some(block), Some(text)) = (parts.next(), parts.next()) {
        let (kind, body) = block.split_once('\n').unwrap();
        let body = match kind {
            "json example" => &example,
            "hex commitment" => &commitment_bytes,
            "hex seed" => &seed_bytes,
            "json findings" => &findings(&deal.commitment().to_string()),
            _ => body,
        };
        found += usize::from(kind.contains(' '));
        anew.push_str(&format!("```{kind}\n{body}```{text}"));
    }
    assert_eq!(found, 4);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(DOCUMENT, anew).unwrap();
    } else {
        assert!(document == anew, "docs/fairness.md is out of date: run the test with UPDATE=1");
    }
}

/// The functions in Python compute what ours do.
#[test]
fn the_python_functions_compute_the_same() {
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let (_, rest) = document.split_once("```python\n").unwrap();
    let (functions, _) = rest.split_once("```").unwrap();
    assert!(functions.lines().count() <= 15);
    let check = "import json, sys\nfor line in sys.stdin:\n    deal = json.loads(line)\n    assert commitment(deal['number'], deal['secret']) == deal['commitment']\n    assert seed(deal['number'], deal['secret'], deal['entropy']) == deal['seed']\nprint('done')\n";
    let python = Command::new("python3")
        .args(["-c", &format!("{functions}{check}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut python) = python else {
        println!("there is no python3 here");
        return;
    };
    let mut rng = Seed::from(1).stream(game::Purpose(*b"test"), 0, 0);
    let mut input = python.stdin.take().unwrap();
    writeln!(input, "{}", written(&example())).unwrap();
    for number in 0..100 {
        let entropy = Seats::from_fn(number as usize % 7, |_| {
            let mut bytes = vec![0; rng.next_u32() as usize % 65];
            rng.fill_bytes(&mut bytes);
            Entropy::new(bytes).ok()
        });
        writeln!(input, "{}", written(&FairDeal { number, secret: Seed::random(&mut rng), entropy }))
            .unwrap();
    }
    drop(input);
    let output = python.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "done");
}
