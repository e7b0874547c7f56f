//! Logs are read as they were written, now and later.

use bots::Level;
use game::{Ruleset as _, Seat, Seed};
use kaboom::Kaboom;
use koikoi::KoiKoi;
use proptest::prelude::*;
use table::{ActionId, By, Entry, Fact, Line, Occupant, Phrase, PlayerId, Settings, Table, Why};
use wire::log::{BadFact, read, write};

/// Lines as the first version wrote them: they must be read for ever.
const LINES: &[&str] = &[
    r#"{"fact":"sat","seat":1,"occupant":{"player":18446744073709551615}}"#,
    r#"{"fact":"sat","seat":1,"occupant":{"bot":"club"}}"#,
    r#"{"fact":"left","seat":0}"#,
    r#"{"fact":"returned","seat":0}"#,
    r#"{"fact":"kicked","seat":1}"#,
    r#"{"fact":"stood-in","seat":1,"level":"club"}"#,
    r#"{"fact":"dealt"}"#,
    r#"{"fact":"acted","seat":0,"action":"flip 1.3 @17","by":{"player":"m-17"}}"#,
    r#"{"fact":"acted","seat":0,"action":"draw","by":"clock"}"#,
    r#"{"fact":"acted","seat":0,"action":"ready","by":"bot"}"#,
    r#"{"fact":"paused","why":"owner"}"#,
    r#"{"fact":"paused","why":"absence"}"#,
    r#"{"fact":"resumed"}"#,
    r#"{"fact":"said","player":7,"line":{"text":"手札"}}"#,
    r#"{"fact":"said","player":7,"line":{"phrase":"good-luck"}}"#,
    r#"{"fact":"offered","seat":5}"#,
    r#"{"fact":"broken-off","seat":1,"cut":"countdown"}"#,
    r#"{"fact":"reopened"}"#,
    r#"{"fact":"gave","seat":1,"entropy":"00ff"}"#,
    concat!(
        r#"{"fact":"opened","owner":7,"settings":{"rules":{"seats":6,"rounds":1,"until_score":0,"turn_limit":30,"#,
        r#""flip_penalty":1,"one_wrong_flip_per_discard":true,"lock_caller":false,"caller_wins_ties":true,"memory_aid":false},"#,
        r#""clock":{"kind":"match","initial":600000,"increment":5000},"absence":{"grace":30000,"then":"stand-in","level":"casual"},"#,
        r#""spectators":true,"visibility":"private","pace":600,"window":20000},"seats":["open",{"player":7}],"#,
        r#""secret":"0000000000000000000000000000000000000000000000000000000000000102"}"#
    ),
    concat!(
        r#"{"fact":"noted","owner":7,"settings":{"rules":{"seats":6,"rounds":1,"until_score":0,"turn_limit":30,"#,
        r#""flip_penalty":1,"one_wrong_flip_per_discard":true,"lock_caller":false,"caller_wins_ties":true,"memory_aid":false},"#,
        r#""clock":{"kind":"none"},"absence":{"grace":30000,"then":"pause"},"#,
        r#""spectators":true,"visibility":"private","pace":600,"window":20000},"#,
        r#""secret":"0000000000000000000000000000000000000000000000000000000000000102","note":{"opened_at":1000,"number":2,"#,
        r#""dealt_at":5000,"played":[[6000,0,"ready"],[6001,1,"ready"]],"paused":"owner","broken_off":[1,"left"],"seats":["#,
        r#"{"occupant":{"player":7},"left":false,"stand_in":null,"offers":false,"player":{"player":7},"gave":"00ff","gives":null,"#,
        r#""clock":{"bank":0,"spent":20,"runs":{"turn":6001}},"turns":3,"version":31,"first":0,"done":[["m-17","ready",30]]},"#,
        r#"{"occupant":{"player":8},"left":true,"stand_in":"club","offers":false,"player":{"bot":"casual"},"gave":null,"gives":"01","#,
        r#""clock":{"bank":0,"spent":0,"runs":"no"},"turns":2,"version":30,"first":12,"done":[]}],"version":29,"#,
        r#""chat":[[7,{"phrase":"hello"}]],"kicked":[9]}}"#
    ),
];

/// What has come to a table's settings since, as a table without it has it.
const SETTINGS_SINCE: &str = r#""window":20000,"rated":false,"delay":0,"entropy":0,"hints":false}"#;

#[test]
fn the_first_lines_are_read_for_ever() {
    for line in LINES {
        let today = line.replace(r#""window":20000}"#, SETTINGS_SINCE);
        assert_eq!(write(&read::<Kaboom>(line).unwrap()), today);
        let with_more = format!(r#"{{"new":[{{}}],{}"#, &line[1..]);
        assert_eq!(write(&read::<Kaboom>(&with_more).unwrap()), today, "what is not known is ignored");
    }
}

#[test]
fn what_is_no_fact_is_refused_and_not_repeated() {
    let secret = r#"{"fact":"opened","owner":7,"settings":{"rules":"s3cret"},"seats":[],"secret":"s3cret"}"#;
    for (line, why) in [
        ("", BadFact::Form),
        ("{}", BadFact::Form),
        ("[]", BadFact::Form),
        (r#"{"fact":"flew"}"#, BadFact::Form),
        (r#"{"fact":"left","seat":6}"#, BadFact::Form),
        (r#"{"fact":"acted","seat":0,"action":"flip 1.3 @17","by":"bot"}"#, BadFact::Action),
        (secret, BadFact::Form),
        (r#"{"fact":"gave","seat":1,"entropy":""}"#, BadFact::Form),
        (r#"{"fact":"gave","seat":1,"entropy":"s3cret"}"#, BadFact::Form),
    ] {
        assert_eq!(read::<KoiKoi>(line).err(), Some(why), "{line}");
        assert!(!why.to_string().contains("s3cret") && !why.code().is_empty());
    }
    let rules = koikoi::Rules::preset("japan").unwrap();
    let opened = Fact::<KoiKoi>::Opened {
        owner: PlayerId(1),
        settings: Settings::new(rules),
        seats: [Occupant::Open, Occupant::Open].into(),
        secret: Seed::from(1),
    };
    let line = write(&opened);
    assert_eq!(read::<KoiKoi>(&line.replace("0001\"", "000x\"")).err(), Some(BadFact::Secret));
    assert_eq!(write(&read::<KoiKoi>(&line).unwrap()), line);
}

/// A note that says what cannot be is read, but leads to no table.
#[test]
fn a_note_leads_to_a_table_or_to_none() {
    let line = LINES.last().unwrap();
    let table = |line: &str| Table::rebuild([Entry { at: 7_000, fact: read::<Kaboom>(line).unwrap() }]);
    let back = table(line).unwrap();
    assert_eq!((back.game().unwrap().1, back.record().actions.len(), back.times()), (2, 2, vec![1000, 1001]));
    assert!(table(&line.replace("[6001,1,", "[6001,5,")).is_none(), "no such seat");
    assert!(table(&line.replace("[6001,1,", "[6001,0,")).is_none(), "against the rules");
    let misread = line.replace("[6001,1,\"ready\"]", "[6001,1,\"s3cret\"]");
    assert_eq!(read::<Kaboom>(&misread).err(), Some(BadFact::Form));
}

fn entry() -> impl Strategy<Value = Entry<KoiKoi>> {
    let entry = |fact| Entry { at: 0, fact };
    let seat = || (0..6_usize).prop_map(|index| Seat::new(index).unwrap());
    let occupant = prop_oneof![
        Just(Occupant::Open),
        any::<u64>().prop_map(|player| Occupant::Player(PlayerId(player))),
        prop::sample::select(&Level::ALL[..]).prop_map(Occupant::Bot),
    ];
    let by = prop_oneof![
        Just(By::Clock),
        Just(By::Bot),
        "[ -~]{1,64}".prop_map(|id| By::Player(ActionId(id.into())))
    ];
    let line = prop_oneof![".{0,200}".prop_map(Line::Text), Just(Line::Phrase(Phrase::Oops))];
    let action = prop::sample::select(vec!["play 1-crane", "choose 9-cup", "koikoi", "stop"]);
    prop_oneof![
        (seat(), occupant).prop_map(move |(seat, occupant)| entry(Fact::Sat { seat, occupant })),
        (seat(), action, by).prop_map(move |(seat, action, by)| {
            entry(Fact::Acted { seat, action: action.parse().unwrap(), by })
        }),
        (any::<u64>(), line)
            .prop_map(move |(player, line)| entry(Fact::Said { player: PlayerId(player), line })),
        prop_oneof![Just(Why::Owner), Just(Why::Absence)].prop_map(move |why| entry(Fact::Paused(why))),
    ]
}

proptest! {
    #[test]
    fn facts_come_back_as_they_were(entry in entry()) {
        let line = write(&entry.fact);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(write(&read::<KoiKoi>(&line).unwrap()), line);
    }

    #[test]
    fn nothing_is_a_danger(entry in entry(), cut in 0..80_usize, noise in ".{0,20}") {
        let line: String = write(&entry.fact).chars().take(cut).collect();
        let _ = read::<KoiKoi>(&line);
        let _ = read::<KoiKoi>(&(line + &noise));
        let _ = read::<KoiKoi>(&noise);
    }
}
