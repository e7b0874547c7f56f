-- The house: who owns which part of it, players, tables with their logs, finished matches.

CREATE TABLE shards (
    shard INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    epoch INTEGER NOT NULL
) STRICT;

CREATE TABLE players (
    player INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    phrase_hash BLOB UNIQUE,
    made_at INTEGER NOT NULL
) STRICT;

CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    shard INTEGER NOT NULL,
    game TEXT NOT NULL,
    code TEXT NOT NULL UNIQUE,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER
) STRICT;

CREATE INDEX open_tables ON tables (shard) WHERE closed_at IS NULL;

CREATE TABLE entries (
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    replay TEXT NOT NULL,
    UNIQUE (table_id, number)
) STRICT;

CREATE TABLE match_players (
    player INTEGER NOT NULL,
    match_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (player, match_id, seat)
) STRICT, WITHOUT ROWID;
