//! A program in a terminal of its own, whose screen can be read.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Slow machines need long; whoever waits so long has waited for nothing.
const PATIENCE: Duration = Duration::from_secs(90);

pub(crate) struct Screen {
    shown: Arc<Shown>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
}

struct Shown {
    now: Mutex<State>,
    changed: Condvar,
}

struct State {
    parser: vt100::Parser,
    /// Everything that was written, for what is no letter on the screen.
    bytes: Vec<u8>,
    ended: bool,
}

impl Screen {
    /// Starts `tefuda` with these options.
    pub(crate) fn start(options: &[&str], size: (u16, u16)) -> Screen {
        Screen::of(Path::new(env!("CARGO_BIN_EXE_tefuda")), options, size)
    }

    /// Starts a program.
    pub(crate) fn of(program: &Path, options: &[&str], (columns, rows): (u16, u16)) -> Screen {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(options);
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8")] {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let state = State {
            parser: vt100::Parser::new(some(rows), some(columns), 0),
            bytes: Vec::new(),
            ended: false,
        };
        let shown = Arc::new(Shown { now: Mutex::new(state), changed: Condvar::new() });
        let mut output = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let told = shown.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let read = output.read(&mut buffer).unwrap_or(0);
                let mut now = told.now.lock().unwrap();
                if read == 0 {
                    now.ended = true;
                }
                now.parser.process(&buffer[..read]);
                now.bytes.extend_from_slice(&buffer[..read]);
                told.changed.notify_all();
                if read == 0 {
                    return;
                }
            }
        });
        Screen { shown, keys, child, master: pair.master }
    }

    /// Waits until the screen is as it should be, and tells how it is then.
    pub(crate) fn until(&self, what: &str, right: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        let mut now = self.shown.now.lock().unwrap();
        loop {
            let text = now.parser.screen().contents();
            if right(&text) {
                return text;
            }
            let left = PATIENCE.saturating_sub(begun.elapsed());
            assert!(!left.is_zero(), "waited for {what} in vain:\n{text}");
            assert!(!now.ended, "the program ended before {what}:\n{text}");
            now = self.shown.changed.wait_timeout(now, left.min(Duration::from_secs(1))).unwrap().0;
        }
    }

    /// Waits for a text on the screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.until(text, |shown| shown.contains(text))
    }

    /// Types.
    pub(crate) fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// The window gets another size.
    pub(crate) fn resize(&self, (columns, rows): (u16, u16)) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.shown.now.lock().unwrap().parser.screen_mut().set_size(some(rows), some(columns));
        self.master.resize(size).unwrap();
    }

    /// The process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Waits for the end of the program, and tells whether it ended well and gave the terminal back.
    pub(crate) fn end(mut self) -> (bool, bool) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(Duration::from_millis(20));
        };
        let mut now = self.shown.now.lock().unwrap();
        while !now.ended {
            now = self.shown.changed.wait_timeout(now, Duration::from_secs(1)).unwrap().0;
            if begun.elapsed() > PATIENCE {
                break;
            }
        }
        let given_back = |sequence: &[u8]| now.bytes.windows(sequence.len()).any(|part| part == sequence);
        // The alternate screen, the mouse and the cursor.
        let all = [&b"\x1b[?1049l"[..], b"\x1b[?1000l", b"\x1b[?25h"];
        (status.success(), all.iter().all(|sequence| given_back(sequence)))
    }
}

fn some(number: u16) -> std::num::NonZeroU16 {
    std::num::NonZeroU16::new(number).unwrap()
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
