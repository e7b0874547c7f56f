use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use bots::Budget;
use clap::Args;
use game::Seat;
use plain::{Style, retold};
use wire::replay::BadMatch;
use wire::review::{BadReview, review};

use crate::failure::Failure;
use crate::games::playouts;
use crate::progress;
use crate::replay::read;

/// `tefuda review`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The replay file; `-` reads standard input.
    file: PathBuf,
    /// Whose play.
    #[arg(long, default_value = "0", value_parser = seat)]
    seat: Seat,
    /// Playouts for a decision; as many as the best bots have if not given.
    #[arg(long, value_name = "PLAYOUTS", value_parser = playouts())]
    budget: Option<u32>,
    /// One JSON object, as the server's API gives it.
    #[arg(long)]
    json: bool,
}

fn seat(text: &str) -> Result<Seat, String> {
    text.parse().ok().and_then(Seat::new).ok_or_else(|| "seats are 0 to 5".to_owned())
}

impl Options {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let text = read(&self.file)?;
        let place = self.file.display();
        let bar = progress::bar(100, "percent");
        let budget = Budget { playouts: self.budget, deadline: None };
        let review = review(None, &text, self.seat, budget, |share| {
            bar.set_position((share * 100.0) as u64);
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        let review = review.map_err(|why| match why {
            BadReview::Match(BadMatch::Illegal(sentence)) => Failure::Refused(format!("{place}: {sentence}")),
            why => Failure::Usage(format!("{place}: {why}")),
        })?;
        let mut output = io::BufWriter::new(io::stdout().lock());
        if self.json {
            serde_json::to_writer(&mut output, &review).map_err(io::Error::from)?;
            writeln!(output)?;
        } else {
            let style = Style { unicode: true, ..Style::default() };
            let told =
                retold(&review, &text, style).map_err(|bad| Failure::Usage(format!("{place}: {bad}")))?;
            told.lines().iter().try_for_each(|line| writeln!(output, "{line}"))?;
        }
        output.flush()?;
        Ok(())
    }
}
