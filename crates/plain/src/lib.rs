//! Tables, actions and events as plain text, for whoever reads lines: the command line, the text port, logs.
//!
//! The text is ASCII in 80 columns, unless a [`Style`] asks otherwise.
//!
//! ```
//! use game::{Deals, Game, Ruleset, Seat, Viewer};
//! use koikoi::{KoiKoi, Rules};
//! use plain::{Plain, Style};
//!
//! let rules = Rules::preset("quick").unwrap();
//! let game = KoiKoi::start(&rules, 2, &Deals::Seed(1.into()), &mut ()).unwrap();
//! let names = ["Ada", "Basho"].map(String::from).into();
//! let table = KoiKoi::table(&game.view(Viewer::Seat(Seat::FIRST)), &names, Style::default());
//! assert!(table.contains("Ada: 0 points, 8 cards in hand") && table.is_ascii());
//! ```

mod choices;
mod happenings;
mod kaboom;
mod kierki;
mod koikoi;
mod review;
mod ruleset;
mod style;

use bots::Levels;
use game::{Deals, Seat, Seats};
use wire::Codec;
use wire::rules::BadRules;

pub use choices::{aim, choices, find, listed};
pub use happenings::table_event;
pub use kierki::costs;
pub use review::{Mattered, Retold, advice, range, retold, worth};
pub use ruleset::ruleset;
pub use style::{Style, capital, padded, with_names, wrapped};

/// A game that can be told in plain text.
pub trait Plain: Codec + Levels {
    /// The ruleset for whoever names none.
    const DEFAULT_PRESET: &'static str;

    /// Whether points are penalties.
    const FEWEST_POINTS_WIN: bool;

    /// What it is like, in a few words.
    const ABOUT: &'static str;

    /// What a player of this game wants to look up: `yaku`, `deals` or `abilities`.
    const LORE: &'static str;

    /// The table as its viewer sees it.
    fn table(view: &Self::View, names: &Seats<String>, style: Style) -> String;

    /// A few words beside an action, for those who do not know the codes yet.
    fn remark(view: &Self::View, action: Self::Action) -> String;

    /// All cards with their names, those marked that the viewer holds.
    fn cards(rules: &Self::Rules, view: Option<&Self::View>, style: Style) -> String;

    /// What [`Plain::LORE`] names, as these rules have it, and how far the viewer is.
    fn lore(rules: &Self::Rules, view: Option<&Self::View>, style: Style) -> String;

    /// The points so far, as the table shows them.
    fn points(view: &Self::View) -> Seats<i32>;

    /// The code of a card as it looks beyond ASCII; `None` for any other word.
    fn dressed(word: &str) -> Option<String>;

    /// Provided: whether the action is one that nobody waits for: these are told in one line, and race with each other.
    fn is_reaction(_action: Self::Action) -> bool {
        false
    }

    /// Provided: a number that changes when it is worth asking a person again who may act and is not awaited.
    fn moment(_view: &Self::View) -> u64 {
        0
    }

    /// Whether a new round begins, which is set apart from what came before.
    fn begins_round(event: &Self::Event) -> bool;

    /// How many rounds were played so far, the running one included.
    fn rounds(&self) -> u64;

    /// Provided: the match that a file of deals gives, with the other knobs as they are; for games that have such files.
    fn deals_from(_file: &[u8], _rules: Self::Rules) -> Result<(Self::Rules, Deals), String> {
        Err("this game has no files of deals".to_owned())
    }

    /// Provided: these rules with so many rounds.
    fn with_rounds(rules: &Self::Rules, rounds: u32) -> Result<Self::Rules, BadRules> {
        wire::rules::with_assignments::<Self>(rules, &[format!("rounds={rounds}")])
    }

    /// Provided: an action as it was typed in short by the player of this seat, spelled out.
    fn spelled(text: &str, _own: Seat) -> String {
        text.to_owned()
    }

    /// Provided: what happened, as a sentence with the names of the players.
    fn sentence(event: &Self::Event, names: &Seats<String>, style: Style) -> String {
        capital(&with_names(&style.dress::<Self>(&event.to_string()), names))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{ActionList, Ruleset, Viewer};
    use unicode_width::UnicodeWidthStr;

    /// Everything that can be printed in the course of a match fits its style.
    fn fits<G: Plain>() {
        let seats = *G::SEATS.start();
        let names = Seats::from_fn(seats, |seat| format!("A player with a name, {seat}"));
        for preset in G::Rules::presets() {
            let mut state = G::start(&preset.rules, seats, &Deals::Seed(7.into()), &mut ()).unwrap();
            let mut legal = ActionList::new();
            for step in 0..120 {
                let Some(seat) = state.awaited().first() else { break };
                state.legal(seat, &mut legal);
                let view = state.view(Viewer::Seat(seat));
                for style in [Style::default(), Style { columns: 80, unicode: true }] {
                    let mut text = choices::<G>(&view, &legal, style);
                    text.push(G::table(&view, &names, style));
                    text.push(G::lore(&preset.rules, Some(&view), style));
                    text.push(G::cards(&preset.rules, Some(&view), style));
                    for line in text.iter().flat_map(|text| text.lines()) {
                        assert!(line.width() <= 80 && (style.unicode || line.is_ascii()), "{line}");
                    }
                }
                let action = legal[step % legal.len()];
                state.play(seat, action, &mut ()).unwrap();
            }
        }
    }

    #[test]
    fn all_of_it_fits_80_columns() {
        for kind in wire::GameKind::ALL {
            wire::for_game!(kind, fits());
        }
    }

    #[test]
    fn a_match_has_as_many_rounds_as_asked_for() {
        let seven = ::kierki::Rules::preset("seven").unwrap();
        let rounds = |rounds| <::kierki::Kierki as Plain>::with_rounds(&seven, rounds);
        assert_eq!(rounds(2).unwrap().deals.to_string(), "1N 2E");
        assert_eq!(rounds(9).unwrap().deals.len(), 9);
        assert!(rounds(0).is_err() && rounds(u32::MAX).is_err());
        let quick = ::koikoi::Rules::preset("quick").unwrap();
        assert_eq!(<::koikoi::KoiKoi as Plain>::with_rounds(&quick, 5).unwrap().rounds, 5);
        assert!(<::koikoi::KoiKoi as Plain>::with_rounds(&quick, 13).is_err());
    }
}
