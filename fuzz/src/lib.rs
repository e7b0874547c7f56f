//! What the fuzz targets do with their bytes, apart from the fuzzer: any compiler can check and run it.

use wire::Codec;
use wire::bot::{read_question, write_question};
use wire::kierki::{GameFile, LONGEST_LINE, Lines, Message};

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
