use std::time::Instant;

use cards::Card as _;
use cards::french::{Set, WITHOUT_JOKERS};
use game::{Game, Rng, below};
use kierki::{Kierki, SEATS, View};

use super::minds::{Evidence, Explained, Minds, plausibility};
use super::spot::Spot;
use super::table::{Table, each};
use crate::Chance;

/// Hands that fit what was seen, and how the minds explain what their holders did with them.
#[derive(Clone, Copy)]
pub(super) struct World {
    pub(super) hands: [u64; SEATS],
    pub(super) evidence: Evidence,
    /// How probable that is, whatever their minds: a logarithm.
    plausibility: f32,
}

/// Walks through the worlds from several places, so that none is stuck for all.
const WALKS: usize = 10;
/// The most worlds that are kept of each walk.
const KEPT: usize = 100;
/// Playouts for each world that is kept of each walk.
const PLAYOUTS_PER_WORLD: u32 = 24;
/// Steps from one of them to the next.
const STRIDE: usize = 5;
/// Steps of a walk before its worlds count: at least so many, and so many for each world.
const APPROACH: usize = 100;
const APPROACH_PER_WORLD: usize = 3;

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
    let approach = APPROACH.max(kept * APPROACH_PER_WORLD);
    let mut worlds = Vec::with_capacity(WALKS * kept);
    for _ in 0..WALKS {
        let mut here = history.judge(Kierki::sample(view, chance).hands().map(Set::mask), minds);
        for step in 0..approach + kept * STRIDE {
            history.step(&mut here, minds, chance);
            if step >= approach && (step - approach).is_multiple_of(STRIDE) {
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
struct History {
    own: usize,
    voids: u16,
    played: [u64; SEATS],
    /// What each of the others played, and when.
    plays: [Vec<Play>; SEATS],
}

/// A card that one of the others has played.
struct Play {
    card: u32,
    /// The table at that moment, without hands.
    table: Table,
    /// The cards that everybody had seen by then, and those of them that came from this seat.
    seen: u64,
    from_here: u64,
}

impl History {
    fn of(view: &View, own: usize) -> History {
        let (mut played, mut plays) = ([0; SEATS], [const { Vec::new() }; SEATS]);
        let mut table = Table::before(view, [0; SEATS]);
        for trick in &view.tricks {
            table.turn = trick.leader.index() as u8;
            for card in &trick.cards {
                let (card, seat) = (card.index() as u32, usize::from(table.turn));
                if seat != own {
                    let seen = played.iter().fold(0, |all, cards| all | cards);
                    plays[seat].push(Play { card, table, seen, from_here: played[seat] });
                }
                played[seat] |= 1 << card;
                table.play(card);
            }
        }
        History { own, voids: Table::of(view).voids, played, plays }
    }

    /// Exchanges two cards of two others, if voids allow it and the play so far is likely enough then.
    fn step(&self, world: &mut World, minds: &Minds, chance: &mut Chance) {
        let nth = below(chance, 3) as usize + 1;
        let (one, other) = ((self.own + nth) % SEATS, (self.own + nth % 3 + 1) % SEATS);
        let (Some(given), Some(taken)) = (any(world.hands[one], chance), any(world.hands[other], chance))
        else {
            return;
        };
        let lacks = |seat: usize, card: u32| self.voids >> (4 * (card / 13) + seat as u32) & 1 == 1;
        if lacks(other, given) || lacks(one, taken) {
            return;
        }
        // What is less likely is refused as soon as no hand of the other could make up for it.
        let least = world.plausibility + unit(chance).ln();
        let mut there = *world;
        (there.evidence[one], there.evidence[other]) = Default::default();
        for seat in [one, other] {
            there.hands[seat] ^= 1 << given | 1 << taken;
            there.evidence[seat] = self.explain(seat, there.hands[seat], minds);
            there.plausibility = plausibility(&there.evidence);
            if there.plausibility < least {
                return;
            }
        }
        *world = there;
    }

    /// The world with these hands.
    fn judge(&self, hands: [u64; SEATS], minds: &Minds) -> World {
        let evidence = std::array::from_fn(|seat| self.explain(seat, hands[seat], minds));
        World { hands, evidence, plausibility: plausibility(&evidence) }
    }

    /// Asks the minds about every choice of the seat if this is what it holds. How the rest is dealt to those it cannot see
    /// makes no difference to it.
    fn explain(&self, seat: usize, hand: u64, minds: &Minds) -> Explained {
        let mut explained = minds.earlier[seat];
        for play in &self.plays[seat] {
            let mut table = play.table;
            let hand = (hand | self.played[seat]) & !play.from_here;
            table.hands[seat] = hand;
            let out = WITHOUT_JOKERS.mask() & !play.seen & !hand;
            let spot = Spot { table: &table, hand, out, playable: table.playable() };
            if spot.playable.count_ones() > 1 {
                minds.explain(&spot, play.card, &mut explained);
            }
        }
        explained
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
    use cards::french::Card;
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
        // East has no spade, and a choice between clubs and a queen.
        let east = "2C QC 3C QH 4C 5C 6C 7C 8C 9C 10C JC KC";
        let south = "KS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH KH AH";
        let queens = |world: &World| world.hands[1] & kierki::DealType::Queens.costly().mask() != 0;
        let seen = |card| {
            let game = game("3N", &format!("{north} {east} {south}"), &["2S", card, "KS", "AS"]);
            share(&game.view(Viewer::Seat(seat('N').unwrap())), 0, &minds, queens)
        };
        // By chance alone each of four queens is with one of three: east lacks them all in a fifth of the worlds.
        let kept = seen("6C");
        assert!(kept < 0.7, "a queen would have been thrown: {kept}");
        // The lowest card says less: it may be a habit to throw that.
        let lowest = seen("2C");
        assert!(kept < lowest && lowest < 0.75, "{kept} and {lowest}");
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
                    assert_eq!(all.len(), WALKS * 25);
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
