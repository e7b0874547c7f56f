//! The way to a table: the door, the menu, and what is chosen for a match.

use bots::Level;
use client::{NewTable, SeatWish, TableCard, Wish};
use game::Ruleset;
use plain::Plain;
use serde_json::Value;
use wire::GameKind;
use wire::house::Place as Taken;

use super::{Place, Session, Waiting};
use crate::{Ask, Resume};

/// So many tables are listed.
const MOST_LISTED: usize = 20;

/// A match that is being chosen, step by step.
pub(super) struct Order {
    kind: GameKind,
    step: Step,
    preset: String,
    rounds: Option<u32>,
    seats: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Preset,
    Rounds,
    Seats,
    Company,
}

/// With whom a match is played.
enum Company {
    Bots(Level),
    /// Whoever is told the code.
    Friends,
    /// Whoever finds the table.
    Anyone,
    /// The next who wants the same.
    Next,
}

impl Session {
    pub(super) fn at_door(&mut self, line: &str) {
        match line.split_once(' ') {
            Some(("resume", by)) => {
                let phrase = || Resume::Phrase(by.trim().to_owned());
                self.ask(Ask::Resume(by.parse().map_or_else(|_| phrase(), Resume::Pass)));
            }
            _ if line == "resume" => {
                self.complain("`resume` needs a code, or the words of your phrase, behind it.");
            }
            _ => self.ask(Ask::Enter { name: (!line.is_empty()).then(|| line.to_owned()) }),
        }
    }

    pub(super) fn go_to_menu(&mut self) {
        self.place = Place::Menu;
        self.say("\nWhat will you do?");
        for (number, kind) in (1..).zip(GameKind::ALL) {
            let line = wire::for_game!(kind, entry());
            self.say(&format!("  {number}) {line}"));
        }
        self.say("  4) tables    the public tables, to sit down at or to watch");
        self.say("  or `join CODE` to sit down at a friend's table, `watch CODE` to look on.");
    }

    pub(super) fn in_menu(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let numbered =
            word.parse::<usize>().ok().and_then(|number| GameKind::ALL.get(number.checked_sub(1)?));
        if let Some(kind) = numbered.copied().or_else(|| word.parse().ok()) {
            self.nonsense = 0;
            return self.begin_order(kind);
        }
        match (word.as_str(), rest) {
            ("", _) | ("menu", _) => return self.go_to_menu(),
            ("4" | "tables", _) => self.ask(Ask::Tables),
            ("phrase", _) => self.ask(Ask::Phrase),
            ("pass", _) => self.ask(Ask::Pass),
            ("name", name) if !name.is_empty() => self.ask(Ask::Rename { name: name.to_owned() }),
            ("pace", pace) => match pace.parse() {
                Ok(pace @ 0..=10_000) => {
                    self.pace = Some(pace);
                    self.say(&format!("Bots at tables that you open take at least {pace} ms."));
                }
                _ => return self.complain("`pace N` takes 0 to 10000 milliseconds."),
            },
            ("join" | "watch", code) => match code.parse() {
                Ok(code) => {
                    self.go_to_table(code);
                    self.ask(if word == "join" { Ask::Sit(code) } else { Ask::Watch(code) });
                }
                Err(_) => return self.complain("A table's code has 8 letters and digits, like K7F3Q9MX."),
            },
            _ => {
                return self
                    .complain(&unknown(&word, &["koikoi", "kierki", "kaboom", "tables", "join CODE"]));
            }
        }
        self.nonsense = 0;
    }

    fn begin_order(&mut self, kind: GameKind) {
        let (preset, seats) = wire::for_game!(kind, usual());
        let preset = preset.to_owned();
        self.place = Place::Order(Order { kind, step: Step::Preset, preset, rounds: None, seats });
        self.say_step();
    }

    /// Says what is to be chosen now.
    fn say_step(&mut self) {
        let Place::Order(order) = &self.place else { return };
        let lines = match order.step {
            Step::Preset => wire::for_game!(order.kind, presets(self.style)),
            Step::Rounds => vec![wire::for_game!(order.kind, rounds(order))],
            Step::Seats => {
                let (least, most) = wire::for_game!(order.kind, seats());
                vec![format!("How many at the table, {least} to {most}? [{}]", order.seats)]
            }
            Step::Company => company(order),
        };
        lines.iter().for_each(|line| self.say(line));
    }

    pub(super) fn ordering(&mut self, line: &str) {
        let Place::Order(order) = &mut self.place else { return };
        let step = match (line, order.step) {
            ("menu", _) | ("back", Step::Preset) => return self.go_to_menu(),
            ("back", Step::Rounds) => Ok(Step::Preset),
            ("back", Step::Seats) => Ok(Step::Rounds),
            ("back", Step::Company) => Ok(if several(order.kind) { Step::Seats } else { Step::Rounds }),
            (line, Step::Preset) => order.choose_preset(line),
            (line, Step::Rounds) => order.choose_rounds(line),
            (line, Step::Seats) => order.choose_seats(line),
            (line, Step::Company) => match order.choose_company(line) {
                Ok(company) => return self.place_order(&company),
                Err(why) => Err(why),
            },
        };
        match step {
            Ok(step) => {
                (order.step, self.nonsense) = (step, 0);
                self.say_step();
            }
            Err(why) => self.complain(&why),
        }
    }

    fn place_order(&mut self, company: &Company) {
        let Place::Order(order) = &self.place else { return };
        self.nonsense = 0;
        if let Company::Next = company {
            if order.rounds.is_some() {
                self.complain(
                    "A quick match has the rounds of its ruleset: go `back` and leave them as they are.",
                );
                return;
            }
            let (game, preset, seats) = (order.kind, order.preset.clone(), Some(order.seats));
            return self.ask(Ask::Wait(Wish { game, preset, seats, rated: Some(false), fallback: None }));
        }
        match wire::for_game!(order.kind, new_table(order)) {
            Ok(table) => {
                let mut table = table.me();
                for _ in 1..order.seats {
                    table = table.seat(match company {
                        Company::Bots(level) => SeatWish::Bot(*level),
                        Company::Friends | Company::Anyone | Company::Next => SeatWish::Open,
                    });
                }
                if let Company::Anyone = company {
                    table.visibility = Some(table::Visibility::Public);
                    table.spectators = Some(true);
                }
                table.hints = Some(matches!(company, Company::Bots(_)));
                table.pace = self.pace;
                self.ask(Ask::Open(Box::new(table)));
            }
            Err(why) => self.complain(&why),
        }
    }

    pub(super) fn opened(&mut self, card: &TableCard) {
        self.go_to_table(card.code);
        if card.seats.iter().any(Option::is_none) {
            let code = card.code;
            self.say(&format!("Your table is {code}. Friends type `join {code}` here."));
            if self.browsers {
                self.say(&format!("In a browser they open {}", card.link));
            }
        }
        self.ask(Ask::Sit(card.code));
    }

    pub(super) fn matched(&mut self, code: wire::Code) {
        match &self.place {
            Place::Table(at) if at.code == code => {}
            Place::Table(_) => {
                self.say(&format!("There is a match for you at table {code}: `menu`, then `join {code}`."));
            }
            Place::Queue => {
                self.say("Somebody wants to play.");
                self.go_to_table(code);
                self.ask(Ask::Sit(code));
            }
            // The same player waits, or plays, somewhere else: its seat there is not taken away unasked.
            Place::Door | Place::Menu | Place::Order(_) | Place::Tables { .. } => {
                self.say(&format!(
                    "There is a match for you at table {code}: `join {code}` to play it here."
                ));
            }
        }
    }

    pub(super) fn show_tables(&mut self, mut tables: Vec<TableCard>) {
        self.waiting = Waiting::Nothing;
        tables.retain(|card| card.is_joinable() || card.spectators);
        tables.truncate(MOST_LISTED);
        if tables.is_empty() {
            self.say("There is no public table just now. Open one: choose a game, then `anyone`.");
            return self.go_to_menu();
        }
        self.say("The tables; a number takes a seat, or looks on where none is open:");
        self.list(tables, false);
    }

    /// Where somebody sits who has come back.
    pub(super) fn show_own_tables(&mut self, tables: Vec<TableCard>) {
        if !tables.is_empty() {
            self.say("You sit at these tables: a number brings you there, a name to a game.");
            self.list(tables, true);
        }
    }

    fn list(&mut self, tables: Vec<TableCard>, own: bool) {
        for (number, card) in (1..).zip(&tables) {
            let name = |place: &Option<Taken>| match place {
                Some(Taken::Player { name, .. }) => name.clone(),
                Some(Taken::Bot { bot }) => format!("bot ({bot})"),
                None => "(open)".to_owned(),
            };
            let seats: Vec<String> = card.seats.iter().map(name).collect();
            let preset = card.preset.as_deref().unwrap_or("own rules");
            let line = format!("{number:>3}) {} {} ({preset}): {}", card.code, card.game, seats.join(", "));
            self.say(&self.style.wrapped(&line, 5));
        }
        self.place = Place::Tables { tables, own };
    }

    pub(super) fn among_tables(&mut self, line: &str) {
        let Place::Tables { tables, own } = &self.place else { return };
        let numbered = line.parse::<usize>().ok().and_then(|number| tables.get(number.checked_sub(1)?));
        let coded = || tables.iter().find(|card| line.parse() == Ok(card.code));
        match numbered.or_else(coded) {
            Some(card) => {
                let (code, joinable) = (card.code, *own || card.is_joinable());
                self.nonsense = 0;
                self.go_to_table(code);
                self.ask(if joinable { Ask::Sit(code) } else { Ask::Watch(code) });
            }
            None if matches!(line, "" | "menu" | "back") => self.go_to_menu(),
            // Whatever the menu knows can be typed here too.
            None => {
                self.place = Place::Menu;
                self.in_menu(line);
            }
        }
    }

    pub(super) fn in_queue(&mut self, line: &str) {
        match line {
            "menu" | "back" => {
                self.ask(Ask::WaitNoMore);
                self.place = Place::Menu;
                self.go_to_menu();
            }
            _ => self.complain("You wait for somebody to play with; `menu` waits no more."),
        }
    }
}

impl Order {
    fn choose_preset(&mut self, line: &str) -> Result<Step, String> {
        let names = wire::for_game!(self.kind, preset_names());
        self.preset = choice(line, &names, &self.preset)?;
        Ok(Step::Rounds)
    }

    fn choose_rounds(&mut self, line: &str) -> Result<Step, String> {
        self.rounds = match line {
            "" => None,
            line => Some(line.parse().map_err(|_| format!("`{}` is no number.", cards::quoted(line)))?),
        };
        wire::for_game!(self.kind, new_table(self))?;
        Ok(if several(self.kind) { Step::Seats } else { Step::Company })
    }

    fn choose_seats(&mut self, line: &str) -> Result<Step, String> {
        match line {
            "" => {}
            line => {
                let (least, most) = wire::for_game!(self.kind, seats());
                match line.parse() {
                    Ok(seats) if (least..=most).contains(&seats) => self.seats = seats,
                    _ => return Err(format!("{least} to {most} can play.")),
                }
            }
        }
        Ok(Step::Company)
    }

    fn choose_company(&self, line: &str) -> Result<Company, String> {
        let levels = Level::ALL.map(Level::name);
        let names: Vec<&str> = levels.into_iter().chain(["friend", "anyone", "quick"]).collect();
        Ok(match choice(line, &names, Level::Casual.name())?.as_str() {
            "friend" => Company::Friends,
            "anyone" => Company::Anyone,
            "quick" => Company::Next,
            level => Company::Bots(level.parse().map_err(|bad: bots::UnknownLevel| bad.to_string())?),
        })
    }
}

/// What the line names of these, by number or by name; nothing means the usual one.
fn choice(line: &str, names: &[&str], usual: &str) -> Result<String, String> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(usual.to_owned());
    }
    let numbered = line.parse::<usize>().ok().and_then(|number| names.get(number.checked_sub(1)?));
    let named = || names.iter().find(|name| name.eq_ignore_ascii_case(line));
    numbered.or_else(named).map(|name| (*name).to_owned()).ok_or_else(|| unknown(line, names))
}

fn unknown(word: &str, known: &[&str]) -> String {
    format!("`{}` is nothing of this: {}. `help` tells more.", cards::quoted(word), known.join(", "))
}

fn several(kind: GameKind) -> bool {
    let (least, most) = wire::for_game!(kind, seats());
    least < most
}

/// How few and how many can play.
fn seats<G: Plain>() -> (usize, usize) {
    (*G::SEATS.start(), *G::SEATS.end())
}

/// A line of the menu.
fn entry<G: Plain>() -> String {
    format!("{:<9} {}: {}", G::NAME, G::Rules::TITLE, G::ABOUT)
}

/// The usual ruleset, and the fewest seats.
fn usual<G: Plain>() -> (&'static str, usize) {
    (G::DEFAULT_PRESET, *G::SEATS.start())
}

fn preset_names<G: Plain>() -> Vec<&'static str> {
    G::Rules::presets().into_iter().map(|preset| preset.name).collect()
}

fn presets<G: Plain>(style: plain::Style) -> Vec<String> {
    let mut lines = vec![format!("{}: by which rules? [{}]", G::Rules::TITLE, G::DEFAULT_PRESET)];
    for (number, preset) in (1..).zip(G::Rules::presets()) {
        lines.push(style.wrapped(&format!("  {number}) {:<10} {}", preset.name, preset.about), 16));
    }
    lines
}

fn rounds<G: Plain>(_order: &Order) -> String {
    let rounds = if G::LORE == "deals" { "deals" } else { "rounds" };
    format!("How many {rounds}? [as the ruleset says]")
}

fn company(order: &Order) -> Vec<String> {
    let bots = if order.seats == 2 { "a bot that" } else { "bots: each" };
    let how = |level: Level| match level {
        Level::Beginner => "knows the rules, and forgets much",
        Level::Casual => "plays by simple rules",
        Level::Club => "plays like a regular",
        Level::Strong => "is hard to beat",
        Level::Expert => "plays as well as the house can",
    };
    let mut lines = vec!["With whom? [casual]".to_owned()];
    for (number, level) in (1..).zip(Level::ALL) {
        lines.push(format!("  {number}) {:<9} {bots} {}", level.name(), how(level)));
    }
    lines.push("  6) friend    whoever you tell the table's code".to_owned());
    lines.push("  7) anyone    whoever finds the table in the list".to_owned());
    lines.push("  8) quick     the next who wants to play the same".to_owned());
    lines
}

/// The table with these rules, as far as they make sense.
fn new_table<G: Plain>(order: &Order) -> Result<NewTable, String> {
    let preset = G::Rules::preset(&order.preset).map_err(|bad| bad.to_string())?;
    let table = NewTable::new(G::NAME);
    match order.rounds {
        None => Ok(table.preset(&order.preset)),
        Some(rounds) => {
            let rules = G::with_rounds(&preset, rounds).map_err(|bad| bad.to_string())?;
            let rules: Value = wire::rules::to_value::<G>(&rules);
            Ok(table.rules(rules))
        }
    }
}
