//! Which types there are: everything that the roots lead to.

use std::collections::BTreeMap;

use crate::serde_says;
use crate::source::{Room, Sources};

/// What a value can be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Anything,
    Text,
    Number,
    Truth,
    Null,
    Word(String),
    List(Box<Type>),
    /// From texts to such.
    Map(Box<Type>),
    Object(Vec<Field>),
    Either(Vec<(String, Type)>),
    /// The fields of all of them.
    Both(Vec<Type>),
    Named(String),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) about: String,
    /// It may be missing.
    pub(crate) optional: bool,
    pub(crate) of: Type,
}

/// A type with a name.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    /// Its room and its name there.
    pub(crate) from: String,
    pub(crate) about: String,
    pub(crate) of: Type,
}

#[derive(Default)]
pub(crate) struct Model {
    pub(crate) types: BTreeMap<String, Declared>,
}

impl Type {
    pub(crate) fn or_null(self) -> Type {
        Type::Either(vec![(String::new(), self), (String::new(), Type::Null)])
    }
}

/// Where everything begins that is said: the room, and the type in it.
const ROOTS: [(&str, &str); 40] = [
    ("by_hand", "Frame"),
    ("wire", "Request"),
    ("wire", "File"),
    ("wire", "Findings"),
    ("wire", "Guide"),
    ("wire", "Course"),
    ("wire", "Lesson"),
    ("wire", "MatchReview"),
    ("server", "RulesForm"),
    ("server", "GamesForm"),
    ("server", "OrderForm"),
    ("server", "TableForm"),
    ("server", "TablesForm"),
    ("server", "OwnTablesForm"),
    ("server", "PlayerForm"),
    ("server", "TokenForm"),
    ("server", "NameForm"),
    ("server", "PhraseForm"),
    ("server", "PassForm"),
    ("server", "RedeemForm"),
    ("server", "WishForm"),
    ("server", "TicketForm"),
    ("server", "TicketsForm"),
    ("server", "PageForm"),
    ("server", "LeadersForm"),
    ("server", "BeginForm"),
    ("server", "NextForm"),
    ("server", "RunForm"),
    ("server", "ProgressForm"),
    ("server", "Problem"),
    ("server", "SeatForm"),
    ("table", "Phrase"),
    ("table", "Settings"),
    ("wire", "Scene"),
    ("wire", "TableEvent"),
    ("by_hand", "View"),
    ("by_hand", "GameEvent"),
    ("by_hand", "Pool"),
    ("by_hand", "TicketState"),
    ("bots", "Level"),
];

/// What is written by hand and looks the same wherever it comes from: its name, how it is written, and what it is.
fn leaf(rust: &str) -> Option<(&str, Type, &'static str)> {
    let list = |name: &str| Type::List(Box::new(Type::Named(name.to_owned())));
    let (of, about) = match rust {
        "Code" => (Type::Text, "The code of a table, like `K7F3Q9MX`."),
        "MatchId" => (Type::Text, "A table's code with a number, `K7F3Q9MX-1`."),
        "PlayerCode" => (Type::Text, "The id of a player, 13 letters."),
        "RunId" => (Type::Text, "The id of a run, 13 letters."),
        "ActionId" => (Type::Text, "A client's own name for a request, by which a repeated one is known."),
        "Token" => (Type::Text, "A player's secret."),
        "Commitment" => (Type::Text, "64 hexadecimal digits."),
        "Entropy" => (Type::Text, "1 to 64 bytes as hexadecimal digits."),
        "Seat" => (Type::Number, "A seat, from 0."),
        "SeatSet" => (list("Seat"), "Seats, in order."),
        "Viewer" => {
            (Type::Named("Seat".to_owned()).or_null(), "The seat that looks; `null` for a spectator.")
        }
        "Millis" => {
            (Type::Number, "Milliseconds: a length of time, or a moment since 1970 by the server's clock.")
        }
        "Month" => (Type::Number, "A month, 1 to 12."),
        "DealType" => (Type::Number, "A type of deal, 1 to 7."),
        "Card" => (Type::Text, "The code of a card: `1-crane`, `10C`, `joker-red`."),
        "Set" => (list("Card"), "Cards in the order of the deck."),
        "Codes" => (list("Card"), "A deck: its cards in order."),
        "Spot" => (Type::Text, "A seat and a slot: `1.3`."),
        "Rules" => (Type::Map(Box::new(Type::Anything)), "Every knob of a ruleset with its value."),
        _ => return None,
    };
    let called = match rust {
        "Set" => "Cards",
        "Codes" => "Deck",
        other => other,
    };
    Some((called, of, about))
}

impl Model {
    pub(crate) fn of_the_house() -> Model {
        let sources = Sources::read();
        let mut model = Model::default();
        // Some of what is written by hand is made of these.
        for (room, name) in ROOTS.into_iter().chain([("game", "Seat"), ("game", "Card")]) {
            model.add(&sources, sources.room(room), name);
        }
        model
    }

    pub(crate) fn get(&self, name: &str) -> &Type {
        &self.types.get(name).unwrap_or_else(|| panic!("there is no type {name}")).of
    }

    /// The name under which the type of a room is known, which is added with all that it leads to.
    pub(crate) fn add(&mut self, sources: &Sources, room: &Room, name: &str) -> String {
        if let Some((called, of, about)) = leaf(name) {
            let declared = Declared { from: String::new(), about: about.to_owned(), of };
            self.types.insert(called.to_owned(), declared);
            return called.to_owned();
        }
        let (called, from) = (called(room.name, name), format!("{}::{name}", room.name));
        if let Some(known) = self.types.get(&called) {
            assert_eq!(known.from, from, "two types are called {called}");
            return called;
        }
        // A type may lead back to itself.
        let declared = Declared { from, about: String::new(), of: Type::Anything };
        self.types.insert(called.clone(), declared.clone());
        let (about, of) = serde_says::declared(self, sources, sources.item(room, name));
        self.types.insert(called.clone(), Declared { about, of, ..declared });
        called
    }
}

/// What belongs to a game bears its name, and a few things are called as the documents call them.
fn called(room: &str, name: &str) -> String {
    match (room, name) {
        ("koikoi", name) => format!("Koikoi{name}"),
        ("kierki", name) => format!("Kierki{name}"),
        ("kaboom", name) => format!("Kaboom{name}"),
        ("by_hand", "Frame") => "Notice".to_owned(),
        ("by_hand", "GameKind") => "Game".to_owned(),
        ("wire", "Notice") => "OtherNotice".to_owned(),
        ("wire", "Event") => "AnyEvent".to_owned(),
        ("wire", "File") => "Replay".to_owned(),
        ("wire", "FairText") => "Fair".to_owned(),
        ("table", "Presence") => "SeatPresence".to_owned(),
        ("server", "TableForm") => "TableCard".to_owned(),
        (_, name) => name.to_owned(),
    }
}
