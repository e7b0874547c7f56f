//! At a table: what is told, and what is typed there.

use bots::{Level, Unit};
use game::Seat;
use serde_json::Value;
use table::Phase;
use wire::house::{Followed, Hinted};
use wire::review::MatchReview;
use wire::{Code, GameKind, MatchId};

use super::{Place, Session, Sight, Waiting};
use crate::Ask;
use crate::board::{
    Look, People, advice, all_cards, board, choose, look, lore, lore_name, may_ask, score, title,
};

/// So much of the log is shown if nothing else is said.
const SHOWN: usize = 20;

/// A table that the visitor is at.
pub(super) struct AtTable {
    pub(super) code: Code,
    table: Option<Box<Known>>,
    /// The moment at which it was last told that it may act out of turn.
    told: Option<u64>,
    /// It was warned that a match is being played, and by which word it wants to go.
    warned: Option<&'static str>,
}

struct Known {
    kind: GameKind,
    followed: Followed,
    must: bool,
    phase: Phase,
    people: People,
    /// Which discard what can be done is aimed at.
    aim: Option<u64>,
    /// The match that is played, or was last.
    match_id: Option<MatchId>,
    you: Option<Seat>,
}

impl AtTable {
    pub(super) fn new(code: Code) -> AtTable {
        AtTable { code, table: None, told: None, warned: None }
    }

    pub(super) fn is_known(&self) -> bool {
        self.table.is_some()
    }

    pub(super) fn aim(&self) -> Option<u64> {
        self.table.as_ref()?.aim
    }

    pub(super) fn wants_something(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.must || table.phase == Phase::Over)
    }
}

impl Session {
    pub(super) fn is_playing(&self) -> bool {
        let Place::Table(AtTable { table: Some(known), .. }) = &self.place else { return false };
        known.you.is_some() && matches!(known.phase, Phase::Playing | Phase::Paused)
    }

    /// Whether the visitor was warned already that a bot plays on; else it is warned now.
    pub(super) fn warn_of_leaving(&mut self, word: &'static str) -> bool {
        let Place::Table(at) = &mut self.place else { return true };
        if at.warned == Some(word) {
            return true;
        }
        at.warned = Some(word);
        self.say(&format!("A match is being played, and a bot plays on for you. `{word}` again to leave."));
        false
    }

    /// A table is not as it was.
    pub(super) fn table_news(&mut self, known: &Followed, events: &[Value]) {
        let followed = known;
        let code = followed.frame.get("table").and_then(Value::as_str).and_then(|code| code.parse().ok());
        let kind = followed.frame.get("game").and_then(Value::as_str).and_then(|game| game.parse().ok());
        let (Place::Table(at), Some(code), Some(kind)) = (&mut self.place, code, kind) else { return };
        if at.code != code {
            return;
        }
        let people = at.table.as_ref().map(|table| &table.people);
        let look = wire::for_game!(kind, look(followed, events, people, self.style));
        let look = match look {
            Ok(look) => look,
            Err(bad) => {
                return self.say(&format!("What the house says of this table makes no sense: {bad}."));
            }
        };
        let before = at.table.as_ref().map(|table| table.phase);
        let legal = |followed: &Followed| followed.scene.get("legal").cloned();
        let new_choice =
            at.table.as_ref().is_none_or(|table| !table.must || legal(&table.followed) != legal(followed));
        let Look { told, over, must, may, phase, you, open, people, aim, match_id } = look;
        let seated = you.is_some();
        let followed = followed.clone();
        at.table = Some(Box::new(Known { kind, followed, must, phase, people, aim, match_id, you }));
        let new_moment = may.filter(|(moment, _)| !must && at.told != Some(*moment));
        at.told = new_moment.as_ref().map_or(at.told, |(moment, _)| Some(*moment));
        if before.is_none() {
            match wire::for_game!(kind, title(known)) {
                Ok(title) => self.say(&title),
                Err(bad) => self.say(&bad.to_string()),
            }
        }
        told.iter().for_each(|told| self.tell(told));
        let began = before != Some(phase);
        match phase {
            Phase::Playing if must && new_choice => self.show_board(),
            Phase::Playing if began => self.show_board(),
            Phase::Waiting if began || !told.is_empty() => {
                self.show_board();
                if open > 0 && seated {
                    self.say("The match begins when all seats are taken; `bot` lets a bot in.");
                }
            }
            Phase::Over if seated && (over || before.is_none()) => {
                self.say("`rematch` for another one, `review` for what mattered, `menu`, or `quit`.");
            }
            _ => {}
        }
        if let Some((_, flip)) = new_moment.filter(|_| phase == Phase::Playing) {
            self.say(&format!("(You may flip at any time: like `{flip}`.)"));
        }
    }

    pub(super) fn gone(&mut self, code: Code, why: &str) {
        if matches!(&self.place, Place::Table(at) if at.code == code) {
            self.waiting = Waiting::Nothing;
            self.say(&format!("You are at table {code} no more: {}.", why.trim_end_matches('.')));
            self.go_to_menu();
        }
    }

    pub(super) fn at_table(&mut self, line: &str, sight: Sight) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let Place::Table(at) = &mut self.place else { return };
        let code = at.code;
        if !matches!(word.as_str(), "menu" | "leave") {
            at.warned = None;
        }
        match (word.as_str(), rest) {
            ("menu" | "leave", "") => {
                if self.is_playing() && !self.warn_of_leaving("menu") {
                    return;
                }
                self.ask(Ask::Leave(code));
                return self.go_to_menu();
            }
            ("", _) => {}
            ("table", "") => self.show_board(),
            ("cards", "") => {
                self.show(|known, style| wire::for_game!(known.kind, all_cards(&known.followed, style)));
            }
            ("score" | "scores", "") => {
                self.show(|known, style| wire::for_game!(known.kind, score(&known.followed, style)));
            }
            ("yaku" | "deals" | "abilities", "") => self.show_lore(&word),
            ("log", lines) => self.show_log(lines.parse().unwrap_or(SHOWN)),
            ("code", "") => self.say(&format!("The table's code is {code}: friends type `join {code}`.")),
            ("say", "") => self.complain("`say` needs a text behind it: `say Hello!`"),
            ("say", text) => self.ask(Ask::Say { table: code, text: text.to_owned() }),
            ("phrase", "") => self.ask(Ask::Phrase),
            ("pass", "") => self.ask(Ask::Pass),
            ("hint", "") => self.ask_hint(code),
            ("review", seat) => self.ask_review(seat),
            ("rematch", "") => self.ask(Ask::Rematch(code)),
            ("bot", level) => match if level.is_empty() { Ok(Level::Casual) } else { level.parse() } {
                Ok(level) => self.ask(Ask::SeatBot { table: code, level }),
                Err(bad) => return self.complain(&bad.to_string()),
            },
            _ => return self.play(line, sight),
        }
        self.nonsense = 0;
    }

    /// Plays what was typed, if that is possible.
    fn play(&mut self, line: &str, Sight(sight): Sight) {
        let Place::Table(at) = &self.place else { return };
        let Some(known) = &at.table else { return };
        let aim = sight.filter(|(table, _)| *table == at.code).map(|(_, aim)| aim);
        match wire::for_game!(known.kind, choose(&known.followed, line, aim)) {
            Ok(action) => {
                self.nonsense = 0;
                let table = at.code;
                self.ask(Ask::Act { table, action });
            }
            Err(why) => self.complain(&why),
        }
    }

    /// Asks what bots would do, where that makes sense.
    fn ask_hint(&mut self, table: Code) {
        let Place::Table(AtTable { table: Some(known), .. }) = &self.place else { return };
        match wire::for_game!(known.kind, may_ask(&known.followed)) {
            Ok(()) => self.ask(Ask::Hint(table)),
            Err(why) => self.say(&why),
        }
    }

    pub(super) fn hinted(&mut self, table: Code, version: u64, unit: Unit, ranked: &[Hinted]) {
        let Place::Table(AtTable { code, table: Some(known), .. }) = &self.place else { return };
        if *code != table {
            return;
        }
        if known.followed.version != version {
            return self.say("The hint came too late: the table has changed meanwhile.");
        }
        let lines = wire::for_game!(known.kind, advice(unit, ranked, self.style));
        self.say("Bots advise:");
        lines.iter().for_each(|line| self.say(&format!("  {line}")));
    }

    /// Asks what bots think of how the visitor has played, or another seat.
    fn ask_review(&mut self, seat: &str) {
        let Place::Table(AtTable { table: Some(known), .. }) = &self.place else { return };
        let asked = match seat {
            "" => known.you.or(Seat::new(0)),
            seat => seat.parse().ok().and_then(Seat::new),
        };
        match (known.match_id.filter(|_| known.phase == Phase::Over), asked) {
            _ if self.reviewing => self.say("Bots are thinking about a match already."),
            (None, _) => self.say("A match is looked at again when it is over."),
            (_, None) => self.complain("`review N` takes the number of a seat, from 0: `review 1`."),
            (Some(id), Some(seat)) => {
                self.reviewing = true;
                self.say("Bots think about every decision once more; this takes a while.");
                self.ask(Ask::Review { id, seat });
            }
        }
    }

    pub(super) fn reviewed(&mut self, review: Result<(Box<MatchReview>, String), String>) {
        self.reviewing = false;
        let told = review.and_then(|(review, replay)| {
            plain::retold(&review, &replay, self.style).map_err(|bad| bad.to_string())
        });
        match told {
            Ok(told) => told.lines().iter().for_each(|line| self.say(&self.style.wrapped(line, 2))),
            Err(why) => {
                let why = format!("There is no review: {}.", why.trim_end_matches('.'));
                self.say(&self.style.wrapped(&why, 2));
            }
        }
    }

    fn show_board(&mut self) {
        self.show(|known, style| wire::for_game!(known.kind, board(&known.followed, style)));
    }

    /// `yaku` is what everybody knows to ask for; games without any have something else.
    fn show_lore(&mut self, word: &str) {
        let Place::Table(AtTable { table: Some(known), .. }) = &self.place else { return };
        let name = wire::for_game!(known.kind, lore_name());
        if name != word {
            self.say(&format!("This game has no {word}; these are its {name}:"));
        }
        self.show(|known, style| wire::for_game!(known.kind, lore(&known.followed, style)));
    }

    fn show(&mut self, text: impl Fn(&Known, plain::Style) -> Result<String, client::BadScene>) {
        let Place::Table(AtTable { table: Some(known), .. }) = &self.place else { return };
        match text(known, self.style) {
            Ok(text) => self.say(&text),
            Err(bad) => self.say(&bad.to_string()),
        }
    }

    fn show_log(&mut self, lines: usize) {
        let skipped = self.log.len().saturating_sub(lines);
        let lines: Vec<String> = self.log.iter().skip(skipped).cloned().collect();
        if lines.is_empty() {
            self.say("Nothing has happened yet.");
        }
        lines.iter().for_each(|line| self.say(&self.style.wrapped(line, 2)));
    }
}
