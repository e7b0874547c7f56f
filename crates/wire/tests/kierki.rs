//! The Kierki codec under random and broken bytes, in random pieces.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use wire::kierki::{GameFile, LONGEST_LINE, Lines, Message};

const MESSAGES: [&str; 12] = [
    "IAMN",
    "BUSYNES",
    "DEAL3E2C3C4C5C6C7C8C9C10CJCQCKCAC",
    "DEAL7W10C10D10H10SJCQCKCACJDQDKDAD2H",
    "TRICK1",
    "TRICK110C",
    "TRICK1310C10D10H",
    "WRONG13",
    "TAKEN12C3C4C5CN",
    "TAKEN1110C10D10H10SS",
    "SCOREN0E13S0W0",
    "TOTALN100E20S3W0",
];

/// Message lines and noise, as they may come one after the other.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let message = (0..MESSAGES.len()).prop_map(|which| MESSAGES[which].as_bytes().to_vec());
    let broken =
        (message.clone(), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(mut line, at, byte)| {
            let at = at.index(line.len());
            line[at] = byte;
            line
        });
    let noise = prop::collection::vec(prop_oneof![any::<u8>(), Just(b'\r'), Just(b'\n'), Just(0)], 0..300);
    let line = (prop_oneof![4 => message, 2 => broken, 1 => noise], prop::bool::weighted(0.9));
    prop::collection::vec(line, 0..20).prop_map(|lines| {
        let mut bytes = Vec::new();
        for (line, ends) in lines {
            bytes.extend(line);
            bytes.extend(if ends { &b"\r\n"[..] } else { b"" });
        }
        bytes
    })
}

/// All lines of the bytes, up to one that is too long.
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn pieces_make_no_difference(bytes in stream(), cuts in prop::collection::vec(1..40_usize, 1..20)) {
        let whole = cut(std::iter::once(bytes.as_slice()));
        let mut rest = bytes.as_slice();
        let mut sizes = cuts.iter().cycle();
        let pieces = std::iter::from_fn(|| {
            let (piece, left) = rest.split_at(rest.len().min(*sizes.next()?));
            rest = left;
            (!piece.is_empty()).then_some(piece)
        });
        prop_assert_eq!(cut(pieces), whole.clone());
        prop_assert_eq!(cut(bytes.chunks(1)), whole);
    }

    #[test]
    fn what_is_read_is_written_so_that_it_is_read_again(bytes in stream()) {
        for line in cut(std::iter::once(bytes.as_slice())).into_iter().flatten() {
            let Ok(message) = Message::parse(&line) else { continue };
            let written = message.line();
            prop_assert_eq!(Message::parse(&written[..written.len() - 2]), Ok(message.clone()));
            if !matches!(message, Message::Score(_) | Message::Total(_)) {
                prop_assert_eq!(&written[..written.len() - 2], &line, "all but the scores have one form");
            }
        }
    }

    #[test]
    fn a_game_file_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = GameFile::parse(&bytes);
    }

    #[test]
    fn a_broken_game_file_is_never_another_game(at in 0..140_usize, byte in any::<u8>()) {
        let mut bytes = b"7S\n2C3C4C5C6C7C8C9C10CJCQCKCAC\n2D3D4D5D6D7D8D9D10DJDQDKDAD\n\
            KHAH2H3H4H5H6H7H8H9H10HJHQH\n2S3S4S5S6S7S8S9S10SJSQSKSAS\n".to_vec();
        bytes[at % 115] = byte;
        if let Ok(file) = GameFile::parse(&bytes) {
            prop_assert_eq!(GameFile::parse(file.text().as_bytes()).unwrap(), file);
        }
    }
}
