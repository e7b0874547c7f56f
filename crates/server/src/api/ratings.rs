//! Players as everybody may see them, and who is the best.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use store::{Pool, RatingRow, ResultRow, SeatRow, Who};
use table::{Millis, PlayerId};
use utoipa::{IntoParams, ToSchema};
use wire::{Code, GameKind, MatchId, PlayerCode};

use super::extract::{Asker, Params, PathText};
use super::problem::Problem;
use super::tables::TableForm;
use crate::connection::Reception;
use crate::house::{PROVISIONAL, deviation_at, now};
use crate::players::Names;

/// So many matches are told at the most, and if nobody says how many.
const MOST_MATCHES: usize = 100;
const USUAL_MATCHES: usize = 20;
/// So many are in a list of the best.
const MOST_LEADERS: usize = 200;
const USUAL_LEADERS: usize = 50;

/// A player's page.
#[derive(Serialize, ToSchema)]
pub(super) struct PageForm {
    #[schema(value_type = String, example = "0000000000042")]
    id: PlayerCode,
    #[schema(example = "Quiet Crane 42")]
    name: String,
    /// Since when it is here.
    since: Millis,
    ratings: Vec<RatingForm>,
    /// Its matches, the latest first.
    matches: Vec<MatchForm>,
    /// What to send as `before` for those before these; `null` if there are none.
    next: Option<u64>,
    /// The tables at which it sits: those that everybody may find, or all for the player itself.
    tables: Vec<TableForm>,
}

/// How strong somebody is.
#[derive(Serialize, ToSchema)]
pub(super) struct RatingForm {
    #[schema(example = "koikoi")]
    game: String,
    /// `people`: in matches of people alone; `bots`: in those with bots.
    #[schema(example = "people")]
    pool: &'static str,
    #[schema(example = 1500)]
    rating: i32,
    /// How unsure that is: the rating is with 95% within twice of it.
    #[schema(example = 350)]
    deviation: i32,
    /// It is too unsure for a list.
    provisional: bool,
    /// The matches that it follows from.
    matches: u32,
}

/// A match that is over.
#[derive(Serialize, ToSchema)]
pub(super) struct MatchForm {
    /// By which its replay is found; `null` for a match at a private table at which the asker did not sit.
    #[schema(value_type = Option<String>, example = "K7F3Q9MX-1")]
    id: Option<MatchId>,
    #[schema(example = "koikoi")]
    game: String,
    preset: Option<String>,
    /// The ratings that it counts for.
    #[schema(example = "people")]
    pool: Option<&'static str>,
    ended_at: Millis,
    seats: Vec<ResultForm>,
}

/// What became of a seat: a player's, a bot's, or of one whose player is not known any more.
#[derive(Serialize, ToSchema)]
pub(super) struct ResultForm {
    #[serde(flatten)]
    who: WhoForm,
    score: i32,
    /// From 1; who has the same points shares one.
    place: u8,
    /// What the match has made of the rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<ChangeForm>,
}

/// A player with its name, or a bot by its level.
#[derive(Default, Serialize, ToSchema)]
pub(super) struct WhoForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "0000000000042")]
    player: Option<PlayerCode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<String>,
}

/// A rating before and after.
#[derive(Serialize, ToSchema)]
pub(super) struct ChangeForm {
    before: i32,
    after: i32,
}

/// The best of a game.
#[derive(Serialize, ToSchema)]
pub(super) struct LeadersForm {
    #[schema(value_type = String, example = "koikoi")]
    game: GameKind,
    #[schema(example = "people")]
    pool: &'static str,
    leaders: Vec<LeaderForm>,
}

/// One of the best.
#[derive(Serialize, ToSchema)]
pub(super) struct LeaderForm {
    /// From 1.
    rank: usize,
    #[serde(flatten)]
    who: WhoForm,
    rating: i32,
    deviation: i32,
    matches: u32,
}

/// Which matches.
#[derive(Deserialize, IntoParams)]
pub(super) struct PageParams {
    /// The `next` of the page before.
    before: Option<u64>,
    /// How many matches; 20 if not given, and at most 100.
    most: Option<usize>,
}

/// Which of the best.
#[derive(Deserialize, IntoParams)]
pub(super) struct LeaderParams {
    /// `people`, which is the default, or `bots`.
    pool: Option<String>,
    /// How many; 50 if not given, and at most 200.
    most: Option<usize>,
}

impl RatingForm {
    fn new(row: &RatingRow, at: Millis) -> RatingForm {
        let deviation = deviation_at(row, at);
        RatingForm {
            game: row.game.clone(),
            pool: row.pool.name(),
            rating: row.rating.round() as i32,
            deviation: deviation.round() as i32,
            provisional: deviation > PROVISIONAL,
            matches: row.matches,
        }
    }
}

impl WhoForm {
    fn new(who: Option<&Who>, names: &Names) -> WhoForm {
        match who {
            Some(Who::Player(player)) => {
                let id = PlayerId(*player);
                let name = names.get(&id).map_or_else(String::new, |name| name.to_string());
                WhoForm { player: Some(PlayerCode(id)), name: Some(name), bot: None }
            }
            Some(Who::Bot(level)) => WhoForm { bot: Some(level.clone()), ..WhoForm::default() },
            None => WhoForm::default(),
        }
    }
}

impl MatchForm {
    fn new(row: ResultRow, asker: Option<PlayerId>, names: &Names) -> MatchForm {
        let sat = |seat: &SeatRow| asker.is_some_and(|asker| seat.who == Some(Who::Player(asker.0)));
        // Whoever knows the code of a private table may come in.
        let known = row.public || row.seats.iter().any(sat);
        let seat = |seat: &SeatRow| ResultForm {
            who: WhoForm::new(seat.who.as_ref(), names),
            score: seat.score,
            place: seat.place,
            change: seat.change.map(|change| ChangeForm { before: change.before, after: change.after }),
        };
        let id = MatchId { table: Code::new(row.table), number: row.number };
        MatchForm {
            id: known.then_some(id),
            seats: row.seats.iter().map(seat).collect(),
            pool: row.pool.map(Pool::name),
            game: row.game,
            preset: row.preset,
            ended_at: row.ended_at,
        }
    }
}

/// The players among them.
fn players<'a>(all: impl Iterator<Item = &'a Who>) -> BTreeSet<PlayerId> {
    all.filter_map(|who| match who {
        Who::Player(player) => Some(PlayerId(*player)),
        Who::Bot(_) => None,
    })
    .collect()
}

/// A player
///
/// Its ratings, its latest matches, and where it plays. With its own token the player sees all of its tables.
#[utoipa::path(
    get, path = "/players/{id}", tag = "players",
    params(("id" = String, Path, description = "The player's id: `05CT8TWRZN72N`"), PageParams),
    responses((status = 200, body = PageForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn page(
    State(reception): State<Reception>,
    Asker(asker): Asker,
    PathText(id): PathText,
    Params(params): Params<PageParams>,
) -> Result<Json<PageForm>, Problem> {
    let id: PlayerCode = id.parse()?;
    let player = id.0;
    let row = reception.players.look_up(player).await?;
    let row = row.ok_or_else(|| Problem::not_found("no-such-player", "there is no such player"))?;
    let at = now();
    let ratings = reception.house.ratings_of(player).await?;
    let most = params.most.unwrap_or(USUAL_MATCHES).min(MOST_MATCHES);
    // One more tells whether there are more.
    let mut matches = reception.house.matches_of(player, params.before, most + 1).await?;
    let more = matches.len() > most;
    matches.truncate(most);
    let next = matches.last().filter(|_| more).map(|(number, _)| *number);
    let own = asker.as_ref().is_some_and(|asker| asker.id == player);
    matches.retain(|(_, row)| own || reception.house.is_seen(row));
    let seats = matches.iter().flat_map(|(_, row)| row.seats.iter().filter_map(|seat| seat.who.as_ref()));
    let names = reception.players.names(players(seats)).await?;
    let asker = asker.map(|asker| asker.id);
    let tables = match own {
        true => reception.house.tables_of(player),
        false => reception.house.shown_tables_of(player),
    };
    Ok(Json(PageForm {
        id,
        name: row.name,
        since: row.made_at,
        ratings: ratings.iter().map(|row| RatingForm::new(row, at)).collect(),
        matches: matches.into_iter().map(|(_, row)| MatchForm::new(row, asker, &names)).collect(),
        next,
        tables: tables.iter().map(|card| TableForm::new(&reception, card)).collect(),
    }))
}

/// The best of a game
///
/// Of those whose ratings are not provisional.
#[utoipa::path(
    get, path = "/leaderboard/{game}", tag = "players",
    params(("game" = String, Path, description = "`koikoi`, `kierki` or `kaboom`"), LeaderParams),
    responses((status = 200, body = LeadersForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn leaders(
    State(reception): State<Reception>,
    PathText(game): PathText,
    Params(params): Params<LeaderParams>,
) -> Result<Json<LeadersForm>, Problem> {
    let game: GameKind = game.parse()?;
    let pool = Pool::named(params.pool.as_deref().unwrap_or(Pool::People.name()));
    let pool = pool.ok_or_else(|| Problem::bad("bad-query", "the `pool` is `people` or `bots`"))?;
    let most = params.most.unwrap_or(USUAL_LEADERS).min(MOST_LEADERS);
    let at = now();
    let rows = reception.house.leaders(game.name(), pool, at, most).await?;
    let names = reception.players.names(players(rows.iter().map(|row| &row.who))).await?;
    let leader = |(place, row): (usize, &RatingRow)| LeaderForm {
        rank: place + 1,
        who: WhoForm::new(Some(&row.who), &names),
        rating: row.rating.round() as i32,
        deviation: deviation_at(row, at).round() as i32,
        matches: row.matches,
    };
    let leaders = rows.iter().enumerate().map(leader).collect();
    Ok(Json(LeadersForm { game, pool: pool.name(), leaders }))
}
