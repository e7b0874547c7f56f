//! Bytes as hexadecimal digits.

pub(crate) fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// `N` bytes of exactly `2 * N` digits in either case.
pub(crate) fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    decode_all(text)?.try_into().ok()
}

/// All bytes of twice as many digits in either case.
pub(crate) fn decode_all(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}
