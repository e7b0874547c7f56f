//! Both programs together, what they say to bad arguments, and what the server says to bad files.
#![allow(clippy::unwrap_used)]
#![allow(dead_code, reason = "the common part serves three tests")]

#[path = "kierki_common/mod.rs"]
mod common;

use common::{File, LETTERS, Program, SUITS, Server, client};

fn server(arguments: &[&str]) -> Program {
    Program::start(env!("CARGO_BIN_EXE_kierki-serwer"), arguments)
}

fn refused(program: Program, arguments: &[&str]) {
    let ended = program.end();
    assert_eq!(ended.code, Some(1), "{arguments:?}");
    assert!(!ended.err.is_empty() && ended.out.is_empty(), "{arguments:?}: a message on standard error only");
}

#[test]
fn wrong_arguments_of_the_server() {
    let file = File::new(format!("1N\n{SUITS}"));
    let file = file.path();
    let wrong: [&[&str]; 19] = [
        &[],
        &["-p", "0"],
        &["-f"],
        &["-f", "/no/such/file"],
        &["-f", "/"],
        &["-f", file, "-p"],
        &["-f", file, "-p", "65536"],
        &["-f", file, "-p", "-1"],
        &["-f", file, "-p", "port"],
        &["-f", file, "-p", ""],
        &["-f", file, "-t"],
        &["-f", file, "-t", "0"],
        &["-f", file, "-t", "-5"],
        &["-f", file, "-t", "soon"],
        &["-f", file, "-t", "99999999999"],
        &["-f", file, "-x"],
        &["-f", file, "extra"],
        &["-f", file, "--port", "1234"],
        &["-f", file, "-h"],
    ];
    wrong.iter().for_each(|arguments| refused(server(arguments), arguments));
}

#[test]
fn wrong_arguments_of_the_client() {
    let wrong: [&[&str]; 18] = [
        &[],
        &["-h", "localhost", "-p", "1"],
        &["-h", "localhost", "-N"],
        &["-p", "1", "-N"],
        &["-h", "localhost", "-p", "65536", "-N"],
        &["-h", "localhost", "-p", "-1", "-N"],
        &["-h", "localhost", "-p", "0", "-N"],
        &["-h", "localhost", "-p", "port", "-N"],
        &["-h", "localhost", "-p", "1", "-X"],
        &["-h", "localhost", "-p", "1", "-n"],
        &["-h", "localhost", "-p", "1", "-N", "extra"],
        &["-h", "localhost", "-p", "1", "-N", "-5"],
        &["-h", "localhost", "-p", "1", "-N", "--automatic"],
        &["-h", "localhost", "-p", "1", "-N", "--level", "casual"],
        &["-h", "localhost", "-p", "1", "-N", "-a", "--level", "master"],
        &["-h", "-p", "1", "-N"],
        &["-h"],
        &["-h", "localhost", "-p", "-N"],
    ];
    wrong.iter().for_each(|arguments| refused(client(arguments), arguments));
}

#[test]
fn help_is_no_failure() {
    for program in [server(&["--help"]), client(&["--help"])] {
        let ended = program.end();
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
        assert!(ended.out.contains("-p <PORT>"));
    }
}

#[test]
fn both_have_a_page_of_the_manual() {
    for (program, name) in [(server(&["--man"]), "kierki-serwer"), (client(&["--man"]), "kierki-klient")] {
        let ended = program.end();
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
        assert!(ended.out.contains(&format!(".TH {name} 1")), "{}", ended.out);
    }
}

#[test]
fn options_come_in_any_order_and_the_last_one_counts() {
    let (good, bad) = (File::new(format!("1N\n{SUITS}")), File::new("nonsense"));
    let taken =
        std::net::TcpListener::bind("[::]:0").or_else(|_| std::net::TcpListener::bind("0.0.0.0:0")).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    // The last file is good and the last port is free.
    let running = Server::start(
        &format!("1N\n{SUITS}"),
        &["-t", "9", "-p", &port, "-f", bad.path(), "-t", "7", "-p", "0", "-f", good.path()],
    );
    let number = running.port.to_string();
    let four: Vec<Program> = LETTERS
        .iter()
        .map(|seat| {
            let seat = format!("-{seat}");
            client(&[
                "-a",
                "-N",
                "-W",
                &seat,
                "-p",
                &port,
                "-h",
                "no.such.host.invalid",
                "-p",
                &number,
                "-h",
                "127.0.0.1",
                "--level",
                "strong",
                "--level",
                "casual",
                "-a",
            ])
        })
        .collect();
    four.into_iter().for_each(|program| assert_eq!(program.end().code, Some(0)));
    assert_eq!(running.end().code, Some(0));
    let ended = server(&["-f", bad.path(), "-f", good.path(), "-p", &port]).end();
    assert_eq!(ended.code, Some(1));
    assert!(ended.err.contains(&format!("cannot listen on port {port}")), "{}", ended.err);
}

#[test]
fn wrong_game_files() {
    let lines: Vec<&str> = SUITS.lines().collect();
    let [north, east, south, west] = [lines[0], lines[1], lines[2], lines[3]];
    let wrong = [
        (String::new(), "line 1: the file has no deals"),
        (format!("8N\n{SUITS}"), "line 1: `8N` is no deal"),
        (format!("0N\n{SUITS}"), "line 1: `0N` is no deal"),
        (format!("1X\n{SUITS}"), "line 1: `1X` is no deal"),
        (format!("1\n{SUITS}"), "line 1: `1` is no deal"),
        (format!("1N\n{north}\n{east}\n{south}\n"), "line 5: the file ends before the cards of W"),
        (format!("1N\n{}\n{east}\n{south}\n{west}\n", &north[2..]), "line 2: N has 12 cards, not 13"),
        (format!("1N\n{north}\n{east}2S\n{south}\n{west}\n"), "line 3: E has 14 cards, not 13"),
        (
            format!("1N\n{north}\n{east}\n{north}\n{west}\n"),
            "line 4: 2C is dealt twice, the second time to S",
        ),
        (
            format!("1N\n{north}\n{east}\n{south}\nX{}\n", &west[1..]),
            "line 5: the cards of W have no card at `XS3S",
        ),
        (format!("1N\n{SUITS}2E\n"), "line 7: the file ends before the cards of N"),
        (format!("1N\n{SUITS}\n"), "line 6: `` is no deal"),
        (format!("1N\n{north} \n{east}\n{south}\n{west}\n"), "line 2: the cards of N have no card at ` `"),
        (format!("\u{feff}1N\n{SUITS}"), "is no deal"),
        ("\0\0\0\0".into(), "line 1: `\\x00\\x00\\x00\\x00` is no deal"),
    ];
    for (text, message) in wrong {
        let file = File::new(&text);
        let ended = server(&["-f", file.path()]).end();
        assert_eq!(ended.code, Some(1), "{text:?}");
        assert!(ended.err.contains(message), "{text:?}: {}", ended.err);
        assert!(ended.err.contains(file.path()), "it says which file");
    }
    // The last line may lack its newline.
    let running = Server::start(format!("1N\n{SUITS}").trim_end(), &[]);
    running.program.kill();
}

/// Whole games by the programs alone. In all but the first, a person takes a seat, is asked for a card, and is killed instead of
/// answering; an automatic player takes over.
#[test]
fn automatic_clients_play_whole_games() {
    let game: String = (1..=7).map(|kind| format!("{kind}{}\n{SUITS}", LETTERS[kind % 4])).collect();
    let people = [None, Some("N"), Some("E"), Some("S"), Some("W")];
    for seat_of_person in people {
        let running = Server::start(&game, &[]);
        let port = running.port.to_string();
        let start = |seat: &str| {
            client(&["-h", "localhost", "-p", &port, &format!("-{seat}"), "-a", "--level", "casual"])
        };
        let automatic = LETTERS.iter().filter(|seat| Some(**seat) != seat_of_person);
        let mut four: Vec<Program> = automatic.map(|seat| start(seat)).collect();
        if let Some(seat) = seat_of_person {
            let person = client(&["-h", "localhost", "-p", &port, &format!("-{seat}")]);
            while !person.line().starts_with("Available: ") {}
            person.kill();
            four.push(take_over(seat, start));
        }
        for program in four {
            let ended = program.end();
            assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
            // Whoever leads takes every trick of its deal.
            assert!(ended.out.ends_with("] TOTALN16E31S33W120\r\n"), "{}", ended.out);
        }
        assert_eq!(running.end().code, Some(0));
    }
}

/// Tries until the server has noticed that the seat is free.
fn take_over(seat: &str, start: impl Fn(&str) -> Program) -> Program {
    common::eventually(|| {
        let program = start(seat);
        let (_iam, answer) = (program.line(), program.line());
        if answer.contains("] DEAL") {
            return Some(program);
        }
        assert!(answer.contains("] BUSY"), "{answer}");
        assert_eq!(program.end().code, Some(1));
        None
    })
}

/// A report of 28 deals is larger than a pipe holds.
#[test]
fn a_report_that_nobody_reads_does_not_stop_the_game() {
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};
    let file = File::new(format!("1N\n{SUITS}").repeat(28));
    let mut server = Command::new(env!("CARGO_BIN_EXE_kierki-serwer"))
        .args(["-f", file.path()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(server.stderr.take().unwrap()).read_line(&mut said).unwrap();
    let port = said.trim().rsplit(' ').next().unwrap().to_owned();
    let unread = server.stdout.take();
    let clients: Vec<Child> = LETTERS
        .iter()
        .map(|letter| {
            Command::new(env!("CARGO_BIN_EXE_kierki-klient"))
                .args(["-h", "127.0.0.1", "-p", &port, &format!("-{letter}"), "-a", "--level", "casual"])
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut client in clients {
        assert_eq!(client.wait().unwrap().code(), Some(0));
    }
    assert_eq!(server.wait().unwrap().code(), Some(0));
    drop(unread);
}
