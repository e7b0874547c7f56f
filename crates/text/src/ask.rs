use std::fmt;

use bots::{Level, Unit};
use client::{NewTable, Pass, TableCard, Wish};
use game::Seat;
use serde_json::Value;
use wire::house::{Followed, Hinted};
use wire::review::MatchReview;
use wire::{Code, MatchId};

/// What a session wants of the house. It hears of each what came of it before it asks for the next.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Come in as somebody new.
    Enter {
        /// By this name; without one the house finds a friendly one.
        name: Option<String>,
    },
    /// Come in as somebody who was here before, or is elsewhere.
    Resume(Resume),
    /// Be called otherwise.
    Rename {
        /// The name.
        name: String,
    },
    /// Get a recovery phrase.
    Phrase,
    /// Get a code to go on elsewhere with.
    Pass,
    /// See the public tables.
    Tables,
    /// Open a table and sit down there.
    Open(Box<NewTable>),
    /// Sit down at a table.
    Sit(Code),
    /// Look on at a table.
    Watch(Code),
    /// Play with the next who wants the same.
    Wait(Wish),
    /// Wait no more.
    WaitNoMore,
    /// Play.
    Act {
        /// Where.
        table: Code,
        /// The action's code.
        action: String,
    },
    /// Say something.
    Say {
        /// Where.
        table: Code,
        /// What.
        text: String,
    },
    /// Let a bot take an open seat.
    SeatBot {
        /// Where.
        table: Code,
        /// How well it plays.
        level: Level,
    },
    /// Want another match.
    Rematch(Code),
    /// Be told what bots would do.
    Hint(Code),
    /// Be told what bots think of how a seat has played.
    Review {
        /// In which match.
        id: MatchId,
        /// Whose play.
        seat: Seat,
    },
    /// Leave a table.
    Leave(Code),
}

/// By what somebody shows who it is.
#[derive(Clone, PartialEq, Eq)]
pub enum Resume {
    /// A recovery phrase of the house.
    Phrase(String),
    /// A code that is good once.
    Pass(Pass),
}

/// It is a secret.
impl fmt::Debug for Resume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Resume(hidden)")
    }
}

/// What a session hears of the house.
#[derive(Debug)]
pub enum News<'a> {
    /// The visitor is known by this name.
    Entered(String),
    /// What was asked for is not possible, for this reason.
    Refused(String),
    /// What was asked for is done, and shows by itself.
    Done,
    /// The phrase that was asked for.
    Phrase(String),
    /// The code that was asked for.
    Pass(Pass),
    /// The public tables.
    Tables(Vec<TableCard>),
    /// Those where somebody sits who came back.
    OwnTables(Vec<TableCard>),
    /// A table was opened.
    Opened(Box<TableCard>),
    /// The visitor waits for a match.
    Waiting,
    /// A match was found.
    Matched(Code),
    /// A table is not as it was.
    Table {
        /// What is known of it.
        known: &'a Followed,
        /// What has happened there.
        events: &'a [Value],
    },
    /// What bots would do at a table.
    Hint {
        /// Where.
        table: Code,
        /// At which version of the table.
        version: u64,
        /// What their values count.
        unit: Unit,
        /// What may be done, the best first.
        ranked: Vec<Hinted>,
    },
    /// What bots think of how a match was played, and its replay; or why they do not.
    Reviewed(Result<(Box<MatchReview>, String), String>),
    /// The visitor is at this table no more, for this reason.
    Gone(Code, String),
    /// The house does not answer for the moment.
    Lost,
    /// It does again.
    Back,
    /// The house closes soon.
    Closing,
    /// The session is over, for this reason.
    Ended(String),
}
