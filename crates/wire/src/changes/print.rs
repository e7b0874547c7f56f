use std::fmt::Display;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write as _;
use std::sync::LazyLock;

use serde::Serialize;
use serde::ser::{self, Serializer};
use serde_json::Error;

/// What tells at little cost whether a value is another: where two prints differ, so do the values.
///
/// Where they are equal the values are, as surely as 64 bits of a keyed hash can tell, whose key nobody knows: of a million
/// moves a second one would go wrong in ten thousand years.
pub(super) fn print<T: Serialize + ?Sized>(value: &T, scratch: &mut Vec<u8>) -> Result<u64, Error> {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    scratch.clear();
    value.serialize(Print(scratch))?;
    let mut hasher = KEY.build_hasher();
    hasher.write(scratch);
    Ok(hasher.finish())
}

/// Appends a value in a form that is quickly written. Each value begins with a byte that says what it is, and tells where it ends, so
/// that no two with different JSON have the same.
struct Print<'a>(&'a mut Vec<u8>);

/// No text has this byte.
const END_OF_TEXT: u8 = 0xff;

impl Print<'_> {
    fn put(self, kind: u8, bytes: &[u8]) -> Result<(), Error> {
        self.0.push(kind);
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn text(self, text: &str) -> Result<(), Error> {
        self.0.push(b's');
        self.0.extend_from_slice(text.as_bytes());
        self.0.push(END_OF_TEXT);
        Ok(())
    }
}

/// Goes on with the parts of a value, and ends it.
struct Inside<'a> {
    print: &'a mut Vec<u8>,
    /// How many values are around the parts.
    depth: usize,
}

impl Inside<'_> {
    fn part<T: Serialize + ?Sized>(&mut self, part: &T) -> Result<(), Error> {
        part.serialize(Print(self.print))
    }

    fn member<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Error> {
        Print(self.print).text(key)?;
        self.part(value)
    }

    fn close(self) {
        self.print.extend(std::iter::repeat_n(b'.', self.depth));
    }
}

impl<'a> Print<'a> {
    fn inside(self, kind: u8) -> Result<Inside<'a>, Error> {
        self.0.push(kind);
        Ok(Inside { print: self.0, depth: 1 })
    }

    fn variant(self, variant: &str, kind: u8) -> Result<Inside<'a>, Error> {
        self.0.push(b'{');
        Print(self.0).text(variant)?;
        self.0.push(kind);
        Ok(Inside { print: self.0, depth: 2 })
    }
}

macro_rules! numbers {
    ($($name:ident($type:ty) as $wide:ty, $kind:literal;)*) => {
        $(fn $name(self, number: $type) -> Result<(), Error> {
            self.put($kind, &<$wide>::from(number).to_le_bytes())
        })*
    };
}

impl<'a> Serializer for Print<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Inside<'a>;
    type SerializeTuple = Inside<'a>;
    type SerializeTupleStruct = Inside<'a>;
    type SerializeTupleVariant = Inside<'a>;
    type SerializeMap = Inside<'a>;
    type SerializeStruct = Inside<'a>;
    type SerializeStructVariant = Inside<'a>;

    numbers! {
        serialize_i8(i8) as i64, b'i';
        serialize_i16(i16) as i64, b'i';
        serialize_i32(i32) as i64, b'i';
        serialize_i64(i64) as i64, b'i';
        serialize_u8(u8) as u64, b'u';
        serialize_u16(u16) as u64, b'u';
        serialize_u32(u32) as u64, b'u';
        serialize_u64(u64) as u64, b'u';
        serialize_f32(f32) as f32, b'g';
        serialize_f64(f64) as f64, b'f';
        serialize_char(char) as u32, b'c';
    }

    fn serialize_bool(self, is: bool) -> Result<(), Error> {
        self.put(if is { b'y' } else { b'n' }, &[])
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        self.text(text)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        bytes.serialize(self)
    }

    fn collect_str<T: Display + ?Sized>(self, text: &T) -> Result<(), Error> {
        self.0.push(b's');
        write!(self.0, "{text}").map_err(Error::io)?;
        self.0.push(END_OF_TEXT);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.put(b'0', &[])
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.text(variant)
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
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut inside = self.inside(b'{')?;
        inside.member(variant, value)?;
        inside.close();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'a>, Error> {
        self.inside(b'[')
    }

    fn serialize_tuple(self, _: usize) -> Result<Inside<'a>, Error> {
        self.inside(b'[')
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'a>, Error> {
        self.inside(b'[')
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'a>, Error> {
        self.variant(variant, b'[')
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'a>, Error> {
        self.inside(b'{')
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'a>, Error> {
        self.inside(b'{')
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'a>, Error> {
        self.variant(variant, b'{')
    }
}

macro_rules! lists {
    ($($kind:ident::$part:ident;)*) => {
        $(impl ser::$kind for Inside<'_> {
            type Ok = ();
            type Error = Error;

            fn $part<T: Serialize + ?Sized>(&mut self, part: &T) -> Result<(), Error> {
                self.part(part)
            }

            fn end(self) -> Result<(), Error> {
                self.close();
                Ok(())
            }
        })*
    };
}

lists! {
    SerializeSeq::serialize_element;
    SerializeTuple::serialize_element;
    SerializeTupleStruct::serialize_field;
    SerializeTupleVariant::serialize_field;
}

macro_rules! structs {
    ($($kind:ident;)*) => {
        $(impl ser::$kind for Inside<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.member(key, value)
            }

            fn end(self) -> Result<(), Error> {
                self.close();
                Ok(())
            }
        })*
    };
}

structs! {
    SerializeStruct;
    SerializeStructVariant;
}

impl ser::SerializeMap for Inside<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.part(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.part(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_with_the_same_json_have_the_same_print_and_others_another() {
        #[derive(Clone, Serialize)]
        #[serde(untagged)]
        enum Odd {
            Left {
                #[serde(skip_serializing_if = "Option::is_none")]
                left: Option<bool>,
                #[serde(skip_serializing_if = "Option::is_none")]
                right: Option<bool>,
            },
            Words(Vec<&'static str>),
            Lists(Vec<Vec<u8>>),
            Pair((u8, Option<i8>)),
            Kind(Kind),
        }
        #[derive(Clone, Serialize)]
        enum Kind {
            Unit,
            One(u8),
            Two(u8, u8),
            Fields { one: u8 },
        }
        let flags = [None, Some(false), Some(true)];
        let pairs = flags.into_iter().flat_map(|left| flags.map(|right| Odd::Left { left, right }));
        let words = [
            vec![],
            vec![""],
            vec!["", ""],
            vec!["s"],
            vec!["ss", ""],
            vec!["s", "s"],
            vec!["Unit"],
            vec!["."],
            vec!["[]"],
        ];
        let lists = [
            vec![],
            vec![vec![]],
            vec![vec![], vec![]],
            vec![vec![1, 2]],
            vec![vec![1], vec![2]],
            vec![vec![0, 0]],
        ];
        let kinds =
            [Kind::Unit, Kind::One(1), Kind::Two(1, 1), Kind::Fields { one: 1 }, Kind::Fields { one: 2 }];
        let odd: Vec<Odd> = pairs
            .chain(words.into_iter().map(Odd::Words))
            .chain(lists.into_iter().map(Odd::Lists))
            .chain([Odd::Pair((1, None)), Odd::Pair((1, Some(2))), Odd::Pair((1, Some(-1)))])
            .chain(kinds.into_iter().map(Odd::Kind))
            .collect();
        let mut scratch = Vec::new();
        for one in &odd {
            for other in &odd {
                let prints = [one, other].map(|value| print(value, &mut scratch).unwrap());
                let texts = [one, other].map(|value| serde_json::to_string(value).unwrap());
                assert_eq!(prints[0] == prints[1], texts[0] == texts[1], "{texts:?}");
            }
        }
    }
}
