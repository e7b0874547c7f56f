use cards::Card as _;
use cards::french::{Card, Set};
use game::{ActionList, Deals, Game, Purpose, Ruleset, Stream, below};
use kaboom::{Rules, Spot, value};

use super::odds::Sum;
use super::*;
use crate::Chance;

const BUDGET: Budget = Budget { playouts: Some(16), deadline: None };

fn start(preset: &str, seats: usize, seed: u64) -> Kaboom {
    Kaboom::start(&Rules::preset(preset).unwrap(), seats, &Deals::Seed(seed.into()), &mut ()).unwrap()
}

fn chance(seed: u64) -> Chance {
    crate::chance::of_decision(seed.into(), &0)
}

/// Shows states of matches in which anybody does anything legal, flips included, so that hands grow and are emptied and piles are
/// shuffled anew.
fn wander(preset: &str, seats: usize, seed: u64, steps: usize, mut show: impl FnMut(&Kaboom, &mut Stream)) {
    let mut state = start(preset, seats, seed);
    let mut random = game::Seed::from(seed).stream(Purpose(*b"walk"), 0, 0);
    let mut legal = ActionList::new();
    for _ in 0..steps {
        show(&state, &mut random);
        let actors: Vec<Seat> = state.actors().iter().collect();
        let Some(count) = u32::try_from(actors.len()).ok().filter(|count| *count > 0) else { return };
        let awaited = state.awaited().first().filter(|_| below(&mut random, 4) > 0);
        let seat = awaited.unwrap_or_else(|| actors[below(&mut random, count) as usize]);
        state.legal(seat, &mut legal);
        // Kaboom would end most rounds before they become odd.
        let actions: Vec<Action> = legal.iter().copied().filter(|action| *action != Action::Kaboom).collect();
        let calls = actions.is_empty() || below(&mut random, 60) == 0;
        let actions = if calls { &legal[..] } else { &actions[..] };
        state.apply(seat, actions[below(&mut random, actions.len() as u32) as usize], &mut ());
    }
}

fn everywhere(steps: usize, mut show: impl FnMut(&Kaboom, &mut Stream)) {
    for preset in ["standard", "short", "gentle", "party"] {
        for seats in 2..=6 {
            wander(preset, seats, seats as u64, steps, &mut show);
        }
    }
}

fn view_of(state: &Kaboom, seat: Seat) -> View {
    state.view(Viewer::Seat(seat))
}

#[test]
fn every_level_answers_legally_and_the_same_again() {
    let mut asked = 0;
    everywhere(300, |state, random| {
        let mut legal = ActionList::new();
        for seat in state.actors().iter() {
            if below(random, 3) > 0 {
                continue;
            }
            state.legal(seat, &mut legal);
            let (view, must) = (view_of(state, seat), state.awaited().contains(seat));
            let level = Level::ALL[below(random, 5) as usize];
            let decide = || Kaboom::bot(level, 7.into(), BUDGET).decide(&view, &legal, must);
            let decision = decide();
            assert_eq!(decision, decide(), "{level}");
            assert!(decision.is_some() || !must, "{level} is silent");
            assert!(decision.is_none_or(|decision| legal.contains(&decision.action)), "{level}");
            asked += 1;
        }
    });
    assert!(asked > 3000, "{asked}");
}

#[test]
fn below_expert_nobody_flips_a_card_that_it_does_not_know() {
    let mut flips = 0;
    everywhere(200, |state, random| {
        let mut legal = ActionList::new();
        for seat in state.actors().iter() {
            state.legal(seat, &mut legal);
            let level = Level::ALL[below(random, 4) as usize];
            let view = view_of(state, seat);
            let decision = Kaboom::bot(level, 7.into(), BUDGET).decide(&view, &legal, false);
            let Some(Action::Flip { spot, .. }) = decision.map(|decision| decision.action) else { continue };
            let card = view.at(spot).unwrap().card.expect("known");
            assert_eq!(card.rank(), view.top().unwrap().rank());
            flips += 1;
        }
    });
    assert!(flips > 50, "{flips}");
}

#[test]
fn what_is_forgotten_decides_nothing() {
    let mut changed = 0;
    everywhere(300, |state, random| {
        let Some(seat) = state.awaited().first() else { return };
        let level = Level::ALL[below(random, 4) as usize];
        let mut legal = ActionList::new();
        state.legal(seat, &mut legal);
        let view = view_of(state, seat);
        let remembered = Manner::of(level).memory.of(&view, seat, 7.into());
        let lost = view.laid().find(|(spot, laid)| laid.card != remembered.at(*spot).unwrap().card);
        let Some((spot, laid)) = lost.filter(|(_, laid)| laid.one_of.is_none()) else { return };
        assert_eq!(remembered.at(spot).unwrap().seen[seat], None);
        let belief = Belief::new(&remembered);
        let other = belief
            .possible(remembered.at(spot).unwrap())
            .iter()
            .find(|card| Some(*card) != laid.card && view.laid().all(|(_, laid)| laid.card != Some(*card)));
        let Some(other) = other else { return };
        let mut another = view.clone();
        another.hands[spot.seat][usize::from(spot.slot)].as_mut().unwrap().card = Some(other);
        let decide = |view| Kaboom::bot(level, 7.into(), BUDGET).decide(view, &legal, true);
        assert_eq!(decide(&view), decide(&another), "{level}");
        changed += 1;
    });
    assert!(changed > 300, "{changed}");
}

#[test]
fn a_longer_memory_keeps_more() {
    let mut known = [0; 5];
    everywhere(200, |state, _| {
        for (count, level) in known.iter_mut().zip(Level::ALL) {
            let view = view_of(state, Seat::FIRST);
            let remembered = Manner::of(level).memory.of(&view, Seat::FIRST, 7.into());
            *count += remembered.laid().filter(|(_, laid)| laid.card.is_some()).count();
        }
    });
    assert!(known.is_sorted_by(|a, b| a < b), "{known:?}");
}

#[test]
fn the_belief_is_a_distribution() {
    everywhere(150, |state, _| {
        let view = view_of(state, Seat::FIRST);
        let belief = Belief::new(&view);
        for (spot, laid) in view.laid() {
            let sum = belief.chance_of(laid, Set::ALL);
            assert!((sum - 1.0).abs() < 1e-3, "{sum} at {spot}");
        }
        if view.held.is_some_and(|held| held.card.is_none()) || view.draw_pile == 0 {
            return;
        }
        // Each card that does not lie face-up or in its hand is somewhere.
        let seen: Set =
            view.discard_pile.iter().copied().chain(view.held.and_then(|held| held.card)).collect();
        for card in (!seen).iter() {
            let laid: f32 = view.laid().map(|(_, laid)| belief.chance(laid, card)).sum();
            let drawn = belief.draw_chance(card) * f32::from(view.draw_pile);
            assert!((laid + drawn - 1.0).abs() < 1e-3, "{card}: {laid} + {drawn}");
        }
    });
}

#[test]
fn the_belief_agrees_with_sampled_worlds() {
    const WORLDS: u32 = 2000;
    wander("standard", 3, 5, 400, |state, random| {
        if below(random, 60) > 0 {
            return;
        }
        let view = view_of(state, Seat::FIRST);
        let belief = Belief::new(&view);
        let spots: Vec<Spot> = view.laid().map(|(spot, _)| spot).collect();
        let mut found = vec![[0_u32; Card::COUNT]; spots.len()];
        let mut chance = chance(3);
        for _ in 0..WORLDS {
            let state = Kaboom::sample(&view, &mut chance);
            for (found, spot) in found.iter_mut().zip(&spots) {
                let (_, card) = state.world().hand(spot.seat).find(|(slot, _)| *slot == spot.slot).unwrap();
                found[card.index()] += 1;
            }
        }
        for (found, spot) in found.iter().zip(&spots) {
            for card in Set::ALL.iter() {
                let often = f64::from(found[card.index()]) / f64::from(WORLDS);
                let expected = f64::from(belief.chance(view.at(*spot).unwrap(), card));
                let margin = 5.0 * (expected * (1.0 - expected) / f64::from(WORLDS)).sqrt() + 1e-6;
                assert!((often - expected).abs() <= margin, "{card} at {spot}: {often}, {expected}");
            }
        }
    });
}

#[test]
fn worlds_of_a_reader_fit_the_view() {
    everywhere(200, |state, random| {
        let view = view_of(state, Seat::FIRST);
        let reading = Reading::new(&view, Seat::FIRST, &Belief::new(&view));
        let mut chance = chance(u64::from(below(random, 1000)));
        assert_eq!(view_of(&reading.world(&mut chance), Seat::FIRST), view);
    });
}

#[test]
fn the_chance_to_be_lowest_is_that_of_sampled_worlds() {
    const WORLDS: u16 = 2000;
    let mut checked = 0;
    wander("standard", 3, 9, 600, |state, random| {
        let view = view_of(state, Seat::FIRST);
        if below(random, 40) > 0 || view.stage == Stage::Over {
            return;
        }
        let belief = Belief::new(&view);
        let sum = |seat: Seat| {
            Sum::of(view.laid().filter(|(spot, _)| spot.seat == seat).map(|(_, laid)| belief.values(laid)))
        };
        let others: Vec<Sum> = Seat::all(3).skip(1).map(sum).collect();
        let mut chance = chance(5);
        for ties in [true, false] {
            let lowest = |state: &Kaboom| {
                let sum = |seat: Seat| state.world().hand(seat).map(|(_, card)| value(card)).sum::<i32>();
                let own = sum(Seat::FIRST);
                Seat::all(3).skip(1).all(|seat| own < sum(seat) || ties && own == sum(seat))
            };
            let count = (0..WORLDS).filter(|_| lowest(&Kaboom::sample(&view, &mut chance))).count();
            let often = count as f32 / f32::from(WORLDS);
            let computed = sum(Seat::FIRST).is_lowest(&others, ties);
            assert!((often - computed).abs() < 0.06, "{often} {computed}");
        }
        checked += 1;
    });
    assert!(checked >= 10, "{checked}");
}

#[test]
fn flips_take_a_persons_time() {
    let mut view = view_of(&start("standard", 2, 1), Seat::FIRST);
    let mut medians = Vec::new();
    for level in Level::ALL {
        let pace = Manner::of(level).pace;
        let times = (0..1000).map(|discard| {
            view.discard = discard;
            pace.flip(7.into(), Seat::FIRST, &view)
        });
        let mut times: Vec<_> = times.collect();
        times.sort();
        assert!(times[0] >= pace::QUICKEST);
        assert!(times[900] > times[100] * 2, "{level}");
        medians.push(times[500]);
    }
    assert!(medians.is_sorted_by(|a, b| a > b), "{medians:?}");
}

#[test]
fn an_expert_calls_with_a_safe_hand_and_not_with_a_bad_one() {
    // Everything known: the expert's hand is the deal's, the other's as well.
    let mut called = [0; 2];
    for seed in 0..30 {
        let mut state = start("short", 2, seed);
        for seat in Seat::all(2) {
            state.apply(seat, Action::Look, &mut ());
            state.apply(seat, Action::Ready, &mut ());
        }
        let own = Seat::FIRST;
        let sum = |seat: Seat| state.world().hand(seat).map(|(_, card)| value(card)).sum::<i32>();
        let apart = sum(own) - sum(Seat::new(1).unwrap());
        let mut view = view_of(&state, own);
        for seat in Seat::all(2) {
            for (slot, card) in state.world().hand(seat) {
                let laid = view.hands[seat][usize::from(slot)].as_mut().unwrap();
                laid.card = Some(card);
                laid.seen[own] = Some(0);
            }
        }
        let mut legal = ActionList::new();
        state.legal(own, &mut legal);
        let best = Kaboom::rank(&view, &legal, 1.into(), Budget { playouts: Some(400), deadline: None });
        let calls = best[0].action == Action::Kaboom;
        match apart {
            ..=-20 => assert!(calls, "{apart} on deal {seed}"),
            5.. => assert!(!calls, "{apart} on deal {seed}"),
            _ => {}
        }
        called[usize::from(calls)] += 1;
    }
    assert!(called.iter().all(|count| *count > 3), "{called:?}");
}

/// Plays a match: the first seats are casual bots that flip at once, the others only run out of time.
fn play(seed: u64, bots: usize, seats: usize) -> Kaboom {
    let mut state = start("standard", seats, seed);
    let mut bot = Kaboom::bot(Level::Casual, seed.into(), Budget::default());
    let mut legal = ActionList::new();
    while let Some(awaited) = state.awaited().first() {
        let mut decide = |seat: Seat, must| {
            state.legal(seat, &mut legal);
            let decision = bot.decide(&view_of(&state, seat), &legal, must)?;
            Some((seat, decision.action))
        };
        let mut seated = state.actors().iter().filter(|seat| seat.index() < bots);
        let reaction = seated.find_map(|seat| decide(seat, false));
        let (seat, action) = reaction.unwrap_or_else(|| match awaited.index() < bots {
            true => decide(awaited, true).unwrap(),
            false => (awaited, state.default_action(awaited)),
        });
        state.play(seat, action, &mut ()).unwrap();
    }
    state
}

#[test]
fn it_wins_against_who_only_runs_out_of_time() {
    let won = |seed: &u64| play(*seed, 1, 2).outcome().unwrap().winner() == Some(Seat::FIRST);
    let wins = (0..40).filter(won).count();
    assert!(wins >= 38, "{wins} of 40");
}

#[test]
fn bots_among_themselves_call_kaboom() {
    for seats in 2..=6 {
        let called = |seed: &u64| play(*seed, seats, seats).view(Viewer::Spectator).last.unwrap().caller;
        let called = (0..20).filter(|seed| called(seed).is_some()).count();
        assert!(called >= 15, "{called} of 20 last rounds with {seats} seats");
    }
}
