//! What the house says, and what came of what it was asked.

use client::{News, TableCard};
use table::{ActionId, Phase};
use wire::house::{Followed, Notice};
use wire::{Code, GameKind, for_game};

use super::{Answer, App, Connection, Effect, Overlay, Screen, Sitting};
use crate::desk::{self, Desk};
use crate::film;
use crate::review::Source;

impl App {
    /// What came of something that was to be done.
    pub(crate) fn answer(&mut self, answer: Answer) -> Vec<Effect> {
        match answer {
            // Whoever has gone on meanwhile wants it no more: a table that was opened is left, and nobody waits for its owner.
            Answer::Opened(Ok(card)) if !self.is_busy() => return vec![Effect::Leave(card.code)],
            Answer::Opened(Ok(card)) => return self.come_to(&card, false),
            Answer::Found(Ok((card, watch))) if self.is_busy() => return self.come_to(&card, watch),
            Answer::Opened(Err(why)) | Answer::Found(Err(why)) if self.is_busy() => self.give_up(why),
            Answer::Queued(Ok(Some(code))) if self.is_queueing() => return self.go_to_match(code),
            Answer::Queued(Err(why)) if self.is_queueing() => self.give_up(why),
            Answer::Opened(Err(_)) | Answer::Found(_) | Answer::Queued(_) => {}
            Answer::Replay(id, Ok(text)) => {
                let Screen::Table(sitting) = &self.screen else { return Vec::new() };
                let code = sitting.code;
                // A match that has begun meanwhile goes before one that is over.
                if sitting.desk.facts().phase != Phase::Over {
                    return Vec::new();
                }
                match film::of_file(&text, !self.look.ascii) {
                    Ok(film) => {
                        self.screen = Screen::Film { film, source: Source::House(id) };
                        return vec![Effect::Leave(code)];
                    }
                    Err(why) => self.notice = Some(why),
                }
            }
            Answer::Review { source, seat, came } => return self.reviewed(source, seat, came),
            Answer::Replay(_, Err(why)) | Answer::Pass(Err(why)) => self.notice = Some(why),
            Answer::Pass(Ok(pass)) => self.overlay = Some(Overlay::Pass(pass)),
        }
        Vec::new()
    }

    fn is_busy(&self) -> bool {
        matches!(self.screen, Screen::Busy(_))
    }

    fn is_queueing(&self) -> bool {
        matches!(self.screen, Screen::Queue { .. })
    }

    /// It came to nothing.
    fn give_up(&mut self, why: String) {
        self.notice = Some(why);
        self.screen = Screen::Home;
    }

    fn go_to_match(&mut self, table: Code) -> Vec<Effect> {
        self.screen = Screen::Busy("Somebody is there: the table is being set.".to_owned());
        vec![Effect::Find(table, false)]
    }

    /// To a table, to sit if there is a seat and to watch otherwise.
    fn come_to(&mut self, card: &TableCard, watch: bool) -> Vec<Effect> {
        fn new<G: crate::games::Board>(code: Code, unicode: bool) -> Box<dyn Desk> {
            desk::new::<G>(code, unicode)
        }
        let code = card.code;
        let game: GameKind = card.game;
        let desk = for_game!(game, new(code, !self.look.ascii));
        let link = self.house.is_some().then(|| card.link.clone());
        self.screen =
            Screen::Table(Sitting { code, desk, link, watching: watch, thinking: false, sent: None });
        vec![if watch { Effect::Watch(code) } else { Effect::Sit(code) }]
    }

    fn sitting(&mut self, code: Code) -> Option<&mut Sitting> {
        match &mut self.screen {
            Screen::Table(sitting) if sitting.code == code => Some(sitting),
            _ => None,
        }
    }

    /// An action is on its way by this name.
    pub(crate) fn acting(&mut self, code: Code, id: Result<ActionId, String>) {
        match (id, self.sitting(code)) {
            (Ok(id), Some(sitting)) => sitting.sent = Some(id),
            (Err(why), sitting) => {
                if let Some(sitting) = sitting {
                    sitting.desk.sent(false);
                }
                self.notice = Some(why);
            }
            (Ok(_), None) => {}
        }
    }

    /// What the house says; `known` is the table that it is about.
    pub(crate) fn hear(&mut self, news: News, known: Option<&Followed>) -> Vec<Effect> {
        match news {
            News::Connected(player) => {
                self.me = player.name;
                self.connection = Connection::Here;
            }
            News::Back => {
                self.connection = Connection::Here;
                // A house that was away has forgotten who waited.
                if let Screen::Queue { wish, .. } = &self.screen {
                    return vec![Effect::Queue(wish.clone())];
                }
            }
            News::Lost(why) => {
                self.connection = Connection::Lost(why);
                if let Screen::Table(sitting) = &mut self.screen {
                    sitting.thinking = false;
                }
            }
            News::Ended(why) => {
                self.connection = Connection::Lost(why.to_string());
                self.notice = Some(format!("The house does not let you in: {why}"));
            }
            News::Table { table, events } => {
                let time = self.time;
                let Some(sitting) = self.sitting(table) else { return Vec::new() };
                if let Some(known) = known
                    && let Err(why) = sitting.desk.refresh(known, &events, time)
                {
                    self.notice = Some(why.to_string());
                }
                self.review_no_more();
            }
            News::Done { id } => self.answered(&id),
            News::Refused { id, why, table } => {
                if let Some(id) = &id {
                    self.answered(id);
                }
                self.notice = Some(why.to_string());
                if let Some(sitting) = table.and_then(|table| self.sitting(table)) {
                    sitting.thinking = false;
                }
                // A table that lets nobody in is none to stay at.
                let nothing = table.and_then(|table| self.sitting(table)).is_some_and(|sitting| {
                    id.is_none() && sitting.desk.facts().match_id.is_none() && known.is_none()
                });
                if nothing {
                    self.screen = Screen::Home;
                }
            }
            News::Notice(notice) => return self.note(notice),
        }
        Vec::new()
    }

    fn note(&mut self, notice: Notice) -> Vec<Effect> {
        match notice {
            Notice::Matched { table, .. } if matches!(self.screen, Screen::Queue { .. }) => {
                self.go_to_match(table)
            }
            Notice::Hint { table, version, unit, ranked } => {
                if let Some(sitting) = self.sitting(table) {
                    sitting.thinking = false;
                    sitting.desk.advise(version, unit, &ranked);
                }
                Vec::new()
            }
            Notice::Lobby { tables } => {
                if let Screen::Lobby(lobby) = &mut self.screen {
                    lobby.all(&tables);
                }
                Vec::new()
            }
            Notice::LobbyChanged { tables, gone } => {
                if let Screen::Lobby(lobby) = &mut self.screen {
                    lobby.changed(&tables, &gone);
                }
                Vec::new()
            }
            Notice::TakenOver { table } if self.sitting(table).is_some() => {
                self.notice = Some("You sit at this table in another window now.".to_owned());
                self.back()
            }
            Notice::Dismissed { table, message, .. } if self.sitting(table).is_some() => {
                self.notice = Some(message);
                self.back()
            }
            Notice::Draining { .. } => {
                self.notice = Some("The house restarts soon; everything will be there again.".to_owned());
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn answered(&mut self, id: &ActionId) {
        if let Screen::Table(sitting) = &mut self.screen
            && sitting.sent.as_ref() == Some(id)
        {
            sitting.sent = None;
            sitting.desk.sent(false);
        }
    }
}
