//! A table of one game as its player has it in front: what is known of it, where the cursor is, and what each key does.

mod facts;

use bots::Unit;
use client::{BadScene, Happening, Seen};
use game::{Seat, Seats};
use plain::{Style, with_names};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use serde_json::Value;
use table::{ClockFace, Millis, Phase, Presence};
use wire::house::{Followed, Hinted};
use wire::{Code, Codec};

use crate::canvas::{Canvas, Target};
use crate::games::{Board, Does, Glimpse, Mark, Offers, Sight};
use crate::look::{Look, Paint};
pub(crate) use facts::Facts;

/// So many lines of what has happened are kept.
const LOG: usize = 400;
/// How long a card is shown that somebody may look at.
const GLIMPSE: Millis = 5_000;
/// Keys that mean the same everywhere.
pub(crate) const GLOBAL: &str = "?hqcv";
const DIGITS: &str = "1234567890";
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A table, whatever game is played at it.
pub(crate) trait Desk: Send {
    /// Takes what the house has told. `time` is the moment by a clock that only runs.
    fn refresh(&mut self, known: &Followed, events: &[Value], time: Millis) -> Result<(), BadScene>;
    /// The code of the action that the key plays; everything else that it does is done.
    fn key(&mut self, key: KeyCode) -> Pressed;
    /// What a click at this place does.
    fn point(&mut self, target: Target) -> Pressed;
    /// Takes the house's hint for this version.
    fn advise(&mut self, version: u64, unit: Unit, ranked: &[Hinted]);
    /// An action was sent: nothing more can be done until it is answered.
    fn sent(&mut self, sent: bool);
    /// Draws the cloth and what lies on it.
    fn draw(&self, canvas: &mut Canvas, area: Rect, time: Millis, now: Option<Millis>);
    /// What is worth knowing beside the table.
    fn aside(&self, look: Look, time: Millis, now: Option<Millis>) -> Vec<(String, Paint)>;
    /// What all screens show.
    fn facts(&self) -> Facts<'_>;
    /// The card under the cursor, for its picture.
    fn picture(&self) -> Option<cards::hanafuda::Card>;
    /// What the rules say, for the help.
    fn lore(&self, columns: usize) -> String;
}

/// What came of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pressed {
    /// This is to be played.
    Act(String),
    /// Something moved.
    Done,
    /// It means nothing here.
    Nothing,
}

pub(crate) struct LiveDesk<G: Codec> {
    seen: Option<Seen<G>>,
    names: Seats<String>,
    offers: Offers<G::Action>,
    /// The button whose places are being picked from.
    picking: Option<char>,
    cursor: usize,
    log: Vec<String>,
    glimpses: Vec<(Glimpse, Millis)>,
    slip: Option<String>,
    /// The round whose end was told.
    told: Option<u32>,
    advised: Option<String>,
    advice: Vec<String>,
    sent: bool,
    unicode: bool,
    code: Code,
}

/// A desk for a table of the game.
pub(crate) fn new<G: Board>(code: Code, unicode: bool) -> Box<dyn Desk> {
    Box::new(LiveDesk::<G> {
        seen: None,
        names: Seats::from_fn(0, |_| String::new()),
        offers: Offers::default(),
        picking: None,
        cursor: 0,
        log: Vec::new(),
        glimpses: Vec::new(),
        slip: None,
        told: None,
        advised: None,
        advice: Vec::new(),
        sent: false,
        unicode,
        code,
    })
}

impl<G: Board> LiveDesk<G> {
    /// The places that can be picked now.
    fn places(&self) -> &[(Target, G::Action)] {
        let picking =
            self.picking.and_then(|key| self.offers.buttons.iter().find(|button| button.key == key));
        match picking.map(|button| &button.does) {
            Some(Does::Pick(places)) => places,
            _ => &self.offers.pick,
        }
    }

    fn near(&self) -> Seat {
        self.seen.as_ref().and_then(|seen| seen.you).unwrap_or(Seat::FIRST)
    }

    /// The keys of the places, in their order: numbers for one's own, letters for what others have.
    fn labels(&self) -> Vec<char> {
        let near = self.near();
        let taken: String =
            self.offers.buttons.iter().map(|button| button.key).chain(GLOBAL.chars()).collect();
        let free =
            |letters: &'static str| letters.chars().filter(|key| !taken.contains(*key)).collect::<Vec<_>>();
        let (digits, letters) = (free(DIGITS), free(LETTERS));
        let (mut digits, mut letters) = (digits.into_iter(), letters.into_iter());
        let label = |(target, _): &(Target, G::Action)| {
            let own = !matches!(target, Target::Slot(spot) if spot.seat != near);
            let key = if own { digits.next().or_else(|| letters.next()) } else { letters.next() };
            key.unwrap_or(' ')
        };
        self.places().iter().map(label).collect()
    }

    fn play(&mut self, action: G::Action) -> Pressed {
        if self.sent {
            return Pressed::Done;
        }
        self.picking = None;
        Pressed::Act(action.to_string())
    }

    fn tell(&mut self, event: &Happening<G::Event>, view: Option<&G::View>) {
        let style = Style { unicode: self.unicode, ..Style::default() };
        let line = match event {
            Happening::Game(event) => match view.and_then(|view| G::noted(view, event)) {
                Some(event) => G::sentence(&event, &self.names, style),
                None => return,
            },
            Happening::Table(event) => match plain::table_event(event, &self.names) {
                Some(line) => line,
                None => return,
            },
        };
        if self.log.len() == LOG {
            self.log.remove(0);
        }
        self.log.push(line);
    }

    /// What the cursor is on.
    fn aimed(&self) -> Option<(Target, G::Action)> {
        self.places().get(self.cursor).copied()
    }

    fn mark(&self, target: Target, labels: &[char]) -> Mark {
        let places = self.places();
        let Some(place) = places.iter().position(|(known, _)| *known == target) else {
            return Mark { matches: self.goes_with(target), ..Mark::default() };
        };
        let may = !self.sent;
        Mark {
            key: Some(labels[place]).filter(|_| may),
            chosen: may && place == self.cursor,
            matches: self.goes_with(target),
            advised: self.advises(&places[place].1),
            dim: false,
        }
    }

    fn advises(&self, action: &G::Action) -> bool {
        self.advised.as_ref().is_some_and(|advised| *advised == action.to_string())
    }

    /// Whether it is what the card under the cursor would take, or a card of the hand that takes something.
    fn goes_with(&self, target: Target) -> bool {
        let (Some(seen), Target::Card(card)) = (&self.seen, target) else { return false };
        let Some(view) = &seen.view else { return false };
        G::goes_with(view, self.aimed().map(|(target, _)| target), card)
    }

    fn clocks(&self, now: Option<Millis>) -> Seats<String> {
        let Some(seen) = &self.seen else { return self.names.map(|_, _| String::new()) };
        self.names.map(|seat, _| {
            let away = match seen.presence[seat] {
                Presence::Here => "",
                Presence::Away => " (away)",
                Presence::StandIn(_) => " (a bot plays)",
            };
            let left = match seen.clocks[seat] {
                Some(ClockFace::Until(until)) => now.map(|now| until.saturating_sub(now)),
                Some(ClockFace::Left(left)) => Some(left),
                None => None,
            };
            let left = left.map_or_else(String::new, |left| {
                let seconds = left.div_ceil(1000);
                format!(" {}:{:02}", seconds / 60, seconds % 60)
            });
            format!("{left}{away}")
        })
    }

    fn with_sight<T>(
        &self,
        time: Millis,
        now: Option<Millis>,
        draw: impl FnOnce(&Sight<G>) -> T,
    ) -> Option<T> {
        let view = self.seen.as_ref()?.view.as_ref()?;
        let lingers = G::lingers(view);
        let fresh = self.glimpses.iter().filter(|(_, until)| lingers || *until > time);
        let glimpses: Vec<Glimpse> = fresh.map(|(glimpse, _)| *glimpse).collect();
        let (labels, clocks) = (self.labels(), self.clocks(now));
        let marks = |target: Target| self.mark(target, &labels);
        let sight = Sight {
            view,
            names: &self.names,
            near: self.near(),
            open: None,
            glimpses: &glimpses,
            clocks: &clocks,
            marks: &marks,
        };
        Some(draw(&sight))
    }
}

impl<G: Board> Desk for LiveDesk<G> {
    fn refresh(&mut self, known: &Followed, events: &[Value], time: Millis) -> Result<(), BadScene> {
        let seen: Seen<G> = Seen::read(known)?;
        self.names = seen.names_after(&self.names);
        let before = self.seen.as_ref().and_then(|seen| seen.match_id);
        if before != seen.match_id {
            (self.told, self.slip) = (None, None);
            self.glimpses.clear();
        }
        for event in Seen::<G>::events(events) {
            self.tell(&event, seen.view.as_ref());
            if let Happening::Game(event) = &event {
                if G::begins_round(event) {
                    self.glimpses.clear();
                }
                // Another card lies there now.
                let moved = G::moved(event);
                self.glimpses.retain(|(glimpse, _)| !moved.contains(&glimpse.spot));
                self.glimpses.extend(G::glimpses(event).into_iter().map(|glimpse| (glimpse, time + GLIMPSE)));
            }
        }
        if !seen.view.as_ref().is_some_and(G::lingers) {
            self.glimpses.retain(|(_, until)| *until > time);
        }
        if let Some((round, text)) = seen.view.as_ref().and_then(G::last) {
            // Whoever comes to a table that is played already need not be told.
            if self.seen.is_some() && self.told != Some(round) && seen.phase != Phase::Over {
                let style = Style { unicode: self.unicode, ..Style::default() };
                self.slip = Some(plain::capital(&with_names(&style.dress::<G>(&text), &self.names)));
            }
            self.told = Some(round);
        }
        match seen.phase {
            // The end of the match tells more, also of those who get up after it.
            Phase::Over => self.slip = None,
            _ => self.names = seen.names(),
        }
        let aimed = self.aimed().map(|(target, _)| target);
        let picked_from = self.picking.map(|_| self.places().to_vec());
        let legal_changed = self.seen.as_ref().is_none_or(|before| before.legal != seen.legal);
        self.offers = match &seen.view {
            Some(view) if seen.phase == Phase::Playing => G::offers(view, &seen.legal),
            _ => Offers::default(),
        };
        if legal_changed {
            (self.advised, self.advice) = (None, Vec::new());
        }
        self.seen = Some(seen);
        // What was chosen from is not there any more: the next key would hit something else.
        if picked_from.is_some_and(|places| places != self.places()) {
            self.picking = None;
        }
        let places = self.places();
        let same = aimed.and_then(|aimed| places.iter().position(|(target, _)| *target == aimed));
        self.cursor = same.unwrap_or(0);
        Ok(())
    }

    fn key(&mut self, key: KeyCode) -> Pressed {
        if self.slip.is_some() {
            self.slip = None;
            return Pressed::Done;
        }
        let count = self.places().len();
        match key {
            KeyCode::Esc if self.picking.is_some() => {
                self.picking = None;
                self.cursor = 0;
                Pressed::Done
            }
            KeyCode::Left | KeyCode::Up if count > 0 => {
                let step = if key == KeyCode::Up { G::ROW } else { 1 };
                self.cursor = (self.cursor + count - step % count) % count;
                Pressed::Done
            }
            KeyCode::Right | KeyCode::Down if count > 0 => {
                let step = if key == KeyCode::Down { G::ROW } else { 1 };
                self.cursor = (self.cursor + step) % count;
                Pressed::Done
            }
            KeyCode::Enter | KeyCode::Char(' ') => match self.aimed() {
                Some((_, action)) => self.play(action),
                None => Pressed::Nothing,
            },
            KeyCode::Char(letter) => {
                if let Some(place) = self.labels().iter().position(|label| *label == letter) {
                    self.cursor = place;
                    let (_, action) = self.places()[place];
                    return self.play(action);
                }
                let button = self.offers.buttons.iter().find(|button| button.key == letter);
                match button.map(|button| button.does.clone()) {
                    Some(Does::Act(action)) => self.play(action),
                    Some(Does::Pick(_)) => {
                        (self.picking, self.cursor) = (Some(letter), 0);
                        Pressed::Done
                    }
                    None => Pressed::Nothing,
                }
            }
            _ => Pressed::Nothing,
        }
    }

    fn point(&mut self, target: Target) -> Pressed {
        if self.slip.is_some() {
            self.slip = None;
            return Pressed::Done;
        }
        let find = |places: &[(Target, G::Action)]| places.iter().position(|(known, _)| *known == target);
        if let Some(place) = find(self.places()) {
            self.cursor = place;
            let (_, action) = self.places()[place];
            return self.play(action);
        }
        let picks = self.offers.buttons.iter().filter_map(|button| match &button.does {
            Does::Pick(places) => places.get(find(places)?),
            Does::Act(_) => None,
        });
        // Of all buttons the last one that knows the place: a click is quick, and so are flips.
        match picks.last().copied() {
            Some((_, action)) => self.play(action),
            None => Pressed::Nothing,
        }
    }

    fn advise(&mut self, version: u64, unit: Unit, ranked: &[Hinted]) {
        // After an update it is of no use any more.
        if self.seen.as_ref().is_none_or(|seen| seen.version != version) {
            return;
        }
        // The first is advised. What is as good stands in the list: of most first cards nearly all are.
        self.advised = ranked.first().map(|hinted| hinted.action.clone());
        self.advice = plain::advice::<G>(unit, ranked, Style { unicode: self.unicode, ..Style::default() });
        if let Some(place) = self.places().iter().position(|(_, action)| self.advises(action)) {
            self.cursor = place;
        }
    }

    fn sent(&mut self, sent: bool) {
        self.sent = sent;
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect, time: Millis, now: Option<Millis>) {
        canvas.fill(area, Paint::Felt);
        self.with_sight(time, now, |sight| G::draw(canvas, area, sight));
    }

    fn aside(&self, look: Look, time: Millis, now: Option<Millis>) -> Vec<(String, Paint)> {
        self.with_sight(time, now, |sight| G::aside(sight, look)).unwrap_or_default()
    }

    fn facts(&self) -> Facts<'_> {
        self.all_facts()
    }

    fn picture(&self) -> Option<cards::hanafuda::Card> {
        let (target, _) = self.aimed()?;
        G::picture(target)
    }

    fn lore(&self, columns: usize) -> String {
        let Some(seen) = &self.seen else { return String::new() };
        let style = Style { columns, unicode: self.unicode };
        G::lore(&seen.settings.rules, seen.view.as_ref(), style)
    }
}
