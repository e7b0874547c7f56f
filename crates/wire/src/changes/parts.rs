use serde::Serialize;
use serde::ser::{Error as _, Impossible, SerializeStruct, Serializer};
use serde_json::Error;

use super::rules::RulesText;
use super::sheet::{Change, Known};
use super::texts::Texts;
use super::walk::Walk;

/// The knobs of a match: a member of its view that never changes, and a good half of it.
const RULES: &str = "rules";

/// A scene as text, member by member, so that those are found at once that have changed.
///
/// The members of its `view` are kept one by one too, except for the rules: they are written only where the whole is.
#[derive(Default)]
pub(crate) struct Parts {
    text: Vec<u8>,
    scene: Vec<Part>,
    /// Nothing while there is no match.
    view: Vec<Part>,
}

/// A member and where its text is.
#[derive(Clone, Copy)]
pub(super) struct Part {
    key: &'static str,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// The members of a scene that are the same for everyone, in their order.
const PUBLIC: &[&str] = &["phase", "match", "seats", "clocks", "deal"];

impl Parts {
    /// Takes these parts' place by those of another scene. What is the same for everyone, in its view by these names, is taken from
    /// another viewer's scene of the same moment, if there is one.
    ///
    /// The rules are those of every match at the table: they are written once.
    pub(super) fn write(
        &mut self,
        scene: &impl Serialize,
        public: &'static [&'static str],
        other: Option<&Parts>,
        rules: &mut RulesText,
    ) {
        self.text.clear();
        self.scene.clear();
        self.view.clear();
        let Parts { text, scene: parts, view } = self;
        let view = Some((view, public));
        scene
            .serialize(Members { text, parts, rules, other, public: PUBLIC, view })
            .expect("a scene is plain data with names as keys, and so is its view");
    }

    /// The texts of all members in place of those.
    pub(super) fn keep(&self, texts: &mut Texts) {
        texts.copy(&self.text, &self.scene, &self.view);
    }

    /// Appends a whole scene as JSON, with the names of these members and those texts.
    pub(super) fn whole(&self, texts: &Texts, rules: &RulesText, out: &mut Vec<u8>) {
        out.push(b'{');
        for (number, part) in self.scene.iter().enumerate() {
            key(number, part, out);
            match part.key {
                "view" if texts.has_view() => self.whole_view(|place| texts.view(place), rules, out),
                _ => out.extend_from_slice(texts.scene(number).unwrap_or_default()),
            }
        }
        out.push(b'}');
    }

    fn whole_view<'a>(
        &self,
        text: impl Fn(usize) -> Option<&'a [u8]>,
        rules: &'a RulesText,
        out: &mut Vec<u8>,
    ) {
        out.push(b'{');
        for (number, part) in self.view.iter().enumerate() {
            key(number, part, out);
            let text = if part.key == RULES { Some(rules.text()) } else { text(number) };
            out.extend_from_slice(text.unwrap_or_default());
        }
        out.push(b'}');
    }

    /// Appends what has changed since those texts.
    pub(super) fn changes(&self, old: &Texts, rules: &RulesText, known: &mut Known, out: &mut Vec<u8>) {
        out.push(b'{');
        let mut walk = Walk::new(out);
        for (number, part) in self.scene.iter().enumerate() {
            match (part.key, old.has_view(), !self.view.is_empty()) {
                ("view", true, true) => {
                    let both = self.view.iter().enumerate();
                    for (number, part, old) in both.filter_map(|(n, part)| Some((n, part, old.view(n)?))) {
                        let known = at(&mut known.view, number);
                        walk.recall(&["view", part.key], old, self.of(part), known);
                    }
                }
                ("view", false, true) => {
                    let text = |place: usize| self.view.get(place).map(|part| self.of(part));
                    walk.appear("view", |out| self.whole_view(text, rules, out));
                }
                _ => match old.scene(number) {
                    Some(old) => {
                        let known = at(&mut known.scene, number);
                        walk.recall(&[part.key], old, self.of(part), known);
                    }
                    None => walk.appear(part.key, |out| out.extend_from_slice(self.of(part))),
                },
            }
        }
        out.push(b'}');
    }

    fn of(&self, part: &Part) -> &[u8] {
        &self.text[part.start as usize..part.end as usize]
    }
}

fn key(number: usize, part: &Part, out: &mut Vec<u8>) {
    out.extend_from_slice(if number == 0 { b"\"" } else { b",\"" });
    out.extend_from_slice(part.key.as_bytes());
    out.extend_from_slice(b"\":");
}

/// Takes a struct apart.
struct Members<'a> {
    text: &'a mut Vec<u8>,
    parts: &'a mut Vec<Part>,
    rules: &'a mut RulesText,
    /// Another viewer's scene of the same moment.
    other: Option<&'a Parts>,
    /// Which of the members that are still to come are the same in it.
    public: &'static [&'static str],
    /// While this is the scene: where the parts of the view go, and which of them are the same for everyone.
    view: Option<(&'a mut Vec<Part>, &'static [&'static str])>,
}

impl<'a> Members<'a> {
    /// The member as another viewer sees it, if everyone sees the same.
    fn shared(&mut self, key: &str) -> Option<&'a [u8]> {
        let (first, others) = self.public.split_first()?;
        if *first != key {
            return None;
        }
        self.public = others;
        let other = self.other?;
        let parts = if self.view.is_some() { &other.scene } else { &other.view };
        parts.get(self.parts.len()).filter(|part| part.key == key).map(|part| other.of(part))
    }

    fn write<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Error> {
        match (key, &mut self.view) {
            ("view", Some((view, public))) => {
                let Members { text, rules, other, .. } = self;
                value.serialize(Members { text, parts: view, rules, other: *other, public, view: None })
            }
            (RULES, None) => self.rules.write(value),
            _ => serde_json::to_writer(&mut *self.text, value),
        }
    }
}

/// There is always another one.
fn at(changes: &mut Vec<Change>, number: usize) -> &mut Change {
    if changes.len() <= number {
        changes.resize_with(number + 1, Change::default);
    }
    &mut changes[number]
}

impl SerializeStruct for Members<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        let start = self.text.len() as u32;
        if let Some(known) = self.shared(key) {
            self.text.extend_from_slice(known);
        } else {
            self.write(key, value)?;
        }
        self.parts.push(Part { key, start, end: self.text.len() as u32 });
        Ok(())
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

/// What is no struct is no scene.
macro_rules! refuse {
    ($($name:ident($($type:ty),*) -> $output:ty;)*) => {
        $(fn $name(self, $(_: $type),*) -> Result<$output, Error> { Err(Error::custom("not a struct")) })*
    };
}

type Never = Impossible<(), Error>;

impl Serializer for Members<'_> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Self;
    type SerializeStructVariant = Never;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.text.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        Err(Error::custom("not a struct"))
    }

    refuse! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_str(&str) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_seq(Option<usize>) -> Never;
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(&'static str, usize) -> Never;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never;
        serialize_map(Option<usize>) -> Never;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never;
    }
}
