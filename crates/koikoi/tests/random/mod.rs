//! Rules that nobody has named, drawn at random from all that can be played.

use game::rules::Takes;
use game::{Rng, Ruleset, below};
use koikoi::Rules;
use serde_json::{Map, Value};

/// Every knob anywhere in its range; numbers are small or zero more often than not, as people would set them.
pub(crate) fn rules(rng: &mut impl Rng) -> Rules {
    let knobs = Rules::knobs();
    let values = knobs.iter().map(|knob| (knob.name.to_owned(), value(&knob.takes, rng)));
    let mut rules: Rules = serde_json::from_value(Value::Object(values.collect::<Map<_, _>>())).unwrap();
    let mut lights = [rules.three_lights, rules.rainy_four_lights, rules.dry_four_lights, rules.five_lights];
    lights.sort_unstable();
    [rules.three_lights, rules.rainy_four_lights, rules.dry_four_lights, rules.five_lights] = lights;
    if rules.viewing_after_call > 0 {
        rules.viewing_after_call = rules.viewing_after_call.max(rules.cherry_viewing).max(rules.moon_viewing);
    }
    assert_eq!(rules.problems(), []);
    rules
}

fn value(takes: &Takes, rng: &mut impl Rng) -> Value {
    match takes {
        Takes::Switch => (below(rng, 2) == 0).into(),
        Takes::OneOf(words) => words[below(rng, words.len() as u32) as usize].into(),
        Takes::Number(range) => {
            let most = if below(rng, 2) == 0 { *range.end() } else { *range.end().min(&6) };
            let span = most - range.start() + 1;
            (range.start() + below(rng, span)).into()
        }
        Takes::Other(what) => unreachable!("no knob of Koi-Koi takes {what}"),
    }
}
