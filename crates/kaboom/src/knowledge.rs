use cards::Card as _;
use cards::french::{Card, Set};
use game::{MAX_SEATS, Seat, Viewer};

/// Each seat, and the public.
const OBSERVERS: usize = MAX_SEATS + 1;
const PUBLIC: usize = MAX_SEATS;

/// Who has seen which of the cards that lie face-down or are held, and at which turn last.
///
/// Cards move openly, so whoever has seen one knows where it lies until it is shuffled. Therefore knowledge is kept by card and
/// not by place: a swap moves it without touching it.
#[derive(Clone)]
pub(crate) struct Knowledge {
    seen: [Set; OBSERVERS],
    /// Only of use where `seen` has the card.
    turns: [[u16; Card::COUNT]; OBSERVERS],
    /// The cards whose ability was announced, so that everyone knows one of a few ranks.
    pub(crate) announced: Set,
}

impl Knowledge {
    pub(crate) const NONE: Knowledge = Knowledge {
        seen: [Set::EMPTY; OBSERVERS],
        turns: [[0; Card::COUNT]; OBSERVERS],
        announced: Set::EMPTY,
    };

    /// Nobody has seen anything.
    pub(crate) fn clear(&mut self) {
        self.seen = [Set::EMPTY; OBSERVERS];
        self.announced = Set::EMPTY;
    }

    /// The seat sees the card.
    #[inline]
    pub(crate) fn show(&mut self, seat: Seat, card: Card, turn: u16) {
        self.learn(seat.index(), card, turn);
    }

    /// Everyone sees the card.
    pub(crate) fn show_all(&mut self, card: Card, turn: u16) {
        (0..OBSERVERS).for_each(|row| self.learn(row, card, turn));
    }

    /// The public has seen it. Seats have their own memory of it, which may be fresher.
    pub(crate) fn show_public(&mut self, card: Card, turn: u16) {
        self.learn(PUBLIC, card, turn);
    }

    fn learn(&mut self, row: usize, card: Card, turn: u16) {
        self.seen[row].insert(card);
        self.turns[row][card.index()] = turn;
    }

    /// The card lies face-up: there is nothing more to remember.
    #[inline]
    pub(crate) fn forget(&mut self, card: Card) {
        self.seen.iter_mut().for_each(|seen| seen.remove(card));
        self.announced.remove(card);
    }

    /// What the viewer has seen of the cards that do not lie face-up.
    pub(crate) fn of(&self, viewer: Viewer) -> Set {
        self.seen[row(viewer)]
    }

    /// The turn at which the viewer last saw the card, if it has.
    pub(crate) fn last_seen(&self, viewer: Viewer, card: Card) -> Option<u16> {
        let row = row(viewer);
        self.seen[row].contains(card).then(|| self.turns[row][card.index()])
    }
}

/// A spectator knows what is public.
fn row(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Spectator => PUBLIC,
    }
}
