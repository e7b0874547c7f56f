//! What the documents say can be done. Every command of a block or a table is run, cut short where it would take long; what is
//! only mentioned is understood by the program that it names; every option exists, and every link leads somewhere.
#![allow(clippy::unwrap_used)]

mod class;
mod document;
#[path = "../cli/filed.rs"]
mod filed;
#[path = "../terminal/screen.rs"]
#[allow(dead_code, reason = "only a part of it is needed here")]
mod screen;
mod stage;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use class::{Class, at_home, class, set, words};
use document::{Said, all, repository};
use screen::Screen;
use stage::{Stage, program};

/// Tools whose commands stand in `sh` blocks and nowhere else.
const TOOLS: &[&str] = &["cargo", "cp", "install", "make", "nc", "npm", "npx", "podman", "systemctl", "tar"];

/// Languages that blocks may be in, besides `sh`.
const LANGUAGES: &[&str] = &["hex", "http", "indented", "json", "python", "text", "toml"];

#[test]
fn every_command_can_be_run() {
    let stage = Stage::set();
    let mut wrong = Vec::new();
    let mut tried = BTreeSet::new();
    for document in all() {
        let ours = |said: &&Said| program(said.text.split(' ').next().unwrap_or_default()).is_some();
        let cells = document.cells.iter().filter(ours);
        for said in document.lines.iter().chain(cells).filter(|said| !said.text.trim().is_empty()) {
            let words = words(&said.text);
            // Twice the same tells nothing new.
            if !words.is_empty()
                && tried.insert(words.clone())
                && let Err(why) = run(words, &stage)
            {
                wrong.push(format!("{}: {}: {why}", said.at, said.text));
            }
        }
    }
    assert!(tried.len() > 50, "so few cannot be all: {tried:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tries a command as its class has it.
fn run(words: Vec<String>, stage: &Stage) -> Result<(), String> {
    let class = class(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let class = class.ok_or("of no class: say in class.rs how it is to be tried")?;
    let mut words = at_home(words, stage);
    let ours = |words: &[String]| {
        let mut command = stage.command(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    match class {
        Class::Ends { typed, bounds } => {
            bounds.iter().for_each(|(name, value)| set(&mut words, name, value));
            let mut child = ours(&words).spawn().unwrap();
            // It may end before it has read all of it.
            let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
            ended_well(&child.wait_with_output().unwrap())
        }
        Class::Opens(words_of_it) => {
            let mut child = ours(&words).spawn().unwrap();
            let _stdin = child.stdin.take();
            let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
            let said = says(out, err, words_of_it);
            let _ = child.kill();
            let _ = child.wait();
            said
        }
        Class::Screen => {
            let mut screen =
                Screen::start(&words[1..].iter().map(String::as_str).collect::<Vec<_>>(), (80, 24));
            screen.wait_for("?  help");
            screen.send("\x03");
            if screen.end() == (true, true) { Ok(()) } else { Err("it does not end well".to_owned()) }
        }
        Class::Visit => {
            let port = words[2].parse::<u16>().map_err(|_| format!("{}: no port", words[2]))?;
            let mut stream = TcpStream::connect((words[1].as_str(), port)).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            let mut greeting = [0; 17];
            stream.read_exact(&mut greeting).unwrap();
            if &greeting == b"Welcome to Tefuda" { Ok(()) } else { Err("nobody greets".to_owned()) }
        }
        Class::Understood => {
            words.push("--help".to_owned());
            ended_well(&ours(&words).output().unwrap())
        }
        Class::Make => {
            // Lines that call `make` again are run even so: nothing is to be built by them.
            let nothing = ["-n", "MAKE=true", "CAN_PAGE=false"];
            let mut make = Command::new("make");
            ended_well(&make.args(nothing).args(&words[1..]).current_dir(repository("")).output().unwrap())
        }
        Class::Needs(path, part) => {
            let file =
                std::fs::read_to_string(repository(&path)).map_err(|error| format!("{path}: {error}"))?;
            if file.contains(&part) { Ok(()) } else { Err(format!("{path} has no {part}")) }
        }
    }
}

fn ended_well(output: &std::process::Output) -> Result<(), String> {
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Waits for a line that begins so, on either output.
fn says(out: impl Read + Send + 'static, err: impl Read + Send + 'static, begin: &str) -> Result<(), String> {
    let (tell, told) = std::sync::mpsc::channel();
    let outputs: [Box<dyn Read + Send>; 2] = [Box::new(out), Box::new(err)];
    for output in outputs {
        let tell = tell.clone();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).all(|line| tell.send(line).is_ok())
        });
    }
    drop(tell);
    let mut heard = String::new();
    while let Ok(line) = told.recv_timeout(Duration::from_secs(60)) {
        if line.starts_with(begin) {
            return Ok(());
        }
        heard += &line;
    }
    Err(format!("it does not open: {heard}"))
}

#[test]
fn every_mention_of_a_command_is_understood() {
    let stage = Stage::set();
    let mut wrong = Vec::new();
    for said in all().iter().flat_map(|document| document.mentions.iter().chain(&document.cells)) {
        let first = said.text.split(' ').next().unwrap_or_default();
        let result = if program(first).is_some() {
            understands(&said.text, &stage)
        } else if said.text.contains(' ') && ["cargo", "make", "npm", "npx"].contains(&first) {
            run(words(&said.text), &stage)
        } else {
            Ok(())
        };
        if let Err(why) = result {
            wrong.push(format!("{}: {}: {why}", said.at, said.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a program of ours takes this for a command of its own: it is asked for its help at the end of it.
fn understands(mention: &str, stage: &Stage) -> Result<(), String> {
    let mut words = words(mention);
    // Whether knobs fit together shows only in play.
    if words.iter().any(|word| word == "--rule") && !mention.ends_with("--rule") {
        return run(words, stage);
    }
    // An option may be mentioned without its value.
    let bare = if words[words.len() - 1].starts_with("--") { words.pop() } else { None };
    if words.last().is_none_or(|word| word != "help") {
        words = at_home(words, stage);
        words.push("--help".to_owned());
    }
    let output = stage.command(&words[0]).args(&words[1..]).output().unwrap();
    ended_well(&output)?;
    match bare {
        Some(bare) if !String::from_utf8_lossy(&output.stdout).contains(&bare) => {
            Err(format!("no {bare} there"))
        }
        _ => Ok(()),
    }
}

#[test]
fn every_option_exists() {
    let options = |name: &str, arguments: &[&str]| {
        let help = Command::new(program(name).unwrap()).args(arguments).arg("--help").output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let words = help.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        words.filter(|word| word.starts_with("--")).map(str::to_owned).collect::<Vec<_>>()
    };
    let help = Command::new(program("tefuda").unwrap()).arg("help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let commands: Vec<&str> =
        help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let mut known = BTreeSet::from_iter(options("kierki-klient", &[]));
    known.extend(options("kierki-serwer", &[]));
    known.extend(commands.iter().filter(|name| !name.is_empty()).flat_map(|name| options("tefuda", &[name])));
    assert!(known.contains("--sprt") && known.contains("--text-port"), "{known:?}");
    let documents = all();
    let mentioned = documents.iter().flat_map(|document| document.mentions.iter().chain(&document.cells));
    let wrong: Vec<String> = mentioned
        .filter(|said| said.text.starts_with("--"))
        .flat_map(|said| said.text.split(' ').map(move |word| (said, word)))
        .filter(|(_, word)| word.starts_with("--") && !known.contains(*word))
        .map(|(said, word)| format!("{}: {word}", said.at))
        .collect();
    assert!(wrong.is_empty(), "no command has these options:\n{}", wrong.join("\n"));
}

#[test]
fn commands_stand_in_blocks_of_their_own() {
    let mut wrong = Vec::new();
    for document in all() {
        for (said, language) in &document.others {
            let first = said.text.split(' ').next().unwrap_or_default();
            let is_command = program(first).is_some() || TOOLS.contains(&first);
            if !LANGUAGES.contains(&language.as_str()) || (is_command && language == "indented") {
                wrong.push(format!("{}: {language}: {}", said.at, said.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_link_leads_somewhere() {
    let documents = all();
    let mut wrong = Vec::new();
    let mut links = 0;
    for document in &documents {
        let folder = document.path.parent().unwrap();
        for link in document.links.iter().filter(|link| !link.text.contains("://")) {
            links += 1;
            let (path, anchor) = link.text.split_once('#').unwrap_or((&link.text, ""));
            let file = if path.is_empty() {
                repository("").join(&document.path)
            } else {
                repository("").join(folder).join(path)
            };
            let Ok(file) = file.canonicalize() else {
                wrong.push(format!("{}: {} is not there", link.at, link.text));
                continue;
            };
            let meant = documents
                .iter()
                .find(|other| repository("").join(&other.path).canonicalize().unwrap() == file);
            if !anchor.is_empty() && !meant.is_some_and(|meant| meant.anchors.contains(anchor)) {
                wrong.push(format!("{}: {} has no such heading", link.at, link.text));
            }
        }
    }
    assert!(links > 50, "so few cannot be all");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_picture_is_shown_somewhere() {
    let documents = all();
    let links: Vec<&str> =
        documents.iter().flat_map(|document| &document.links).map(|link| &*link.text).collect();
    for picture in std::fs::read_dir(repository("docs/screenshots")).unwrap() {
        let name = picture.unwrap().file_name().into_string().unwrap();
        assert!(links.iter().any(|link| link.ends_with(&name)), "no document shows {name}");
    }
}

#[test]
fn every_file_that_is_named_is_there() {
    let documents = all();
    let named = documents.iter().flat_map(|document| document.mentions.iter().chain(&document.cells));
    let folders = ["crates/", "deploy/", "docs/", "fuzz/", "web/"];
    let wrong: Vec<String> = named
        .filter(|said| folders.iter().any(|folder| said.text.starts_with(folder)))
        // What is built is not there yet, and `*` stands for many.
        .filter(|said| !said.text.starts_with("web/dist") && !said.text.contains('*'))
        .filter(|said| !repository(&said.text).exists())
        .map(|said| format!("{}: {}", said.at, said.text))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
