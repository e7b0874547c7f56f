//! All tables that are played at, and the players' ends of their connections. It has no sockets: frames come in with the time, and
//! what is to be sent waits in lanes.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::time::Instant;

use game::{SeedableRng, below};
use rand_xoshiro::Xoshiro256PlusPlus;
use tokio::sync::Notify;
use wire::Code;

use super::board::{Asked, Board, Chair};
use super::tally::Tally;
use super::tongue::{Heard, Scene, Tongue};

/// So many tables are joined at once on a connection: it has to read what it asks for.
const JOINING: usize = 32;

pub(super) struct Floor {
    pub(super) boards: Vec<Board>,
    pub(super) lanes: Vec<Lane>,
    pub(super) tally: Tally,
    /// How many seats are taken, by connections that know their table.
    pub(super) joined: usize,
    places: HashMap<Code, usize>,
    tongue: Tongue,
    /// Whether every answer is followed by the next move.
    eager: bool,
    playing: bool,
    /// How often the server was started again.
    pub(super) life: u64,
    rng: Xoshiro256PlusPlus,
    acts: u64,
}

/// What goes out on a player's connection.
pub(super) struct Lane {
    /// Its seat at all its tables.
    seat: usize,
    tables: Vec<usize>,
    token: String,
    pub(super) waiting: VecDeque<String>,
    pub(super) filled: Rc<Notify>,
    /// The connection is to be broken.
    pub(super) breaks: bool,
    /// How often it was made.
    visit: u32,
    to_join: VecDeque<usize>,
}

impl Lane {
    pub(super) fn new(seat: usize, tables: Vec<usize>, token: String) -> Lane {
        Lane {
            seat,
            tables,
            token,
            waiting: VecDeque::new(),
            filled: Rc::default(),
            breaks: false,
            visit: 0,
            to_join: VecDeque::new(),
        }
    }

    fn say(&mut self, text: String) {
        self.waiting.push_back(text);
        self.filled.notify_one();
    }
}

impl Floor {
    pub(super) fn new(boards: Vec<Board>, lanes: Vec<Lane>, tongue: Tongue, eager: bool, seed: u64) -> Floor {
        let places = boards.iter().enumerate().map(|(place, board)| (board.code, place)).collect();
        Floor {
            boards,
            lanes,
            tally: Tally::default(),
            joined: 0,
            places,
            tongue,
            eager,
            playing: false,
            life: 0,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            acts: 0,
        }
    }

    /// A connection was made: what it has to say first waits in its lane.
    pub(super) fn arrive(&mut self, lane: usize) {
        let Lane { seat, tables, token, waiting, to_join, visit, breaks, .. } = &mut self.lanes[lane];
        (*visit, *breaks) = (*visit + 1, false);
        waiting.clear();
        waiting.extend(self.tongue.greeting(token));
        to_join.clear();
        to_join.extend(&*tables);
        for table in &*tables {
            let chair = &mut self.boards[*table].chairs[*seat];
            chair.offered = false;
            self.joined -= usize::from(std::mem::take(&mut chair.joined));
        }
        for _ in 0..JOINING {
            self.join_next(lane);
        }
    }

    fn join_next(&mut self, lane: usize) {
        let Lane { seat, to_join, .. } = &mut self.lanes[lane];
        let Some(table) = to_join.pop_front() else { return };
        let text = self.tongue.join(&self.boards[table], *seat);
        self.lanes[lane].say(text);
    }

    /// From now on moves are made, or no more.
    pub(super) fn play(&mut self, playing: bool, now: Instant) {
        self.playing = playing;
        for table in 0..self.boards.len() {
            self.advance(table, now);
        }
    }

    /// A move is due at the table.
    pub(super) fn due(&mut self, table: usize, due: Instant, now: Instant) {
        self.tally.late.add(due, now);
        let board = &mut self.boards[table];
        if board.is_waiting() {
            self.tally.waited += 1;
        }
        board.put_off(due);
        self.advance(table, now);
    }

    /// A frame came in on the connection.
    pub(super) fn hear(&mut self, lane: usize, text: &str, bytes: usize, now: Instant) {
        let seat = self.lanes[lane].seat;
        let (code, heard) = self.tongue.read(text);
        if matches!(heard, Heard::Answer { .. }) {
            self.tally.acks.add(bytes);
        } else {
            self.tally.news.add(bytes);
        }
        let place = code.and_then(|code| self.places.get(&code).copied());
        let Some(table) = place.filter(|table| seat < self.boards[*table].chairs.len()) else {
            if let Heard::Refusal(code) = heard {
                *self.tally.refused.entry(code).or_default() += 1;
            }
            return;
        };
        match heard {
            Heard::Answer { version } => self.answered(table, seat, version, now),
            Heard::Refusal(code) => {
                *self.tally.refused.entry(code).or_default() += 1;
                let board = &mut self.boards[table];
                // What is told anew after a refusal leads on.
                board.asked.take_if(|asked| asked.seat == seat);
            }
            Heard::Scene(scene) => self.look(lane, table, seat, scene, now),
            Heard::Nothing => {}
        }
    }

    fn answered(&mut self, table: usize, seat: usize, version: Option<u64>, now: Instant) {
        let board = &mut self.boards[table];
        let chair = &mut board.chairs[seat];
        let version = version.unwrap_or(chair.glance.version + 1);
        chair.promised = chair.promised.max(version);
        if let Some(asked) = board.asked.take_if(|asked| asked.seat == seat) {
            self.tally.answered.add(asked.due, now);
            self.tally.seats += board.chairs.len() as u64;
        }
        self.advance(table, now);
    }

    fn look(&mut self, lane: usize, table: usize, seat: usize, scene: Scene<'_>, now: Instant) {
        let board = &mut self.boards[table];
        let seats = board.chairs.len();
        let chair = &mut board.chairs[seat];
        let whole = scene.is_whole();
        let known = chair.promised.max(chair.glance.version);
        let Some(steps) = chair.look(scene, seat, seats) else {
            self.tally.gaps += 1;
            let text = self.tongue.join(board, seat);
            return self.lanes[lane].say(text);
        };
        chair.offered &= chair.is_over();
        if whole {
            self.joined += usize::from(!std::mem::replace(&mut chair.joined, true));
            chair.unheard.clear();
            // A server that was started again tells at every table that it was, beyond all that it had told before.
            let since = std::mem::replace(&mut chair.life, self.life) != self.life && known > 0;
            self.tally.lost += u64::from(chair.glance.version < known + u64::from(since));
            // What had no answer when the connection broke is asked again.
            let visit = self.lanes[lane].visit;
            if let Some(asked) =
                board.asked.as_mut().filter(|asked| asked.seat == seat && asked.visit != visit)
            {
                asked.visit = visit;
                self.lanes[lane].say(asked.text.clone());
            }
            self.join_next(lane);
        } else {
            for _ in 0..steps {
                if let Some(Some(due)) = chair.unheard.pop_front() {
                    self.tally.heard.add(due, now);
                }
            }
        }
        self.advance(table, now);
    }

    /// Plays on at the table if it can.
    fn advance(&mut self, table: usize, now: Instant) {
        let board = &mut self.boards[table];
        if !self.playing || board.asked.is_some() || board.chairs.iter().any(|chair| !chair.joined) {
            return;
        }
        if board.chairs.iter().any(Chair::is_over) {
            return self.want_another_match(table);
        }
        let Some(seat) = board.chairs.iter().position(Chair::must) else { return };
        let Some(due) = (if self.eager { Some(now) } else { board.next_due() }) else { return };
        self.acts += 1;
        let Some(text) = self.tongue.act(board, seat, self.acts, &mut self.rng) else { return };
        for (other, chair) in board.chairs.iter_mut().enumerate() {
            chair.expect((other != seat).then_some(due));
        }
        let lane = board.chairs[seat].lane;
        board.asked = Some(Asked { seat, due, text: text.clone(), visit: self.lanes[lane].visit });
        self.tally.acts.add(text.len());
        self.lanes[lane].say(text);
    }

    fn want_another_match(&mut self, table: usize) {
        let Floor { boards, lanes, tongue, tally, .. } = self;
        let board = &mut boards[table];
        let code = board.code;
        for (seat, chair) in board.chairs.iter_mut().enumerate() {
            if chair.is_over() && !std::mem::replace(&mut chair.offered, true) {
                tally.matches += u64::from(seat == 0);
                lanes[chair.lane].say(tongue.rematch(code));
            }
        }
    }

    /// The server was started again.
    pub(super) fn born_again(&mut self) {
        self.life += 1;
    }

    /// Breaks some connection, to be made again.
    pub(super) fn break_one(&mut self) {
        let number = u32::try_from(self.lanes.len()).unwrap_or(u32::MAX);
        if number > 0 {
            let lane = &mut self.lanes[below(&mut self.rng, number) as usize];
            lane.breaks = true;
            lane.filled.notify_one();
        }
    }
}
