//! The table of Kaboom.

use std::borrow::Cow;

use ::kaboom::{Ability, Action, Event, Kaboom, Spot, Stage, View};
use cards::french::Card;
use game::{Game, Outcome, Seat, Seats, Viewer};
use ratatui::layout::Rect;

use super::{Board, Button, Does, Glimpse, Offers, Sight, french};
use crate::canvas::{Canvas, Hit, Target};
use crate::look::Paint;

impl Board for Kaboom {
    const ROW: usize = 3;

    fn offers(view: &View, legal: &[Action]) -> Offers<Action> {
        let mut offers = Offers::default();
        let own = |slot: u8, seat: Option<Seat>| seat.map(|seat| Target::Slot(Spot { seat, slot }));
        let near = match view.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        let (mut takes, mut flips) = (Vec::new(), Vec::new());
        for action in legal {
            let button = |key, word| Button { key, word, does: Does::Act(*action) };
            match *action {
                Action::Look => offers.buttons.push(button('l', "look")),
                Action::Ready => offers.buttons.push(button('r', "ready")),
                Action::Draw => offers.buttons.push(button('d', "draw")),
                Action::Kaboom => offers.buttons.push(button('K', "kaboom")),
                Action::Use => offers.buttons.push(button('u', "use it")),
                Action::Discard => offers.buttons.push(button('x', "discard")),
                Action::Decline => offers.buttons.push(button('n', "no more")),
                Action::Take { slot, .. } => takes.extend(own(slot, near).map(|target| (target, *action))),
                Action::Flip { spot, .. } => flips.push((Target::Slot(spot), *action)),
                Action::Keep { slot, .. } | Action::Give(slot) => {
                    offers.pick.extend(own(slot, near).map(|target| (target, *action)));
                }
                Action::Peek(spot) | Action::Swap(spot) => offers.pick.push((Target::Slot(spot), *action)),
            }
        }
        if !takes.is_empty() {
            offers.buttons.push(Button { key: 't', word: "take", does: Does::Pick(takes) });
        }
        if !flips.is_empty() {
            offers.buttons.push(Button { key: 'f', word: "flip", does: Does::Pick(flips) });
        }
        offers
    }

    fn headline(view: &View) -> String {
        let round = match view.rules.until_score {
            0 => format!("Round {} of {}", view.round, view.rules.rounds),
            score => format!("Round {} until {score} points", view.round),
        };
        match view.turn_number {
            0 => round,
            turn => format!("{round} · turn {turn}"),
        }
    }

    fn prompt(view: &View, names: &Seats<String>, you: Option<Seat>) -> String {
        if let Some(gift) = view.gift {
            return match you == Some(gift.flipper) {
                true => "Give one of your cards in its place, or none.".to_owned(),
                false => format!("{} may give a card.", names[gift.flipper]),
            };
        }
        let name = &names[view.turn];
        let own = you == Some(view.turn);
        match (view.stage, own) {
            (Stage::Ready, _)
                if you.is_some_and(|you| !view.looked.contains(you) && !view.ready.contains(you)) =>
            {
                "Look at your bottom row, this once, and keep it in mind.".to_owned()
            }
            (Stage::Ready, _) if you.is_some_and(|you| !view.ready.contains(you)) => {
                "Say when you are ready: the cards are hidden then.".to_owned()
            }
            (Stage::Ready, _) => "The others are getting ready.".to_owned(),
            (Stage::FirstMove, true) => "Your turn: draw, take the discard, or call kaboom.".to_owned(),
            (Stage::Drawn, true) => {
                let ability = view.held.and_then(|held| Ability::of(held.card?));
                match ability {
                    Some(ability) => format!(
                        "Keep it in place of a card, discard it, or use it: {}.",
                        ability_words(ability)
                    ),
                    None => "Keep it in place of one of your cards, or discard it.".to_owned(),
                }
            }
            (Stage::Spent, true) => "Keep it in place of one of your cards, or discard it.".to_owned(),
            (Stage::Pick(ability), true) => format!("Choose a card: {}.", ability_words(ability)),
            (Stage::SwapWith(_), true) => "Choose the card that it changes places with.".to_owned(),
            (Stage::PeekAgain(_), true) => "Choose another card to peek at.".to_owned(),
            (Stage::FirstMove, false) => format!("{name} begins the turn."),
            (Stage::Over, _) => "The match is over.".to_owned(),
            (Stage::NoDeck, _) => "The record ends here.".to_owned(),
            (_, false) => format!("{name} has drawn a card."),
        }
    }

    fn last(view: &View) -> Option<(u32, String)> {
        view.last.as_ref().map(|last| (last.round.into(), last.to_string()))
    }

    fn ending(view: &View) -> Option<&Outcome> {
        view.outcome.as_ref()
    }

    fn glimpses(event: &Event) -> Vec<Glimpse> {
        match event {
            Event::Peeked { spot, card: Some(card), .. } | Event::FlippedWrong { spot, card, .. } => {
                vec![Glimpse { spot: *spot, card: *card }]
            }
            _ => Vec::new(),
        }
    }

    fn moved(event: &Event) -> Vec<Spot> {
        match *event {
            Event::Took { seat, slot, .. } | Event::Kept { seat, slot, .. } => vec![Spot { seat, slot }],
            Event::Swapped { one, other, .. } => vec![one, other],
            Event::Flipped { spot, .. } => vec![spot],
            Event::Gave { seat, slot, to } => vec![Spot { seat, slot }, to],
            _ => Vec::new(),
        }
    }

    /// Memory is the game: without a memory aid the log has only what everyone saw.
    fn noted(view: &View, event: &Event) -> Option<Event> {
        match view.rules.memory_aid {
            true => Some(event.clone()),
            false => Kaboom::redact(event, Viewer::Spectator).map(Cow::into_owned),
        }
    }

    /// Before the first turn one may look as long as one likes.
    fn lingers(view: &View) -> bool {
        view.stage == Stage::Ready
    }

    fn draw(canvas: &mut Canvas, area: Rect, sight: &Sight<Kaboom>) {
        let view = sight.view;
        let seats = view.hands.len();
        let others: Vec<Seat> = (1..seats)
            .scan(sight.near, |seat, _| {
                *seat = seat.next(seats);
                Some(*seat)
            })
            .collect();
        let rows = view.hands.iter().map(|(_, hand)| hand.len().div_ceil(3)).max().unwrap_or(2).max(2) as u16;
        let across = (area.width.saturating_sub(1) / Form::Whole.block()).max(1);
        let lines = (others.len() as u16).div_ceil(across);
        let form = match (lines + 1) * (1 + 3 * rows) < area.height {
            true => Form::Whole,
            false => Form::Line,
        };
        let across = (area.width.saturating_sub(1) / form.block()).max(1);
        let block = 1 + form.rows() * rows;
        // Names have more room where few sit.
        let beside = (others.len() as u16).clamp(1, across);
        let step = (area.width.saturating_sub(1) / beside).clamp(form.block(), MOST_BESIDE);
        for (place, seat) in others.iter().enumerate() {
            let (row, column) = (place as u16 / across, place as u16 % across);
            let at = Rect {
                x: area.x + 1 + column * step,
                y: area.y + row * block,
                width: step - 1,
                height: block,
            };
            hand(canvas, at.intersection(area), sight, *seat, form);
        }
        let lines = (others.len() as u16).div_ceil(across);
        let below = area.y + lines * block + u16::from(area.height > (lines + 1) * block + 2);
        let own = Form::Whole;
        let at = Rect { x: area.x + 1, y: below, width: own.block() - 1, height: 1 + own.rows() * rows };
        hand(canvas, at.intersection(area), sight, sight.near, own);
        let x = area.x + own.block() + 3;
        let at = Rect { x, y: below, width: area.right().saturating_sub(x), height: 7 };
        piles(canvas, at.intersection(area), sight);
    }
}

fn ability_words(ability: Ability) -> &'static str {
    match ability {
        Ability::PeekOwn => "peek at one of your cards",
        Ability::PeekOther => "peek at a card of somebody else",
        Ability::Swap => "swap two cards of different players",
        Ability::PeekTwo => "peek at two cards",
    }
}

/// A hand and its name need no more columns.
const MOST_BESIDE: u16 = 28;

/// How a face-down card is drawn.
#[derive(Clone, Copy)]
enum Form {
    /// 5 columns, 3 rows.
    Whole,
    /// 4 columns, 1 row.
    Line,
}

impl Form {
    const fn columns(self) -> u16 {
        match self {
            Form::Whole => 5,
            Form::Line => 4,
        }
    }

    const fn rows(self) -> u16 {
        match self {
            Form::Whole => 3,
            Form::Line => 1,
        }
    }

    /// Three cards and a gap.
    const fn block(self) -> u16 {
        3 * self.columns() + 2
    }
}

fn hand(canvas: &mut Canvas, area: Rect, sight: &Sight<Kaboom>, seat: Seat, form: Form) {
    let view = sight.view;
    let turn = view.turn == seat && view.outcome.is_none() && view.turn_number > 0;
    let (sign, paint) = if turn { ("▶ ", Paint::FeltGold) } else { ("", Paint::Felt) };
    let called = if view.caller == Some(seat) { " KABOOM" } else { "" };
    canvas.put(area, 0, 0, &format!("{sign}{}{called} {}", sight.title(seat), view.scores[seat]), paint);
    for (slot, laid) in (0_u8..).zip(view.hands[seat].iter()) {
        let spot = Spot { seat, slot };
        let x = area.x + u16::from(slot % 3) * form.columns();
        let y = area.y + 1 + u16::from(slot / 3) * form.rows();
        let at = Rect { x, y, width: form.columns(), height: form.rows() };
        if at.intersection(area) != at {
            continue;
        }
        let mark = sight.mark(Target::Slot(spot));
        let known = laid.as_ref().and_then(|_| shown(sight, spot));
        let word = known.map_or_else(
            || laid.as_ref().map_or("", |_| "░").to_owned(),
            |card| french::face(card, canvas.look),
        );
        let word = if word == "░" { canvas.look.sign("░", ":").to_owned() } else { word };
        match form {
            Form::Whole => match (known, laid) {
                (Some(card), _) => {
                    french::draw(canvas, x, y, 3, card, mark);
                    // What is under the cursor is the place, not the card of the deck.
                    canvas.hits.pop();
                }
                (None, Some(_)) => french::back(canvas, at, &word, mark),
                (None, None) => canvas.centre(at, 1, "·", Paint::FeltQuiet),
            },
            Form::Line => {
                let key = mark.key.map_or(' ', |key| key);
                let paint = match (mark.chosen, known, laid) {
                    (true, ..) => Paint::Chosen,
                    (_, Some(card), _) => french::paint(card),
                    (_, None, Some(_)) => Paint::Back,
                    (_, None, None) => Paint::FeltQuiet,
                };
                let text = if known.is_some() { format!("{word:<3}") } else { format!("{key}{word:<2}") };
                let text = if laid.is_some() { text } else { " · ".to_owned() };
                canvas.put(at, 0, 0, &text, paint);
            }
        }
        if laid.is_some() {
            canvas.hit(at, Hit::Target(Target::Slot(spot)));
        }
    }
}

/// The card there, if it may be shown: for a moment, or with a memory aid, or when all is over.
fn shown(sight: &Sight<Kaboom>, spot: Spot) -> Option<Card> {
    let open = sight.open.and_then(|open| *open.get(spot.seat)?.get(usize::from(spot.slot))?);
    let glimpse = sight.glimpses.iter().find(|glimpse| glimpse.spot == spot).map(|glimpse| glimpse.card);
    let aid = sight.view.rules.memory_aid || sight.view.outcome.is_some();
    open.or(glimpse).or_else(|| sight.view.at(spot).and_then(|laid| laid.card).filter(|_| aid))
}

fn piles(canvas: &mut Canvas, area: Rect, sight: &Sight<Kaboom>) {
    let view = sight.view;
    if area.height < 4 || area.width < 14 {
        return;
    }
    canvas.put(area, 0, 0, "pile", Paint::FeltQuiet);
    french::back(
        canvas,
        Rect { width: 5, height: 3, y: area.y + 1, ..area },
        &view.draw_pile.to_string(),
        super::Mark::default(),
    );
    canvas.put(area, 7, 0, "discard", Paint::FeltQuiet);
    if let Some(top) = view.top() {
        french::draw(canvas, area.x + 7, area.y + 1, 3, top, super::Mark::default());
        canvas.hits.pop();
    }
    if let Some(by) = view.flipped_by {
        canvas.put(area, 7, 4, &format!("flipped by {}", sight.names[by]), Paint::FeltQuiet);
    }
    if let Some(held) = view.held {
        canvas.put(area, 16, 0, "drawn", Paint::FeltQuiet);
        match held.card {
            Some(card) => {
                french::draw(canvas, area.x + 16, area.y + 1, 3, card, super::Mark::default());
                canvas.hits.pop();
            }
            None => french::back(
                canvas,
                Rect { x: area.x + 16, y: area.y + 1, width: 5, height: 3 }.intersection(area),
                "?",
                super::Mark::default(),
            ),
        }
    }
}
