//! The page: what people get who come with a browser.

mod deliver;
mod head;

use std::collections::BTreeSet;
use std::sync::Arc;

use ::page::{File, Page};
use axum::Router;
use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use wire::Code;

use self::deliver::Shelf;
use self::head::Head;
use super::extract::PathText;
use super::problem::Problem;
use crate::config::Config;
use crate::connection::Reception;

/// Where the page puts what the house has to say: before everything in its head that has an address.
const MARKER: &str = "<!-- head -->";

/// In place of a page that was not built.
const PLAIN: Page = Page::new(&[
    File { path: "index.html", plain: include_bytes!("page/plain.html"), brotli: None, gzip: None },
    File { path: "plain.css", plain: include_bytes!("page/plain.css"), brotli: None, gzip: None },
]);

/// The addresses that the page shows something for, and whether search engines may list them: not what people find by a code.
const ADDRESSES: [(&str, bool); 9] = [
    ("/index.html", false),
    ("/learn/{game}", true),
    ("/learn/{game}/{part}", true),
    ("/watch/{code}", false),
    ("/replay/{match}", false),
    ("/player/{id}", false),
    ("/leaders/{game}", true),
    ("/defuse", true),
    ("/settings", false),
];

/// The page of one house.
#[derive(Clone)]
pub(super) struct Front(Arc<Inside>);

struct Inside {
    shelf: Shelf,
    /// What stands before the marker, and what after it.
    template: (String, String),
    prefix: String,
    url: String,
}

impl Front {
    pub(super) fn new(page: Page, config: &Config) -> Front {
        let template = |page: Page| {
            let text = std::str::from_utf8(page.file("index.html")?.plain).ok()?;
            let (before, after) = text.split_once(MARKER)?;
            Some((before.to_owned(), after.to_owned()))
        };
        let (page, template) = match template(page) {
            Some(template) => (page, template),
            None => (PLAIN, template(PLAIN).expect("the plain page has the marker")),
        };
        let prefix = config.base_path.prefix().to_owned();
        Front(Arc::new(Inside { shelf: Shelf::new(page), template, prefix, url: config.url() }))
    }

    /// The page at the front, and at an address of its own.
    pub(super) fn door(&self, listed: bool) -> MethodRouter<Reception> {
        let front = self.clone();
        get(async move |headers: HeaderMap| front.index(&front.head(listed), &headers))
    }

    /// Everything but the door.
    pub(super) fn routes(&self) -> Router<Reception> {
        let mut routes = Router::new().route("/t/{code}", self.table());
        for (address, listed) in ADDRESSES {
            routes = routes.route(address, self.door(listed));
        }
        // A directory is one route, so that the meters have no label for each file.
        let paths = self.0.shelf.paths().filter(|path| *path != "index.html");
        let places: BTreeSet<String> = paths
            .map(|path| match path.split_once('/') {
                Some((directory, _)) => format!("/{directory}/{{*file}}"),
                None => format!("/{path}"),
            })
            .collect();
        places.iter().fold(routes, |routes, place| routes.route(place, self.file()))
    }

    /// What is not there: browsers are shown that by the page, programs are told.
    pub(super) fn nothing(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
        let own = uri.path().strip_prefix(&self.0.prefix);
        let own = own.filter(|path| path.starts_with('/') && !path.starts_with("/api/"));
        let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let shown = accepted.into_iter().any(|value| value.to_ascii_lowercase().contains("text/html"));
        if shown && own.is_some() && [Method::GET, Method::HEAD].contains(method) {
            return (StatusCode::NOT_FOUND, deliver::html(self.text(&self.head(false)))).into_response();
        }
        Problem::not_found("no-such-page", "there is nothing here").into_response()
    }

    /// The page to which a link to a table leads. What a chat shows of the link stands in its head: no more than whoever knows the code
    /// finds anyway.
    fn table(&self) -> MethodRouter<Reception> {
        let front = self.clone();
        get(async move |State(reception): State<Reception>, PathText(code): PathText, headers: HeaderMap| {
            let card = code.parse::<Code>().ok().and_then(|code| reception.house.table(code));
            let url = &front.0.url;
            let head = match card {
                Some(card) => Head::of_table(&card, url),
                None => Head {
                    description: "There is no such table, or it is closed.".to_owned(),
                    ..front.head(false)
                },
            };
            front.index(&head, &headers)
        })
    }

    fn file(&self) -> MethodRouter<Reception> {
        let front = self.clone();
        get(async move |method: Method, uri: Uri, OriginalUri(original): OriginalUri, headers: HeaderMap| {
            let path = uri.path().trim_start_matches('/');
            let file = front.0.shelf.file(path, &headers);
            file.unwrap_or_else(|| front.nothing(&method, &original, &headers))
        })
    }

    fn head(&self, listed: bool) -> Head {
        let description = "A card house: Koi-Koi, Kierki and Kaboom.".to_owned();
        Head { title: "Tefuda".to_owned(), description, url: self.0.url.clone(), listed }
    }

    fn index(&self, head: &Head, headers: &HeaderMap) -> Response {
        deliver::unless_known(headers, deliver::html(self.text(head)))
    }

    /// In one go: a name that looks like a place to fill in must not be one.
    fn text(&self, head: &Head) -> String {
        let Inside { template: (before, after), prefix, .. } = &*self.0;
        format!("{before}<base href=\"{prefix}/\">\n{head}{after}")
    }
}
