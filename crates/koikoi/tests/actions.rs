//! The text codes of actions, and the reasons for which an action is refused.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use cards::hanafuda::Set;
use game::{ActionList, Deals, Decks, Game, Purpose, Ruleset, Seat, Seed, below, shuffle};
use koikoi::{Action, KoiKoi, Refusal, Rules};

fn every_action() -> Vec<Action> {
    let plays = Set::ALL.iter().map(Action::Play);
    plays.chain(Set::ALL.iter().map(Action::Choose)).chain([Action::KoiKoi, Action::Stop]).collect()
}

#[test]
fn codes_parse_back() {
    for action in every_action() {
        let code = action.to_string();
        assert_eq!(code.parse(), Ok(action));
        let json = serde_json::to_string(&action).unwrap();
        assert_eq!(json, format!("\"{code}\""));
        assert_eq!(serde_json::from_str::<Action>(&json).unwrap(), action);
    }
    let codes = ["play 1-crane", "play 12-plain-3", "choose 1-crane", "choose 12-plain-3", "koikoi", "stop"];
    assert!(
        codes.map(|code| code.parse::<Action>().unwrap()).is_sorted(),
        "in the order in which they are told"
    );
}

#[test]
fn other_texts_are_no_actions() {
    let form = "an action is `play CARD`, `choose CARD`, `koikoi` or `stop`";
    let rows = [
        ("", form),
        (" ", form),
        ("play", form),
        ("choose", form),
        ("Play 1-crane", form),
        ("playing 1-crane", form),
        ("koi-koi", form),
        ("koikoi ", form),
        (" stop", form),
        ("stop 1-crane", form),
        ("1-crane", form),
        ("play ", "`` is not a hanafuda card"),
        ("play 1-phoenix", "`1-phoenix` is not a hanafuda card"),
        ("play  1-crane", "` 1-crane` is not a hanafuda card"),
        ("play 1-crane ", "`1-crane ` is not a hanafuda card"),
        ("choose 1-crane 1-poem", "`1-crane 1-poem` is not a hanafuda card"),
        ("play 13-plain-1", "`13-plain-1` is not a hanafuda card"),
        ("play QH", "`QH` is not a hanafuda card"),
    ];
    for (text, message) in rows {
        let bad = text.parse::<Action>().unwrap_err();
        assert_eq!(bad.to_string(), message, "{text:?}");
        assert!(serde_json::from_value::<Action>(text.into()).is_err());
    }
    assert!(format!("play {}", "x".repeat(10_000)).parse::<Action>().unwrap_err().to_string().len() < 100);
}

/// Tries every action of either seat at every step: exactly the legal ones pass, the others leave everything as it was.
#[test]
fn whatever_is_not_legal_is_refused_with_its_reason() {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    let (actions, mut legal) = (every_action(), ActionList::new());
    for preset in ["lightning", "japan"] {
        for seed in 0..10 {
            let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
            let rules = Rules { rounds: 2, ..Rules::preset(preset).unwrap() };
            // Some matches have decks for a few deals only, and the rest come to their end.
            let deals = if seed < 7 { Deals::Seed(seed.into()) } else { decks(1, &mut rng) };
            let Ok(mut state) = KoiKoi::start(&rules, 2, &deals, &mut ()) else { continue };
            loop {
                for seat in Seat::all(2) {
                    state.legal(seat, &mut legal);
                    for action in &actions {
                        let passes = state.check(seat, *action);
                        assert_eq!(passes.is_ok(), legal.contains(action), "seat {seat} {action}");
                        let Err(refusal) = passes else { continue };
                        *reasons.entry(reason(refusal)).or_default() += 1;
                        if below(&mut rng, 50) == 0 {
                            let (mut tried, mut events) = (state.clone(), Vec::new());
                            assert_eq!(tried.play(seat, *action, &mut events), Err(refusal));
                            assert_eq!((tried.hash(), events.len()), (state.hash(), 0));
                        }
                    }
                }
                let Some(seat) = state.actors().first() else { break };
                state.legal(seat, &mut legal);
                assert!(legal.contains(&state.default_action(seat)));
                let action = legal[below(&mut rng, legal.len() as u32) as usize];
                state.apply(seat, action, &mut ());
            }
        }
    }
    let all = [
        "choose first",
        "decide first",
        "decks ran out",
        "match over",
        "must capture",
        "not an option",
        "not in hand",
        "not your turn",
        "play first",
    ];
    assert!(reasons.keys().eq(&all), "{reasons:?}");
}

fn decks(count: usize, rng: &mut game::Stream) -> Deals {
    let mut order: Vec<u8> = (0..48).collect();
    let orders = (0..count).map(|_| {
        shuffle(&mut order, rng);
        order.clone()
    });
    Deals::Decks(Decks { first: Some(Seat::FIRST), orders: orders.collect() })
}

fn reason(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::MatchOver => "match over",
        Refusal::DecksRanOut => "decks ran out",
        Refusal::NotYourTurn => "not your turn",
        Refusal::NotInHand(_) => "not in hand",
        Refusal::MustCapture(_) => "must capture",
        Refusal::NotAnOption { .. } => "not an option",
        Refusal::PlayFirst => "play first",
        Refusal::ChooseFirst(_) => "choose first",
        Refusal::DecideFirst => "decide first",
    }
}

/// A time-out plays the first card, takes the first choice, and stops rather than goes on.
#[test]
fn the_default_action_is_the_plainest_one() {
    let mut legal = ActionList::new();
    for seed in 0..50 {
        let rules = Rules::preset("quick").unwrap();
        let mut state = KoiKoi::start(&rules, 2, &Deals::Seed(Seed::from(seed)), &mut ()).unwrap();
        while let Some(seat) = state.actors().first() {
            state.legal(seat, &mut legal);
            let default = state.default_action(seat);
            assert_eq!(default, if legal.contains(&Action::Stop) { Action::Stop } else { legal[0] });
            state.play(seat, default, &mut ()).unwrap();
        }
    }
}
