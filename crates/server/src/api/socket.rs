use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::extract::Client;
use super::guard::origin_allowed;
use super::problem::Problem;
use crate::connection::{NoUpgrade, Reception, Upgrade, serve_socket};
use crate::house::Stage;

/// The socket
///
/// A WebSocket for everything that happens at tables, as docs/protocol.md tells. The token goes into its first message.
#[utoipa::path(
    get, path = "/socket", tag = "tables",
    responses((status = 101, description = "From here on it is a WebSocket"), (status = "4XX", body = Problem)),
)]
pub(super) async fn open_socket(
    State(reception): State<Reception>,
    Client(address): Client,
    headers: HeaderMap,
    upgrade: Result<Upgrade, NoUpgrade>,
) -> Result<Response, Problem> {
    if !origin_allowed(&headers, &reception.config) {
        return Err(Problem::new(StatusCode::FORBIDDEN, "bad-origin", "pages of this site may not connect"));
    }
    let upgrade = upgrade.map_err(|why| {
        Problem::new(StatusCode::UPGRADE_REQUIRED, "no-socket", format!("this is for WebSockets: {why}"))
    })?;
    if *reception.house.stage().borrow() != Stage::Open {
        return Err(Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "draining",
            "the server is about to restart",
        ));
    }
    let pass = reception.limits.open_socket(address)?;
    Ok(serve_socket(upgrade, reception, pass))
}
