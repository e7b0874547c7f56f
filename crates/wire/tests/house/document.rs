//! The examples of docs/protocol.md are what the code makes and reads. `UPDATE=1` writes those of the server anew.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use bots::{Level, Ranked};
use game::{ActionList, Deals, FairDeal, Game as _, Outcome, Ruleset as _, Seat, Seed, Viewer};
use kaboom::Kaboom;
use kierki::Kierki;
use koikoi::yaku::Yaku;
use serde_json::{Value, json};
use table::{
    ActionId, Clock, Cut, Ending, Line, Message, Millis, Occupant, Outbox, Phrase, PlayerId, Presence,
    Refused, Settings, Table, To, Why,
};
use wire::house::{
    BadRequest, Chat, Choices, Dismissal, LONGEST_FRAME, Limits, Notice, Opponent, PROTOCOL, Place, Player,
    Request, Run, RunState, TableEvent, Writer,
};
use wire::{Code, MatchId, PlayerCode, changes};

use super::play::{Play, START, rules};

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
const ADA: PlayerId = PlayerId(0x02B3_48D7_31FA_9C55);
const BASHO: PlayerId = PlayerId(0x0C55_10E2_97B4_7D13);
const TABLE: Code = super::play::CODE;
const GONE: Code = Code::new(7);

fn name(player: PlayerId) -> String {
    if player == ADA { "Ada" } else { "Basho" }.to_owned()
}

/// A small match of Kierki, as Ada is told about it.
struct Story {
    table: Table<Kierki>,
    writer: Writer<Kierki>,
    now: Millis,
    told: Vec<String>,
}

impl Story {
    fn open() -> Story {
        let settings = Settings {
            clock: Clock::Move { limit: 30_000 },
            spectators: true,
            ..Settings::new(kierki::Rules::preset("seven").unwrap())
        };
        let bot = Occupant::Bot(Level::Casual);
        let seats = [Occupant::Player(ADA), Occupant::Open, bot, bot];
        let mut out = Outbox::default();
        let table = Table::open(ADA, settings, seats.into(), Seed::from(7), START, &mut out);
        Story { table, writer: Writer::new(TABLE), now: START, told: Vec::new() }
    }

    /// Does something, and notes the frames that Ada gets.
    fn tell(
        &mut self,
        caller: PlayerId,
        command: impl FnOnce(&mut Table<Kierki>, Millis, &mut Outbox<Kierki>),
    ) {
        self.now += 1_500;
        let mut out = Outbox::default();
        command(&mut self.table, self.now, &mut out);
        for (to, message) in out.messages {
            let frame = self.writer.frame(message, &|player| name(player).into());
            let own = match to {
                To::Caller => caller == ADA,
                To::Viewer(viewer) => viewer.is(Seat::FIRST),
            };
            if own {
                self.told.push(frame);
            }
        }
    }

    fn act(&mut self, player: PlayerId, id: &str, action: &str) {
        let action = action.parse().unwrap();
        self.tell(player, |table, now, out| table.act(player, ActionId(id.into()), action, now, out));
    }

    fn next(&mut self) -> String {
        self.told.remove(0)
    }
}

/// What the server sends, by the names of the examples.
fn examples() -> BTreeMap<&'static str, String> {
    let ada = Viewer::Seat(Seat::FIRST);
    let basho = Seat::new(1).unwrap();
    let mut story = Story::open();
    let mut examples = BTreeMap::new();
    story.tell(ADA, |table, now, out| table.arrive(ada, None, now, out));
    examples.insert("snapshot", story.next());
    story.tell(BASHO, |table, now, out| table.sit(BASHO, None, None, now, out).unwrap());
    examples.insert("update-dealt", story.next());
    story.tell(BASHO, |table, now, out| table.arrive(Viewer::Seat(basho), None, now, out));
    story.told.clear();
    story.act(ADA, "a-17", "play QS");
    examples.insert("ack", story.next());
    examples.insert("update-played", story.next());
    let seen = story.table.version(ada);
    story.act(BASHO, "1", &legal(&story.table, basho));
    story.tell(BASHO, |table, now, out| {
        table.say(BASHO, Line::Phrase(Phrase::GoodLuck), now, out).unwrap();
    });
    story.told.clear();
    story.tell(ADA, |table, now, out| table.arrive(ada, Some(seen), now, out));
    examples.insert("snapshot-missed", story.next());
    story.act(ADA, "a-18", "play QS");
    examples.insert("nack", story.next());
    story.told.clear();
    story.tell(BASHO, |table, now, out| table.depart(Viewer::Seat(basho), now, out));
    examples.insert("presence", story.next());
    examples.extend(notices(story.now, story.table.version(ada)));
    examples.insert("events", events());
    examples.insert("flips", flips());
    examples.insert("yaku", recipes());
    let clocks =
        [Clock::Move { limit: 30_000 }, Clock::Match { initial: 600_000, increment: 5_000 }, Clock::None];
    let clocks = clocks.map(|clock| serde_json::to_string(&clock).unwrap());
    examples.insert("clocks", clocks.join("\n"));
    examples
}

/// Two yaku as a guide has them.
fn recipes() -> String {
    let guide = koikoi::Guide::new(&koikoi::Rules::preset("nintendo").unwrap());
    let named =
        guide.yaku.iter().filter(|recipe| matches!(recipe.name, Yaku::BoarDeerButterfly | Yaku::Animals));
    named.map(|recipe| serde_json::to_string(recipe).unwrap()).collect::<Vec<_>>().join("\n")
}

fn legal(table: &Table<Kierki>, seat: Seat) -> String {
    let mut legal = ActionList::new();
    table.game().unwrap().0.legal(seat, &mut legal);
    legal[0].to_string()
}

fn notices(time: Millis, version: u64) -> Vec<(&'static str, String)> {
    let limits = Limits { frame: LONGEST_FRAME, per_second: 20, burst: 40, tables: 4096 };
    let hello = Notice::Hello {
        protocol: PROTOCOL,
        server: "tefuda 0.1.0".to_owned(),
        time: START,
        capabilities: Vec::new(),
        beacon_ms: 5_000,
        limits,
    };
    let unknown = BadRequest::UnknownType("dance".to_owned());
    vec![
        ("hello", hello.encode()),
        ("welcome", Notice::Welcome { player: Player { id: PlayerCode(ADA), name: name(ADA) } }.encode()),
        ("error", Notice::refusal(None, None, unknown.code(), unknown).encode()),
        ("pong", Notice::Pong { id: Some(ActionId("3".into())), time }.encode()),
        ("beacon", Notice::Beacon { tables: BTreeMap::from([(TABLE, version)]), time }.encode()),
        (
            "matched",
            Notice::Matched { game: wire::GameKind::KoiKoi, preset: "japan".into(), table: TABLE }.encode(),
        ),
        ("hint", hint(version).encode()),
        ("taken-over", Notice::TakenOver { table: TABLE }.encode()),
        ("lobby", Notice::Lobby { tables: vec![listed("waiting")] }.encode()),
        (
            "lobby-changed",
            Notice::LobbyChanged { tables: vec![listed("playing")], gone: vec![GONE] }.encode(),
        ),
        ("dismissed", Dismissal::Kicked.notice(TABLE).encode()),
        ("defuse", Notice::Defuse { run: Box::new(run()) }.encode()),
        ("draining", Notice::Draining { reconnect_ms: 5_000 }.encode()),
        (
            "bye",
            Notice::Bye { code: "silent".into(), message: "there was no sign of life".to_owned() }.encode(),
        ),
    ]
}

/// What Ada might be told in the match above.
fn hint(version: u64) -> Notice {
    let card = |action: &str, worth, equal| Ranked {
        action: action.parse().unwrap(),
        worth,
        interval: 0.08,
        playouts: 500,
        behind: 0.0,
        margin: 0.0,
        equal,
    };
    let ranked = [card("play 2C", -2.31, true), card("play 9C", -2.34, true), card("play KS", -3.02, false)];
    Notice::hint::<Kierki>(TABLE, version, &ranked)
}

/// A table as the HTTP API lists it; the tests of the page's types hold the form.
fn listed(phase: &str) -> Value {
    let (seat, bot) = (json!({"player": PlayerCode(ADA), "name": name(ADA)}), json!({"bot": "club"}));
    let commitment = "efde14094f13423aff014c54ce6fe7cf4ed3ccdaefb363003f83d7f339ea60d9";
    let deal = json!({"match": MatchId { table: TABLE, number: 1 }, "commitment": commitment, "given": []});
    json!({
        "code": TABLE, "link": format!("https://example.org/t/{TABLE}"), "game": "koikoi", "preset": "japan",
        "phase": phase, "match": (phase == "playing").then_some(MatchId { table: TABLE, number: 1 }),
        "deal": deal, "owner": PlayerCode(ADA), "seats": [seat, (phase == "playing").then_some(bot)],
        "clock": Clock::None, "rated": false, "spectators": true, "delay": 0, "watching": 2, "visibility": "public", "opened": START,
    })
}

/// Every event of a table, a line each.
fn events() -> String {
    let seat = Seat::new(1).unwrap();
    let basho = || Place::Player { player: PlayerCode(BASHO), name: name(BASHO), left: false, offers: false };
    let said = |line| TableEvent::Said(Chat { player: PlayerCode(BASHO), name: name(BASHO), line });
    let match_id = MatchId { table: TABLE, number: 1 };
    let given = [None, "9f2c41d0a6".parse().ok(), None, None];
    let fair = FairDeal { number: 1, secret: Seed::from(7), entropy: given.into() };
    let events = [
        TableEvent::Opened,
        TableEvent::Sat { seat, place: Some(basho()) },
        TableEvent::Sat { seat, place: Some(Place::Bot { bot: Level::Club }) },
        TableEvent::Left { seat },
        TableEvent::Returned { seat },
        TableEvent::Kicked { seat },
        TableEvent::StoodIn { seat, bot: Level::Club },
        TableEvent::Gave { seat },
        TableEvent::Dealt { match_id },
        TableEvent::over(TABLE, &fair),
        TableEvent::BrokenOff { seat, why: Cut::Countdown },
        TableEvent::BrokenOff { seat, why: Cut::Left },
        TableEvent::Paused { why: Why::Owner },
        TableEvent::Paused { why: Why::Absence },
        TableEvent::Resumed,
        said(Line::Text("One more?".to_owned())),
        said(Line::Phrase(Phrase::GoodLuck)),
        TableEvent::Offered { seat },
        TableEvent::Reopened,
    ];
    events.map(|event| serde_json::to_string(&event).unwrap()).join("\n")
}

fn run() -> Run {
    let id = "1C7M4X0Q9TB2V".parse().unwrap();
    let table = "8ZT2W4HN".parse().unwrap();
    let ben = Player { id: PlayerCode(BASHO), name: name(BASHO) };
    let run = Run::new(id, PlayerCode(ADA), 600_000, START).turned(RunState::Waiting, START);
    let run = run.seated(table, Seat::FIRST, Opponent::Defuser(ben), START + 20_000);
    run.settled(Some(&Ending::Played(Outcome::highest([3, 5].into()))), START + 240_000)
}

fn flips() -> String {
    let rules = kaboom::Rules::preset("short").unwrap();
    let mut game = Kaboom::start(&rules, 2, &Deals::Seed(5.into()), &mut ()).unwrap();
    for seat in Seat::all(2) {
        game.play(seat, "ready".parse().unwrap(), &mut ()).unwrap();
    }
    let mut legal = ActionList::new();
    game.legal(game.awaited().first().unwrap(), &mut legal);
    serde_json::to_string(&Choices::<Kaboom>::of(&legal)).unwrap()
}

/// The message as the document shows it: what is long has a field a line.
fn laid_out(text: &str) -> String {
    fn write(value: &Value, indent: usize, out: &mut String) {
        let flat = value.to_string();
        let Value::Object(fields) = value else { return out.push_str(&flat) };
        if flat.len() <= 150 || indent > 4 {
            return out.push_str(&flat);
        }
        out.push_str("{\n");
        for (place, (key, value)) in fields.iter().enumerate() {
            out.push_str(&" ".repeat(indent + 2));
            out.push_str(&format!("{}: ", json!(key)));
            write(value, indent + 2, out);
            out.push_str(if place + 1 < fields.len() { ",\n" } else { "\n" });
        }
        out.push_str(&" ".repeat(indent));
        out.push('}');
    }
    let line = |line: &str| {
        let value: Value = serde_json::from_str(line).unwrap();
        assert_eq!(value.to_string(), line, "frames are compact");
        let mut out = String::new();
        write(&value, 0, &mut out);
        out + "\n"
    };
    text.lines().map(line).collect()
}

#[test]
fn the_examples_are_what_the_code_makes_and_reads() {
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let mut examples = examples();
    let mut written = String::new();
    let mut requests = Vec::new();
    let mut parts = document.split("```");
    written.push_str(parts.next().unwrap());
    while let (Some(block), Some(text)) = (parts.next(), parts.next()) {
        let (kind, body) = block.split_once('\n').unwrap();
        let body = match kind.split_once(' ') {
            Some(("json", "client")) => {
                for line in body.lines() {
                    let request = Request::decode(line).unwrap_or_else(|why| panic!("{line}: {why:?}"));
                    assert_eq!(request.encode(), line);
                    requests.push(request.call.name());
                }
                body.to_owned()
            }
            Some(("json", name)) => {
                laid_out(&examples.remove(name).unwrap_or_else(|| panic!("nothing makes {name}")))
            }
            _ => body.to_owned(),
        };
        written.push_str(&format!("```{kind}\n{body}```{text}"));
    }
    assert!(examples.is_empty(), "the document does not show {:?}", examples.keys());
    for kind in [
        "auth", "sit", "watch", "leave", "act", "resync", "say", "entropy", "rematch", "kick", "seat-bot",
        "hint", "pause", "resume", "lobby", "ping",
    ] {
        assert!(requests.contains(&kind), "the document shows no {kind}");
        assert!(kind == "pause" || kind == "resume" || document.contains(&format!("| `{kind}` |")), "{kind}");
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(DOCUMENT, written).unwrap();
    } else {
        assert!(document == written, "docs/protocol.md is out of date: run the test with UPDATE=1");
    }
}

#[test]
fn every_code_is_in_the_table() {
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let (_, codes) = document.split_once("\n## Codes").unwrap();
    let refused: [Refused<kierki::Refusal>; 18] = [
        Refused::NoHints,
        Refused::NotYourTurn,
        Refused::TooFast,
        Refused::NoSuchSeat,
        Refused::SeatTaken,
        Refused::AlreadySeated,
        Refused::NotSeated,
        Refused::Kicked,
        Refused::SeatOpen,
        Refused::OwnSeat,
        Refused::NoSpectators,
        Refused::NotOwner,
        Refused::NotPlaying,
        Refused::Playing,
        Refused::Paused,
        Refused::Rated,
        Refused::IdReused,
        Refused::BadLine,
    ];
    let requests = [
        BadRequest::TooLong,
        BadRequest::Json,
        BadRequest::UnknownType(String::new()),
        BadRequest::Field { field: "", wanted: "" },
        BadRequest::Action(String::new()),
    ];
    let requests = requests.iter().map(BadRequest::code);
    for code in refused.iter().map(Refused::code).chain(requests).chain(["not-legal"]) {
        assert!(codes.contains(&format!("| `{code}` |")), "{code}");
    }
}

/// The scene's fields are those of the table in the document.
#[test]
fn the_scene_has_the_fields_that_the_document_tells() {
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let named = |heading: &str, until: &str| -> Vec<String> {
        let (_, section) = document.split_once(heading).unwrap();
        let (section, _) = section.split_once(until).unwrap();
        let rows = section.lines().filter(|line| line.starts_with("| `"));
        let names = rows.flat_map(|row| row.split(" | ").next().unwrap().split('`').skip(1).step_by(2));
        names.map(str::to_owned).collect()
    };
    let examples = examples();
    let snapshot: Value = serde_json::from_str(&examples["snapshot"]).unwrap();
    let keys = |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(named("### The scene", "### Updates"), keys(&snapshot["scene"]));
    let mut fields = named("## A table", "### The scene");
    let mut expected = keys(&snapshot);
    expected.retain(|key| key != "type");
    fields.sort();
    expected.sort();
    assert_eq!(fields, expected);
}

/// The function in Python does what ours does, over a whole match.
#[test]
fn the_python_function_applies_changes() {
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let (_, rest) = document.split_once("```python\n").unwrap();
    let (function, _) = rest.split_once("```").unwrap();
    assert!(function.lines().count() <= 12);
    let check = "import json, sys\nfor line in sys.stdin:\n    scene, changes, new = json.loads(line)\n    apply(scene, changes)\n    assert scene == new, (changes, scene, new)\nprint('done')\n";
    let python = Command::new("python3")
        .args(["-c", &format!("{function}{check}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut python) = python else {
        println!("there is no python3 here");
        return;
    };
    let mut play = Play::<koikoi::KoiKoi>::open(rules::<koikoi::KoiKoi>("quick"), 2, 3.into());
    let mut rng = Seed::from(3).stream(game::Purpose(*b"test"), 0, 0);
    let snapshot: Value = serde_json::from_str(&play.snapshot(Viewer::Spectator, None)).unwrap();
    let mut scene = snapshot["scene"].clone();
    let mut input = python.stdin.take().unwrap();
    while !play.is_over() {
        play.frames.clear();
        play.step(&mut rng);
        for (viewer, frame) in &play.frames {
            let update: Value = serde_json::from_str(frame).unwrap();
            if *viewer == Viewer::Spectator && update["type"] == "update" {
                let old = scene.clone();
                changes::apply(&mut scene, &update["changes"]).unwrap();
                writeln!(input, "{}", json!([old, update["changes"], scene])).unwrap();
            }
        }
    }
    drop(input);
    let output = python.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "done");
}

/// What has no example of its own above is a message all the same.
#[test]
fn presence_has_three_forms() {
    let mut writer = Writer::new(TABLE);
    let mut frame = |presence| {
        let message: Message<Kierki> = Message::Presence { seat: Seat::FIRST, presence };
        serde_json::from_str::<Value>(&writer.frame(message, &|player| name(player).into())).unwrap()["presence"].clone()
    };
    assert_eq!(frame(Presence::Here), "here");
    assert_eq!(frame(Presence::Away), "away");
    assert_eq!(frame(Presence::StandIn(Level::Casual)), json!({"stand-in": "casual"}));
}
