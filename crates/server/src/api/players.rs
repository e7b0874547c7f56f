//! Guests, and what they may change about themselves.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wire::PlayerCode;

use super::extract::{Body, Client, Known};
use super::problem::Problem;
use crate::Secret;
use crate::connection::Reception;
use crate::players::Player;

/// A player as others know it.
#[derive(Serialize, ToSchema)]
pub(super) struct PlayerForm {
    /// Its id.
    #[schema(value_type = String, example = "0000000000042")]
    id: PlayerCode,
    /// Its name.
    #[schema(example = "Quiet Crane 42")]
    name: String,
}

/// A player, and the secret by which it is known from now on.
#[derive(Serialize, ToSchema)]
pub(super) struct TokenForm {
    player: PlayerForm,
    /// Keep it: it is shown this once. It is sent as `Authorization: Bearer`, or in the socket's first message.
    #[schema(example = "tefuda_...")]
    token: String,
}

/// A name that a player chooses.
#[derive(Deserialize, ToSchema)]
pub(super) struct NameForm {
    /// 1 to 24 letters.
    name: Option<String>,
}

/// A recovery phrase.
#[derive(Serialize, Deserialize, ToSchema)]
pub(super) struct PhraseForm {
    /// Six words.
    #[schema(example = "crane moon maple ...")]
    phrase: String,
}

/// A code by which a player goes on elsewhere.
#[derive(Serialize, ToSchema)]
pub(super) struct PassForm {
    /// 8 letters and digits. It is good once.
    #[schema(example = "K7F3Q9MX")]
    code: String,
    /// Until when, in milliseconds since 1970.
    until: u64,
}

/// A code that somebody was given.
#[derive(Deserialize, ToSchema)]
pub(super) struct RedeemForm {
    /// Small letters will do, and O, I and L are read as 0, 1 and 1.
    #[schema(example = "K7F3Q9MX")]
    code: String,
}

impl From<Player> for PlayerForm {
    fn from(player: Player) -> PlayerForm {
        PlayerForm { id: PlayerCode(player.id), name: player.name.as_ref().to_owned() }
    }
}

impl From<(Player, Secret)> for TokenForm {
    fn from((player, token): (Player, Secret)) -> TokenForm {
        TokenForm { player: player.into(), token: token.reveal().to_owned() }
    }
}

/// Become a guest
///
/// Without a name, a friendly one is found.
#[utoipa::path(
    post, path = "/guests", tag = "players", request_body = NameForm,
    responses((status = 201, body = TokenForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn become_guest(
    State(reception): State<Reception>,
    Client(address): Client,
    Body(form): Body<NameForm>,
) -> Result<(StatusCode, Json<TokenForm>), Problem> {
    reception.limits.guest(address)?;
    let guest = reception.players.welcome(form.name.as_deref()).await?;
    reception.meters.welcomed();
    Ok((StatusCode::CREATED, Json(guest.into())))
}

/// Move to this device
///
/// By the recovery phrase, with a token of its own.
#[utoipa::path(
    post, path = "/recover", tag = "players", request_body = PhraseForm,
    responses((status = 201, body = TokenForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn recover(
    State(reception): State<Reception>,
    Client(address): Client,
    Body(form): Body<PhraseForm>,
) -> Result<(StatusCode, Json<TokenForm>), Problem> {
    reception.limits.guest(address)?;
    Ok((StatusCode::CREATED, Json(reception.players.recover(&form.phrase).await?.into())))
}

/// Who am I?
#[utoipa::path(
    get, path = "/me", tag = "players", security(("token" = [])),
    responses((status = 200, body = PlayerForm), (status = 401, body = Problem)),
)]
pub(super) async fn me(known: Known) -> Json<PlayerForm> {
    Json(known.player.into())
}

/// Take another name
#[utoipa::path(
    patch, path = "/me", tag = "players", security(("token" = [])), request_body = NameForm,
    responses((status = 200, body = PlayerForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn rename(
    State(reception): State<Reception>,
    known: Known,
    Body(form): Body<NameForm>,
) -> Result<Json<PlayerForm>, Problem> {
    let Some(name) = form.name else { return Ok(Json(known.player.into())) };
    Ok(Json(reception.players.rename(known.player.id, &name).await?.into()))
}

/// Get a recovery phrase
///
/// It is shown this once; one made before is worth nothing any more.
#[utoipa::path(
    post, path = "/me/phrase", tag = "players", security(("token" = [])),
    responses((status = 201, body = PhraseForm), (status = 401, body = Problem)),
)]
pub(super) async fn new_phrase(
    State(reception): State<Reception>,
    known: Known,
) -> Result<(StatusCode, Json<PhraseForm>), Problem> {
    let phrase = reception.players.new_phrase(known.player.id).await?;
    Ok((StatusCode::CREATED, Json(PhraseForm { phrase: phrase.reveal().to_owned() })))
}

/// Get a code to go on elsewhere
///
/// It is good once and for five minutes; one made before is worth nothing any more.
#[utoipa::path(
    post, path = "/me/pass", tag = "players", security(("token" = [])),
    responses((status = 201, body = PassForm), (status = 401, body = Problem)),
)]
pub(super) async fn new_pass(
    State(reception): State<Reception>,
    known: Known,
) -> Result<(StatusCode, Json<PassForm>), Problem> {
    let (code, until) = reception.players.new_pass(known.player.id)?;
    Ok((StatusCode::CREATED, Json(PassForm { code: code.reveal().to_owned(), until })))
}

/// Go on here
///
/// By the code of a player, with a token of its own. Whoever sits at a table then takes over its seat by `watch`.
#[utoipa::path(
    post, path = "/guests/redeem", tag = "players", request_body = RedeemForm,
    responses((status = 201, body = TokenForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn redeem(
    State(reception): State<Reception>,
    Client(address): Client,
    Body(form): Body<RedeemForm>,
) -> Result<(StatusCode, Json<TokenForm>), Problem> {
    reception.limits.guest(address)?;
    Ok((StatusCode::CREATED, Json(reception.players.redeem(&form.code).await?.into())))
}

/// Sign out everywhere else
///
/// All tokens but the one of this request are worth nothing any more.
#[utoipa::path(
    delete, path = "/me/tokens", tag = "players", security(("token" = [])),
    responses((status = 204), (status = 401, body = Problem)),
)]
pub(super) async fn revoke_tokens(
    State(reception): State<Reception>,
    known: Known,
) -> Result<StatusCode, Problem> {
    reception.players.revoke_others(known.player.id, known.token.reveal()).await?;
    Ok(StatusCode::NO_CONTENT)
}
