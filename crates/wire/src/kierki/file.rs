use cards::Card as _;
use cards::french::{Card, Set};
use game::{Deals, Decks};
use kierki::rules::MOST_DEALS;
use kierki::{DealPlan, Rules, SEATS, letter, seats};

/// The deals of a game as a file gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// In order; at least one.
    pub deals: Vec<FileDeal>,
}

/// A deal with its cards, in the order in which the file has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDeal {
    /// Its type and who leads.
    pub plan: DealPlan,
    /// The hands of N, E, S and W.
    pub hands: [[Card; 13]; SEATS],
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct BadFile {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// There is nothing in the file.
    #[error("the file has no deals")]
    Empty,
    /// The line that a deal begins with is another one.
    #[error("`{0}` is no deal: it must be a type from 1 to 7 and the seat that leads first, N, E, S or W")]
    Plan(String),
    /// The file ends in the middle of a deal.
    #[error("the file ends before the cards of {}", letter(*.0))]
    Short(game::Seat),
    /// Something in a hand is no card.
    #[error("the cards of {} have no card at `{rest}`", letter(*.seat))]
    Card {
        /// Whose hand.
        seat: game::Seat,
        /// From there on.
        rest: String,
    },
    /// A hand does not have 13 cards.
    #[error("{} has {count} cards, not 13", letter(*.seat))]
    Count {
        /// Whose hand.
        seat: game::Seat,
        /// So many.
        count: usize,
    },
    /// A card is in the deal twice.
    #[error("{card} is dealt twice, the second time to {}", letter(*.seat))]
    Twice {
        /// The second hand with it.
        seat: game::Seat,
        /// The card.
        card: Card,
    },
    /// There are more deals than a match may have.
    #[error("a game has at most {MOST_DEALS} deals")]
    TooMany,
}

impl GameFile {
    /// Five lines for each deal: its type and first seat, then the cards of N, E, S and W. Lines end with LF or CR LF; the
    /// last one may lack it.
    pub fn parse(bytes: &[u8]) -> Result<GameFile, BadFile> {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = (1..).zip(text.strip_suffix('\n').unwrap_or(&text).split('\n'));
        let mut deals = Vec::new();
        if text.is_empty() {
            return Err(BadFile { line: 1, problem: Problem::Empty });
        }
        while let Some((line, text)) = lines.next() {
            if deals.len() == MOST_DEALS {
                return Err(BadFile { line, problem: Problem::TooMany });
            }
            deals.push(FileDeal::parse(line, text, &mut lines)?);
        }
        Ok(GameFile { deals })
    }

    /// The rules of the game: these deals, every knob off.
    pub fn rules(&self) -> Rules {
        Rules::of_deals(self.deals.iter().map(|deal| deal.plan).collect())
    }

    /// The cards of the game.
    pub fn decks(&self) -> Deals {
        let order =
            |deal: &FileDeal| deal.hands.as_flattened().iter().map(|card| card.index() as u8).collect();
        Deals::Decks(Decks { first: None, orders: self.deals.iter().map(order).collect() })
    }

    /// The file as it is written.
    pub fn text(&self) -> String {
        let codes = |hand: &[Card; 13]| hand.iter().map(Card::to_string).collect::<String>();
        let deal = |deal: &FileDeal| {
            let hands: String = deal.hands.iter().map(|hand| codes(hand) + "\n").collect();
            format!("{}\n{hands}", deal.plan)
        };
        self.deals.iter().map(deal).collect()
    }
}

impl FileDeal {
    fn parse<'a>(
        line: usize,
        text: &str,
        lines: &mut impl Iterator<Item = (usize, &'a str)>,
    ) -> Result<FileDeal, BadFile> {
        let plan = chomp(text).parse();
        let plan = plan.map_err(|_| BadFile { line, problem: Problem::Plan(cut(chomp(text))) })?;
        let mut hands = Vec::with_capacity(SEATS);
        let mut seen = Set::EMPTY;
        let mut last = line;
        for seat in seats::all() {
            let next = lines.next();
            let (line, text) = next.ok_or(BadFile { line: last + 1, problem: Problem::Short(seat) })?;
            last = line;
            let hand = hand(seat, chomp(text), &mut seen).map_err(|problem| BadFile { line, problem })?;
            hands.push(hand);
        }
        Ok(FileDeal { plan, hands: hands.try_into().expect("there is a hand for every seat") })
    }
}

fn chomp(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

/// The beginning of a text that may be anything, as it can be printed.
fn cut(text: &str) -> String {
    super::shown(&text.as_bytes()[..text.len().min(24)])
}

fn hand(seat: game::Seat, text: &str, seen: &mut Set) -> Result<[Card; 13], Problem> {
    let mut cards = Vec::with_capacity(13);
    let mut rest = text;
    while !rest.is_empty() {
        let suit = rest.find(['C', 'D', 'H', 'S']);
        let card = suit.and_then(|suit| rest[..=suit].parse::<Card>().ok());
        let card = card.ok_or_else(|| Problem::Card { seat, rest: cut(rest) })?;
        rest = &rest[suit.map_or(rest.len(), |suit| suit + 1)..];
        cards.push(card);
    }
    let cards: [Card; 13] =
        cards.try_into().map_err(|cards: Vec<Card>| Problem::Count { seat, count: cards.len() })?;
    for card in cards {
        if seen.contains(card) {
            return Err(Problem::Twice { seat, card });
        }
        seen.insert(card);
    }
    Ok(cards)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Ruleset;

    const FILE: &str = "7S\n2C3C4C5C6C7C8C9C10CJCQCKCAC\n2D3D4D5D6D7D8D9D10DJDQDKDAD\n\
        KHAH2H3H4H5H6H7H8H9H10HJHQH\n2S3S4S5S6S7S8S9S10SJSQSKSAS\n";

    #[test]
    fn a_file_is_read_and_written() {
        let file = GameFile::parse(FILE.as_bytes()).unwrap();
        assert_eq!(file.text(), FILE);
        assert_eq!(file.rules().values()[0], "7S");
        let twice = FILE.repeat(2);
        assert_eq!(GameFile::parse(twice.trim_end().as_bytes()).unwrap().deals.len(), 2);
        assert_eq!(GameFile::parse(FILE.replace('\n', "\r\n").as_bytes()).unwrap(), file);
        let started = <kierki::Kierki as game::Game>::start(&file.rules(), 4, &file.decks(), &mut ());
        assert!(started.is_ok());
    }

    #[test]
    fn each_mistake_has_its_message() {
        let lines: Vec<&str> = FILE.lines().collect();
        let changed = |line: usize, text: &str| {
            let mut lines = lines.clone();
            lines[line] = text;
            lines.join("\n")
        };
        for (text, message) in [
            (String::new(), "line 1: the file has no deals"),
            (
                "\n".to_owned(),
                "line 1: `` is no deal: it must be a type from 1 to 7 and the seat that leads first, N, E, S or W",
            ),
            (
                changed(0, "8S"),
                "line 1: `8S` is no deal: it must be a type from 1 to 7 and the seat that leads first, N, E, S or W",
            ),
            (
                changed(0, "7X"),
                "line 1: `7X` is no deal: it must be a type from 1 to 7 and the seat that leads first, N, E, S or W",
            ),
            (changed(1, "2C3C4C5C6C7C8C9C10CJCQCKC"), "line 2: N has 12 cards, not 13"),
            (changed(2, "2D3D4D5D6D7D8D9D10DJDQDKDAD2D"), "line 3: E has 14 cards, not 13"),
            (changed(3, "KHKH2H3H4H5H6H7H8H9H10HJHQH"), "line 4: KH is dealt twice, the second time to S"),
            (changed(4, "2S3S4S5S6S7S8S9S10SJSQSKSAC"), "line 5: AC is dealt twice, the second time to W"),
            (changed(4, "2S3S4S5S6S7S8S9S1SJSQSKSAS"), "line 5: the cards of W have no card at `1SJSQSKSAS`"),
            (
                changed(4, "2S 3S4S5S6S7S8S9S10SJSQSKSAS"),
                "line 5: the cards of W have no card at ` 3S4S5S6S7S8S9S10SJSQSKS`",
            ),
            (lines[..3].join("\n"), "line 4: the file ends before the cards of S"),
            (
                format!("{FILE}\n"),
                "line 6: `` is no deal: it must be a type from 1 to 7 and the seat that leads first, N, E, S or W",
            ),
            (changed(1, ""), "line 2: N has 0 cards, not 13"),
            (changed(1, "joker-redC"), "line 2: the cards of N have no card at `joker-redC`"),
        ] {
            assert_eq!(GameFile::parse(text.as_bytes()).unwrap_err().to_string(), message);
        }
        assert!(GameFile::parse(&[0xFF, 0xFE, b'\n']).is_err());
        let many = FILE.repeat(MOST_DEALS + 1);
        assert!(GameFile::parse(many.as_bytes()).unwrap_err().to_string().contains("at most 10000 deals"));
    }
}
