//! How tables, players and matches are called outside: texts that people can read aloud and type, and that no program rounds.

use std::fmt;
use std::str::FromStr;

use table::PlayerId;

/// Crockford's base 32: no I, L, O and U, which look like others or spell what nobody wants to read.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The code of a table, like `K7F3Q9MX`: what friends type to join, and the name of the table in every message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u64);

impl Code {
    const LETTERS: usize = 8;

    /// The code of the lowest 40 of these bits.
    pub const fn new(bits: u64) -> Code {
        Code(bits & ((1 << (5 * Code::LETTERS)) - 1))
    }

    /// Its number, which is the table's in the store.
    pub const fn number(self) -> u64 {
        self.0
    }
}

/// A player's number as text, like `02S4H8K6QX1ZD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerText(pub PlayerId);

impl PlayerText {
    const LETTERS: usize = 13;
}

/// A match: which one of which table, like `K7F3Q9MX-1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId {
    /// The table.
    pub table: Code,
    /// Which of its matches, from 1.
    pub number: u32,
}

/// A text that names nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadId {
    /// No code of a table.
    #[error("a table's code is 8 letters and digits, like K7F3Q9MX")]
    Code,
    /// No player's.
    #[error("a player's id is 13 letters and digits, like 02S4H8K6QX1ZD")]
    Player,
    /// No match.
    #[error("a match is a table's code and a number, like K7F3Q9MX-1")]
    Match,
}

fn write(f: &mut fmt::Formatter<'_>, bits: u64, letters: usize) -> fmt::Result {
    (0..letters).rev().try_for_each(|place| {
        let letter = LETTERS[(bits >> (5 * place) & 31) as usize];
        fmt::Write::write_char(f, letter.into())
    })
}

/// The number that the letters spell, in either case, and with the letters taken for digits that look like them.
fn read(text: &str, letters: usize) -> Option<u64> {
    if text.len() != letters {
        return None;
    }
    text.bytes().try_fold(0_u64, |bits, byte| {
        let letter = match byte.to_ascii_uppercase() {
            b'O' => b'0',
            b'I' | b'L' => b'1',
            letter => letter,
        };
        let value = LETTERS.iter().position(|known| *known == letter)?;
        Some(bits.checked_mul(32)? | value as u64)
    })
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.0, Code::LETTERS)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for PlayerText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self.0.0, PlayerText::LETTERS)
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.table, self.number)
    }
}

impl FromStr for Code {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Code, BadId> {
        read(text, Code::LETTERS).map(Code).ok_or(BadId::Code)
    }
}

impl FromStr for PlayerText {
    type Err = BadId;

    fn from_str(text: &str) -> Result<PlayerText, BadId> {
        let bits = read(text, PlayerText::LETTERS).ok_or(BadId::Player)?;
        Ok(PlayerText(PlayerId(bits)))
    }
}

impl FromStr for MatchId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<MatchId, BadId> {
        let (table, number) = text.split_once('-').ok_or(BadId::Match)?;
        let digits = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        match (table.parse(), number.parse()) {
            (Ok(table), Ok(number)) if digits => Ok(MatchId { table, number }),
            _ => Err(BadId::Match),
        }
    }
}

cards::serde_as_text!(Code, PlayerText, MatchId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_come_back_as_they_were() {
        for bits in [0, 1, 31, 32, (1 << 40) - 1, 0x0123_4567_89AB_CDEF, u64::MAX] {
            let player = PlayerText(PlayerId(bits));
            assert_eq!(player.to_string().len(), 13);
            assert_eq!(player.to_string().parse(), Ok(player));
            let code = Code::new(bits);
            assert_eq!(code.to_string().parse(), Ok(code));
        }
        assert_eq!(Code::new(1).to_string(), "00000001");
        assert_eq!(PlayerText(PlayerId(u64::MAX)).to_string(), "FZZZZZZZZZZZZ");
    }

    #[test]
    fn what_people_type_is_understood() {
        assert_eq!("k7f3q9mx".parse(), "K7F3Q9MX".parse::<Code>());
        assert_eq!("OIL00000".parse(), "01100000".parse::<Code>());
        for text in ["", "K7F3Q9M", "K7F3Q9MXX", "K7F3Q9MU", "K7F3 9MX", "K7F3Q9手"] {
            assert_eq!(text.parse::<Code>(), Err(BadId::Code), "{text:?}");
        }
        assert_eq!("G000000000000".parse::<PlayerText>(), Err(BadId::Player), "65 bits");
    }

    #[test]
    fn matches_have_a_table_and_a_number() {
        let table = Code::new(7);
        assert_eq!("00000007-12".parse(), Ok(MatchId { table, number: 12 }));
        for text in
            ["00000007", "00000007-", "00000007-0", "00000007-+1", "00000007-01", "0-1", "00000007-1-1"]
        {
            assert_eq!(text.parse::<MatchId>(), Err(BadId::Match), "{text:?}");
        }
    }
}
