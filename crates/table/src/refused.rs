/// Why a command changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused<R> {
    /// The seat number is too high.
    #[error("the table has no such seat")]
    NoSuchSeat,
    /// Somebody has the seat, or all of them.
    #[error("the seat is taken")]
    SeatTaken,
    /// The player sits here already.
    #[error("you have a seat at this table")]
    AlreadySeated,
    /// Only who sits here may do that.
    #[error("you have no seat at this table")]
    NotSeated,
    /// The owner has sent the player away.
    #[error("the owner does not want you at this table")]
    Kicked,
    /// Nobody sits there whom the owner could send away.
    #[error("nobody sits there")]
    SeatOpen,
    /// The owner's own seat is given up otherwise.
    #[error("this is your own seat: leave it")]
    OwnSeat,
    /// Only who sits here may look.
    #[error("nobody may watch this table")]
    NoSpectators,
    /// Only the owner may do that.
    #[error("only the owner of the table may do that")]
    NotOwner,
    /// There is no match.
    #[error("no match is being played")]
    NotPlaying,
    /// There is a match.
    #[error("a match is being played")]
    Playing,
    /// Play waits.
    #[error("the table is paused")]
    Paused,
    /// The match counts for ratings.
    #[error("a rated match is not paused, and no bot is let in")]
    Rated,
    /// A table with a countdown does not do that.
    #[error("a table with a countdown plays one match, and never waits")]
    Countdown,
    /// The owner has chosen a table without hints.
    #[error("there are no hints at this table")]
    NoHints,
    /// The table does not wait for the player.
    #[error("it is not your turn")]
    NotYourTurn,
    /// One hint after the other.
    #[error("a hint is on its way, or was just given")]
    TooFast,
    /// The name of the request was used for another action.
    #[error("this id was used for another action")]
    IdReused,
    /// The line is empty or too long.
    #[error("a line has 1 to 200 letters, and none that change how others are shown")]
    BadLine,
    /// Against the rules of the game.
    #[error("{0}")]
    Rules(R),
}

impl<R> Refused<R> {
    /// A short stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Refused::NoSuchSeat => "no-such-seat",
            Refused::SeatTaken => "seat-taken",
            Refused::AlreadySeated => "already-seated",
            Refused::NotSeated => "not-seated",
            Refused::Kicked => "kicked",
            Refused::SeatOpen => "seat-open",
            Refused::OwnSeat => "own-seat",
            Refused::NoSpectators => "no-spectators",
            Refused::NotOwner => "not-owner",
            Refused::NotPlaying => "not-playing",
            Refused::Playing => "playing",
            Refused::Paused => "paused",
            Refused::Rated => "rated",
            Refused::Countdown => "countdown",
            Refused::NoHints => "no-hints",
            Refused::NotYourTurn => "not-your-turn",
            Refused::TooFast => "too-fast",
            Refused::IdReused => "id-reused",
            Refused::BadLine => "bad-line",
            Refused::Rules(_) => "not-legal",
        }
    }
}
