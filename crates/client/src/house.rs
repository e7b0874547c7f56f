//! What is asked over HTTP.

use std::io;
use std::time::Duration;

use game::Seat;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::time::timeout;
use wire::house::{Player, Token};
use wire::{Code, GameKind, MatchId};

use crate::forms::{Games, Guest, NewTable, Reviewing, TableCard, Ticket, Wish};
use crate::{Dial, Failed, Refused};

/// The longest answer that is read. A course of a long match takes a tenth of it.
const LONGEST_ANSWER: usize = 16 << 20;
/// No request takes longer: those that wait for something wait for 10 seconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// A house, as it is asked over HTTP.
#[derive(Clone, Debug)]
pub struct House {
    dial: Dial,
}

impl House {
    /// The house that is reached so.
    pub fn new(dial: Dial) -> House {
        House { dial }
    }

    /// How it is reached.
    pub fn dial(&self) -> &Dial {
        &self.dial
    }

    /// Comes in as somebody new. Without a name, the house finds a friendly one.
    pub async fn become_guest(&self, name: Option<&str>) -> Result<Guest, Failed> {
        self.welcome("/guests", json!({ "name": name })).await
    }

    /// Comes in as somebody who was there before, by its recovery phrase.
    pub async fn recover(&self, phrase: &str) -> Result<Guest, Failed> {
        self.welcome("/recover", json!({ "phrase": phrase })).await
    }

    /// A phrase by which the player can come back. One that it had before is worthless now.
    pub async fn phrase(&self, token: &Token) -> Result<String, Failed> {
        #[derive(Deserialize)]
        struct Answer {
            phrase: String,
        }
        let answer: Answer = self.ask(Method::POST, "/me/phrase", Some(token), None).await?;
        Ok(answer.phrase)
    }

    /// Comes in, by whatever there is to show.
    pub(crate) async fn welcome(&self, path: &str, body: Value) -> Result<Guest, Failed> {
        #[derive(Deserialize)]
        struct Answer {
            player: Player,
            token: String,
        }
        let answer: Answer = self.ask(Method::POST, path, None, Some(body)).await?;
        let token = Token::new(&answer.token).ok_or_else(|| Failed::Strange("no token".to_owned()))?;
        Ok(Guest { player: answer.player, token })
    }

    /// Who has this token.
    pub async fn me(&self, token: &Token) -> Result<Player, Failed> {
        self.ask(Method::GET, "/me", Some(token), None).await
    }

    /// Takes another name.
    pub async fn rename(&self, token: &Token, name: &str) -> Result<Player, Failed> {
        self.ask(Method::PATCH, "/me", Some(token), Some(json!({ "name": name }))).await
    }

    /// What is played there.
    pub async fn games(&self) -> Result<Games, Failed> {
        self.ask(Method::GET, "/games", None, None).await
    }

    /// What explains a ruleset: `{"preset": "japan", "rounds": 3}`, or a preset alone.
    pub async fn guide(&self, game: GameKind, rules: &Value) -> Result<Value, Failed> {
        self.ask(Method::POST, "/guide", None, Some(json!({ "game": game, "rules": rules }))).await
    }

    /// Opens a table.
    pub async fn open_table(&self, token: &Token, table: &NewTable) -> Result<TableCard, Failed> {
        self.ask(Method::POST, "/tables", Some(token), Some(json!(table))).await
    }

    /// The public tables, those first that can be joined.
    pub async fn tables(&self) -> Result<Vec<TableCard>, Failed> {
        let answer: Tables = self.ask(Method::GET, "/tables", None, None).await?;
        Ok(answer.tables)
    }

    /// The tables at which the player sits.
    pub async fn my_tables(&self, token: &Token) -> Result<Vec<TableCard>, Failed> {
        let answer: Tables = self.ask(Method::GET, "/me/tables", Some(token), None).await?;
        Ok(answer.tables)
    }

    /// The table with this code.
    pub async fn table(&self, code: Code) -> Result<TableCard, Failed> {
        self.ask(Method::GET, &format!("/tables/{code}"), None, None).await
    }

    /// Waits for whoever wants to play the same.
    pub async fn wait_for_match(&self, token: &Token, wish: &Wish) -> Result<Ticket, Failed> {
        self.ask(Method::POST, "/queue", Some(token), Some(json!(wish))).await
    }

    /// What has become of the player's wishes.
    pub async fn tickets(&self, token: &Token) -> Result<Vec<Ticket>, Failed> {
        let answer: Tickets = self.ask(Method::GET, "/queue", Some(token), None).await?;
        Ok(answer.tickets)
    }

    /// Waits no more, for anything.
    pub async fn wait_no_more(&self, token: &Token) -> Result<(), Failed> {
        let _: Tickets = self.ask(Method::DELETE, "/queue", Some(token), None).await?;
        Ok(())
    }

    /// The replay of a match that is over, as its file has it.
    pub async fn replay(&self, id: MatchId) -> Result<String, Failed> {
        self.text(Method::GET, &format!("/matches/{id}"), None, None).await
    }

    /// A match that is over, step by step: `eyes` is a seat's number, `watch` or `open`.
    pub async fn course(&self, id: MatchId, eyes: &str) -> Result<Value, Failed> {
        self.ask(Method::GET, &format!("/matches/{id}/course?eyes={eyes}"), None, None).await
    }

    /// What the house thinks of how the seat has played a match that is over. Whoever asks first begins it, and asks again until it is
    /// there.
    pub async fn review(&self, id: MatchId, seat: Seat) -> Result<Reviewing, Failed> {
        self.ask(Method::GET, &format!("/matches/{id}/review?seat={seat}"), None, None).await
    }

    /// Anything else that the API offers: the path after `/api/v1`.
    pub async fn ask<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        token: Option<&Token>,
        body: Option<Value>,
    ) -> Result<T, Failed> {
        let text = self.text(method, path, token, body).await?;
        serde_json::from_str(&text).map_err(|error| Failed::Strange(error.to_string()))
    }

    async fn text(
        &self,
        method: Method,
        path: &str,
        token: Option<&Token>,
        body: Option<Value>,
    ) -> Result<String, Failed> {
        let asked = self.send(method, path, token, body);
        let (status, bytes) =
            timeout(PATIENCE, asked).await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        let text = String::from_utf8(bytes.into()).map_err(|_| Failed::Strange("no text".to_owned()))?;
        if (200..300).contains(&status) {
            return Ok(text);
        }
        match serde_json::from_str::<Refused>(&text) {
            Ok(refused) => Err(Failed::Refused(Refused { status, ..refused })),
            Err(_) => Err(Failed::Strange(format!("status {status}"))),
        }
    }

    /// Questions are few: each has a connection of its own.
    async fn send(
        &self,
        method: Method,
        path: &str,
        token: Option<&Token>,
        body: Option<Value>,
    ) -> Result<(u16, Bytes), Failed> {
        let mut request =
            Request::builder().method(method).uri(self.dial.path(path)).header(HOST, self.dial.authority());
        if let Some(token) = token {
            request = request.header(AUTHORIZATION, format!("Bearer {}", token.secret()));
        }
        let body: Full<Bytes> = match body {
            Some(body) => {
                request = request.header(CONTENT_TYPE, "application/json");
                Full::from(body.to_string())
            }
            None => Full::default(),
        };
        let request = request.body(body).map_err(|error| Failed::Strange(error.to_string()))?;
        let stream = self.dial.open().await?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
        let connection = tokio::spawn(connection);
        let answer = async {
            let response = sender.send_request(request).await.map_err(io::Error::other)?;
            let status = response.status().as_u16();
            let body = Limited::new(response.into_body(), LONGEST_ANSWER).collect().await;
            let body = body.map_err(|error| Failed::Strange(error.to_string()))?;
            Ok((status, body.to_bytes()))
        };
        let answer = answer.await;
        connection.abort();
        answer
    }
}

#[derive(Deserialize)]
struct Tables {
    tables: Vec<TableCard>,
}

#[derive(Deserialize)]
struct Tickets {
    tickets: Vec<Ticket>,
}
