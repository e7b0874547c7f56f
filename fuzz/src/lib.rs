//! What the fuzz targets do with their bytes, apart from the fuzzer: any compiler can check and run it.

pub mod house;

use bots::{Budget, Level, Levels};
use game::{ActionList, Deals, Ruleset, Seat, Viewer};
use text::{Filter, News, Session};
use wire::Codec;
use wire::bot::{read_question, write_question};
use wire::kierki::{GameFile, LONGEST_LINE, Lines, Message};

/// A visitor of the text port, whose bytes come in two pieces: what it is told may not steer its terminal, and where the bytes are cut
/// makes no difference.
pub fn text_port(data: &[u8]) {
    let typed = |pieces: &[&[u8]]| {
        let (mut filter, mut typed, mut reply) = (Filter::default(), Vec::new(), Vec::new());
        pieces.iter().for_each(|piece| filter.feed(piece, &mut typed, &mut reply));
        typed.extend(filter.rest());
        typed
    };
    let (first, second) = data.split_at(data.len() / 2);
    let lines = typed(&[data]);
    assert_eq!(lines, typed(&[first, second]));
    let mut session = Session::new("Tefuda", true);
    session.news(News::Entered("Ada".to_owned()));
    for line in lines {
        session.typed(line);
        session.take_ask();
        let told = session.take_output();
        assert!(!told.chars().any(|letter| letter.is_control() && !matches!(letter, '\r' | '\n')));
        if session.has_ended() {
            return;
        }
    }
}

/// Any match as far as the bytes lead it, and every bot asked about where it has come to: the first bytes choose the game, the
/// ruleset, the seats and the deal, each further one an action of anyone who may act.
pub fn bots(data: &[u8]) {
    let [game, preset, seats, seed, course @ ..] = data else { return };
    match game % 3 {
        0 => ask_bots::<koikoi::KoiKoi>(*preset, *seats, *seed, course),
        1 => ask_bots::<kierki::Kierki>(*preset, *seats, *seed, course),
        _ => ask_bots::<kaboom::Kaboom>(*preset, *seats, *seed, course),
    }
}

fn ask_bots<G: Levels<Rules: Ruleset>>(preset: u8, seats: u8, seed: u8, course: &[u8]) {
    let presets = G::Rules::presets();
    let rules = &presets[usize::from(preset) % presets.len()].rules;
    let (least, most) = (*G::SEATS.start(), *G::SEATS.end());
    let seats = least + usize::from(seats) % (most - least + 1);
    let deals = Deals::Seed(u64::from(seed).into());
    let mut state = G::start(rules, seats, &deals, &mut ()).expect("a preset can be dealt");
    let mut legal = ActionList::new();
    for byte in course {
        let actors: Vec<Seat> = state.actors().iter().collect();
        let Some(seat) = actors.get(usize::from(*byte >> 5) % actors.len().max(1)) else { break };
        state.legal(*seat, &mut legal);
        // Where there are many actions, those that nobody waits for come last.
        let action = legal[usize::from(*byte & 31) % legal.len()];
        state.apply(*seat, action, &mut ());
    }
    for seat in state.actors().iter() {
        state.legal(seat, &mut legal);
        let (view, must) = (state.view(Viewer::Seat(seat)), state.awaited().contains(seat));
        for level in Level::ALL {
            let budget = Budget { playouts: Some(6), deadline: None };
            let decision = G::bot(level, u64::from(seed).into(), budget).decide(&view, &legal, must);
            assert!(decision.is_some() || !must, "{level} does nothing");
            assert!(
                decision.is_none_or(|decision| legal.contains(&decision.action)),
                "{level} breaks the rules"
            );
        }
    }
}

/// The Kierki codec: the first byte says how long the pieces are in which the others come in.
pub fn kierki_codec(data: &[u8]) {
    let Some((size, bytes)) = data.split_first() else { return };
    let whole = cut(std::iter::once(bytes));
    assert_eq!(cut(bytes.chunks(usize::from(*size).max(1))), whole, "pieces make no difference");
    for line in whole.into_iter().flatten() {
        if let Ok(message) = Message::parse(&line) {
            let written = message.line();
            assert_eq!(Message::parse(&written[..written.len() - 2]), Ok(message));
        }
    }
    if let Ok(file) = GameFile::parse(bytes) {
        assert_eq!(GameFile::parse(file.text().as_bytes()), Ok(file));
    }
}

/// A line to a bot: a question that is taken is written and read again as it was.
pub fn bot_question(line: &[u8]) {
    again::<koikoi::KoiKoi>(line);
    again::<kierki::Kierki>(line);
    again::<kaboom::Kaboom>(line);
}

fn again<G: Codec>(line: &[u8]) {
    if let Ok(question) = read_question::<G>(line) {
        let written = write_question::<G>(&question.view, &question.legal, question.must);
        assert_eq!(read_question::<G>(written.as_bytes()).map(|question| question.view), Ok(question.view));
    }
}

/// All lines up to one that is too long, which is `None`.
fn cut<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<Option<Vec<u8>>> {
    let mut lines = Lines::new();
    let mut found = Vec::new();
    for piece in pieces {
        lines.push(piece);
        while let Some(line) = lines.next() {
            let broken = line.is_err();
            found.push(line.ok());
            if broken {
                return found;
            }
        }
        assert!(lines.waiting() <= LONGEST_LINE + 1);
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_question_target_runs() {
        for line in ["", "{}", r#"{"view":{},"legal":[],"must":true}"#] {
            super::bot_question(line.as_bytes());
        }
    }

    #[test]
    fn the_bots_target_runs() {
        for first in 0..30 {
            let course = (4..60 * u32::from(first)).map(|step| (step.wrapping_mul(2_654_435_761) >> 7) as u8);
            let data: Vec<u8> = [first, first / 3, first / 7, first].into_iter().chain(course).collect();
            super::bots(&data);
        }
    }

    #[test]
    fn the_codec_target_runs() {
        for size in 0..20 {
            let mut data = vec![size];
            data.extend(b"IAMN\r\nTRICK110C\r\nSCOREN1E2S3W4\r\nnoise\r\r\n\n\0");
            super::kierki_codec(&data);
            data.extend([b'x'; 300]);
            super::kierki_codec(&data);
        }
    }
}
