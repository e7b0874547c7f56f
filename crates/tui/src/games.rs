//! What each game brings to its table: what may be done by which key, and how it is drawn.

pub(crate) mod french;
pub(crate) mod hanafuda;
mod kaboom;
mod kierki;
mod koikoi;

use bots::Levels;
use game::{Seat, Seats};
use plain::Plain;
use ratatui::layout::Rect;

use crate::canvas::{Canvas, Target};
use crate::look::{Look, Paint};

/// A game with a table in the terminal.
pub(crate) trait Board:
    Plain + Levels<View: Send, Action: Send, Event: Send, Rules: Send> + Send + 'static
{
    /// What can be done now.
    fn offers(view: &Self::View, legal: &[Self::Action]) -> Offers<Self::Action>;

    /// Which round, and of what.
    fn headline(view: &Self::View) -> String;

    /// What the table waits for, said to the viewer.
    fn prompt(view: &Self::View, names: &Seats<String>, you: Option<Seat>) -> String;

    /// How the last round ended, with a number that changes with each; `None` before.
    fn last(view: &Self::View) -> Option<(u32, String)>;

    /// The final places, of a match that is over.
    fn ending(view: &Self::View) -> Option<&game::Outcome>;

    /// Provided: cards that an event shows for a moment, and where.
    fn glimpses(_event: &Self::Event) -> Vec<Glimpse> {
        Vec::new()
    }

    /// Provided: the places at which an event leaves another card than before, or none.
    fn moved(_event: &Self::Event) -> Vec<::kaboom::Spot> {
        Vec::new()
    }

    /// Provided: the event as the log keeps it, where everyone can read it as long as one likes.
    fn noted(_view: &Self::View, event: &Self::Event) -> Option<Self::Event> {
        Some(event.clone())
    }

    /// Provided: whether what was glimpsed may still be looked at, however long ago it was.
    fn lingers(_view: &Self::View) -> bool {
        false
    }

    /// Draws the table.
    fn draw(canvas: &mut Canvas, area: Rect, sight: &Sight<Self>);

    /// Provided: how far up and down lead among the places.
    const ROW: usize = 1;

    /// Provided: whether the card goes with what is under the cursor.
    fn goes_with(_view: &Self::View, _aimed: Option<Target>, _card: usize) -> bool {
        false
    }

    /// Provided: the card of which there is a picture.
    fn picture(_target: Target) -> Option<cards::hanafuda::Card> {
        None
    }

    /// Provided: what is worth knowing beside the table, a line each.
    fn aside(_sight: &Sight<Self>, _look: Look) -> Vec<(String, Paint)> {
        Vec::new()
    }
}

/// A card that is shown for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glimpse {
    pub(crate) spot: ::kaboom::Spot,
    pub(crate) card: cards::french::Card,
}

/// What can be done: places to point at, and buttons.
#[derive(Clone, Debug)]
pub(crate) struct Offers<A> {
    /// What pointing at a place does.
    pub(crate) pick: Vec<(Target, A)>,
    /// What keys do.
    pub(crate) buttons: Vec<Button<A>>,
}

impl<A> Default for Offers<A> {
    fn default() -> Offers<A> {
        Offers { pick: Vec::new(), buttons: Vec::new() }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Button<A> {
    pub(crate) key: char,
    pub(crate) word: &'static str,
    pub(crate) does: Does<A>,
}

#[derive(Clone, Debug)]
pub(crate) enum Does<A> {
    /// This.
    Act(A),
    /// It asks for a place first.
    Pick(Vec<(Target, A)>),
}

/// Everything that a table is drawn from.
pub(crate) struct Sight<'a, G: Board> {
    pub(crate) view: &'a G::View,
    pub(crate) names: &'a Seats<String>,
    /// The seat at the lower edge.
    pub(crate) near: Seat,
    /// The cards of each seat face-up, for whoever looks at a match that is over.
    pub(crate) open: Option<&'a Seats<Vec<Option<G::Card>>>>,
    /// What is shown for a moment.
    pub(crate) glimpses: &'a [Glimpse],
    /// The clocks in words.
    pub(crate) clocks: &'a Seats<String>,
    /// How each place is marked.
    pub(crate) marks: &'a dyn Fn(Target) -> Mark,
}

impl<G: Board> Sight<'_, G> {
    /// The name with what else is to be known of the seat now.
    pub(crate) fn title(&self, seat: Seat) -> String {
        format!("{}{}", self.names[seat], self.clocks[seat])
    }

    pub(crate) fn mark(&self, target: Target) -> Mark {
        (self.marks)(target)
    }
}

/// How a card is marked: by signs in its edge, never by colour alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The key that picks it.
    pub(crate) key: Option<char>,
    /// It is under the cursor.
    pub(crate) chosen: bool,
    /// It goes with what is under the cursor.
    pub(crate) matches: bool,
    /// Bots would choose it.
    pub(crate) advised: bool,
    /// It cannot be chosen, while others can.
    pub(crate) dim: bool,
}

impl Mark {
    pub(crate) fn draw(self, canvas: &mut Canvas, area: Rect) {
        let look = canvas.look;
        let middle = area.width / 2;
        if self.matches {
            canvas.put(area, middle, 0, look.sign("◆", "@"), Paint::Chosen);
        }
        if self.advised {
            canvas.put(area, 1, 0, look.sign("✓", "!"), Paint::Chosen);
        }
        if let Some(key) = self.key {
            canvas.put(area, middle, area.height - 1, &key.to_string(), Paint::Key);
        }
    }
}
