#![allow(clippy::unwrap_used)]

use bots::Level;
use game::{Purpose, Rng, Seed, below};
use table::Clock;

use super::*;

const MOST: usize = 9;
const MOST_OF_ONE: usize = 2;

fn player(number: u64) -> Player {
    Player { id: PlayerId(number), name: format!("P{number}").into() }
}

fn wish(number: u32) -> Wish {
    let koikoi = |preset, clock| Wish { game: GameKind::KoiKoi, preset, seats: 2, clock, rated: true };
    match number {
        0 => koikoi("japan", Clock::None),
        // The same ruleset: it takes the place of the one above.
        1 => koikoi("japan", Clock::Move { limit: 5000 }),
        2 => koikoi("quick", Clock::None),
        _ => Wish { game: GameKind::Kierki, preset: "seven", seats: 4, clock: Clock::None, rated: false },
    }
}

fn table(number: u64) -> Code {
    Code::new(number)
}

fn fallback(after: Millis) -> Option<Fallback> {
    Some(Fallback { after, level: Level::Club })
}

fn ask(queue: &mut Queue, number: u64, wanted: u32, now: Millis) -> Result<Ticket, CannotWait> {
    queue.ask(&player(number), wish(wanted), None, |_| true, now)
}

fn ids(party: &Party) -> Vec<u64> {
    party.players.iter().map(|player| player.id.0).collect()
}

#[test]
fn two_who_want_the_same_meet_and_others_wait() {
    let mut queue = Queue::new(MOST, MOST_OF_ONE);
    ask(&mut queue, 1, 0, 0).unwrap();
    ask(&mut queue, 1, 0, 1).unwrap();
    ask(&mut queue, 2, 1, 2).unwrap();
    assert_eq!(queue.next_party(3), None, "nobody meets itself, nor who wants something else");
    ask(&mut queue, 3, 0, 4).unwrap();
    let party = queue.next_party(5).unwrap();
    assert_eq!((ids(&party), party.bots), (vec![1, 3], None));
    assert_eq!(queue.next_party(5), None);
    queue.seated(&party, table(7), 6);
    assert_eq!(queue.tickets_of(PlayerId(1), 7)[0].state, State::Matched { table: table(7), at: 6 });
    assert_eq!(queue.tickets_of(PlayerId(2), 7)[0].state, State::Waiting);
    assert_eq!(ask(&mut queue, 1, 0, 8).unwrap().state, State::Matched { table: table(7), at: 6 });
    let anew = queue.ask(&player(1), wish(0), None, |_| false, 9).unwrap();
    assert_eq!((anew.state, anew.since), (State::Waiting, 9), "that match is over");
}

#[test]
fn with_the_first_match_all_other_tickets_are_withdrawn() {
    let mut queue = Queue::new(MOST, MOST_OF_ONE);
    ask(&mut queue, 1, 0, 0).unwrap();
    ask(&mut queue, 1, 2, 0).unwrap();
    ask(&mut queue, 2, 0, 1).unwrap();
    let party = queue.next_party(2).unwrap();
    ask(&mut queue, 3, 2, 3).unwrap();
    assert_eq!(queue.next_party(3), None, "the first is being seated");
    queue.seated(&party, table(7), 4);
    assert_eq!(queue.tickets_of(PlayerId(1), 5).len(), 1);
    assert_eq!(queue.next_party(5), None);
}

#[test]
fn a_ticket_lives_with_its_player() {
    let mut queue = Queue::new(MOST, MOST_OF_ONE);
    queue.arrive(PlayerId(1));
    ask(&mut queue, 1, 0, 0).unwrap();
    ask(&mut queue, 2, 2, 0).unwrap();
    assert_eq!(queue.next_due(0), Some(PATIENCE));
    assert!(queue.tickets_of(PlayerId(2), PATIENCE).is_empty());
    assert_eq!(queue.next_due(PATIENCE), None);
    queue.depart(PlayerId(1), 100_000);
    assert_eq!(queue.tickets_of(PlayerId(1), 100_000 + PATIENCE - 1).len(), 1, "it may come back");
    assert!(queue.tickets_of(PlayerId(1), 100_000 + 2 * PATIENCE).is_empty());
}

#[test]
fn a_match_is_told_for_a_while_to_who_was_away() {
    let mut queue = Queue::new(MOST, MOST_OF_ONE);
    ask(&mut queue, 1, 0, 0).unwrap();
    ask(&mut queue, 2, 0, 0).unwrap();
    let party = queue.next_party(0).unwrap();
    queue.arrive(PlayerId(1));
    queue.depart(PlayerId(1), 1);
    queue.seated(&party, table(7), PATIENCE * 2);
    let found = queue.tickets_of(PlayerId(1), PATIENCE * 4);
    assert_eq!(found[0].state, State::Matched { table: table(7), at: PATIENCE * 2 });
    assert!(queue.tickets_of(PlayerId(1), PATIENCE * 2 + TOLD).is_empty());
}

#[test]
fn bots_come_after_the_chosen_time_and_people_before_them() {
    let mut queue = Queue::new(MOST, MOST_OF_ONE);
    for (number, fallback) in [(1, None), (2, fallback(5000)), (3, fallback(9000))] {
        queue.ask(&player(number), wish(3), fallback, |_| true, 0).unwrap();
    }
    assert_eq!((queue.next_due(0), queue.next_party(4999)), (Some(5000), None));
    let party = queue.next_party(5000).unwrap();
    assert_eq!((ids(&party), party.bots), (vec![2, 3], Some(Level::Club)), "the first wants people only");
    queue.failed(&party, &[], 5000);
    assert_eq!((queue.next_party(5001), queue.next_due(5001)), (None, Some(5000 + RETRY)));
    assert_eq!(queue.next_party(5000 + RETRY).map(|party| ids(&party)), Some(vec![2, 3]));
}

#[test]
fn who_cannot_be_seated_is_back_in_its_place() {
    let mut queue = Queue::new(MOST, MOST_OF_ONE);
    for number in 1..=4 {
        ask(&mut queue, number, 0, number).unwrap();
    }
    let party = queue.next_party(5).unwrap();
    queue.failed(&party, &[PlayerId(1)], 6);
    assert_eq!(queue.tickets_of(PlayerId(1), 7)[0].state, State::Crowded { at: 6 });
    assert_eq!(queue.next_party(7).map(|party| ids(&party)), Some(vec![2, 3]));
    assert_eq!(ask(&mut queue, 1, 0, 8).unwrap().state, State::Waiting);
}

#[test]
fn whoever_asks_for_too_much_is_refused() {
    let mut queue = Queue::new(MOST, MOST_OF_ONE);
    ask(&mut queue, 1, 0, 0).unwrap();
    ask(&mut queue, 1, 2, 0).unwrap();
    assert_eq!(ask(&mut queue, 1, 3, 0), Err(CannotWait::TooManyTickets(MOST_OF_ONE)));
    queue.cancel(PlayerId(1), Some((GameKind::KoiKoi, "quick")));
    ask(&mut queue, 1, 3, 0).unwrap();
    for number in 2..9 {
        ask(&mut queue, number, number as u32 % 4, 0).unwrap();
    }
    assert_eq!(ask(&mut queue, 77, 0, 0), Err(CannotWait::Full));
    queue.cancel(PlayerId(1), None);
    ask(&mut queue, 77, 0, 0).unwrap();
}

/// What somebody was promised: that it waits, or is told.
type Promises = BTreeMap<(PlayerId, GameKind, &'static str), Millis>;

/// A queue, what it has promised, and the parties that are being seated.
struct Play {
    queue: Queue,
    now: Millis,
    promises: Promises,
    parties: Vec<Party>,
    seated: u64,
}

impl Play {
    fn key(ticket: &Ticket) -> (PlayerId, GameKind, &'static str) {
        (ticket.player.id, ticket.wish.game, ticket.wish.preset)
    }

    fn step(&mut self, rng: &mut impl Rng) {
        let who = player(u64::from(below(rng, 6)));
        match below(rng, 12) {
            0..=3 => {
                let fallback =
                    if below(rng, 3) == 0 { fallback(u64::from(below(rng, 40_000))) } else { None };
                let wanted = wish(below(rng, 4));
                let key = (who.id, wanted.game, wanted.preset);
                if self.queue.ask(&who, wanted, fallback, |_| false, self.now).is_ok() {
                    self.promises.insert(key, self.now);
                }
            }
            4 => {
                let tickets = self.queue.tickets_of(who.id, self.now);
                for ticket in tickets.iter().filter(|ticket| ticket.is_open()) {
                    self.promises.insert(Play::key(ticket), self.now);
                }
            }
            5 => {
                self.queue.cancel(who.id, None);
                self.promises.retain(|(player, ..), _| *player != who.id);
                let left =
                    self.queue.tickets.iter().filter(|ticket| ticket.is_of(who.id) && ticket.is_open());
                self.promises.extend(left.map(|ticket| (Play::key(ticket), ticket.seen)));
            }
            6 => self.queue.arrive(who.id),
            7 => {
                let was_here = self.queue.here.contains_key(&who.id);
                self.queue.depart(who.id, self.now);
                for ((player, ..), seen) in &mut self.promises {
                    if *player == who.id && was_here {
                        *seen = self.now;
                    }
                }
            }
            8 => self.now += u64::from(below(rng, 60_000)),
            9 | 10 => self.take(),
            _ => self.finish(rng),
        }
        self.check();
    }

    fn take(&mut self) {
        let Some(party) = self.queue.next_party(self.now) else { return };
        let place = |id: PlayerId| {
            let own = |ticket: &Ticket| ticket.is_of(id) && ticket.wish == party.wish;
            self.queue.tickets.iter().position(own).unwrap()
        };
        let last = party.players.iter().map(|player| place(player.id)).max().unwrap();
        let left = self.queue.tickets.iter().position(|ticket| {
            let busy = self.parties.iter().any(|party| party.players.contains(&ticket.player));
            ticket.state == State::Waiting && ticket.wish == party.wish && !busy
        });
        match party.bots {
            None => {
                assert_eq!(party.players.len(), party.wish.seats);
                assert!(left.is_none_or(|left| left > last), "the longest waiting come first");
            }
            Some(_) => assert!(party.players.len() < party.wish.seats),
        }
        self.parties.push(party);
    }

    fn finish(&mut self, rng: &mut impl Rng) {
        if self.parties.is_empty() {
            return;
        }
        let party = self.parties.swap_remove(below(rng, self.parties.len() as u32) as usize);
        let before: Vec<_> = self.queue.tickets.iter().map(Play::key).collect();
        match below(rng, 4) {
            0 => {
                let crowded = if below(rng, 2) == 0 { vec![party.players[0].id] } else { Vec::new() };
                self.queue.failed(&party, &crowded, self.now);
                let Wish { game, preset, .. } = party.wish;
                self.promises.retain(|key, _| !crowded.iter().any(|player| *key == (*player, game, preset)));
                let after: Vec<_> = self.queue.tickets.iter().map(Play::key).collect();
                assert_eq!(before, after, "everybody is where it was");
            }
            _ => {
                self.seated += 1;
                self.queue.seated(&party, table(self.seated), self.now);
                let member = |id: &PlayerId| party.players.iter().any(|player| player.id == *id);
                self.promises.retain(|(player, ..), _| !member(player));
                for player in &party.players {
                    let own = self.queue.tickets.iter().filter(|ticket| ticket.is_of(player.id));
                    let here = |ticket: &&Ticket| matches!(ticket.state, State::Matched { table: code, .. } if code == table(self.seated));
                    assert_eq!(own.filter(here).count(), 1, "nobody of the party is lost");
                }
            }
        }
    }

    fn check(&mut self) {
        let tickets = &self.queue.tickets;
        let mut keys: Vec<_> = tickets.iter().map(Play::key).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), tickets.len(), "one ticket for each ruleset");
        assert!(tickets.len() <= MOST);
        let mut seating: Vec<PlayerId> =
            self.parties.iter().flat_map(|party| party.players.iter().map(|player| player.id)).collect();
        for id in (0..6).map(PlayerId) {
            let open = tickets.iter().filter(|ticket| ticket.is_of(id) && ticket.is_open()).count();
            assert!(open <= MOST_OF_ONE);
            let being = |ticket: &&Ticket| ticket.is_of(id) && matches!(ticket.state, State::Seating(_));
            let being = tickets.iter().filter(being).count();
            assert_eq!(being, seating.iter().filter(|other| **other == id).count());
        }
        let all = seating.len();
        seating.sort();
        seating.dedup();
        assert_eq!(seating.len(), all, "nobody is seated twice");
        let (now, here) = (self.now, &self.queue.here);
        self.promises.retain(|key, seen| {
            let kept = keys.binary_search(key).is_ok();
            let expired = !here.contains_key(&key.0) && now >= *seen + PATIENCE;
            assert!(kept || expired, "a ticket is lost: {key:?}");
            kept
        });
        // Whoever could be matched is.
        if now >= self.queue.stalled_until {
            let mut copy =
                Queue { here: here.clone(), tickets: tickets.clone(), ..Queue::new(MOST, MOST_OF_ONE) };
            while copy.next_party(now).is_some() {}
            let mut lines: HashMap<&Wish, usize> = HashMap::new();
            let busy = |id| {
                copy.tickets
                    .iter()
                    .any(|ticket: &Ticket| ticket.is_of(id) && matches!(ticket.state, State::Seating(_)))
            };
            for ticket in
                copy.tickets.iter().filter(|ticket| ticket.state == State::Waiting && !busy(ticket.player.id))
            {
                let line = lines.entry(&ticket.wish).or_default();
                *line += 1;
                assert!(*line < ticket.wish.seats, "enough wait, and nobody is matched");
                assert!(
                    ticket.falls_back_at().is_none_or(|at| at > now),
                    "nobody plays although bots would do"
                );
            }
            assert!(copy.next_due(now).is_none_or(|at| at > now), "it would never rest");
        }
    }
}

#[test]
fn nobody_meets_itself_or_is_lost_or_seated_twice_whatever_happens() {
    let mut seated = 0;
    for seed in 0..300_u64 {
        let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
        let queue = Queue::new(MOST, MOST_OF_ONE);
        let mut play = Play { queue, now: 0, promises: Promises::new(), parties: Vec::new(), seated: 0 };
        (0..300).for_each(|_| play.step(&mut rng));
        seated += play.seated;
    }
    assert!(seated > 1000, "the test plays: {seated}");
}
