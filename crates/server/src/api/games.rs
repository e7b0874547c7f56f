//! What is played here.

use std::sync::LazyLock;

use axum::Json;
use bots::Level;
use game::rules::{Knob, Ruleset, Takes};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use wire::{Codec, GameKind, for_game};

/// The games, and how well bots play them.
#[derive(Serialize, ToSchema)]
pub(super) struct GamesForm {
    games: Vec<GameForm>,
    /// The levels of bots, the weakest first.
    #[schema(value_type = Vec<String>, example = json!(["beginner", "casual", "club", "strong", "expert"]))]
    levels: [Level; 5],
}

/// A game.
#[derive(Serialize, ToSchema)]
pub(super) struct GameForm {
    /// Its name in messages.
    #[schema(example = "koikoi")]
    name: &'static str,
    /// What people call it.
    #[schema(example = "Koi-Koi")]
    title: &'static str,
    /// How many may play.
    seats: SeatsForm,
    /// Named rulesets.
    presets: Vec<PresetForm>,
    /// What can be changed in a ruleset.
    knobs: Vec<KnobForm>,
}

/// How many may play.
#[derive(Serialize, ToSchema)]
pub(super) struct SeatsForm {
    least: usize,
    most: usize,
}

/// A named ruleset.
#[derive(Serialize, ToSchema)]
pub(super) struct PresetForm {
    name: &'static str,
    /// What it is like.
    about: &'static str,
    /// Every knob with its value.
    #[schema(value_type = Object)]
    rules: Value,
}

/// What can be changed in a ruleset.
#[derive(Serialize, ToSchema)]
pub(super) struct KnobForm {
    name: &'static str,
    /// What it does.
    about: &'static str,
    takes: TakesForm,
}

/// The values that a knob takes.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum TakesForm {
    /// `true` or `false`.
    Switch,
    /// A whole number.
    Number { least: u32, most: u32 },
    /// One of these words.
    OneOf { words: Vec<&'static str> },
    /// Something else, described.
    Other { about: &'static str },
}

/// The games
///
/// Their presets with every knob and its meaning, how many may play, and the levels of bots.
#[utoipa::path(get, path = "/games", tag = "tables", responses((status = 200, body = GamesForm)))]
pub(super) async fn games() -> Json<&'static GamesForm> {
    static GAMES: LazyLock<GamesForm> = LazyLock::new(|| GamesForm {
        games: GameKind::ALL.map(|kind| for_game!(kind, describe())).into(),
        levels: Level::ALL,
    });
    Json(&GAMES)
}

fn describe<G: Codec>() -> GameForm {
    let presets = G::Rules::presets();
    let preset = |preset: &game::rules::Preset<G::Rules>| PresetForm {
        name: preset.name,
        about: preset.about,
        rules: wire::rules::to_value::<G>(&preset.rules),
    };
    GameForm {
        name: G::NAME,
        title: G::Rules::TITLE,
        seats: SeatsForm { least: *G::SEATS.start(), most: *G::SEATS.end() },
        presets: presets.iter().map(preset).collect(),
        knobs: G::Rules::knobs().into_iter().map(KnobForm::from).collect(),
    }
}

impl From<Knob> for KnobForm {
    fn from(knob: Knob) -> KnobForm {
        let takes = match knob.takes {
            Takes::Switch => TakesForm::Switch,
            Takes::Number(range) => TakesForm::Number { least: *range.start(), most: *range.end() },
            Takes::OneOf(words) => TakesForm::OneOf { words },
            Takes::Other(about) => TakesForm::Other { about },
        };
        KnobForm { name: knob.name, about: knob.about, takes }
    }
}
