//! Every byte format of the house. Only this crate knows how things are written down.
//!
//! [`house`] is the protocol between clients and tables, with [`changes`] for what differs between two scenes; [`log`] is what the store
//! keeps of a table. [`replay`] is the JSON file of a match, [`course`] tells it step by step, [`review`] what its decisions were worth, [`lessons`] are matches to learn from, [`verify`] looks whether it was fair, [`rules`] are rules as people write them, [`guide`] explains them to programs, [`bot`] has the questions to
//! bots and their answers, and [`kierki`] is the public Kierki protocol.
//!
//! ```
//! use koikoi::KoiKoi;
//! use wire::replay::Replay;
//!
//! let text = r#"{
//!     "version": 1, "game": "koikoi", "rules": { "preset": "japan", "rounds": 1 }, "seed": "7",
//!     "actions": [{ "seat": 0, "action": "play 1-crane" }]
//! }"#;
//! let replay: Replay<KoiKoi> = wire::replay::read(text).unwrap();
//! let state = replay.record.replay(&mut ()).unwrap();
//! assert_eq!(game::Game::scores(&state), [30, 30].into());
//! ```

pub mod bot;
pub mod changes;
mod codec;
pub mod course;
pub mod guide;
pub mod house;
mod ids;
pub mod kierki;
mod kind;
pub mod lessons;
pub mod log;
pub mod replay;
pub mod review;
pub mod rules;
pub mod verify;

pub use codec::Codec;
pub use ids::{BadId, Code, MatchId, PlayerCode, RunId};
pub use kind::{GameKind, UnknownGame, games};

/// What serde or a program says, cut to a readable length and without anything that a terminal obeys.
fn plain(text: impl ToString) -> String {
    const LONGEST: usize = 200;
    let text = text.to_string();
    let plain = |letter: char| if letter.is_control() { '?' } else { letter };
    let cut = text.chars().nth(LONGEST).map(|_| '…');
    text.chars().take(LONGEST).map(plain).chain(cut).collect()
}
