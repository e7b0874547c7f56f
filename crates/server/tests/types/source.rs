//! The sources in which the types stand.

use std::collections::BTreeMap;
use std::path::Path;

use syn::{Item, UseTree};

/// A crate, as far as types of it are written down.
pub(crate) struct Room {
    pub(crate) name: &'static str,
    items: Vec<Written>,
}

/// A type, with what its file knows by which name.
pub(crate) struct Written {
    pub(crate) room: &'static str,
    pub(crate) item: Item,
    uses: BTreeMap<String, String>,
}

pub(crate) struct Sources(Vec<Room>);

const ROOMS: [(&str, &[&str]); 9] = [
    ("by_hand", &["server/tests/types/by_hand.rs"]),
    ("game", &["game/src/outcome.rs"]),
    ("bots", &["bots/src/level.rs", "bots/src/advice.rs", "bots/src/review.rs"]),
    ("koikoi", &["koikoi/src"]),
    ("kierki", &["kierki/src"]),
    ("kaboom", &["kaboom/src"]),
    ("table", &["table/src"]),
    (
        "wire",
        &[
            "wire/src/house",
            "wire/src/replay",
            "wire/src/replay.rs",
            "wire/src/verify.rs",
            "wire/src/guide.rs",
            "wire/src/course",
            "wire/src/course.rs",
            "wire/src/lessons.rs",
            "wire/src/review.rs",
        ],
    ),
    ("server", &["server/src/api"]),
];

impl Sources {
    pub(crate) fn read() -> Sources {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let room = |(name, places): (&'static str, &[&str])| {
            let mut items = Vec::new();
            places.iter().for_each(|place| read(name, &crates.join(place), &mut items));
            Room { name, items }
        };
        Sources(ROOMS.map(room).into())
    }

    pub(crate) fn room(&self, name: &str) -> &Room {
        self.0.iter().find(|room| room.name == name).unwrap_or_else(|| panic!("there is no room {name}"))
    }

    pub(crate) fn item(&self, room: &Room, name: &str) -> &Written {
        let own = &self.room(room.name).items;
        let mut found = own.iter().filter(|written| written.name() == name);
        match (found.next(), found.next()) {
            (Some(written), None) => written,
            (None, _) => panic!("{} has no {name} that is written down", room.name),
            (Some(_), Some(_)) => panic!("{} has more than one {name}", room.name),
        }
    }

    /// The room in which the path of a type leads, seen from another type.
    pub(crate) fn room_of(&self, from: &Written, path: &syn::Path) -> &Room {
        let first = path.segments.first().unwrap().ident.to_string();
        let root = if path.segments.len() > 1 { Some(&first) } else { from.uses.get(&first) };
        let known = root.and_then(|root| self.0.iter().find(|room| room.name == *root));
        known.unwrap_or_else(|| self.room(from.room))
    }
}

impl Written {
    pub(crate) fn name(&self) -> String {
        match &self.item {
            Item::Struct(item) => item.ident.to_string(),
            Item::Enum(item) => item.ident.to_string(),
            _ => String::new(),
        }
    }
}

fn read(room: &'static str, place: &Path, items: &mut Vec<Written>) {
    if place.is_dir() {
        let mut entries: Vec<_> = place.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| read(room, entry, items));
        return;
    }
    if place.extension().is_none_or(|ending| ending != "rs") {
        return;
    }
    let file = syn::parse_file(&std::fs::read_to_string(place).unwrap()).unwrap();
    let mut uses = BTreeMap::new();
    for item in &file.items {
        if let Item::Use(item) = item {
            imported(&item.tree, None, &mut uses);
        }
    }
    let derived = |item: &Item| attributes(item).iter().any(is_written);
    let written = file.items.into_iter().filter(derived);
    items.extend(written.map(|item| Written { room, item, uses: uses.clone() }));
}

/// Those of a struct or an enum.
pub(crate) fn attributes(item: &Item) -> &[syn::Attribute] {
    match item {
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        _ => &[],
    }
}

fn is_written(attribute: &syn::Attribute) -> bool {
    let mut written = false;
    if attribute.path().is_ident("derive") {
        let _ = attribute.parse_nested_meta(|meta| {
            written |= meta.path.is_ident("Serialize") || meta.path.is_ident("Deserialize");
            Ok(())
        });
    }
    written
}

/// What is imported, by name, and from which crate.
fn imported(tree: &UseTree, root: Option<&str>, uses: &mut BTreeMap<String, String>) {
    match tree {
        UseTree::Path(path) => {
            let own = path.ident.to_string();
            imported(&path.tree, Some(root.unwrap_or(&own)), uses);
        }
        UseTree::Name(name) => {
            uses.insert(name.ident.to_string(), root.unwrap_or_default().to_owned());
        }
        UseTree::Rename(name) => {
            uses.insert(name.rename.to_string(), root.unwrap_or_default().to_owned());
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| imported(tree, root, uses)),
        UseTree::Glob(_) => {}
    }
}
