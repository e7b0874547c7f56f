//! The types of the page, `web/src/protocol/types.ts`, are made from the Rust types that are written and read, and what is really said fits
//! them. `UPDATE=1` writes the file anew.
#![allow(clippy::unwrap_used)]

mod documents;
mod fits;
mod model;
mod plays;
mod serde_says;
mod source;
mod typescript;

use model::Model;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol/types.ts");

#[test]
fn the_types_of_the_page_are_those_of_the_house() {
    let expected = typescript::file(&Model::of_the_house());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(std::path::Path::new(FILE).parent().unwrap()).unwrap();
        std::fs::write(FILE, expected).unwrap();
    } else {
        let written = std::fs::read_to_string(FILE).unwrap_or_default();
        assert!(written == expected, "web/src/protocol/types.ts is out of date: run the test with UPDATE=1");
    }
}
