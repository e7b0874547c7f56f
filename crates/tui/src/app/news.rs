//! What the house says, and what came of what it was asked.

use client::{News, TableCard};
use wire::house::{Followed, Notice};
use wire::{Code, GameKind, for_game};

use super::{Answer, App, Connection, Effect, Overlay, Screen, Sitting};
use crate::desk::{self, Desk};
use crate::film;

impl App {
    /// What came of something that was to be done.
    pub(crate) fn answer(&mut self, answer: Answer) -> Vec<Effect> {
        match answer {
            Answer::Table(Ok((card, watch))) => return self.come_to(&card, watch),
            Answer::Table(Err(why)) => {
                self.notice = Some(why);
                self.screen = Screen::Home;
            }
            Answer::Queued(Err(why)) => {
                self.notice = Some(why);
                self.screen = Screen::Home;
            }
            Answer::Queued(Ok(())) => {}
            Answer::Replay(Ok(text)) => match film::of_file(&text, !self.look.ascii) {
                Ok(film) => {
                    if let Screen::Table(sitting) = &self.screen {
                        let code = sitting.code;
                        self.screen = Screen::Film(film);
                        return vec![Effect::Leave(code)];
                    }
                    self.screen = Screen::Film(film);
                }
                Err(why) => self.notice = Some(why),
            },
            Answer::Replay(Err(why)) | Answer::Pass(Err(why)) => self.notice = Some(why),
            Answer::Pass(Ok(pass)) => self.overlay = Some(Overlay::Pass(pass)),
        }
        Vec::new()
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
    pub(crate) fn acting(&mut self, code: Code, id: Result<String, String>) {
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
            News::Back => self.connection = Connection::Here,
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
            }
            News::Done { id } => self.answered(&id.0),
            News::Refused { id, why, table } => {
                if let Some(id) = &id {
                    self.answered(&id.0);
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
                self.screen = Screen::Busy("Somebody is there: the table is being set.".to_owned());
                vec![Effect::Find(table, false)]
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

    fn answered(&mut self, id: &str) {
        if let Screen::Table(sitting) = &mut self.screen
            && sitting.sent.as_deref() == Some(id)
        {
            sitting.sent = None;
            sitting.desk.sent(false);
        }
    }
}
