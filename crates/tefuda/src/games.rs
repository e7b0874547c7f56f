use bots::Level;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use game::rules::UnknownPreset;
use game::{Game, Ruleset, Seed};
use plain::Plain;
use wire::GameKind;

use crate::failure::Failure;

/// The games of the house, as options name them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameName {
    /// Hanafuda for two.
    #[default]
    Koikoi,
    /// Memory and quick flips for two to six.
    Kaboom,
    /// Tricks that nobody wants, for four.
    Kierki,
}

impl GameName {
    /// The game itself.
    pub(crate) fn kind(self) -> GameKind {
        match self {
            GameName::Koikoi => GameKind::KoiKoi,
            GameName::Kaboom => GameKind::Kaboom,
            GameName::Kierki => GameKind::Kierki,
        }
    }
}

/// The options that say what is played.
pub(crate) const RULES: &str = "Rules";
/// The options that say who plays.
pub(crate) const PLAYERS: &str = "Players";

/// The options that choose rules.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RulesOptions {
    /// The ruleset; `tefuda rules GAME` lists them.
    #[arg(long, help_heading = RULES)]
    preset: Option<String>,
    /// Rounds in the match, in place of the ruleset's own number.
    #[arg(long, help_heading = RULES)]
    rounds: Option<u32>,
    /// Change a knob of the ruleset; may be given several times.
    #[arg(long = "rule", value_name = "KNOB=VALUE", help_heading = RULES)]
    changes: Vec<String>,
}

impl RulesOptions {
    /// Whether knobs are changed beside the rounds.
    pub(crate) fn has_changes(&self) -> bool {
        !self.changes.is_empty()
    }

    /// The preset and the rounds, where they were given.
    pub(crate) fn chosen(&self) -> (Option<String>, Option<u32>) {
        (self.preset.clone(), self.rounds)
    }

    /// The name of the ruleset, whatever changes there are to it.
    pub(crate) fn preset_name<G: Plain>(&self) -> &str {
        self.preset.as_deref().unwrap_or(G::DEFAULT_PRESET)
    }

    pub(crate) fn rules<G: Plain>(&self) -> Result<G::Rules, Failure> {
        let preset = G::Rules::preset(self.preset_name::<G>()).map_err(|unknown| no_preset::<G>(&unknown))?;
        let preset = match self.rounds {
            Some(rounds) => G::with_rounds(&preset, rounds).map_err(Failure::usage)?,
            None => preset,
        };
        wire::rules::with_assignments::<G>(&preset, &self.changes).map_err(Failure::usage)
    }
}

/// Reads a level of the bots; the names stand in the help and in completions.
pub(crate) fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name)).try_map(|name| name.parse::<Level>())
}

/// Reads how many playouts a decision gets: without any nothing can be judged.
pub(crate) fn playouts() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..)
}

/// The option for the number of seats.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SeatsOption {
    /// Seats at the table; the fewest that the game takes if not given.
    #[arg(long, help_heading = RULES)]
    seats: Option<usize>,
}

impl SeatsOption {
    /// As it was given.
    pub(crate) fn given(&self) -> Option<usize> {
        self.seats
    }

    pub(crate) fn seats<G: Game>(&self) -> Result<usize, Failure> {
        let seats = self.seats.unwrap_or(*G::SEATS.start());
        if G::SEATS.contains(&seats) {
            return Ok(seats);
        }
        let (least, most) = (*G::SEATS.start(), *G::SEATS.end());
        Err(Failure::usage(game::BadDeal::Seats { seats, least, most }))
    }
}

/// Says which ruleset was meant, if that can be guessed, and where all of them are shown.
pub(crate) fn no_preset<G: Plain>(unknown: &UnknownPreset) -> Failure {
    let near = unknown.known.iter().map(|known| (strsim::jaro_winkler(known, &unknown.name), known));
    let near =
        near.max_by(|(one, _), (other, _)| one.total_cmp(other)).filter(|(likeness, _)| *likeness > 0.75);
    let meant = near.map_or_else(String::new, |(_, known)| format!("; did you mean `{known}`?"));
    Failure::Usage(format!("{unknown}{meant} (`tefuda rules {}` shows them)", G::NAME))
}

/// The seed that was asked for, or a fresh one.
pub(crate) fn seed_or_fresh(text: Option<&str>) -> Result<Seed, Failure> {
    if let Some(text) = text {
        return text.parse().map_err(Failure::usage);
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(Failure::usage)?;
    Ok(Seed::new(bytes))
}
