use cards::french::Card;

/// Why an action is not possible now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nothing is possible any more.
    #[error("the match is over")]
    MatchOver,
    /// The match stands still for want of a deck.
    #[error("no deck was given for the next deal")]
    DecksRanOut,
    /// Another seat is in turn.
    #[error("it is not this seat's turn")]
    NotYourTurn,
    /// The card is elsewhere.
    #[error("{0} is not in this hand")]
    NotInHand(Card),
    /// The hand has a card of the suit that was led.
    #[error("{card} does not follow {led}, and another card of this hand does")]
    MustFollow {
        /// The card that was to be played.
        card: Card,
        /// The card that was led.
        led: Card,
    },
    /// Hearts are not led in this deal while another suit is held.
    #[error("{0} cannot be led: this hand has another suit than hearts")]
    NoHeartLead(Card),
}
