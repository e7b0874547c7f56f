//! The server's memory over time.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The beginning of a server's life, in seconds: what it needs then it needs once.
const YOUTH: f64 = 60.0;

/// One look at the server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// Since the run began.
    pub(super) seconds: f64,
    /// Which server it was, from 0: each begins anew.
    pub(super) life: u64,
    pub(super) memory: u64,
}

/// All looks, which are written to a file as they come.
pub(super) struct Samples {
    file: Option<BufWriter<File>>,
    all: Vec<Sample>,
}

impl Samples {
    pub(super) fn new(path: Option<&Path>) -> io::Result<Samples> {
        let mut file = path.map(File::create).transpose()?.map(BufWriter::new);
        if let Some(file) = &mut file {
            writeln!(file, "seconds,life,memory,moves,lost,broken")?;
        }
        Ok(Samples { file, all: Vec::new() })
    }

    pub(super) fn add(&mut self, sample: Sample, moves: u64, lost: u64, broken: u64) -> io::Result<()> {
        self.all.push(sample);
        let Sample { seconds, life, memory } = sample;
        let Some(file) = &mut self.file else { return Ok(()) };
        writeln!(file, "{seconds:.0},{life},{memory},{moves},{lost},{broken}")?;
        file.flush()
    }

    /// By how many bytes an hour it grows, as far as one can tell: the line of least squares through all lives, each with a
    /// height of its own.
    pub(super) fn slope(&self) -> Option<f64> {
        let (mut products, mut squares) = (0.0, 0.0);
        for life in self.all.chunk_by(|a, b| a.life == b.life) {
            let born = life.first()?.seconds;
            let grown: Vec<_> = life.iter().filter(|sample| sample.seconds - born >= YOUTH).collect();
            let number = grown.len().max(1) as f64;
            let time = grown.iter().map(|sample| sample.seconds).sum::<f64>() / number;
            let memory = grown.iter().map(|sample| sample.memory as f64).sum::<f64>() / number;
            for sample in grown {
                products += (sample.seconds - time) * (sample.memory as f64 - memory);
                squares += (sample.seconds - time).powi(2);
            }
        }
        (squares > 0.0).then(|| 3600.0 * products / squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_is_that_of_grown_lives() {
        let mut samples = Samples::new(None).unwrap();
        for life in 0..3 {
            for step in 0..20 {
                let seconds = f64::from(life * 200 + step * 10);
                // It doubles at first, and then grows by a byte a second.
                let memory = if step < 6 { 500 } else { 1000 * u64::from(life as u8 + 1) + 10 * step as u64 };
                samples.add(Sample { seconds, life: life as u64, memory }, 0, 0, 0).unwrap();
            }
        }
        assert!((samples.slope().unwrap() - 3600.0).abs() < 1e-6);
        assert!(Samples::new(None).unwrap().slope().is_none());
    }
}
