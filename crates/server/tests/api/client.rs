use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use page::Page;
use serde_json::{Value, json};
use server::api::{self, Peer};
use server::config::{Config, Layer};
use server::connection::Reception;
use server::defuse::Defuse;
use server::house::{self, House};
use server::limits::Limits;
use server::players::Players;
use store::{Fence, Log, Memory, Shard};
use tower::ServiceExt;

/// A house without sockets, asked from one address.
#[derive(Clone)]
pub(crate) struct Client {
    router: Router,
    pub(crate) reception: Reception,
    pub(crate) store: Arc<dyn Log>,
    pub(crate) fence: Fence,
    peer: IpAddr,
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
    /// Of bytes that are packed, nonsense.
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// The status and the code of a refusal.
    pub(crate) fn refusal(&self) -> (u16, String) {
        let json = self.json();
        let object = json.as_object().unwrap_or_else(|| panic!("no refusal: {} {}", self.status, self.text));
        assert!(object.len() == 2 && object["message"].is_string(), "{}", self.text);
        (self.status.as_u16(), object["code"].as_str().unwrap().to_owned())
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl Client {
    /// Without a page, whether one was built or not.
    pub(crate) fn new(settings: &[(&str, &str)]) -> Client {
        Client::with_page(settings, Page::new(&[]))
    }

    pub(crate) fn with_page(settings: &[(&str, &str)], page: Page) -> Client {
        Client::over(settings, page, Arc::new(Memory::new()))
    }

    /// Another house over the same store, as after a restart.
    pub(crate) fn restarted(&self) -> Client {
        Client::over(&[], Page::new(&[]), self.store.clone())
    }

    fn over(settings: &[(&str, &str)], page: Page, store: Arc<dyn Log>) -> Client {
        let generous = [("requests_per_second", "10000"), ("request_burst", "10000")];
        let layers = [settings, &generous].map(|values| {
            Layer::flags(values.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect())
        });
        let config = Arc::new(Config::read(&layers).unwrap());
        let fence = store.claim(Shard(0), "test").unwrap();
        let keeps = house::Bounds {
            tables_per_player: config.tables_per_player as usize,
            tickets_per_player: config.tickets_per_player as usize,
            ..Default::default()
        };
        let house = House::open(store.clone(), fence.clone(), keeps, 1, Arc::default()).unwrap();
        let players = Arc::new(Players::new(store.clone(), fence.clone()));
        let reception = Reception {
            defuse: Defuse::new(house.clone(), players.clone(), store.clone(), fence.clone()),
            house,
            players,
            limits: Arc::new(Limits::new(&config)),
            meters: Arc::default(),
            visits: Default::default(),
            config,
        };
        let router = api::router(reception.clone(), page);
        Client { router, reception, store, fence, peer: "127.0.0.1".parse().unwrap() }
    }

    /// The same house, asked from another address.
    pub(crate) fn from(&self, address: &str) -> Client {
        Client { peer: address.parse().unwrap(), ..self.clone() }
    }

    pub(crate) async fn send(&self, mut request: Request<Body>) -> Answer {
        request.extensions_mut().insert(Peer(self.peer));
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 1 << 22).await.unwrap().to_vec();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: parts.status, headers: parts.headers, bytes, text }
    }

    /// A path of the API, asked with a token or without, with a body or without.
    pub(crate) async fn ask(&self, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
        let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        if !token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        self.send(request.body(body).unwrap()).await
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> Answer {
        self.ask("GET", path, token, None).await
    }

    pub(crate) async fn post(&self, path: &str, token: &str, body: Value) -> Answer {
        self.ask("POST", path, token, Some(body)).await
    }

    /// Outside of the API.
    pub(crate) async fn page(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    /// A new guest's token.
    pub(crate) async fn guest(&self, name: &str) -> String {
        let answer = self.post("/guests", "", json!({ "name": name })).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        answer.json()["token"].as_str().unwrap().to_owned()
    }

    /// The code of a new table.
    pub(crate) async fn table(&self, token: &str, order: Value) -> String {
        let answer = self.post("/tables", token, order).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        answer.json()["code"].as_str().unwrap().to_owned()
    }
}
