//! The names of tables, matches and players outside of the house, in Crockford's base 32: easy to read aloud, and safe in
//! languages whose numbers have 53 bits.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::PlayerId;

const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LETTERS: usize = 8;
const PLAYER_LETTERS: usize = 13;
const RUN_LETTERS: usize = 13;

/// The name of a table: whoever knows it finds the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u64);

/// A match of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId {
    /// The table.
    pub table: Code,
    /// Which match of the table, from 1.
    pub number: u32,
}

/// A player, by its public name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerCode(pub PlayerId);

/// A player's try to win a match before its countdown ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub u64);

/// A text that names nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadId {
    /// Not a table.
    #[error("a table has a code of {CODE_LETTERS} letters and digits")]
    Code,
    /// Not a match.
    #[error("a match is named by its table's code, `-` and a number from 1")]
    Match,
    /// Not a player.
    #[error("a player has an id of {PLAYER_LETTERS} letters and digits")]
    Player,
    /// Not a run.
    #[error("a run has an id of {RUN_LETTERS} letters and digits")]
    Run,
}

impl Code {
    /// The code with this number, of which 40 bits count.
    pub const fn new(number: u64) -> Code {
        Code(number & ((1 << 40) - 1))
    }

    /// Its number.
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::<CODE_LETTERS>(self.0, f)
    }
}

impl FromStr for Code {
    type Err = BadId;

    /// Small letters will do, and what looks alike is meant alike.
    fn from_str(text: &str) -> Result<Code, BadId> {
        read(text, CODE_LETTERS).map(Code).ok_or(BadId::Code)
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.table, self.number)
    }
}

impl FromStr for MatchId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<MatchId, BadId> {
        let (table, digits) = text.split_once('-').ok_or(BadId::Match)?;
        let number =
            digits.parse().ok().filter(|number| *number > 0 && digits.bytes().all(|b| b.is_ascii_digit()));
        Ok(MatchId { table: table.parse().map_err(|_| BadId::Match)?, number: number.ok_or(BadId::Match)? })
    }
}

impl fmt::Display for PlayerCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::<PLAYER_LETTERS>(self.0.0, f)
    }
}

impl FromStr for PlayerCode {
    type Err = BadId;

    fn from_str(text: &str) -> Result<PlayerCode, BadId> {
        read(text, PLAYER_LETTERS).map(|number| PlayerCode(PlayerId(number))).ok_or(BadId::Player)
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::<RUN_LETTERS>(self.0, f)
    }
}

impl FromStr for RunId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<RunId, BadId> {
        read(text, RUN_LETTERS).map(RunId).ok_or(BadId::Run)
    }
}

/// The letters of a number.
fn letters<const N: usize>(number: u64) -> [u8; N] {
    std::array::from_fn(|place| {
        let shift = 5 * (N - 1 - place);
        LETTERS[(number >> shift) as usize & 31]
    })
}

fn write<const N: usize>(number: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.pad(text(&letters::<N>(number)))
}

fn text(letters: &[u8]) -> &str {
    std::str::from_utf8(letters).expect("the letters are ASCII")
}

fn read(text: &str, letters: usize) -> Option<u64> {
    if text.len() != letters {
        return None;
    }
    text.bytes().try_fold(0_u64, |number, letter| {
        let letter = match letter.to_ascii_uppercase() {
            b'O' => b'0',
            b'I' | b'L' => b'1',
            letter => letter,
        };
        let value = LETTERS.iter().position(|known| *known == letter)? as u64;
        // 13 letters have one bit more than a number.
        number.checked_mul(32)?.checked_add(value)
    })
}

/// It is written in every message, so it takes no detour.
impl Serialize for Code {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(text(&letters::<CODE_LETTERS>(self.0)))
    }
}

macro_rules! written_as_text {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }
    )*};
}

written_as_text!(MatchId, PlayerCode, RunId);

macro_rules! read_as_text {
    ($($name:ty),*) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

read_as_text!(Code, MatchId, PlayerCode, RunId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_is_written() {
        for number in [0, 1, 31, 32, 0xab_cdef_0123, (1 << 40) - 1] {
            let code = Code::new(number);
            assert_eq!(code.to_string().len(), CODE_LETTERS);
            assert_eq!(code.to_string().parse(), Ok(code));
            assert_eq!(code.to_string().to_lowercase().parse(), Ok(code));
        }
        assert_eq!("ol1i0000".parse::<Code>().map(|code| code.to_string()), Ok("01110000".to_owned()));
        for bad in ["", "1234567", "123456789", "K7F3Q9MU", "K7F3 9MX", "ééééé"] {
            assert_eq!(bad.parse::<Code>(), Err(BadId::Code), "{bad}");
        }
    }

    #[test]
    fn a_match_and_a_player_are_read_as_they_are_written() {
        let id = MatchId { table: Code::new(77), number: 12 };
        assert_eq!(id.to_string(), "0000002D-12");
        assert_eq!(id.to_string().parse(), Ok(id));
        for bad in
            ["", "0000002D", "0000002D-0", "0000002D-+1", "0000002D-4294967296", "2D-1", "0000002D-1-1"]
        {
            assert_eq!(bad.parse::<MatchId>(), Err(BadId::Match), "{bad}");
        }
        for number in [0, 5, u64::MAX] {
            let player = PlayerCode(PlayerId(number));
            assert_eq!(player.to_string().parse(), Ok(player));
            assert_eq!(RunId(number).to_string().parse(), Ok(RunId(number)));
        }
        assert_eq!("ZZZZZZZZZZZZZ".parse::<PlayerCode>(), Err(BadId::Player), "65 bits");
    }
}
