use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use bots::{Budget, Decision, Level};
use clap::Args;
use client::Pass;
use game::{ActionList, Deals, Purpose, Record, Ruleset, Seat, Seats, Seed, Stream, Viewer, below, shuffle};
use plain::{Plain, Style, choices, find, with_names, wrapped};
use tui::{Begin, Choice};
use wire::Code;
use wire::replay::Replay;

use crate::failure::Failure;
use crate::games::{GameName, PLAYERS, RULES, RulesOptions, SeatsOption, level, seed_or_fresh};
use crate::player::{Entrant, Player, TimeLimit};
use crate::program::{BadCommandLine, CommandLine};
use crate::screen::{self, LookOptions, Visitor};

const HELP: &str = "Type the number of an action, or its code. Also: table, help, quit.";
/// The longest answer that is read; the rest of a longer line is thrown away.
const LONGEST_ANSWER: u64 = 1024;
/// After so many answers in a row that are none, nobody seems to be there.
const MOST_BAD_ANSWERS: usize = 100;
/// The longest name.
const LONGEST_NAME: usize = 24;

/// `tefuda play`
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// The game to play; on the whole screen it can be chosen there, line by line it is koikoi.
    #[arg(value_enum)]
    game: Option<GameName>,
    /// Line by line, without taking over the screen: also wherever there is no terminal, and with any of --rule, --seed, --deals,
    /// --seat, --opponent, --time-limit-ms and --save.
    #[arg(long)]
    plain: bool,
    /// Play at this server rather than in a house of its own: its address, or the link of a table.
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Go to the server's table with this code.
    #[arg(long, requires = "server")]
    code: Option<Code>,
    /// Go on there as the player who has this pass, which a page or another program has just shown, at the table where it sits.
    #[arg(long, value_name = "CODE", requires = "server", conflicts_with = "name")]
    pass: Option<Pass>,
    #[command(flatten)]
    look: LookOptions,
    /// How long bots take at least at tables that are opened on the whole screen, in milliseconds.
    #[arg(long, value_name = "MS", conflicts_with_all = ["plain", "code"])]
    pace: Option<u64>,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    seats: SeatsOption,
    /// The deals: 64 hexadecimal digits or a number; drawn at random if not given.
    #[arg(long, help_heading = RULES)]
    seed: Option<String>,
    /// The deals from a game file (Kierki), in place of a seed and of the ruleset's own deals.
    #[arg(long, value_name = "FILE", conflicts_with = "seed", help_heading = RULES)]
    deals: Option<PathBuf>,
    /// Your seat, from 0, which is yours if not given.
    #[arg(long, help_heading = PLAYERS)]
    seat: Option<usize>,
    /// Your name.
    #[arg(long, help_heading = PLAYERS)]
    name: Option<String>,
    /// How well the bots play; casual if not given.
    #[arg(long, value_parser = level(), help_heading = PLAYERS)]
    level: Option<Level>,
    /// Programs in place of the bots: a command that answers by the bot protocol (docs/bots.md), started once for each seat.
    #[arg(long, value_name = "COMMAND", conflicts_with = "level", value_parser = program, help_heading = PLAYERS)]
    opponent: Option<CommandLine>,
    #[command(flatten)]
    time_limit: TimeLimit,
    /// Write the match to this file when it ends, or when you leave.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

fn program(text: &str) -> Result<CommandLine, String> {
    match text.parse().map_err(|bad: BadCommandLine| bad.to_string())? {
        Entrant::Program(command) => Ok(command),
        Entrant::Level(level) => Err(format!("a level is given by `--level {level}`")),
    }
}

impl Options {
    fn entrant(&self) -> Entrant {
        match &self.opponent {
            Some(command) => Entrant::Program(command.clone()),
            None => Entrant::Level(self.level.unwrap_or(Level::Casual)),
        }
    }

    pub(crate) fn run(&self) -> Result<(), Failure> {
        let lines = self.plain || self.is_for_lines() || !screen::is_there();
        match &self.server {
            Some(_) if lines => Err(Failure::Usage(
                "a server is played at on the whole screen of a terminal, without the options for lines; \
                 line by line there is `tefuda text-client`"
                    .to_owned(),
            )),
            Some(server) => {
                screen::at_server(server, self.code, self.visitor(), Begin::Home(self.choice()?), false)
            }
            None if lines => {
                let (input, output) = (io::stdin().lock(), io::stdout().lock());
                wire::for_game!(self.game.unwrap_or_default().kind(), play(self, input, output))
            }
            None => screen::inside(self.visitor(), Begin::Home(self.choice()?)),
        }
    }

    fn visitor(&self) -> Visitor {
        Visitor { name: self.name.clone(), pass: self.pass, look: self.look.look(), pace: self.pace }
    }

    /// Whether an option was given that only play line by line has.
    fn is_for_lines(&self) -> bool {
        self.rules.has_changes()
            || self.seed.is_some()
            || self.deals.is_some()
            || self.seat.is_some()
            || self.opponent.is_some()
            || self.time_limit.is_given()
            || self.save.is_some()
    }

    /// What is chosen already on the first screen.
    fn choice(&self) -> Result<Choice, Failure> {
        fn check<G: Plain>(options: &Options) -> Result<(), Failure> {
            options.rules.rules::<G>()?;
            options.seats.seats::<G>()?;
            Ok(())
        }
        wire::for_game!(self.game.unwrap_or_default().kind(), check(self))?;
        let (preset, rounds) = self.rules.chosen();
        Ok(Choice {
            game: self.game.map(GameName::kind),
            preset,
            rounds,
            players: self.seats.given(),
            level: self.level,
        })
    }
}

fn play<G: Plain>(options: &Options, input: impl BufRead, output: impl Write) -> Result<(), Failure> {
    let rules = options.rules.rules::<G>()?;
    let seats = options.seats.seats::<G>()?;
    let seat = options.seat.unwrap_or(0);
    let own = Seat::new(seat).filter(|seat| seat.index() < seats);
    let own =
        own.ok_or_else(|| Failure::Usage(format!("seat {seat}: the table has seats 0 to {}", seats - 1)))?;
    let (rules, deals) = match (&options.deals, &options.seed) {
        (Some(path), _) => {
            let at = |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", path.display()));
            let file = std::fs::read(path).map_err(|error| at(&error))?;
            G::deals_from(&file, rules).map_err(|bad| at(&bad))?
        }
        (None, seed) => (rules, Deals::Seed(seed_or_fresh(seed.as_deref())?)),
    };
    let name = options.name.as_deref().map_or("Player", str::trim);
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(Failure::Usage(format!("a name has 1 to {LONGEST_NAME} letters on one line")));
    }
    let mut save = options.save.as_deref().map(Saved::create).transpose()?;
    let names = Seats::from_fn(seats, |seat| match seat {
        seat if seat == own => name.to_owned(),
        _ if seats == 2 => "Bot".to_owned(),
        seat => format!("Bot {seat}"),
    });
    let seed = match &deals {
        Deals::Seed(seed) => *seed,
        Deals::Decks(_) => seed_or_fresh(None)?,
    };
    let races = seed.stream(Purpose(*b"race"), 0, 0);
    let mut others = Vec::new();
    for seat in Seat::all(seats).filter(|seat| *seat != own) {
        let seed = Seed::random(&mut seed.stream(Purpose(*b"bots"), seat.index() as u16, 0));
        others.push((seat, Player::new(&options.entrant(), seed, Budget::default(), options.time_limit)?));
    }
    let record = Record { rules, seats, deals, actions: Vec::new() };
    let mut session = Session::<G, _, _> { input, output, own, names, others, record, races, asked: None };
    let ended = session.run();
    if let (Some(save), Ok(()) | Err(Failure::Program(_))) = (&mut save, &ended) {
        let state = session.record.replay(&mut ()).map_err(Failure::usage)?;
        let players = session.names.iter().map(|(_, name)| name.clone()).collect();
        let scores = Some(state.scores().iter().map(|(_, score)| *score).collect());
        let replay = Replay {
            record: session.record,
            decks: None,
            fair: None,
            times: Vec::new(),
            players,
            scores,
            hash: Some(state.hash()),
        };
        save.write(&wire::replay::write(&replay))?;
        writeln!(session.output, "The match is in {}.", save.path.display())?;
    }
    ended
}

/// The file for the match. It is opened before the first deal, so that a wrong path is told before anything is played.
struct Saved<'a> {
    path: &'a Path,
    file: File,
}

impl<'a> Saved<'a> {
    fn create(path: &'a Path) -> Result<Self, Failure> {
        let file = File::options().create(true).write(true).truncate(false).open(path);
        let file = file.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
        Ok(Saved { path, file })
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.set_len(0).and_then(|()| self.file.write_all(text.as_bytes()));
        written.map_err(|error| Failure::Usage(format!("{}: {error}", self.path.display())))
    }
}

/// One person at a table, with bots or programs.
struct Session<G: Plain, I, O> {
    input: I,
    output: O,
    own: Seat,
    names: Seats<String>,
    others: Vec<(Seat, Player<G>)>,
    record: Record<G>,
    /// Who is first where several want to act at once.
    races: Stream,
    /// The moment at which the person was last asked.
    asked: Option<u64>,
}

/// What a person answered.
enum Answer<A> {
    Action(A),
    /// Nothing, where nothing has to be done.
    Pass,
    Quit,
}

impl<G: Plain, I: BufRead, O: Write> Session<G, I, O> {
    fn run(&mut self) -> Result<(), Failure> {
        writeln!(self.output, "{}. {HELP}", G::Rules::TITLE)?;
        let mut events = Vec::new();
        let mut state = G::start(&self.record.rules, self.record.seats, &self.record.deals, &mut events)
            .map_err(Failure::usage)?;
        self.tell(&mut events)?;
        while let Some(awaited) = state.awaited().first() {
            let mut race = self.reactions(&state)?;
            let answer = match self.ask_if_due(&state)? {
                Answer::Action(action) => Some(action),
                Answer::Pass => None,
                Answer::Quit => return Ok(writeln!(self.output, "You leave the table.")?),
            };
            if let Some(action) = answer.filter(|action| G::is_reaction(*action)) {
                let place = below(&mut self.races, race.len() as u32 + 1) as usize;
                race.insert(place, (self.own, action));
            }
            let raced = !race.is_empty();
            for (seat, action) in race {
                self.act(&mut state, seat, action)?;
            }
            match answer.filter(|action| !G::is_reaction(*action)) {
                Some(action) => self.act(&mut state, self.own, action)?,
                None if raced || awaited == self.own => {}
                None => {
                    let decision = self.decision(&state, awaited, true)?;
                    let action = decision.map_or_else(|| state.default_action(awaited), |by| by.action);
                    self.act(&mut state, awaited, action)?;
                }
            }
        }
        Ok(())
    }

    /// What the others do though nobody waits for them, the quickest first.
    fn reactions(&mut self, state: &G) -> Result<Vec<(Seat, G::Action)>, Failure> {
        let mut reactions = Vec::new();
        for seat in state.actors().iter().filter(|seat| !state.awaited().contains(*seat)) {
            reactions.extend(self.decision(state, seat, false)?.map(|decision| (seat, decision)));
        }
        // Of those who are equally quick any may be first.
        shuffle(&mut reactions, &mut self.races);
        reactions.sort_by_key(|(_, decision)| decision.after);
        Ok(reactions.into_iter().map(|(seat, decision)| (seat, decision.action)).collect())
    }

    /// What the bot or program in the seat wants to do; nothing for the person's seat.
    fn decision(
        &mut self,
        state: &G,
        seat: Seat,
        must: bool,
    ) -> Result<Option<Decision<G::Action>>, Failure> {
        let Some((_, player)) = self.others.iter_mut().find(|(other, _)| *other == seat) else {
            return Ok(None);
        };
        let mut legal = ActionList::new();
        state.legal(seat, &mut legal);
        Ok(player.decide(&state.view(Viewer::Seat(seat)), &legal, must)?)
    }

    /// Asks the person if it is awaited, or may act and something has changed since it was asked.
    fn ask_if_due(&mut self, state: &G) -> Result<Answer<G::Action>, Failure> {
        let view = state.view(Viewer::Seat(self.own));
        let must = state.awaited().contains(self.own);
        let may = state.actors().contains(self.own) && self.asked != Some(G::moment(&view));
        if !must && !may {
            return Ok(Answer::Pass);
        }
        self.asked = Some(G::moment(&view));
        let mut legal = ActionList::new();
        state.legal(self.own, &mut legal);
        self.ask(state, &view, &legal, must)
    }

    /// Plays the action and tells what happens. The person's own may have come too late, and is told why; a bot's is let be.
    fn act(&mut self, state: &mut G, seat: Seat, action: G::Action) -> Result<(), Failure> {
        let mut events = Vec::new();
        match state.play(seat, action, &mut events) {
            Ok(()) => self.record.actions.push((seat, action)),
            Err(refusal) if seat == self.own => {
                writeln!(self.output, "{action}: {}.", with_names(&refusal.to_string(), &self.names))?;
            }
            Err(_) => {}
        }
        Ok(self.tell(&mut events)?)
    }

    /// Tells the events as the person may see them.
    fn tell(&mut self, events: &mut Vec<G::Event>) -> io::Result<()> {
        for event in events.drain(..) {
            if let Some(seen) = G::redact(&event, Viewer::Seat(self.own)) {
                let space = if G::begins_round(&seen) { "\n" } else { "" };
                let text = G::sentence(&seen, &self.names, Style::default());
                writeln!(self.output, "{space}{}", wrapped(&text, 2))?;
            }
        }
        Ok(())
    }

    fn ask(
        &mut self,
        state: &G,
        view: &G::View,
        legal: &[G::Action],
        must: bool,
    ) -> Result<Answer<G::Action>, Failure> {
        self.show(view, legal)?;
        let prompt = if must { "> " } else { "(Enter to let play go on) > " };
        for _ in 0..MOST_BAD_ANSWERS {
            write!(self.output, "{prompt}")?;
            self.output.flush()?;
            let Some(line) = self.line()? else {
                writeln!(self.output)?;
                return Ok(Answer::Quit);
            };
            match line.trim() {
                "" if must => {}
                "" => return Ok(Answer::Pass),
                "quit" | "q" => return Ok(Answer::Quit),
                "help" | "?" => writeln!(self.output, "{HELP}")?,
                "table" => self.show(view, legal)?,
                text => match find::<G>(text, legal) {
                    Some(action) => return Ok(Answer::Action(action)),
                    None => {
                        // An action that exists is refused for a reason.
                        let why = text.parse().ok().and_then(|action| state.check(self.own, action).err());
                        let why = why
                            .map_or("That is none of the actions.".to_owned(), |why| format!("No: {why}."));
                        writeln!(self.output, "{}\n{HELP}", wrapped(&with_names(&why, &self.names), 2))?;
                    }
                },
            }
        }
        writeln!(self.output, "Those were {MOST_BAD_ANSWERS} answers without an action.")?;
        Ok(Answer::Quit)
    }

    /// The next line that is typed; `None` at the end of input. What is too long or no text is no action either.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.input.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.len() as u64 == LONGEST_ANSWER && !bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn show(&mut self, view: &G::View, legal: &[G::Action]) -> io::Result<()> {
        writeln!(self.output, "{}", G::table(view, &self.names, Style::default()))?;
        for line in choices::<G>(view, legal, Style::default()) {
            writeln!(self.output, "{line}")?;
        }
        Ok(())
    }
}
