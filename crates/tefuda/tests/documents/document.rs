//! What a document says: its commands, the programs and options that it mentions, its links and their ends.

use std::collections::BTreeSet;
use std::path::PathBuf;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A piece of a document, and where it stands.
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) at: String,
}

/// A document of the repository.
#[derive(Default)]
pub(crate) struct Document {
    pub(crate) path: PathBuf,
    /// The lines of its `sh` blocks.
    pub(crate) lines: Vec<Said>,
    /// The code in the first column of its tables.
    pub(crate) cells: Vec<Said>,
    /// The code in its sentences, and elsewhere in tables.
    pub(crate) mentions: Vec<Said>,
    /// The lines of its other blocks, with the language that the block says it is in.
    pub(crate) others: Vec<(Said, String)>,
    pub(crate) links: Vec<Said>,
    /// What links can name after `#`.
    pub(crate) anchors: BTreeSet<String>,
}

/// A file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

/// All documents.
pub(crate) fn all() -> Vec<Document> {
    let mut documents = Vec::new();
    let mut folders: Vec<String> = ["", "deploy/", "docs/", "fuzz/", "web/"].map(String::from).into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(repository(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{folder}{}", entry.file_name().to_str().unwrap());
            if path.ends_with(".md") {
                documents.push(Document::read(&path));
            } else if folder.starts_with("docs/") && entry.file_type().unwrap().is_dir() {
                folders.push(format!("{path}/"));
            }
        }
    }
    documents.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(documents.len() > 10, "so few cannot be all");
    documents
}

impl Document {
    fn read(path: &str) -> Document {
        Document::of(path, &std::fs::read_to_string(repository(path)).unwrap())
    }

    pub(crate) fn of(path: &str, source: &str) -> Document {
        let mut document = Document { path: path.into(), ..Document::default() };
        let mut language = None;
        let mut heading: Option<String> = None;
        let mut column = 0;
        for (event, range) in Parser::new_ext(source, Options::ENABLE_TABLES).into_offset_iter() {
            let line = source[..range.start].matches('\n').count() + 1;
            let said = |text: &str, line| Said { text: text.to_owned(), at: format!("{path}:{line}") };
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name))) => {
                    language = Some(name.split(' ').next().unwrap_or_default().to_owned());
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => language = Some("indented".into()),
                Event::End(TagEnd::CodeBlock) => language = None,
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    document.anchors.insert(anchor(&heading.take().unwrap()));
                }
                Event::Start(Tag::TableRow) | Event::End(TagEnd::TableRow) => column = 0,
                Event::Start(Tag::TableCell) => column += 1,
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    document.links.push(said(&dest_url, line));
                }
                Event::Text(text) => match (&language, &mut heading) {
                    (Some(language), _) => {
                        for (below, text) in text.lines().enumerate() {
                            let said = said(text, line + below);
                            match language.as_str() {
                                "sh" => document.lines.push(said),
                                _ => document.others.push((said, language.clone())),
                            }
                        }
                    }
                    (None, Some(heading)) => heading.push_str(&text),
                    _ => {}
                },
                Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                    let place = if column == 1 { &mut document.cells } else { &mut document.mentions };
                    place.push(said(&text, line));
                }
                _ => {}
            }
        }
        document
    }
}

/// How a heading is named in links: small letters, digits, and `-` for blanks.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || "-_ ".contains(*letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn a_document_is_read() {
    let source = "# A `b`, c-d\n\n```sh\nmake\n\nls  # all\n```\n\n| a | b |\n|---|---|\n| `tefuda` [x](y#z) | `ls` |\n\n    map\n\n`nc`\n";
    let document = Document::of("a.md", source);
    let texts =
        |said: &[Said]| said.iter().map(|said| format!("{} {}", said.at, said.text)).collect::<Vec<_>>();
    assert_eq!(texts(&document.lines), ["a.md:4 make", "a.md:5 ", "a.md:6 ls  # all"]);
    assert_eq!(texts(&document.cells), ["a.md:11 tefuda"]);
    assert_eq!(texts(&document.mentions), ["a.md:1 b", "a.md:11 ls", "a.md:15 nc"]);
    assert_eq!(texts(&document.links), ["a.md:11 y#z"]);
    assert_eq!(document.others[0].1, "indented");
    assert_eq!(document.anchors, BTreeSet::from(["a-b-c-d".to_owned()]));
}
