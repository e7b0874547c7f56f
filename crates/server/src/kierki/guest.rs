use std::time::Duration;

use ::kierki::{Action, Kierki, SEATS, View, letter, seats};
use bots::{Bot, Budget, Level, Levels};
use cards::french::Card;
use game::{Seat, Seats};
use wire::kierki::{Lines, Message, TooLong};

use super::knowledge::Knowledge;

/// The longest that the automatic player thinks: far less than the shortest time-out that a server can have.
const THOUGHT: Duration = Duration::from_millis(300);
/// No real game gets there; more is taken for this much.
const MOST_POINTS: u32 = 1_000_000;

/// The client's side of the protocol, without sockets: bytes come in, a person types, and every call may leave
/// [`GuestEffect`]s.
pub struct Guest {
    seat: Seat,
    style: Style,
    /// The automatic player.
    bot: Option<Box<dyn Bot<Kierki>>>,
    /// What it was last asked, and what it said: a question that is repeated needs no new thought.
    thought: Option<(View, Card)>,
    lines: Lines,
    /// The running deal, or the one that was last.
    known: Option<Knowledge>,
    /// The totals, as far as they were told.
    totals: Seats<i32>,
    /// SCORE and TOTAL of the last deal have come.
    scored: bool,
    totalled: bool,
    busy: bool,
    effects: Vec<GuestEffect>,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The automatic player, of this level.
    Automatic(Level),
    /// A person, who is told everything in words and types what to do.
    Person,
}

/// What the shell has to do, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuestEffect {
    /// This line came in.
    Received(Vec<u8>),
    /// Send this message.
    Send(Message),
    /// Show this to the person; it ends with a newline.
    Show(String),
}

impl Guest {
    /// A client that asks for this seat as soon as it is connected.
    pub fn new(seat: Seat, style: Style) -> Guest {
        let budget = Budget { playouts: None, deadline: Some(THOUGHT) };
        let bot = match style {
            Style::Automatic(level) => Some(Kierki::bot(level, (seat.index() as u64).into(), budget)),
            Style::Person => None,
        };
        Guest {
            seat,
            style,
            bot,
            thought: None,
            lines: Lines::new(),
            known: None,
            totals: [0; SEATS].into(),
            scored: false,
            totalled: false,
            busy: false,
            effects: vec![GuestEffect::Send(Message::Iam(seat))],
        }
    }

    /// Bytes came in. After a line that is too long nothing more can be understood.
    pub fn received(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        self.lines.push(bytes);
        while let Some(line) = self.lines.next() {
            let line =
                line.inspect_err(|long| self.effects.push(GuestEffect::Received(long.begins.clone())))?;
            let message = Message::parse(&line);
            self.effects.push(GuestEffect::Received(line));
            // What is no message is ignored.
            if let Ok(message) = message {
                self.message(message);
            }
        }
        Ok(())
    }

    /// A person typed this line.
    pub fn typed(&mut self, line: &str) {
        match line.trim() {
            "" => {}
            "cards" => {
                let hand = self.known.as_ref().map_or(String::new(), |known| list(&known.hand));
                self.show(hand);
            }
            "tricks" => {
                let taken = self.known.iter().flat_map(|known| &known.tricks);
                let own = taken.filter(|(_, taker)| *taker == self.seat).map(|(cards, _)| list(cards));
                own.collect::<Vec<String>>().into_iter().for_each(|trick| self.show(trick));
            }
            other => match other.strip_prefix('!').map(str::parse::<Card>) {
                Some(Ok(card)) if !card.is_joker() => self.play(card),
                Some(_) => self.show(format!("{other} is no card: play with !10C.")),
                None => self.show(format!("{other} is no command: there are !10C, cards and tricks.")),
            },
        }
    }

    /// What has to be done since the last time.
    pub fn take_effects(&mut self) -> Vec<GuestEffect> {
        std::mem::take(&mut self.effects)
    }

    /// Whether the seat was taken by somebody else.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// Whether the last deal was seen to its end, so that the server may close.
    pub fn is_content(&self) -> bool {
        self.scored && self.totalled
    }

    /// What the automatic player sees when it is asked, and what a person has read so far; `None` before the first deal.
    pub fn view(&self) -> Option<View> {
        self.known.as_ref().map(|known| known.view(self.totals.clone()))
    }

    fn message(&mut self, message: Message) {
        match &message {
            Message::Busy(taken) if self.known.is_none() => {
                self.busy = true;
                let taken: Vec<String> = taken.iter().map(|seat| letter(*seat).to_string()).collect();
                self.show(format!("Place busy, list of busy places received: {}.", taken.join(", ")));
            }
            Message::Deal { kind, first, cards } => {
                self.known = Some(match self.known.take() {
                    Some(before) => before.next(&self.totals, *kind, *first, *cards),
                    None => Knowledge::new(self.seat, *kind, *first, *cards),
                });
                (self.scored, self.totalled) = (false, false);
                let (kind, first, cards) = (kind.number(), letter(*first), list(cards));
                // The public text has this spelling.
                self.show(format!("New deal {kind}: staring place {first}, your cards: {cards}."));
            }
            Message::Score(scores) if self.known.is_some() => {
                self.scored = true;
                self.show(table("The scores are:", scores));
            }
            Message::Total(scores) if self.known.is_some() => {
                self.totalled = true;
                self.totals = scores.map(|_, points| (*points).min(MOST_POINTS) as i32);
                self.show(table("The total scores are:", scores));
            }
            _ => {
                // After the SCORE nothing more belongs to the deal.
                let known = self.known.as_mut().filter(|_| !self.scored);
                if known.is_some_and(|known| known.learn(&message)) {
                    self.in_deal(&message);
                }
            }
        }
    }

    fn in_deal(&mut self, message: &Message) {
        match message {
            Message::Trick { number, cards } => {
                let known = self.known.as_ref().expect("the deal has just learned of it");
                let hand = list(&known.hand);
                self.show(format!("Trick: ({number}) {}\nAvailable: {hand}", list(cards)));
                self.decide().into_iter().for_each(|card| self.play(card));
            }
            Message::Taken { number, cards, taker } => {
                let (taker, cards) = (letter(*taker), list(cards));
                self.show(format!("A trick {number} is taken by {taker}, cards {cards}."));
            }
            Message::Wrong(number) => self.show(format!("Wrong message received in trick {number}.")),
            _ => {}
        }
    }

    /// What the automatic player answers.
    fn decide(&mut self) -> Option<Card> {
        let view = self.view()?;
        if let Some((_, card)) = self.thought.as_ref().filter(|(asked, _)| *asked == view) {
            return Some(*card);
        }
        let legal: Vec<Action> = view.playable.iter().map(Action::Play).collect();
        let Action::Play(card) = self.bot.as_mut()?.decide(&view, &legal, true)?.action;
        self.thought = Some((view, card));
        Some(card)
    }

    /// Answers the question of the server, if there is one. Whether the card may be played is for the server to say.
    fn play(&mut self, card: Card) {
        let asked = self.known.as_mut().and_then(|known| known.asked.as_mut());
        match asked.filter(|asked| !asked.answered) {
            Some(asked) => {
                asked.answered = true;
                let answer = Message::Trick { number: asked.number, cards: [card].into_iter().collect() };
                self.effects.push(GuestEffect::Send(answer));
            }
            None => self.show(format!("You are not asked for a card now: {card} is held back.")),
        }
    }

    fn show(&mut self, mut text: String) {
        if self.style == Style::Person {
            text.push('\n');
            self.effects.push(GuestEffect::Show(text));
        }
    }
}

fn list(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<String>>().join(", ")
}

fn table(title: &str, scores: &Seats<u32>) -> String {
    let rows: String = seats::all().map(|seat| format!("\n{} | {}", letter(seat), scores[seat])).collect();
    format!("{title}{rows}")
}
