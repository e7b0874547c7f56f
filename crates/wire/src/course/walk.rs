use std::borrow::Cow;

use game::{Game, Record, Refused, ReplayError, Seat, Seats, Viewer};
use serde::Serialize;
use serde_json::value::RawValue;

use super::Eyes;
use crate::replay::BadMatch;
use crate::{Codec, changes};

/// A walk through a match, action by action, with one pair of eyes.
pub(crate) struct Walk<G> {
    state: G,
    eyes: Eyes,
    steps: usize,
    /// The last scene, `{"view":...}`, which the next changes are made to.
    scene: String,
}

/// A view, laid open or not.
#[derive(Serialize)]
struct Shown<V, C> {
    #[serde(flatten)]
    view: V,
    /// The cards of each seat face-up; nothing is an empty slot.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Seats<Vec<Option<C>>>>,
    /// The card in somebody's hand, in games where one is drawn before it is laid down.
    #[serde(skip_serializing_if = "Option::is_none")]
    held_open: Option<Option<C>>,
}

impl<G: Codec> Walk<G> {
    /// Deals, and tells what happened until the first action.
    pub(crate) fn begin(record: &Record<G>, eyes: Eyes) -> Result<(Walk<G>, Vec<G::Event>), BadMatch> {
        let mut events = Vec::new();
        let state = G::start(&record.rules, record.seats, &record.deals, &mut events)
            .map_err(|why| BadMatch::Illegal(why.to_string()))?;
        let scene = scene(&state, eyes);
        Ok((Walk { state, eyes, steps: 0, scene }, seen::<G>(events, eyes)))
    }

    /// Plays an action, and tells what happened and what is different now.
    pub(crate) fn step(
        &mut self,
        seat: Seat,
        action: G::Action,
    ) -> Result<(Vec<G::Event>, Box<RawValue>), BadMatch> {
        let mut events = Vec::new();
        self.steps += 1;
        self.state.play(seat, action, &mut events).map_err(|why| {
            let refused = Refused::<G>::new(&self.state, self.steps, seat, action, why);
            BadMatch::Illegal(crate::plain(ReplayError::Refused(refused)))
        })?;
        let scene = scene(&self.state, self.eyes);
        let mut changed = String::new();
        changes::write(&self.scene, &scene, &mut changed);
        self.scene = scene;
        Ok((seen::<G>(events, self.eyes), raw(changed)))
    }

    /// The match as it stands.
    pub(crate) fn state(&self) -> &G {
        &self.state
    }

    /// What the eyes see of it.
    pub(crate) fn view(&self) -> Box<RawValue> {
        let view = self.scene.strip_prefix("{\"view\":").and_then(|scene| scene.strip_suffix('}'));
        raw(view.unwrap_or_default().to_owned())
    }
}

fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).expect("what is written here is JSON")
}

fn scene<G: Codec>(state: &G, eyes: Eyes) -> String {
    let shown = match eyes {
        Eyes::Open => Shown {
            view: state.view(Viewer::Spectator),
            open: Some(Seats::from_fn(state.seats(), |seat| state.faces(seat))),
            held_open: state.held(),
        },
        Eyes::Of(viewer) => Shown { view: state.view(viewer), open: None, held_open: None },
    };
    let view = serde_json::to_string(&shown).expect("a view is plain data with names as keys");
    format!("{{\"view\":{view}}}")
}

fn seen<G: Game>(events: Vec<G::Event>, eyes: Eyes) -> Vec<G::Event> {
    match eyes {
        Eyes::Open => events,
        Eyes::Of(viewer) => {
            let seen = |event| G::redact(event, viewer).map(Cow::into_owned);
            events.iter().filter_map(seen).collect()
        }
    }
}
