//! Deals that nobody chooses alone, from the commitment to what is verified in the end.

use serde_json::{Value, json};
use server::house::SeatOrder;
use wire::GameKind;
use wire::verify::{Noted, verify};

use super::common::{Client, Served, order};

/// The longest that a deal may wait: it begins only when all have given.
const WAIT: u64 = 10_000;

async fn refused(client: &mut Client, message: Value) -> Value {
    let answer = client.ask(message, "e").await;
    assert_eq!(answer["type"], "nack", "{answer}");
    answer["code"].clone()
}

/// Plays the first legal action whenever it must, and gives what the end of the match has told.
async fn play(client: &mut Client, mut scene: Value, table: &str) -> Value {
    for act in 0.. {
        if scene["must"] == true {
            let action = &scene["legal"][0];
            client.say(json!({"type": "act", "table": table, "id": act.to_string(), "action": action})).await;
        }
        let update = client.next_of("update").await;
        wire::changes::apply(&mut scene, &update["changes"]).unwrap();
        let over = update["events"].as_array().unwrap().iter().find(|event| event["table"] == "over");
        if let Some(over) = over {
            return over.clone();
        }
    }
    unreachable!("a match ends")
}

#[tokio::test]
async fn players_add_to_a_deal_and_verify_it() {
    let served = Served::start().await;
    let (aki, ben) = (served.guest("Aki").await, served.guest("Ben").await);
    let mut order = order(GameKind::KoiKoi, "quick", vec![SeatOrder::Me, SeatOrder::Open]);
    order.settings.entropy = WAIT;
    order.settings.spectators = false;
    let code = served.open(&aki, order).await;
    let table = code.to_string();
    let card = served.reception.house.table(code).unwrap();
    let (mut one, mut two) = (served.client(&aki).await, served.client(&ben).await);

    let give = |hex: &str| json!({"type": "entropy", "table": table, "hex": hex});
    assert_eq!(refused(&mut two, give("01")).await, "not-seated");
    for hex in [json!(null), json!(""), json!("0"), json!("xy"), json!("00".repeat(65)), json!(7)] {
        let message = json!({"type": "entropy", "table": table, "hex": hex});
        assert_eq!(refused(&mut one, message).await, "bad-field");
    }
    one.say(json!({"type": "watch", "table": table})).await;
    let mut scene = one.next_of("snapshot").await["scene"].clone();
    let commitment = scene["deal"]["commitment"].as_str().unwrap().to_owned();
    assert_eq!(scene["deal"], json!({"match": format!("{table}-1"), "commitment": commitment, "given": []}));
    assert_eq!(card.deal.commitment.to_string(), commitment, "it is told before anybody sits down");

    assert_eq!(one.ask(give("00112233"), "1").await["type"], "ack");
    two.say(json!({"type": "sit", "table": table, "entropy": "aaff"})).await;
    let seen = two.next_of("snapshot").await["scene"].clone();
    assert_eq!((&seen["phase"], &seen["deal"]["commitment"]), (&json!("playing"), &json!(commitment)));
    assert!(!seen.to_string().contains("00112233"), "nobody is shown what others gave");
    assert_eq!(refused(&mut two, give("01")).await, "playing");
    let returns = json!({"type": "sit", "table": table, "entropy": "01"});
    assert_eq!(two.ask(returns, "2").await["type"], "ack", "it comes too late, and harms nothing");

    one.say(json!({"type": "resync", "table": table})).await;
    scene = one.next_of("snapshot").await["scene"].clone();
    assert_eq!(scene["deal"]["given"], json!([0, 1]));
    let (first, second) = tokio::join!(play(&mut one, scene, &table), play(&mut two, seen, &table));
    assert_eq!(first, second);
    assert_eq!(first["entropy"], json!(["00112233", "aaff"]));

    let id = format!("{table}-1").parse().unwrap();
    let row = served.reception.house.finished(id).await.unwrap().unwrap();
    let replay: Value = serde_json::from_str(&row.replay).unwrap();
    assert_eq!((&replay["seed"], &replay["fair"]["secret"]), (&first["seed"], &first["secret"]));
    let noted = |hex: &str| Noted {
        commitment: Some(commitment.parse().unwrap()),
        entropy: vec![(game::Seat::FIRST, hex.parse().unwrap())],
    };
    assert!(verify(&row.replay, &noted("00112233")).unwrap().holds);
    assert!(!verify(&row.replay, &noted("00112234")).unwrap().holds);

    let next = served.reception.house.table(code).unwrap().deal;
    assert_eq!(next.number, 2);
    assert_ne!(next.commitment.to_string(), commitment);
    let again = |hex: &str| json!({"type": "rematch", "table": table, "entropy": hex});
    assert_eq!(one.ask(again("0a"), "r").await["type"], "ack");
    assert_eq!(two.ask(again("0b"), "r").await["type"], "ack");
    let card = served.reception.house.table(code).unwrap();
    assert_eq!((card.number, card.deal.commitment), (2, next.commitment));
    assert_eq!(card.deal.given.len(), 2);
}
