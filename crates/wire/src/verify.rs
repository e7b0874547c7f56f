//! Whether a match was fair and went as its file says: one thing after the other, so that whoever reads it sees what was shown.

use std::fmt;

use cards::quoted;
use game::{Commitment, Deals, Entropy, Seat};
use serde::Serialize;

use crate::replay::{BadReplay, Deck, Document, Replay, dealt_decks};
use crate::{Codec, for_game};

/// What a player has noted before the deal, to hold against the file.
#[derive(Clone, Debug, Default)]
pub struct Noted {
    /// The commitment that it was shown.
    pub commitment: Option<Commitment>,
    /// What it gave itself, in which seat.
    pub entropy: Vec<(Seat, Entropy)>,
}

/// What was looked at, and what came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// Whether nothing speaks against it.
    pub holds: bool,
    /// Everything that was looked at, in order.
    pub checks: Vec<Finding>,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What.
    pub check: Check,
    /// How it is.
    pub result: Verdict,
    /// The same in a sentence.
    pub message: String,
}

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// The commitment belongs to the secret.
    Commitment,
    /// It is the one that the player noted.
    NotedCommitment,
    /// The seed follows from the secret and the entropy.
    Seed,
    /// The entropy of a seat is what its player noted.
    NotedEntropy,
    /// The decks follow from the seed.
    Decks,
    /// All actions are legal.
    Actions,
    /// They lead to the scores.
    Scores,
    /// They lead to the state.
    Hash,
}

/// How it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// As it should be.
    Holds,
    /// Otherwise.
    Fails,
    /// The file does not say, and nothing hangs on it.
    Unsaid,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Check::Commitment => "commitment",
            Check::NotedCommitment => "noted commitment",
            Check::Seed => "seed",
            Check::NotedEntropy => "noted entropy",
            Check::Decks => "decks",
            Check::Actions => "actions",
            Check::Scores => "scores",
            Check::Hash => "hash",
        })
    }
}

/// Looks at a replay of any game.
pub fn verify(text: &str, noted: &Noted) -> Result<Findings, BadReplay> {
    let document = Document::parse(text)?;
    let game = document.kind()?;
    for_game!(game, findings(document, noted))
}

fn findings<G: Codec>(document: Document, noted: &Noted) -> Result<Findings, BadReplay> {
    let replay: Replay<G> = document.replay()?;
    let mut checks = Vec::new();
    origin(&replay, noted, &mut checks);
    course(&replay, &mut checks);
    Ok(Findings { holds: checks.iter().all(|finding| finding.result != Verdict::Fails), checks })
}

impl Finding {
    fn new(check: Check, holds: bool, message: impl Into<String>) -> Finding {
        let result = if holds { Verdict::Holds } else { Verdict::Fails };
        Finding { check, result, message: message.into() }
    }

    fn unsaid(check: Check, message: &str) -> Finding {
        Finding { check, result: Verdict::Unsaid, message: message.to_owned() }
    }
}

/// Where the seed comes from.
fn origin<G: Codec>(replay: &Replay<G>, noted: &Noted, checks: &mut Vec<Finding>) {
    let Some(fair) = &replay.fair else {
        let message = "the file has no `fair`: it does not show where its cards come from";
        return checks.push(Finding::new(Check::Commitment, false, message));
    };
    let (real, claimed) = (fair.deal.commitment(), fair.commitment);
    let message = match real == claimed {
        true => format!("{claimed} is the commitment to the secret"),
        false => format!("the commitment to the secret is {real}, not {claimed}"),
    };
    checks.push(Finding::new(Check::Commitment, real == claimed, message));
    if let Some(noted) = noted.commitment {
        let message = match noted == claimed {
            true => "it is the one that you noted".to_owned(),
            false => format!("you noted another one, {noted}"),
        };
        checks.push(Finding::new(Check::NotedCommitment, noted == claimed, message));
    }
    checks.push(seed(replay, &fair.deal));
    for (seat, own) in &noted.entropy {
        let given = fair.deal.entropy.get(*seat).and_then(Option::as_ref);
        let what = match given {
            Some(given) if given == own => "what you noted",
            Some(_) => "something else than you noted",
            None => "nothing, but you noted something",
        };
        checks.push(Finding::new(
            Check::NotedEntropy,
            given == Some(own),
            format!("seat {seat} gave {what}"),
        ));
    }
}

fn seed<G: Codec>(replay: &Replay<G>, deal: &game::FairDeal) -> Finding {
    let finding = |holds, message: String| Finding::new(Check::Seed, holds, message);
    let given: Vec<String> = deal
        .entropy
        .iter()
        .filter(|(_, entropy)| entropy.is_some())
        .map(|(seat, _)| seat.to_string())
        .collect();
    let sources = match given.as_slice() {
        [] => "the secret alone: nobody gave entropy".to_owned(),
        [seat] => format!("the secret and the entropy of seat {seat}"),
        seats => format!("the secret and the entropy of the seats {}", seats.join(", ")),
    };
    match &replay.record.deals {
        Deals::Decks(_) => finding(false, "the file has decks, and no seed that they come from".to_owned()),
        Deals::Seed(_) if deal.entropy.len() != replay.record.seats => {
            finding(false, "the entropy is of more or fewer seats than have played".to_owned())
        }
        Deals::Seed(seed) if *seed == deal.seed() => {
            finding(true, format!("the seed follows from {sources}"))
        }
        Deals::Seed(_) => finding(false, format!("the seed does not follow from {sources}")),
    }
}

/// What became of it.
fn course<G: Codec>(replay: &Replay<G>, checks: &mut Vec<Finding>) {
    let record = &replay.record;
    let mut events = Vec::new();
    let played = record.replay(&mut events);
    checks.push(decks(replay, &dealt_decks(record, &events), played.is_ok()));
    let game = match played {
        Ok(game) => game,
        Err(why) => return checks.push(Finding::new(Check::Actions, false, why.to_string())),
    };
    let end = if game.is_over() { "and then the match is over" } else { "and the match is not over" };
    let legal = format!("all {} actions are legal, {end}", record.actions.len());
    checks.push(Finding::new(Check::Actions, true, legal));
    let scores: Vec<i32> = game.scores().iter().map(|(_, score)| *score).collect();
    checks.push(match &replay.scores {
        Some(claimed) if *claimed == scores => {
            Finding::new(Check::Scores, true, format!("they lead to the scores {scores:?}"))
        }
        Some(claimed) => {
            let claimed = quoted(&format!("{claimed:?}"));
            let message = format!("they lead to the scores {scores:?}, not to {claimed}");
            Finding::new(Check::Scores, false, message)
        }
        None => Finding::unsaid(Check::Scores, "the file does not tell the scores"),
    });
    let hash = game.hash();
    checks.push(match replay.hash {
        Some(claimed) if claimed == hash => {
            Finding::new(Check::Hash, true, format!("they lead to the state {hash}"))
        }
        Some(claimed) => {
            Finding::new(Check::Hash, false, format!("they lead to the state {hash}, not to {claimed}"))
        }
        None => Finding::unsaid(Check::Hash, "the file does not tell the hash of the last state"),
    });
}

/// If the match could not be played to its end, no more was dealt than so far.
fn decks<G: Codec>(replay: &Replay<G>, dealt: &[Deck], to_its_end: bool) -> Finding {
    let Some(claimed) = &replay.decks else {
        return Finding::unsaid(Check::Decks, "the file does not list the decks; the seed deals them");
    };
    let finding = |holds, message: String| Finding::new(Check::Decks, holds, message);
    let other = dealt.iter().zip(claimed).position(|(dealt, claimed)| dealt != claimed);
    match other {
        Some(deck) => finding(false, format!("deck {} is not what the seed deals", deck + 1)),
        None if claimed.len() < dealt.len() || (to_its_end && claimed.len() > dealt.len()) => {
            finding(false, format!("the seed dealt {} decks, not {}", dealt.len(), claimed.len()))
        }
        None => finding(true, format!("the seed deals the decks, {} of them", dealt.len())),
    }
}
