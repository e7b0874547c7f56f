use std::fmt;
use std::str::FromStr;

use game::Game;

/// The games of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Hanafuda for two.
    KoiKoi,
    /// Tricks that nobody wants, for four.
    Kierki,
    /// Memory and quick flips for two to six.
    Kaboom,
}

/// The games by their types, for [`for_game`](crate::for_game).
pub mod games {
    pub use kaboom::Kaboom;
    pub use kierki::Kierki;
    pub use koikoi::KoiKoi;
}

/// Calls a generic function for a game: the one place where the games are told apart.
///
/// ```
/// fn seats<G: game::Game>(more: usize) -> usize {
///     G::SEATS.end() + more
/// }
/// assert_eq!(wire::for_game!(wire::GameKind::Kaboom, seats(1)), 7);
/// ```
#[macro_export]
macro_rules! for_game {
    ($kind:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $kind {
            $crate::GameKind::KoiKoi => $function::<$crate::games::KoiKoi>($($argument),*),
            $crate::GameKind::Kierki => $function::<$crate::games::Kierki>($($argument),*),
            $crate::GameKind::Kaboom => $function::<$crate::games::Kaboom>($($argument),*),
        }
    };
}

impl GameKind {
    /// All of them.
    pub const ALL: [GameKind; 3] = [GameKind::KoiKoi, GameKind::Kierki, GameKind::Kaboom];

    /// The name in messages and files.
    pub fn name(self) -> &'static str {
        fn name<G: Game>() -> &'static str {
            G::NAME
        }
        for_game!(self, name())
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A game that is not played here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the games are koikoi, kierki and kaboom")]
pub struct UnknownGame;

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<GameKind, UnknownGame> {
        GameKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or(UnknownGame)
    }
}

cards::serde_as_text!(GameKind);
