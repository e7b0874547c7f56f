//! What the commands of the documents find: a house, a table of it, a match, deals and a bot.

use std::cell::Cell;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use bots::Level;
use client::{Dial, House, NewTable};
use tempfile::TempDir;
use wire::house::Token;

use crate::document::repository;
use crate::filed::filed;

pub(crate) struct Stage {
    folder: TempDir,
    _house: Process,
    pub(crate) url: String,
    pub(crate) text: u16,
    pub(crate) kierki: u16,
    /// The code of a table with a seat that is free.
    pub(crate) table: String,
    player: Token,
    made: Cell<u32>,
}

/// One of our programs.
pub(crate) fn program(name: &str) -> Option<&'static Path> {
    match name {
        "tefuda" => Some(Path::new(env!("CARGO_BIN_EXE_tefuda"))),
        "kierki-serwer" => Some(Path::new(env!("CARGO_BIN_EXE_kierki-serwer"))),
        "kierki-klient" => Some(Path::new(env!("CARGO_BIN_EXE_kierki-klient"))),
        _ => None,
    }
}

impl Stage {
    pub(crate) fn set() -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("tefuda-data");
        let options =
            "serve --port 0 --lines-port none --text-port 0 --kierki-port 0 --kierki-fill 100ms --data";
        let house = Command::new(env!("CARGO_BIN_EXE_tefuda"))
            .args(options.split(' '))
            .arg(&data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut house = Process(house);
        let (mut text, mut kierki, mut url) = (0, 0, String::new());
        for line in BufReader::new(house.0.stdout.take().unwrap()).lines().map(Result::unwrap) {
            let port = || line.trim_end_matches('.').rsplit(' ').next().unwrap().parse().unwrap();
            if line.starts_with("In plain text: ") {
                text = port();
            } else if line.starts_with("Kierki clients ") {
                kierki = port();
            } else if let Some(address) = line.strip_prefix("Tefuda is at ") {
                url = address.trim_end_matches('/').to_owned();
                break;
            }
        }
        let (player, table) = wait_for(async {
            let house = House::new(Dial::to(url.parse().unwrap()));
            let player = house.become_guest(Some("Ada")).await.unwrap().token;
            let table = house
                .open_table(&player, &NewTable::new("koikoi").preset("quick").me().open())
                .await
                .unwrap();
            // Where a pass leads.
            let other = NewTable::new("koikoi").preset("quick").me().bot(Level::Beginner);
            house.open_table(&player, &other).await.unwrap();
            (player, table.code.to_string())
        });
        let stage = Stage { folder, _house: house, url, text, kierki, table, player, made: Cell::new(0) };
        std::fs::write(stage.file("match.json"), filed().to_string()).unwrap();
        std::fs::write(stage.file("game.txt"), deals()).unwrap();
        std::fs::write(stage.file("mine.py"), bot()).unwrap();
        for command in [["backup", "house.bak", "tefuda-data"], ["restore", "house.bak", "restored"]] {
            let [what, file, data] = command;
            let done = stage.command("tefuda").args([what, file, "--data", data]).output().unwrap();
            assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
        }
        stage
    }

    /// One of the files here.
    pub(crate) fn file(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// A name that nothing here has.
    pub(crate) fn fresh(&self, kind: &str) -> String {
        self.made.set(self.made.get() + 1);
        self.file(&format!("{kind}-{}", self.made.get()))
    }

    /// A code to go on with the player's match elsewhere.
    pub(crate) fn pass(&self) -> String {
        let house = House::new(Dial::to(self.url.parse().unwrap()));
        wait_for(async { house.new_pass(&self.player).await.unwrap().code().to_string() })
    }

    /// One of our programs, here.
    pub(crate) fn command(&self, name: &str) -> Command {
        let mut command = Command::new(program(name).unwrap());
        command.current_dir(self.folder.path()).env_remove("TEFUDA_CONFIG").env_remove("TEFUDA_DATA");
        command
    }
}

/// A program that ends with the test, also if the stage is never set.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn wait_for<T>(what: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(what)
}

/// A deal, as a game file has it.
fn deals() -> String {
    let ranks = "2 3 4 5 6 7 8 9 10 J Q K A";
    let hand = |suit| ranks.split(' ').map(|rank| format!("{rank}{suit}")).collect::<String>();
    format!("1N\n{}\n{}\n{}\n{}\n", hand('C'), hand('D'), hand('H'), hand('S'))
}

/// The bot of the README.
fn bot() -> String {
    let readme = std::fs::read_to_string(repository("README.md")).unwrap();
    let (_, rest) = readme.split_once("```python\n").unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}
