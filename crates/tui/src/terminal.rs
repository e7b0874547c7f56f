//! The terminal, taken over and always given back: at the end, on errors, on panics and on signals.

use std::io::{self, Stdout, stdout};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// Something panicked, and the terminal was given back.
static FELL: AtomicBool = AtomicBool::new(false);

/// The whole screen, as long as this lives.
pub(crate) struct Takeover {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Takeover {
    pub(crate) fn begin() -> io::Result<Takeover> {
        give_back_on_panic();
        take()?;
        match Terminal::new(CrosstermBackend::new(stdout())) {
            Ok(terminal) => Ok(Takeover { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Whether anything panicked: nobody should go on then.
    pub(crate) fn fell() -> bool {
        FELL.load(Ordering::SeqCst)
    }

    /// Gives the terminal to the shell until the program is called back.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        take()?;
        self.terminal.clear()
    }
}

impl Drop for Takeover {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// There is nobody to tell if this fails.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

fn give_back_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            FELL.store(true, Ordering::SeqCst);
            give_back();
            before(panic);
        }));
    });
}
