//! Views and questions come back as they were, whatever was played; and whatever else comes is refused with a reason.
#![allow(clippy::unwrap_used)]

use bots::{Budget, Decision, Level, Levels};
use game::{
    ActionList, Deals, Decks, Game as _, Rng, Ruleset, Seat, SeatSet, Seed, Stream, Viewer, below, shuffle,
};
use kaboom::Kaboom;
use kierki::Kierki;
use koikoi::KoiKoi;
use serde_json::{Value, json};
use wire::Codec;
use wire::bot::{BadAnswer, BadQuestion, Question, read_answer, read_question, write_answer, write_question};

fn chance(seed: u64) -> Stream {
    Seed::from(seed).stream(game::Purpose(*b"test"), 2, 0)
}

/// Plays a random match and calls back with every state of it.
fn play<G: Codec>(rules: &G::Rules, seats: usize, deals: &Deals, seed: u64, mut each: impl FnMut(&G)) {
    let mut rng = chance(seed);
    let mut state = G::start(rules, seats, deals, &mut ()).unwrap();
    let mut legal = ActionList::new();
    loop {
        each(&state);
        let Some(seat) = anyone(state.actors(), &mut rng) else { return };
        state.legal(seat, &mut legal);
        let action = legal[below(&mut rng, legal.len() as u32) as usize];
        state.apply(seat, action, &mut ());
    }
}

fn anyone(seats: SeatSet, rng: &mut impl Rng) -> Option<Seat> {
    seats.iter().nth(below(rng, seats.len().max(1) as u32) as usize)
}

/// Decks that run out early, unless luck asks for more before the first turn.
fn two_decks<G: Codec>(seed: u64) -> Deals {
    let mut rng = chance(seed);
    let mut order = || {
        let mut order: Vec<u8> = (0..G::CARDS as u8).collect();
        shuffle(&mut order, &mut rng);
        order
    };
    Deals::Decks(Decks { first: Some(Seat::FIRST), orders: vec![order(), order()] })
}

/// Every preset for every number of seats, also with decks that run out.
fn matches<G: Codec>(seeds: u64, mut each: impl FnMut(&G)) {
    for preset in G::Rules::presets() {
        for seats in G::SEATS {
            for seed in 0..seeds {
                play(&preset.rules, seats, &Deals::Seed(seed.into()), seed, &mut each);
                play(&preset.rules, seats, &two_decks::<G>(seed), seed, &mut each);
            }
        }
    }
}

fn views_come_back<G: Codec>(seeds: u64) {
    let mut views = 0;
    matches(seeds, |state: &G| {
        for viewer in Viewer::all(state.seats()) {
            let view = state.view(viewer);
            let text = serde_json::to_string(&view).unwrap();
            assert_eq!(serde_json::from_str::<G::View>(&text).unwrap(), view, "{text}");
            assert_eq!(G::check_view(&view), Ok(viewer), "{text}");
            views += 1;
        }
    });
    assert!(views > 5_000, "{views} views");
}

#[test]
fn every_view_comes_back_and_is_possible() {
    views_come_back::<KoiKoi>(4);
    views_come_back::<Kierki>(2);
    views_come_back::<Kaboom>(1);
}

fn questions_come_back<G: Codec>() {
    let mut legal = ActionList::new();
    matches(1, |state: &G| {
        for seat in state.actors().iter() {
            state.legal(seat, &mut legal);
            let (view, must) = (state.view(Viewer::Seat(seat)), state.awaited().contains(seat));
            let line = write_question::<G>(&view, &legal, must);
            let question: Question<G> = read_question(line.as_bytes()).unwrap();
            assert_eq!((&question.view, &question.legal[..], question.must), (&view, &legal[..], must));
            // A part of what is legal, in any order.
            let some = [legal[legal.len() - 1], legal[0]];
            let part = write_question::<G>(&view, &some, must);
            let question: Question<G> = read_question(part.as_bytes()).unwrap();
            assert!(question.legal.iter().all(|action| some.contains(action)) && question.legal.is_sorted());
        }
    });
}

#[test]
fn every_question_comes_back() {
    questions_come_back::<KoiKoi>();
    questions_come_back::<Kierki>();
    questions_come_back::<Kaboom>();
}

/// The first question of a match.
fn first<G: Codec>(preset: &str, seats: usize) -> Value {
    let rules = G::Rules::preset(preset).unwrap();
    let state = G::start(&rules, seats, &Deals::Seed(7.into()), &mut ()).unwrap();
    let seat = state.awaited().first().unwrap();
    let mut legal = ActionList::new();
    state.legal(seat, &mut legal);
    serde_json::from_str(&write_question::<G>(&state.view(Viewer::Seat(seat)), &legal, true)).unwrap()
}

fn ask<G: Codec>(question: &Value) -> Result<Question<G>, BadQuestion> {
    read_question(question.to_string().as_bytes())
}

#[test]
fn a_bad_question_gets_a_code_and_a_sentence() {
    let good = first::<KoiKoi>("japan", 2);
    let with = |path: &str, value: Value| {
        let mut question = good.clone();
        *question.pointer_mut(path).unwrap() = value;
        ask::<KoiKoi>(&question).err().map(|bad| (bad.code(), bad.to_string()))
    };
    let refused = |path, value, code: &str, sentence: &str| {
        let (own, said) = with(path, value).unwrap_or_else(|| panic!("{path} was taken"));
        assert_eq!(own, code, "{said}");
        assert!(said.contains(sentence), "{said}");
    };
    assert!(with("/must", json!(false)).is_none());
    refused("/must", json!(1), "no-question", "invalid type");
    refused("/legal", json!([]), "no-legal", "`legal` is empty");
    refused("/legal", json!(["dance"]), "not-legal", "`dance` in `legal`: an action is `play CARD`");
    refused("/legal", json!(["stop"]), "not-legal", "a card has to be played first");
    refused("/view", json!({}), "no-view", "missing field `viewer`");
    refused(
        "/view",
        good["view"].as_object().unwrap().values().cloned().collect(),
        "no-view",
        "not an object",
    );
    let mut rules = good["view"]["rules"].clone();
    rules["trumps"] = json!(1);
    refused("/view/rules", rules, "no-view", "…");
    refused("/view", first::<Kierki>("seven", 4)["view"].clone(), "no-view", "no view of koikoi");
    refused("/view/viewer", json!(1), "not-legal", "it is not this seat's turn");
    refused("/view/month", json!(2), "impossible-view", "its parts contradict each other");
    refused("/view/viewer", json!(5), "impossible-view", "two seats");
    refused("/view/viewer", json!(6), "no-view", "seats are 0 to 5");
    refused("/view/turn", json!(1), "impossible-view", "the turns");
    refused("/view/round", json!(13), "impossible-view", "the round");
    refused("/view/rules/rounds", json!(0), "impossible-view", "the rules");
    refused("/view/hand_sizes", json!([8, 9]), "impossible-view", "there are 48 cards");
    refused("/view/draw_pile", json!(25), "impossible-view", "there are 48 cards");
    refused("/view/scores", json!([30, i32::MIN]), "impossible-view", "the scores");
    refused("/view/piles/0", good["view"]["hand"].clone(), "impossible-view", "a card is in two places");
    let code = |line: &[u8]| read_question::<KoiKoi>(line).err().unwrap().code();
    for line in [&b""[..], b"null", b"[]", b"{", b"\xff", b"{}", b"{\"view\":{}}"] {
        assert_eq!(code(line), "no-question", "{line:?}");
    }
    assert_eq!(code(&vec![b' '; (1 << 20) + 1]), "too-long");
    let spectator = |state: &KoiKoi| write_question::<KoiKoi>(&state.view(Viewer::Spectator), &[], false);
    let rules = koikoi::Rules::preset("japan").unwrap();
    let mut lines = Vec::new();
    play(&rules, 2, &Deals::Seed(1.into()), 1, |state| lines.push(spectator(state)));
    assert_eq!(code(lines[0].as_bytes()), "spectator");
}

#[test]
fn whoever_knows_no_earlier_deals_may_ask() {
    let rules = kierki::Rules::preset("robbers").unwrap();
    let mut lines = Vec::new();
    let mut legal = ActionList::new();
    play(&rules, 4, &Deals::Seed(1.into()), 1, |state: &Kierki| {
        if let Some(seat) = state.actors().first() {
            state.legal(seat, &mut legal);
            lines.push(write_question::<Kierki>(&state.view(Viewer::Seat(seat)), &legal, true));
        }
    });
    let last: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
    assert_eq!(ask::<Kierki>(&last).ok().unwrap().view.earlier.deals().len(), 3);
    let mut without = last.clone();
    without["view"].as_object_mut().unwrap().remove("earlier");
    assert!(ask::<Kierki>(&without).ok().unwrap().view.earlier.deals().is_empty());
    let earlier = last["view"]["earlier"].as_array().unwrap();
    let code = |earlier: &[Value]| {
        let mut question = last.clone();
        question["view"]["earlier"] = earlier.into();
        ask::<Kierki>(&question).err().map(|bad| bad.code())
    };
    assert_eq!((code(earlier), code(&[])), (None, None));
    assert_eq!(code(&earlier[1..]), Some("impossible-view"), "a deal is missing");
    assert_eq!(code(&vec![json!([]); 3]), Some("impossible-view"));
    assert_eq!(code(&vec![json!(vec!["joker-red"; 52]); 3]), Some("impossible-view"));
    assert_eq!(code(&vec![json!(vec!["1-crane"; 52]); 3]), Some("no-view"));
}

#[test]
fn further_fields_are_ignored() {
    let mut question = first::<Kaboom>("party", 3);
    question["id"] = json!(17);
    question["view"]["clock"] = json!({ "left_ms": 3000 });
    assert!(ask::<Kaboom>(&question).is_ok());
}

#[test]
fn answers_come_in_four_forms() {
    let legal = ["play 1-crane".parse::<koikoi::Action>().unwrap(), "play 3-poem".parse().unwrap()];
    let read = |line: &str, must| read_answer(line.as_bytes(), &legal, must);
    let answer = |after| Decision { action: legal[1], after: std::time::Duration::from_millis(after) };
    assert_eq!(read(r#" {"action":"play 3-poem","after_ms":350,"why":"red"} "#, true), Ok(Some(answer(350))));
    assert_eq!(read(r#"{"action":"play 3-poem"}"#, true), Ok(Some(answer(0))));
    assert_eq!(read("\"play 3-poem\"", false), Ok(Some(answer(0))));
    assert_eq!(read("null", false), Ok(None));
    assert_eq!(read(r#"{"action":null}"#, false), Ok(None));
    assert_eq!(read("null", true), Err(BadAnswer::Null));
    for (line, sentence) in [
        ("play 3-poem", "no JSON"),
        ("", "no JSON"),
        ("7", "an object with an `action`"),
        ("{}", "an object with an `action`"),
        ("[\"play 3-poem\"]", "an object with an `action`"),
        ("\"play 8-moon\"", "`play 8-moon` is none of the legal actions"),
        (r#"{"action":"play 3-poem","after_ms":-1}"#, "`after_ms` is -1"),
        (r#"{"action":"play 3-poem","after_ms":0.5}"#, "`after_ms` is 0.5"),
        (r#"{"action":"play 3-poem","after_ms":3600001}"#, "up to 3600000"),
        (r#"{"error":{"code":"no-view","message":"not\nmine"}}"#, "the answer is an error: not?mine"),
    ] {
        let bad = read(line, false).unwrap_err().to_string();
        assert!(bad.contains(sentence), "{line}: {bad}");
    }
    for answer in [None, Some(answer(0)), Some(answer(350))] {
        assert_eq!(read(&write_answer(answer.as_ref()), false), Ok(answer));
    }
    assert_eq!(write_answer(Some(&answer(350))), r#"{"action":"play 3-poem","after_ms":350}"#);
}

/// Puts something else in one place of the JSON.
fn spoil(value: &mut Value, rng: &mut Stream) {
    let mut places = Vec::new();
    collect(value, String::new(), &mut places);
    let mut pick = |n: usize| below(rng, n as u32) as usize;
    let (from, to) = (places[pick(places.len())].clone(), places[pick(places.len())].clone());
    let other = value.pointer(&from).unwrap().clone();
    let kind = pick(8);
    let number = [-1, 0, 1, 2, 5, 6, 7, 13, 54, 255, 65_535, i64::from(i32::MAX)][pick(12)];
    let at = pick(4);
    let place = value.pointer_mut(&to).unwrap();
    match (kind, place) {
        (0, Value::Array(items)) if !items.is_empty() => drop(items.remove(at % items.len())),
        (1, Value::Array(items)) if !items.is_empty() => items.push(items[at % items.len()].clone()),
        (2, Value::Array(items)) if items.len() > 1 => {
            let other = at % items.len();
            items.swap(0, other);
        }
        (3, place) => *place = Value::Null,
        (4, place @ Value::Bool(_)) => *place = json!(place != &Value::Bool(true)),
        (5, place) => *place = other,
        (_, place @ Value::Number(_)) => *place = json!(number),
        (_, place) => *place = other,
    }
}

fn collect(value: &Value, path: String, places: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            (0..).zip(items).for_each(|(i, item): (usize, _)| collect(item, format!("{path}/{i}"), places));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| collect(field, format!("{path}/{name}"), places));
        }
        _ => {}
    }
    places.push(path);
}

/// What is taken is good enough for every bot, and to play on with to the end of the match.
fn spoiled_questions_are_refused_or_playable<G: Codec + Levels>(seeds: u64) {
    let (mut refused, mut taken) = (0, 0);
    let mut rng = chance(99);
    let mut legal = ActionList::new();
    let mut number = 0;
    matches(seeds, |state: &G| {
        number += 1;
        let Some(seat) = anyone(state.actors(), &mut rng).filter(|_| number % 3 == 0) else { return };
        state.legal(seat, &mut legal);
        let line = write_question::<G>(&state.view(Viewer::Seat(seat)), &legal, true);
        let question: Value = serde_json::from_str(&line).unwrap();
        for times in 1..=3 {
            let mut spoiled = question.clone();
            (0..times).for_each(|_| spoil(&mut spoiled["view"], &mut rng));
            let Ok(question) = ask::<G>(&spoiled) else {
                refused += 1;
                continue;
            };
            taken += 1;
            let budget = Budget { playouts: Some(4), deadline: None };
            let mut bot = G::bot(Level::ALL[taken % Level::ALL.len()], 1.into(), budget);
            let decision = bot.decide(&question.view, &question.legal, true).unwrap();
            assert!(question.legal.contains(&decision.action), "{spoiled}");
            let Ok(Viewer::Seat(seat)) = G::check_view(&question.view) else {
                panic!("a spectator was asked")
            };
            let mut world = G::sample(&question.view, &mut rng);
            world.play(seat, question.legal[0], &mut ()).unwrap();
            while let Some(seat) = anyone(world.actors(), &mut rng) {
                world.legal(seat, &mut legal);
                world.apply(seat, legal[below(&mut rng, legal.len() as u32) as usize], &mut ());
                world.view(Viewer::Seat(seat));
            }
        }
    });
    assert!(refused > 1_000 && taken > 20, "{refused} refused, {taken} taken");
}

#[test]
fn spoiled_views_of_koikoi_do_no_harm() {
    spoiled_questions_are_refused_or_playable::<KoiKoi>(4);
}

#[test]
fn spoiled_views_of_kierki_do_no_harm() {
    spoiled_questions_are_refused_or_playable::<Kierki>(1);
}

#[test]
fn spoiled_views_of_kaboom_do_no_harm() {
    spoiled_questions_are_refused_or_playable::<Kaboom>(1);
}
