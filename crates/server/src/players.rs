//! Who plays: guests, known by secret tokens.

mod passes;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use lru::LruCache;
use store::{Fence, Log, PlayerRow, StoreError, TokenRow, Write};
use table::{Millis, PlayerId};
use wire::Code;

use crate::house::{blocking, now};
use crate::limits::lru;
use crate::names::{self, BadName};
use crate::secret::{Hash, Secret, hash, random};
use passes::Passes;

/// What every token begins with, so that people and programs see what they have found.
pub const TOKEN_PREFIX: &str = "tefuda_";
/// Words in a recovery phrase: 66 bits.
const PHRASE_WORDS: usize = 6;
/// So many tokens, and names, are known without a look into the store.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(16_384).expect("more than none");

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Its number.
    pub id: PlayerId,
    /// What others see.
    pub name: Arc<str>,
}

/// How players are called.
pub type Names = BTreeMap<PlayerId, Arc<str>>;

/// Why something was not done for a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// Nobody's token.
    #[error("this token is nobody's")]
    BadToken,
    /// Nobody's phrase.
    #[error("this recovery phrase is nobody's")]
    BadPhrase,
    /// Nobody's pass.
    #[error("this code is nobody's: it is good once, and for five minutes")]
    BadPass,
    /// Not a name.
    #[error(transparent)]
    BadName(#[from] BadName),
    /// The store, or the source of random numbers, does not answer. The player may try again.
    #[error("the house cannot look it up now")]
    Unavailable,
}

impl PlayerError {
    /// A short stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            PlayerError::BadToken => "bad-token",
            PlayerError::BadPhrase => "bad-phrase",
            PlayerError::BadPass => "bad-pass",
            PlayerError::BadName(_) => "bad-name",
            PlayerError::Unavailable => "unavailable",
        }
    }
}

/// All players. Only hashes of what they are known by are kept.
pub struct Players {
    log: Arc<dyn Log>,
    fence: Fence,
    known: Mutex<Known>,
    passes: Passes,
    /// Whoever changes a player holds it, so that no change is lost between reading a row and writing it.
    changing: tokio::sync::Mutex<()>,
}

struct Known {
    tokens: LruCache<Hash, PlayerId>,
    names: LruCache<PlayerId, Arc<str>>,
    /// Counts what made tokens worthless: what was read from the store before must not be remembered after.
    revocations: u64,
}

impl Players {
    /// The players of this store.
    pub fn new(log: Arc<dyn Log>, fence: Fence) -> Players {
        let (tokens, names) = (lru(REMEMBERED), lru(REMEMBERED));
        let known = Mutex::new(Known { tokens, names, revocations: 0 });
        Players { log, fence, known, passes: Passes::default(), changing: tokio::sync::Mutex::default() }
    }

    /// Somebody new, with the token by which it will be known.
    pub async fn welcome(&self, name: Option<&str>) -> Result<(Player, Secret), PlayerError> {
        let name = name.map(names::tidy).transpose()?;
        let [a, b, c, id @ ..] = random::<11>().map_err(unavailable)?;
        let name = name.unwrap_or_else(|| names::friendly([a, b, c]));
        let player = u64::from_le_bytes(id);
        let (token, row) = new_token(player, false)?;
        let new = PlayerRow { player, name: name.clone(), phrase_hash: None, made_at: row.made_at };
        self.write(vec![Write::Player(new), Write::Token(row)]).await?;
        Ok((Player { id: PlayerId(player), name: name.into() }, token))
    }

    /// Somebody new who is here for as long as its connection is: without a token nobody can come back as this player.
    pub async fn welcome_stranger(&self) -> Result<Player, PlayerError> {
        let [a, b, c, id @ ..] = random::<11>().map_err(unavailable)?;
        let (player, name) = (u64::from_le_bytes(id), names::friendly([a, b, c]));
        let new = PlayerRow { player, name: name.clone(), phrase_hash: None, made_at: now() };
        self.write(vec![Write::Player(new)]).await?;
        Ok(Player { id: PlayerId(player), name: name.into() })
    }

    /// Whether the player could come back: it has a token.
    pub async fn may_return(&self, player: PlayerId) -> Result<bool, PlayerError> {
        self.read(move |log| log.has_token(player.0)).await
    }

    /// The player with this token.
    pub async fn authenticate(&self, token: &str) -> Result<Player, PlayerError> {
        if token.len() != TOKEN_PREFIX.len() + 64 || !token.starts_with(TOKEN_PREFIX) {
            return Err(PlayerError::BadToken);
        }
        let hash = hash(token);
        let revocations = {
            let mut known = self.known();
            let id = known.tokens.get(&hash).copied();
            if let Some((id, name)) = id.and_then(|id| Some((id, known.names.get(&id)?.clone()))) {
                return Ok(Player { id, name });
            }
            known.revocations
        };
        let row = self.read(move |log| log.player_by_token(&hash)).await?.ok_or(PlayerError::BadToken)?;
        let mut known = self.known();
        let id = PlayerId(row.player);
        if known.revocations == revocations {
            known.tokens.put(hash, id);
        }
        Ok(Player { id, name: known.remember(row) })
    }

    /// The name of a player, if there is such a player and the store answers.
    pub async fn name(&self, player: PlayerId) -> Option<Arc<str>> {
        if let Some(name) = self.known().names.get(&player) {
            return Some(name.clone());
        }
        let row = self.row(player).await.ok()?;
        Some(self.known().remember(row))
    }

    /// A player, if there is one with this number.
    pub async fn look_up(&self, player: PlayerId) -> Result<Option<PlayerRow>, PlayerError> {
        self.read(move |log| log.player(player.0)).await
    }

    /// The names of those of them whom there are.
    pub async fn names(&self, players: BTreeSet<PlayerId>) -> Result<Names, PlayerError> {
        let (mut names, mut unknown) = (Names::new(), Vec::new());
        for player in players {
            match self.known().names.get(&player) {
                Some(name) => drop(names.insert(player, name.clone())),
                None => unknown.push(player),
            }
        }
        if unknown.is_empty() {
            return Ok(names);
        }
        let rows = self.read(move |log| unknown.iter().map(|player| log.player(player.0)).collect());
        let rows: Vec<Option<PlayerRow>> = rows.await?;
        let mut known = self.known();
        names.extend(rows.into_iter().flatten().map(|row| (PlayerId(row.player), known.remember(row))));
        Ok(names)
    }

    /// The player will have another name.
    pub async fn rename(&self, player: PlayerId, name: &str) -> Result<Player, PlayerError> {
        let name = names::tidy(name)?;
        let _alone = self.changing.lock().await;
        let row = self.row(player).await?;
        self.write(vec![Write::Player(PlayerRow { name: name.clone(), ..row })]).await?;
        let name: Arc<str> = name.into();
        self.known().names.put(player, name.clone());
        Ok(Player { id: player, name })
    }

    /// A phrase by which the player gets a token on another device. One made before is worth nothing any more.
    pub async fn new_phrase(&self, player: PlayerId) -> Result<Secret, PlayerError> {
        let words = bip39::Language::English.word_list();
        let numbers = random::<{ 2 * PHRASE_WORDS }>().map_err(unavailable)?;
        let (numbers, _) = numbers.as_chunks::<2>();
        // The list has a power of two of words, so that all are equally likely.
        let word = |number: &[u8; 2]| words[usize::from(u16::from_le_bytes(*number)) % words.len()];
        let phrase = numbers.iter().map(word).collect::<Vec<&str>>().join(" ");
        let _alone = self.changing.lock().await;
        let row = self.row(player).await?;
        let phrase_hash = Some(hash(&phrase).to_vec());
        self.write(vec![Write::Player(PlayerRow { phrase_hash, ..row })]).await?;
        Ok(Secret::new(phrase))
    }

    /// The player with this phrase, and a further token.
    pub async fn recover(&self, phrase: &str) -> Result<(Player, Secret), PlayerError> {
        let words: Vec<String> =
            phrase.split_whitespace().take(PHRASE_WORDS + 1).map(str::to_lowercase).collect();
        if words.len() != PHRASE_WORDS {
            return Err(PlayerError::BadPhrase);
        }
        let hash = hash(&words.join(" "));
        let row = self.read(move |log| log.player_by_phrase(&hash)).await?.ok_or(PlayerError::BadPhrase)?;
        self.further_token(row, false).await
    }

    /// A code by which the player goes on elsewhere, and until when it is good. One made before is worth nothing any more.
    pub fn new_pass(&self, player: PlayerId) -> Result<(Secret, Millis), PlayerError> {
        let code = self.passes.issue(player, Instant::now()).map_err(unavailable)?;
        let good_for = Millis::try_from(passes::GOOD_FOR.as_millis()).unwrap_or(Millis::MAX);
        Ok((Secret::new(code.to_string()), now().saturating_add(good_for)))
    }

    /// The player with this code, and a further token. The code is worth nothing any more. However often a
    /// player moves so, it stays known where it did not come by a pass.
    pub async fn redeem(&self, code: &str) -> Result<(Player, Secret), PlayerError> {
        let code: Code = code.trim().parse().map_err(|_| PlayerError::BadPass)?;
        let player = self.passes.redeem(code, Instant::now()).ok_or(PlayerError::BadPass)?;
        let row = self.row(player).await?;
        self.further_token(row, true).await
    }

    async fn further_token(&self, row: PlayerRow, by_pass: bool) -> Result<(Player, Secret), PlayerError> {
        let (token, new) = new_token(row.player, by_pass)?;
        self.write(vec![Write::Token(new)]).await?;
        // An older token may have gone for it.
        self.forget_tokens(PlayerId(row.player));
        Ok((Player { id: PlayerId(row.player), name: self.known().remember(row) }, token))
    }

    /// All tokens of the player but this one are worth nothing any more, and so is its pass.
    pub async fn revoke_others(&self, player: PlayerId, token: &str) -> Result<(), PlayerError> {
        self.passes.revoke(player);
        let except = Some(hash(token).to_vec());
        self.write(vec![Write::RevokeTokens { player: player.0, except }]).await?;
        self.forget_tokens(player);
        Ok(())
    }

    async fn row(&self, player: PlayerId) -> Result<PlayerRow, PlayerError> {
        self.read(move |log| log.player(player.0)).await?.ok_or(PlayerError::BadToken)
    }

    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&dyn Log) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, PlayerError> {
        let log = self.log.clone();
        blocking(move || read(&*log)).await.map_err(unavailable)
    }

    async fn write(&self, writes: Vec<Write>) -> Result<(), PlayerError> {
        self.log.append(&self.fence, writes).await.map_err(unavailable)
    }

    fn forget_tokens(&self, player: PlayerId) {
        let mut known = self.known();
        known.revocations += 1;
        let own = known.tokens.iter().filter(|(_, id)| **id == player);
        let own: Vec<Hash> = own.map(|(hash, _)| *hash).collect();
        for hash in own {
            known.tokens.pop(&hash);
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// What was read is older than what is known.
    fn remember(&mut self, row: PlayerRow) -> Arc<str> {
        self.names.get_or_insert(PlayerId(row.player), || row.name.into()).clone()
    }
}

fn new_token(player: u64, by_pass: bool) -> Result<(Secret, TokenRow), PlayerError> {
    let token = Secret::random(TOKEN_PREFIX).map_err(unavailable)?;
    let hash = hash(token.reveal()).to_vec();
    Ok((token, TokenRow { hash, player, made_at: now(), by_pass }))
}

/// Players need not know what is wrong with the store; whoever runs the house does.
fn unavailable(error: impl std::fmt::Display) -> PlayerError {
    tracing::error!(%error, "players cannot be looked up");
    PlayerError::Unavailable
}
