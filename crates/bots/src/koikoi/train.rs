//! What the net learns from: self-play under all presets and changed knobs.
//!
//! Everything follows from the seed: matches are played in batches with the same net, on any number of cores, and learned from in
//! their order.

use game::{Deals, Game, Purpose, Rng, Ruleset, Seat, Seed, SeedableRng, Viewer, below};
use koikoi::rules::{CallBonus, KoikoiLimit};
use koikoi::{Action, KoiKoi, Rules, Stage};
use pulp::Arch;

use super::Greedy;
use super::ends::class;
use super::learn::{Adam, Learn, Lesson};
use super::mind::Mind;
use super::net::{Net, WEIGHTS};
use super::odds::Odds;
use super::sight::Sight;
use crate::{Bot, Chance};

/// Matches that are played with the same net.
const BATCH: u64 = 16;
/// Lessons between two steps.
const STEP: usize = 16;
/// One action in so many is random, so that the net sees what it would not do; at first, and at the end, when its play should be
/// what it learns from.
const EXPLORES: f32 = 20.0;
const LAST_EXPLORES: f32 = 100.0;
const RATE: f32 = 1.2e-3;
const LAST_RATE: f32 = 3e-5;
/// Over which share of the matches the weights are averaged.
const AVERAGED: f32 = 0.03;
/// Rulesets with changed knobs, beside the presets.
const CHANGED: usize = 24;

/// A net that learns.
pub struct Training {
    net: Net,
    seed: Seed,
    matches: u64,
    played: u64,
    rulesets: Vec<(Rules, Odds)>,
    adam: Adam,
    /// The weights as they were lately on average, which is steadier than what they are after the last step; empty while the net
    /// is young.
    average: Vec<f32>,
}

/// What a batch came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Matches played so far.
    pub played: u64,
    /// The mean surprise of the net at how the batch's rounds ended, in nats.
    pub loss: f32,
}

impl Training {
    /// A fresh net that will learn from so many matches.
    pub fn new(seed: Seed, matches: u64) -> Training {
        let mut stream = seed.stream(Purpose(*b"rule"), 0, 0);
        let presets: Vec<Rules> = Rules::presets().into_iter().map(|preset| preset.rules).collect();
        let mut rulesets = presets.clone();
        for place in 0..CHANGED {
            rulesets.push(changed(&presets[place % presets.len()], &mut stream));
        }
        let with_odds = |rules: Rules| {
            let odds = Odds::new(&rules);
            (rules, odds)
        };
        let rulesets = rulesets.into_iter().map(with_odds).collect();
        let net = Net::new(stream.next_u64());
        Training { net, seed, matches, played: 0, rulesets, adam: Adam::new(), average: Vec::new() }
    }

    /// The net as it is now.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// The net at the end.
    pub fn into_net(self) -> Net {
        if self.average.is_empty() { self.net } else { Net(self.average) }
    }

    /// Plays a batch and learns from it; `None` when all matches are played.
    pub fn step(&mut self, cores: usize) -> Option<Progress> {
        let batch = BATCH.min(self.matches - self.played);
        if batch == 0 {
            return None;
        }
        let lessons = self.lessons(batch, cores);
        let rate = self.between(RATE, LAST_RATE);
        let mut gradient = vec![0.0; WEIGHTS];
        let (mut loss, mut positions) = (0.0, 0);
        for step in lessons.chunks(STEP) {
            gradient.fill(0.0);
            let before = positions;
            for lesson in step {
                loss += Arch::new().dispatch(Learn { net: &self.net, lesson, gradient: &mut gradient });
                positions += lesson.positions.len();
            }
            self.adam.step(&mut self.net.0, &gradient, (positions - before) as f32, rate);
        }
        self.played += batch;
        self.average(batch);
        Some(Progress { played: self.played, loss: loss / positions.max(1) as f32 })
    }

    /// What goes from one value to another while the net learns.
    fn between(&self, first: f32, last: f32) -> f32 {
        first * (last / first).powf(self.played as f32 / self.matches as f32)
    }

    /// Takes the weights after a batch into their average.
    fn average(&mut self, batch: u64) {
        if 10 * self.played <= 3 * self.matches {
            return;
        }
        if self.average.is_empty() {
            self.average = self.net.0.clone();
            return;
        }
        let keep = (1.0 - batch as f32 / (AVERAGED * self.matches as f32)).max(0.0);
        for (average, weight) in self.average.iter_mut().zip(&self.net.0) {
            *average = keep * *average + (1.0 - keep) * weight;
        }
    }

    /// The lessons of a batch in the order of its matches.
    fn lessons(&self, batch: u64, cores: usize) -> Vec<Lesson> {
        let numbers: Vec<u64> = (self.played..self.played + batch).collect();
        let share = numbers.len().div_ceil(cores.max(1));
        let played =
            |numbers: &[u64]| numbers.iter().flat_map(|number| self.play(*number)).collect::<Vec<_>>();
        if cores <= 1 {
            return played(&numbers);
        }
        std::thread::scope(|scope| {
            let shares: Vec<_> =
                numbers.chunks(share).map(|numbers| scope.spawn(move || played(numbers))).collect();
            shares
                .into_iter()
                .flat_map(|share| share.join().expect("a match of self-play does not panic"))
                .collect()
        })
    }

    /// A match of the net against itself.
    fn play(&self, number: u64) -> Vec<Lesson> {
        let mut bytes = [0; 32];
        self.seed.stream(Purpose(*b"self"), (number >> 16) as u16, number as u16).fill_bytes(&mut bytes);
        let deals = Seed::new(bytes);
        let mut chance = Chance::from_seed(bytes);
        let (rules, odds) = &self.rulesets[self.ruleset(&mut chance)];
        let mut lessons = Vec::new();
        let Ok(mut state) = KoiKoi::start(rules, 2, &Deals::Seed(deals), &mut ()) else { return lessons };
        while !state.is_over() {
            lessons.extend(self.round(&mut state, odds, &mut chance));
        }
        lessons
    }

    /// Nearly two thirds of the matches are played under `nintendo`, which bots are matched under most, and one in six under
    /// changed knobs.
    fn ruleset(&self, chance: &mut Chance) -> usize {
        const MOST_PLAYED: usize = 3;
        match below(chance, 10) {
            0..=5 => MOST_PLAYED,
            6..=7 => below(chance, 5) as usize,
            _ => below(chance, self.rulesets.len() as u32) as usize,
        }
    }

    /// A round as both seats saw it.
    fn round(&self, state: &mut KoiKoi, odds: &Odds, chance: &mut Chance) -> [Lesson; 2] {
        let mut mind = Mind::new(&self.net, odds, state);
        let seats = [Seat::FIRST, Seat::FIRST.next(2)];
        let leads = seats.map(|seat| state.lead(seat));
        let mut positions = [const { Vec::new() }; 2];
        let explores = self.between(EXPLORES, LAST_EXPLORES) as u32;
        while !mind.is_past(state) {
            let seat = state.turn();
            let mut see = |place: usize, sight: Sight| positions[place].push(sight.inputs(mind.groups()));
            if state.stage() == Stage::Play {
                seats.iter().for_each(|seat| see(seat.index(), Sight::of(state, *seat)));
            }
            let action = if below(chance, explores) == 0 {
                anything(state, seat, chance)
            } else {
                mind.choose(state, seat)
            };
            for viewer in seats {
                if let Some(sight) = Mind::after_playing(state, viewer, action) {
                    positions[viewer.index()].push(sight.inputs(mind.groups()));
                }
            }
            state.apply(seat, action, &mut ());
        }
        let stake = state.rules().stake > 0;
        let mut positions = positions.into_iter();
        seats.map(|seat| Lesson {
            standing: *mind.standing(seat),
            points: mind.groups().points(),
            positions: positions.next().unwrap_or_default(),
            end: class(state.lead(seat) - leads[seat.index()], stake),
        })
    }
}

/// The share of matches under `nintendo` that the net alone wins against another, or against [`Greedy`]; ties are half a win.
pub fn strength(net: &Net, rival: Option<&Net>, matches: u32) -> f32 {
    let rules = Rules::preset("nintendo").expect("the preset is in the table");
    let odds = Odds::new(&rules);
    let mut legal = game::ActionList::new();
    let mut won = 0.0;
    for number in 0..matches {
        // Each deal is played from both seats.
        let own = if number % 2 == 0 { Seat::FIRST } else { Seat::FIRST.next(2) };
        let deals = Deals::Seed(u64::from(number / 2).into());
        let Ok(mut state) = KoiKoi::start(&rules, 2, &deals, &mut ()) else { continue };
        while !state.is_over() {
            let mut mind = Mind::new(net, &odds, &state);
            let mut rival = rival.map(|rival| Mind::new(rival, &odds, &state));
            while !mind.is_past(&state) {
                let seat = state.turn();
                let action = match &mut rival {
                    _ if seat == own => mind.choose(&state, seat),
                    Some(rival) => rival.choose(&state, seat),
                    None => {
                        state.legal(seat, &mut legal);
                        let greedy = Greedy.decide(&state.view(Viewer::Seat(seat)), &legal, true);
                        greedy.expect("who is in turn may do something").action
                    }
                };
                state.apply(seat, action, &mut ());
            }
        }
        won += 0.5 + 0.5 * state.lead(own).signum() as f32;
    }
    won / matches as f32
}

fn anything(state: &KoiKoi, seat: Seat, chance: &mut Chance) -> Action {
    let mut legal = game::ActionList::new();
    state.legal(seat, &mut legal);
    legal[below(chance, legal.len() as u32) as usize]
}

/// A few knobs that bear on play, turned.
pub(super) fn changed(rules: &Rules, chance: &mut impl Rng) -> Rules {
    let mut rules = rules.clone();
    let mut number = |most: u32| below(chance, most + 1) as u8;
    for _ in 0..4 {
        match number(15) {
            0 => rules.must_capture ^= true,
            1 => rules.cup_is_chaff ^= true,
            2 => rules.wild_lightning ^= true,
            3 => rules.double_at = [0, 7, 10][usize::from(number(2))],
            4 => rules.double_after_opponents_call ^= true,
            5 => rules.koikoi_limit = [KoikoiLimit::None, KoikoiLimit::Once][usize::from(number(1))],
            6 => {
                rules.call_bonus =
                    [CallBonus::None, CallBonus::AllCalls, CallBonus::OwnCalls][usize::from(number(2))];
            }
            7 => {
                (rules.cherry_viewing, rules.moon_viewing, rules.viewing_after_call) =
                    (number(6), number(6), 0);
            }
            8 => (rules.animals, rules.ribbons, rules.chaff) = (number(3), number(3), number(3)),
            9 => rules.boar_deer_butterfly = number(10),
            10 => (rules.poetry_ribbons, rules.blue_ribbons) = (number(10), number(10)),
            11 => rules.three_lights = number(7),
            12 => rules.no_chaff = number(10),
            13 => rules.run_out_points = number(3),
            14 => rules.stake = [0, 20, 50][usize::from(number(2))],
            _ => rules.rounds = 1 + number(11),
        }
    }
    rules
}
