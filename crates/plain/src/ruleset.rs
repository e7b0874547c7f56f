use game::Ruleset;

use crate::Plain;

/// The preset, with the knobs that differ from it; the preset is the one with the fewest.
pub fn ruleset<G: Plain>(rules: &G::Rules) -> String {
    let values = rules.values();
    let changes = |preset: &G::Rules| -> Vec<String> {
        let both = G::Rules::knobs().into_iter().zip(values.iter().zip(preset.values()));
        both.filter(|(_, (own, its))| *own != its)
            .map(|(knob, (own, _))| format!("{} = {own}", knob.name))
            .collect()
    };
    let presets = G::Rules::presets().into_iter().map(|preset| (preset.name, changes(&preset.rules)));
    match presets.min_by_key(|(_, changes)| changes.len()) {
        Some((name, changes)) if changes.is_empty() => name.to_owned(),
        Some((name, changes)) => format!("{name} with {}", changes.join(", ")),
        None => String::new(),
    }
}
