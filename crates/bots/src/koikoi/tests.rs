use game::{ActionList, Deals, Game, Ruleset, Seat, Seed, SeedableRng, Viewer, below};
use koikoi::{Action, KoiKoi, Rules, Stage};
use pulp::Arch;

use super::ends::ENDS;
use super::learn::{LAMBDA, Learn, Lesson};
use super::mind::Mind;
use super::net::{BIAS1, BIAS2, BIAS3, FIRST, LAYER2, LAYER3, Net, SECOND, STAYS, WEIGHTS};
use super::odds::Odds;
use super::quick::Quick;
use super::sight::{GROUPS, Groups, Inputs, POINTS, PROGRESS, Sight, WORDS};
use super::train::{Training, changed};
use super::{BadNet, net};
use crate::{Budget, Chance, Level, Levels, advise};

const SMALL: Budget = Budget { playouts: Some(48), deadline: None };

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

/// All presets, and as many rulesets with knobs turned.
fn rulesets() -> Vec<Rules> {
    let mut chance = Chance::seed_from_u64(5);
    let presets: Vec<Rules> = Rules::presets().into_iter().map(|preset| preset.rules).collect();
    let turned: Vec<Rules> = presets.iter().map(|rules| changed(rules, &mut chance)).collect();
    presets.into_iter().chain(turned).collect()
}

/// Plays matches by a glance, with some random actions, and calls back before each action.
fn positions(rules: &Rules, matches: u64, mut at: impl FnMut(&KoiKoi, Seat, &[Action])) {
    let mut legal = ActionList::new();
    for seed in 0..matches {
        let mut chance = Chance::seed_from_u64(seed);
        let mut quick = Quick::new(rules, seed);
        let mut state = KoiKoi::start(rules, 2, &Deals::Seed(seed.into()), &mut ()).unwrap();
        while let Some(seat) = state.actors().first() {
            state.legal(seat, &mut legal);
            at(&state, seat, &legal);
            let any = legal[below(&mut chance, legal.len() as u32) as usize];
            let action = if below(&mut chance, 4) == 0 { any } else { quick.choose(&state, seat) };
            state.apply(seat, action, &mut ());
        }
    }
}

#[test]
fn the_odds_rise_with_the_lead_and_add_up_to_one() {
    let of_both = |rules: Rules| {
        let (quick, nets) = (Odds::new(&rules), Odds::between_nets(net::house(), &rules));
        [(rules.clone(), quick), (rules, nets)]
    };
    for (rules, odds) in rulesets().into_iter().flat_map(of_both) {
        let stake = i32::from(rules.stake);
        for left in 1..=rules.rounds {
            for lead in -120..120 {
                let (now, more) = (odds.win(left, true, lead), odds.win(left, true, lead + 1));
                assert!(now <= more + 1e-5 && (-1e-4..=1.0001).contains(&now), "{left} {lead}: {now} {more}");
                assert!((now + odds.win(left, false, -lead) - 1.0).abs() < 1e-5);
            }
            if stake > 0 {
                assert_eq!(odds.win(left, true, -2 * stake), 0.0, "broke");
            }
        }
        assert_eq!([-1, 0, 1].map(|lead| odds.win(0, true, lead)), [0.0, 0.5, 1.0]);
        let level = odds.win(rules.rounds, true, 0);
        assert!((0.3..0.7).contains(&level), "a level match is open: {level}");
    }
}

/// The net's answer, reckoned input by input without any of its short cuts.
fn slow(net: &Net, standing: &[f32], words: &[u64], points: &[f32; GROUPS]) -> Vec<f64> {
    let mut inputs = vec![0.0; STAYS];
    for (first, word) in WORDS.into_iter().zip(words) {
        for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
            let input = first + bit;
            inputs[input] = 1.0;
            if PROGRESS.contains(&input) {
                let place = input - PROGRESS.start;
                inputs[POINTS + place] = f64::from(points[place / 6 % GROUPS]);
            }
        }
    }
    inputs.extend(standing.iter().copied().map(f64::from));
    let layer = |inputs: &[f64], rows: usize, biases: usize, width: usize| -> Vec<f64> {
        let sum = |place: usize| {
            let products = inputs.iter().enumerate();
            let products = products.map(|(row, value)| value * f64::from(net.0[rows + row * width + place]));
            products.sum::<f64>() + f64::from(net.0[biases + place])
        };
        (0..width).map(sum).collect()
    };
    let bend = |layer: Vec<f64>| layer.into_iter().map(|value| value.max(0.0)).collect::<Vec<f64>>();
    let first = bend(layer(&inputs, 0, BIAS1, FIRST));
    let second = bend(layer(&first, LAYER2, BIAS2, SECOND));
    let ends: Vec<f64> = layer(&second, LAYER3, BIAS3, ENDS).into_iter().map(f64::exp).collect();
    let all: f64 = ends.iter().sum();
    ends.into_iter().map(|end| end / all).collect()
}

#[test]
fn short_cuts_of_the_net_change_nothing() {
    let net = Net::new(3);
    let mut compared = 0;
    for rules in rulesets() {
        let odds = Odds::new(&rules);
        let mut mind: Option<Mind> = None;
        positions(&rules, 1, |state, seat, _| {
            if mind.as_ref().is_none_or(|mind| mind.is_past(state)) {
                mind = Some(Mind::new(&net, &odds, state));
            }
            let Some(mind) = &mut mind else { return };
            if state.stage() != Stage::Play || compared % 4 != 0 {
                compared += 1;
                return;
            }
            let sight = Sight::of(state, seat);
            let groups = Groups::new(&rules, state.month());
            let expected = slow(&net, mind.standing(seat), &sight.inputs(&groups), &groups.points());
            let ends = super::ends::Ends::new(&odds, state, seat);
            let worth: f64 = expected.iter().zip(ends.0).map(|(end, worth)| end * f64::from(worth)).sum();
            assert!((worth - f64::from(mind.worth(seat, &sight))).abs() < 1e-4);
            compared += 1;
        });
    }
    assert!(compared > 1_000, "{compared}");
}

/// What the positions of a lesson are to learn, and how surprised the net is by that.
fn surprise(net: &Net, lesson: &Lesson, targets: &[Vec<f64>]) -> f64 {
    let of = |(inputs, target): (&Inputs, &Vec<f64>)| {
        let ends = slow(net, &lesson.standing, inputs, &lesson.points);
        ends.iter().zip(target).map(|(end, target)| -target * end.ln()).sum::<f64>()
    };
    lesson.positions.iter().zip(targets).map(of).sum()
}

#[test]
fn the_gradient_points_where_the_surprise_grows() {
    let (rules, mut net) = (preset("months"), Net::new(3));
    let odds = Odds::new(&rules);
    let mut positions_seen = Vec::new();
    let mut standing = None;
    positions(&rules, 1, |state, _, _| {
        if state.round() == 1 {
            let groups = Groups::new(&rules, state.month());
            positions_seen.push(Sight::of(state, Seat::FIRST).inputs(&groups));
            standing = Some((*Mind::new(&net, &odds, state).standing(Seat::FIRST), groups.points()));
        }
    });
    let (standing, points) = standing.unwrap();
    let lesson = Lesson { standing, points, positions: positions_seen, end: 7 };
    assert!(lesson.positions.len() > 5);
    let mut gradient = vec![0.0; WEIGHTS];
    Arch::new().dispatch(Learn { net: &net, lesson: &lesson, gradient: &mut gradient });
    // The last position learns from the end, each before it from the one after.
    let mut target: Vec<f64> = (0..ENDS).map(|end| f64::from(u8::from(end == 7))).collect();
    let mut targets = Vec::new();
    for inputs in lesson.positions.iter().rev() {
        targets.insert(0, target.clone());
        let ends = slow(&net, &lesson.standing, inputs, &lesson.points);
        let lambda = f64::from(LAMBDA);
        target =
            target.iter().zip(ends).map(|(target, end)| lambda * target + (1.0 - lambda) * end).collect();
    }
    let mut chance = Chance::seed_from_u64(8);
    let mut compared = 0;
    while compared < 60 {
        let weight = below(&mut chance, WEIGHTS as u32) as usize;
        if gradient[weight] == 0.0 {
            continue;
        }
        let (before, step) = (net.0[weight], 1e-3);
        net.0[weight] = before + step;
        let above = surprise(&net, &lesson, &targets);
        net.0[weight] = before - step;
        let below = surprise(&net, &lesson, &targets);
        net.0[weight] = before;
        let (slope, found) = ((above - below) / f64::from(2.0 * step), f64::from(gradient[weight]));
        assert!((slope - found).abs() < 0.02 + 0.05 * slope.abs(), "{weight}: {found} in place of {slope}");
        compared += 1;
    }
}

#[test]
fn a_file_of_weights_is_read_back_or_refused() {
    let bytes = net::house().to_bytes();
    assert!(bytes.len() <= 250_000);
    assert_eq!(bytes, Net::from_bytes(&bytes).unwrap().to_bytes());
    assert_eq!(Net::from_bytes(b"PNG").err(), Some(BadNet::Magic));
    assert_eq!(Net::from_bytes(&bytes[..bytes.len() - 1]).err(), Some(BadNet::Size));
    let mut damaged = bytes;
    damaged[8..12].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(Net::from_bytes(&damaged).err(), Some(BadNet::Damaged));
}

#[test]
fn training_learns_and_is_the_same_on_any_number_of_cores() {
    let train = |cores: usize| {
        let mut training = Training::new(Seed::from(4), 128);
        let losses: Vec<f32> =
            std::iter::from_fn(|| training.step(cores)).map(|progress| progress.loss).collect();
        (training.into_net(), losses)
    };
    let (one, losses) = train(1);
    let (three, _) = train(3);
    assert_eq!(one.0.len(), WEIGHTS);
    assert!(one.0.iter().zip(&three.0).all(|(a, b)| a.to_bits() == b.to_bits()));
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    assert!(last < first - 0.1, "{losses:?}");
}

#[test]
fn every_level_plays_any_rules_and_repeats_itself() {
    for rules in rulesets() {
        for level in Level::ALL {
            let mut bot = KoiKoi::bot(level, 1.into(), SMALL);
            let mut asked = 0;
            positions(&Rules { rounds: rules.rounds.min(3), ..rules.clone() }, 1, |state, seat, legal| {
                asked += 1;
                let view = state.view(Viewer::Seat(seat));
                let decision = bot.decide(&view, legal, true).unwrap();
                assert!(legal.contains(&decision.action), "{level}: {decision:?}");
                if asked % 4 == 0 {
                    let again = KoiKoi::bot(level, 1.into(), SMALL).decide(&view, legal, true);
                    assert_eq!(again, Some(decision), "{level}");
                }
            });
        }
    }
}

/// Asks the expert wherever koi-koi or stop is to be decided in the last of two rounds; gives the lead, too.
fn last_decisions(matches: u64, mut at: impl FnMut(i32, i32, Action)) {
    let rules = Rules { rounds: 2, ..preset("nintendo") };
    let mut bot = KoiKoi::bot(Level::Expert, 1.into(), Budget { playouts: Some(400), deadline: None });
    positions(&rules, matches, |state, seat, legal| {
        if state.round() == 2 && state.stage() == Stage::Decide {
            let action = bot.decide(&state.view(Viewer::Seat(seat)), legal, true).unwrap().action;
            at(state.lead(seat), state.stopping(seat, state.pile(seat)), action);
        }
    });
}

#[test]
fn in_the_last_round_it_stops_when_that_wins_and_never_when_that_loses() {
    let (mut winning, mut losing) = (0, 0);
    last_decisions(400, |lead, points, action| {
        if lead + points > 0 {
            assert_eq!(action, Action::Stop, "{points} points win from {lead}");
            winning += 1;
        }
        if lead + points < 0 {
            assert_eq!(action, Action::KoiKoi, "{points} points do not help from {lead}");
            losing += 1;
        }
    });
    assert!(winning > 50 && losing > 20, "{winning} {losing}");
}

#[test]
fn in_the_last_round_it_plays_the_card_that_wins_at_once() {
    let rules = Rules { rounds: 2, ..preset("nintendo") };
    let mut bot = KoiKoi::bot(Level::Expert, 1.into(), Budget { playouts: Some(200), deadline: None });
    let mut wins = 0;
    positions(&rules, 600, |state, seat, legal| {
        if state.round() != 2 || state.stage() != Stage::Play {
            return;
        }
        let (pile, other) = (state.pile(seat), seat.next(2));
        // With nothing called yet a yaku that is made can be cashed in.
        if state.calls(seat) + state.calls(other) > 0 || state.stopping(seat, pile) > 0 {
            return;
        }
        let wins_at_once = |action: &Action| {
            let Action::Play(card) = *action else { return false };
            let taken = state.field() & card.month().cards();
            let points = state.stopping(seat, pile | taken | card.into());
            taken.len() == 1 && points > 0 && state.lead(seat) + points > 0
        };
        if legal.iter().any(wins_at_once) && !legal.iter().all(wins_at_once) {
            let action = bot.decide(&state.view(Viewer::Seat(seat)), legal, true).unwrap().action;
            let sure = state.lead(seat) > 0 || wins_at_once(&action);
            assert!(sure, "{action:?} with {:?} from {}", state.hand(seat), state.lead(seat));
            wins += 1;
        }
    });
    assert!(wins > 20, "{wins}");
}

#[test]
fn advice_is_in_win_probability() {
    let mut advised = 0;
    positions(&preset("japan"), 1, |state, seat, legal| {
        let advice = advise::<KoiKoi>(&state.view(Viewer::Seat(seat)), SMALL);
        assert_eq!(advice.len(), legal.len());
        assert!(advice.iter().all(|advice| (-1e-4..=1.0001).contains(&advice.worth)));
        assert!(advice[0].equal, "the best is as good as the best");
        advised += 1;
        let other = seat.next(2);
        assert!(advise::<KoiKoi>(&state.view(Viewer::Seat(other)), SMALL).is_empty());
    });
    assert!(advised > 50);
}
