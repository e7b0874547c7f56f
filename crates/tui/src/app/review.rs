//! A match looked at again: over the table where it was played, or over its film.

use game::Seat;
use ratatui::crossterm::event::KeyCode;
use table::Phase;

use super::{App, Effect, Overlay, Screen};
use crate::film;
use crate::review::{Review, Reviewed, Source, State};

impl App {
    /// Looks at the match again that is on the screen.
    pub(super) fn review(&mut self) -> Vec<Effect> {
        let review = match &self.screen {
            Screen::Table(sitting) => {
                let facts = sitting.desk.facts();
                let Some(id) = facts.match_id.filter(|_| facts.phase == Phase::Over) else {
                    return Vec::new();
                };
                Review::new(Source::House(id), facts.you.unwrap_or(Seat::FIRST), facts.seats)
            }
            Screen::Film { film, source } => {
                Review::new(source.clone(), film.eyes().unwrap_or(Seat::FIRST), film.seats())
            }
            _ => return Vec::new(),
        };
        self.think_about(review)
    }

    fn think_about(&mut self, review: Review) -> Vec<Effect> {
        let effect = Effect::Review { source: review.source.clone(), seat: review.seat, again: false };
        self.overlay = Some(Overlay::Review(Box::new(review)));
        vec![effect]
    }

    pub(super) fn review_key(&mut self, mut review: Box<Review>, key: KeyCode) -> Vec<Effect> {
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Vec::new(),
            KeyCode::Char('e') => return self.think_about(review.next_seat()),
            KeyCode::Enter if review.moment().is_some() => return self.see_moment(&review),
            KeyCode::Left | KeyCode::Up => review.step(false),
            KeyCode::Right | KeyCode::Down => review.step(true),
            _ => {}
        }
        self.overlay = Some(Overlay::Review(review));
        Vec::new()
    }

    /// To the step at which it was decided, as the seat saw it.
    fn see_moment(&mut self, review: &Review) -> Vec<Effect> {
        let (Some((_, moment)), State::There { replay, .. }) = (review.moment(), &review.state) else {
            return Vec::new();
        };
        let step = moment.step;
        match &mut self.screen {
            Screen::Film { film, .. } => {
                film.go_to(step, review.seat);
                Vec::new()
            }
            Screen::Table(sitting) => match film::of_file(replay, !self.look.ascii) {
                Ok(mut film) => {
                    let leave = Effect::Leave(sitting.code);
                    film.go_to(step, review.seat);
                    self.screen = Screen::Film { film, source: review.source.clone() };
                    vec![leave]
                }
                Err(why) => {
                    self.notice = Some(why);
                    Vec::new()
                }
            },
            _ => Vec::new(),
        }
    }

    /// What came of a review: of use only to whoever still waits for it.
    pub(super) fn reviewed(
        &mut self,
        source: Source,
        seat: Seat,
        came: Result<Reviewed, String>,
    ) -> Vec<Effect> {
        let Some(Overlay::Review(review)) = &mut self.overlay else { return Vec::new() };
        let wanted = review.source == source && review.seat == seat;
        if wanted && review.came(came, !self.look.ascii) {
            return vec![Effect::Review { source, seat, again: true }];
        }
        Vec::new()
    }

    /// Another match has begun at the table: what was is of no interest now.
    pub(super) fn review_no_more(&mut self) {
        let playing =
            matches!(&self.screen, Screen::Table(sitting) if sitting.desk.facts().phase != Phase::Over);
        if playing && matches!(self.overlay, Some(Overlay::Review(_))) {
            self.overlay = None;
        }
    }
}
