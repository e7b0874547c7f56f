//! The JSON file of a match, described in docs/replay.md.

use cards::quoted;
use game::{BadDeal, Deals, Decks, Record, Seat, Seats, Seed, StateHash, Text};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Table;

use crate::{Codec, GameKind, plain, rules};

mod decks;
mod fair;

pub use decks::{Deck, Shuffled, dealt_decks};
pub use fair::Fair;

use decks::Codes;
use fair::FairText;

/// The version of the format that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// A match from a file: what was played, and what the file claims about it.
#[derive(Clone)]
pub struct Replay<G: Codec> {
    /// Enough to play it again.
    pub record: Record<G>,
    /// Beside a seed: the decks as they are said to have been dealt, as codes.
    pub decks: Option<Vec<Deck>>,
    /// How the seed came about, if given.
    pub fair: Option<Fair>,
    /// How long after the first deal each action was played, in milliseconds, if given.
    pub times: Vec<Option<u64>>,
    /// The players' names, if given.
    pub players: Vec<String>,
    /// What the scores were after the last action, if given.
    pub scores: Option<Vec<i32>>,
    /// What the hash of the state was after the last action, if given.
    pub hash: Option<StateHash>,
}

impl<G: Codec> Replay<G> {
    /// The match at a table, as far as it has come, between players of these names; `None` before the first match. It has everything
    /// that is a secret until the match is over.
    pub fn of(table: &Table<G>, players: Vec<String>) -> Option<Replay<G>> {
        let (game, _) = table.game()?;
        let record = table.record();
        let mut events = Vec::new();
        record.replay(&mut events).ok()?;
        Some(Replay {
            decks: Some(dealt_decks(&record, &events)),
            record,
            fair: Some(table.fair_deal().into()),
            times: table.times().into_iter().map(Some).collect(),
            players,
            scores: Some(game.scores().iter().map(|(_, score)| *score).collect()),
            hash: Some(game.hash()),
        })
    }

    /// What the players are called; who has no name is called by its seat.
    pub fn names(&self) -> Seats<String> {
        Seats::from_fn(self.record.seats, |seat| match self.players.get(seat.index()) {
            Some(name) if !name.trim().is_empty() => name.clone(),
            _ => format!("seat {seat}"),
        })
    }

    /// Whether the match has come to the end that the file claims.
    pub fn check_end(&self, end: &G) -> Result<(), BadEnd> {
        let scores: Vec<i32> = end.scores().iter().map(|(_, score)| *score).collect();
        if let Some(claimed) = self.scores.as_ref().filter(|claimed| **claimed != scores) {
            return Err(BadEnd::Scores { scores, claimed: claimed.clone() });
        }
        match self.hash.filter(|claimed| *claimed != end.hash()) {
            Some(claimed) => Err(BadEnd::Hash(claimed)),
            None => Ok(()),
        }
    }
}

/// What a file claims about the end of its match, and is not so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEnd {
    /// Other scores.
    #[error("the scores after the last action are {scores:?}, not {claimed:?} as recorded")]
    Scores {
        /// Those that it has come to.
        scores: Vec<i32>,
        /// Those of the file.
        claimed: Vec<i32>,
    },
    /// Another state.
    #[error("the state after the last action is not the recorded one, {0}")]
    Hash(StateHash),
}

/// Why a match cannot be looked at again: step by step, or for what its decisions were worth.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMatch {
    /// It is no replay.
    #[error(transparent)]
    Replay(#[from] BadReplay),
    /// It is no legal match, or not the one that it claims to be.
    #[error("{0}")]
    Illegal(String),
    /// Nobody sits there.
    #[error("the match has no seat {0}")]
    NoSeat(Seat),
    /// It would take too long.
    #[error("the match is too long to be looked at again")]
    TooLong,
}

impl BadMatch {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            BadMatch::Replay(_) => "bad-replay",
            BadMatch::Illegal(_) => "not-legal",
            BadMatch::NoSeat(_) => "no-such-seat",
            BadMatch::TooLong => "too-long-match",
        }
    }
}

/// Why a file is no replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadReplay {
    /// Not JSON, or a field is missing or of the wrong kind.
    #[error("not a replay: {0}")]
    Json(String),
    /// Larger than any match.
    #[error("the file is larger than {} MiB", LARGEST >> 20)]
    TooLarge,
    /// Written by a newer program.
    #[error("the replay is of version {0}; this program reads version {VERSION}")]
    Version(String),
    /// A name that would not fit a line.
    #[error("the player's name `{0}` has a control character or more than {LONGEST_NAME} letters")]
    Name(String),
    /// Who deals follows from the seed.
    #[error("a replay with a `seed` has no `dealer`: the seed draws it")]
    DealerWithoutDecks,
    /// A game that this program, or the place where it was read, does not play.
    #[error("the replay is of the game `{0}`, which is not played here")]
    Game(String),
    /// The rules are off.
    #[error("the rules of the replay: {0}")]
    Rules(#[from] rules::BadRules),
    /// It must have one of the two. With both, the seed deals.
    #[error("a replay has a `seed` or `decks`")]
    SeedOrDecks,
    /// The seed is none.
    #[error("the seed of the replay: {0}")]
    Seed(#[from] game::BadSeed),
    /// The hash is none.
    #[error("the hash of the replay: {0}")]
    Hash(#[from] game::BadHash),
    /// A code in a deck is no card. Decks and places count from 1.
    #[error("deck {deck}, place {place}: {why}")]
    Card {
        /// Which deck.
        deck: usize,
        /// Which place in it.
        place: usize,
        /// What is wrong with the code.
        why: String,
    },
    /// A card stands twice in a deck. Decks and places count from 1.
    #[error("deck {deck}, place {place}: `{card}` was there before")]
    CardTwice {
        /// Which deck.
        deck: usize,
        /// The second place of the card.
        place: usize,
        /// The card.
        card: String,
    },
    /// The decks cannot serve this game.
    #[error(transparent)]
    Deal(#[from] BadDeal),
    /// A text that is no action. Actions count from 1.
    #[error("action {number}, `{text}`: {why}")]
    Action {
        /// Which action.
        number: usize,
        /// The text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
}

/// The longest file that is read: a match of the longest kind takes a hundredth of it.
pub const LARGEST: usize = 4 << 20;
/// The longest name of a player.
const LONGEST_NAME: usize = 40;

/// A file that was read as JSON; of which game it is decides how to go on.
pub struct Document(File<Value, String>);

/// The file as it is written, with its rules and the texts of its actions.
#[derive(Serialize, Deserialize)]
struct File<R, T> {
    version: u32,
    game: String,
    rules: R,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    players: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seats: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<SeedText>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dealer: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    decks: Option<Vec<Codes>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fair: Option<FairText>,
    actions: Vec<Step<T>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<i32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
}

/// An action, and how long after the first deal it was played.
#[derive(Serialize, Deserialize)]
struct Step<T> {
    seat: Seat,
    action: T,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
}

/// A seed as text, or as a JSON number.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SeedText {
    Text(String),
    Number(u64),
}

/// Reads a replay of a game that is known beforehand.
pub fn read<G: Codec>(text: &str) -> Result<Replay<G>, BadReplay> {
    Document::parse(text)?.replay()
}

impl Document {
    /// Reads the file as far as all games share it.
    pub fn parse(text: &str) -> Result<Document, BadReplay> {
        /// The version first: a newer one may have other fields.
        #[derive(Deserialize)]
        struct Header {
            version: Value,
        }
        if text.len() > LARGEST {
            return Err(BadReplay::TooLarge);
        }
        // A list would do for a struct.
        if text.trim_start().starts_with('[') {
            return Err(BadReplay::Json("it is a list, not an object".to_owned()));
        }
        let header: Header = serde_json::from_str(text).map_err(BadReplay::json)?;
        if header.version.as_u64() != Some(VERSION.into()) {
            return Err(BadReplay::Version(quoted(&header.version.to_string())));
        }
        let file: File<Value, String> = serde_json::from_str(text).map_err(BadReplay::json)?;
        let bad_name =
            |name: &&String| name.chars().any(char::is_control) || name.chars().count() > LONGEST_NAME;
        match file.players.iter().find(bad_name) {
            Some(name) => Err(BadReplay::Name(quoted(name))),
            None => Ok(Document(file)),
        }
    }

    /// The game, if it is one that is played here.
    pub fn kind(&self) -> Result<GameKind, BadReplay> {
        self.0.game.parse().map_err(|_| BadReplay::Game(quoted(&self.0.game)))
    }

    /// The replay, if it is of this game.
    pub fn replay<G: Codec>(self) -> Result<Replay<G>, BadReplay> {
        let file = self.0;
        if file.game != G::NAME {
            return Err(BadReplay::Game(quoted(&file.game)));
        }
        let rules = rules::from_value::<G>(file.rules)?;
        let seats = file.seats.unwrap_or(*G::SEATS.start());
        let codes =
            |decks: Vec<Codes>| -> Vec<Deck> { decks.into_iter().map(|Codes(codes)| codes).collect() };
        let (deals, decks) = match (file.seed, file.decks.map(codes), file.dealer) {
            (Some(_), _, Some(_)) => return Err(BadReplay::DealerWithoutDecks),
            (Some(SeedText::Text(seed)), decks, None) => (Deals::Seed(seed.parse::<Seed>()?), decks),
            (Some(SeedText::Number(seed)), decks, None) => (Deals::Seed(seed.into()), decks),
            (None, Some(decks), first) => {
                (Deals::Decks(Decks { first, orders: decks::orders::<G>(&decks)? }), None)
            }
            (None, None, _) => return Err(BadReplay::SeedOrDecks),
        };
        let fair = file.fair.map(Fair::try_from).transpose()?;
        deals.validate(G::CARDS, seats)?;
        let mut actions = Vec::with_capacity(file.actions.len());
        let times = file.actions.iter().map(|step| step.at).collect();
        for (number, step) in (1..).zip(file.actions) {
            let bad = |why: <G::Action as std::str::FromStr>::Err| BadReplay::Action {
                number,
                text: quoted(&step.action),
                why: why.to_string(),
            };
            actions.push((step.seat, step.action.parse().map_err(bad)?));
        }
        let hash = file.hash.map(|hash| hash.parse()).transpose()?;
        let record = Record { rules, seats, deals, actions };
        Ok(Replay { record, decks, fair, times, players: file.players, scores: file.scores, hash })
    }
}

impl BadReplay {
    fn json(error: serde_json::Error) -> BadReplay {
        BadReplay::Json(plain(error))
    }
}

/// An event as `tefuda replay --json` prints it: with the number of the action that it came of, 0 for the first deal.
#[derive(Serialize)]
pub struct EventLine<'a, E> {
    /// The number of the action, from 1.
    pub action: usize,
    /// What happened.
    #[serde(flatten)]
    pub event: &'a E,
}

/// The last line that `tefuda replay --json` prints.
#[derive(Serialize)]
#[serde(tag = "event", rename = "end")]
pub struct EndLine {
    /// How many actions were played.
    pub actions: usize,
    /// Whether the match is over.
    pub over: bool,
    /// The scores after the last action.
    pub scores: Seats<i32>,
    /// The hash of the state after the last action.
    pub hash: Text<StateHash>,
}

/// Writes a replay, with the rules in full.
pub fn write<G: Codec>(replay: &Replay<G>) -> String {
    let record = &replay.record;
    let (seed, decks, dealer) = match &record.deals {
        Deals::Seed(seed) => (Some(SeedText::Text(seed.to_hex())), replay.decks.clone(), None),
        Deals::Decks(given) => (None, Some(decks::codes::<G>(&given.orders)), given.first),
    };
    let times = replay.times.iter().copied().chain(std::iter::repeat(None));
    let step =
        |((seat, action), at): (&(Seat, G::Action), _)| Step { seat: *seat, action: Text(*action), at };
    let file = File {
        version: VERSION,
        game: G::NAME.to_owned(),
        rules: &record.rules,
        players: replay.players.clone(),
        seats: Some(record.seats),
        seed,
        dealer,
        decks: decks.map(|decks| decks.into_iter().map(Codes).collect()),
        fair: replay.fair.as_ref().map(FairText::from),
        actions: record.actions.iter().zip(times).map(step).collect(),
        scores: replay.scores.clone(),
        hash: replay.hash.map(|hash| hash.to_string()),
    };
    serde_json::to_string_pretty(&file).expect("a replay is plain data with names as keys")
}
