//! What all tables have in common, for the screen around them.

use game::Seat;
use table::Phase;
use wire::house::Place;
use wire::{Code, MatchId};

use super::LiveDesk;
use crate::games::{Board, Does};

/// What all tables have.
pub(crate) struct Facts<'a> {
    pub(crate) title: &'static str,
    pub(crate) headline: String,
    pub(crate) prompt: String,
    pub(crate) log: &'a [String],
    pub(crate) phase: Phase,
    pub(crate) must: bool,
    pub(crate) you: Option<Seat>,
    pub(crate) match_id: Option<MatchId>,
    pub(crate) code: Code,
    /// The keys that do something now, with words.
    pub(crate) keys: Vec<(String, String)>,
    /// How the last round ended, until it was read.
    pub(crate) slip: Option<&'a str>,
    /// Name, points and place of each, the best first, when the match is over.
    pub(crate) result: Option<Vec<(String, i32, u8)>>,
    /// Who wants another match, and whether that is the player.
    pub(crate) offers: (Vec<String>, bool),
    /// How many play.
    pub(crate) seats: usize,
    /// Open seats.
    pub(crate) open: usize,
    /// Whether the house tells what to do.
    pub(crate) hints: bool,
    /// What bots say.
    pub(crate) advice: &'a [String],
}

impl<G: Board> LiveDesk<G> {
    pub(super) fn all_facts(&self) -> Facts<'_> {
        let seen = self.seen.as_ref();
        let view = seen.and_then(|seen| seen.view.as_ref());
        let you = seen.and_then(|seen| seen.you);
        let phase = seen.map_or(Phase::Waiting, |seen| seen.phase);
        let prompt = match (phase, view) {
            (Phase::Playing, Some(_)) if self.sent => "Sent…".to_owned(),
            (Phase::Playing, Some(view)) => match self.picking {
                Some('f') => "Flip which card? Type its letter, or Esc to let it be.".to_owned(),
                Some(_) => "In place of which card? Type its number, or Esc to let it be.".to_owned(),
                None => G::prompt(view, &self.names, you),
            },
            (Phase::Playing | Phase::Waiting, _) => "Waiting for players.".to_owned(),
            (Phase::Paused, _) => "Play waits.".to_owned(),
            (Phase::Over, _) => "The match is over.".to_owned(),
        };
        let offering = |seat: &Option<Place>| match seat {
            Some(Place::Player { name, offers: true, .. }) => Some(name.clone()),
            _ => None,
        };
        let offers: Vec<String> =
            seen.iter().flat_map(|seen| seen.seats.iter()).filter_map(|(_, seat)| offering(seat)).collect();
        let own = seen.and_then(|seen| offering(&seen.seats[seen.you?])).is_some();
        Facts {
            title: <G::Rules as game::Ruleset>::TITLE,
            headline: view.map_or_else(String::new, G::headline),
            prompt,
            log: &self.log,
            phase,
            must: seen.is_some_and(|seen| seen.must) && phase == Phase::Playing && !self.sent,
            you,
            match_id: seen.and_then(|seen| seen.match_id),
            code: self.code,
            keys: self.keys(),
            slip: self.slip.as_deref(),
            result: view.filter(|_| phase == Phase::Over).and_then(G::ending).map(|outcome| {
                let mut result: Vec<(String, i32, u8)> = self
                    .names
                    .iter()
                    .map(|(seat, name)| (name.clone(), outcome.scores[seat], outcome.places[seat]))
                    .collect();
                result.sort_by_key(|(_, _, place)| *place);
                result
            }),
            offers: (offers, own),
            seats: self.names.len(),
            open: seen.map_or(0, |seen| seen.seats.iter().filter(|(_, seat)| seat.is_none()).count()),
            hints: seen.is_some_and(|seen| seen.settings.hints && seen.you.is_some()),
            advice: &self.advice,
        }
    }

    fn keys(&self) -> Vec<(String, String)> {
        if self.slip.is_some() {
            return vec![("any key".to_owned(), "go on".to_owned())];
        }
        let mut keys = Vec::new();
        if self.sent {
            return keys;
        }
        let labels = self.labels();
        match (labels.first(), labels.last()) {
            (Some(first), Some(last)) if first != last => {
                keys.push((format!("{first}-{last}"), "choose".to_owned()));
            }
            (Some(first), _) => keys.push((first.to_string(), "choose".to_owned())),
            _ => {}
        }
        if self.picking.is_some() {
            keys.push(("Esc".to_owned(), "let it be".to_owned()));
            return keys;
        }
        for button in &self.offers.buttons {
            let advised = match &button.does {
                Does::Act(action) => self.advises(action),
                Does::Pick(places) => places.iter().any(|(_, action)| self.advises(action)),
            };
            let word = if advised { format!("{} (!)", button.word) } else { button.word.to_owned() };
            keys.push((button.key.to_string(), word));
        }
        keys
    }
}
