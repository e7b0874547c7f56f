// What is written by hand on the wire, as if it were derived. This is read as the other sources are, and never compiled.

/// What is played.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum GameKind {
    Koikoi,
    Kierki,
    Kaboom,
}

/// The match as its viewer may see it.
#[derive(Serialize)]
#[serde(untagged)]
enum View {
    Koikoi(koikoi::View),
    Kierki(kierki::View),
    Kaboom(kaboom::View),
}

/// What explains the rules of a game.
#[derive(Serialize)]
#[serde(untagged)]
enum GameGuide {
    Koikoi(koikoi::Guide),
    Kierki(kierki::Guide),
    Kaboom(kaboom::Guide),
}

/// What happens in a match.
#[derive(Serialize)]
#[serde(untagged)]
enum GameEvent {
    Koikoi(koikoi::Event),
    Kierki(kierki::Event),
    Kaboom(kaboom::Event),
}

/// Everything that the server says.
#[derive(Serialize)]
#[serde(untagged)]
enum Frame {
    Snapshot(wire::Snapshot),
    Update(wire::Update),
    Other(wire::Notice),
}

/// What a rating is about: matches of people alone, or those with bots.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Pool {
    People,
    Bots,
}

/// What has become of a wish.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum TicketState {
    Waiting,
    Matched,
    Crowded,
}
