//! Finished matches, and the ratings that follow from them.

/// A finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// What became of it.
    pub result: ResultRow,
    /// The whole match.
    pub replay: String,
}

/// What became of a match. Its table and its number name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// The table.
    pub table: u64,
    /// Which match of the table, from 1.
    pub number: u32,
    /// What was played.
    pub game: String,
    /// By which ruleset, if it has a name.
    pub preset: Option<String>,
    /// Which ratings it counts for, if any.
    pub pool: Option<Pool>,
    /// Whether everybody could find its table.
    pub public: bool,
    /// When it ended.
    pub ended_at: u64,
    /// The seats, in order.
    pub seats: Vec<SeatRow>,
}

/// A seat at the end of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// Who had it, as far as that is known.
    pub who: Option<Who>,
    /// The points.
    pub score: i32,
    /// The place, from 1; who has the same points shares one.
    pub place: u8,
    /// What the match has made of the rating, once it is counted.
    pub change: Option<Change>,
}

/// Somebody who plays, by its number, or a bot, by its level.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Who {
    /// A player.
    Player(u64),
    /// A bot.
    Bot(String),
}

/// Against whom one is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pool {
    /// People alone.
    People,
    /// Bots, and people beside them.
    Bots,
}

impl Pool {
    /// Both.
    pub const ALL: [Pool; 2] = [Pool::People, Pool::Bots];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Pool::People => "people",
            Pool::Bots => "bots",
        }
    }

    /// The pool of this name.
    pub fn named(name: &str) -> Option<Pool> {
        Pool::ALL.into_iter().find(|pool| pool.name() == name)
    }
}

/// What a match has made of a rating, rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Before it.
    pub before: i32,
    /// After it.
    pub after: i32,
}

/// What the house thinks of how a seat has played a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewRow {
    /// The table.
    pub table: u64,
    /// Which match of the table.
    pub number: u32,
    /// Whose play it is about.
    pub seat: u8,
    /// All of it, as text.
    pub body: String,
}

/// A rating by Glicko-2.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// Whose it is.
    pub who: Who,
    /// At which game.
    pub game: String,
    /// Against whom.
    pub pool: Pool,
    /// How strong.
    pub rating: f64,
    /// How unsure that was after the last match.
    pub deviation: f64,
    /// How much it moves.
    pub volatility: f64,
    /// How many matches it follows from.
    pub matches: u32,
    /// When the last of them ended.
    pub rated_at: u64,
    /// Until when it is sure enough for a list, if nothing more is played; 0 if it is not.
    pub settled_until: u64,
}

/// What a match has made of the ratings of those who have played it.
#[derive(Clone, Debug, PartialEq)]
pub struct CountRow {
    /// The table.
    pub table: u64,
    /// Which match of the table.
    pub number: u32,
    /// The ratings as they are now.
    pub ratings: Vec<(Change, RatingRow)>,
}
