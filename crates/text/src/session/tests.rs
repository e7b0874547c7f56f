mod seat;

use proptest::prelude::*;

use super::*;
use crate::Resume;

/// A visitor who has come in.
fn entered() -> Session {
    let mut session = Session::new("Tefuda", true);
    session.line("Ada");
    session.take_ask();
    session.news(News::Entered("Ada".to_owned()));
    session.take_output();
    session
}

fn answer(session: &mut Session, line: &str) -> String {
    session.line(line);
    session.take_output()
}

#[test]
fn a_name_that_is_refused_is_asked_for_again() {
    let mut session = Session::new("Tefuda", true);
    session.line("x".repeat(99).as_str());
    assert!(session.is_waiting());
    session.news(News::Refused("a name has 1 to 24 letters".to_owned()));
    assert!(session.take_output().ends_with("No: a name has 1 to 24 letters.\r\nYour name? "));
    assert!(!session.has_entered());
}

#[test]
fn a_match_is_ordered_step_by_step_by_numbers_or_names() {
    for answers in [["1", "2", "5", "3"], ["koikoi", "quick", "5", "club"], ["KoiKoi", "", "5", "CLUB"]] {
        let mut session = entered();
        answers.iter().for_each(|line| session.line(line));
        let Some(Ask::Open(table)) = session.take_ask() else { panic!("nothing is opened") };
        let asked = serde_json::to_value(&table).unwrap();
        assert_eq!((&asked["game"], &asked["rules"]["rounds"]), (&"koikoi".into(), &5.into()));
        assert_eq!(asked["seats"], serde_json::json!(["me", { "bot": "club" }]));
    }
}

#[test]
fn what_makes_no_sense_is_asked_for_again() {
    let mut session = entered();
    session.line("kierki");
    assert!(answer(&mut session, "japan").contains("is nothing of this: seven, full, robbers"));
    session.line("full");
    assert!(answer(&mut session, "0").contains("must have from 1 to 10000"));
    assert!(answer(&mut session, "many").contains("is no number"));
    session.line("2");
    assert!(answer(&mut session, "back").contains("How many deals?"));
    assert!(answer(&mut session, "menu").contains("What will you do?"));
    assert!(session.take_ask().is_none());
}

#[test]
fn a_code_brings_one_in_and_another_takes_one_elsewhere() {
    let mut session = Session::new("Tefuda", true);
    session.line("resume k7f3q9mx");
    let Some(Ask::Resume(Resume::Pass(pass))) = session.take_ask() else { panic!("it is a pass") };
    assert_eq!(pass.code().to_string(), "K7F3Q9MX");
    let mut session = Session::new("Tefuda", true);
    session.line("resume crane moon maple rain deer cup");
    assert!(
        matches!(session.take_ask(), Some(Ask::Resume(Resume::Phrase(phrase))) if phrase.starts_with("crane"))
    );
    let mut session = entered();
    session.line("pass");
    assert!(matches!(session.take_ask(), Some(Ask::Pass)));
    session.news(News::Pass("K7F3Q9MX".parse().unwrap()));
    assert!(!session.is_waiting() && session.take_output().contains("  K7F3Q9MX"));
}

#[test]
fn lines_wait_for_the_house() {
    let mut session = entered();
    session.line("tables");
    assert!(session.is_waiting() && matches!(session.take_ask(), Some(Ask::Tables)));
    session.news(News::Tables(Vec::new()));
    assert!(!session.is_waiting() && session.take_output().contains("There is no public table"));
}

#[test]
fn a_width_holds_and_other_widths_do_not() {
    let mut session = entered();
    assert!(answer(&mut session, "width 120").contains("up to 120 columns"));
    for width in ["", "0", "39", "401", "-1", "x", "99999999999999999999999"] {
        assert!(answer(&mut session, &format!("width {width}")).contains("takes 40 to 400"), "{width}");
    }
    assert!(answer(&mut session, "wide").contains("has not told"));
    session.typed(Typed::Columns(100), Sight::default());
    assert!(answer(&mut session, "wide").contains("up to 100 columns"));
}

#[test]
fn help_is_everywhere_and_fits() {
    let mut session = Session::new("Tefuda", true);
    let mut told = answer(&mut session, "help");
    session.news(News::Entered("Ada".to_owned()));
    told += &answer(&mut session, "?");
    session.line("kaboom");
    told += &answer(&mut session, "help");
    session.news(News::Waiting);
    told += &answer(&mut session, "help");
    session.news(News::Matched("K7F3Q9MX".parse().unwrap()));
    told += &answer(&mut session, "help");
    for help in [words::DOOR_HELP, words::MENU_HELP, words::ORDER_HELP, words::QUEUE_HELP, words::TABLE_HELP]
    {
        assert!(told.replace('\r', "").contains(help), "{help}");
        assert!(help.is_ascii() && help.lines().all(|line| line.len() <= 80), "{help}");
    }
}

/// Something that a session may hear at any time.
fn any_news() -> impl Strategy<Value = fn() -> News<'static>> {
    let news: Vec<fn() -> News<'static>> = vec![
        || News::Entered("Bash\u{14d}\u{202e}".to_owned()),
        || News::Refused("\u{1b}[2Jno".to_owned()),
        || News::Done,
        || News::Phrase("crane moon".to_owned()),
        || News::Tables(Vec::new()),
        || News::OwnTables(Vec::new()),
        || News::Waiting,
        || News::Matched("K7F3Q9MX".parse().unwrap()),
        || News::Gone("K7F3Q9MX".parse().unwrap(), "kicked".to_owned()),
        || News::Lost,
        || News::Back,
        || News::Closing,
    ];
    proptest::sample::select(news)
}

fn any_line() -> impl Strategy<Value = String> {
    let words = "1 2 3 8 back menu quit help koikoi kierki kaboom tables join watch K7F3Q9MX say bot rematch hint review log cards \
                 yaku table score unicode ascii wide width name phrase pace resume friend anyone quick expert";
    let words: Vec<&str> = words.split_whitespace().collect();
    let known = proptest::sample::select(words).prop_map(str::to_owned);
    let word = prop_oneof![4 => known, 1 => any::<String>()];
    proptest::collection::vec(word, 0..3).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn nothing_that_is_typed_or_heard_does_any_harm(
        steps in proptest::collection::vec(prop_oneof![any_line().prop_map(Ok), any_news().prop_map(Err)], 0..60),
    ) {
        let mut session = Session::new("Tefuda", true);
        let mut unicode = false;
        for step in steps {
            match step {
                Ok(line) => {
                    unicode |= line.to_lowercase().contains("unicode");
                    session.line(&line);
                }
                Err(news) => session.news(news()),
            }
            session.take_ask();
            let told = session.take_output();
            let steers = |letter: char| letter.is_control() && !matches!(letter, '\r' | '\n');
            prop_assert!(!told.chars().any(steers) && (unicode || told.is_ascii()), "{:?}", told);
            if session.has_ended() {
                break;
            }
        }
    }
}
