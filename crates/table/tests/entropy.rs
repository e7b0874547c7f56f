//! What players add to the chance of a match: when it counts, how long a deal waits for it, and who gets to know it.
#![allow(clippy::unwrap_used)]

use bots::Level;
use game::{Entropy, FairDeal, Game as _, Ruleset as _, Seat, SeatSet, Seed, Viewer};
use koikoi::{KoiKoi, Rules};
use table::*;

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const CLEO: PlayerId = PlayerId(3);
const WAIT: Millis = 1000;
const ANNS: Viewer = Viewer::Seat(Seat::FIRST);

fn open(seats: [Occupant; 2], entropy: Millis) -> (Table<KoiKoi>, Vec<Entry<KoiKoi>>) {
    let rules = Rules { rounds: 1, ..Rules::preset("quick").unwrap() };
    let settings = Settings { entropy, ..Settings::new(rules) };
    let mut out = Outbox::default();
    let table = Table::open(ANN, settings, seats.into(), Seed::from(7), 0, &mut out);
    (table, out.entries)
}

const TWO: [Occupant; 2] = [Occupant::Player(ANN), Occupant::Player(BEN)];
const ONE: [Occupant; 2] = [Occupant::Player(ANN), Occupant::Open];

fn entropy(byte: u8) -> Entropy {
    Entropy::new([byte; 8]).unwrap()
}

fn card(table: &Table<KoiKoi>) -> DealCard {
    let Message::Snapshot(snapshot) = table.snapshot(ANNS, None) else { panic!() };
    assert_eq!(snapshot.scene.deal, table.deal_card());
    table.deal_card()
}

/// Plays whatever comes first until the match is over.
fn play_out(table: &mut Table<KoiKoi>, out: &mut Outbox<KoiKoi>, now: Millis) {
    for id in 0.. {
        let Some(seat) = table.awaited().first() else { break };
        let player = if seat == Seat::FIRST { ANN } else { BEN };
        let Message::Snapshot(snapshot) = table.snapshot(Viewer::Seat(seat), None) else { panic!() };
        table.act(player, ActionId(id.to_string().into()), snapshot.scene.legal[0], now, out);
    }
    assert_eq!(table.phase(), Phase::Over);
}

fn revealed(out: &Outbox<KoiKoi>) -> Option<FairDeal> {
    out.messages.iter().find_map(|(_, message)| match message {
        Message::Update(update) => update.happened.iter().find_map(|happened| match happened {
            Happened::Over(fair) => Some((**fair).clone()),
            _ => None,
        }),
        _ => None,
    })
}

#[test]
fn a_deal_begins_when_all_have_given() {
    let (mut table, _) = open(TWO, WAIT);
    let mut out = Outbox::default();
    assert_eq!((table.phase(), table.next_wake()), (Phase::Waiting, Some(WAIT)));
    let before = card(&table);
    assert_eq!((before.number, before.given), (1, SeatSet::EMPTY));
    table.give(ANN, entropy(1), 10, &mut out).unwrap();
    assert_eq!(table.phase(), Phase::Waiting);
    assert_eq!(card(&table).given, SeatSet::of(Seat::FIRST));
    table.give(BEN, entropy(2), 20, &mut out).unwrap();
    assert_eq!(table.phase(), Phase::Playing);
    let dealt = card(&table);
    assert_eq!((dealt.number, dealt.commitment, dealt.given), (1, before.commitment, SeatSet::all(2)));
    let fair = table.fair_deal();
    assert_eq!(fair.commitment(), before.commitment);
    assert_eq!(fair.entropy, [Some(entropy(1)), Some(entropy(2))].into());
    assert!(table.record().replay(&mut ()).unwrap().hash() == table.game().unwrap().0.hash());
    assert_ne!(fair.seed(), fair.secret);
}

#[test]
fn a_deal_waits_no_longer_than_it_should() {
    let (mut table, _) = open(TWO, WAIT);
    let mut out = Outbox::default();
    table.give(ANN, entropy(1), 10, &mut out).unwrap();
    table.wake(WAIT - 1, &mut out);
    assert_eq!(table.phase(), Phase::Waiting);
    table.wake(WAIT, &mut out);
    assert_eq!(table.phase(), Phase::Playing);
    assert_eq!(table.fair_deal().entropy, [Some(entropy(1)), None].into());
}

#[test]
fn without_the_wait_and_with_bots_alone_it_begins_at_once() {
    assert_eq!(open(TWO, 0).0.phase(), Phase::Playing);
    let (table, _) = open([Occupant::Bot(Level::Casual); 2], WAIT);
    assert_eq!(table.phase(), Phase::Playing);
    assert_eq!(table.fair_deal().seed(), table.fair_deal().secret, "nobody gave anything");
}

#[test]
fn what_is_given_by_sitting_down_counts_and_goes_with_who_leaves() {
    let (mut table, _) = open(ONE, WAIT);
    let mut out = Outbox::default();
    assert_eq!(table.next_wake(), None);
    table.give(ANN, entropy(1), 10, &mut out).unwrap();
    table.leave(ANN, 20, &mut out).unwrap();
    assert_eq!(card(&table).given, SeatSet::EMPTY);
    table.sit(BEN, Some(Seat::FIRST), Some(entropy(9)), 30, &mut out).unwrap();
    assert_eq!(card(&table).given, SeatSet::of(Seat::FIRST));
    table.leave(BEN, 30, &mut out).unwrap();
    table.sit(CLEO, Some(Seat::FIRST), Some(entropy(9)), 30, &mut out).unwrap();
    table.kick(ANN, Seat::FIRST, 30, &mut out).unwrap();
    assert_eq!(card(&table).given, SeatSet::EMPTY);
    table.sit(BEN, Some(Seat::FIRST), Some(entropy(2)), 30, &mut out).unwrap();
    assert_eq!(card(&table).given, SeatSet::of(Seat::FIRST));
    assert_eq!(table.next_wake(), None, "a seat is open");
    table.sit(ANN, None, None, 40, &mut out).unwrap();
    assert_eq!(table.next_wake(), Some(40 + WAIT));
    table.leave(ANN, 50, &mut out).unwrap();
    assert_eq!(table.next_wake(), None);
    table.sit(ANN, None, None, 60, &mut out).unwrap();
    assert_eq!(table.next_wake(), Some(60 + WAIT), "all wanted to play only since then");
    table.give(ANN, entropy(3), 70, &mut out).unwrap();
    assert_eq!(table.fair_deal().entropy, [Some(entropy(2)), Some(entropy(3))].into());
    assert_eq!(table.phase(), Phase::Playing);
}

#[test]
fn only_who_sits_may_give_and_only_before_the_deal() {
    let (mut table, _) = open(TWO, WAIT);
    let mut out = Outbox::default();
    assert_eq!(table.give(PlayerId(9), entropy(1), 0, &mut out), Err(Refused::NotSeated));
    table.wake(WAIT, &mut out);
    let entries = out.entries.len();
    assert_eq!(table.give(ANN, entropy(1), WAIT, &mut out), Err(Refused::Playing));
    assert_eq!(out.entries.len(), entries);
}

#[test]
fn the_last_one_counts_and_the_same_again_is_nothing_new() {
    let (mut table, _) = open(TWO, WAIT);
    let mut out = Outbox::default();
    for byte in [1, 1, 2, 2] {
        table.give(ANN, entropy(byte), 10, &mut out).unwrap();
    }
    assert_eq!(out.entries.len(), 2);
    table.wake(WAIT, &mut out);
    assert_eq!(table.fair_deal().entropy, [Some(entropy(2)), None].into());
}

#[test]
fn each_match_has_its_own_and_all_is_told_at_its_end() {
    let (mut table, mut log) = open(TWO, WAIT);
    let mut out = Outbox::default();
    table.arrive(ANNS, None, 0, &mut out);
    let first = card(&table);
    table.give(ANN, entropy(1), 10, &mut out).unwrap();
    table.give(BEN, entropy(2), 10, &mut out).unwrap();
    assert_eq!(revealed(&out), None);
    play_out(&mut table, &mut out, 20);
    let fair = revealed(&out).unwrap();
    assert_eq!(fair, *table.fair_deal());
    assert_eq!(fair.commitment(), first.commitment);
    assert_eq!(fair.entropy, [Some(entropy(1)), Some(entropy(2))].into());

    let second = card(&table);
    assert_eq!((second.number, second.given), (2, SeatSet::EMPTY));
    assert_ne!(second.commitment, first.commitment);
    table.offer_rematch(ANN, Some(entropy(3)), 30, &mut out).unwrap();
    table.offer_rematch(BEN, Some(entropy(4)), 40, &mut out).unwrap();
    assert_eq!(table.phase(), Phase::Playing);
    let fair = table.fair_deal();
    assert_eq!((fair.number, fair.commitment()), (2, second.commitment));
    assert_eq!(fair.entropy, [Some(entropy(3)), Some(entropy(4))].into());

    log.extend(out.entries);
    let rebuilt = Table::rebuild(log).unwrap();
    assert_eq!(rebuilt.fair_deal(), fair);
    assert!(rebuilt.game().unwrap().0.hash() == table.game().unwrap().0.hash());
}

#[test]
fn after_a_restart_the_wait_begins_anew() {
    let (mut table, mut log) = open(TWO, WAIT);
    let mut out = Outbox::default();
    table.give(ANN, entropy(1), 10, &mut out).unwrap();
    log.extend(out.entries);
    let mut table = Table::rebuild(log).unwrap();
    let mut out = Outbox::default();
    table.reopen(5000, &mut out);
    assert_eq!((table.phase(), table.next_wake()), (Phase::Waiting, Some(5000 + WAIT)));
    table.wake(5000 + WAIT, &mut out);
    assert_eq!(table.fair_deal().entropy, [Some(entropy(1)), None].into());
    assert_eq!(table.phase(), Phase::Playing);
}

/// A log from before anybody could give entropy deals as it did then.
#[test]
fn old_logs_deal_as_before() {
    let (table, log) = open(TWO, 0);
    let mut stream = Seed::from(7).stream(game::Purpose::DEAL, 0, 1);
    let seed = Seed::random(&mut stream);
    let rules = &table.settings().rules;
    let game = KoiKoi::start(rules, 2, &game::Deals::Seed(seed), &mut ()).unwrap();
    assert!(table.game().unwrap().0.hash() == game.hash());
    assert_eq!(log.len(), 2);
}

#[test]
fn nobody_sees_what_others_gave() {
    let (mut table, _) = open(TWO, WAIT);
    let mut out = Outbox::default();
    table.arrive(ANNS, None, 0, &mut out);
    out.messages.clear();
    table.give(BEN, entropy(0xab), 10, &mut out).unwrap();
    let [(_, Message::Update(update))] = &out.messages[..] else { panic!("one update for Ann") };
    let seat = Seat::new(1).unwrap();
    assert_eq!(*update.happened, [Happened::Gave(seat)]);
    assert_eq!(update.scene.deal.given, SeatSet::of(seat));
    let shown = format!("{:?} {:?} {:?}", update.happened, update.scene.deal, out.entries);
    assert!(!shown.contains("abab") && !shown.contains("171"), "{shown}");
}
