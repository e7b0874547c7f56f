//! What the program is built from may be given away with it: by the licences that the crates state.
#![allow(clippy::unwrap_used)]

use std::process::Command;

use serde_json::Value;

/// Licences that ask for no more than a notice, which `deploy/notices.mjs` gives.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Whether an expression can be met by what is allowed: all of what is joined by `AND`, one of what is joined by `OR`.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.trim();
    let any = split(expression, &[" OR ", "/"]);
    if any.len() > 1 {
        return any.into_iter().any(is_allowed);
    }
    let all = split(expression, &[" AND "]);
    if all.len() > 1 {
        return all.into_iter().all(is_allowed);
    }
    match expression.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => is_allowed(inner),
        None => ALLOWED.contains(&expression),
    }
}

/// The parts between these words, where they are in no parentheses.
fn split<'a>(text: &'a str, words: &[&str]) -> Vec<&'a str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if let Some(word) =
            words.iter().find(|word| depth == 0 && at >= start && text[at..].starts_with(**word))
        {
            parts.push(&text[start..at]);
            start = at + word.len();
        }
    }
    parts.push(&text[start..]);
    parts
}

#[test]
fn everything_may_be_given_away() {
    // What other systems would need was never fetched here.
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let about = String::from_utf8(rustc.stdout).unwrap();
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100, "so few cannot be all");
    let bad: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(is_allowed))
        .map(|package| format!("{} {}: {}", package["name"], package["version"], package["license"]))
        .collect();
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn expressions_are_read() {
    assert!(is_allowed("MIT OR Apache-2.0") && is_allowed("GPL-3.0 OR MIT") && is_allowed("MIT/Apache-2.0"));
    assert!(
        is_allowed("(MIT OR GPL-2.0) AND Unicode-3.0")
            && is_allowed("Apache-2.0 WITH LLVM-exception OR GPL-2.0")
    );
    assert!(
        !is_allowed("GPL-3.0") && !is_allowed("MIT AND GPL-3.0") && !is_allowed("(MIT OR ISC) AND AGPL-3.0")
    );
}
