use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use game::{Commitment, Entropy, Seat};
use wire::verify::{Findings, Noted, Verdict, verify};

use crate::failure::Failure;

/// `tefuda verify`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The replay file; `-` reads standard input.
    file: PathBuf,
    /// The commitment that you noted before the deal, as 64 hexadecimal digits.
    #[arg(long, value_name = "HEX")]
    commitment: Option<Commitment>,
    /// What you gave yourself, with your seat. It may be given several times.
    #[arg(long, value_name = "SEAT=HEX", value_parser = seat_and_entropy)]
    entropy: Vec<(Seat, Entropy)>,
    /// One JSON object, as the server's API gives it.
    #[arg(long)]
    json: bool,
}

fn seat_and_entropy(text: &str) -> Result<(Seat, Entropy), String> {
    let (seat, entropy) = text.split_once('=').ok_or("it is written SEAT=HEX")?;
    let seat = seat.parse().ok().and_then(Seat::new).ok_or("seats are 0 to 5")?;
    Ok((seat, entropy.parse().map_err(|bad: game::BadEntropy| bad.to_string())?))
}

impl Options {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let text = crate::replay::read(&self.file)?;
        let place = self.file.display();
        let noted = Noted { commitment: self.commitment, entropy: self.entropy };
        let findings = verify(&text, &noted).map_err(|bad| Failure::Usage(format!("{place}: {bad}")))?;
        let mut output = io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut output, &findings).map_err(io::Error::from)?;
            writeln!(output)?;
        } else {
            print(&findings, &mut output)?;
        }
        output.flush()?;
        if findings.holds { Ok(()) } else { Err(Failure::Refused(format!("{place}: it does not hold"))) }
    }
}

fn print(findings: &Findings, output: &mut impl Write) -> io::Result<()> {
    for finding in &findings.checks {
        let result = match finding.result {
            Verdict::Holds => "ok",
            Verdict::Fails => "WRONG",
            Verdict::Unsaid => "-",
        };
        writeln!(output, "{result:<5}  {:<16}  {}", finding.check, finding.message)?;
    }
    if findings.holds {
        writeln!(
            output,
            "The match went as the file says. That the house did not choose its cards, only those know who had the commitment before"
        )?;
        writeln!(output, "they gave entropy: compare both with what you noted (--commitment, --entropy).")?;
    }
    Ok(())
}
