//! How serde writes a type. Whatever it says that is not known here is refused, so that nothing is passed over.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Fields, GenericArgument, Item, Lit, LitStr, Meta, PathArguments, Token};

use crate::model::{Declared, Field, Model, Type};
use crate::source::{self, Sources, Written};

/// What is written otherwise than its type tells: the type, its field, and the Rust type that the field looks like.
const OTHERWISE: [(&str, &str, &str); 17] = [
    ("Snapshot", "scene", "wire::Scene"),
    ("Lobby", "tables", "Vec<server::TableForm>"),
    ("LobbyChanged", "tables", "Vec<server::TableForm>"),
    ("GameForm", "name", "GameKind"),
    ("PresetForm", "rules", "Rules"),
    ("TicketForm", "state", "by_hand::TicketState"),
    ("RatingForm", "pool", "by_hand::Pool"),
    ("MatchForm", "pool", "Option<by_hand::Pool>"),
    ("LeadersForm", "pool", "by_hand::Pool"),
    ("WhoForm", "bot", "Option<bots::Level>"),
    ("File", "rules", "Rules"),
    ("Course", "eyes", "String"),
    ("Course", "view", "wire::Shown"),
    ("CourseStep", "changes", "BTreeMap<String, Value>"),
    ("Lesson", "view", "by_hand::View"),
    ("LessonStep", "changes", "BTreeMap<String, Value>"),
    ("View", "earlier", "Vec<Vec<Card>>"),
];

/// What is written beside the fields of a type.
const BESIDES: [(&str, &str, &str, &str); 1] = [(
    "Update",
    "changes",
    "BTreeMap<String, Value>",
    "What has changed in the scene: paths and new values.",
)];

/// What the type is about, and how it is written.
pub(crate) fn declared(model: &mut Model, sources: &Sources, written: &Written) -> (String, Type) {
    let attributes = source::attributes(&written.item);
    let says = Says::read(attributes);
    if let Some(other) = &says.into {
        let (_, of) = declared(model, sources, sources.item(sources.room(written.room), other));
        return (about(attributes), of);
    }
    let mut reader = Reader { model, sources, written, read_only: !derives(attributes, "Serialize") };
    let of = match &written.item {
        Item::Struct(item) => reader.record(&item.fields, &says, &item.ident.to_string()),
        Item::Enum(item) => reader.choice(item, &says),
        _ => Type::Anything,
    };
    (about(attributes), of)
}

struct Reader<'a> {
    model: &'a mut Model,
    sources: &'a Sources,
    written: &'a Written,
    /// What is only read takes nothing for something that may be missing.
    read_only: bool,
}

impl Reader<'_> {
    fn record(&mut self, fields: &Fields, says: &Says, name: &str) -> Type {
        if let Fields::Unnamed(fields) = fields {
            assert_eq!(fields.unnamed.len(), 1, "{name}");
            return self.of(&fields.unnamed[0].ty);
        }
        let tag = says.tag.as_ref().map(|tag| word_field(tag, says.rename.as_deref().unwrap_or(name)));
        self.object(fields, tag, name)
    }

    fn object(&mut self, fields: &Fields, tag: Option<Field>, owner: &str) -> Type {
        let mut own: Vec<Field> = tag.into_iter().collect();
        let mut others = Vec::new();
        for field in fields {
            let says = Says::read(&field.attrs);
            let name = field.ident.as_ref().unwrap().to_string();
            let name = says.rename.unwrap_or(name);
            if says.skip {
                continue;
            }
            let otherwise = OTHERWISE.iter().find(|row| (row.0, row.1) == (owner, &*name));
            // Wherever a game is named, it is one of the three.
            let otherwise = if name == "game" { Some("GameKind") } else { otherwise.map(|row| row.2) };
            let otherwise = otherwise.map(|ty| syn::parse_str::<syn::Type>(ty).unwrap());
            let ty = otherwise.as_ref().unwrap_or(&field.ty);
            let inside = optional(ty);
            if says.flatten {
                // Where there is nothing to be flattened, nothing is said at all.
                others.push(self.of(inside.unwrap_or(ty)));
                continue;
            }
            let omitted = says.omitted || self.read_only && (says.default || inside.is_some());
            let of = match inside {
                Some(inside) if says.omitted => self.of(inside),
                _ => self.of(ty),
            };
            own.push(Field { name, about: about(&field.attrs), optional: omitted, of });
        }
        for (_, name, ty, about) in BESIDES.iter().filter(|row| row.0 == owner) {
            let of = self.of(&syn::parse_str(ty).unwrap());
            own.push(Field { name: (*name).to_owned(), about: (*about).to_owned(), optional: false, of });
        }
        match others.is_empty() {
            true => Type::Object(own),
            false => Type::Both([vec![Type::Object(own)], others].concat()),
        }
    }

    fn choice(&mut self, item: &syn::ItemEnum, says: &Says) -> Type {
        let mut variants = Vec::new();
        for variant in &item.variants {
            let own = Says::read(&variant.attrs);
            let called = variant.ident.to_string();
            let name = own.rename.unwrap_or_else(|| says.case.apply(&called));
            let inside = match &variant.fields {
                Fields::Unnamed(fields) => {
                    assert_eq!(fields.unnamed.len(), 1, "{called}");
                    Some(&fields.unnamed[0].ty)
                }
                _ => None,
            };
            let tag = says.tag.as_ref().map(|tag| word_field(tag, &name));
            let of = match (tag, &says.content, inside) {
                (_, None, None) if says.untagged => self.object(&variant.fields, None, &called),
                (_, None, Some(inside)) if says.untagged => self.of(inside),
                (None, _, Some(inside)) => Type::Object(vec![Field::plain(&name, self.of(inside))]),
                (None, _, None) if variant.fields.is_empty() => Type::Word(name),
                (None, _, None) => {
                    Type::Object(vec![Field::plain(&name, self.object(&variant.fields, None, &called))])
                }
                (Some(tag), Some(content), Some(inside)) => {
                    Type::Object(vec![tag, Field::plain(content, self.of(inside))])
                }
                (Some(tag), None, Some(inside)) => Type::Both(vec![Type::Object(vec![tag]), self.of(inside)]),
                (Some(tag), _, None) => self.object(&variant.fields, Some(tag), &called),
            };
            variants.push((about(&variant.attrs), self.apart(item, &called, of, &variant.attrs)));
        }
        Type::Either(variants)
    }

    /// Every notice has a name of its own.
    fn apart(&mut self, item: &syn::ItemEnum, called: &str, of: Type, attributes: &[Attribute]) -> Type {
        if item.ident != "Notice" {
            return of;
        }
        let name = if called == "Error" { "ErrorNotice" } else { called }.to_owned();
        let known = self.model.types.insert(
            name.clone(),
            Declared { from: format!("notice {called}"), about: about(attributes), of },
        );
        assert!(known.is_none(), "there are two {name}");
        Type::Named(name)
    }

    fn of(&mut self, ty: &syn::Type) -> Type {
        match ty {
            syn::Type::Reference(reference) => self.of(&reference.elem),
            syn::Type::Array(array) => Type::List(Box::new(self.of(&array.elem))),
            syn::Type::Path(path) => self.path(&path.path),
            _ => panic!("{}: a type that is not known here", self.written.name()),
        }
    }

    fn path(&mut self, path: &syn::Path) -> Type {
        let last = path.segments.last().unwrap();
        let inside: Vec<&syn::Type> = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => arguments
                .args
                .iter()
                .filter_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        // What belongs to a game is the same under both of its names: `R` and `G::Rules`.
        let of_a_game = path.segments.len() == 2 && path.segments[0].ident == "G";
        match (&*last.ident.to_string(), &*inside) {
            ("Rules", _) if of_a_game => self.named("koikoi", "Rules"),
            ("View", _) if of_a_game => self.named("by_hand", "View"),
            ("Event", _) if of_a_game => self.named("by_hand", "GameEvent"),
            ("String" | "str" | "char", _) => Type::Text,
            ("bool", _) => Type::Truth,
            ("u8" | "u16" | "u32" | "u64" | "usize" | "i32" | "f32" | "f64", _) => Type::Number,
            ("Value", _) => Type::Anything,
            ("Option", [inside]) => self.of(inside).or_null(),
            ("Box" | "Cow", [inside]) => self.of(inside),
            ("Vec" | "Seats", [inside]) | ("ArrayVec", [inside, ..]) => Type::List(Box::new(self.of(inside))),
            ("Choices", _) => Type::List(Box::new(self.named("wire", "Legal"))),
            ("Events", _) => Type::List(Box::new(self.named("wire", "Event"))),
            ("BTreeMap", [_, inside]) => Type::Map(Box::new(self.of(inside))),
            ("GameKind", _) => self.named("by_hand", "GameKind"),
            // The rules, views, events, guides and cards of whichever game is played.
            ("R", _) => self.named("koikoi", "Rules"),
            ("V", _) => self.named("by_hand", "View"),
            ("E", _) => self.named("by_hand", "GameEvent"),
            ("G", _) => self.named("by_hand", "GameGuide"),
            ("C", _) => self.named("game", "Card"),
            ("T", _) => Type::Text,
            (name, _) => {
                let room = self.sources.room_of(self.written, path);
                Type::Named(self.model.add(self.sources, room, name))
            }
        }
    }

    fn named(&mut self, room: &str, name: &str) -> Type {
        Type::Named(self.model.add(self.sources, self.sources.room(room), name))
    }
}

impl Field {
    fn plain(name: &str, of: Type) -> Field {
        Field { name: name.to_owned(), about: String::new(), optional: false, of }
    }
}

fn word_field(tag: &str, word: &str) -> Field {
    Field::plain(tag, Type::Word(word.to_owned()))
}

fn optional(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) if last.ident == "Option" => match arguments.args.first()? {
            GenericArgument::Type(inside) => Some(inside),
            _ => None,
        },
        _ => None,
    }
}

#[derive(Default)]
enum Case {
    #[default]
    Same,
    Kebab,
    Lower,
}

impl Case {
    fn apply(&self, name: &str) -> String {
        let mut text = String::new();
        for (place, letter) in name.char_indices() {
            if letter.is_uppercase() && place > 0 && matches!(self, Case::Kebab) {
                text.push('-');
            }
            match self {
                Case::Same => text.push(letter),
                Case::Kebab | Case::Lower => text.extend(letter.to_lowercase()),
            }
        }
        text
    }
}

/// The attributes of serde.
#[derive(Default)]
struct Says {
    tag: Option<String>,
    content: Option<String>,
    rename: Option<String>,
    into: Option<String>,
    case: Case,
    untagged: bool,
    flatten: bool,
    skip: bool,
    default: bool,
    /// It is left out where there is nothing to say.
    omitted: bool,
}

impl Says {
    fn read(attributes: &[Attribute]) -> Says {
        let mut says = Says::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            let read = attribute.parse_nested_meta(|meta| {
                let name = meta.path.require_ident()?.to_string();
                let text = match meta.input.peek(Token![=]) {
                    true => meta.value()?.parse::<LitStr>()?.value(),
                    false => String::new(),
                };
                match &*name {
                    "tag" => says.tag = Some(text),
                    "content" => says.content = Some(text),
                    "rename" => says.rename = Some(text),
                    "into" => says.into = Some(text),
                    "rename_all" if text == "kebab-case" => says.case = Case::Kebab,
                    "rename_all" if text == "lowercase" => says.case = Case::Lower,
                    "untagged" => says.untagged = true,
                    "flatten" => says.flatten = true,
                    "skip" => says.skip = true,
                    "default" => says.default = true,
                    "skip_serializing_if" => says.omitted = true,
                    "from" | "transparent" | "deny_unknown_fields" | "bound" => {}
                    _ => return Err(meta.error(format!("serde's `{name} = {text}` is not known here"))),
                }
                Ok(())
            });
            read.unwrap();
        }
        says
    }
}

fn derives(attributes: &[Attribute], what: &str) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
        let derived = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
        derived.unwrap().iter().any(|path| path.is_ident(what))
    })
}

/// The comment.
fn about(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(text) => match &text.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    // The first paragraph: what follows is for whoever reads the Rust.
    let lines: Vec<String> = attributes.iter().filter_map(line).take_while(|line| !line.is_empty()).collect();
    lines.join(" ").replace("[`", "`").replace("`]", "`")
}
