//! What kind of command the documents show. A command of no kind fails the tests: whoever writes a new one says here how it is tried.

use crate::stage::Stage;

/// How a command is tried.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Class {
    /// It ends by itself and well, with this as its input; long work is cut short by the options beside it.
    Ends { typed: &'static str, bounds: &'static [(&'static str, &'static str)] },
    /// It goes on until it is stopped, once it has said this.
    Opens(&'static str),
    /// It takes the whole screen of a terminal, and gives it back.
    Screen,
    /// A connection by somebody else's program, in whose place the test connects.
    Visit,
    /// It takes long, and is tried elsewhere: the program understands it.
    Understood,
    /// `make` knows what to do.
    Make,
    /// A tool of whoever changes the code or runs a house: the file of the repository that it needs is there, and has this in it.
    Needs(String, String),
}

use Class::{Ends, Make, Needs, Opens, Screen, Understood, Visit};

const ENDS: Class = Ends { typed: "", bounds: &[] };
const QUITS: Class = Ends { typed: "quit\nquit\n", bounds: &[] };

/// Options of `tefuda play` with which it is played line by line.
const LINE_BY_LINE: &[&str] = &["--plain", "--rule", "--seed", "--deals", "--seat", "--opponent", "--save"];

pub(crate) fn class(words: &[&str]) -> Option<Class> {
    let class = match words {
        ["tefuda"] | ["tefuda", "serve", ..] => Opens("Tefuda is at http://"),
        ["tefuda", "text-server", ..] => Opens("Tefuda "),
        ["kierki-serwer", ..] => Opens("kierki-serwer: listening on port "),
        ["kierki-klient", rest @ ..] if rest.contains(&"-a") => Opens("["),
        ["kierki-klient", ..] => Opens("New deal 1: "),
        ["tefuda", "play", rest @ ..] if rest.iter().any(|word| LINE_BY_LINE.contains(word)) => QUITS,
        ["tefuda", "play" | "watch", ..] | ["tefuda", "replay", .., "--tui"] => Screen,
        ["tefuda", "text-client", ..] => QUITS,
        ["nc" | "telnet", ..] => Visit,
        ["tefuda", "arena", ..] => Ends { typed: "", bounds: &[("--matches", "4"), ("--budget", "8")] },
        ["tefuda", "load" | "train", ..] => Understood,
        ["tefuda", "bench", ..] => Ends { typed: "", bounds: &[("--seconds", "0.01")] },
        ["tefuda", "review", ..] => Ends { typed: "", bounds: &[("--budget", "8")] },
        ["tefuda", "backup" | "bot" | "completions" | "health" | "help" | "man", ..]
        | ["tefuda", "replay" | "restore" | "rules" | "verify", ..]
        | ["tefuda", _, "--help"] => ENDS,
        ["make", ..] => Make,
        ["npm", "ci"] => needs("web/package-lock.json"),
        ["npm", "run", script] => Needs("web/package.json".to_owned(), format!("\"{script}\": ")),
        ["npx", "playwright", "test"] => needs("web/playwright.config.ts"),
        ["npx", "playwright", "test", name] => needs(&format!("web/tests/{name}.spec.ts")),
        ["cargo", "run" | "build"] | ["cargo", "nextest", "run", "--workspace", ..] => needs("Cargo.toml"),
        ["cargo", "+nightly", "fuzz", "run", target] => needs(&format!("fuzz/fuzz_targets/{target}.rs")),
        ["cp", file, _] | ["podman", "build", .., "-f", file, "."] => needs(file),
        ["podman", "run", ..] => needs("deploy/Containerfile"),
        ["systemctl", _, "--now", unit] => needs(&format!("deploy/{unit}.service")),
        ["install", "bin/tefuda", _] | ["tar", "xzf", _] | ["cd", _] => needs("deploy/dist.sh"),
        ["sha256sum", "-c", sums] => Needs("deploy/dist.sh".to_owned(), (*sums).to_owned()),
        _ => return None,
    };
    Some(class)
}

fn needs(path: &str) -> Class {
    Needs(path.to_owned(), String::new())
}

/// The words of a line, without its comment, and with `bin/tefuda` as what it is.
pub(crate) fn words(line: &str) -> Vec<String> {
    let line = line.split(" #").next().unwrap_or_default();
    let mut words = shlex::split(line).unwrap_or_else(|| panic!("{line}: no shell can read that"));
    if words.first().is_some_and(|word| word == "bin/tefuda") {
        words[0] = "tefuda".to_owned();
    }
    words
}

/// The command with the test's own files, addresses and numbers in the place of those that the document has.
pub(crate) fn at_home(mut words: Vec<String>, stage: &Stage) -> Vec<String> {
    let command = words.get(1).cloned().unwrap_or_default();
    let command = if words[0] == "tefuda" { command } else { words[0].clone() };
    let replaces = words.iter().any(|word| word == "--replace");
    for word in words.iter_mut().skip(1) {
        let own = match (command.as_str(), word.as_str()) {
            ("backup" | "train", "FILE" | "house.bak") => stage.fresh("out"),
            ("train", file) if file.starts_with("crates/") => stage.fresh("out"),
            ("restore", "FILE") => stage.file("house.bak"),
            ("restore", "DIR") if replaces => stage.file("restored"),
            ("restore", "DIR") => stage.fresh("data"),
            ("man", "DIR") => stage.file("."),
            ("kierki-serwer", "FILE") => stage.file("game.txt"),
            (_, "DIR") => stage.file("tefuda-data"),
            ("serve", "/srv/cards") => stage.fresh("data"),
            (_, "FILE") => stage.file("match.json"),
            (_, "match.json" | "game.txt") => stage.file(word),
            (_, "python3 mine.py") => format!("python3 '{}'", stage.file("mine.py")),
            ("watch", "CODE") => stage.table.clone(),
            (_, "CODE") => stage.pass(),
            (_, "HOST" | "example.org") => "127.0.0.1".to_owned(),
            ("text-server", "PORT" | "8082") => "0".to_owned(),
            ("kierki-klient", "PORT" | "8083") => stage.kierki.to_string(),
            ("nc" | "telnet" | "text-client", "PORT" | "8082") => stage.text.to_string(),
            (_, "GAME") => "koikoi".to_owned(),
            (_, "COMMAND") => "play".to_owned(),
            (_, "KNOB=VALUE") => "rounds=1".to_owned(),
            (_, "A" | "B" | "PLAYER" | "LEVEL") => "beginner".to_owned(),
            (_, "N") => "1".to_owned(),
            (_, "SHELL") => "bash".to_owned(),
            (_, hex) if hex.ends_with("HEX") => hex.replace("HEX", &"0".repeat(64)),
            (_, address) => address
                .replace("https://example.org", &stage.url)
                .replace("http://127.0.0.1:8080", &stage.url)
                .replace("K7F3Q9MX", &stage.table),
        };
        *word = own;
    }
    if command == "serve" || command.is_empty() {
        // Whoever else has a house open on this machine is not disturbed.
        if command.is_empty() {
            words.push("serve".to_owned());
        }
        for port in ["--port", "--lines-port", "--text-port"] {
            if option(&mut words, port).is_none_or(|value| value != "none") {
                set(&mut words, port, "0");
            }
        }
        if option(&mut words, "--kierki-port").is_some() {
            set(&mut words, "--kierki-port", "0");
        }
        if option(&mut words, "--data").is_none() {
            set(&mut words, "--data", &stage.fresh("data"));
        }
    }
    if command == "restore" && option(&mut words, "--data").is_none() {
        set(&mut words, "--data", &stage.fresh("data"));
    }
    if command == "watch" {
        set(&mut words, "--server", &stage.url);
    }
    if command == "health" && words.len() == 2 {
        words.push(stage.url.clone());
    }
    words
}

/// Gives an option this value, whether or not it is there.
pub(crate) fn set(words: &mut Vec<String>, name: &str, value: &str) {
    match option(words, name) {
        Some(there) => value.clone_into(there),
        None => words.extend([name.to_owned(), value.to_owned()]),
    }
}

/// The value of an option.
fn option<'a>(words: &'a mut [String], name: &str) -> Option<&'a mut String> {
    let at = words.iter().position(|word| word == name)?;
    words.get_mut(at + 1)
}
