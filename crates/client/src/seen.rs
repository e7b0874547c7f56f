use bots::Level;
use game::{Seat, Seats};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use table::{ClockFace, Phase, Presence, Settings};
use wire::house::{Chat, Followed, Legal, Place, TableEvent};
use wire::{Code, Codec, GameKind, MatchId, PlayerCode};

/// A table as its observer knows it, by the types of its game.
#[derive(Clone, Debug)]
pub struct Seen<G: Codec> {
    /// Its code.
    pub code: Code,
    /// How many updates there were.
    pub version: u64,
    /// The observer's seat, if it has one.
    pub you: Option<Seat>,
    /// Whose table it is.
    pub owner: PlayerCode,
    /// What the owner has chosen.
    pub settings: Settings<G::Rules>,
    /// What it is doing.
    pub phase: Phase,
    /// The match, or the last one.
    pub match_id: Option<MatchId>,
    /// Who sits where; nothing is an open seat.
    pub seats: Seats<Option<Place>>,
    /// The clocks of those whose time is counted.
    pub clocks: Seats<Option<ClockFace>>,
    /// Who is there.
    pub presence: Seats<Presence>,
    /// What was said last.
    pub chat: Vec<Chat>,
    /// The match, as the observer may see it.
    pub view: Option<G::View>,
    /// What the observer may do.
    pub legal: Vec<G::Action>,
    /// Whether it must.
    pub must: bool,
}

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening<E> {
    /// In the match.
    Game(E),
    /// At the table.
    Table(TableEvent),
}

/// A table that is not of the form that it should have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the house shows a table that cannot be read: {0}")]
pub struct BadScene(String);

impl From<serde_json::Error> for BadScene {
    fn from(error: serde_json::Error) -> BadScene {
        BadScene(error.to_string().chars().filter(|letter| !letter.is_control()).take(200).collect())
    }
}

/// What is played at the table.
pub fn game_of(known: &Followed) -> Option<GameKind> {
    known.frame.get("game")?.as_str()?.parse().ok()
}

impl<G: Codec> Seen<G> {
    /// Reads what is known of a table.
    pub fn read(known: &Followed) -> Result<Seen<G>, BadScene> {
        #[derive(Deserialize)]
        #[serde(bound = "R: DeserializeOwned")]
        struct Frame<R> {
            table: Code,
            you: Option<Seat>,
            owner: PlayerCode,
            settings: Settings<R>,
        }
        #[derive(Deserialize)]
        #[serde(bound = "V: DeserializeOwned")]
        struct Scene<V> {
            phase: Phase,
            #[serde(rename = "match")]
            match_id: Option<MatchId>,
            seats: Seats<Option<Place>>,
            clocks: Option<Seats<Option<ClockFace>>>,
            view: Option<V>,
            legal: Vec<Legal>,
            must: bool,
        }
        let frame = Frame::<G::Rules>::deserialize(&known.frame)?;
        let scene = Scene::<G::View>::deserialize(&known.scene)?;
        let seats = scene.seats.len();
        let presence = Seats::<Presence>::deserialize(&known.presence)?;
        if presence.len() != seats || scene.clocks.as_ref().is_some_and(|clocks| clocks.len() != seats) {
            return Err(BadScene("its seats are not as many everywhere".to_owned()));
        }
        if let Some(view) = &scene.view {
            G::check_view(view).map_err(|why| BadScene(why.to_string()))?;
        }
        Ok(Seen {
            code: frame.table,
            version: known.version,
            you: frame.you.filter(|seat| seat.index() < seats),
            owner: frame.owner,
            settings: frame.settings,
            phase: scene.phase,
            match_id: scene.match_id,
            clocks: scene.clocks.unwrap_or_else(|| Seats::from_fn(seats, |_| None)),
            seats: scene.seats,
            presence,
            chat: known.chat.iter().map(Chat::deserialize).collect::<Result<_, _>>()?,
            view: scene.view,
            legal: actions::<G>(&scene.legal)?,
            must: scene.must,
        })
    }

    /// The events of [`News::Table`](crate::News::Table). What this client does not know is left out.
    pub fn events(events: &[Value]) -> Vec<Happening<G::Event>> {
        let read = |event: &Value| match event.get("table") {
            Some(_) => TableEvent::deserialize(event).ok().map(Happening::Table),
            None => G::Event::deserialize(event).ok().map(Happening::Game),
        };
        events.iter().filter_map(read).collect()
    }

    /// How the seats are called: by the players' names, and bots by their level or number.
    pub fn names(&self) -> Seats<String> {
        self.seats.map(|seat, place| match place {
            Some(Place::Player { name, .. }) => name.clone(),
            Some(Place::Bot { bot }) => bot_name(*bot, seat, self.seats.len()),
            None => "nobody".to_owned(),
        })
    }

    /// The same, but who has just left is still called by the name that it had before.
    pub fn names_after(&self, before: &Seats<String>) -> Seats<String> {
        let mut names = self.names();
        for (seat, place) in self.seats.iter() {
            if let (None, Some(name)) = (place, before.get(seat)) {
                names[seat] = name.clone();
            }
        }
        names
    }
}

/// Where there may be more than one bot they have numbers.
fn bot_name(level: Level, seat: Seat, seats: usize) -> String {
    if seats == 2 { format!("Bot ({level})") } else { format!("Bot {seat}") }
}

fn actions<G: Codec>(legal: &[Legal]) -> Result<Vec<G::Action>, BadScene> {
    let read = |code: &str| code.parse::<G::Action>().map_err(|why| BadScene(why.to_string()));
    let mut actions = Vec::new();
    for legal in legal {
        match legal {
            Legal::Action(code) => actions.push(read(code)?),
            Legal::Flips { flip, discard } => {
                for spot in flip {
                    actions.push(read(&format!("flip {spot} @{discard}"))?);
                }
            }
        }
    }
    Ok(actions)
}
