//! Names of players.

use unicode_normalization::UnicodeNormalization;

/// The longest name, in letters.
pub const LONGEST_NAME: usize = 24;

const MOODS: [&str; 32] = [
    "Bold", "Brave", "Bright", "Calm", "Cheerful", "Clever", "Curious", "Dreamy", "Early", "Fair", "Gentle",
    "Golden", "Happy", "Honest", "Humble", "Jolly", "Kind", "Lively", "Lucky", "Merry", "Mild", "Noble",
    "Patient", "Polite", "Proud", "Quick", "Quiet", "Silver", "Sunny", "Swift", "Warm", "Wise",
];
/// What is on the hanafuda cards.
const FIGURES: [&str; 32] = [
    "Pine",
    "Crane",
    "Plum",
    "Warbler",
    "Cherry",
    "Curtain",
    "Wisteria",
    "Cuckoo",
    "Iris",
    "Bridge",
    "Peony",
    "Butterfly",
    "Clover",
    "Boar",
    "Pampas",
    "Moon",
    "Goose",
    "Chrysanthemum",
    "Cup",
    "Maple",
    "Deer",
    "Willow",
    "Swallow",
    "Rain",
    "Lightning",
    "Frog",
    "Poet",
    "Umbrella",
    "Paulownia",
    "Phoenix",
    "Ribbon",
    "Lantern",
];

/// A text that is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name has 1 to {LONGEST_NAME} letters, and none that change how others are shown")]
pub struct BadName;

/// The name as it is kept: composed, and with single spaces between its words.
pub(crate) fn tidy(name: &str) -> Result<String, BadName> {
    // Whatever is much too long is not worth composing.
    if name.len() > 32 * LONGEST_NAME {
        return Err(BadName);
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    let name: String = words.join(" ").nfc().collect();
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count());
    if fits && !name.chars().any(table::misleads) { Ok(name) } else { Err(BadName) }
}

/// A friendly name for somebody who gave none, by three random bytes.
pub(crate) fn friendly([first, second, third]: [u8; 3]) -> String {
    let mood = MOODS[usize::from(first) % MOODS.len()];
    let figure = FIGURES[usize::from(second) % FIGURES.len()];
    format!("{mood} {figure} {}", 1 + third % 99)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tidied() {
        for (given, kept) in [
            ("Ann", "Ann"),
            ("  Ann \t B.  ", "Ann B."),
            ("Ann\u{a0}B", "Ann B"),
            ("e\u{301}va", "\u{e9}va"),
            ("手札", "手札"),
            ("👩\u{200d}🎤", "👩\u{200d}🎤"),
        ] {
            assert_eq!(tidy(given).as_deref(), Ok(kept));
        }
        let (long, longest) = ("a".repeat(LONGEST_NAME + 1), "é".repeat(LONGEST_NAME));
        assert_eq!(tidy(&longest).as_deref(), Ok(longest.as_str()));
        for bad in [
            "",
            "  ",
            &long,
            "a\u{7}b",
            "\u{202e}nnA",
            "a\u{200b}b",
            "\u{3164}",
            "a\u{e0041}",
            &" a".repeat(1000),
        ] {
            assert_eq!(tidy(bad), Err(BadName), "{bad:?}");
        }
    }

    #[test]
    fn every_friendly_name_is_one() {
        for number in 0..=255 {
            let name = friendly([number, number, number]);
            assert_eq!(tidy(&name).as_deref(), Ok(name.as_str()));
        }
    }
}
