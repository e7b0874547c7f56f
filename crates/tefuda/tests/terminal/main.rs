//! Whole matches on the screen of a terminal, typed as a person would who only reads what it says.
#![allow(clippy::unwrap_used)]

mod screen;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use bots::Level;
use client::{Dial, House, Line, NewTable, Pass};
use screen::Screen;
use serde_json::{Value, json};
use server::config::{Config, StoreKind};
use tui::{Begin, Choice, Colours, Look, Visit};

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

/// What a person who reads the screen would type now, if it is to do something.
fn answer(shown: &str) -> Option<&'static str> {
    let asked = [
        ("Press any key", " "),
        ("Play on, or stop?", "s"),
        ("Your turn: draw", "K"),
        ("Your turn", "1"),
        ("Choose", "1"),
        ("Look at your bottom row", "l"),
        ("Say when you are ready", "r"),
        ("Give one of your cards", "n"),
        ("Keep it", "x"),
    ];
    asked.into_iter().find(|(words, _)| shown.contains(words)).map(|(_, key)| key)
}

fn is_over(shown: &str) -> bool {
    shown.contains("Press r to play again")
}

/// Plays until the match is over.
fn play(screen: &mut Screen) {
    loop {
        let shown = screen.until("something to do", |shown| is_over(shown) || answer(shown).is_some());
        if is_over(&shown) {
            return;
        }
        screen.send(answer(&shown).unwrap());
        screen.until("what came of it", |now| now != shown);
    }
}

fn whole_match(options: &[&str], size: (u16, u16)) -> Screen {
    let mut screen =
        Screen::start(&[&["play", "--pace", "0", "--level", "beginner"], options].concat(), size);
    screen.wait_for("T E F U D A");
    screen.send("\r");
    play(&mut screen);
    screen
}

#[test]
fn a_match_of_koikoi_then_its_replay() {
    let mut screen = whole_match(&["--rounds", "2"], SMALL);
    let shown = screen.wait_for("The match is over");
    // A match may be a draw.
    assert!(
        shown.contains("1. ") && shown.contains(". Player") && shown.contains(". Bot (beginner)"),
        "{shown}"
    );
    screen.send("w");
    screen.wait_for("Player: chance to win");
    screen.send("q");
    screen.wait_for("The match is over");
    screen.send("v");
    screen.wait_for("step 0 of");
    screen.send("\x1b[C");
    screen.wait_for("step 1 of");
    screen.send("e");
    screen.wait_for("as Player saw it");
    screen.send("q");
    screen.wait_for("T E F U D A");
    screen.send("q");
    assert_eq!(screen.end(), (true, true));
}

#[test]
fn a_replay_is_looked_at_again_by_this_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    let replay = r#"{ "version": 1, "game": "kierki", "rules": { "preset": "seven", "deals": "1N" }, "seats": 4, "seed": "7",
        "players": ["Ada", "Basho"], "actions": [{ "seat": 0, "action": "play 4C" }] }"#;
    std::fs::write(&file, replay).unwrap();
    let mut screen = Screen::start(&["replay", file.to_str().unwrap(), "--tui"], SMALL);
    screen.wait_for("step 0 of 1");
    screen.send("w");
    screen.wait_for("Kierki, Ada: points expected in the deal");
    screen.send("e");
    screen.wait_for("Kierki, Basho: points expected in the deal");
    screen.send("q");
    screen.wait_for("step 0 of 1");
    screen.send("q");
    assert_eq!(screen.end(), (true, true));
}

#[test]
fn a_match_of_kierki_and_another_one() {
    let mut screen = whole_match(&["kierki", "--rounds", "1"], LARGE);
    screen.send("r");
    screen.until("the next deal", |shown| !is_over(shown));
    play(&mut screen);
    screen.send("q");
    screen.wait_for("T E F U D A");
    screen.send("\x03");
    assert_eq!(screen.end(), (true, true));
}

#[test]
fn a_match_of_kaboom() {
    let screen = whole_match(&["kaboom", "--preset", "short", "--ascii"], SMALL);
    assert!(screen.wait_for("The match is over").is_ascii());
}

#[test]
fn a_window_may_become_too_small_and_large_again() {
    let mut screen = Screen::start(&["play"], SMALL);
    screen.wait_for("T E F U D A");
    screen.resize((50, 10));
    screen.wait_for("Make it larger");
    screen.resize(LARGE);
    screen.wait_for("T E F U D A");
    screen.send("\r");
    screen.wait_for("Your turn");
    screen.send("h");
    screen.wait_for("Bots advise");
    screen.wait_for("% ");
    screen.send("?");
    screen.wait_for("key: back");
    screen.send("x");
    screen.until("the table", |shown| !shown.contains("key: back"));
    screen.send("q");
    screen.wait_for("Leave the match?");
    screen.send("y");
    screen.wait_for("T E F U D A");
    // Whoever ends it from outside gets the terminal back too.
    Command::new("kill").arg(screen.pid().to_string()).status().unwrap();
    assert_eq!(screen.end(), (true, true));
}

/// A server, which is stopped at the end.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    /// With some more options.
    fn start(options: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tefuda"))
            .args(["serve", "--lines-port", "none", "--text-port", "none"])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let at =
            lines.map(Result::unwrap).find_map(|line| line.strip_prefix("Tefuda is at ").map(str::to_owned));
        Server { child, url: at.unwrap().trim_end_matches('/').to_owned() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the owner of a table has chosen, as anyone sees it who watches.
fn settings(server: &Server, code: &str) -> Value {
    let house = House::new(Dial::to(server.url.parse().unwrap()));
    let (runtime, code) =
        (tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap(), code.parse().unwrap());
    runtime.block_on(async {
        let guest = house.become_guest(None).await.unwrap();
        let mut line = Line::open(house.dial().clone(), guest.token);
        line.watch(code);
        while line.table(code).is_none() {
            line.next().await.unwrap();
        }
        line.table(code).unwrap().frame["settings"].clone()
    })
}

#[test]
fn two_terminals_at_one_server_and_a_third_that_watches() {
    let server = Server::start(&["--port", "0", "--store", "memory"]);
    let play = ["play", "--rounds", "1", "--pace", "7", "--server", &server.url];
    let mut ada = Screen::start(&[&play[..], &["--name", "Ada"]].concat(), SMALL);
    ada.wait_for("T E F U D A");
    // Down to `Against`, and from casual bots on to friends.
    ada.send("\x1b[B\x1b[B\x1b[B");
    for words in ["bots, club", "bots, strong", "bots, expert", "friends"] {
        ada.send("\x1b[C");
        ada.wait_for(words);
    }
    ada.send("\r");
    let shown = ada.wait_for("the code ");
    let code = shown.split("the code ").nth(1).unwrap()[..8].to_owned();
    assert_eq!(settings(&server, &code)["pace"], 7, "as Ada wants it");
    let link = format!("{}/t/{code}", server.url);
    let mut basho = Screen::start(&["play", "--server", &link, "--name", "Basho"], LARGE);
    let watcher = Screen::start(&["watch", &code, "--server", &server.url], SMALL);
    watcher.until("the table", |shown| shown.contains("You watch") || shown.contains("Waiting for players"));
    std::thread::scope(|both| {
        both.spawn(|| self::play(&mut ada));
        both.spawn(|| self::play(&mut basho));
    });
    watcher.wait_for("The match is over");
    // The one who wants another match is seen by the other.
    ada.send("r");
    basho.wait_for("Ada wants another match");
    basho.send("r");
    ada.until("the next deal", |shown| !is_over(shown) && !shown.contains("You want another match"));
}

#[test]
fn a_player_goes_on_in_a_terminal_by_a_pass_and_elsewhere_by_the_next() {
    let server = Server::start(&["--port", "0", "--store", "memory"]);
    let house = House::new(Dial::to(server.url.parse().unwrap()));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (ada, pass) = runtime.block_on(async {
        let ada = house.become_guest(Some("Ada")).await.unwrap();
        let table = NewTable::new("koikoi").rules(json!({ "preset": "quick" })).me().bot(Level::Beginner);
        house.open_table(&ada.token, &table).await.unwrap();
        let pass = house.new_pass(&ada.token).await.unwrap();
        (ada, pass.code().to_string())
    });
    let mut screen = Screen::start(&["play", "--server", &server.url, "--pass", &pass], SMALL);
    screen.wait_for("Your turn");
    screen.send("\x10");
    let shown = screen.wait_for("Go on elsewhere with this code:");
    let mut words = shown.split_whitespace().skip_while(|word| *word != "code:");
    let next: Pass = words.find_map(|word| word.parse().ok()).unwrap();
    runtime.block_on(async {
        let same = house.redeem(next).await.unwrap();
        assert_eq!(same.player.id, ada.player.id);
        let there = house.where_to_go_on(&same.token).await.unwrap().expect("she sits there");
        let mut line = Line::open(house.dial().clone(), same.token);
        line.sit(there.code, None);
        while line.table(there.code).is_none() {
            line.next().await.unwrap();
        }
    });
    // Its seat is elsewhere, and there was nothing else to do.
    assert_eq!(screen.end(), (true, true));
    let used = Command::new(env!("CARGO_BIN_EXE_tefuda"))
        .args(["play", "--server", &server.url, "--pass", "K7"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(used.status.code(), Some(2));
}

#[test]
fn a_server_that_was_killed_is_found_again() {
    let data = tempfile::tempdir().unwrap();
    let data = data.path().to_str().unwrap();
    let server = Server::start(&["--port", "0", "--data", data]);
    let port = server.url.rsplit(':').next().unwrap().to_owned();
    let options = ["play", "--rounds", "1", "--level", "beginner", "--server", &server.url];
    let mut screen = Screen::start(&options, SMALL);
    screen.wait_for("T E F U D A");
    screen.send("\r");
    screen.wait_for("Your turn");
    drop(server);
    screen.wait_for("The connection is lost");
    // What is played meanwhile waits.
    screen.send("1");
    screen.wait_for("Sent");
    let _server = Server::start(&["--port", &port, "--data", data]);
    screen.until("the connection", |shown| {
        !shown.contains("The connection is lost") && !shown.contains("Sent")
    });
    play(&mut screen);
}

/// Taken over by the test below, in a terminal of its own: the house is there once, and then its door falls.
#[test]
#[ignore = "it takes over the terminal"]
fn falls() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let played = runtime.block_on(async {
        let server =
            server::Server::inside(Config { store: StoreKind::Memory, ..Config::default() }).await.unwrap();
        let (door, asked) = (server.door(), AtomicBool::new(false));
        tokio::spawn(server.run(std::future::pending()));
        let dial = Dial::inside(move || match asked.swap(true, Ordering::SeqCst) {
            false => door.open([127, 0, 0, 1].into()),
            true => panic!("a fault"),
        });
        let look = Look { colours: Colours::None, ascii: true };
        let begin = Begin::Home(Choice::default());
        tui::play(Visit { dial, house: None, name: None, pass: None, begin, look, pace: None }).await
    });
    assert!(matches!(played, Err(tui::Error::Fell)));
}

#[test]
fn a_fault_gives_the_terminal_back() {
    let options = ["--exact", "falls", "--ignored", "--nocapture"];
    let screen = Screen::of(&std::env::current_exe().unwrap(), &options, SMALL);
    screen.wait_for("a fault");
    assert_eq!(screen.end(), (true, true));
}

#[test]
fn what_cannot_be_shown_is_said_in_a_line() {
    let tefuda = |options: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_tefuda")).args(options).stdin(Stdio::null()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, said) = tefuda(&["watch", "K7F3Q9MX"]);
    assert!(status == Some(2) && said.contains("needs a terminal"), "{said}");
    let (status, said) = tefuda(&["watch", "nonsense table"]);
    assert!(status == Some(2) && said.contains("the address of a house"), "{said}");
    let (status, said) = tefuda(&["play", "--server", "http://127.0.0.1:1"]);
    assert!(status == Some(2) && said.contains("whole screen of a terminal"), "{said}");
    // With a terminal, a server that is not there is said after all, and the screen is not taken.
    let screen = Screen::start(&["play", "--server", "http://127.0.0.1:1"], SMALL);
    let shown = screen.until("the reason", |shown| shown.contains("cannot be reached"));
    assert!(shown.contains("tefuda:"), "{shown}");
}

#[test]
fn a_bar_and_its_words_fit_a_line() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bar.net");
    let train = ["train", "koikoi", "--matches", "1000000", "--out", file.to_str().unwrap()];
    let arena = ["arena", "koikoi", "--a", "casual", "--b", "beginner", "--matches", "1000000"];
    for (options, last) in [(&train[..], "% against casual"), (&arena, " points")] {
        let screen = Screen::start(options, SMALL);
        screen.until(last, |shown| {
            shown.lines().any(|line| line.contains("/1000000 matches") && line.contains(last))
        });
    }
    assert!(!file.exists(), "nothing is written before the end");
}
