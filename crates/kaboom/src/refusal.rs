use game::Seat;

use crate::action::Spot;

/// Why an action is not possible now. A refused action reveals nothing and costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nothing is possible any more.
    #[error("the match is over")]
    MatchOver,
    /// The match stands still for want of a deck.
    #[error("no deck was given for the next deal or reshuffle")]
    DecksRanOut,
    /// Too late: the action names another discard than the one on top.
    #[error("too late: discard {top} is on top now")]
    PileChanged {
        /// The number of the top discard.
        top: u32,
    },
    /// Too late: another seat was the first to flip onto this rank.
    #[error("too late: seat {0} has flipped already")]
    FlippedByAnother(Seat),
    /// Too late: whoever is in turn flips before its first move or not at all.
    #[error("too late: in one's own turn one can flip only before the first move")]
    PastFirstMove,
    /// The seat flipped wrongly as often as it may.
    #[error("this seat has flipped wrongly already")]
    WrongBefore,
    /// There is no discard to flip onto yet.
    #[error("no discard lies face-up yet")]
    NoDiscard,
    /// Everything waits for a flipper to give a card or not.
    #[error("seat {0} has to give a card or decline first")]
    GiftPending(Seat),
    /// There is nothing to give or to decline for this seat.
    #[error("this seat has nothing to give for")]
    NoGift,
    /// No card lies there.
    #[error("no card lies at {0}")]
    Empty(Spot),
    /// The caller's cards are locked.
    #[error("{0} is locked: its owner has called kaboom")]
    Locked(Spot),
    /// The match has not begun: look and say ready.
    #[error("not everyone is ready yet")]
    BeforeTheFirstTurn,
    /// Looking and getting ready are over.
    #[error("this round has begun already")]
    Begun,
    /// The seat has said so.
    #[error("this seat is ready already")]
    AlreadyReady,
    /// The seat has looked.
    #[error("this seat has looked already")]
    AlreadyLooked,
    /// Another seat is in turn.
    #[error("it is not this seat's turn")]
    NotYourTurn,
    /// The turn begins with draw, take or kaboom.
    #[error("draw, take or kaboom comes first")]
    FirstMoveFirst,
    /// The first move is done.
    #[error("the first move is done: keep or discard the drawn card")]
    FirstMoveDone,
    /// Only one kaboom in a round.
    #[error("seat {0} has called kaboom already")]
    KaboomCalled(Seat),
    /// The drawn card has no ability.
    #[error("the drawn card has no ability")]
    NoAbility,
    /// The ability finds no card.
    #[error("the ability has no card to be used on")]
    NoTarget,
    /// The ability was used or declined.
    #[error("the ability was used or declined already")]
    AbilitySpent,
    /// The ability waits for a card or for `decline`.
    #[error("the ability has to be used or declined first")]
    PickFirst,
    /// No ability waits for this.
    #[error("no ability asks for this")]
    NothingToPick,
    /// The ability is not for this card.
    #[error("the ability cannot be used on {0}")]
    NotATarget(Spot),
}

impl Refusal {
    /// Whether the action came too late: a race lost, not a mistake.
    pub fn is_too_late(self) -> bool {
        matches!(self, Refusal::PileChanged { .. } | Refusal::FlippedByAnother(_) | Refusal::PastFirstMove)
    }
}
