//! The table of the rulesets in docs/rules/koikoi.md is made from the rules themselves.
#![allow(clippy::unwrap_used)]

use game::rules::presets_as_markdown;
use koikoi::Rules;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules/koikoi.md");
const HEADING: &str = "## The rulesets\n\nEvery line is a knob";

#[test]
fn the_table_of_presets_is_up_to_date() {
    let text = std::fs::read_to_string(PATH).unwrap();
    let at = text.find(HEADING).expect("the page has the heading of the table");
    let before = &text[..at + text[at..].find("\n\n| knob").map_or(text.len() - at, |found| found + 2)];
    let expected = format!("{}\n\n{}", before.trim_end(), presets_as_markdown::<Rules>());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(PATH, &expected).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(PATH).unwrap(),
        expected,
        "run the tests with UPDATE=1 and look at the change"
    );
}
