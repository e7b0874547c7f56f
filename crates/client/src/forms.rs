//! What is asked and answered over HTTP, as far as clients use it.

use bots::Level;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Clock, Millis, Phase, Visibility};
use wire::house::{Place, Player, Token};
use wire::review::MatchReview;
use wire::{Code, GameKind, MatchId, PlayerCode};

/// Somebody who was just welcomed, with the secret that it is known by from now on.
#[derive(Clone, Debug)]
pub struct Guest {
    /// Who.
    pub player: Player,
    /// Its secret.
    pub token: Token,
}

/// The games of a house, and how well its bots play.
#[derive(Clone, Debug, Deserialize)]
pub struct Games {
    /// What is played.
    pub games: Vec<GameCard>,
    /// The weakest first.
    pub levels: Vec<String>,
}

/// A game.
#[derive(Clone, Debug, Deserialize)]
pub struct GameCard {
    /// In messages.
    pub name: String,
    /// As people call it.
    pub title: String,
    /// How many may play.
    pub seats: SeatRange,
    /// Named rulesets.
    pub presets: Vec<PresetCard>,
    /// What can be changed in them.
    pub knobs: Vec<KnobCard>,
}

/// How many may play.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct SeatRange {
    /// At least.
    pub least: usize,
    /// At most.
    pub most: usize,
}

/// A named ruleset.
#[derive(Clone, Debug, Deserialize)]
pub struct PresetCard {
    /// Its name.
    pub name: String,
    /// What it is like.
    pub about: String,
    /// Every knob with its value.
    pub rules: Value,
}

/// What can be changed in a ruleset.
#[derive(Clone, Debug, Deserialize)]
pub struct KnobCard {
    /// Its name.
    pub name: String,
    /// What it does.
    pub about: String,
    /// The values that it takes, by their `kind`.
    pub takes: Value,
}

/// A table to be opened. Whoever opens it sits where it says `me`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct NewTable {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<SeatWish>,
    /// How long one may think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Whether it counts for ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// Whether others may watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spectators: Option<bool>,
    /// Who finds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Visibility>,
    /// How long a bot takes at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pace: Option<Millis>,
    /// How long somebody may hold up everyone else out of turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<Millis>,
    /// How long a deal waits for what players add to its chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entropy: Option<Millis>,
    /// Whether players may ask what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
}

/// Who is to sit in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatWish {
    /// Whoever opens the table.
    Me,
    /// Whoever comes.
    Open,
    /// A bot.
    Bot(Level),
}

impl NewTable {
    /// Of this game, with the house's own choice for everything that is not said.
    pub fn new(game: &str) -> NewTable {
        NewTable { game: game.to_owned(), ..NewTable::default() }
    }

    /// By these rules.
    pub fn preset(self, name: &str) -> NewTable {
        NewTable { preset: Some(name.to_owned()), ..self }
    }

    /// By a ruleset with knobs changed, in place of a preset: `{"preset": "japan", "rounds": 3}`.
    pub fn rules(self, rules: Value) -> NewTable {
        NewTable { rules: Some(rules), preset: None, ..self }
    }

    /// The next seat is for whoever opens the table.
    pub fn me(self) -> NewTable {
        self.seat(SeatWish::Me)
    }

    /// The next seat is for a bot.
    pub fn bot(self, level: Level) -> NewTable {
        self.seat(SeatWish::Bot(level))
    }

    /// The next seat is for whoever comes.
    pub fn open(self) -> NewTable {
        self.seat(SeatWish::Open)
    }

    /// One more seat.
    pub fn seat(mut self, wish: SeatWish) -> NewTable {
        self.seats.push(wish);
        self
    }
}

/// A table as those see it who look for one.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct TableCard {
    /// By which it is joined.
    pub code: Code,
    /// What to send to friends.
    pub link: String,
    /// What is played.
    pub game: GameKind,
    /// By which rules; nothing where knobs were changed.
    pub preset: Option<String>,
    /// What it is doing.
    pub phase: Phase,
    /// The match that is played, or was last.
    #[serde(rename = "match")]
    pub match_id: Option<MatchId>,
    /// Whose table it is.
    pub owner: PlayerCode,
    /// Who sits where; nothing is an open seat.
    pub seats: Vec<Option<Place>>,
    /// How long one may think.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether others may watch.
    pub spectators: bool,
    /// How many do.
    pub watching: usize,
    /// Who finds it.
    pub visibility: Visibility,
    /// Whether it waits for the asker; only told of the asker's own tables.
    #[serde(default)]
    pub awaited: bool,
}

impl TableCard {
    /// Whether somebody could take a seat now.
    pub fn is_joinable(&self) -> bool {
        matches!(self.phase, Phase::Waiting | Phase::Over) && self.seats.iter().any(Option::is_none)
    }
}

/// What somebody wants to play with whoever wants the same.
#[derive(Clone, Debug, Serialize)]
pub struct Wish {
    /// The game.
    pub game: GameKind,
    /// The ruleset.
    pub preset: String,
    /// How many play; the fewest that can if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<usize>,
    /// Whether it counts for ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<bool>,
    /// Bots for the seats that nobody takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<Fallback>,
}

/// Bots for the seats that nobody has taken after some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallback {
    /// After so long.
    pub after_ms: Millis,
    /// How well they play.
    pub level: Level,
}

/// A wish, and what has become of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Ticket {
    /// `waiting`, `matched` or `crowded`.
    pub state: String,
    /// The game.
    pub game: GameKind,
    /// The ruleset.
    pub preset: String,
    /// Since when it waits.
    pub since: Millis,
    /// Where there is a seat now.
    pub table: Option<Code>,
}

/// How far the house has come with a review.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Reviewing {
    /// It is there.
    Done(Box<MatchReview>),
    /// It is being thought about.
    Thinking {
        /// How much is done, from 0 to 1.
        progress: f32,
    },
}
