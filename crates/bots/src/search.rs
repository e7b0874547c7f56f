//! The search that all games share: determinized Monte Carlo with sequential halving.
//!
//! Worlds that fit the view are sampled, and each candidate is played on in each of them with the same chance after it, so that
//! what differs is the candidates' doing. After a share of the budget the worse half of the candidates is dropped.

use std::time::{Duration, Instant};

use game::{Game, Rng, Seat, SeedableRng};
use serde::Serialize;

use crate::Chance;

/// How much a bot may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Playouts for a decision; the level's own number if `None`.
    pub playouts: Option<u32>,
    /// The longest that a decision may take, whatever the number of playouts. With it, decisions may differ from run to run.
    pub deadline: Option<Duration>,
}

/// What a game brings to the search.
pub trait Method<G: Game> {
    /// A world that fits the view, and how much it counts beside others.
    fn world(&mut self, view: &G::View, chance: &mut Chance) -> (G, f32);

    /// Plays on from the state, which the candidate has just led to, and says what came of it for the seat: more is better.
    fn playout(&mut self, state: &mut G, seat: Seat, chance: &mut Chance) -> f32;

    /// Provided: a candidate is dropped early that is behind the best by so many times the margin of their difference.
    fn clear(&self) -> Option<f32> {
        None
    }

    /// Provided: what each candidate seems to be worth before any playout, and how many playouts that opinion counts for.
    fn prior(&mut self, _view: &G::View, _legal: &[G::Action]) -> Option<(Vec<f32>, f32)> {
        None
    }
}

/// A candidate, judged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ranked<A> {
    /// The candidate.
    pub action: A,
    /// What it is worth, in the game's [`Unit`](crate::Unit).
    pub worth: f32,
    /// Half the width of the 95% interval around it.
    pub interval: f32,
    /// How many playouts it got.
    pub playouts: u32,
    /// By how much it is worse than the best, in the worlds that both have met.
    pub behind: f32,
    /// Half the width of the 95% interval around that.
    pub margin: f32,
    /// Whether the playouts do not tell it from the best: the interval of their difference holds zero.
    pub equal: bool,
}

/// Judges the legal actions of the seat, the best first. A single one needs no thought: it gets no playouts.
pub fn search<G: Game>(
    method: &mut impl Method<G>,
    view: &G::View,
    seat: Seat,
    legal: &[G::Action],
    playouts: u32,
    deadline: Option<Duration>,
    chance: &mut Chance,
) -> Vec<Ranked<G::Action>> {
    let end = deadline.map(|deadline| Instant::now() + deadline);
    let mut candidates = Candidates::new(legal);
    if legal.len() > 1 {
        if let Some((worths, weight)) = method.prior(view, legal) {
            candidates.believe(&worths, weight);
        }
        candidates.halve(method, view, seat, playouts, end, chance);
    }
    candidates.ranking()
}

struct Candidate<A> {
    action: A,
    /// What came of each world, in the order of the worlds.
    results: Vec<f32>,
    prior: f32,
}

struct Candidates<A> {
    /// Those still in the running first.
    all: Vec<Candidate<A>>,
    weights: Vec<f32>,
    prior_weight: f32,
}

impl<A: Copy> Candidates<A> {
    fn new(legal: &[A]) -> Self {
        let all = legal.iter().map(|action| Candidate { action: *action, results: Vec::new(), prior: 0.0 });
        Candidates { all: all.collect(), weights: Vec::new(), prior_weight: 0.0 }
    }

    fn believe(&mut self, worths: &[f32], weight: f32) {
        self.prior_weight = weight;
        self.all.iter_mut().zip(worths).for_each(|(candidate, worth)| candidate.prior = *worth);
    }

    fn halve<G: Game<Action = A>>(
        &mut self,
        method: &mut impl Method<G>,
        view: &G::View,
        seat: Seat,
        playouts: u32,
        end: Option<Instant>,
        chance: &mut Chance,
    ) {
        let halvings = self.all.len().next_power_of_two().trailing_zeros();
        let mut running = self.all.len();
        while running > 1 {
            let worlds = (playouts / (halvings * running as u32)).max(1);
            for _ in 0..worlds {
                if end.is_some_and(|end| !self.weights.is_empty() && Instant::now() >= end) {
                    self.sort(running);
                    return;
                }
                let (world, weight) = method.world(view, chance);
                self.weights.push(weight);
                // Each candidate meets the same chance.
                let after = Chance::seed_from_u64(chance.next_u64());
                for candidate in &mut self.all[..running] {
                    let (mut state, mut chance) = (world.clone(), after.clone());
                    state.apply(seat, candidate.action, &mut ());
                    candidate.results.push(method.playout(&mut state, seat, &mut chance));
                }
            }
            self.sort(running);
            running = running.div_ceil(2);
            if let Some(clear) = method.clear() {
                while running > 1 && self.is_clear(running - 1, clear) {
                    running -= 1;
                }
            }
        }
    }

    /// Orders those in the running, the best first; of equals the first stays first.
    fn sort(&mut self, running: usize) {
        let worth: Vec<f32> = self.all.iter().map(|candidate| self.worth(candidate)).collect();
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order[..running].sort_by(|a, b| worth[*b].total_cmp(&worth[*a]));
        let mut sorted: Vec<Option<Candidate<A>>> = self.all.drain(..).map(Some).collect();
        self.all.extend(order.into_iter().filter_map(|place| sorted[place].take()));
    }

    fn worth(&self, candidate: &Candidate<A>) -> f32 {
        let prior = f64::from(self.prior_weight);
        let (mut sum, mut all) = (prior * f64::from(candidate.prior), prior);
        for (result, weight) in candidate.results.iter().zip(&self.weights) {
            sum += f64::from(weight * result);
            all += f64::from(*weight);
        }
        if all > 0.0 { (sum / all) as f32 } else { 0.0 }
    }

    /// Whether the candidate of this place is behind the best by so many margins.
    fn is_clear(&self, place: usize, clear: f32) -> bool {
        let (behind, margin) = self.behind(&self.all[place]);
        behind > clear * margin
    }

    /// By how much the candidate is worse than the best, in the worlds that both have met, and the margin of that.
    fn behind(&self, candidate: &Candidate<A>) -> (f32, f32) {
        let both = candidate.results.iter().zip(&self.all[0].results);
        self.mean(&both.map(|(own, best)| best - own).collect::<Vec<f32>>())
    }

    fn ranking(&self) -> Vec<Ranked<A>> {
        let ranked = |candidate: &Candidate<A>| {
            let (behind, margin) = self.behind(candidate);
            Ranked {
                action: candidate.action,
                worth: self.worth(candidate),
                interval: self.mean(&candidate.results).1,
                playouts: candidate.results.len() as u32,
                behind,
                margin,
                equal: behind <= margin,
            }
        };
        self.all.iter().map(ranked).collect()
    }

    /// The mean of what came of the first worlds, and half the width of its 95% interval.
    fn mean(&self, results: &[f32]) -> (f32, f32) {
        let weighted = || results.iter().zip(&self.weights).map(|(a, b)| (f64::from(*a), f64::from(*b)));
        let all: f64 = weighted().map(|(_, weight)| weight).sum();
        if all <= 0.0 {
            return (0.0, 0.0);
        }
        let mean = weighted().map(|(result, weight)| weight * result).sum::<f64>() / all;
        let spread: f64 = weighted().map(|(result, weight)| (weight * (result - mean)).powi(2)).sum();
        (mean as f32, (1.96 * spread.sqrt() / all) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance;
    use game::toy::{HighCard, Move, View};
    use game::{Deals, Viewer, below};

    /// Plays on at random; by how much the seat is ahead in the end.
    #[derive(Default)]
    struct Random {
        playouts: usize,
        prior: Option<(Vec<f32>, f32)>,
    }

    impl Method<HighCard> for Random {
        fn world(&mut self, view: &View, chance: &mut Chance) -> (HighCard, f32) {
            (HighCard::sample(view, chance), 1.0)
        }

        fn playout(&mut self, state: &mut HighCard, seat: Seat, chance: &mut Chance) -> f32 {
            self.playouts += 1;
            while let Some(next) = state.actors().first() {
                let action = if below(chance, 2) == 0 { Move::Take } else { Move::Pass };
                state.apply(next, action, &mut ());
            }
            let scores = state.scores();
            (scores[seat] - scores[seat.next(2)]) as f32
        }

        fn prior(&mut self, _: &View, _: &[Move]) -> Option<(Vec<f32>, f32)> {
            self.prior.clone()
        }
    }

    const BOTH: [Move; 2] = [Move::Take, Move::Pass];

    fn view(seed: u64) -> View {
        let state = HighCard::start(&(), 2, &Deals::Seed(seed.into()), &mut ()).unwrap();
        state.view(Viewer::Seat(Seat::FIRST))
    }

    fn ranking(method: &mut Random, legal: &[Move], playouts: u32) -> Vec<Ranked<Move>> {
        let (view, mut chance) = (view(3), chance::of_decision(1.into(), &view(3)));
        search(method, &view, Seat::FIRST, legal, playouts, None, &mut chance)
    }

    #[test]
    fn it_finds_the_better_action_and_is_sure_of_it() {
        let card = view(3).cards[Seat::FIRST].unwrap();
        let mut method = Random::default();
        let [take, pass] = ranking(&mut method, &BOTH, 200)[..] else { panic!("two actions") };
        assert_eq!((take.action, take.equal, pass.equal), (Move::Take, true, false));
        // The same chance for both: they differ by the card that is taken or left, exactly.
        assert!((take.worth - pass.worth - f32::from(card)).abs() < 1e-4);
        assert_eq!((method.playouts, take.playouts, pass.playouts), (200, 100, 100));
        assert!(take.interval > 0.0);
    }

    #[test]
    fn the_same_chance_gives_the_same_ranking() {
        let ranking = || ranking(&mut Random::default(), &BOTH, 64);
        assert_eq!(ranking(), ranking());
    }

    #[test]
    fn a_single_action_needs_no_playout() {
        let mut method = Random::default();
        let ranking = ranking(&mut method, &[Move::Pass], u32::MAX);
        assert_eq!((ranking.len(), method.playouts), (1, 0));
    }

    #[test]
    fn a_strong_prior_outweighs_few_playouts() {
        let mut method = Random { prior: Some((vec![0.0, 1000.0], 50.0)), ..Random::default() };
        assert_eq!(ranking(&mut method, &BOTH, 4)[0].action, Move::Pass);
        let mut method = Random { prior: Some((vec![0.0, 0.1], 1.0)), ..Random::default() };
        assert_eq!(ranking(&mut method, &BOTH, 4)[0].action, Move::Take);
    }

    #[test]
    fn past_the_deadline_it_answers_by_the_first_world() {
        let (mut method, view) = (Random::default(), view(3));
        let mut chance = chance::of_decision(1.into(), &view);
        let deadline = Some(Duration::ZERO);
        let ranking = search(&mut method, &view, Seat::FIRST, &BOTH, u32::MAX, deadline, &mut chance);
        assert_eq!((ranking[0].action, method.playouts), (Move::Take, 2));
    }

    #[test]
    fn the_worse_half_is_dropped() {
        let mut candidates = Candidates::new(&[0, 1, 2, 3, 4]);
        candidates.believe(&[3.0, 5.0, 1.0, 4.0, 2.0], 1.0);
        candidates.sort(5);
        let order: Vec<i32> = candidates.all.iter().map(|candidate| candidate.action).collect();
        assert_eq!(order, [1, 3, 0, 4, 2]);
        candidates.believe(&[0.0, 1.0, 2.0, 9.0, 9.0], 1.0);
        candidates.sort(3);
        let order: Vec<i32> = candidates.all.iter().map(|candidate| candidate.action).collect();
        assert_eq!(order, [0, 3, 1, 4, 2], "those that were dropped stay behind");
    }

    #[test]
    fn what_is_behind_by_more_than_chance_is_clear() {
        let mut candidates = Candidates::new(&[0, 1, 2]);
        candidates.weights = vec![1.0; 4];
        for (candidate, results) in
            candidates.all.iter_mut().zip([[9.0, 8.0, 9.0, 7.0], [8.0, 9.0, 8.0, 7.5], [5.0, 3.5, 5.0, 2.5]])
        {
            candidate.results = results.to_vec();
        }
        assert_eq!([1, 2].map(|place| candidates.is_clear(place, 2.0)), [false, true]);
    }
}
