mod summary;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use bots::Budget;
use bots::contest::{self, Broken};
use bots::tally::{Sprt, Tally, Verdict};
use clap::Args;
use cpu_time::ThreadTime;
use game::{ActionList, Deals, Purpose, Ruleset, Seat, Seed, Viewer};
use plain::{Plain, ruleset};

use self::summary::{Mean, PlayerSummary, SprtSummary, Summary};
use crate::failure::Failure;
use crate::games::{GameName, PLAYERS, RulesOptions, SeatsOption, playouts};
use crate::player::{Entrant, Player, TimeLimit};
use crate::program::ProgramError;
use crate::progress;

/// `tefuda arena`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The game.
    #[arg(value_enum, default_value_t)]
    game: GameName,
    /// Who is measured: beginner, casual, club, strong, expert, or a command that answers by the bot protocol (docs/bots.md).
    #[arg(long, default_value = "expert", value_name = "PLAYER", help_heading = PLAYERS)]
    a: Entrant,
    /// Who has all the other seats.
    #[arg(long, default_value = "strong", value_name = "PLAYER", help_heading = PLAYERS)]
    b: Entrant,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    seats: SeatsOption,
    /// Matches, rounded up to whole deals: each deal is played once for each seat that A can have.
    #[arg(long, default_value_t = 400)]
    matches: usize,
    /// The deals and the bots' chance: 64 hexadecimal digits or a number.
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Playouts for each decision of both, in place of their levels' own numbers.
    #[arg(long, value_name = "PLAYOUTS", value_parser = playouts(), help_heading = PLAYERS)]
    budget: Option<u32>,
    /// Playouts for A alone.
    #[arg(long, value_name = "PLAYOUTS", value_parser = playouts(), help_heading = PLAYERS)]
    budget_a: Option<u32>,
    /// Playouts for B alone.
    #[arg(long, value_name = "PLAYOUTS", value_parser = playouts(), help_heading = PLAYERS)]
    budget_b: Option<u32>,
    /// How many matches to play at once; all cores if not given. The results are the same with any number.
    #[arg(long)]
    cores: Option<NonZeroUsize>,
    /// Stop as soon as the wins decide between A being better by the first and by the second Elo: 0,15.
    #[arg(long, value_name = "ELO,ELO", allow_hyphen_values = true)]
    sprt: Option<Bounds>,
    #[command(flatten)]
    time_limit: TimeLimit,
    /// One JSON object in place of the table.
    #[arg(long)]
    json: bool,
}

/// The two Elo numbers of a sequential test.
#[derive(Clone, Copy, Debug)]
struct Bounds(Sprt);

impl FromStr for Bounds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Bounds, &'static str> {
        const WRONG: &str = "two numbers of Elo, the smaller one first: 0,15";
        let (lower, upper) = text.split_once(',').ok_or(WRONG)?;
        let elo = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
        match (elo(lower), elo(upper)) {
            (Some(lower), Some(upper)) if lower < upper => Ok(Bounds(Sprt { lower, upper })),
            _ => Err(WRONG),
        }
    }
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        wire::for_game!(self.game.kind(), contest(self, io::stdout().lock()))
    }

    fn budget(&self, side: Side) -> Budget {
        let own = match side {
            Side::A => self.budget_a,
            Side::B => self.budget_b,
        };
        Budget { playouts: own.or(self.budget), deadline: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    A,
    B,
}

fn contest<G: Plain>(options: &Options, mut output: impl Write) -> Result<(), Failure> {
    let rules = options.rules.rules::<G>()?;
    let seats = options.seats.seats::<G>()?;
    if options.matches == 0 {
        return Err(Failure::Usage("--matches is at least 1".to_owned()));
    }
    for (player, budget) in [(&options.a, options.budget_a), (&options.b, options.budget_b)] {
        if budget.is_some() && matches!(player, Entrant::Program(_)) {
            let bad = format!("playouts are for levels: the program `{player}` thinks as it likes");
            return Err(Failure::Usage(bad));
        }
    }
    let arena = Arena::<G> { options, rules, seats };
    // A wrong combination is told before anything is played.
    arena.warm_up()?;
    let summary = arena.run()?;
    if options.json {
        serde_json::to_writer(&mut output, &summary).map_err(io::Error::from)?;
        writeln!(output)?;
    } else {
        write!(output, "{summary}")?;
    }
    Ok(())
}

struct Arena<'a, G: Plain> {
    options: &'a Options,
    rules: G::Rules,
    seats: usize,
}

/// A first place in parts that any number of seats can share evenly.
const PARTS: usize = 60;

/// What came of one deal, over all its seatings, in whole numbers: deals that were alike are so to the last bit.
#[derive(Default)]
struct Deal {
    /// A's parts of the first places.
    wins: usize,
    /// A's points.
    own: i64,
    /// The points of all others.
    others: i64,
    /// CPU times of the decisions of both sides.
    times: [Times; 2],
}

/// CPU times by nanoseconds, rounded up to three digits: enough for a mean and a quantile, whatever the number of decisions.
#[derive(Clone, Default)]
struct Times {
    counts: BTreeMap<u64, u64>,
    sum: Duration,
    decisions: u64,
}

impl Times {
    /// A decision; of a program's the CPU time is not known.
    fn add(&mut self, time: Option<Duration>) {
        self.decisions += 1;
        let Some(time) = time else { return };
        let nanos = time.as_nanos() as u64;
        let step = 10_u64.pow(nanos.max(1).ilog10().saturating_sub(2));
        *self.counts.entry(nanos.next_multiple_of(step)).or_default() += 1;
        self.sum += time;
    }

    fn join(&mut self, other: Times) {
        other.counts.into_iter().for_each(|(time, count)| *self.counts.entry(time).or_default() += count);
        self.sum += other.sum;
        self.decisions += other.decisions;
    }

    fn timed(&self) -> u64 {
        self.counts.values().sum()
    }

    fn mean_ms(&self) -> Option<f64> {
        let timed = self.timed();
        (timed > 0).then(|| self.sum.as_secs_f64() * 1e3 / timed as f64)
    }

    /// The time that 99 of 100 decisions do not exceed.
    fn p99_ms(&self) -> Option<f64> {
        let (mut below, all) = (0, self.timed());
        let at = self.counts.iter().find(|(_, count)| {
            below += **count;
            below * 100 >= all * 99
        });
        at.map(|(nanos, _)| *nanos as f64 / 1e6)
    }
}

/// The programs of both sides that wait for a seat: each goes on from match to match, for starting may take long.
struct Programs<G: Plain>([Vec<Player<G>>; 2]);

impl<G: Plain> Default for Programs<G> {
    fn default() -> Self {
        Programs([Vec::new(), Vec::new()])
    }
}

impl<G: Plain> Arena<'_, G> {
    fn deals(&self) -> usize {
        self.options.matches.div_ceil(self.seats)
    }

    /// Plays all deals on several threads, and counts them in their order: the result depends on no timing.
    fn run(&self) -> Result<Summary, Failure> {
        let deals = self.deals();
        let cores = self.options.cores.or_else(|| thread::available_parallelism().ok());
        let cores = cores.map_or(1, NonZeroUsize::get).min(deals);
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            let (send, results) = mpsc::channel();
            for started in 0..cores {
                let (send, next, stop) = (send.clone(), &next, &stop);
                let spawned = thread::Builder::new().spawn_scoped(scope, move || {
                    let mut programs = Programs::default();
                    while !stop.load(Ordering::Relaxed) {
                        let deal = next.fetch_add(1, Ordering::Relaxed);
                        if deal >= deals || send.send((deal, self.play_deal(deal, &mut programs))).is_err() {
                            break;
                        }
                    }
                });
                match spawned {
                    Ok(_) => {}
                    Err(error) if started == 0 => return Err(error.into()),
                    // As many as the machine gives will do.
                    Err(_) => break,
                }
            }
            drop(send);
            let summary = self.count(&results);
            stop.store(true, Ordering::Relaxed);
            summary
        })
    }

    fn count(&self, results: &mpsc::Receiver<(usize, Result<Deal, Failure>)>) -> Result<Summary, Failure> {
        let mut counted = Counted::default();
        let mut early = BTreeMap::new();
        let bar = progress::bar((self.deals() * self.seats) as u64, "matches");
        for (deal, result) in results {
            early.insert(deal, result);
            while let Some(result) = early.remove(&counted.deals) {
                counted.add::<G>(result?, self.seats);
                bar.inc(self.seats as u64);
                bar.set_message(counted.message());
                if self.sprt(&counted).is_some_and(|sprt| sprt.verdict != Verdict::Open) {
                    bar.finish_and_clear();
                    return Ok(self.summary(&counted));
                }
            }
        }
        bar.finish_and_clear();
        Ok(self.summary(&counted))
    }

    fn sprt(&self, counted: &Counted) -> Option<SprtSummary> {
        let Bounds(sprt @ Sprt { lower, upper }) = self.options.sprt?;
        let fair = 1.0 / self.seats as f64;
        let (verdict, ratio) = (sprt.verdict(&counted.wins, fair), sprt.ratio(&counted.wins, fair));
        Some(SprtSummary { lower, upper, verdict, log_likelihood_ratio: ratio })
    }

    fn deal_seed(&self, deal: usize) -> Seed {
        self.seed(*b"deal", deal)
    }

    fn seed(&self, purpose: [u8; 4], number: usize) -> Seed {
        Seed::random(&mut self.options.seed.stream(Purpose(purpose), (number >> 16) as u16, number as u16))
    }

    fn start(&self, seed: Seed) -> Result<G, Failure> {
        G::start(&self.rules, self.seats, &Deals::Seed(seed), &mut ()).map_err(Failure::usage)
    }

    /// Has each level decide once: what it reckons only once for all matches belongs to no decision.
    fn warm_up(&self) -> Result<(), Failure> {
        let state = self.start(self.deal_seed(0))?;
        let mut legal = ActionList::new();
        for (side, seat) in [Side::A, Side::B].into_iter().zip(state.awaited().iter().cycle()) {
            if let Entrant::Level(level) = self.entrant(side) {
                state.legal(seat, &mut legal);
                let mut bot = G::bot(*level, self.options.seed, self.options.budget(side));
                bot.decide(&state.view(Viewer::Seat(seat)), &legal, true);
            }
        }
        Ok(())
    }

    /// The deal once for each seat of A.
    fn play_deal(&self, number: usize, programs: &mut Programs<G>) -> Result<Deal, Failure> {
        let mut deal = Deal::default();
        for (seating, seat) in Seat::all(self.seats).enumerate() {
            self.play_match(number, number * self.seats + seating, seat, programs, &mut deal)?;
        }
        Ok(deal)
    }

    fn play_match(
        &self,
        number: usize,
        seating: usize,
        a: Seat,
        programs: &mut Programs<G>,
        deal: &mut Deal,
    ) -> Result<(), Failure> {
        let mut state = self.start(self.deal_seed(number))?;
        let mut chance = self.seed(*b"bots", seating).stream(Purpose(*b"race"), 0, 0);
        let side = |seat| if seat == a { Side::A } else { Side::B };
        let mut players = Vec::with_capacity(self.seats);
        for seat in Seat::all(self.seats) {
            players.push(self.player(side(seat), Seed::random(&mut chance), programs)?);
        }
        let times = &mut deal.times;
        contest::play(&mut state, &mut chance, |seat, view, legal, must| {
            let player = &mut players[seat.index()];
            let began = ThreadTime::now();
            let decision = player.decide(view, legal, must)?;
            // Where there is nothing to decide, no time is counted.
            if legal.len() > 1 && must {
                let time = matches!(player, Player::Bot(_)).then(|| began.elapsed());
                times[side(seat) as usize].add(time);
            }
            Ok(decision)
        })
        .map_err(|broken: Broken<ProgramError>| match broken {
            Broken::Asking(error) => Failure::Program(error),
            broken => Failure::usage(broken),
        })?;
        for (seat, player) in Seat::all(self.seats).zip(players) {
            if matches!(player, Player::Program(_)) {
                programs.0[side(seat) as usize].push(player);
            }
        }
        self.score(&state, a, deal);
        Ok(())
    }

    fn entrant(&self, side: Side) -> &Entrant {
        match side {
            Side::A => &self.options.a,
            Side::B => &self.options.b,
        }
    }

    fn player(&self, side: Side, seed: Seed, programs: &mut Programs<G>) -> Result<Player<G>, Failure> {
        let new =
            || Player::new(self.entrant(side), seed, self.options.budget(side), self.options.time_limit);
        Ok(programs.0[side as usize].pop().map_or_else(new, Ok)?)
    }

    fn score(&self, state: &G, a: Seat, deal: &mut Deal) {
        let winners = state.outcome().map(|outcome| outcome.winners()).unwrap_or_default();
        if winners.contains(a) {
            deal.wins += PARTS / winners.len();
        }
        for (seat, score) in state.scores().iter() {
            *if seat == a { &mut deal.own } else { &mut deal.others } += i64::from(*score);
        }
    }

    fn summary(&self, counted: &Counted) -> Summary {
        let player = |side, points: &Tally| {
            let (entrant, times) = (self.entrant(side), &counted.times[side as usize]);
            PlayerSummary {
                player: entrant.to_string(),
                playouts: self.options.budget(side).playouts.filter(|_| matches!(entrant, Entrant::Level(_))),
                points_per_match: points.mean(),
                decisions: times.decisions,
                cpu_ms_mean: times.mean_ms(),
                cpu_ms_p99: times.p99_ms(),
            }
        };
        Summary {
            game: G::NAME,
            title: G::Rules::TITLE,
            ruleset: ruleset::<G>(&self.rules),
            preset: self.options.rules.preset_name::<G>().to_owned(),
            rules: wire::rules::to_value::<G>(&self.rules),
            seats: self.seats,
            seed: self.options.seed.to_hex(),
            matches: counted.deals * self.seats,
            deals: counted.deals,
            fair_share: 1.0 / self.seats as f64,
            a: player(Side::A, &counted.points),
            b: player(Side::B, &counted.others),
            a_wins: Mean::new(counted.wins.mean(), counted.wins.interval_of_shares()),
            a_better_by: Mean::new(counted.margin.mean(), counted.margin.interval()),
            fewest_points_win: G::FEWEST_POINTS_WIN,
            sprt: self.sprt(counted),
        }
    }
}

#[derive(Default)]
struct Counted {
    deals: usize,
    wins: Tally,
    margin: Tally,
    points: Tally,
    others: Tally,
    times: [Times; 2],
}

impl Counted {
    fn add<G: Plain>(&mut self, deal: Deal, seats: usize) {
        let Deal { wins, own, others, .. } = deal;
        let (all, rest) = (seats as f64, (seats - 1) as f64);
        let more = own * (seats - 1) as i64 - others;
        let better = if G::FEWEST_POINTS_WIN { -more } else { more };
        self.deals += 1;
        self.wins.add(wins as f64 / (PARTS as f64 * all));
        self.margin.add(better as f64 / (all * rest));
        self.points.add(own as f64 / all);
        self.others.add(others as f64 / (all * rest));
        self.times.iter_mut().zip(deal.times).for_each(|(all, times)| all.join(times));
    }

    fn message(&self) -> String {
        format!("A wins {:.1}%, {:+.1} points", 100.0 * self.wins.mean(), self.margin.mean())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_below_a_microsecond_and_p99_is_not_below_the_mean_of_equal_ones() {
        let mut times = Times::default();
        times.add(None);
        assert_eq!((times.mean_ms(), times.p99_ms()), (None, None));
        (0..99).for_each(|_| times.add(Some(Duration::from_nanos(1234))));
        assert_eq!((times.mean_ms(), times.p99_ms()), (Some(0.001_234), Some(0.001_24)));
        times.add(Some(Duration::from_millis(100)));
        assert_eq!((times.decisions, times.p99_ms()), (101, Some(0.001_24)));
    }
}
