use std::time::{Duration, Instant};

use ::kierki::{DealResult, DealType, Event, Stage, View};
use arrayvec::ArrayVec;
use cards::french::{Card, Set};
use game::{Seat, Seats};
use table::Phase;
use wire::kierki::{Lines, Message};

/// How many lines of the asked client are kept while the match is suspended; more are answered by WRONG.
const MOST_KEPT: usize = 16;

/// Between a client of the protocol and its seat at a table of the house: it tells the client by lines what the table shows, and the
/// table by actions what the client answers. It has no socket and no clock, and every call may leave [`Effect`]s.
///
/// It judges by the view of the seat, as any client of the house could.
pub(super) struct Interpreter {
    seat: Seat,
    timeout: Duration,
    /// So long a good answer is waited for, however often it is asked for, before a bot plays.
    patience: Duration,
    lines: Lines,
    /// What the table shows; none before the match.
    seen: Option<Seen>,
    /// Whether the client was told of a deal.
    told: bool,
    /// The deal that has begun, until its cards are dealt.
    beginning: Option<(DealType, Seat)>,
    asked: Option<Asked>,
    /// A bot plays for the client, which has not answered for too long.
    dozing: Option<Dozing>,
    effects: Vec<Effect>,
}

/// What the table shows of a match.
pub(super) struct Seen {
    /// Which match, from 1.
    pub(super) number: u32,
    /// What the table is doing.
    pub(super) phase: Phase,
    /// The match, as the seat sees it.
    pub(super) view: View,
}

/// What is to be done, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Tell the client.
    Send(Message),
    /// Play for the client.
    Play {
        /// The name of the request: the same for the same question.
        id: String,
        /// The card.
        card: Card,
    },
    /// The client does not answer: a bot is to play for it.
    Doze,
    /// It speaks again, and is to come back to its seat.
    Wake,
    /// Send what waits, then close.
    Close,
}

/// What is known of a client for which a bot plays.
#[derive(Default)]
struct Dozing {
    /// It has spoken, and the table will show what there is.
    waking: bool,
    /// Its late answers.
    kept: Vec<Vec<u8>>,
}

/// A match's deal and trick: what a TRICK asks about.
type Question = (u32, u16, u8);

/// The TRICK that waits for its answer.
struct Asked {
    question: Question,
    /// When it was asked first.
    since: Instant,
    /// When it is asked again, unless the match is suspended.
    until: Instant,
    /// What the client sent while the match was suspended.
    kept: Vec<Vec<u8>>,
    /// A good answer, which the table has not confirmed yet.
    played: Option<Vec<u8>>,
}

impl Asked {
    fn new(question: Question, now: Instant, timeout: Duration) -> Asked {
        Asked { question, since: now, until: now + timeout, kept: Vec::new(), played: None }
    }
}

/// From the table.
impl Interpreter {
    /// For whoever has taken the seat. What came behind its IAM is still in the lines.
    pub(super) fn new(seat: Seat, timeout: Duration, patience: Duration, lines: Lines) -> Interpreter {
        Interpreter {
            seat,
            timeout,
            patience,
            lines,
            seen: None,
            told: false,
            beginning: None,
            asked: None,
            dozing: None,
            effects: Vec::new(),
        }
    }

    /// The table as it is. Who comes in the middle of a deal is told what it has to know; who was there before must have been told
    /// everything else by [`Interpreter::happened`].
    pub(super) fn shown(&mut self, now: Instant, seen: Option<Seen>) {
        let new_to_it = !self.told || self.dozing.is_some();
        if let Some(seen) = seen.as_ref().filter(|seen| new_to_it && seen.view.stage == Stage::Play) {
            let View { kind, first, dealt, tricks, .. } = &seen.view;
            let taken = |(number, trick): (u8, &::kierki::Trick)| {
                Some(Message::Taken {
                    number,
                    cards: trick.cards.clone().into_inner().ok()?,
                    taker: trick.taker?,
                })
            };
            let taken: Vec<Message> = (1..).zip(tricks).filter_map(taken).collect();
            self.tell_deal(*kind, *first, *dealt);
            self.effects.extend(taken.into_iter().map(Effect::Send));
        }
        self.attend(now, seen);
    }

    /// This has happened, and now the table is like that.
    pub(super) fn happened(&mut self, now: Instant, events: Vec<Event>, seen: Option<Seen>) {
        events.into_iter().for_each(|event| self.tell(event));
        self.attend(now, seen);
    }

    /// The match was over before the client spoke again: it is told how it ended.
    pub(super) fn missed_the_end(&mut self, last: DealResult) {
        self.tell_result(&last);
        self.effects.push(Effect::Close);
    }

    /// The table has refused the card.
    pub(super) fn refused(&mut self, code: &str) {
        let Some(asked) = &mut self.asked else { return };
        let Some(line) = asked.played.take() else { return };
        if code == "paused" {
            // Somebody left while the answer was on its way.
            asked.kept.insert(0, line);
        } else {
            self.wrong();
        }
    }

    fn tell(&mut self, event: Event) {
        match event {
            Event::DealBegan { kind, first, .. } => self.beginning = Some((kind, first)),
            Event::Dealt { hands } => {
                if let (Some((kind, first)), Some(Some(hand))) = (self.beginning.take(), hands.get(self.seat))
                {
                    self.tell_deal(kind, first, *hand);
                }
            }
            Event::Taken { trick, cards, taker, .. } => {
                self.send(Message::Taken { number: trick, cards, taker });
            }
            Event::DealEnded(result) => self.tell_result(&result),
            Event::MatchEnded { .. } => self.effects.push(Effect::Close),
            Event::Played { .. } | Event::DecksRanOut { .. } => {}
        }
    }

    fn tell_deal(&mut self, kind: DealType, first: Seat, hand: Set) {
        self.told = true;
        if let Ok(cards) = hand.into_iter().take(13).collect::<ArrayVec<Card, 13>>().into_inner() {
            self.send(Message::Deal { kind, first, cards });
        }
    }

    fn tell_result(&mut self, result: &DealResult) {
        let unsigned = |points: &Seats<i32>| points.map(|_, points| points.unsigned_abs());
        self.send(Message::Score(unsigned(&result.points)));
        self.send(Message::Total(unsigned(&result.scores)));
    }

    /// Asks the client if it is its turn, and was not asked before or was interrupted.
    fn attend(&mut self, now: Instant, seen: Option<Seen>) {
        let was_suspended = self.is_suspended();
        self.seen = seen;
        let question = self.question();
        self.asked = self.asked.take().filter(|asked| Some(asked.question) == question);
        if let Some(dozing) = self.dozing.take() {
            match dozing.waking {
                true => self.wake(now, dozing.kept),
                false => self.dozing = Some(dozing),
            }
            return;
        }
        if question.is_none() || self.is_suspended() {
            return;
        }
        match &mut self.asked {
            None => self.ask(now),
            Some(asked) if was_suspended => {
                // The answers that were kept come first, and if none of them is good, the question.
                (asked.since, asked.until) = (now, now + self.timeout);
                std::mem::take(&mut asked.kept).into_iter().for_each(|line| self.line(line));
                if self.asked.as_ref().is_some_and(|asked| asked.played.is_none()) {
                    self.ask(now);
                }
            }
            Some(_) => {}
        }
    }

    /// The client is back. Its late answers are judged by what is asked now, and if none of them is good, it is asked.
    fn wake(&mut self, now: Instant, kept: Vec<Vec<u8>>) {
        let question = self.question().filter(|_| !self.is_suspended());
        self.asked = question.map(|question| Asked::new(question, now, self.timeout));
        kept.into_iter().for_each(|line| self.line(line));
        if self.asked.as_ref().is_some_and(|asked| asked.played.is_none()) {
            self.ask(now);
        }
    }
}

/// From the client.
impl Interpreter {
    /// Bytes came in. How many lines they made whole.
    pub(super) fn received(&mut self, bytes: &[u8]) -> u32 {
        let mut count = 0;
        self.lines.push(bytes);
        while let Some(line) = self.lines.next() {
            count += 1;
            match line {
                Ok(line) if self.told => self.line(line),
                // Before the match there is nothing to say.
                Ok(_) | Err(_) => {
                    self.effects.push(Effect::Close);
                    break;
                }
            }
        }
        count
    }

    /// Time has passed.
    pub(super) fn tick(&mut self, now: Instant) {
        if self.deadline().is_none_or(|until| until > now) {
            return;
        }
        if self.asked.as_ref().is_some_and(|asked| asked.since + self.patience <= now) {
            (self.asked, self.dozing) = (None, Some(Dozing::default()));
            self.effects.push(Effect::Doze);
        } else {
            self.ask(now);
        }
    }

    /// When to call [`Interpreter::tick`] next.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let asked = self.asked.as_ref().filter(|asked| asked.played.is_none() && !self.is_suspended());
        asked.map(|asked| asked.until.min(asked.since + self.patience))
    }

    /// Whether a bot plays for the client.
    pub(super) fn is_dozing(&self) -> bool {
        self.dozing.is_some()
    }

    /// What has to be done since the last time.
    pub(super) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn line(&mut self, line: Vec<u8>) {
        if let Some(dozing) = &mut self.dozing {
            // Whatever is no answer is ignored.
            if line.starts_with(b"TRICK") && dozing.kept.len() < MOST_KEPT {
                dozing.kept.push(line);
                if !std::mem::replace(&mut dozing.waking, true) {
                    self.effects.push(Effect::Wake);
                }
            }
            return;
        }
        let suspended = self.is_suspended();
        match &mut self.asked {
            Some(asked) if asked.played.is_none() && !suspended => self.judge(line),
            Some(asked) if asked.played.is_none() && asked.kept.len() < MOST_KEPT => asked.kept.push(line),
            _ if line.starts_with(b"TRICK") => self.wrong(),
            _ => {}
        }
    }

    fn judge(&mut self, line: Vec<u8>) {
        let card = self.seen.as_ref().and_then(|seen| match Message::parse(&line) {
            Ok(Message::Trick { number, cards }) if number == running(&seen.view).0 => {
                let [card] = cards[..] else { return None };
                seen.view.playable.contains(card).then_some(card)
            }
            _ => None,
        });
        match (card, &mut self.asked) {
            (Some(card), Some(asked)) => {
                let (number, deal, trick) = asked.question;
                asked.played = Some(line);
                self.effects.push(Effect::Play { id: format!("kierki-{number}-{deal}-{trick}"), card });
            }
            _ => self.wrong(),
        }
    }

    fn wrong(&mut self) {
        let running = self.seen.as_ref().filter(|seen| seen.view.stage == Stage::Play);
        if let Some(number) = running.map(|seen| running_number(&seen.view)) {
            self.send(Message::Wrong(number));
        }
    }

    /// Asks, perhaps once more, with a fresh timer.
    fn ask(&mut self, now: Instant) {
        let (Some(question), Some(seen)) = (self.question(), &self.seen) else { return };
        let (number, cards) = running(&seen.view);
        self.send(Message::Trick { number, cards });
        let before = self.asked.as_ref().filter(|asked| asked.question == question);
        let since = before.map_or(now, |asked| asked.since);
        self.asked = Some(Asked { since, ..Asked::new(question, now, self.timeout) });
    }

    /// What the table waits for from this seat, whether or not the match is suspended.
    fn question(&self) -> Option<Question> {
        let Seen { number, view, .. } = self.seen.as_ref()?;
        let own = view.stage == Stage::Play && view.turn == self.seat;
        own.then(|| (*number, view.deal, running_number(view)))
    }

    fn is_suspended(&self) -> bool {
        self.seen.as_ref().is_some_and(|seen| seen.phase != Phase::Playing)
    }

    fn send(&mut self, message: Message) {
        self.effects.push(Effect::Send(message));
    }
}

/// The number of the running trick and the cards that lie.
fn running(view: &View) -> (u8, ArrayVec<Card, 3>) {
    let lying = view.tricks.last().filter(|trick| trick.taker.is_none());
    (
        running_number(view),
        lying.map(|trick| trick.cards.iter().copied().take(3).collect()).unwrap_or_default(),
    )
}

fn running_number(view: &View) -> u8 {
    view.tricks.iter().filter(|trick| trick.taker.is_some()).count() as u8 + 1
}

#[cfg(test)]
mod tests;
