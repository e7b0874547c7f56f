//! From bytes to lines, whoever sends them: `nc`, telnet in any mode, a program.

/// The longest line in bytes.
pub const LONGEST_LINE: usize = 512;
/// What is kept of a subnegotiation; the only one that is read has five bytes.
const LONGEST_SUB: usize = 16;

const IAC: u8 = 255;
const DONT: u8 = 254;
const DO: u8 = 253;
const WONT: u8 = 252;
const WILL: u8 = 251;
const SB: u8 = 250;
const ERASE_LINE: u8 = 248;
const ERASE_LETTER: u8 = 247;
const SE: u8 = 240;
/// How large the window is.
const NAWS: u8 = 31;

/// What somebody has typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A line without its end, and without anything that a terminal obeys.
    Line(String),
    /// A line of more than [`LONGEST_LINE`] bytes, which is gone.
    TooLong,
    /// A line that is no UTF-8, which is gone.
    NoText,
    /// So many columns the window has.
    Columns(u16),
}

/// Takes bytes, however they are cut, and gives what they mean. Lines end with CR LF, LF, CR NUL or CR. Telnet's commands are taken
/// out; everything that it offers or asks for is refused, but for the size of its window.
pub struct Filter {
    state: State,
    line: Vec<u8>,
    too_long: bool,
    sub: Vec<u8>,
    /// The options that were answered: each once, or two who are polite would never end.
    answered: [[bool; 256]; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Text,
    /// After a CR, which has ended the line: an LF or NUL belongs to it.
    Return,
    /// After an ESC.
    Escape,
    /// In a terminal's sequence, like that of an arrow key.
    Sequence,
    Command,
    /// After WILL, WONT, DO or DONT: the option comes.
    Option(u8),
    Sub,
    /// After an IAC in a subnegotiation.
    SubCommand,
}

impl Default for Filter {
    fn default() -> Filter {
        let (line, sub) = (Vec::new(), Vec::new());
        Filter { state: State::Text, line, too_long: false, sub, answered: [[false; 256]; 2] }
    }
}

impl Filter {
    /// Takes the next bytes. What was typed goes to `typed`, and what telnet is to be answered to `reply`.
    pub fn feed(&mut self, bytes: &[u8], typed: &mut Vec<Typed>, reply: &mut Vec<u8>) {
        for byte in bytes {
            self.state = self.step(*byte, typed, reply);
        }
    }

    /// The line that was begun when the last byte had come, if there is something in it.
    pub fn rest(&mut self) -> Option<Typed> {
        (!self.line.is_empty() || self.too_long).then(|| self.end_line())
    }

    fn step(&mut self, byte: u8, typed: &mut Vec<Typed>, reply: &mut Vec<u8>) -> State {
        match self.state {
            State::Return if matches!(byte, b'\n' | 0) => State::Text,
            State::Text | State::Return => self.text(byte, typed),
            // Whatever was begun, a line ends where it ends, and telnet says what it says.
            State::Escape | State::Sequence if byte < b' ' || byte == IAC => self.text(byte, typed),
            State::Escape if matches!(byte, b'[' | b'O') => State::Sequence,
            State::Escape => State::Text,
            State::Sequence if matches!(byte, b' '..=b'?') => State::Sequence,
            State::Sequence => State::Text,
            State::Command => self.command(byte),
            State::Option(verb) => {
                self.answer(verb, byte, reply);
                State::Text
            }
            State::Sub if byte == IAC => State::SubCommand,
            State::Sub => {
                self.keep(byte);
                State::Sub
            }
            State::SubCommand if byte == IAC => {
                self.keep(byte);
                State::Sub
            }
            State::SubCommand => {
                let sub = std::mem::take(&mut self.sub);
                if let (SE, [NAWS, high, low, _, _]) = (byte, sub.as_slice()) {
                    typed.push(Typed::Columns(u16::from_be_bytes([*high, *low])));
                }
                State::Text
            }
        }
    }

    fn text(&mut self, byte: u8, typed: &mut Vec<Typed>) -> State {
        match byte {
            IAC => return State::Command,
            0x1b => return State::Escape,
            b'\r' => {
                typed.push(self.end_line());
                return State::Return;
            }
            b'\n' => typed.push(self.end_line()),
            0x08 | 0x7f => self.erase_letter(),
            // Ctrl-U, which takes back the line.
            0x15 => self.erase_line(),
            b'\t' => self.push(b' '),
            0..=0x1f => {}
            letter => self.push(letter),
        }
        State::Text
    }

    fn command(&mut self, byte: u8) -> State {
        match byte {
            IAC => self.push(IAC),
            WILL | WONT | DO | DONT => return State::Option(byte),
            SB => {
                self.sub.clear();
                return State::Sub;
            }
            ERASE_LETTER => self.erase_letter(),
            ERASE_LINE => self.erase_line(),
            _ => {}
        }
        State::Text
    }

    fn erase_line(&mut self) {
        self.line.clear();
        self.too_long = false;
    }

    /// Refuses what telnet wants, except to be told how wide its window is.
    fn answer(&mut self, verb: u8, option: u8, reply: &mut Vec<u8>) {
        let (kind, no) = match verb {
            WILL => (0, if option == NAWS { DO } else { DONT }),
            DO => (1, WONT),
            _ => return,
        };
        if !std::mem::replace(&mut self.answered[kind][usize::from(option)], true) {
            reply.extend([IAC, no, option]);
        }
    }

    fn push(&mut self, byte: u8) {
        if self.line.len() == LONGEST_LINE {
            self.too_long = true;
        } else {
            self.line.push(byte);
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.sub.len() < LONGEST_SUB {
            self.sub.push(byte);
        }
    }

    /// Takes back a letter, which may be several bytes.
    fn erase_letter(&mut self) {
        while self.line.pop().is_some_and(|byte| byte & 0xc0 == 0x80) {}
    }

    fn end_line(&mut self) -> Typed {
        let line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.too_long) {
            return Typed::TooLong;
        }
        match String::from_utf8(line) {
            Ok(line) => Typed::Line(line.chars().filter(|letter| !letter.is_control()).collect()),
            Err(_) => Typed::NoText,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(chunks: &[&[u8]]) -> (Vec<Typed>, Vec<u8>) {
        let (mut filter, mut typed, mut reply) = (Filter::default(), Vec::new(), Vec::new());
        chunks.iter().for_each(|chunk| filter.feed(chunk, &mut typed, &mut reply));
        typed.extend(filter.rest());
        (typed, reply)
    }

    fn lines(bytes: &[u8]) -> Vec<Typed> {
        read(&[bytes]).0
    }

    fn line(text: &str) -> Typed {
        Typed::Line(text.to_owned())
    }

    #[test]
    fn all_ends_of_lines_are_ends_of_lines() {
        assert_eq!(lines(b"a\r\nb\nc\r\0d\re\r\n\r\n"), ["a", "b", "c", "d", "e", ""].map(line));
        assert_eq!(lines(b"a\n\nb"), ["a", "", "b"].map(line));
    }

    #[test]
    fn typing_errors_are_taken_back() {
        assert_eq!(lines(b"helo\x08lp\n"), [line("hellp")]);
        assert_eq!(lines("né\x7fe\n\x08\x08x\n".as_bytes()), ["ne", "x"].map(line));
        assert_eq!(lines(b"nonsense\x15play 1\n"), [line("play 1")]);
        assert_eq!(lines(b"q\x1b[Au\x1b[1;5Ci\x1bOAt\n"), [line("quit")], "arrow keys are no letters");
    }

    #[test]
    fn telnet_is_refused_politely_and_once() {
        let asked = b"\xff\xfb\x01a\xff\xfd\x03b\xff\xfb\x01\xff\xfc\x01\xff\xfe\x03\xff\xf1c\n";
        let (typed, reply) = read(&[asked]);
        assert_eq!(typed, [line("abc")]);
        assert_eq!(reply, [IAC, DONT, 1, IAC, WONT, 3]);
    }

    #[test]
    fn a_window_tells_its_width() {
        let (typed, reply) = read(&[b"\xff\xfb\x1f\xff\xfa\x1f\x00\x84\x00\x28\xff\xf0x\n"]);
        assert_eq!((typed, reply), (vec![Typed::Columns(132), line("x")], vec![IAC, DO, NAWS]));
        let huge = [b"\xff\xfa\x1f".as_slice(), &[7; 10_000], b"\xff\xf0x\n"].concat();
        assert_eq!(lines(&huge), [line("x")]);
    }

    #[test]
    fn long_lines_and_garbage_are_told_apart_from_text() {
        let long = [vec![b'a'; LONGEST_LINE + 1], b"\nb\n".to_vec()].concat();
        assert_eq!(lines(&long), [Typed::TooLong, line("b")]);
        assert_eq!(lines(&long[1..]), [line(&"a".repeat(LONGEST_LINE)), line("b")]);
        assert_eq!(lines(b"\xc3\x28\xf0\n\xff\xff\n"), [Typed::NoText, Typed::NoText]);
        assert_eq!(lines("a\u{9b}31m\n".as_bytes()), [line("a31m")]);
    }

    proptest! {
        #[test]
        fn where_bytes_are_cut_changes_nothing(bytes: Vec<u8>, cuts: Vec<u8>) {
            let mut chunks = Vec::new();
            let mut rest = bytes.as_slice();
            for cut in cuts {
                let (chunk, after) = rest.split_at(usize::from(cut).min(rest.len()));
                chunks.push(chunk);
                rest = after;
            }
            chunks.push(rest);
            prop_assert_eq!(read(&chunks), read(&[&bytes]));
        }

        #[test]
        fn a_line_has_nothing_that_a_terminal_obeys(bytes: Vec<u8>) {
            for typed in lines(&bytes) {
                if let Typed::Line(line) = typed {
                    prop_assert!(line.len() <= LONGEST_LINE && !line.chars().any(char::is_control));
                }
            }
        }
    }
}
