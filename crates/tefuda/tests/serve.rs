//! `tefuda serve`, `backup` and `restore` as programs.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

fn tefuda(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tefuda"));
    command.args(arguments).env_remove("TEFUDA_CONFIG").env_remove("TEFUDA_DATA");
    command
}

fn run(arguments: &[&str]) -> (i32, Output) {
    let output = tefuda(arguments).output().unwrap();
    (output.status.code().unwrap(), output)
}

/// A server that is stopped at the latest with the test.
struct Server {
    process: Child,
    port: u16,
    printed: String,
}

impl Server {
    fn start(data: &Path, more: &[&str]) -> Server {
        let data = data.to_str().unwrap();
        let arguments = ["serve", "--port", "0", "--lines-port", "0", "--text-port", "0", "--data", data];
        let mut command = tefuda(&[&arguments, more].concat());
        let process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut server = Server { process, port: 0, printed: String::new() };
        for line in BufReader::new(server.process.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            server.printed += &format!("{line}\n");
            if let Some(address) = line.strip_prefix("Tefuda is at http://127.0.0.1:") {
                server.port = address.split('/').next().unwrap().parse().unwrap();
                return server;
            }
        }
        panic!("it did not start: {}", server.printed);
    }

    /// The status and the body.
    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
        let head =
            head + "content-type: application/json\r\n" + &format!("authorization: Bearer {token}\r\n");
        write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), serde_json::from_str(body).unwrap_or(Value::Null))
    }

    fn guest(&self, name: &str) -> String {
        let (status, guest) = self.ask("POST", "/api/v1/guests", "", &json!({ "name": name }));
        assert_eq!(status, 201);
        guest["token"].as_str().unwrap().to_owned()
    }

    fn name_of(&self, token: &str) -> Option<String> {
        let (_, me) = self.ask("GET", "/api/v1/me", token, &json!({}));
        me["name"].as_str().map(str::to_owned)
    }

    /// The exit code after SIGTERM.
    fn stop(mut self) -> Option<i32> {
        Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap();
        self.process.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn players_and_tables_are_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Server::start(&data, &[]);
    let token = server.guest("Ann");
    let order = json!({ "game": "kierki", "preset": "seven" });
    let (status, table) = server.ask("POST", "/api/v1/tables", &token, &order);
    assert_eq!(status, 201);
    assert_eq!(server.stop(), Some(0));
    let server = Server::start(&data, &[]);
    assert_eq!(server.name_of(&token).as_deref(), Some("Ann"));
    let path = format!("/api/v1/tables/{}", table["code"].as_str().unwrap());
    let (status, again) = server.ask("GET", &path, "", &json!({}));
    assert_eq!((status, &again["seats"]), (200, &table["seats"]));
    assert_eq!(server.stop(), Some(0));
}

#[test]
fn stopping_tells_clients_and_exits_well() {
    let server = Server::start(Path::new("unused"), &["--store", "memory"]);
    assert!(!Path::new("unused").exists());
    let lines = server.printed.lines().find_map(|line| line.strip_prefix("  lines_port = ")).unwrap();
    let stream = TcpStream::connect(("127.0.0.1", lines.parse::<u16>().unwrap())).unwrap();
    let mut lines =
        BufReader::new(stream).lines().map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    assert_eq!(lines.next().unwrap()["type"], "hello");
    assert_eq!(server.stop(), Some(0));
    let last: Vec<Value> =
        lines.map(|message| message["type"].clone()).filter(|kind| kind != "beacon").collect();
    assert_eq!(last, ["draining", "bye"]);
}

#[test]
fn a_backup_of_a_running_house_is_restored_to_a_stopped_one() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
    let [data_text, copy_text] = [&data, &copy].map(|path| path.to_str().unwrap());
    let server = Server::start(&data, &[]);
    let kept = server.guest("Ann");
    assert_eq!(run(&["backup", copy_text, "--data", data_text]).0, 0);
    let lost = server.guest("Bob");
    assert_eq!(run(&["backup", copy_text, "--data", data_text]).0, 2, "it is not overwritten");
    let (code, output) = run(&["restore", copy_text, "--data", data_text, "--replace"]);
    assert_eq!(code, 2, "a server uses it");
    assert!(String::from_utf8_lossy(&output.stderr).contains("a server uses"));
    let second =
        run(&["serve", "--port", "0", "--lines-port", "none", "--text-port", "none", "--data", data_text]);
    assert_eq!(second.0, 2, "one server uses it at a time");
    assert_eq!((server.name_of(&kept).is_some(), server.name_of(&lost).is_some()), (true, true));
    assert_eq!(server.stop(), Some(0));
    assert_eq!(run(&["restore", copy_text, "--data", data_text]).0, 2, "there is something");
    assert_eq!(run(&["restore", copy_text, "--data", data_text, "--replace"]).0, 0);
    let server = Server::start(&data, &[]);
    assert_eq!((server.name_of(&kept).is_some(), server.name_of(&lost).is_some()), (true, false));
}

#[test]
fn settings_come_from_everywhere_and_are_printed_without_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.toml");
    std::fs::write(&file, "store = 'memory'\ntables = 5\nmetrics_token = 'a-very-secret-token'\n").unwrap();
    let server = Server::start(folder.path(), &["--config", file.to_str().unwrap(), "--tables", "7"]);
    for line in ["  store = memory", "  tables = 7", "  metrics_token = (set)"] {
        assert!(server.printed.lines().any(|found| found == line), "{line} in {}", server.printed);
    }
    assert!(!server.printed.contains("a-very-secret"));
    assert!(!server.printed.contains("  port = 0\n"), "the port is the one that was chosen");
}

#[test]
fn everything_that_is_wrong_is_named_and_nothing_starts() {
    let mut command = tefuda(&["serve", "--port", "x", "--store", "paper"]);
    let output = command.env("TEFUDA_DRAIN", "soon").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    for name in ["`port`", "`store`", "`drain`"] {
        assert!(said.contains(name), "{said}");
    }
    assert_eq!(run(&["serve", "--config", "/no/such/file"]).0, 2);
}

#[test]
fn health_tells_whether_a_house_is_ready() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &["--base-path", "/cards"]);
    let url = format!("http://127.0.0.1:{}/cards", server.port);
    let (code, output) = run(&["health", &url]);
    assert_eq!((code, String::from_utf8(output.stdout).unwrap()), (0, format!("{url} is open\n")));
    // By the settings that the server has.
    let mut command = tefuda(&["health"]);
    command.env("TEFUDA_PORT", server.port.to_string()).env("TEFUDA_BASE_PATH", "/cards");
    assert!(command.env("TEFUDA_PUBLIC_URL", "https://cards.example").status().unwrap().success());
    // There is something, but no house.
    assert_eq!(run(&["health", &format!("http://127.0.0.1:{}", server.port)]).0, 4);
    drop(server);
    assert_eq!(run(&["health", &url]).0, 4);
    assert_eq!(run(&["health", "cards.example"]).0, 2);
}
