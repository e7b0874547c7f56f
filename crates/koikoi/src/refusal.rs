use cards::hanafuda::Card;

/// Why an action is not possible now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nothing is possible any more.
    #[error("the match is over")]
    MatchOver,
    /// The match stands still for want of a deck.
    #[error("no deck was given for the next deal")]
    DecksRanOut,
    /// The other seat is in turn.
    #[error("it is not this seat's turn")]
    NotYourTurn,
    /// The card is elsewhere.
    #[error("{0} is not in this hand")]
    NotInHand(Card),
    /// Another card of the hand matches the field, and this one does not.
    #[error("{0} matches nothing on the field, and another card of this hand does")]
    MustCapture(Card),
    /// The card that waits cannot take this one.
    #[error("{card} cannot take {option}")]
    NotAnOption {
        /// The card that waits.
        card: Card,
        /// What was to be taken.
        option: Card,
    },
    /// The turn begins with a card from the hand.
    #[error("a card has to be played first")]
    PlayFirst,
    /// A card waits for a choice.
    #[error("what {0} takes has to be chosen first")]
    ChooseFirst(Card),
    /// Koi-koi or stop.
    #[error("koi-koi or stop has to be decided first")]
    DecideFirst,
}
