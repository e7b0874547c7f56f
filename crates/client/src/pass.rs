//! Going on elsewhere: a code that is good once makes another program the same player.

use std::fmt;
use std::str::FromStr;

use hyper::Method;
use serde::Deserialize;
use serde_json::json;
use table::Phase;
use wire::Code;
use wire::house::Token;

use crate::{Failed, Guest, House, TableCard};

/// A code by which a player goes on elsewhere, good once and for a few minutes. Only [`Pass::code`] shows it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pass(Code);

/// A text that is no pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a pass has 8 letters and digits")]
pub struct BadPass;

impl Pass {
    /// The code itself, to be shown to its player.
    pub fn code(self) -> Code {
        self.0
    }
}

impl FromStr for Pass {
    type Err = BadPass;

    fn from_str(text: &str) -> Result<Pass, BadPass> {
        text.trim().parse().map(Pass).map_err(|_| BadPass)
    }
}

impl fmt::Debug for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pass(hidden)")
    }
}

impl House {
    /// A pass for the player. One made before is worth nothing any more.
    pub async fn new_pass(&self, token: &Token) -> Result<Pass, Failed> {
        #[derive(Deserialize)]
        struct Answer {
            code: String,
        }
        let answer: Answer = self.ask(Method::POST, "/me/pass", Some(token), None).await?;
        answer.code.parse().map_err(|why: BadPass| Failed::Strange(why.to_string()))
    }

    /// Comes in as the player who has the pass.
    pub async fn redeem(&self, pass: Pass) -> Result<Guest, Failed> {
        let body = json!({ "code": pass.code().to_string() });
        self.welcome("/guests/redeem", body).await
    }

    /// The table at which the player goes on: where it is waited for, else where it plays, else where it sits.
    pub async fn where_to_go_on(&self, token: &Token) -> Result<Option<TableCard>, Failed> {
        let mut tables = self.my_tables(token).await?;
        let is_played = |table: &TableCard| matches!(table.phase, Phase::Playing | Phase::Paused);
        tables.sort_by_key(|table| (!table.awaited, !is_played(table)));
        Ok(tables.into_iter().next())
    }
}
