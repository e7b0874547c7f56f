//! How things look: the colours and signs of the house, and what stands for them where a terminal has fewer.

use ratatui::style::{Color, Modifier, Style};

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its colours.
    pub colours: Colours,
    /// Only the letters of ASCII.
    pub ascii: bool,
}

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// All.
    Full,
    /// The usual 256.
    Indexed,
    /// The first sixteen.
    Sixteen,
    /// None: weight and signs alone.
    None,
}

/// What is painted. Nothing is told by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Around tables.
    Room,
    /// Quiet words there.
    Quiet,
    /// Headings, and what counts.
    Gold,
    /// Something is wrong, or at risk.
    Alarm,
    /// Something is good.
    Good,
    /// The table's cloth.
    Felt,
    /// Quiet words on it.
    FeltQuiet,
    /// Whose turn it is, on cloth.
    FeltGold,
    /// The face of a card.
    Card,
    /// One with a red sign.
    CardRed,
    /// One with a blue sign.
    CardBlue,
    /// One of the lights.
    Light,
    /// A card that cannot be chosen now.
    Dim,
    /// The back of a card.
    Back,
    /// What is under the cursor.
    Chosen,
    /// A key that does something.
    Key,
}

type Rgb = u32;

const PAPER: Rgb = 0xF8F1E0;
const INK: Rgb = 0x241B22;
const SHADE: Rgb = 0xD9CDB4;
const RED: Rgb = 0xB3261E;
const GOLD: Rgb = 0xEDB63C;
const NAVY: Rgb = 0x22408F;
const WINE: Rgb = 0x9E1F2E;
const ROOM: Rgb = 0x17110F;
const FELT: Rgb = 0x123A30;

impl Look {
    /// What the environment says: `NO_COLOR`, `COLORTERM`, `TERM`, and whether the locale has UTF-8.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Look {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        let full = set("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
        let colours = match () {
            () if set("NO_COLOR").is_some() || term == "dumb" => Colours::None,
            () if full => Colours::Full,
            () if term.contains("256color") => Colours::Indexed,
            () => Colours::Sixteen,
        };
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")).unwrap_or_default();
        let locale = locale.to_ascii_lowercase();
        Look { colours, ascii: !(locale.contains("utf-8") || locale.contains("utf8")) }
    }

    pub(crate) fn style(self, paint: Paint) -> Style {
        use Color::{Black, Blue, Cyan, DarkGray, Gray, Green, LightRed, LightYellow, Red, White, Yellow};
        let (fore, back, sixteen, modifier) = match paint {
            Paint::Room => (0xF6EDDB, ROOM, (White, Black), Modifier::empty()),
            Paint::Quiet => (0xB5A797, ROOM, (Gray, Black), Modifier::empty()),
            Paint::Gold => (0xF0C263, ROOM, (LightYellow, Black), Modifier::BOLD),
            Paint::Alarm => (0xF0796C, ROOM, (LightRed, Black), Modifier::BOLD),
            Paint::Good => (0x86C9A4, ROOM, (Cyan, Black), Modifier::empty()),
            Paint::Felt => (0xFBF5E7, FELT, (White, Green), Modifier::empty()),
            Paint::FeltQuiet => (0xC5CFBE, FELT, (Black, Green), Modifier::empty()),
            Paint::FeltGold => (0xFFE0A0, FELT, (LightYellow, Green), Modifier::BOLD),
            Paint::Card => (INK, PAPER, (Black, White), Modifier::empty()),
            Paint::CardRed => (RED, PAPER, (Red, White), Modifier::empty()),
            Paint::CardBlue => (NAVY, PAPER, (Blue, White), Modifier::empty()),
            Paint::Light => (INK, GOLD, (Black, Yellow), Modifier::BOLD),
            Paint::Dim => (0x6D6056, SHADE, (DarkGray, Gray), Modifier::DIM),
            Paint::Back => (0xF6A9B8, WINE, (White, Red), Modifier::empty()),
            Paint::Chosen => (INK, 0xFFE0A0, (Black, LightYellow), Modifier::BOLD),
            Paint::Key => (0xF0C263, 0x322A2D, (LightYellow, DarkGray), Modifier::BOLD),
        };
        match self.colours {
            Colours::Full => Style::new().fg(full(fore)).bg(full(back)).add_modifier(modifier),
            Colours::Indexed => Style::new().fg(indexed(fore)).bg(indexed(back)).add_modifier(modifier),
            Colours::Sixteen => Style::new().fg(sixteen.0).bg(sixteen.1).add_modifier(modifier),
            Colours::None => Style::new().add_modifier(plain(paint)),
        }
    }

    /// A sign, or what stands for it.
    pub(crate) fn sign<'a>(self, sign: &'a str, ascii: &'a str) -> &'a str {
        if self.ascii { ascii } else { sign }
    }

    /// A colour of a picture, where there are colours enough for one.
    pub(crate) fn pixel(self, [red, green, blue]: [u8; 3]) -> Option<Color> {
        let colour = u32::from_be_bytes([0, red, green, blue]);
        match self.colours {
            Colours::Full => Some(full(colour)),
            Colours::Indexed => Some(indexed(colour)),
            Colours::Sixteen | Colours::None => None,
        }
    }
}

/// Without colours, what is under the cursor is reversed, and what counts is bold.
fn plain(paint: Paint) -> Modifier {
    match paint {
        Paint::Chosen => Modifier::REVERSED,
        Paint::Gold | Paint::FeltGold | Paint::Light | Paint::Alarm | Paint::Key => Modifier::BOLD,
        Paint::Dim => Modifier::DIM,
        _ => Modifier::empty(),
    }
}

fn full(colour: Rgb) -> Color {
    let [_, red, green, blue] = colour.to_be_bytes();
    Color::Rgb(red, green, blue)
}

/// The nearest colour of the cube of 6 x 6 x 6.
fn indexed(colour: Rgb) -> Color {
    const STEPS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let nearest =
        |part: u8| (0..6).min_by_key(|step| (STEPS[*step] - i32::from(part)).abs()).unwrap_or(0) as u8;
    let [_, red, green, blue] = colour.to_be_bytes();
    Color::Indexed(16 + 36 * nearest(red) + 6 * nearest(green) + nearest(blue))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(variables: &[(&str, &str)]) -> Look {
        Look::of_environment(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_decides() {
        let utf8 = ("LANG", "de_DE.UTF-8");
        assert_eq!(look(&[utf8, ("COLORTERM", "truecolor")]), Look { colours: Colours::Full, ascii: false });
        assert_eq!(look(&[utf8, ("TERM", "xterm-256color")]).colours, Colours::Indexed);
        assert_eq!(look(&[utf8, ("TERM", "linux")]).colours, Colours::Sixteen);
        assert_eq!(look(&[utf8, ("NO_COLOR", "1"), ("COLORTERM", "24bit")]).colours, Colours::None);
        assert_eq!(look(&[utf8, ("NO_COLOR", ""), ("COLORTERM", "24bit")]).colours, Colours::Full);
        assert!(look(&[("LANG", "C")]).ascii && look(&[]).ascii);
        assert!(look(&[utf8, ("LC_ALL", "POSIX")]).ascii, "LC_ALL comes first");
    }

    #[test]
    fn the_cube_has_the_nearest_colour() {
        assert_eq!(indexed(0xFFFFFF), Color::Indexed(231));
        assert_eq!(indexed(0x000000), Color::Indexed(16));
        assert_eq!(indexed(0x5F8700), Color::Indexed(64));
    }
}
