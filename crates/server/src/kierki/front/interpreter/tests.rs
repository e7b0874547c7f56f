use std::borrow::Cow;

use ::kierki::{Action, Kierki, Rules, seats};
use game::{Deals, Game, Ruleset, Viewer};

use super::*;

const TIMEOUT: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(12);

/// A table with one client, whose seat leads the first trick, and others who play the first card that they may.
struct World {
    game: Kierki,
    phase: Phase,
    client: Interpreter,
    seat: Seat,
    now: Instant,
}

impl World {
    /// The seat leads first in the first deal of the match.
    fn new() -> World {
        let mut events = Vec::new();
        let rules = Rules::preset("seven").expect("a preset");
        let game = Kierki::start(&rules, 4, &Deals::Seed(7.into()), &mut events).expect("a match");
        let client = Interpreter::new(Seat::FIRST, TIMEOUT, PATIENCE, Lines::new());
        let mut world = World { game, phase: Phase::Playing, client, seat: Seat::FIRST, now: Instant::now() };
        world.hear(events);
        world
    }

    fn seen(&self) -> Option<Seen> {
        let view = self.game.view(Viewer::Seat(self.seat));
        Some(Seen { number: 1, phase: self.phase, view })
    }

    fn hear(&mut self, events: Vec<Event>) {
        let seat = Viewer::Seat(self.seat);
        let events =
            events.iter().filter_map(|event| Kierki::redact(event, seat).map(Cow::into_owned)).collect();
        let seen = self.seen();
        self.client.happened(self.now, events, seen);
    }

    /// A card is played at the table.
    fn play(&mut self, seat: Seat, card: Card) {
        let mut events = Vec::new();
        self.game.play(seat, Action::Play(card), &mut events).expect("a legal card");
        self.hear(events);
    }

    /// The others play until it is the client's turn, or the match is over.
    fn others_play(&mut self) {
        while let Some(seat) = self.game.actors().first().filter(|seat| *seat != self.seat) {
            let card = self.game.view(Viewer::Seat(seat)).playable.into_iter().next().expect("a card");
            self.play(seat, card);
        }
    }

    fn set_phase(&mut self, phase: Phase) {
        self.phase = phase;
        self.hear(Vec::new());
    }

    fn says(&mut self, line: &str) {
        self.client.received(format!("{line}\r\n").as_bytes());
    }

    /// What is to be done since the last time, messages as their lines.
    fn effects(&mut self) -> Vec<String> {
        let text = |effect: Effect| match effect {
            Effect::Send(message) => message.to_string(),
            Effect::Play { id, card } => format!("play {card} as {id}"),
            Effect::Doze => "doze".to_owned(),
            Effect::Wake => "wake".to_owned(),
            Effect::Close => "close".to_owned(),
        };
        self.client.take_effects().into_iter().map(text).collect()
    }

    fn hand(&self) -> Vec<Card> {
        self.game.view(Viewer::Seat(self.seat)).playable.into_iter().collect()
    }
}

#[test]
fn a_whole_match_is_told_as_the_protocol_says() {
    let mut world = World::new();
    let mut told = world.effects();
    while !world.game.is_over() {
        let asked = told.last().expect("a question").clone();
        let card = world.hand()[0];
        let question = asked.strip_prefix("TRICK").unwrap_or_else(|| panic!("{asked} is no question"));
        let lying = world.game.running_trick().1.iter().map(Card::to_string).collect::<String>();
        let number = question.strip_suffix(&lying).expect("the cards that lie come last");
        world.says(&format!("TRICK{number}{card}"));
        let effects = world.effects();
        assert!(matches!(&effects[..], [play] if play.starts_with(&format!("play {card} as kierki-1-"))));
        world.play(world.seat, card);
        world.others_play();
        told.extend(world.effects());
    }
    assert_eq!(told.last().expect("an end"), "close");
    let count = |word: &str| told.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!((count("DEAL"), count("TRICK"), count("TAKEN")), (7, 7 * 13, 7 * 13));
    assert_eq!((count("SCORE"), count("TOTAL"), count("WRONG")), (7, 7, 0));
    let total: i32 = world.game.scores().iter().map(|(_, points)| points).sum();
    assert_eq!(total, 200);
    let scores = seats::all().map(|seat| format!("{}{}", ::kierki::letter(seat), world.game.scores()[seat]));
    assert_eq!(told[told.len() - 2], format!("TOTAL{}", scores.collect::<String>()));
}

#[test]
fn bad_answers_are_wrong_and_the_question_is_repeated() {
    let mut world = World::new();
    assert!(world.effects()[0].starts_with("DEAL1N"));
    let (own, other) = (world.hand()[0], Set::from_iter(cards::french::WITHOUT_JOKERS));
    let foreign = other.into_iter().find(|card| !world.hand().contains(card)).expect("a card of others");
    for bad in [&format!("TRICK2{own}"), &format!("TRICK1{foreign}"), "TRICK1", "IAMN", "", "nonsense"] {
        world.says(bad);
        assert_eq!(world.effects(), ["WRONG1"], "{bad}");
    }
    world.client.tick(world.now + TIMEOUT - Duration::from_millis(1));
    assert_eq!(world.effects(), [""; 0], "what is wrong changes nothing about the time");
    world.client.tick(world.now + TIMEOUT);
    assert_eq!(world.effects(), ["TRICK1"]);
    assert_eq!(world.client.deadline(), Some(world.now + 2 * TIMEOUT));
    world.says(&format!("TRICK1{own}"));
    world.says(&format!("TRICK1{own}"));
    world.says("nonsense");
    assert_eq!(world.effects(), [format!("play {own} as kierki-1-1-1"), "WRONG1".into()]);
    assert_eq!(world.client.deadline(), None, "it has answered");
}

#[test]
fn what_was_answered_while_the_match_was_suspended_is_judged_when_it_goes_on() {
    let mut world = World::new();
    let own = world.hand()[0];
    world.effects();
    world.set_phase(Phase::Paused);
    assert_eq!(world.client.deadline(), None);
    world.says("nonsense");
    world.says(&format!("TRICK1{own}"));
    assert_eq!(world.effects(), [""; 0]);
    world.set_phase(Phase::Playing);
    assert_eq!(world.effects(), ["WRONG1".to_owned(), format!("play {own} as kierki-1-1-1")]);

    let mut world = World::new();
    world.effects();
    world.set_phase(Phase::Paused);
    for _ in 0..MOST_KEPT {
        world.says("nonsense");
    }
    assert_eq!(world.effects(), [""; 0]);
    world.says(&format!("TRICK1{own}"));
    assert_eq!(world.effects(), ["WRONG1"], "enough is kept");
    world.set_phase(Phase::Playing);
    let effects = world.effects();
    assert_eq!((effects.len(), effects.last().map(String::as_str)), (MOST_KEPT + 1, Some("TRICK1")));
}

#[test]
fn an_answer_that_crossed_a_suspension_counts_after_it() {
    let mut world = World::new();
    let own = world.hand()[0];
    world.effects();
    world.says(&format!("TRICK1{own}"));
    let played = world.effects();
    world.client.refused("paused");
    world.set_phase(Phase::Paused);
    assert_eq!(world.effects(), [""; 0]);
    world.set_phase(Phase::Playing);
    assert_eq!(world.effects(), played, "by the same name");
    world.client.refused("not-legal");
    assert_eq!(world.effects(), ["WRONG1"]);
    world.client.tick(world.now + TIMEOUT);
    assert_eq!(world.effects(), ["TRICK1"]);
}

#[test]
fn who_comes_later_is_told_the_deal_and_what_was_taken() {
    let mut world = World::new();
    let dealt = world.effects()[0].clone();
    for _ in 0..3 {
        let card = world.hand()[0];
        world.play(world.seat, card);
        world.others_play();
    }
    let taken: Vec<String> = world.effects().into_iter().filter(|line| line.starts_with("TAKEN")).collect();
    assert_eq!(taken.len(), 3);
    for phase in [Phase::Paused, Phase::Playing] {
        world.client = Interpreter::new(world.seat, TIMEOUT, PATIENCE, Lines::new());
        world.phase = phase;
        let seen = world.seen();
        world.client.shown(world.now, seen);
        let told = world.effects();
        assert_eq!((&told[0], &told[1..4]), (&dealt, &taken[..]));
        let question: Vec<&String> = told[4..].iter().collect();
        let expected = if phase == Phase::Playing { 1 } else { 0 };
        assert_eq!(question.iter().filter(|line| line.starts_with("TRICK4")).count(), expected);
        assert_eq!(question.len(), expected);
    }
}

#[test]
fn a_bot_plays_for_who_does_not_answer_and_late_answers_are_judged_by_what_is_asked_now() {
    let mut world = World::new();
    let own = world.hand()[0];
    world.effects();
    world.says("nonsense");
    assert_eq!(world.effects(), ["WRONG1"]);
    world.client.tick(world.now + TIMEOUT);
    world.client.tick(world.now + 2 * TIMEOUT);
    assert_eq!(world.effects(), ["TRICK1", "TRICK1"]);
    assert_eq!(world.client.deadline(), Some(world.now + PATIENCE), "however often it is asked");
    world.client.tick(world.now + PATIENCE);
    assert_eq!((world.effects(), world.client.is_dozing()), (vec!["doze".to_owned()], true));
    assert_eq!(world.client.deadline(), None);
    // What is still on its way from the table wakes nobody.
    world.set_phase(Phase::Paused);
    world.set_phase(Phase::Playing);
    world.says("nonsense");
    assert_eq!(world.effects(), [""; 0]);
    // The bot has not played yet: what was said late is good.
    world.says(&format!("TRICK1{own}"));
    world.says("TRICK9");
    assert_eq!(world.effects(), ["wake"]);
    world.set_phase(Phase::Playing);
    assert_eq!(world.effects(), [format!("play {own} as kierki-1-1-1"), "WRONG1".to_owned()]);
    assert!(!world.client.is_dozing());
}

#[test]
fn who_was_played_for_is_told_everything_when_it_speaks_again() {
    let mut world = World::new();
    let dealt = world.effects()[0].clone();
    let card = world.hand()[0];
    world.client.tick(world.now + PATIENCE);
    assert_eq!(world.effects(), ["doze"]);
    // The table shows it nothing meanwhile.
    let mut events = Vec::new();
    world.game.play(world.seat, Action::Play(card), &mut events).expect("a legal card");
    while let Some(seat) = world.game.actors().first().filter(|seat| *seat != world.seat) {
        let card = world.game.view(Viewer::Seat(seat)).playable.into_iter().next().expect("a card");
        world.game.play(seat, Action::Play(card), &mut events).expect("a legal card");
    }
    world.says(&format!("TRICK1{card}"));
    assert_eq!(world.effects(), ["wake"]);
    world.hear(events);
    let told = world.effects();
    assert!(told[0].starts_with("TAKEN1"), "{told:?}");
    assert_eq!(told[1], "WRONG2");
    assert!(told[2].starts_with("TRICK2") && told.len() == 3, "{told:?}");
    // Where too much has happened it is told the deal anew.
    world.client.tick(world.now + PATIENCE);
    world.says("TRICK2");
    world.effects();
    let seen = world.seen();
    world.client.shown(world.now, seen);
    let told = world.effects();
    assert_eq!(told[0], dealt);
    assert!(
        told[1].starts_with("TAKEN1") && told[2] == "WRONG2" && told[3].starts_with("TRICK2"),
        "{told:?}"
    );
}

#[test]
fn before_the_match_there_is_nothing_to_say() {
    for line in [&b"TRICK12C\r\n"[..], b"\r\n", b"IAMN\r\n", &[b'x'; 300]] {
        let mut client = Interpreter::new(Seat::FIRST, TIMEOUT, PATIENCE, Lines::new());
        client.shown(Instant::now(), None);
        client.received(line);
        assert_eq!(client.take_effects(), [Effect::Close]);
    }
    let mut client = Interpreter::new(Seat::FIRST, TIMEOUT, PATIENCE, Lines::new());
    client.received(b"TRIC");
    assert_eq!(client.take_effects(), [], "half a line is none");
}
