//! Every screen as letters, at three sizes.

mod review;

use bots::Level;
use client::Wish;
use game::{ActionList, Ruleset, Seat, Viewer};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::Rect;
use serde_json::{Value, json};
use table::Settings;
use wire::house::{Call, Follower, Notice};
use wire::{Code, Codec, GameKind, MatchId};

use crate::app::{Answer, App, Connection, Effect, Screen, Sitting};
use crate::canvas::Canvas;
use crate::games::Board;
use crate::look::{Colours, Look};
use crate::review::Source;
use crate::screens::home::Home;
use crate::screens::lobby::Lobby;
use crate::{Choice, desk, film, screens};

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (40, 12)];
const UNICODE: Look = Look { colours: Colours::None, ascii: false };
const ASCII: Look = Look { colours: Colours::None, ascii: true };

fn code() -> Code {
    "K7F3Q9MX".parse().unwrap()
}

fn app(look: Look, server: bool) -> App {
    let house = server.then(|| "https://example.org".to_owned());
    App::new(look, house, "Ada".to_owned(), Home::new(&Choice::default(), server, None))
}

/// The screen as letters; what is right of the last letter of a row is left out.
fn letters(app: &App, (width, height): (u16, u16)) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    screens::draw(&mut Canvas::new(&mut buffer, app.look), app);
    let mut text = String::new();
    for y in 0..height {
        let mut row = String::new();
        let mut x = 0;
        while x < width {
            let symbol = buffer[(x, y)].symbol();
            row.push_str(symbol);
            // A wide letter takes the place of the next cell too.
            x += unicode_width::UnicodeWidthStr::width(symbol).max(1) as u16;
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

fn press(app: &mut App, key: char) -> Vec<Effect> {
    app.key(KeyCode::Char(key), KeyModifiers::NONE)
}

fn snapshot(name: &str, app: &App) {
    for (width, height) in SIZES {
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), letters(app, (width, height)));
    }
}

/// A table of a match after so many actions, each the first legal one of whoever is awaited.
fn frame<G: Board>(rules: &G::Rules, seats: usize, actions: usize, phase: &str) -> String {
    let state: G = game::check::played(rules, seats, 7.into(), actions);
    let mut legal = ActionList::new();
    state.legal(Seat::FIRST, &mut legal);
    let playing = phase == "playing";
    let place = |seat: usize| match seat {
        0 => json!({ "player": "05CT8TWRZN72N", "name": "Ada" }),
        1 if !playing && phase == "waiting" => Value::Null,
        _ => json!({ "bot": "casual" }),
    };
    let places: Vec<Value> = (0..seats).map(place).collect();
    let view = (phase != "waiting").then(|| state.view(Viewer::Seat(Seat::FIRST)));
    let settings = Settings { hints: true, ..Settings::new(rules.clone()) };
    let scene = json!({
        "phase": phase,
        "match": MatchId { table: code(), number: 1 },
        "seats": places,
        "clocks": null,
        "deal": null,
        "view": view,
        "legal": if playing { json!(wire::house::Choices::<G>::of(&legal)) } else { json!([]) },
        "must": playing && state.awaited().contains(Seat::FIRST),
    });
    json!({
        "type": "snapshot", "table": code(), "version": 1 + actions, "you": 0, "game": G::NAME, "owner": "05CT8TWRZN72N",
        "settings": settings, "scene": scene, "presence": vec!["here"; seats], "chat": [], "missed": null,
    })
    .to_string()
}

fn sit<G: Board>(app: &mut App, frames: &[String]) {
    let mut desk = desk::new::<G>(code(), !app.look.ascii);
    let mut follower = Follower::default();
    for frame in frames {
        follower.receive(frame, &mut Vec::new()).unwrap();
        desk.refresh(follower.table(code()).unwrap(), &[], 0).unwrap();
    }
    let link = app.house.is_some().then(|| format!("https://example.org/t/{}", code()));
    app.screen =
        Screen::Table(Sitting { code: code(), desk, link, watching: false, thinking: false, sent: None });
}

/// The app at a table after so many actions.
fn table<G: Board>(preset: &str, seats: usize, actions: usize, look: Look) -> App {
    let rules = G::Rules::preset(preset).unwrap();
    let mut app = app(look, false);
    sit::<G>(&mut app, &[frame::<G>(&rules, seats, actions, "playing")]);
    app
}

#[test]
fn the_first_screen() {
    snapshot("home", &app(UNICODE, false));
    snapshot("home_ascii", &app(ASCII, false));
    let mut server = app(UNICODE, true);
    snapshot("home_server", &server);
    press(&mut server, 'j');
    "k7f3".chars().for_each(|letter| drop(press(&mut server, letter)));
    snapshot("home_join", &server);
}

#[test]
fn a_table_of_koikoi() {
    snapshot("koikoi", &table::<wire::games::KoiKoi>("japan", 2, 0, UNICODE));
    snapshot("koikoi_ascii", &table::<wire::games::KoiKoi>("japan", 2, 0, ASCII));
    snapshot("koikoi_later", &table::<wire::games::KoiKoi>("japan", 2, 8, UNICODE));
}

#[test]
fn a_table_of_kierki() {
    snapshot("kierki", &table::<wire::games::Kierki>("seven", 4, 8, UNICODE));
    snapshot("kierki_ascii", &table::<wire::games::Kierki>("seven", 4, 8, ASCII));
}

#[test]
fn a_table_of_kaboom() {
    snapshot("kaboom_two", &table::<wire::games::Kaboom>("standard", 2, 4, UNICODE));
    snapshot("kaboom_six", &table::<wire::games::Kaboom>("standard", 6, 12, UNICODE));
    let mut flip = table::<wire::games::Kaboom>("standard", 3, 6, ASCII);
    press(&mut flip, 'f');
    snapshot("kaboom_flip_ascii", &flip);
}

#[test]
fn what_lies_over_a_table() {
    let mut app = table::<wire::games::KoiKoi>("japan", 2, 0, UNICODE);
    press(&mut app, '?');
    snapshot("help", &app);
    press(&mut app, 'x');
    press(&mut app, 'q');
    snapshot("leave", &app);
    press(&mut app, 'n');
    press(&mut app, 'c');
    "One more?".chars().for_each(|letter| drop(press(&mut app, letter)));
    snapshot("say", &app);
}

#[test]
fn a_code_to_go_on_elsewhere_is_got_at_a_server_only() {
    let mut own = app(UNICODE, false);
    assert!(own.key(KeyCode::Char('p'), KeyModifiers::CONTROL).is_empty());
    let mut server = app(UNICODE, true);
    let effects = server.key(KeyCode::Char('p'), KeyModifiers::CONTROL);
    assert!(matches!(effects[..], [Effect::GoOnElsewhere]));
    let row = letters(&server, (80, 24)).lines().last().unwrap().to_owned();
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    let mut canvas = Canvas::new(&mut buffer, UNICODE);
    screens::draw(&mut canvas, &server);
    server.hits = canvas.hits;
    let column = row.chars().take_while(|letter| *letter != 'P').count() as u16;
    assert!(matches!(server.click(column, 23)[..], [Effect::GoOnElsewhere]), "{row}");
    server.answer(Answer::Pass(Ok("K7F3Q9MX".parse().unwrap())));
    assert!(letters(&server, (80, 24)).contains("  K7F3Q9MX"));
    press(&mut server, 'x');
    assert!(!letters(&server, (80, 24)).contains("K7F3Q9MX"));
}

#[test]
fn before_and_after_a_match() {
    let rules = wire::games::KoiKoi::preset_of("japan");
    let mut waiting = app(UNICODE, true);
    sit::<wire::games::KoiKoi>(&mut waiting, &[frame::<wire::games::KoiKoi>(&rules, 2, 0, "waiting")]);
    snapshot("waiting", &waiting);
    let mut over = app(UNICODE, false);
    sit::<wire::games::KoiKoi>(&mut over, &[frame::<wire::games::KoiKoi>(&rules, 2, 10_000, "over")]);
    snapshot("over", &over);
    assert!(matches!(press(&mut over, 'r')[..], [Effect::Rematch(_)]));
    assert!(matches!(press(&mut over, 'v')[..], [Effect::Fetch(_)]));
}

#[test]
fn who_leaves_after_a_match_has_still_played_it() {
    let rules = wire::games::KoiKoi::preset_of("japan");
    let over = frame::<wire::games::KoiKoi>(&rules, 2, 10_000, "over");
    let with = |place: &str| over.replace(r#"{"bot":"casual"}"#, place);
    let ben = with(r#"{"player":"05CT8TWRZN72P","name":"Ben"}"#);
    let mut app = app(UNICODE, false);
    sit::<wire::games::KoiKoi>(&mut app, &[ben, with("null")]);
    let shown = letters(&app, (100, 32));
    assert!(shown.contains("Ben") && !shown.contains("nobody"), "{shown}");
}

#[test]
fn the_end_of_a_round_is_told_until_a_key() {
    let rules = wire::games::KoiKoi::preset_of("japan");
    let begin = frame::<wire::games::KoiKoi>(&rules, 2, 0, "playing");
    // Far enough that the second round is played.
    let later = (1..200).map(|actions| frame::<wire::games::KoiKoi>(&rules, 2, actions, "playing"));
    let later = later.into_iter().find(|frame| frame.contains(r#""round":2"#)).unwrap();
    let mut app = app(UNICODE, false);
    sit::<wire::games::KoiKoi>(&mut app, &[begin, later]);
    snapshot("round_over", &app);
    assert!(press(&mut app, '1').is_empty(), "the key is for the slip");
    let effects = press(&mut app, '1');
    assert!(matches!(effects[..], [Effect::Act(..)] | []));
}

#[test]
fn the_lobby() {
    let mut lobby = Lobby::default();
    let card = |code: &str, phase: &str, second: Value| {
        json!({
            "code": code, "link": "x", "game": "koikoi", "preset": "japan", "phase": phase, "match": null,
            "owner": "05CT8TWRZN72N", "seats": [{ "player": "05CT8TWRZN72N", "name": "Basho" }, second],
            "clock": { "kind": "none" }, "rated": false, "spectators": true, "watching": 0, "visibility": "public",
        })
    };
    let mut app = app(UNICODE, true);
    lobby.all(&[
        card("K7F3Q9MX", "playing", json!({ "bot": "club" })),
        card("00000007", "waiting", Value::Null),
    ]);
    app.screen = Screen::Lobby(lobby);
    snapshot("lobby", &app);
    let effects = app.key(KeyCode::Enter, KeyModifiers::NONE);
    assert!(matches!(effects[..], [_, Effect::Find(code, false)] if code.to_string() == "00000007"));
}

#[test]
fn waiting_and_lost() {
    let mut app = app(UNICODE, true);
    let wish =
        Wish { game: GameKind::KoiKoi, preset: "japan".to_owned(), seats: None, rated: None, fallback: None };
    app.screen = Screen::Queue { wish, since: 0 };
    app.connection = Connection::Lost("the house is silent".to_owned());
    app.tick(12_000, None);
    snapshot("queue_lost", &app);
    let notice = Notice::Matched { game: GameKind::KoiKoi, preset: "japan".into(), table: code() };
    let effects = app.hear(client::News::Notice(notice), None);
    assert!(matches!(effects[..], [Effect::Find(_, false)]));
}

#[test]
fn a_film() {
    let replay = r#"{ "version": 1, "game": "koikoi", "rules": "japan", "seed": "7", "players": ["Ada", "Basho"],
        "actions": [{ "seat": 0, "action": "play 1-crane" }] }"#;
    let mut app =
        app(UNICODE, false).with_film(film::of_file(replay, true).unwrap(), Source::File(replay.into()));
    snapshot("film", &app);
    app.key(KeyCode::Right, KeyModifiers::NONE);
    press(&mut app, 'e');
    snapshot("film_later", &app);
    assert!(matches!(press(&mut app, 'q')[..], [Effect::Quit]));
    assert!(film::of_file("{}", true).is_err());
}

#[test]
fn keys_and_clicks_play_the_same() {
    let mut app = table::<wire::games::KoiKoi>("japan", 2, 0, UNICODE);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    let mut canvas = Canvas::new(&mut buffer, app.look);
    screens::draw(&mut canvas, &app);
    app.hits = canvas.hits;
    let (area, _) = *app
        .hits
        .iter()
        .rfind(|(area, hit)| area.height > 1 && matches!(hit, crate::canvas::Hit::Target(_)))
        .unwrap();
    let clicked = app.click(area.x + 1, area.y + 1);
    let [Effect::Act(_, clicked)] = &clicked[..] else { panic!("a click on a card plays it") };
    let mut other = table::<wire::games::KoiKoi>("japan", 2, 0, UNICODE);
    let typed = press(&mut other, '8');
    let [Effect::Act(_, typed)] = &typed[..] else { panic!("the key of a card plays it") };
    assert_eq!(clicked, typed);
    assert!(press(&mut other, '1').is_empty(), "nothing more until the first is answered");
}

#[test]
fn a_match_is_not_left_without_a_question() {
    let mut app = table::<wire::games::Kierki>("seven", 4, 0, UNICODE);
    assert!(press(&mut app, 'q').is_empty());
    assert!(press(&mut app, 'n').is_empty() && matches!(app.screen, Screen::Table(_)));
    press(&mut app, 'q');
    assert!(matches!(press(&mut app, 'y')[..], [Effect::Leave(_)]));
    assert!(matches!(app.screen, Screen::Home));
}

#[test]
fn bots_advise() {
    let mut app = table::<wire::games::KoiKoi>("japan", 2, 0, UNICODE);
    let effects = press(&mut app, 'h');
    assert!(matches!(effects[..], [Effect::Ask(Call::Hint { .. })]));
    let hinted = |action: &str, value: f64, equal: bool| {
        let action = action.to_owned();
        wire::house::Hinted { action, value, interval: 0.01, equal }
    };
    let ranked = vec![hinted("play 3-plain-1", 0.52, true), hinted("play 1-crane", 0.5, true)];
    let hint = |version: u64| {
        let (table, unit, ranked) = (code(), bots::Unit::WinProbability, ranked.clone());
        client::News::Notice(Notice::Hint { table, version, unit, ranked })
    };
    app.hear(hint(7), None);
    assert!(!letters(&app, (80, 24)).contains("52%"), "of another version it is of no use");
    app.hear(hint(1), None);
    assert!(letters(&app, (80, 24)).contains("52% ±1 play"));
    snapshot("hint", &app);
    let Screen::Table(sitting) = &app.screen else { panic!("a table") };
    assert!(!sitting.desk.facts().advice.is_empty());
    assert!(letters(&app, (80, 24)).contains("Bots advise"));
}

#[test]
fn no_size_is_too_strange() {
    let mut six = table::<wire::games::Kaboom>("standard", 6, 12, UNICODE);
    let koikoi = table::<wire::games::KoiKoi>("japan", 2, 8, UNICODE);
    let kierki = table::<wire::games::Kierki>("seven", 4, 8, UNICODE);
    press(&mut six, 'f');
    for width in [1, 2, 40, 79, 80, 81, 95, 110, 133, 300] {
        for height in [1, 2, 23, 24, 25, 31, 39, 60, 100] {
            for app in [&six, &koikoi, &kierki] {
                letters(app, (width, height));
            }
        }
    }
}

/// A preset by its name.
trait Presets: Codec {
    fn preset_of(name: &str) -> Self::Rules {
        Self::Rules::preset(name).unwrap()
    }
}

impl<G: Codec> Presets for G {}

#[test]
fn what_was_chosen_before_shows() {
    // What is chosen before shows on the first screen.
    let choice = Choice {
        game: Some(GameKind::Kaboom),
        preset: Some("gentle".to_owned()),
        rounds: Some(1),
        players: Some(4),
        level: Some(Level::Strong),
    };
    let app = App::new(UNICODE, None, "Ada".to_owned(), Home::new(&choice, false, None));
    let text = letters(&app, (80, 24));
    for word in ["Kaboom", "gentle", "bots, strong"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}
