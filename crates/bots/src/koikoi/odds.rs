//! What the rest of a match is worth: a table over rounds left, dealer and lead.

use std::sync::{Arc, Mutex, PoisonError};

use game::{Deals, Game, Seed};
use koikoi::rules::FourOfAMonth;
use koikoi::{KoiKoi, Rules};

use super::mind::Mind;
use super::net::{self, Net};
use super::quick::Quick;

/// Leads beyond this are as good as won.
const MOST: i32 = 255;
/// Rulesets whose odds are kept.
const MOST_KNOWN: usize = 16;
/// Rounds that tell how rounds end under the rules.
const MEASURED: u32 = 1200;

/// The probability to win a match from the start of any of its rounds; a tie is half a win.
pub(super) struct Odds {
    rounds: u8,
    stake: i32,
    of_points: bool,
    /// For whoever deals next, by rounds left and lead.
    table: Vec<[f32; 2 * MOST as usize + 1]>,
}

/// How a round ended for its dealer, how often, and whether the same seat deals again.
struct Ending {
    gain: i32,
    deals_again: bool,
    share: f32,
}

impl Odds {
    /// The odds of these rules among players as good as the house's net. They take a tenth of a second to reckon, so those of the
    /// rules met last are kept.
    pub(super) fn of(rules: &Rules) -> Arc<Odds> {
        static KNOWN: Mutex<Vec<(Rules, Arc<Odds>)>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, odds)) = known.iter().find(|(other, _)| other == rules) {
            return odds.clone();
        }
        let odds = Arc::new(Odds::between_nets(net::house(), rules));
        known.truncate(MOST_KNOWN - 1);
        known.insert(0, (rules.clone(), odds.clone()));
        odds
    }

    /// Measures how rounds end under these rules in quick play: some milliseconds.
    pub(super) fn new(rules: &Rules) -> Odds {
        let rounds = endless(rules);
        let mut quick = Quick::new(&rounds, 0);
        Odds::after(rules, &measure(rules, &rounds, |state| quick.finish(state)))
    }

    /// Measures how they end when the net plays, which trusts the odds of quick play.
    pub(super) fn between_nets(net: &Net, rules: &Rules) -> Odds {
        let rounds = endless(rules);
        let odds = Odds::new(&rounds);
        let finish = |state: &mut KoiKoi| Mind::new(net, &odds, state).play(state, u32::MAX);
        Odds::after(rules, &measure(rules, &rounds, finish))
    }

    /// Reckons back from the last round.
    fn after(rules: &Rules, endings: &[Ending]) -> Odds {
        let mut odds =
            Odds { rounds: rules.rounds, stake: rules.stake.into(), of_points: false, table: Vec::new() };
        for left in 1..=rules.rounds {
            let row = std::array::from_fn(|place| {
                let lead = place as i32 - MOST;
                let after = |end: &Ending| end.share * odds.win(left - 1, end.deals_again, lead + end.gain);
                endings.iter().map(after).sum()
            });
            odds.table.push(row);
        }
        odds
    }

    /// No odds: every point is worth the same, whatever the rest of the match.
    pub(super) fn of_points(rules: &Rules) -> Odds {
        Odds { rounds: rules.rounds, stake: 0, of_points: true, table: Vec::new() }
    }

    /// The probability to win with this lead and so many rounds left, of which the seat deals the next one or not.
    pub(super) fn win(&self, left: u8, deals: bool, lead: i32) -> f32 {
        if self.of_points {
            return 0.5 + 0.5 * lead.clamp(-MOST, MOST) as f32 / MOST as f32;
        }
        let broke = self.stake > 0 && lead.abs() >= 2 * self.stake;
        if left == 0 || broke {
            return 0.5 + 0.5 * lead.signum() as f32;
        }
        let row = &self.table[usize::from(left.min(self.rounds)) - 1];
        let at = |lead: i32| row[(lead.clamp(-MOST, MOST) + MOST) as usize];
        if deals { at(lead) } else { 1.0 - at(-lead) }
    }

    /// The same for a round that is played and may be the last.
    pub(super) fn left_after(&self, round: u8) -> u8 {
        self.rounds.saturating_sub(round)
    }
}

/// The rules without a stake and with as many rounds as can be, so that none ends a match early.
fn endless(rules: &Rules) -> Rules {
    let four_of_a_month = match rules.four_of_a_month {
        FourOfAMonth::RoundMonthOf12 if rules.rounds < 12 => FourOfAMonth::Never,
        knob => knob,
    };
    Rules { rounds: 12, stake: 0, four_of_a_month, ..rules.clone() }
}

/// How rounds end under the rules, from matches of endless ones.
fn measure(rules: &Rules, endless: &Rules, mut finish: impl FnMut(&mut KoiKoi)) -> Vec<Ending> {
    let paid_by_the_loser = if rules.stake > 0 { 2 } else { 1 };
    let mut counts = vec![[0_u32; 2]; 2 * MOST as usize + 1];
    let mut all = 0;
    for seed in 0..u64::from(MEASURED / 11) {
        let Ok(mut state) = KoiKoi::start(endless, 2, &Deals::Seed(Seed::from(seed)), &mut ()) else {
            break;
        };
        // The last round tells not who would deal next.
        while state.round() < endless.rounds && !state.is_over() {
            let (round, dealer, lead) = (state.round(), state.dealer(), state.lead(state.dealer()));
            finish(&mut state);
            // A next round that luck ended at once counts to this one.
            if state.round() == round {
                break;
            }
            let gain = paid_by_the_loser * (state.lead(dealer) - lead);
            counts[(gain.clamp(-MOST, MOST) + MOST) as usize][usize::from(state.dealer() == dealer)] += 1;
            all += 1;
        }
    }
    let mut endings = Vec::new();
    for (place, counts) in counts.iter().enumerate() {
        for (deals_again, count) in [false, true].into_iter().zip(counts) {
            if *count > 0 {
                endings.push(Ending {
                    gain: place as i32 - MOST,
                    deals_again,
                    share: *count as f32 / all as f32,
                });
            }
        }
    }
    endings
}
