//! Bots for Kierki.
//!
//! `table` is a deal laid open, `spot` what the seat in turn knows of it, `policy` how a deal is played out quickly: by the prices
//! of `rules`, which are rules of thumb, or of `prices`, which were learned ([`lessons`]) and depend on what `study` sees.
//! `simple`, `monte_carlo` and `expert` are the players. The last one guesses how the others decide (`minds`, `habits`), also by what
//! they did in earlier deals (`memory`), draws worlds in which their play makes sense (`worlds`), tries what it may do next in them
//! (`plan`), and solves the last tricks (`ending`).

mod ending;
mod expert;
mod fit;
mod habits;
mod imitation;
pub mod lessons;
mod memory;
mod minds;
mod monte_carlo;
mod plan;
mod policy;
mod prices;
mod rules;
mod simple;
mod spot;
mod study;
mod table;
mod worlds;

use game::{Seed, Viewer};
use kierki::{Action, Kierki, View};

use crate::{Bot, Budget, Level, Levels, Ranked, Unit};
use expert::{Expert, Stakes};
use monte_carlo::MonteCarlo;
use rules::RuleOfThumb;
use simple::{Beginner, Casual};
use table::array;

impl Levels for Kierki {
    /// Of the running deal: what later deals cost does not depend on the card.
    const UNIT: Unit = Unit::Points;

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn bot(level: Level, seed: Seed, budget: Budget) -> Box<dyn Bot<Kierki>> {
        let monte_carlo =
            |playouts| Box::new(MonteCarlo { policy: RuleOfThumb, playouts, seed, budget, noise: 0.01 });
        match level {
            Level::Beginner => Box::new(Beginner { seed }),
            Level::Casual => Box::new(Casual),
            Level::Club => monte_carlo(200),
            Level::Strong => monte_carlo(2_000),
            Level::Expert => Box::new(Expert { seed, budget }),
        }
    }

    fn rank(view: &View, legal: &[Action], seed: Seed, budget: Budget) -> Vec<Ranked<Action>> {
        Expert { seed, budget }.rank(view, legal)
    }

    fn round(view: &View) -> u16 {
        view.deal
    }

    fn result(then: &View, now: &View) -> Option<f32> {
        let Viewer::Seat(seat) = then.viewer else { return None };
        let points = array(&now.scores.map(|at, score| score - then.scores[at]));
        (now.deal != then.deal || now.outcome.is_some()).then(|| Stakes::of(then).worth(&points, seat))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use game::{ActionList, Deals, Game, Purpose, Ruleset, below};
    use kierki::Rules;

    use super::*;

    /// Under every preset and knob every level answers with a legal card, the same when asked twice, and judges them all.
    #[test]
    fn every_level_is_legal_and_pure_under_every_knob() {
        let budget = Budget { playouts: Some(30), deadline: None };
        let mut views = 0;
        for preset in Rules::presets() {
            for knobs in 0..8_u64 {
                let [traditional_scores, no_heart_lead, end_early] =
                    [knobs & 1 == 1, knobs & 2 == 2, knobs & 4 == 4];
                let rules = Rules { traditional_scores, no_heart_lead, end_early, ..preset.rules.clone() };
                let mut game = Kierki::start(&rules, 4, &Deals::Seed(knobs.into()), &mut ()).unwrap();
                let mut rng = Seed::from(knobs).stream(Purpose(*b"test"), 0, 0);
                let mut legal = ActionList::new();
                while let Some(seat) = game.actors().first() {
                    game.legal(seat, &mut legal);
                    if below(&mut rng, 6) == 0 {
                        let view = game.view(Viewer::Seat(seat));
                        for level in Level::ALL {
                            let ask =
                                || Kierki::bot(level, 3.into(), budget).decide(&view, &legal, true).unwrap();
                            let answer = ask();
                            assert!(legal.contains(&answer.action), "{level}");
                            assert_eq!(ask(), answer, "{level}");
                        }
                        let ranked = Kierki::rank(&view, &legal, 3.into(), budget);
                        let tried = ranked.iter().all(|one| one.playouts > 0);
                        assert_eq!(tried, legal.len() > 1, "what is worth nothing to know is not tried");
                        let mut ranked: Vec<Action> = ranked.iter().map(|one| one.action).collect();
                        ranked.sort();
                        assert_eq!(ranked, *legal, "every card is judged once");
                        views += 1;
                    }
                    game.play(seat, legal[below(&mut rng, legal.len() as u32) as usize], &mut ()).unwrap();
                }
            }
        }
        assert!(views > 2_000, "{views}");
    }

    /// With a card of one suit, one legal action: more playouts than anybody could wait for are not begun.
    #[test]
    fn one_legal_card_is_answered_at_once() {
        let endless = Budget { playouts: Some(u32::MAX), deadline: None };
        let rules = Rules::preset("seven").unwrap();
        let mut game = Kierki::start(&rules, 4, &Deals::Seed(1.into()), &mut ()).unwrap();
        let (mut legal, mut forced) = (ActionList::new(), 0);
        while let Some(seat) = game.actors().first() {
            game.legal(seat, &mut legal);
            if let [only] = legal[..] {
                for level in Level::ALL {
                    let decision = Kierki::bot(level, 1.into(), endless).decide(
                        &game.view(Viewer::Seat(seat)),
                        &legal,
                        true,
                    );
                    assert_eq!(decision.unwrap().action, only);
                }
                forced += 1;
            }
            game.play(seat, legal[0], &mut ()).unwrap();
        }
        assert!(forced > 50);
    }
}
