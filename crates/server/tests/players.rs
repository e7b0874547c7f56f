//! Guests, their tokens and their phrases.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use server::players::{PlayerError, Players};
use store::{Log, MOST_TOKENS, Memory, Shard, Sqlite};
use table::PlayerId;

fn players_of(log: Arc<dyn Log>) -> Players {
    let fence = log.claim(Shard(0), "test").unwrap();
    Players::new(log, fence)
}

fn players() -> Players {
    players_of(Arc::new(Memory::new()))
}

#[tokio::test]
async fn a_guest_is_known_by_its_token() {
    let players = players();
    let (ann, token) = players.welcome(Some("  Ann ")).await.unwrap();
    assert_eq!(&*ann.name, "Ann");
    assert!(token.reveal().starts_with("tefuda_"));
    assert_eq!(players.authenticate(token.reveal()).await.unwrap(), ann);
    assert_eq!(players.name(ann.id).await.as_deref(), Some("Ann"));
    assert_eq!(players.name(PlayerId(ann.id.0 ^ 1)).await, None);
    let (other, other_token) = players.welcome(None).await.unwrap();
    assert_ne!((other.id, other_token.reveal()), (ann.id, token.reveal()));
    assert!(!other.name.is_empty());
}

#[tokio::test]
async fn who_moves_often_by_passes_stays_known_where_it_began() {
    let players = players();
    let (ann, first) = players.welcome(Some("Ann")).await.unwrap();
    let mut tokens = Vec::new();
    for _ in 0..2 * MOST_TOKENS {
        let (pass, _) = players.new_pass(ann.id).unwrap();
        tokens.push(players.redeem(pass.reveal()).await.unwrap().1);
    }
    assert_eq!(players.authenticate(first.reveal()).await.unwrap(), ann);
    assert_eq!(players.authenticate(tokens.last().unwrap().reveal()).await.unwrap(), ann);
    let mut good = 0;
    for token in &tokens {
        good += usize::from(players.authenticate(token.reveal()).await.is_ok());
    }
    assert_eq!(good, MOST_TOKENS - 1, "which of them go that were made in the same moment is chance");
}

#[tokio::test]
async fn who_has_no_token_cannot_return() {
    let players = players();
    let stranger = players.welcome_stranger().await.unwrap();
    let (ann, _) = players.welcome(Some("Ann")).await.unwrap();
    assert_eq!(players.name(stranger.id).await, Some(stranger.name));
    assert_eq!(
        (players.may_return(stranger.id).await, players.may_return(ann.id).await),
        (Ok(false), Ok(true))
    );
}

#[tokio::test]
async fn whatever_is_no_token_is_nobodys() {
    let players = players();
    let (_, token) = players.welcome(None).await.unwrap();
    let token = token.reveal();
    let other = token.replace(|letter: char| letter.is_ascii_digit(), "f");
    for bad in ["", "tefuda_", &token[1..], &token.to_uppercase(), &format!("{token} "), &other] {
        assert_eq!(players.authenticate(bad).await, Err(PlayerError::BadToken));
    }
}

#[tokio::test]
async fn players_are_there_after_a_restart_and_their_secrets_are_not_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let first = players_of(Arc::new(Sqlite::open(&path).unwrap()));
    let (ann, token) = first.welcome(Some("Ann")).await.unwrap();
    let phrase = first.new_phrase(ann.id).await.unwrap();
    drop(first);
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let holds = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        assert!(!holds(&token.reveal()[7..]) && !holds(phrase.reveal()));
    }
    let second = players_of(Arc::new(Sqlite::open(&path).unwrap()));
    assert_eq!(second.authenticate(token.reveal()).await.unwrap(), ann);
    assert_eq!(second.recover(phrase.reveal()).await.unwrap().0, ann);
}

#[tokio::test]
async fn a_new_name_is_seen_at_once_and_a_bad_one_changes_nothing() {
    let players = players();
    let (ann, token) = players.welcome(Some("Ann")).await.unwrap();
    assert_eq!(&*players.authenticate(token.reveal()).await.unwrap().name, "Ann");
    assert!(matches!(players.rename(ann.id, "\u{202e}").await, Err(PlayerError::BadName(_))));
    assert_eq!(&*players.authenticate(token.reveal()).await.unwrap().name, "Ann");
    players.rename(ann.id, "Anna").await.unwrap();
    assert_eq!(&*players.authenticate(token.reveal()).await.unwrap().name, "Anna");
    assert_eq!(players.name(ann.id).await.as_deref(), Some("Anna"));
    assert!(players.rename(PlayerId(ann.id.0 ^ 1), "Eve").await.is_err(), "nobody");
}

#[tokio::test]
async fn a_phrase_gives_a_further_token_until_there_is_another() {
    let players = players();
    let (ann, token) = players.welcome(Some("Ann")).await.unwrap();
    let phrase = players.new_phrase(ann.id).await.unwrap();
    assert_eq!(phrase.reveal().split(' ').count(), 6);
    let typed = format!(" {} ", phrase.reveal().to_uppercase().replace(' ', "  "));
    let (again, further) = players.recover(&typed).await.unwrap();
    assert_eq!(again, ann);
    for token in [&token, &further] {
        assert_eq!(players.authenticate(token.reveal()).await.unwrap(), ann);
    }
    let (_, other) = (players.recover("").await, players.new_phrase(ann.id).await.unwrap());
    assert_eq!(players.recover(phrase.reveal()).await, Err(PlayerError::BadPhrase));
    players.rename(ann.id, "Anna").await.unwrap();
    assert_eq!(
        &*players.recover(other.reveal()).await.unwrap().0.name,
        "Anna",
        "a name leaves the phrase as it is"
    );
    let longer = format!("{} abandon", other.reveal());
    for bad in ["", "abandon", &longer, &"abandon ".repeat(6)] {
        assert_eq!(players.recover(bad).await, Err(PlayerError::BadPhrase));
    }
}

#[tokio::test]
async fn a_revoked_token_is_nobodys_at_once() {
    let players = players();
    let (ann, old) = players.welcome(Some("Ann")).await.unwrap();
    let (bob, bobs) = players.welcome(Some("Bob")).await.unwrap();
    let phrase = players.new_phrase(ann.id).await.unwrap();
    let (_, own) = players.recover(phrase.reveal()).await.unwrap();
    players.authenticate(old.reveal()).await.unwrap();
    players.revoke_others(ann.id, own.reveal()).await.unwrap();
    assert_eq!(players.authenticate(old.reveal()).await, Err(PlayerError::BadToken));
    assert_eq!(players.authenticate(own.reveal()).await.unwrap(), ann);
    assert_eq!(players.authenticate(bobs.reveal()).await.unwrap(), bob);
    // Too many devices: the first one goes, also where it is known.
    for _ in 0..MOST_TOKENS {
        players.authenticate(own.reveal()).await.unwrap();
        std::thread::sleep(std::time::Duration::from_millis(2));
        players.recover(phrase.reveal()).await.unwrap();
    }
    assert_eq!(players.authenticate(own.reveal()).await, Err(PlayerError::BadToken));
}

#[tokio::test]
async fn no_secret_shows_in_a_debug_text() {
    let players = players();
    let (_, token) = players.welcome(None).await.unwrap();
    assert!(
        !format!("{token:?} {:?}", players.authenticate(token.reveal()).await).contains(&token.reveal()[7..])
    );
}
