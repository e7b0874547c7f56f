use std::collections::BTreeMap;
use std::fmt;

use game::{Seat, Viewer};
use serde_json::Value;
use store::Log;
use table::{By, Entry, Fact, Message, PlayerId, Table};
use wire::house::Writer;
use wire::{Code, Codec, for_game};

use crate::fleet::{Answer, Fleet, Story};
use crate::plan::{Plan, Planned};

/// So many entries are checked at once: fewer than a table remembers.
const STRIDE: usize = 16;

/// A promise that was not kept.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Acknowledged, and not in the log.
    Lost { id: String },
    /// In the log with another action than was asked for.
    Changed { id: String },
    /// In the log more than once.
    Twice { id: String },
    /// Refused, and in the log all the same.
    RefusedButDone { id: String },
    /// A client has heard something else than what happened.
    Misheard { table: Code, seat: usize },
    /// A client ends with another table than there is.
    Astray { table: Code, seat: usize },
    /// Nobody could play on.
    Stuck { table: Code },
    /// The log of a table is none.
    Broken { table: Code },
}

pub(crate) struct Report {
    pub(crate) faults: Vec<Fault>,
    pub(crate) acknowledged: usize,
    pub(crate) refused: usize,
    pub(crate) logged: usize,
    pub(crate) resumed: usize,
    pub(crate) holes: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { faults, acknowledged, refused, logged, resumed, holes } = self;
        let faults = faults.len();
        write!(
            f,
            "{acknowledged} acknowledged, {refused} refused, {logged} in the log, {resumed} tables resumed, "
        )?;
        write!(f, "{holes} of them too late to be told everything, {faults} faults")
    }
}

/// Compares what all clients were told with what the log says.
pub(crate) fn check(plan: &Plan, fleet: &Fleet, log: &dyn Log) -> Report {
    let mut report =
        Report { faults: Vec::new(), acknowledged: 0, refused: 0, logged: 0, resumed: 0, holes: 0 };
    let mut done = BTreeMap::new();
    for planned in &plan.tables {
        for_game!(planned.game, check_table(plan, planned, fleet, log, &mut done, &mut report));
    }
    for transcript in &fleet.transcripts {
        let transcript = transcript.lock().unwrap();
        report.resumed += transcript.resumed;
        for (id, act) in &transcript.acts {
            let played = done.get(id);
            if act.answers.contains(&Answer::Ack) {
                report.acknowledged += 1;
                match played {
                    None => report.faults.push(Fault::Lost { id: id.clone() }),
                    Some(known) if *known != (act.table, act.action.clone()) => {
                        report.faults.push(Fault::Changed { id: id.clone() });
                    }
                    Some(_) => {}
                }
            }
            if act.answers.iter().any(|answer| matches!(answer, Answer::Nack(_))) {
                report.refused += 1;
                if played.is_some() {
                    report.faults.push(Fault::RefusedButDone { id: id.clone() });
                }
            }
        }
    }
    report
}

fn check_table<G: Codec>(
    plan: &Plan,
    planned: &Planned,
    fleet: &Fleet,
    log: &dyn Log,
    done: &mut BTreeMap<String, (Code, String)>,
    report: &mut Report,
) {
    let code = planned.code;
    let read = |row: store::EntryRow| Some(Entry { at: row.at, fact: wire::log::read::<G>(&row.body).ok()? });
    let rows = log.entries(code.number()).unwrap();
    let entries: Option<Vec<Entry<G>>> = rows.into_iter().map(read).collect();
    let Some(entries) = entries else { return report.faults.push(Fault::Broken { table: code }) };
    for entry in &entries {
        if let Fact::Acted { action, by: By::Player(id), .. } = &entry.fact {
            report.logged += 1;
            if done.insert(id.0.to_string(), (code, action.to_string())).is_some() {
                report.faults.push(Fault::Twice { id: id.0.to_string() });
            }
        }
    }
    let names: BTreeMap<PlayerId, String> =
        plan.players.iter().map(|(player, _)| (player.id, player.name.to_string())).collect();
    for player in &planned.players {
        let transcript = fleet.transcripts[*player].lock().unwrap();
        let Some(story) = transcript.tables.get(&code) else { continue };
        report.holes += story.holes;
        check_story(code, story, &entries, &names, report);
    }
}

fn check_story<G: Codec>(
    code: Code,
    story: &Story,
    entries: &[Entry<G>],
    names: &BTreeMap<PlayerId, String>,
    report: &mut Report,
) {
    let viewer = Viewer::Seat(Seat::new(story.seat).unwrap());
    let name = |player: PlayerId| names.get(&player).map_or("", |name| &**name).into();
    let mut writer = Writer::new(code);
    let (mut seen, mut events, mut scene) = (story.from, Vec::new(), Value::Null);
    // Bots may have gone on when the client had closed: it must know all up to then.
    let version =
        |end: usize| Table::rebuild(entries[..end].iter().cloned()).map_or(0, |table| table.version(viewer));
    let known = partition(entries.len(), |end| version(end) <= story.version);
    let ends = (1..=known).filter(|end| end % STRIDE == 0 || *end == known);
    for end in ends {
        let Some(table) = Table::rebuild(entries[..end].iter().cloned()) else {
            return report.faults.push(Fault::Broken { table: code });
        };
        if table.version(viewer) < seen {
            continue;
        }
        let snapshot: Message<G> = table.snapshot(viewer, Some(seen));
        let frame: Value = serde_json::from_str(&writer.frame(snapshot, &name)).unwrap();
        events.extend(frame["missed"]["events"].as_array().cloned().unwrap_or_default());
        seen = table.version(viewer);
        scene = frame["scene"].clone();
    }
    if story.events != events {
        report.faults.push(Fault::Misheard { table: code, seat: story.seat });
    }
    if (story.version, &story.scene) != (seen, &scene) {
        report.faults.push(Fault::Astray { table: code, seat: story.seat });
    }
}

/// The last of 1 to `most` for which it holds; it holds up to some number and not beyond.
fn partition(most: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (1, most);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if holds(middle) { low = middle } else { high = middle - 1 }
    }
    low
}
