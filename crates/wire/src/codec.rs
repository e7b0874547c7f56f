use game::Game;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A game whose parts can be written down.
pub trait Codec:
    Game<Rules: Serialize + DeserializeOwned, Event: Serialize, View: Serialize + DeserializeOwned>
{
    /// The deck that its codes name.
    type Card: cards::Card;

    /// The rules of the preset with this name, or a sentence that says which there are.
    fn preset(name: &str) -> Result<Self::Rules, String>;

    /// A sentence for each knob that is off; none if the rules can be played.
    fn problems(rules: &Self::Rules) -> Vec<String>;
}

impl Codec for koikoi::KoiKoi {
    type Card = cards::hanafuda::Card;

    fn preset(name: &str) -> Result<koikoi::Rules, String> {
        koikoi::Rules::preset(name).map_err(|unknown| unknown.to_string())
    }

    fn problems(rules: &koikoi::Rules) -> Vec<String> {
        rules.problems().iter().map(ToString::to_string).collect()
    }
}

impl Codec for kaboom::Kaboom {
    type Card = cards::french::Card;

    fn preset(name: &str) -> Result<kaboom::Rules, String> {
        kaboom::Rules::preset(name).map_err(|unknown| unknown.to_string())
    }

    fn problems(rules: &kaboom::Rules) -> Vec<String> {
        rules.problems().iter().map(ToString::to_string).collect()
    }
}
