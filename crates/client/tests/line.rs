//! Whole matches over a line, at a house inside of this process.
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bots::Level;
use client::{Dial, Failed, Guest, Happening, House, Line, NewTable, News, Seen, TableCard};
use game::Ruleset;
use serde_json::json;
use server::Server;
use server::config::{Config, StoreKind};
use table::Phase;
use tokio::io::{DuplexStream, copy_bidirectional, duplex};
use tokio::task::AbortHandle;
use tokio::time::timeout;
use wire::house::{Notice, TableEvent};
use wire::{Codec, GameKind};

const PATIENCE: Duration = Duration::from_secs(60);

async fn open_house() -> server::Door {
    let config = Config { store: StoreKind::Memory, messages_per_second: 10_000, ..Config::default() };
    let server = Server::inside(config).await.unwrap();
    let door = server.door();
    tokio::spawn(server.run(std::future::pending()));
    door
}

fn inside(door: &server::Door) -> House {
    let door = door.clone();
    House::new(Dial::inside(move || door.open([127, 0, 0, 1].into())))
}

async fn open_table<G: Codec>(house: &House, guest: &Guest) -> TableCard {
    let preset = G::Rules::presets()[0].name;
    let rules = match G::NAME {
        "kierki" => json!({ "preset": preset, "deals": "1N" }),
        // Bots flip at the speed of people.
        "kaboom" => json!({ "preset": "short", "turn_limit": 2 }),
        // A lucky hand may end a round before it is played.
        _ => json!({ "preset": preset, "rounds": 3 }),
    };
    let mut table = NewTable::new(G::NAME).rules(rules).me();
    for _ in 1..*G::SEATS.start() {
        table = table.bot(Level::Beginner);
    }
    table.pace = Some(0);
    house.open_table(&guest.token, &table).await.unwrap()
}

/// Plays the first legal action until the match is over; tells how many were played, and what happened.
async fn play<G: Codec>(
    line: &mut Line,
    card: &TableCard,
    mut between: impl FnMut(u64),
) -> (u64, Vec<Happening<G::Event>>) {
    let (mut acts, mut happened, mut waiting) = (0, Vec::new(), None);
    line.sit(card.code, None);
    loop {
        let news = timeout(PATIENCE, line.next()).await.expect("something happens").expect("the line holds");
        match news {
            News::Table { events, .. } => happened.extend(Seen::<G>::events(&events)),
            News::Refused { why, .. } => panic!("refused: {why}"),
            _ => {}
        }
        let Some(known) = line.table(card.code) else { continue };
        let seen: Seen<G> = Seen::read(known).unwrap();
        if seen.phase == Phase::Over {
            return (acts, happened);
        }
        if waiting.as_ref().is_some_and(|id| line.is_waiting(id)) || !seen.must {
            continue;
        }
        waiting = Some(line.act(card.code, seen.legal[0]).unwrap());
        acts += 1;
        between(acts);
    }
}

async fn whole_match<G: Codec>() {
    let house = inside(&open_house().await);
    let guest = house.become_guest(Some("Ada")).await.unwrap();
    assert_eq!(house.me(&guest.token).await.unwrap().name, "Ada");
    let card = open_table::<G>(&house, &guest).await;
    assert_eq!(card.game.name(), G::NAME);
    let mut line = Line::open(house.dial().clone(), guest.token.clone());
    let (acts, happened) = play::<G>(&mut line, &card, |_| {}).await;
    assert!(acts > 0);
    assert!(happened.iter().any(|what| matches!(what, Happening::Table(TableEvent::Over { .. }))));
    assert!(happened.iter().any(|what| matches!(what, Happening::Game(_))));
    let id = house.table(card.code).await.unwrap().match_id.unwrap();
    assert!(house.replay(id).await.unwrap().contains(G::NAME));
    assert!(house.course(id, "open").await.unwrap()["steps"].is_array());
}

#[tokio::test]
async fn a_match_of_each_game_is_played_to_its_end() {
    for game in GameKind::ALL {
        Box::pin(async move {
            match game {
                GameKind::KoiKoi => whole_match::<wire::games::KoiKoi>().await,
                GameKind::Kierki => whole_match::<wire::games::Kierki>().await,
                GameKind::Kaboom => whole_match::<wire::games::Kaboom>().await,
            }
        })
        .await;
    }
}

/// Streams to the house that can be cut.
#[derive(Clone, Default)]
struct Cuts(Arc<Mutex<Vec<AbortHandle>>>);

impl Cuts {
    fn dial(&self, door: server::Door) -> Dial {
        let cuts = self.clone();
        Dial::inside(move || -> std::io::Result<DuplexStream> {
            let mut theirs = door.open([127, 0, 0, 1].into())?;
            let (ours, mut between) = duplex(1 << 16);
            let task = tokio::spawn(async move { copy_bidirectional(&mut between, &mut theirs).await });
            cuts.0.lock().unwrap().push(task.abort_handle());
            Ok(ours)
        })
    }

    fn cut(&self) {
        self.0.lock().unwrap().drain(..).for_each(|task| task.abort());
    }
}

#[tokio::test]
async fn a_line_that_is_cut_comes_back_by_itself() {
    let door = open_house().await;
    let cuts = Cuts::default();
    let house = House::new(cuts.dial(door));
    let guest = house.become_guest(None).await.unwrap();
    let card = open_table::<koikoi::KoiKoi>(&house, &guest).await;
    let mut line = Line::open(house.dial().clone(), guest.token.clone());
    // Right after an action was sent, twice: it must count once, whether the house has heard it or not.
    let (acts, happened) = play::<koikoi::KoiKoi>(&mut line, &card, |acts| {
        if matches!(acts, 1 | 3) {
            cuts.cut();
        }
    })
    .await;
    let mut own = 0;
    for what in &happened {
        own += u64::from(
            matches!(what, Happening::Game(koikoi::Event::Played { seat, .. }) if seat.index() == 0),
        );
    }
    assert!(own > 0 && own <= acts);
    assert!(happened.iter().any(|what| matches!(what, Happening::Table(TableEvent::Over { .. }))));
}

#[tokio::test]
async fn cuts_are_told_and_so_is_the_return() {
    let door = open_house().await;
    let cuts = Cuts::default();
    let house = House::new(cuts.dial(door));
    let guest = house.become_guest(Some("Ada")).await.unwrap();
    let mut line = Line::open(house.dial().clone(), guest.token);
    assert_eq!(line.next().await, Some(News::Connected(guest.player)));
    assert!(line.is_connected() && line.now().is_some());
    cuts.cut();
    assert!(matches!(line.next().await, Some(News::Lost(_))));
    assert!(!line.is_connected());
    // Asked for without a connection, and answered on the next one.
    line.ask(wire::house::Call::Lobby { follow: true });
    assert_eq!(timeout(PATIENCE, line.next()).await.unwrap(), Some(News::Back));
    assert!(matches!(
        timeout(PATIENCE, line.next()).await.unwrap(),
        Some(News::Notice(Notice::Lobby { .. }))
    ));
}

#[tokio::test]
async fn what_is_refused_says_why() {
    let door = open_house().await;
    let house = inside(&door);
    let refused = house.table("00000000".parse().unwrap()).await.unwrap_err();
    assert_eq!(refused.code(), Some("no-such-table"));
    let nobody = wire::house::Token::new("nobodys").unwrap();
    assert!(matches!(house.my_tables(&nobody).await, Err(Failed::Refused(why)) if why.status == 401));
    let mut line = Line::open(house.dial().clone(), nobody);
    assert!(matches!(line.next().await, Some(News::Refused { why, .. }) if why.code == "bad-token"));
    assert!(matches!(line.next().await, Some(News::Ended(why)) if why.code == "bad-token"));
    assert_eq!(line.next().await, None);
}

#[tokio::test]
async fn a_player_goes_on_elsewhere_by_a_pass_and_comes_back() {
    type G = wire::games::KoiKoi;
    let house = inside(&open_house().await);
    let ada = house.become_guest(Some("Ada")).await.unwrap();
    let card = open_table::<G>(&house, &ada).await;
    let mut here = Line::open(house.dial().clone(), ada.token.clone());
    here.sit(card.code, None);
    until_asked::<G>(&mut here, &card).await;

    let pass = house.new_pass(&ada.token).await.unwrap();
    assert_eq!(format!("{pass:?}"), "Pass(hidden)");
    let same = house.redeem(pass.code().to_string().to_lowercase().parse().unwrap()).await.unwrap();
    assert_eq!(same.player.id, ada.player.id);
    let Err(Failed::Refused(used)) = house.redeem(pass).await else { panic!("it is good once") };
    assert_eq!((used.status, used.code.as_str()), (403, "bad-pass"));
    let found = house.where_to_go_on(&same.token).await.unwrap().expect("she sits somewhere");
    assert_eq!(found.code, card.code);

    let mut there = Line::open(house.dial().clone(), same.token);
    there.sit(card.code, None);
    let seen = until_asked::<G>(&mut there, &card).await;
    until_taken_over(&mut here).await;
    there.act(card.code, seen.legal[0]).unwrap();
    there.next().await;

    here.sit(card.code, None);
    until_taken_over(&mut there).await;
    let (acts, happened) = play::<G>(&mut here, &card, |_| {}).await;
    assert!(
        acts > 0 && happened.iter().any(|what| matches!(what, Happening::Table(TableEvent::Over { .. })))
    );
}

async fn until_asked<G: Codec>(line: &mut Line, card: &TableCard) -> Seen<G> {
    loop {
        timeout(PATIENCE, line.next()).await.expect("something happens").expect("the line holds");
        let seen = line.table(card.code).map(|known| Seen::<G>::read(known).unwrap());
        if let Some(seen) = seen.filter(|seen| seen.must) {
            return seen;
        }
    }
}

async fn until_taken_over(line: &mut Line) {
    loop {
        let news = timeout(PATIENCE, line.next()).await.expect("something happens").expect("the line holds");
        if matches!(news, News::Notice(Notice::TakenOver { .. })) {
            return;
        }
    }
}
