use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error that counts these things; none where nobody watches.
pub(crate) fn bar(length: u64, things: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    // The bar gets what the words leave of the line.
    let style = ProgressStyle::with_template(&format!(
        "{{wide_bar}} {{pos}}/{{len}} {things}, {{eta}} left  {{msg}}"
    ));
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A sign on standard error that something goes on of which nobody knows how long it takes; none where nobody watches.
pub(crate) fn spinner(what: &'static str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::new_spinner().with_message(what);
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}
