-- The house: who owns which part of it, players with their tokens, tables with their logs, finished matches.

-- 'tefu': so that no other program's file is taken for a house.
PRAGMA application_id = 0x74656675;

CREATE TABLE shards (
    shard INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    epoch INTEGER NOT NULL
) STRICT;

CREATE TABLE players (
    player INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    phrase_hash BLOB UNIQUE,
    made_at INTEGER NOT NULL
) STRICT;

CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players,
    made_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_of_players ON tokens (player, made_at);

CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    shard INTEGER NOT NULL,
    game TEXT NOT NULL,
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
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    replay TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT;

CREATE TABLE match_players (
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    player INTEGER NOT NULL,
    PRIMARY KEY (table_id, number, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX matches_of_players ON match_players (player);
