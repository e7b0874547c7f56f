//! One visitor: what it sees and types.

mod menu;
mod seat;

use std::collections::VecDeque;

use plain::Style;
use table::Millis;
use wire::Code;

use crate::board::Told;
use crate::words::{self, clean};
use crate::{Ask, LONGEST_LINE, News, Typed};
use menu::Order;
use seat::AtTable;

/// So many lines of what has happened are kept.
const LOG: usize = 200;
/// After so many lines in a row that mean nothing, nobody seems to be there.
const MOST_NONSENSE: usize = 100;
/// What a terminal can have, and what a person can read.
const COLUMNS: std::ops::RangeInclusive<usize> = 40..=400;

/// A visitor's session, without any socket or clock.
pub struct Session {
    /// Whether links to tables lead anywhere.
    browsers: bool,
    style: Style,
    /// What the window has told of its width.
    window: Option<usize>,
    place: Place,
    name: Option<String>,
    /// How long bots take at least at this visitor's tables.
    pace: Option<Millis>,
    ask: Option<Ask>,
    waiting: Waiting,
    out: String,
    /// A prompt stands at the end of what was printed.
    prompted: bool,
    log: VecDeque<String>,
    nonsense: usize,
    /// Bots are thinking about how a match was played.
    reviewing: bool,
    ended: bool,
}

/// What somebody had been shown who types something: a line may be read later than that, when something else lies there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sight(Option<(Code, u64)>);

/// What the session waits for before it reads on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiting {
    Nothing,
    /// For an answer.
    Answer,
    /// For something to happen at the table.
    Table,
    /// For both, an action's answer and what it does.
    Action {
        done: bool,
        shown: bool,
    },
}

/// Where the visitor is.
enum Place {
    /// Before it has a name.
    Door,
    Menu,
    /// On the way to a match, choosing.
    Order(Order),
    /// Before a list of tables, its own or others.
    Tables {
        tables: Vec<client::TableCard>,
        own: bool,
    },
    /// Waiting for the next who wants the same.
    Queue,
    Table(AtTable),
}

impl Session {
    /// Greets a visitor of this house, where friends may come by a browser or not.
    pub fn new(house: &str, browsers: bool) -> Session {
        let mut session = Session {
            browsers,
            style: Style::default(),
            window: None,
            place: Place::Door,
            name: None,
            pace: None,
            ask: None,
            waiting: Waiting::Nothing,
            out: String::new(),
            prompted: false,
            log: VecDeque::new(),
            nonsense: 0,
            reviewing: false,
            ended: false,
        };
        session.say(&format!("Welcome to {house}: Koi-Koi, Kierki and Kaboom, in plain text."));
        session.say("Whatever is asked, `help` tells what can be typed.\n");
        session.prompt();
        session
    }

    /// What the visitor is shown now.
    pub fn sight(&self) -> Sight {
        match &self.place {
            Place::Table(at) => Sight(at.aim().map(|aim| (at.code, aim))),
            _ => Sight::default(),
        }
    }

    /// Takes what was typed by somebody who had seen that.
    pub fn typed(&mut self, typed: Typed, sight: Sight) {
        match typed {
            Typed::Line(line) => return self.line_seeing(&line, sight),
            Typed::Columns(columns) => {
                self.window = Some(usize::from(columns)).filter(|columns| COLUMNS.contains(columns));
                self.style.columns = self.window.unwrap_or(self.style.columns);
                return;
            }
            Typed::TooLong => self.complain(&format!("A line has at most {LONGEST_LINE} bytes.")),
            Typed::NoText => self.complain("That was no text: lines are ASCII or UTF-8."),
        }
        self.settle();
    }

    /// Takes a line of somebody who has seen everything.
    pub fn line(&mut self, line: &str) {
        self.line_seeing(line, self.sight());
    }

    fn line_seeing(&mut self, line: &str, sight: Sight) {
        self.prompted = false;
        let line = line.trim();
        if !self.common(line) {
            match &self.place {
                Place::Door => self.at_door(line),
                Place::Menu => self.in_menu(line),
                Place::Order(_) => self.ordering(line),
                Place::Tables { .. } => self.among_tables(line),
                Place::Queue => self.in_queue(line),
                Place::Table(_) => self.at_table(line, sight),
            }
        }
        self.settle();
    }

    /// Takes news of the house.
    pub fn news(&mut self, news: News) {
        match news {
            News::Entered(name) => self.entered(name),
            News::Refused(why) => {
                self.waiting = Waiting::Nothing;
                self.refused(&why);
            }
            News::Done => self.done(),
            News::Phrase(phrase) => {
                self.waiting = Waiting::Nothing;
                self.say("Write these words down, nobody can show them again. Whoever has them is you:");
                self.say(&self.style.wrapped(&format!("  {phrase}"), 2));
                self.say("At the door, `resume` with these words brings you back to your seats.");
            }
            News::Pass(pass) => {
                self.waiting = Waiting::Nothing;
                self.say("Go on elsewhere with this code. It is good once and for five minutes:");
                self.say(&format!("  {}", pass.code()));
                self.say("Here it is `resume` with the code at the door; your seat goes along.");
            }
            News::Tables(tables) => self.show_tables(tables),
            News::OwnTables(tables) => self.show_own_tables(tables),
            News::Opened(card) => self.opened(&card),
            News::Waiting => {
                self.waiting = Waiting::Nothing;
                self.say("You wait for the next who wants to play the same; `menu` waits no more.");
                self.place = Place::Queue;
            }
            News::Matched(code) => self.matched(code),
            News::Table { known, events } => {
                self.shown();
                self.table_news(known, events);
            }
            News::Hint { table, version, unit, ranked } => self.hinted(table, version, unit, &ranked),
            News::Reviewed(review) => self.reviewed(review),
            News::Gone(code, why) => self.gone(code, &why),
            News::Lost => self.say("The house does not answer for the moment; please wait."),
            News::Back => self.say("The house answers again."),
            News::Closing => self.say("The house closes in a moment. Tables are kept: come back later."),
            News::Ended(why) => self.end(&why),
        }
        self.settle();
    }

    /// Says goodbye for this reason, and ends.
    pub fn end(&mut self, why: &str) {
        self.say(why);
        self.say("Goodbye.");
        self.ended = true;
    }

    /// What is to be asked of the house.
    pub fn take_ask(&mut self) -> Option<Ask> {
        self.ask.take()
    }

    /// What is to be printed.
    pub fn take_output(&mut self) -> String {
        std::mem::take(&mut self.out).replace('\n', "\r\n")
    }

    /// Whether lines must wait until the house has answered.
    pub fn is_waiting(&self) -> bool {
        self.waiting != Waiting::Nothing
    }

    /// Whether the visitor has gone, or must go.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Whether the visitor has come in.
    pub fn has_entered(&self) -> bool {
        self.name.is_some()
    }

    /// What can be typed anywhere. Whether the line was such a thing.
    fn common(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("help" | "?", _) => self.say(match &self.place {
                Place::Door => words::DOOR_HELP,
                Place::Menu => words::MENU_HELP,
                Place::Order(_) | Place::Tables { .. } => words::ORDER_HELP,
                Place::Queue => words::QUEUE_HELP,
                Place::Table(_) => words::TABLE_HELP,
            }),
            ("unicode", "") => {
                self.style.unicode = true;
                self.say("Cards have their symbols from now on: ♠ ♥ ♦ ♣, 松 to 桐.");
            }
            ("ascii", "") => {
                self.style.unicode = false;
                self.say("Everything is in ASCII from now on.");
            }
            ("wide", "") => match self.window {
                Some(columns) => self.set_columns(columns),
                None => self.say("Your window has not told how wide it is: `width 120` says so."),
            },
            ("width", columns) => match columns.parse() {
                Ok(columns) if COLUMNS.contains(&columns) => self.set_columns(columns),
                _ => self.complain("`width N` takes 40 to 400 columns: `width 120`."),
            },
            ("quit" | "q" | "exit" | "bye", "") => self.quit(),
            _ => return false,
        }
        self.nonsense = 0;
        true
    }

    fn set_columns(&mut self, columns: usize) {
        self.style.columns = columns;
        self.say(&format!("Lines have up to {columns} columns from now on."));
    }

    fn quit(&mut self) {
        if self.is_playing() && !self.warn_of_leaving("quit") {
            return;
        }
        if let Place::Table(at) = &self.place {
            self.ask(Ask::Leave(at.code));
        }
        self.end("You leave the house.");
    }

    fn entered(&mut self, name: String) {
        self.waiting = Waiting::Nothing;
        self.say(&format!("Welcome, {name}."));
        let first = self.name.replace(name).is_none();
        if first && matches!(self.place, Place::Door) {
            self.go_to_menu();
        }
    }

    fn refused(&mut self, why: &str) {
        self.say(&self.style.wrapped(&format!("No: {}.", why.trim_end_matches('.')), 0));
        match &self.place {
            // A table that nothing is known of is none to stay at.
            Place::Table(at) if !at.is_known() => self.go_to_menu(),
            Place::Order(_) | Place::Queue => self.go_to_menu(),
            _ => {}
        }
    }

    /// Whatever happened elsewhere belongs to another table.
    fn go_to_table(&mut self, code: Code) {
        self.log.clear();
        self.place = Place::Table(AtTable::new(code));
    }

    /// Asks something of the house. One thing at a time: lines wait for what comes of it.
    fn ask(&mut self, ask: Ask) {
        self.waiting = match ask {
            Ask::Act { .. } => Waiting::Action { done: false, shown: false },
            Ask::Sit(_) | Ask::Watch(_) | Ask::Say { .. } | Ask::SeatBot { .. } | Ask::Rematch(_) => {
                Waiting::Table
            }
            // What bots think is told when they have thought.
            Ask::Leave(_) | Ask::Hint(_) | Ask::Review { .. } => Waiting::Nothing,
            _ => Waiting::Answer,
        };
        self.ask = Some(ask);
    }

    /// What was asked for is done.
    fn done(&mut self) {
        self.waiting = match self.waiting {
            Waiting::Action { shown: false, .. } => Waiting::Action { done: true, shown: false },
            Waiting::Table => Waiting::Table,
            _ => Waiting::Nothing,
        };
    }

    /// Something has happened at the table.
    fn shown(&mut self) {
        self.waiting = match self.waiting {
            Waiting::Action { done: false, .. } => Waiting::Action { done: false, shown: true },
            Waiting::Answer => Waiting::Answer,
            _ => Waiting::Nothing,
        };
    }

    /// Something that is not understood.
    fn complain(&mut self, text: &str) {
        self.nonsense += 1;
        self.say(&self.style.wrapped(text, 0));
        if self.nonsense >= MOST_NONSENSE {
            self.end("Nothing of that could be understood.");
        }
    }

    /// Prints lines.
    fn say(&mut self, text: &str) {
        if std::mem::take(&mut self.prompted) {
            self.out.push('\n');
        }
        self.out += &clean(text, self.style.unicode);
        self.out.push('\n');
    }

    /// What happened is printed, and kept for the log.
    fn tell(&mut self, told: &Told) {
        if self.log.len() == LOG {
            self.log.pop_front();
        }
        self.log.extend(told.later.clone());
        self.say(&self.style.wrapped(&told.now, 2));
    }

    /// Whatever has happened, a prompt stands where something is waited for.
    fn settle(&mut self) {
        if !self.ended && !self.is_waiting() && !self.prompted && self.wants_something() {
            self.prompt();
        }
    }

    fn wants_something(&self) -> bool {
        match &self.place {
            Place::Door | Place::Menu | Place::Order(_) | Place::Tables { .. } => true,
            Place::Queue => false,
            Place::Table(at) => at.wants_something(),
        }
    }

    fn prompt(&mut self) {
        self.out += if matches!(self.place, Place::Door) { "Your name? " } else { "> " };
        self.prompted = true;
    }
}

#[cfg(test)]
mod tests;
