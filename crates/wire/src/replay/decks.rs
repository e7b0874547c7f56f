//! Decks as codes of cards, and the decks that a seed has dealt.

use std::borrow::Cow;

use cards::Card as _;
use game::{Deals, Purpose, Record, shuffle};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::to_raw_value;

use super::BadReplay;
use crate::Codec;

/// A deck by the codes of its cards, or by what a file says for them.
pub type Deck = Vec<Cow<'static, str>>;

/// What an event tells of the deck that was just shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffled {
    /// It is the first of this round.
    Round(u16),
    /// It is dealt in place of the one before.
    Again,
    /// It orders the discards.
    Discards,
}

/// The decks of a match that a seed deals, as codes, as far as these events tell of it; none if it was dealt from given decks.
pub fn dealt_decks<G: Codec>(record: &Record<G>, events: &[G::Event]) -> Vec<Deck> {
    let Deals::Seed(seed) = &record.deals else { return Vec::new() };
    let (mut round, mut redeals, mut reshuffles) = (0, 0, 0);
    let orders: Vec<Vec<u8>> = events
        .iter()
        .filter_map(G::shuffled)
        .map(|shuffled| {
            let (purpose, attempt) = match shuffled {
                Shuffled::Round(number) => {
                    (round, redeals, reshuffles) = (number, 0, 0);
                    (Purpose::DEAL, 0)
                }
                Shuffled::Again => {
                    redeals += 1;
                    (Purpose::DEAL, redeals)
                }
                Shuffled::Discards => {
                    reshuffles += 1;
                    (Purpose::RESHUFFLE, reshuffles - 1)
                }
            };
            let mut order: Vec<u8> = (0..G::CARDS as u8).collect();
            shuffle(&mut order, &mut seed.stream(purpose, round, attempt));
            order
        })
        .collect();
    codes::<G>(&orders)
}

pub(super) fn orders<G: Codec>(decks: &[Deck]) -> Result<Vec<Vec<u8>>, BadReplay> {
    let order = |(deck, codes): (usize, &Deck)| {
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

pub(super) fn codes<G: Codec>(orders: &[Vec<u8>]) -> Vec<Deck> {
    let card = |index: &u8| G::Card::from_index((*index).into());
    let codes =
        |order: &Vec<u8>| order.iter().filter_map(card).map(|card| Cow::Borrowed(card.code())).collect();
    orders.iter().map(codes).collect()
}

/// A deck as it is written: on one line, where the rest of a file has a line for everything.
#[derive(Deserialize)]
pub(super) struct Codes(pub(super) Deck);

impl Serialize for Codes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to_raw_value(&self.0).map_err(serde::ser::Error::custom)?.serialize(to)
    }
}
