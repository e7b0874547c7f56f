//! Whether a value is of a type: all fields that it must have, and none that the type does not know.

use serde_json::Value;

use crate::model::{Field, Model, Type};

const ANOTHER: &str = "is another word";

impl Model {
    /// Fails with what does not fit.
    pub(crate) fn fits(&self, value: &Value, name: &str) -> Result<(), String> {
        self.fit(value, &Type::Named(name.to_owned())).map_err(|why| format!("no {name}: {why}"))
    }

    fn fit(&self, value: &Value, of: &Type) -> Result<(), String> {
        let is = |fits: bool, what: &str| if fits { Ok(()) } else { Err(format!("{value} is no {what}")) };
        match of {
            Type::Anything => Ok(()),
            Type::Text => is(value.is_string(), "text"),
            Type::Number => is(value.is_number(), "number"),
            Type::Truth => is(value.is_boolean(), "truth"),
            Type::Null => is(value.is_null(), "null"),
            Type::Word(word) if value.as_str() == Some(word) => Ok(()),
            Type::Word(_) => Err(format!("{value} {ANOTHER}")),
            Type::Named(name) => self.fit(value, self.get(name)),
            Type::List(of) => {
                let items = value.as_array().ok_or_else(|| format!("{value} is no list"))?;
                items.iter().try_for_each(|item| self.fit(item, of))
            }
            Type::Map(of) => {
                let fields = value.as_object().ok_or_else(|| format!("{value} is no object"))?;
                fields.values().try_for_each(|field| self.fit(field, of))
            }
            Type::Either(variants) => {
                let misfits: Vec<String> =
                    variants.iter().map_while(|(_, variant)| self.fit(value, variant).err()).collect();
                if misfits.len() < variants.len() {
                    return Ok(());
                }
                // What says most is said of the variant that was meant, and comes from deep inside.
                let says = |why: &String| (!why.ends_with(ANOTHER), why.matches(": ").count());
                Err(misfits.into_iter().max_by_key(says).unwrap_or_default())
            }
            Type::Object(_) | Type::Both(_) => {
                let shapes = self.shapes(of);
                let misfits: Vec<String> =
                    shapes.iter().map_while(|shape| self.has_shape(value, shape).err()).collect();
                if misfits.len() < shapes.len() { Ok(()) } else { Err(misfits.join(", ")) }
            }
        }
    }

    fn has_shape(&self, value: &Value, shape: &[&Field]) -> Result<(), String> {
        let fields = value.as_object().ok_or_else(|| format!("{value} is no object"))?;
        for field in shape {
            match fields.get(&field.name) {
                Some(value) => self.fit(value, &field.of).map_err(|why| format!("{}: {why}", field.name))?,
                None if field.optional => {}
                None => return Err(format!("`{}` is missing", field.name)),
            }
        }
        match fields.keys().find(|name| shape.iter().all(|field| field.name != **name)) {
            Some(unknown) => Err(format!("`{unknown}` is not known")),
            None => Ok(()),
        }
    }

    /// The lists of fields that an object of the type may have.
    fn shapes<'a>(&'a self, of: &'a Type) -> Vec<Vec<&'a Field>> {
        match of {
            Type::Object(fields) => vec![fields.iter().collect()],
            Type::Either(variants) => variants.iter().flat_map(|(_, variant)| self.shapes(variant)).collect(),
            Type::Named(name) => self.shapes(self.get(name)),
            Type::Both(parts) => parts.iter().fold(vec![Vec::new()], |begun, part| {
                let more = self.shapes(part);
                begun.iter().flat_map(|shape| more.iter().map(|more| [&shape[..], more].concat())).collect()
            }),
            other => panic!("{other:?} has no fields"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_missing_unknown_or_of_another_kind_does_not_fit() {
        let model = Model::of_the_house();
        let good = json!({ "type": "sit", "table": "K7F3Q9MX", "seat": 1 });
        assert_eq!(model.fits(&good, "Request"), Ok(()));
        for (field, value) in [
            ("table", json!(7)),
            ("seat", json!("1")),
            ("type", json!("dance")),
            ("colour", json!("red")),
            ("seen", json!(null)),
        ] {
            let mut bad = good.clone();
            bad[field] = value;
            assert!(model.fits(&bad, "Request").is_err(), "{bad}");
        }
        assert!(model.fits(&json!({ "type": "sit" }), "Request").is_err());
        // Of what is put together of several.
        let said = json!({ "table": "said", "player": "05CT8TWRZN72N", "name": "Ada", "text": "One more?" });
        assert_eq!(model.fits(&said, "TableEvent"), Ok(()));
        let mut twice = said.clone();
        twice["phrase"] = json!("hello");
        assert!(model.fits(&twice, "TableEvent").is_err(), "{twice}");
    }
}
