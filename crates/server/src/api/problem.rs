use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use store::StoreError;
use utoipa::ToSchema;
use wire::replay::BadMatch;
use wire::{BadId, UnknownGame};

use crate::defuse::CannotDefuse;
use crate::house::{CannotAsk, CannotOpen, CannotReview, CannotWait};
use crate::limits::Limited;
use crate::players::PlayerError;

/// Why a request was refused. Every refusal of the API has this form.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Problem {
    #[serde(skip)]
    status: StatusCode,
    #[serde(skip)]
    retry_after: Option<u64>,
    /// A short stable name for programs.
    #[schema(example = "no-such-table", value_type = String)]
    code: &'static str,
    /// A sentence for people.
    message: String,
    /// What stands in the way, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

/// The code of the refusal that a response is, for whoever counts them.
#[derive(Clone, Copy)]
pub(super) struct Refusal(pub(super) &'static str);

impl Problem {
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl ToString) -> Problem {
        Problem { status, retry_after: None, code, message: message.to_string(), id: None }
    }

    pub(super) fn not_found(code: &'static str, message: impl ToString) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, code, message)
    }

    pub(super) fn bad(code: &'static str, message: impl ToString) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, code, message)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, retry_after, refusal) = (self.status, self.retry_after, Refusal(self.code));
        let mut response = (status, Json(self)).into_response();
        response.extensions_mut().insert(refusal);
        let headers = response.headers_mut();
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<PlayerError> for Problem {
    fn from(why: PlayerError) -> Problem {
        let status = match why {
            PlayerError::BadToken => StatusCode::UNAUTHORIZED,
            PlayerError::BadPhrase | PlayerError::BadPass => StatusCode::FORBIDDEN,
            PlayerError::BadName(_) => StatusCode::BAD_REQUEST,
            PlayerError::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        Problem::new(status, why.code(), why)
    }
}

impl From<Limited> for Problem {
    fn from(why: Limited) -> Problem {
        let (status, retry_after) = match why {
            Limited::TooFast { seconds } => (StatusCode::TOO_MANY_REQUESTS, Some(seconds)),
            Limited::TooManyConnections => (StatusCode::TOO_MANY_REQUESTS, None),
            Limited::Full => (StatusCode::SERVICE_UNAVAILABLE, None),
        };
        Problem { retry_after, ..Problem::new(status, why.code(), why) }
    }
}

impl From<CannotOpen> for Problem {
    fn from(why: CannotOpen) -> Problem {
        let status = match why {
            CannotOpen::Rules(_)
            | CannotOpen::LongRules
            | CannotOpen::Unrated
            | CannotOpen::Hints
            | CannotOpen::Waits
            | CannotOpen::Deal(_)
            | CannotOpen::TwoSeats
            | CannotOpen::Time(_) => StatusCode::BAD_REQUEST,
            CannotOpen::TooManyTables(_) => StatusCode::CONFLICT,
            CannotOpen::Full | CannotOpen::Draining | CannotOpen::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        Problem::new(status, why.code(), why)
    }
}

impl From<CannotAsk> for Problem {
    fn from(why: CannotAsk) -> Problem {
        let why = match why {
            CannotAsk::Order(why) => return why.into(),
            CannotAsk::Wait(why) => why,
        };
        let status = match why {
            CannotWait::TooManyTickets(_) => StatusCode::CONFLICT,
            CannotWait::Full => StatusCode::SERVICE_UNAVAILABLE,
        };
        Problem::new(status, why.code(), why)
    }
}

impl From<CannotDefuse> for Problem {
    fn from(why: CannotDefuse) -> Problem {
        let status = match &why {
            CannotDefuse::Countdown => StatusCode::BAD_REQUEST,
            CannotDefuse::Running(_)
            | CannotDefuse::NotRunning
            | CannotDefuse::Playing
            | CannotDefuse::TooManyMatches => StatusCode::CONFLICT,
            CannotDefuse::Open(why) => return why.clone().into(),
            CannotDefuse::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        let id = match &why {
            CannotDefuse::Running(run) => Some(run.to_string()),
            _ => None,
        };
        Problem { id, ..Problem::new(status, why.code(), why) }
    }
}

impl From<StoreError> for Problem {
    /// Players need not know what is wrong with the store; whoever runs the house does.
    fn from(error: StoreError) -> Problem {
        tracing::error!(%error, "the store does not answer");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", "the house cannot look it up now")
    }
}

impl From<UnknownGame> for Problem {
    fn from(why: UnknownGame) -> Problem {
        Problem::bad("no-such-game", why)
    }
}

impl From<BadMatch> for Problem {
    fn from(why: BadMatch) -> Problem {
        Problem::bad(why.code(), why)
    }
}

impl From<CannotReview> for Problem {
    fn from(why: CannotReview) -> Problem {
        let status = match why {
            CannotReview::Bad(_) => StatusCode::BAD_REQUEST,
            CannotReview::Busy | CannotReview::BusyForYou | CannotReview::Fault => {
                StatusCode::SERVICE_UNAVAILABLE
            }
        };
        Problem::new(status, why.code(), why)
    }
}

impl From<BadId> for Problem {
    fn from(why: BadId) -> Problem {
        let code = match why {
            BadId::Code => "no-such-table",
            BadId::Match => "no-such-match",
            BadId::Player => "no-such-player",
            BadId::Run => "no-such-run",
        };
        Problem::not_found(code, why)
    }
}
