//! The four seats and their letters.

use game::Seat;

/// North, east, south, west.
pub const SEATS: usize = 4;

const LETTERS: [char; SEATS] = ['N', 'E', 'S', 'W'];

/// The seat's letter; `?` for a seat that the table does not have.
pub fn letter(seat: Seat) -> char {
    LETTERS.get(seat.index()).copied().unwrap_or('?')
}

/// The seat with this letter.
pub fn seat(letter: char) -> Option<Seat> {
    LETTERS.iter().position(|own| *own == letter).and_then(Seat::new)
}

/// North to west, clockwise.
pub fn all() -> impl ExactSizeIterator<Item = Seat> + Clone {
    Seat::all(SEATS)
}
