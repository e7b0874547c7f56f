//! The JSON file of a match, described in docs/replay.md.

use cards::Card as _;
use game::{BadDeal, Deals, Decks, Record, Seat, Seed, StateHash};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Codec, rules};

/// The version of the format that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// A match from a file: what was played, and what the file claims about it.
#[derive(Clone)]
pub struct Replay<G: Codec> {
    /// Enough to play it again.
    pub record: Record<G>,
    /// The players' names, if given.
    pub players: Vec<String>,
    /// What the scores were after the last action, if given.
    pub scores: Option<Vec<i32>>,
    /// What the hash of the state was after the last action, if given.
    pub hash: Option<StateHash>,
}

/// Why a file is no replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadReplay {
    /// Not JSON, or a field is missing or of the wrong kind.
    #[error("not a replay: {0}")]
    Json(String),
    /// Written by a newer program.
    #[error("the replay is of version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// A game that this program, or the place where it was read, does not play.
    #[error("the replay is of the game `{0}`, which is not played here")]
    Game(String),
    /// The rules are off.
    #[error("the rules of the replay: {0}")]
    Rules(#[from] rules::BadRules),
    /// It must have one of the two.
    #[error("a replay has either a `seed` or `decks`")]
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

/// The file as it is written.
#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    game: String,
    rules: Value,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    players: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seats: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dealer: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    decks: Option<Vec<Vec<String>>>,
    actions: Vec<Step>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<i32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Step {
    seat: Seat,
    action: String,
}

/// The game that a replay is of, so that the right kind of [`read`] can be chosen.
pub fn game_of(text: &str) -> Result<String, BadReplay> {
    Ok(parse(text)?.game)
}

/// Reads a replay.
pub fn read<G: Codec>(text: &str) -> Result<Replay<G>, BadReplay> {
    let file = parse(text)?;
    if file.game != G::NAME {
        return Err(BadReplay::Game(short(&file.game)));
    }
    let rules = rules::from_value::<G>(file.rules)?;
    let seats = file.seats.unwrap_or(*G::SEATS.start());
    let deals = match (file.seed, file.decks) {
        (Some(seed), None) => Deals::Seed(seed.parse::<Seed>()?),
        (None, Some(decks)) => Deals::Decks(Decks { first: file.dealer, orders: orders::<G>(&decks)? }),
        _ => return Err(BadReplay::SeedOrDecks),
    };
    deals.validate(G::CARDS, seats)?;
    let mut actions = Vec::with_capacity(file.actions.len());
    for (number, step) in (1..).zip(file.actions) {
        let action = step.action.parse().map_err(|why: <G::Action as std::str::FromStr>::Err| {
            BadReplay::Action { number, text: short(&step.action), why: why.to_string() }
        })?;
        actions.push((step.seat, action));
    }
    let hash = file.hash.map(|hash| hash.parse()).transpose()?;
    let record = Record { rules, seats, deals, actions };
    Ok(Replay { record, players: file.players, scores: file.scores, hash })
}

/// Writes a replay, with the rules in full.
pub fn write<G: Codec>(replay: &Replay<G>) -> String {
    let record = &replay.record;
    let (seed, decks, dealer) = match &record.deals {
        Deals::Seed(seed) => (Some(seed.to_hex()), None, None),
        Deals::Decks(decks) => {
            (None, Some(decks.orders.iter().map(|order| codes::<G>(order)).collect()), decks.first)
        }
    };
    let step = |(seat, action): &(Seat, G::Action)| Step { seat: *seat, action: action.to_string() };
    let file = File {
        version: VERSION,
        game: G::NAME.to_owned(),
        rules: rules::to_value::<G>(&record.rules),
        players: replay.players.clone(),
        seats: Some(record.seats),
        seed,
        dealer,
        decks,
        actions: record.actions.iter().map(step).collect(),
        scores: replay.scores.clone(),
        hash: replay.hash.map(|hash| hash.to_string()),
    };
    serde_json::to_string_pretty(&file).expect("a replay is plain data with names as keys")
}

fn parse(text: &str) -> Result<File, BadReplay> {
    let value: Value = serde_json::from_str(text).map_err(|error| BadReplay::Json(error.to_string()))?;
    // The version first: a newer one may have other fields.
    match value.get("version").and_then(Value::as_u64) {
        Some(1) => {}
        Some(other) => return Err(BadReplay::Version(u32::try_from(other).unwrap_or(u32::MAX))),
        None => return Err(BadReplay::Json("the field `version` is missing, or no number".into())),
    }
    serde_json::from_value(value).map_err(|error| BadReplay::Json(error.to_string()))
}

fn orders<G: Codec>(decks: &[Vec<String>]) -> Result<Vec<Vec<u8>>, BadReplay> {
    let order = |(deck, codes): (usize, &Vec<String>)| {
        let mut order = Vec::with_capacity(codes.len());
        for (place, code) in (1..).zip(codes) {
            let card: G::Card = code.parse().map_err(|why: cards::BadCard| BadReplay::Card {
                deck,
                place,
                why: why.to_string(),
            })?;
            let index = card.index() as u8;
            if order.contains(&index) {
                return Err(BadReplay::CardTwice { deck, place, card: card.to_string() });
            }
            order.push(index);
        }
        Ok(order)
    };
    (1..).zip(decks).map(order).collect()
}

fn codes<G: Codec>(order: &[u8]) -> Vec<String> {
    let card = |index: &u8| G::Card::from_index((*index).into());
    order.iter().filter_map(card).map(|card| card.to_string()).collect()
}

/// What an error repeats of its cause.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
