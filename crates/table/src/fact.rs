use std::fmt;
use std::sync::Arc;

use bots::Level;
use game::{Entropy, Game, Seat, Seats, Seed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::countdown::Cut;
use crate::settings::{Millis, Occupant, PlayerId, Settings};
use crate::table::Note;

/// A line of the table's log.
pub struct Entry<G: Game> {
    /// When it happened.
    pub at: Millis,
    /// What.
    pub fact: Fact<G>,
}

/// Something that happened for good.
pub enum Fact<G: Game> {
    /// The table was opened: the first entry of its log, and nowhere else.
    Opened {
        /// Whose table it is.
        owner: PlayerId,
        /// What it plays, and how.
        settings: Settings<G::Rules>,
        /// Who has the seats.
        seats: Seats<Occupant>,
        /// Where the seeds of its matches come from.
        secret: Seed,
    },
    /// Somebody, or a bot, took an open seat.
    Sat {
        /// Which.
        seat: Seat,
        /// Who.
        occupant: Occupant,
    },
    /// A player left. Before a match the seat is open again; in it a bot plays on.
    Left {
        /// Its seat.
        seat: Seat,
    },
    /// A player who had left during the match, or for whom a bot stood in, is back.
    Returned {
        /// Its seat.
        seat: Seat,
    },
    /// The owner has sent away whoever had the seat. A player cannot sit down here again.
    Kicked {
        /// The seat, which is open now.
        seat: Seat,
    },
    /// A bot plays for a player who is gone, until it returns or the match is over.
    StoodIn {
        /// The player's seat.
        seat: Seat,
        /// How well the bot plays.
        level: Level,
    },
    /// A player added to the chance of the coming match; what it gave before counts no more.
    Gave {
        /// Its seat.
        seat: Seat,
        /// What.
        entropy: Entropy,
    },
    /// A match begins.
    Dealt,
    /// An action was played.
    Acted {
        /// For this seat.
        seat: Seat,
        /// The action.
        action: G::Action,
        /// Who decided so.
        by: By,
    },
    /// Play waits.
    Paused(Why),
    /// Play goes on.
    Resumed,
    /// Somebody said something.
    Said {
        /// Who.
        player: PlayerId,
        /// What.
        line: Line,
    },
    /// The player of this seat wants another match.
    Offered {
        /// Its seat.
        seat: Seat,
    },
    /// The match ends before its rules say so, without an outcome.
    BrokenOff {
        /// By the player of this seat.
        seat: Seat,
        /// Why.
        cut: Cut,
    },
    /// The server was away since the entry before: nobody's time ran, but for countdowns.
    Reopened,
    /// Nothing happened: all that follows from the entries before is written down, so that the log can begin here.
    Noted {
        /// Whose table it is.
        owner: PlayerId,
        /// What it plays, and how.
        settings: Settings<G::Rules>,
        /// Where the seeds of its matches come from.
        secret: Seed,
        /// Everything else.
        note: Box<Note<G::Action>>,
    },
}

/// Who decided on an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The player of the seat, with this request.
    Player(ActionId),
    /// Nobody: the time was up.
    Clock,
    /// The bot of the seat, or one that stands in.
    Bot,
}

/// Why play waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The owner wants it so.
    Owner,
    /// A player is gone.
    Absence,
}

/// A client's own name for a request, by which a repeated one is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ActionId(pub Arc<str>);

impl Serialize for ActionId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ActionId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(|id| ActionId(id.into()))
    }
}

/// Something said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// In everybody's own language.
    Phrase(Phrase),
    /// In free words.
    Text(String),
}

/// What can be said in everybody's own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Well played.
    WellPlayed,
    /// Oops.
    Oops,
    /// Thanks.
    Thanks,
    /// One moment, please.
    OneMoment,
    /// Good game.
    GoodGame,
    /// Goodbye.
    Goodbye,
}

impl<G: Game> Clone for Entry<G> {
    fn clone(&self) -> Self {
        Entry { at: self.at, fact: self.fact.clone() }
    }
}

impl<G: Game> Clone for Fact<G> {
    fn clone(&self) -> Self {
        match self {
            Fact::Opened { owner, settings, seats, secret } => Fact::Opened {
                owner: *owner,
                settings: settings.clone(),
                seats: seats.clone(),
                secret: *secret,
            },
            Fact::Sat { seat, occupant } => Fact::Sat { seat: *seat, occupant: *occupant },
            Fact::Left { seat } => Fact::Left { seat: *seat },
            Fact::Returned { seat } => Fact::Returned { seat: *seat },
            Fact::Kicked { seat } => Fact::Kicked { seat: *seat },
            Fact::StoodIn { seat, level } => Fact::StoodIn { seat: *seat, level: *level },
            Fact::Gave { seat, entropy } => Fact::Gave { seat: *seat, entropy: entropy.clone() },
            Fact::Dealt => Fact::Dealt,
            Fact::Acted { seat, action, by } => Fact::Acted { seat: *seat, action: *action, by: by.clone() },
            Fact::Paused(why) => Fact::Paused(*why),
            Fact::Resumed => Fact::Resumed,
            Fact::Said { player, line } => Fact::Said { player: *player, line: line.clone() },
            Fact::Offered { seat } => Fact::Offered { seat: *seat },
            Fact::BrokenOff { seat, cut } => Fact::BrokenOff { seat: *seat, cut: *cut },
            Fact::Reopened => Fact::Reopened,
            Fact::Noted { owner, settings, secret, note } => {
                Fact::Noted { owner: *owner, settings: settings.clone(), secret: *secret, note: note.clone() }
            }
        }
    }
}

/// Without what is said, chosen or secret: logs may show it.
impl<G: Game> fmt::Debug for Entry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.fact {
            Fact::Opened { .. } => "opened",
            Fact::Sat { .. } => "sat",
            Fact::Left { .. } => "left",
            Fact::Returned { .. } => "returned",
            Fact::Kicked { .. } => "kicked",
            Fact::StoodIn { .. } => "stood-in",
            Fact::Gave { .. } => "gave",
            Fact::Dealt => "dealt",
            Fact::Acted { .. } => "acted",
            Fact::Paused(_) => "paused",
            Fact::Resumed => "resumed",
            Fact::Said { .. } => "said",
            Fact::Offered { .. } => "offered",
            Fact::BrokenOff { .. } => "broken-off",
            Fact::Reopened => "reopened",
            Fact::Noted { .. } => "noted",
        };
        write!(f, "{what} at {}", self.at)
    }
}

/// Whether a letter is not seen itself, or changes the direction or the lines of what is around it: nothing for names, or for what people say.
pub fn misleads(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(letter, '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
        || matches!(letter, '\u{e0000}'..='\u{e007f}')
}
