use std::fmt;

use arrayvec::ArrayVec;
use cards::french::{Card, Rank, Set, Suit};
use game::{Seat, Seats};
use kierki::{DealType, SEATS, letter, seats};

/// A message of either side. Its text is the line without CR LF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// The client wants this seat.
    Iam(Seat),
    /// The seat is taken; these are.
    Busy(ArrayVec<Seat, SEATS>),
    /// A deal begins.
    Deal {
        /// What costs points.
        kind: DealType,
        /// Who leads first.
        first: Seat,
        /// The client's cards.
        cards: [Card; 13],
    },
    /// From the server: asks for a card, with the cards that lie. From the client: the answer, with one card.
    Trick {
        /// Which trick, from 1.
        number: u8,
        /// The cards in the order of play.
        cards: ArrayVec<Card, 3>,
    },
    /// An answer was wrong.
    Wrong(u8),
    /// A trick was taken.
    Taken {
        /// Which trick, from 1.
        number: u8,
        /// The cards in the order of play.
        cards: [Card; SEATS],
        /// Who took it.
        taker: Seat,
    },
    /// The points of a deal.
    Score(Seats<u32>),
    /// The points of all deals so far.
    Total(Seats<u32>),
}

/// A line that is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is no message of the protocol")]
pub struct BadMessage;

impl Message {
    /// The message of a line without its CR LF. Exact: no white space, no other letters' case, nothing behind.
    pub fn parse(line: &[u8]) -> Result<Message, BadMessage> {
        Message::read(line).ok_or(BadMessage)
    }

    /// The bytes of the message with its CR LF.
    pub fn line(&self) -> Vec<u8> {
        format!("{self}\r\n").into_bytes()
    }

    fn read(line: &[u8]) -> Option<Message> {
        let (word, rest) = words().find_map(|word| Some((word, line.strip_prefix(word.as_bytes())?)))?;
        match word {
            "IAM" => whole(rest, seat).map(Message::Iam),
            "BUSY" => busy(rest),
            "DEAL" => deal(rest),
            "TRICK" => numbers(rest).find_map(|(number, rest)| {
                Some(Message::Trick { number, cards: whole(rest, |rest| Some(cards(rest, 3)))? })
            }),
            "WRONG" => {
                numbers(rest).find_map(|(number, rest)| rest.is_empty().then_some(Message::Wrong(number)))
            }
            "TAKEN" => numbers(rest).find_map(|(number, rest)| taken(number, rest)),
            "SCORE" => scores(rest).map(Message::Score),
            "TOTAL" => scores(rest).map(Message::Total),
            _ => None,
        }
    }
}

fn words() -> impl Iterator<Item = &'static str> {
    ["IAM", "BUSY", "DEAL", "TRICK", "WRONG", "TAKEN", "SCORE", "TOTAL"].into_iter()
}

/// What `read` makes of all the bytes; `None` if it leaves some.
fn whole<T>(bytes: &[u8], read: impl FnOnce(&[u8]) -> Option<(T, &[u8])>) -> Option<T> {
    let (item, rest) = read(bytes)?;
    rest.is_empty().then_some(item)
}

fn seat(bytes: &[u8]) -> Option<(Seat, &[u8])> {
    let (first, rest) = bytes.split_first()?;
    Some((kierki::seat(char::from(*first))?, rest))
}

fn card(bytes: &[u8]) -> Option<(Card, &[u8])> {
    let (rank, rest) = match bytes {
        [b'1', b'0', rest @ ..] => (Rank::new(10), rest),
        [digit @ b'2'..=b'9', rest @ ..] => (Rank::new(digit - b'0'), rest),
        [b'J', rest @ ..] => (Some(Rank::JACK), rest),
        [b'Q', rest @ ..] => (Some(Rank::QUEEN), rest),
        [b'K', rest @ ..] => (Some(Rank::KING), rest),
        [b'A', rest @ ..] => (Some(Rank::ACE), rest),
        _ => return None,
    };
    let (letter, rest) = rest.split_first()?;
    let suit = Suit::ALL.into_iter().find(|suit| suit.letter() == char::from(*letter))?;
    Some((Card::new(suit, rank?), rest))
}

/// As many different cards as there are, up to `most`.
fn cards<const N: usize>(mut bytes: &[u8], most: usize) -> (ArrayVec<Card, N>, &[u8]) {
    let (mut found, mut seen) = (ArrayVec::new(), Set::EMPTY);
    while found.len() < most.min(N)
        && let Some((card, rest)) = card(bytes)
        && !seen.contains(card)
    {
        found.push(card);
        seen.insert(card);
        bytes = rest;
    }
    (found, bytes)
}

fn just<const N: usize>(bytes: &[u8]) -> Option<([Card; N], &[u8])> {
    let (cards, rest) = cards::<N>(bytes, N);
    Some((cards.into_inner().ok()?, rest))
}

/// The trick numbers that the bytes may begin with, each with the rest: `1310C` begins with 1 and with 13, and only what follows
/// tells which one it is.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    (1..=2).filter_map(|digits| {
        let (number, rest) = bytes.split_at_checked(digits)?;
        let number: u8 = match number {
            [digit @ b'1'..=b'9'] => digit - b'0',
            [b'1', digit @ b'0'..=b'3'] => 10 + digit - b'0',
            _ => return None,
        };
        Some((number, rest))
    })
}

fn busy(mut bytes: &[u8]) -> Option<Message> {
    let mut taken = ArrayVec::new();
    while let Some((seat, rest)) = seat(bytes) {
        if taken.contains(&seat) {
            return None;
        }
        taken.push(seat);
        bytes = rest;
    }
    (bytes.is_empty() && !taken.is_empty()).then_some(Message::Busy(taken))
}

fn deal(bytes: &[u8]) -> Option<Message> {
    let (digit, rest) = bytes.split_first()?;
    let kind = DealType::new(digit.checked_sub(b'0')?)?;
    let (first, rest) = seat(rest)?;
    Some(Message::Deal { kind, first, cards: whole(rest, just)? })
}

fn taken(number: u8, bytes: &[u8]) -> Option<Message> {
    let (cards, rest) = just(bytes)?;
    Some(Message::Taken { number, cards, taker: whole(rest, seat)? })
}

/// Every seat once, in any order, with a number of at most nine digits.
fn scores(mut bytes: &[u8]) -> Option<Seats<u32>> {
    let mut scores = [None; SEATS];
    while let Some((seat, rest)) = seat(bytes) {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !(1..=9).contains(&digits) {
            return None;
        }
        let (digits, rest) = rest.split_at(digits);
        let points = digits.iter().fold(0, |points, digit| 10 * points + u32::from(digit - b'0'));
        if scores[seat.index()].replace(points).is_some() {
            return None;
        }
        bytes = rest;
    }
    let [north, east, south, west] = scores;
    bytes.is_empty().then_some([north?, east?, south?, west?].into())
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, cards: &[Card]| {
            cards.iter().try_for_each(|card| write!(f, "{card}"))
        };
        let points = |f: &mut fmt::Formatter<'_>, scores: &Seats<u32>| {
            seats::all().try_for_each(|seat| write!(f, "{}{}", letter(seat), scores[seat]))
        };
        match self {
            Message::Iam(seat) => write!(f, "IAM{}", letter(*seat)),
            Message::Busy(taken) => {
                f.write_str("BUSY")?;
                taken.iter().try_for_each(|seat| write!(f, "{}", letter(*seat)))
            }
            Message::Deal { kind, first, cards } => {
                write!(f, "DEAL{}{}", kind.number(), letter(*first))?;
                list(f, cards)
            }
            Message::Trick { number, cards } => {
                write!(f, "TRICK{number}")?;
                list(f, cards)
            }
            Message::Wrong(number) => write!(f, "WRONG{number}"),
            Message::Taken { number, cards, taker } => {
                write!(f, "TAKEN{number}")?;
                list(f, cards)?;
                write!(f, "{}", letter(*taker))
            }
            Message::Score(scores) => {
                f.write_str("SCORE")?;
                points(f, scores)
            }
            Message::Total(scores) => {
                f.write_str("TOTAL")?;
                points(f, scores)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_parse_and_print_back() {
        for text in [
            "IAMN",
            "IAMW",
            "BUSYN",
            "BUSYNESW",
            "DEAL1N2C3C4C5C6C7C8C9C10CJCQCKCAC",
            "DEAL7W10C10D10H10SJCQCKCACJDQDKDAD2H",
            "TRICK1",
            "TRICK13",
            "TRICK11",
            "TRICK110C",
            "TRICK1110C",
            "TRICK12C",
            "TRICK122C",
            "TRICK1310C",
            "TRICK13C",
            "TRICK910CJCAS",
            "WRONG1",
            "WRONG13",
            "TAKEN12C3C4C5CN",
            "TAKEN1010C10D10H10SS",
            "TAKEN110C10D10H10SS",
            "SCOREN0E13S0W0",
            "TOTALN1E2S3W999999999",
        ] {
            assert_eq!(
                Message::parse(text.as_bytes()).map(|message| message.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn the_number_is_read_the_one_way_that_fits() {
        let trick = |text: &str| match Message::parse(text.as_bytes()) {
            Ok(Message::Trick { number, cards }) => {
                (number, cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" "))
            }
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(trick("TRICK110C"), (1, "10C".into()));
        assert_eq!(trick("TRICK1110C"), (11, "10C".into()));
        assert_eq!(trick("TRICK12C"), (1, "2C".into()));
        assert_eq!(trick("TRICK122C"), (12, "2C".into()));
        assert_eq!(trick("TRICK13C"), (1, "3C".into()));
        assert_eq!(trick("TRICK1010C10D10H"), (10, "10C 10D 10H".into()));
    }

    #[test]
    fn scores_come_in_any_order_and_are_written_in_one() {
        let message = Message::parse(b"SCOREW4S03E2N1").unwrap();
        assert_eq!(message.to_string(), "SCOREN1E2S3W4");
    }

    #[test]
    fn other_lines_are_refused() {
        let long = "IAMN".repeat(60);
        for text in [
            "",
            "IAM",
            "IAMX",
            "IAMn",
            "iamN",
            "IAMNE",
            " IAMN",
            "IAMN ",
            "IAMN\0",
            "IAMN\r",
            "BUSY",
            "BUSYNN",
            "BUSYX",
            "DEAL",
            "DEAL0N2C3C4C5C6C7C8C9C10CJCQCKCAC",
            "DEAL8N2C3C4C5C6C7C8C9C10CJCQCKCAC",
            "DEAL1N2C3C4C5C6C7C8C9C10CJCQCKC",
            "DEAL1N2C3C4C5C6C7C8C9C10CJCQCKCAC2D",
            "DEAL1N2C2C4C5C6C7C8C9C10CJCQCKCAC",
            "DEAL1X2C3C4C5C6C7C8C9C10CJCQCKCAC",
            "TRICK",
            "TRICK0",
            "TRICK00",
            "TRICK01",
            "TRICK012C",
            "TRICK14",
            "TRICK142C",
            "TRICK1 2C",
            "TRICK1X",
            "TRICK11C",
            "TRICK12C2C",
            "TRICK12C3C4C5C",
            "TRICK1joker-red",
            "TRICK-1",
            "TRICK+1",
            "WRONG",
            "WRONG0",
            "WRONG14",
            "WRONG1N",
            "TAKEN12C3C4CN",
            "TAKEN12C3C4C5C",
            "TAKEN12C3C4C5CX",
            "TAKEN12C3C4C5CNN",
            "TAKEN02C3C4C5CN",
            "TAKEN12C2C4C5CN",
            "SCORE",
            "SCOREN1E2S3",
            "SCOREN1E2S3W",
            "SCOREN1E2S3N4",
            "SCOREN1E2S3W4N5",
            "SCOREN-1E2S3W4",
            "SCOREN1E2S3W1234567890",
            "TOTALN1E2S3W4 ",
            "HELLO",
            &long,
        ] {
            assert_eq!(Message::parse(text.as_bytes()), Err(BadMessage), "{text:?}");
        }
        assert_eq!(Message::parse(&[0xFF; 40]), Err(BadMessage));
    }
}
