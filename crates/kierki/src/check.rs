use cards::french::{Card, Set, Suit, WITHOUT_JOKERS};
use game::{Game, Impossible, Purpose, Ruleset, Seat, Seed, Viewer};

use crate::deal::DealPlan;
use crate::event::DealResult;
use crate::rules::Rules;
use crate::seats::{self, SEATS};
use crate::state::{CARDS, HAND, Kierki, suit};
use crate::view::{Earlier, Stage, Trick, View};

impl View {
    /// Whether a match could look like this: the cards add up, the tricks were taken by whom they belong to, and a world with the
    /// same cards gives the same view.
    pub fn check(&self) -> Result<(), Impossible> {
        self.rules.validate().map_err(|_| Impossible("the rules"))?;
        self.check_seats()?;
        Impossible::unless((1..=self.rules.deals.len()).contains(&self.deal.into()), "the deal")?;
        Impossible::unless_scores(&self.scores, SEATS)?;
        self.check_cards()?;
        self.check_tricks()?;
        self.check_earlier()?;
        let world = Kierki::sample(self, &mut Seed::from(0).stream(Purpose(*b"chck"), 0, 0));
        Impossible::unless(world.view(self.viewer) == *self, "its parts contradict each other")?;
        let follows = |seat: Seat| (world.hands[seat.index()] & self.voids[seat]).is_empty();
        Impossible::unless(seats::all().all(follows), "nobody can hold the hidden cards")
    }

    fn check_seats(&self) -> Result<(), Impossible> {
        let viewer = match self.viewer {
            Viewer::Seat(seat) => seat,
            Viewer::Spectator => Seat::FIRST,
        };
        let leaders = self.tricks.iter().map(|trick| trick.leader);
        let seats = [viewer, self.turn].into_iter().chain(leaders).all(|seat| seat.index() < SEATS);
        let last = self.last.as_ref().is_none_or(|last| last.points.len() == SEATS);
        let lists = self.hand_sizes.len() == SEATS && self.voids.len() == SEATS;
        Impossible::unless(seats && last && lists, "the table has four seats")
    }

    /// Each card in one place, and each hand with its number of cards.
    fn check_cards(&self) -> Result<(), Impossible> {
        Impossible::unless(self.tricks.len() <= HAND, "a deal has thirteen tricks")?;
        let mut left = [if self.stage == Stage::NoDeck { 0 } else { HAND }; SEATS];
        let mut seen = self.hand;
        for (seat, card) in self.tricks.iter().flat_map(plays) {
            Impossible::unless(!seen.contains(card), "a card is in two places")?;
            seen.insert(card);
            let hand = &mut left[seat.index()];
            *hand = hand.checked_sub(1).ok_or(Impossible("a hand has thirteen cards"))?;
        }
        Impossible::unless(WITHOUT_JOKERS.contains_all(seen), "there are no jokers")?;
        for (seat, size) in self.hand_sizes.iter() {
            let hand = match self.viewer {
                Viewer::Seat(own) if own == seat => self.hand.len(),
                _ => left[seat.index()],
            };
            let sizes = usize::from(*size) == left[seat.index()] && hand == left[seat.index()];
            Impossible::unless(sizes, "a hand has thirteen cards, less those played")?;
        }
        Impossible::unless(self.viewer != Viewer::Spectator || self.hand.is_empty(), "a spectator's hand")
    }

    fn check_tricks(&self) -> Result<(), Impossible> {
        let plan = self.rules.deals[usize::from(self.deal) - 1];
        let turn = check_course(&self.rules, plan, &self.tricks)?;
        let over = self.tricks.len() == HAND && self.tricks.iter().all(|trick| trick.taker.is_some());
        Impossible::unless(self.turn == turn && !(over && self.stage == Stage::Play), "the turn")
    }

    /// Every deal that is over and remembered, or none; and the last one ended as it is told.
    fn check_earlier(&self) -> Result<(), Impossible> {
        let known = self.earlier.deals().len();
        if known == 0 {
            return Ok(());
        }
        let over = usize::from(self.deal) - usize::from(self.stage != Stage::Over);
        let last = self.earlier.last(&self.rules)?;
        let fits = known == over.min(Earlier::MOST) && (known < over || last == self.last);
        Impossible::unless(fits, "the deals that are over")
    }
}

impl Earlier {
    /// How the last of these deals ended; they are the first ones of a match under these rules. Refused if they cannot have been played
    /// so.
    pub fn last(&self, rules: &Rules) -> Result<Option<DealResult>, Impossible> {
        rules.validate().map_err(|_| Impossible("the rules"))?;
        Impossible::unless(self.deals().len() <= rules.deals.len(), "the deals that are over")?;
        let mut scores = [0; SEATS];
        let mut last = None;
        for ((deal, plan), cards) in (1..).zip(rules.deals.iter().copied()).zip(self.deals()) {
            check_deal(rules, plan, cards)?;
            let tricks = plan.tricks(cards);
            check_course(rules, plan, &tricks)?;
            let mut points = [0; SEATS];
            for (number, trick) in (1..).zip(&tricks) {
                let cards = trick.cards.iter().copied().collect();
                if let Some(taker) = trick.taker {
                    points[taker.index()] += plan.kind.points(number, cards, rules.traditional_scores);
                }
            }
            scores = std::array::from_fn(|seat| scores[seat] + points[seat]);
            let (DealPlan { kind, first }, tricks) = (plan, tricks.len() as u8);
            last =
                Some(DealResult { deal, kind, first, tricks, points: points.into(), scores: scores.into() });
        }
        Ok(last)
    }
}

impl DealPlan {
    /// The whole tricks of such a deal, with who led and who took them, from its cards in the order of play.
    pub fn tricks(self, cards: &[Card]) -> Vec<Trick> {
        let mut leader = self.first;
        let trick = |cards: &[Card]| {
            let mut trick = Trick { leader, cards: cards.iter().copied().collect(), taker: None };
            trick.taker = taker(&trick);
            leader = trick.taker.unwrap_or(leader);
            trick
        };
        cards.chunks_exact(SEATS).map(trick).collect()
    }
}

/// A deal that is over has all its cards, or, if it ended early, all those that cost points.
fn check_deal(rules: &Rules, plan: DealPlan, cards: &[Card]) -> Result<(), Impossible> {
    let all: Set = cards.iter().copied().collect();
    let early = rules.end_early && !plan.kind.counts_tricks() && all.contains_all(plan.kind.costly());
    let whole = cards.len() == CARDS || early && cards.len().is_multiple_of(SEATS);
    let fits = whole && all.len() == cards.len() && WITHOUT_JOKERS.contains_all(all);
    Impossible::unless(fits, "the cards of an earlier deal")
}

/// The highest card of the suit that was led takes the trick, and whoever took it leads the next one. Nobody plays a suit
/// after showing to have none of it, by a lead of hearts too where these are spared. Says whose turn it is then.
fn check_course(rules: &Rules, plan: DealPlan, tricks: &[Trick]) -> Result<Seat, Impossible> {
    let no_heart_lead = rules.no_heart_lead && plan.kind.spares_hearts();
    let mut turn = plan.first;
    let mut voids = [Set::EMPTY; SEATS];
    for (number, trick) in (1..).zip(tricks) {
        let led = trick.cards.first().ok_or(Impossible("a trick without a card"))?;
        let led = suit(*led).cards();
        if no_heart_lead && led == Suit::Hearts.cards() {
            voids[trick.leader.index()] |= WITHOUT_JOKERS - led;
        }
        for (seat, card) in plays(trick) {
            let void = &mut voids[seat.index()];
            Impossible::unless(!void.contains(card), "a suit was played after all")?;
            if !led.contains(card) {
                *void |= led;
            }
        }
        let whole = trick.cards.len() == SEATS;
        let taker = taker(trick).filter(|_| whole);
        let fits = trick.leader == turn && trick.taker == taker && (whole || number == tricks.len());
        Impossible::unless(fits, "who led and who took the tricks")?;
        turn = taker.or_else(|| plays(trick).last().map(|(seat, _)| seat.next(SEATS))).unwrap_or(turn);
    }
    Ok(turn)
}

/// Who has played the highest card of the suit that was led.
fn taker(trick: &Trick) -> Option<Seat> {
    let led = trick.cards.first()?.suit();
    let follows = plays(trick).filter(|(_, card)| card.suit() == led);
    follows.max_by_key(|(_, card)| *card).map(|(seat, _)| seat)
}

/// Who played what, clockwise from the leader.
fn plays(trick: &Trick) -> impl Iterator<Item = (Seat, Card)> {
    let seats = std::iter::successors(Some(trick.leader), |seat| Some(seat.next(SEATS)));
    seats.zip(trick.cards.iter().copied())
}
