-- The defuse mode: players who try to win a match before their countdowns end.

CREATE TABLE runs (
    run INTEGER PRIMARY KEY,
    shard INTEGER NOT NULL,
    player INTEGER NOT NULL,
    ended_at INTEGER,
    body TEXT NOT NULL
) STRICT;

-- A player has one at a time.
CREATE UNIQUE INDEX open_runs_of_players ON runs (player) WHERE ended_at IS NULL;
