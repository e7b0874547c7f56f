//! The table of docs/hosting.md is made from the settings. `UPDATE=1` writes it anew.
#![allow(clippy::unwrap_used)]

use server::config::settings_as_markdown;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting.md");
const BEGIN: &str = "<!-- settings -->\n";
const END: &str = "<!-- end of settings -->";

#[test]
fn the_table_names_every_setting() {
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let (before, rest) = document.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let written = format!("{before}{BEGIN}{}{END}{after}", settings_as_markdown());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(DOCUMENT, written).unwrap();
    } else {
        assert!(document == written, "docs/hosting.md is out of date: run the test with UPDATE=1");
    }
}
