//! Every sentence of the protocol that binds a client, without sockets: the automatic player and the people's interface.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;

use bots::{Budget, Level, Levels};
use cards::french::Card;
use game::{ActionList, Deals, Game, Purpose, Ruleset, Seat, Seats, Seed, Viewer, below};
use kierki::{Action, DealPlan, DealType, Event, Kierki, Rules, View, seat, seats};
use server::kierki::{Asked, Guest, GuestEffect, Knowledge, Style};
use wire::kierki::Message;

const DEAL: &str = "DEAL2E2C3C4C5C6C7C8C9C10CJCQCKCAC";

struct Client(Guest);

impl Client {
    fn new(style: Style) -> Client {
        let mut client = Client(Guest::new(seat('N').unwrap(), style));
        assert_eq!(client.sent(), ["IAMN"], "the first message");
        client
    }

    fn hear(&mut self, lines: &[&str]) -> &mut Client {
        for line in lines {
            self.0.received(format!("{line}\r\n").as_bytes()).unwrap();
        }
        self
    }

    fn sent(&mut self) -> Vec<String> {
        let sent = |effect| match effect {
            GuestEffect::Send(message) => Some(message.to_string()),
            GuestEffect::Received(_) | GuestEffect::Show(_) => None,
        };
        self.0.take_effects().into_iter().filter_map(sent).collect()
    }

    fn shown(&mut self) -> String {
        let shown = |effect| match effect {
            GuestEffect::Show(text) => Some(text),
            GuestEffect::Received(_) | GuestEffect::Send(_) => None,
        };
        self.0.take_effects().into_iter().filter_map(shown).collect()
    }

    fn types(&mut self, line: &str) -> &mut Client {
        self.0.typed(line);
        self
    }
}

#[test]
fn people_read_exactly_these_texts() {
    let mut client = Client::new(Style::Person);
    client.hear(&["BUSYNE"]);
    assert_eq!(client.shown(), "Place busy, list of busy places received: N, E.\n");
    let mut client = Client::new(Style::Person);
    client.hear(&[DEAL]);
    assert_eq!(
        client.shown(),
        "New deal 2: staring place E, your cards: 2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, 10C, JC, QC, KC, AC.\n"
    );
    client.hear(&["TRICK12D2H2S"]);
    assert_eq!(
        client.shown(),
        "Trick: (1) 2D, 2H, 2S\nAvailable: 2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, 10C, JC, QC, KC, AC\n"
    );
    client.types("!10C");
    assert_eq!(client.sent(), ["TRICK110C"]);
    client.hear(&["WRONG1"]);
    assert_eq!(client.shown(), "Wrong message received in trick 1.\n");
    client.types("!2C\n");
    assert_eq!(client.sent(), ["TRICK12C"], "after WRONG one may try again");
    client.hear(&["TAKEN12D2H2S2CE"]);
    assert_eq!(client.shown(), "A trick 1 is taken by E, cards 2D, 2H, 2S, 2C.\n");
    client.hear(&["SCOREN0E1S12W0", "TOTALW1S2E3N4"]);
    assert_eq!(
        client.shown(),
        "The scores are:\nN | 0\nE | 1\nS | 12\nW | 0\nThe total scores are:\nN | 4\nE | 3\nS | 2\nW | 1\n"
    );
}

#[test]
fn a_leader_is_shown_an_empty_table() {
    let mut client = Client::new(Style::Person);
    client.hear(&[DEAL]).shown();
    client.hear(&["TRICK1"]);
    assert!(client.shown().starts_with("Trick: (1) \nAvailable: 2C, "));
}

#[test]
fn people_type_cards_and_tricks() {
    let mut client = Client::new(Style::Person);
    client.types("cards").types("tricks");
    assert_eq!(client.shown(), "\n", "no cards, and no tricks at all");
    client.hear(&[DEAL, "TAKEN12D2H2S2CN", "TAKEN23D3H3S3CW", "TAKEN34C4D4H4SN"]).shown();
    client.types("cards");
    assert_eq!(client.shown(), "5C, 6C, 7C, 8C, 9C, 10C, JC, QC, KC, AC\n");
    client.types("  tricks \r\n");
    assert_eq!(client.shown(), "2D, 2H, 2S, 2C\n4C, 4D, 4H, 4S\n", "its own ones only");
    client.hear(&["SCOREN2E0S0W1", "TOTALN2E0S0W1"]).shown();
    client.types("tricks");
    assert_eq!(client.shown(), "2D, 2H, 2S, 2C\n4C, 4D, 4H, 4S\n", "kept until the next deal");
    client.hear(&[DEAL]).shown();
    client.types("tricks");
    assert_eq!(client.shown(), "");
}

#[test]
fn a_card_when_not_asked_is_held_back_with_a_note() {
    let mut client = Client::new(Style::Person);
    client.types("!2C");
    assert_eq!(client.shown(), "You are not asked for a card now: 2C is held back.\n");
    client.hear(&[DEAL, "TRICK1"]).shown();
    client.types("!2C").types("!3C");
    let effects = client.0.take_effects();
    assert!(matches!(&effects[0], GuestEffect::Send(message) if message.to_string() == "TRICK12C"));
    assert_eq!(
        effects[1..],
        [GuestEffect::Show("You are not asked for a card now: 3C is held back.\n".into())]
    );
    client.hear(&["TRICK1"]).shown();
    client.types("!3C");
    assert_eq!(client.sent(), ["TRICK13C"], "asked again, answers again");
    client.hear(&["TAKEN12D2H2S3CE"]).shown();
    client.types("!4C");
    assert!(client.shown().contains("held back"), "the trick is over");
}

#[test]
fn other_words_get_a_note_and_send_nothing() {
    let mut client = Client::new(Style::Person);
    client.hear(&[DEAL, "TRICK1"]).shown();
    for typed in ["!", "!1C", "!joker-red", "! 2C", "2C", "help", "CARDS", "!2C3C"] {
        client.types(typed);
        let effects = client.0.take_effects();
        assert!(
            matches!(&effects[..], [GuestEffect::Show(note)] if note.contains(" is no ")),
            "{typed}: {effects:?}"
        );
    }
    client.types("").types("   ");
    assert_eq!(client.0.take_effects(), []);
}

#[test]
fn wrong_messages_of_the_server_are_ignored() {
    for style in [Style::Automatic(Level::Casual), Style::Person] {
        let mut client = Client::new(style);
        let before_a_deal =
            ["TRICK1", "TAKEN12C3C4C5CN", "SCOREN0E0S0W0", "TOTALN0E0S0W0", "WRONG1", "IAMN", "", "HELLO"];
        client.hear(&before_a_deal);
        assert!(client.0.take_effects().iter().all(|effect| matches!(effect, GuestEffect::Received(_))));
        client.hear(&[DEAL]).shown();
        let in_a_deal = [
            "TRICK2",          // another trick
            "TRICK14",         // no trick
            "TRICK12C",        // a card of this hand
            "TRICK12D3D4D5D",  // too many
            "TAKEN22C2D2H2SN", // another trick
            "TAKEN12D2H2S3DN", // no card of this hand
            "TAKEN12C3C2H2SN", // two cards of this hand
            "BUSYN",           // too late
            "SCOREN0E0S0",
            "DEAL8E2C3C4C5C6C7C8C9C10CJCQCKCAC",
        ];
        client.hear(&in_a_deal);
        assert!(client.0.take_effects().iter().all(|effect| matches!(effect, GuestEffect::Received(_))));
        assert!(!client.0.is_busy() && !client.0.is_content());
    }
}

#[test]
fn the_automatic_player_answers_every_question_and_waits_after_wrong() {
    let mut client = Client::new(Style::Automatic(Level::Casual));
    client.hear(&[DEAL, "TRICK1"]);
    let first = client.sent();
    assert_eq!(first.len(), 1);
    client.hear(&["WRONG1"]);
    assert_eq!(client.sent(), [""; 0]);
    client.hear(&["TRICK1"]);
    assert_eq!(client.sent(), first, "the card has not left the hand");
    client.hear(&["TRICK1", "TRICK1"]);
    assert_eq!(client.sent().len(), 2);
    client.hear(&["TAKEN12C2D2H2SN", "TRICK2"]);
    assert!(client.sent()[0].starts_with("TRICK2"));
}

/// Whatever a server says, the player of every level answers with a card that it holds, and nothing panics.
#[test]
fn every_level_answers_servers_that_contradict_themselves() {
    for level in Level::ALL {
        let mut client = Client::new(Style::Automatic(level));
        client.hear(&["DEAL7E2C3C4C5C6C7C8C9C10CJCQCKCAC", "TRICK12D2H2S"]);
        assert!(client.sent()[0].starts_with("TRICK1"));
        // A trick of which another one is led, and whoever threw a club away before plays spades after hearts after spades.
        client.hear(&["TAKEN12D2H2C2SW", "TAKEN23C3S3D3HN", "TAKEN36S4C4H4SE", "TRICK45S5S", "TRICK45H"]);
        assert_eq!(client.sent().len(), 1, "twice the same card is no table");
        client.hear(&["TAKEN45H5D5C5HS", "TAKEN45H5D5C5SS", "TOTALN4000000000E0S0W0", "TRICK56D6H"]);
        assert_eq!(client.sent().len(), 1);
    }
}

#[test]
fn a_repeated_question_gets_the_same_answer_from_every_level() {
    for level in Level::ALL {
        let mut client = Client::new(Style::Automatic(level));
        client.hear(&["DEAL2E2C3C4C5C6D7D8D9D10HJHQHKHAS", "TRICK12S", "TRICK12S", "WRONG1", "TRICK12S"]);
        assert_eq!(client.sent(), ["TRICK1AS"; 3], "there is one card only");
        client.hear(&["TAKEN12S3S4SASN", "TRICK2", "TRICK2", "WRONG2", "TRICK2"]);
        let sent = client.sent();
        assert!(sent.len() == 3 && sent.iter().all(|answer| *answer == sent[0]), "{sent:?}");
    }
}

#[test]
fn content_is_who_saw_score_and_total_of_the_last_deal() {
    let mut client = Client::new(Style::Automatic(Level::Casual));
    assert!(!client.0.is_content());
    assert!(!client.hear(&[DEAL]).0.is_content());
    assert!(!client.hear(&["SCOREN0E0S0W0"]).0.is_content());
    assert!(client.hear(&["TOTALN0E0S0W0"]).0.is_content());
    assert!(!client.hear(&[DEAL]).0.is_content());
    // A missing TOTAL between deals, a deal that ended early, another order of the seats.
    client.hear(&["SCOREW0S0E0N0", DEAL, "TAKEN12C2D2H2SN", "SCOREN0E0S0W0"]);
    assert!(!client.0.is_content());
    assert!(client.hear(&["TOTALE0S0W0N0"]).0.is_content());
}

#[test]
fn a_line_that_is_too_long_ends_it() {
    let mut client = Client::new(Style::Automatic(Level::Casual));
    assert!(client.0.received(&[b'x'; 300]).is_err());
}

/// One automatic player against three by chance takes much less than a quarter, in every type of deal.
#[test]
fn the_automatic_player_is_better_than_chance() {
    for kind in DealType::ALL {
        let mut points = 0;
        const DEALS: u64 = 600;
        for seed in 0..DEALS {
            let own = seats::all().nth(seed as usize % 4).unwrap();
            let first = seats::all().nth(seed as usize / 4 % 4).unwrap();
            let rules = Rules::of_deals(vec![DealPlan { kind, first }]);
            let mut game = Kierki::start(&rules, 4, &Deals::Seed(seed.into()), &mut ()).unwrap();
            let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
            let mut legal = ActionList::new();
            let mut bot = Kierki::bot(Level::Casual, seed.into(), Budget::default());
            while let Some(at) = game.actors().first() {
                game.legal(at, &mut legal);
                let action = if at == own {
                    let view = game.view(Viewer::Seat(own));
                    let told = knowledge(&game, own).view(view.scores.clone());
                    let told = View { rules: rules.clone(), ..told };
                    assert_eq!(told, view, "the client sees the same as a bot of the house");
                    bot.decide(&view, &legal, true).unwrap().action
                } else {
                    legal[below(&mut rng, legal.len() as u32) as usize]
                };
                assert_eq!(game.play(at, action, &mut ()), Ok(()));
            }
            points += game.scores()[own];
        }
        let share = f64::from(points) / f64::from(kind.total(false)) / DEALS as f64;
        println!("type {}: {:.1} % of the points", kind.number(), 100.0 * share);
        assert!(share < 0.15, "type {}: {share}", kind.number());
    }
}

/// A match by chance, told line by line to a client in a seat, as a server tells it. What becomes of each line is said by `spoil`, which
/// gets the deal's number with it; `look` gets the client's view and the real one whenever the client is asked.
fn tell(
    (rules, seed, own): (&Rules, u64, Seat),
    spoil: &dyn Fn(u16, String) -> Vec<String>,
    mut look: impl FnMut(View, View),
) {
    let mut client = Client(Guest::new(own, Style::Person));
    let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
    let (mut legal, mut events) = (ActionList::new(), Vec::new());
    let mut game = Kierki::start(rules, 4, &Deals::Seed(seed.into()), &mut events).unwrap();
    let mut plan = rules.deals[0];
    let mut deal = 0;
    while let Some(at) = game.actors().first() {
        let mut lines: Vec<String> = Vec::new();
        for event in events.drain(..) {
            let unsigned = |points: &Seats<i32>| points.map(|_, points| points.unsigned_abs());
            match event {
                Event::DealBegan { deal: number, kind, first } => {
                    plan = DealPlan { kind, first };
                    deal = number;
                }
                Event::Dealt { hands } => {
                    let cards: Vec<Card> = hands[own].unwrap().iter().collect();
                    let cards = cards.try_into().unwrap();
                    let message = Message::Deal { kind: plan.kind, first: plan.first, cards };
                    lines.extend(spoil(deal, message.to_string()));
                }
                Event::Taken { trick: number, cards, taker, .. } => {
                    lines.extend(spoil(deal, Message::Taken { number, cards, taker }.to_string()));
                }
                Event::DealEnded(result) => {
                    lines.extend(spoil(deal, Message::Score(unsigned(&result.points)).to_string()));
                    lines.extend(spoil(deal, Message::Total(unsigned(&result.scores)).to_string()));
                }
                Event::Played { .. } | Event::MatchEnded { .. } | Event::DecksRanOut { .. } => {}
            }
        }
        if at == own {
            let (number, table) = game.running_trick();
            let question = Message::Trick { number, cards: table.iter().copied().collect() };
            lines.extend(spoil(deal, question.to_string()));
        }
        for line in &lines {
            client.hear(&[line]);
        }
        client.0.take_effects();
        if at == own
            && let Some(told) = client.0.view()
        {
            look(told, game.view(Viewer::Seat(own)));
        }
        game.legal(at, &mut legal);
        game.play(at, legal[below(&mut rng, legal.len() as u32) as usize], &mut events).unwrap();
    }
}

/// Matches of several deals, one for each seat, with deals that end early and without.
fn several() -> impl Iterator<Item = (Rules, u64, Seat)> {
    let rules = ["seven", "robbers"].map(|name| Rules::preset(name).unwrap());
    let rules = rules
        .into_iter()
        .flat_map(|rules| [true, false].map(|end_early| Rules { end_early, ..rules.clone() }));
    rules.flat_map(|rules| seats::all().map(move |own| (rules.clone(), own.index() as u64, own)))
}

fn as_it_is(_: u16, line: String) -> Vec<String> {
    vec![line]
}

#[test]
fn a_client_remembers_the_deals_that_it_has_seen() {
    let mut early = 0;
    for (rules, seed, own) in several() {
        let mut most = 0;
        tell((&rules, seed, own), &as_it_is, |told, real| {
            assert_eq!(told.check(), Ok(()));
            let deals = told.earlier.deals();
            assert_eq!(told.rules.deals[..deals.len() + 1], real.rules.deals[..usize::from(real.deal)]);
            assert_eq!(told.rules.deals.len(), deals.len() + 2);
            assert_eq!(told.rules.end_early, deals.iter().any(|cards| cards.len() < 52));
            early += u32::from(told.rules.end_early);
            most = most.max(deals.len());
            assert_eq!(View { rules: real.rules.clone(), ..told }, real);
        });
        assert_eq!(most, rules.deals.len() - 1);
    }
    assert!(early > 100, "{early}");
}

/// What does not fit is forgotten, with all before it, and the match goes on.
#[test]
fn a_client_that_has_not_seen_everything_remembers_nothing() {
    let without = |word: &'static str| {
        move |deal: u16, line: String| if deal == 2 && line.starts_with(word) { vec![] } else { vec![line] }
    };
    let total = |now: &'static str| {
        move |deal: u16, line: String| match deal == 2 && line.starts_with(now) {
            true => vec![line, "TOTALN1E1S1W1".to_owned()],
            false => vec![line],
        }
    };
    let another_taker = |deal: u16, line: String| match deal == 2 && line.starts_with("TAKEN5") {
        true => vec![format!("{}{}", &line[..line.len() - 1], if line.ends_with('N') { 'E' } else { 'N' })],
        false => vec![line],
    };
    let dealt_again = |deal: u16, line: String| match deal == 2 && line.starts_with("TAKEN5") {
        true => vec![line, DEAL.to_owned()],
        false => vec![line],
    };
    let came_later = |deal: u16, line: String| if deal == 1 { vec![] } else { vec![line] };
    type Spoil<'a> = &'a dyn Fn(u16, String) -> Vec<String>;
    let spoils: [(&str, Spoil); 9] = [
        ("no first trick", &without("TAKEN1")),
        ("no seventh trick", &without("TAKEN7")),
        ("no last trick", &without("TAKEN13")),
        ("no total", &without("TOTAL")),
        ("no deal", &without("DEAL")),
        ("another total", &total("TOTAL")),
        ("another taker", &another_taker),
        ("dealt again", &dealt_again),
        ("came later", &came_later),
    ];
    for (rules, seed, own) in several().filter(|(rules, ..)| !rules.end_early) {
        for (what, spoil) in &spoils {
            let mut asked = 0;
            tell((&rules, seed, own), spoil, |told, real| match real.deal {
                1 => {}
                2 => assert!(told.earlier.deals().len() <= 1, "{what}"),
                _ => {
                    assert!(told.earlier.deals().is_empty() && told.deal == 1, "{what}");
                    assert_eq!((told.check(), told.playable), (Ok(()), real.playable), "{what}");
                    asked += 1;
                }
            });
            assert_eq!(asked, 13 * (rules.deals.len() - 2), "{what}");
        }
        let spoiled = total("TRICK5");
        tell((&rules, seed, own), &spoiled, |told, real| {
            let known = told.earlier.deals().len();
            match real.deal {
                2 if real.tricks.len() >= 5 => assert_eq!(known, 0, "a total that is odd"),
                _ => assert_eq!(known, usize::from(real.deal) - 1, "totals that are right again"),
            }
            assert_eq!(told.check(), Ok(()));
        });
    }
}

/// A server may end a deal early and play the next one on, which no match does by its rules: every level goes on answering.
#[test]
fn a_server_may_end_one_deal_early_and_not_the_next() {
    let budget = Budget { playouts: Some(20), deadline: None };
    let mut on = 0;
    let mut bots = Level::ALL.map(|level| Kierki::bot(level, 1.into(), budget));
    for (deals, seed) in [("2N 2E 2S", 3), ("5W 5N 5E", 4), ("5W 5N 5E", 5)] {
        let rules = Rules { deals: deals.parse().unwrap(), ..Rules::of_deals(Vec::new()) };
        let costly = rules.deals[0].kind.costly();
        let left = Cell::new(costly);
        let spoil = |deal, line: String| {
            let over = deal == 1
                && left.get().is_empty()
                && (line.starts_with("TAKEN") || line.starts_with("TRICK"));
            if let (1, Ok(Message::Taken { cards, .. })) = (deal, Message::parse(line.as_bytes())) {
                left.set(left.get() - cards.into_iter().collect());
            }
            if over { vec![] } else { vec![line] }
        };
        tell((&rules, seed, seat('E').unwrap()), &spoil, |told, real| {
            if real.deal == 1 {
                return;
            }
            assert_eq!(told.check(), Ok(()));
            let (known, played) = (told.earlier.deals(), real.earlier.deals());
            assert_eq!((known.len(), &known[0][..]), (played.len(), &played[0][..known[0].len()]));
            assert_eq!(told.rules.end_early, known[0].len() < 52);
            let taken: i32 = told.points.iter().map(|(_, points)| points).sum();
            on += u32::from(told.rules.end_early && taken == told.kind.total(false));
            let legal: Vec<Action> = told.playable.iter().map(Action::Play).collect();
            for bot in &mut bots {
                assert!(legal.contains(&bot.decide(&told, &legal, true).unwrap().action));
            }
        });
    }
    assert!(on > 0, "a deal went on without points");
}

/// By the scores of old the points are others than a client reckons: nothing is remembered, and nothing is amiss.
#[test]
fn a_client_remembers_nothing_under_other_rules() {
    let rules = Rules { traditional_scores: true, ..Rules::preset("seven").unwrap() };
    tell((&rules, 1, seat('N').unwrap()), &as_it_is, |told, real| {
        assert!(told.earlier.deals().is_empty() && told.check().is_ok());
        assert_eq!((told.scores, told.playable), (real.scores, real.playable));
    });
}

fn knowledge(game: &Kierki, own: Seat) -> Knowledge {
    let view = game.view(Viewer::Seat(own));
    let dealt: Vec<Card> = view.dealt.iter().collect();
    let mut known = Knowledge::new(own, view.kind, view.first, dealt.try_into().unwrap());
    for trick in &view.tricks {
        if let Some(taker) = trick.taker {
            known.tricks.push((trick.cards.clone().into_inner().unwrap(), taker));
        }
    }
    known.hand.retain(|card| view.hand.contains(*card));
    let (number, table) = game.running_trick();
    known.asked = Some(Asked { number, table: table.iter().copied().collect(), answered: false });
    known
}
