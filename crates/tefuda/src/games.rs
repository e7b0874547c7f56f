use bots::Levels;
use clap::{Args, ValueEnum};
use game::{Deals, Game, Ruleset, Seat, Seats, Seed};
use wire::{Codec, GameKind};

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

/// A game as the command line plays it.
pub(crate) trait Plain: Codec + Levels {
    /// The ruleset for whoever names none.
    const DEFAULT_PRESET: &'static str;

    /// Whether points are penalties.
    const FEWEST_POINTS_WIN: bool;

    /// The table as its viewer sees it.
    fn table(view: &Self::View, names: &Seats<String>) -> String;

    /// A few words beside an action, for those who do not know the codes yet.
    fn remark(view: &Self::View, action: Self::Action) -> String;

    /// Provided: whether the action is one that nobody waits for: these are told in one line, and race with each other.
    fn is_reaction(_action: Self::Action) -> bool {
        false
    }

    /// Provided: a number that changes when it is worth asking a person again who may act and is not awaited.
    fn moment(_view: &Self::View) -> u64 {
        0
    }

    /// Whether a new round begins, which is set apart from what came before.
    fn begins_round(event: &Self::Event) -> bool;

    /// How many rounds were played so far, the running one included.
    fn rounds(&self) -> u64;

    /// Provided: the match that a file of deals gives, with the other knobs as they are; for games that have such files.
    fn deals_from(_file: &[u8], _rules: Self::Rules) -> Result<(Self::Rules, Deals), String> {
        Err("this game has no files of deals".to_owned())
    }
}

/// The options that choose rules.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RulesOptions {
    /// The ruleset; `tefuda rules GAME` lists them.
    #[arg(long)]
    preset: Option<String>,
    /// Rounds in the match, in place of the ruleset's own number.
    #[arg(long)]
    rounds: Option<u32>,
    /// Change a knob of the ruleset; may be given several times.
    #[arg(long = "rule", value_name = "KNOB=VALUE")]
    changes: Vec<String>,
}

impl RulesOptions {
    /// The name of the ruleset, whatever changes there are to it.
    pub(crate) fn preset_name<G: Plain>(&self) -> &str {
        self.preset.as_deref().unwrap_or(G::DEFAULT_PRESET)
    }

    pub(crate) fn rules<G: Plain>(&self) -> Result<G::Rules, Failure> {
        let preset = G::Rules::preset(self.preset_name::<G>()).map_err(Failure::usage)?;
        let rounds = self.rounds.map(|rounds| format!("rounds={rounds}"));
        let changes: Vec<String> = rounds.into_iter().chain(self.changes.iter().cloned()).collect();
        wire::rules::with_assignments::<G>(&preset, &changes).map_err(Failure::usage)
    }
}

/// The option for the number of seats.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SeatsOption {
    /// Seats at the table; the fewest that the game takes if not given.
    #[arg(long)]
    seats: Option<usize>,
}

impl SeatsOption {
    pub(crate) fn seats<G: Game>(&self) -> Result<usize, Failure> {
        let seats = self.seats.unwrap_or(*G::SEATS.start());
        if G::SEATS.contains(&seats) {
            return Ok(seats);
        }
        let (least, most) = (*G::SEATS.start(), *G::SEATS.end());
        Err(Failure::usage(game::BadDeal::Seats { seats, least, most }))
    }
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

/// The text with names in place of seats. Texts of events say `seat 0`, and nothing else in them looks like that.
pub(crate) fn with_names(text: &str, names: &Seats<String>) -> String {
    let mut parts = text.split("seat ");
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.chars().next().and_then(|digit| digit.to_digit(10));
        match number.and_then(|number| names.get(Seat::new(number as usize)?)) {
            Some(name) => named.extend([name, &part[1..]]),
            None => named.extend(["seat ", part]),
        }
    }
    named
}
