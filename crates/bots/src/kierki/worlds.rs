use std::time::Instant;

use cards::Card as _;
use cards::french::Set;
use game::{Game, Rng, below};
use kierki::{Kierki, SEATS, View};

use super::minds::{Evidence, MINDS, Minds, plausibility};
use super::spot::Spot;
use super::table::{Table, each};
use crate::Chance;

/// Hands that fit what was seen, and how the minds explain what their holders did with them.
#[derive(Clone, Copy)]
pub(super) struct World {
    pub(super) hands: [u64; SEATS],
    pub(super) evidence: Evidence,
}

/// Walks through the worlds from several places, so that none is stuck for all.
const WALKS: usize = 10;
/// Steps of a walk before its worlds count.
const APPROACH: usize = 50;
/// The most worlds that are kept of each walk.
const KEPT: usize = 50;
/// Playouts for each world that is kept of each walk.
const PLAYOUTS_PER_WORLD: u32 = 60;
/// Steps from one of them to the next.
const STRIDE: usize = 3;

/// Worlds as likely as the play of the other three makes them, at least one.
///
/// A world that fits the view is drawn, and then two cards of two others change places again and again: always if that makes
/// the play so far more likely, else as often as its likelihood says (Metropolis). So the worlds are met as often as they are
/// probable, which no number of independent draws comes near to late in a deal.
pub(super) fn worlds(
    view: &View,
    own: usize,
    minds: &Minds,
    playouts: u32,
    end: Option<Instant>,
    chance: &mut Chance,
) -> Vec<World> {
    let history = History::of(view, own);
    let kept = (playouts / PLAYOUTS_PER_WORLD).clamp(1, KEPT as u32) as usize;
    let mut worlds = Vec::with_capacity(WALKS * kept);
    for _ in 0..WALKS {
        let mut here = history.judge(Kierki::sample(view, chance).hands().map(Set::mask), minds);
        for step in 0..APPROACH + kept * STRIDE {
            if let Some(hands) = history.swap(&here, chance) {
                let there = history.judge(hands, minds);
                let gain = plausibility(&there.evidence) - plausibility(&here.evidence);
                if gain >= 0.0 || unit(chance) < gain.exp() {
                    here = there;
                }
            }
            if step >= APPROACH && (step - APPROACH).is_multiple_of(STRIDE) {
                worlds.push(here);
            }
            if end.is_some_and(|end| Instant::now() >= end) {
                worlds.push(here);
                return worlds;
            }
        }
    }
    worlds
}

/// A number from 0 to 1.
#[inline]
pub(super) fn unit(chance: &mut Chance) -> f32 {
    (chance.next_u32() >> 8) as f32 / (1 << 24) as f32
}

/// What was played in the deal, and by whom.
struct History<'a> {
    view: &'a View,
    own: usize,
    voids: u16,
    played: [u64; SEATS],
}

impl<'a> History<'a> {
    fn of(view: &'a View, own: usize) -> History<'a> {
        let mut played = [0; SEATS];
        for trick in &view.tricks {
            let mut seat = trick.leader;
            for card in &trick.cards {
                played[seat.index()] |= 1 << card.index();
                seat = seat.next(SEATS);
            }
        }
        History { view, own, voids: Table::of(view).voids, played }
    }

    /// The hands with two cards of two others exchanged; `None` where voids forbid it.
    fn swap(&self, world: &World, chance: &mut Chance) -> Option<[u64; SEATS]> {
        let nth = below(chance, 3) as usize + 1;
        let (one, other) = ((self.own + nth) % SEATS, (self.own + nth % 3 + 1) % SEATS);
        let (given, taken) = (any(world.hands[one], chance)?, any(world.hands[other], chance)?);
        let lacks = |seat: usize, card: u32| self.voids >> (4 * (card / 13) + seat as u32) & 1 == 1;
        if lacks(other, given) || lacks(one, taken) {
            return None;
        }
        let mut hands = world.hands;
        hands[one] ^= 1 << given | 1 << taken;
        hands[other] ^= 1 << given | 1 << taken;
        Some(hands)
    }

    /// Plays the deal again with these hands, and asks the minds about every choice of the others.
    fn judge(&self, hands: [u64; SEATS], minds: &Minds) -> World {
        let dealt = std::array::from_fn(|seat| hands[seat] | self.played[seat]);
        let mut table = Table::before(self.view, dealt);
        let mut evidence = [[0.0; MINDS]; SEATS];
        for trick in &self.view.tricks {
            table.turn = trick.leader.index() as u8;
            for card in &trick.cards {
                let (card, seat) = (card.index() as u32, usize::from(table.turn));
                let spot = Spot::of(&table);
                if seat != self.own && spot.playable.count_ones() > 1 {
                    let logs = minds.explain(&spot, card);
                    (0..MINDS).for_each(|mind| evidence[seat][mind] += logs[mind]);
                }
                table.play(card);
            }
        }
        World { hands, evidence }
    }
}

/// One of the cards.
fn any(cards: u64, chance: &mut Chance) -> Option<u32> {
    let count = cards.count_ones();
    if count == 0 { None } else { each(cards).nth(below(chance, count) as usize) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use cards::french::{Card, WITHOUT_JOKERS};
    use game::{ActionList, Deals, Purpose, Ruleset, Seed, SeedableRng, Viewer};
    use kierki::{Action, DealPlan, DealType, Rules, seat};

    use super::*;

    /// A game in which these cards were played.
    fn game(plan: &str, deck: &str, played: &[&str]) -> Kierki {
        let mut cards: Vec<u8> =
            deck.split_whitespace().map(|card| card.parse::<Card>().unwrap().index() as u8).collect();
        let rest = WITHOUT_JOKERS.iter().map(|card| card.index() as u8);
        let rest: Vec<u8> = rest.filter(|card| !cards.contains(card)).collect();
        cards.extend(rest);
        let rules = Rules::of_deals(vec![plan.parse::<DealPlan>().unwrap()]);
        let deals = Deals::Decks(game::Decks { first: None, orders: vec![cards] });
        let mut game = Kierki::start(&rules, 4, &deals, &mut ()).unwrap();
        for card in played {
            let seat = game.actors().first().unwrap();
            game.play(seat, Action::Play(card.parse().unwrap()), &mut ()).unwrap();
        }
        game
    }

    fn share(view: &View, own: usize, minds: &Minds, holds: impl Fn(&World) -> bool) -> f64 {
        let worlds = worlds(view, own, minds, 3_000, None, &mut Chance::seed_from_u64(5));
        worlds.iter().filter(|world| holds(world)).count() as f64 / worlds.len() as f64
    }

    /// Whoever throws a low club on a spade while queens cost five has no queen to throw: the queens are elsewhere.
    #[test]
    fn a_telling_discard_moves_the_cards_it_would_have_been() {
        let north = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS 2D 3D 4D";
        let minds = Minds::of(DealType::Queens, false);
        // East has no spade, and a choice between the two of clubs and a queen.
        let east = "2C QC 3C QH 4C 5C 6C 7C 8C 9C 10C JC KC";
        let south = "KS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH KH AH";
        let queens = |world: &World| world.hands[1] & kierki::DealType::Queens.costly().mask() != 0;
        let seen = |card| {
            let game = game("3N", &format!("{north} {east} {south}"), &["2S", card, "KS", "AS"]);
            share(&game.view(Viewer::Seat(seat('N').unwrap())), 0, &minds, queens)
        };
        // By chance alone each of four queens is with one of three: east lacks them all in a fifth of the worlds.
        let kept = seen("2C");
        assert!(kept < 0.7, "a queen would have been thrown: {kept}");
    }

    /// All worlds fit: the sizes of the hands, the own one, and no card of a suit that was not followed.
    #[test]
    fn worlds_fit_the_view() {
        for (number, preset) in Rules::presets().into_iter().enumerate() {
            let mut game =
                Kierki::start(&preset.rules, 4, &Deals::Seed((number as u64).into()), &mut ()).unwrap();
            let mut rng = Seed::from(7).stream(Purpose(*b"test"), 0, 0);
            let (mut legal, mut chance) = (ActionList::new(), Chance::seed_from_u64(3));
            for play in 0..200 {
                let Some(seat) = game.actors().first() else { break };
                let view = game.view(Viewer::Seat(seat));
                if play % 5 == 0 {
                    let minds = Minds::of(view.kind, false);
                    let all = worlds(&view, seat.index(), &minds, 600, None, &mut chance);
                    assert_eq!(all.len(), WALKS * 10);
                    for world in all.iter().step_by(5) {
                        assert_eq!(world.hands[seat.index()], view.hand.mask());
                        let out = world.hands.iter().fold(0, |all, hand| all | hand);
                        assert_eq!(out, game.hands().iter().fold(0, |all, hand| all | hand.mask()));
                        for at in kierki::seats::all() {
                            let hand = world.hands[at.index()];
                            assert_eq!(hand.count_ones(), u32::from(view.hand_sizes[at]));
                            assert!(at == seat || hand & view.voids[at].mask() == 0);
                        }
                    }
                }
                game.legal(seat, &mut legal);
                let action = legal[below(&mut rng, legal.len() as u32) as usize];
                game.play(seat, action, &mut ()).unwrap();
            }
        }
    }
}
