use bots::{Decision, Level};
use game::{Game, Seat, Seed, Viewer};

use crate::fact::Entry;
use crate::message::Message;
use crate::settings::Millis;

/// What is to be done after a command: first the entries are made durable, then the messages sent and the bots asked.
pub struct Outbox<G: Game> {
    /// For the log, in order.
    pub entries: Vec<Entry<G>>,
    /// For observers, in order.
    pub messages: Vec<(To, Message<G>)>,
    /// For bots.
    pub asks: Vec<Ask<G>>,
}

impl<G: Game> Default for Outbox<G> {
    fn default() -> Self {
        Outbox { entries: Vec::new(), messages: Vec::new(), asks: Vec::new() }
    }
}

/// Who gets a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// Whoever sent the command.
    Caller,
    /// Everyone who looks as this viewer.
    Viewer(Viewer),
}

/// A question to a bot, to be answered by [`Table::decided`](crate::Table::decided).
pub struct Ask<G: Game> {
    /// What the answer is for.
    pub question: Question,
    /// The bot's level.
    pub level: Level,
    /// The bot's seed.
    pub seed: Seed,
    /// What it sees.
    pub view: G::View,
    /// What it may do.
    pub legal: Vec<G::Action>,
    /// Whether it must.
    pub must: bool,
    /// When its time is up.
    pub until: Option<Millis>,
}

/// What a bot's answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The seat.
    pub seat: Seat,
    /// The moment of the match at which it was asked.
    pub moment: u64,
}

/// A bot's answer.
pub type Answer<A> = Option<Decision<A>>;
