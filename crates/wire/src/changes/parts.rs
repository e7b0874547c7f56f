use serde::Serialize;
use serde::ser::{Error as _, Impossible, SerializeStruct, Serializer};
use serde_json::Error;

use super::path::{Part as Step, Path};
use super::walk::walk;

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
struct Part {
    key: &'static str,
    start: u32,
    end: u32,
}

impl Parts {
    /// Takes these parts' place by those of another scene.
    ///
    /// The rules are those of every match at the table: they are written once.
    pub(crate) fn write(&mut self, scene: &impl Serialize, rules: &mut Vec<u8>) {
        self.text.clear();
        self.scene.clear();
        self.view.clear();
        let Parts { text, scene: parts, view } = self;
        scene
            .serialize(Members { text, parts, rules, view: Some(view) })
            .expect("a scene is plain data with names as keys, and so is its view");
    }

    /// Takes these parts' place by the other ones, in what memory there is.
    pub(crate) fn copy(&mut self, other: &Parts) {
        self.text.clone_from(&other.text);
        self.scene.clone_from(&other.scene);
        self.view.clone_from(&other.view);
    }

    /// Appends the whole scene as JSON.
    pub(crate) fn whole(&self, rules: &[u8], out: &mut String) {
        out.push('{');
        for (number, part) in self.scene.iter().enumerate() {
            key(number, part, out);
            match part.key {
                "view" if !self.view.is_empty() => self.whole_view(rules, out),
                _ => out.push_str(self.of(part)),
            }
        }
        out.push('}');
    }

    fn whole_view(&self, rules: &[u8], out: &mut String) {
        out.push('{');
        for (number, part) in self.view.iter().enumerate() {
            key(number, part, out);
            out.push_str(if part.key == RULES { text(rules) } else { self.of(part) });
        }
        out.push('}');
    }

    /// Appends what has changed since the other ones.
    pub(crate) fn changes(&self, old: &Parts, rules: &[u8], out: &mut String) {
        out.push('{');
        let first = out.len();
        for (number, part) in self.scene.iter().enumerate() {
            let path = Path::EVERYTHING.to(Step::Key(part.key));
            match (part.key, old.view.len(), self.view.len()) {
                ("view", 1.., 1..) => {
                    for (old_part, part) in old.view.iter().zip(&self.view) {
                        self.change(part, old, old_part, &path.to(Step::Key(part.key)), first, out);
                    }
                }
                ("view", 0, 1..) => {
                    path.write_key(first, out);
                    self.whole_view(rules, out);
                }
                _ => match old.scene.get(number) {
                    Some(old_part) => self.change(part, old, old_part, &path, first, out),
                    None => {
                        path.write_key(first, out);
                        out.push_str(self.of(part));
                    }
                },
            }
        }
        out.push('}');
    }

    fn change(&self, part: &Part, old: &Parts, old_part: &Part, path: &Path, first: usize, out: &mut String) {
        if self.bytes(part) != old.bytes(old_part) {
            walk(old.of(old_part), self.of(part), path, first, out);
        }
    }

    fn of(&self, part: &Part) -> &str {
        text(self.bytes(part))
    }

    fn bytes(&self, part: &Part) -> &[u8] {
        &self.text[part.start as usize..part.end as usize]
    }
}

fn text(json: &[u8]) -> &str {
    std::str::from_utf8(json).expect("JSON is UTF-8")
}

fn key(number: usize, part: &Part, out: &mut String) {
    out.push_str(if number == 0 { "\"" } else { ",\"" });
    out.push_str(part.key);
    out.push_str("\":");
}

/// Takes a struct apart.
struct Members<'a> {
    text: &'a mut Vec<u8>,
    parts: &'a mut Vec<Part>,
    rules: &'a mut Vec<u8>,
    /// Where the parts of the view go, while this is the scene.
    view: Option<&'a mut Vec<Part>>,
}

impl SerializeStruct for Members<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        let start = self.text.len() as u32;
        match (key, &mut self.view) {
            ("view", Some(view)) => {
                let members = Members { text: self.text, parts: view, rules: self.rules, view: None };
                value.serialize(members)?;
            }
            (RULES, None) if self.rules.is_empty() => {
                serde_json::to_writer(&mut *self.rules, value)?;
                // They stay as they are.
                self.rules.shrink_to_fit();
            }
            (RULES, None) => {}
            _ => serde_json::to_writer(&mut *self.text, value)?,
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
