//! Actions as people are offered them, and what they type for one.

use crate::{Plain, Style, padded};

/// The legal actions with their numbers and a few words beside each, a line for each.
pub fn choices<G: Plain>(view: &G::View, legal: &[G::Action], style: Style) -> Vec<String> {
    let line = |lead: String, action: G::Action| {
        let code = padded(&style.dress::<G>(short(&action.to_string())), 20);
        style.wrapped(&format!("{lead} {code} {}", style.dress::<G>(&G::remark(view, action))), 26)
    };
    let numbered = (1..).zip(listed::<G>(legal));
    let mut lines: Vec<String> =
        numbered.map(|(number, action)| line(format!("{number:>3})"), action)).collect();
    if let Some(reaction) = legal.iter().find(|action| G::is_reaction(**action)) {
        let (code, remark) = (reaction.to_string(), style.dress::<G>(&G::remark(view, *reaction)));
        lines.push(style.wrapped(&format!("  or like {:<15} {remark}", short(&code)), 26));
    }
    lines
}

/// The actions that get a number: all but those that nobody waits for, which may be dozens.
pub fn listed<G: Plain>(legal: &[G::Action]) -> impl Iterator<Item = G::Action> {
    legal.iter().copied().filter(|action| !G::is_reaction(*action))
}

/// The action that a person means: by its number, by its code, or by the last word of its code where only one has it: `3-curtain`. What
/// stands behind ` @` in a code need not be typed: [`aim`] tells what the action is aimed at, and whoever reads lines later than they
/// were typed compares it with what was to be seen then.
pub fn find<G: Plain>(text: &str, legal: &[G::Action]) -> Option<G::Action> {
    let text = text.trim();
    let numbered = || listed::<G>(legal).nth(text.parse::<usize>().ok()?.checked_sub(1)?);
    let whole = || {
        let named = |action: &&G::Action| {
            let code = action.to_string();
            code.eq_ignore_ascii_case(text) || short(&code).eq_ignore_ascii_case(text)
        };
        legal.iter().find(named).copied()
    };
    let ending = || {
        let ends = |action: &G::Action| {
            let code = action.to_string();
            short(&code).split_once(' ').is_some_and(|(_, last)| last.eq_ignore_ascii_case(text))
        };
        let mut fitting = legal.iter().copied().filter(ends);
        fitting.next().filter(|_| fitting.next().is_none())
    };
    numbered().or_else(whole).or_else(ending)
}

/// The number of what an action is aimed at, which stands behind ` @` in its code; `None` for what is aimed at nothing that passes.
pub fn aim(code: &str) -> Option<u64> {
    code.split_once(" @").and_then(|(_, number)| number.parse().ok())
}

/// The code without what was seen.
pub(crate) fn short(code: &str) -> &str {
    code.split(" @").next().unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::kaboom::Kaboom;
    use ::koikoi::KoiKoi;
    use game::Seat;

    fn found<G: Plain>(text: &str, legal: &[&str]) -> Option<String> {
        let legal: Vec<G::Action> = legal.iter().filter_map(|code| code.parse().ok()).collect();
        find::<G>(text, &legal).map(|action| action.to_string())
    }

    #[test]
    fn an_action_is_found_by_number_code_or_card() {
        let legal = ["play 3-curtain", "play 9-cup"];
        for text in ["1", "play 3-curtain", "3-curtain", " Play 3-Curtain "] {
            assert_eq!(found::<KoiKoi>(text, &legal).as_deref(), Some("play 3-curtain"), "{text}");
        }
        for text in ["0", "3", "-1", "1-crane", "play", "curtain", "", "99999999999999999999"] {
            assert_eq!(found::<KoiKoi>(text, &legal), None, "{text}");
        }
    }

    #[test]
    fn what_was_seen_need_not_be_typed() {
        let legal = ["draw", "take 4 @17", "flip 1.3 @17", "flip 0.3 @17"];
        assert_eq!(found::<Kaboom>("take 4", &legal).as_deref(), Some("take 4 @17"));
        assert_eq!(found::<Kaboom>("1.3", &legal).as_deref(), Some("flip 1.3 @17"));
        assert_eq!(found::<Kaboom>("3", &legal), None, "flips have no numbers");
        let own = Kaboom::spelled("flip 3", Seat::FIRST);
        assert_eq!(found::<Kaboom>(&own, &legal).as_deref(), Some("flip 0.3 @17"));
        assert_eq!(found::<Kaboom>("4", &["take 4 @17", "flip 0.4 @17"]), Some("take 4 @17".to_owned()));
    }
}
