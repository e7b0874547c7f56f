//! The types as TypeScript.

use std::fmt::Write as _;

use crate::model::{Field, Model, Type};

const HEAD: &str = "\
// What the server and the page say to each other: docs/protocol.md, docs/views.md, docs/replay.md.
// Generated from the Rust types, do not edit: `UPDATE=1 cargo nextest run --workspace -E 'binary(types)'` writes it anew.
";

pub(crate) fn file(model: &Model) -> String {
    let mut text = HEAD.to_owned();
    for (name, declared) in &model.types {
        text.push('\n');
        comment(&mut text, "", &declared.about);
        match &declared.of {
            Type::Object(fields) => {
                let _ = writeln!(text, "export interface {name} {{");
                lines(&mut text, fields);
                text.push_str("}\n");
            }
            Type::Either(variants) if variants.iter().any(|(about, _)| !about.is_empty()) => {
                let _ = write!(text, "export type {name} =");
                for (about, variant) in variants {
                    text.push('\n');
                    comment(&mut text, "  ", about);
                    let _ = write!(text, "  | {}", inline(variant));
                }
                text.push_str(";\n");
            }
            other => {
                let _ = writeln!(text, "export type {name} = {};", inline(other));
            }
        }
    }
    text
}

fn comment(text: &mut String, indent: &str, about: &str) {
    if !about.is_empty() {
        let _ = writeln!(text, "{indent}/** {} */", about.replace("*/", "* /"));
    }
}

fn lines(text: &mut String, fields: &[Field]) {
    for field in fields {
        comment(text, "  ", &field.about);
        let _ = writeln!(text, "  {};", written(field));
    }
}

fn written(field: &Field) -> String {
    let mark = if field.optional { "?" } else { "" };
    let plain = field.name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let name = if plain { field.name.clone() } else { format!("{:?}", field.name) };
    format!("{name}{mark}: {}", inline(&field.of))
}

fn inline(of: &Type) -> String {
    match of {
        Type::Anything => "unknown".to_owned(),
        Type::Text => "string".to_owned(),
        Type::Number => "number".to_owned(),
        Type::Truth => "boolean".to_owned(),
        Type::Null => "null".to_owned(),
        Type::Word(word) => format!("{word:?}"),
        Type::Named(name) => name.clone(),
        Type::List(of) => format!("{}[]", grouped(of)),
        Type::Map(of) => format!("Record<string, {}>", inline(of)),
        Type::Object(fields) => {
            let fields: Vec<String> = fields.iter().map(written).collect();
            format!("{{ {} }}", fields.join("; "))
        }
        Type::Either(variants) => {
            let variants: Vec<String> = variants.iter().map(|(_, variant)| inline(variant)).collect();
            variants.join(" | ")
        }
        Type::Both(parts) => {
            let parts: Vec<String> = parts.iter().map(grouped).collect();
            parts.join(" & ")
        }
    }
}

fn grouped(of: &Type) -> String {
    match of {
        Type::Either(_) | Type::Both(_) => format!("({})", inline(of)),
        _ => inline(of),
    }
}
