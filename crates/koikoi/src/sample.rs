use arrayvec::ArrayVec;
use cards::hanafuda::{Card, Set};
use game::{Deals, Game, Rng, Seat, Seats, Seed, Viewer, below, shuffle};

use crate::event::{Ending, RoundResult};
use crate::lacks::Lacks;
use crate::luck;
use crate::round::{LastEnding, LastRound};
use crate::state::{DRAW_PILE, KoiKoi, SEATS};
use crate::view::{Stage, View};

/// A hidden hand is drawn again while it could not have been dealt and played, but not for ever.
const MOST_TRIES: usize = 100;

/// A world that fits the view: the hidden hands and the draw pile are drawn at random.
///
/// For a player every world is equally likely. For a spectator under forced captures, where both hands are hidden and each may
/// lack other months, some are slightly likelier than others.
pub(crate) fn sample(view: &View, rng: &mut impl Rng) -> KoiKoi {
    let mut state = KoiKoi::before_the_deal(view.rules.clone(), Deals::Seed(Seed::random(rng)));
    restore(view, &mut state);
    let hidden = !(view.hand | state.field | state.piles[0] | state.piles[1]);
    let mut hands = draw_hands(view, hidden, rng);
    for _ in 1..MOST_TRIES {
        if hands.as_ref().is_some_and(|hands| could_be_played(view, hands)) {
            break;
        }
        hands = draw_hands(view, hidden, rng);
    }
    let hands = hands.unwrap_or_else(|| any_hands(view, hidden));
    let held = hands[0] | hands[1];
    for seat in Seat::all(SEATS) {
        state.dealt[seat.index()] = hands[seat.index()] | view.played[seat];
    }
    let mut rest: ArrayVec<Card, { KoiKoi::CARDS }> = (hidden - held).iter().collect();
    shuffle(&mut rest, rng);
    let places = &mut state.draw_pile[DRAW_PILE - usize::from(view.draw_pile)..];
    places.copy_from_slice(&rest);
    state
}

/// Everything that the view says outright.
fn restore(view: &View, state: &mut KoiKoi) {
    let both = |seats: &Seats<Set>| [seats[Seat::FIRST], seats[Seat::FIRST.next(SEATS)]];
    state.field = view.field;
    if let Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card) = view.stage {
        state.field.insert(card);
    }
    state.piles = both(&view.piles);
    state.pile_before = view.piles[view.turn] - view.captured;
    for seat in Seat::all(SEATS) {
        state.scores[seat.index()] = view.scores[seat];
        state.calls[seat.index()] = view.calls[seat];
        state.passed[seat.index()] = Lacks::from_cards(view.passed[seat]);
    }
    state.called_at = view.called_at;
    state.drawn = DRAW_PILE as u8 - view.draw_pile;
    state.round = view.round;
    state.dealer = view.dealer;
    state.turn = view.turn;
    state.stage = view.stage;
    state.last = view.last.as_ref().map(|result| fold(result, &mut state.last_pile));
}

/// The small form of a round's result.
fn fold(result: &RoundResult, last_pile: &mut Set) -> LastRound {
    let [first, second] = [Seat::FIRST, Seat::FIRST.next(SEATS)];
    let ending = match &result.ending {
        Ending::Won { winner, pile, calls, .. } => {
            *last_pile = *pile;
            LastEnding::Won { winner: *winner, calls: [calls[first], calls[second]] }
        }
        Ending::LuckyHands { hands } => LastEnding::LuckyHands([hands[first], hands[second]]),
        Ending::Void { luck } => LastEnding::Void(*luck),
        Ending::RanOut => LastEnding::RanOut,
    };
    LastRound { round: result.round, dealer: result.dealer, ending }
}

/// The viewer's own hand as it is, the others from the hidden cards that they may hold; `None` if these did not suffice.
fn draw_hands(view: &View, hidden: Set, rng: &mut impl Rng) -> Option<[Set; SEATS]> {
    let mut hands = [Set::EMPTY; SEATS];
    let mut left = hidden;
    for seat in Seat::all(SEATS) {
        hands[seat.index()] = if view.viewer == Viewer::Seat(seat) {
            view.hand
        } else {
            draw_from(left - view.lacks[seat], view.hand_sizes[seat].into(), rng)?
        };
        left -= hands[seat.index()];
    }
    Some(hands)
}

fn draw_from(set: Set, count: usize, rng: &mut impl Rng) -> Option<Set> {
    let mut cards: ArrayVec<Card, { KoiKoi::CARDS }> = set.iter().collect();
    if cards.len() < count {
        return None;
    }
    for place in 0..count {
        let other = place + below(rng, (cards.len() - place) as u32) as usize;
        cards.swap(place, other);
    }
    Some(cards[..count].iter().copied().collect())
}

/// Hands of the right size, whatever they lack: for the spectator's case that no try has met.
fn any_hands(view: &View, hidden: Set) -> [Set; SEATS] {
    let mut cards = hidden.iter();
    [Seat::FIRST, Seat::FIRST.next(SEATS)].map(|seat| match view.viewer {
        Viewer::Seat(own) if own == seat => view.hand,
        _ => cards.by_ref().take(view.hand_sizes[seat].into()).collect(),
    })
}

/// Whether no hand, as it was dealt, would have ended the round before its first turn.
fn could_be_played(view: &View, hands: &[Set; SEATS]) -> bool {
    let round_was_played = !matches!(view.stage, Stage::Over | Stage::NoDeck);
    let unlucky = |seat: Seat| luck::of_hand(hands[seat.index()] | view.played[seat], &view.rules).is_none();
    !round_was_played || Seat::all(SEATS).all(unlucky)
}
