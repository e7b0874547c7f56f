-- Ratings: a match says of every seat who had it and what became of it, and whether it counts; what it counts for is worked out later, once.

CREATE TABLE counted (
    -- In the order in which they were filed.
    seq INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    preset TEXT,
    -- Which ratings it counts for, if any.
    pool TEXT,
    -- Whether everybody could find its table.
    public INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    replay TEXT NOT NULL,
    UNIQUE (table_id, number)
) STRICT;

INSERT INTO counted (table_id, number, game, public, ended_at, replay)
    SELECT table_id, number, game, 0, ended_at, replay FROM matches ORDER BY rowid;

CREATE TABLE match_seats (
    seq INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    -- Nobody is both a player and a bot; who left before the end is neither in a match of the first version.
    player INTEGER,
    bot TEXT,
    score INTEGER NOT NULL,
    place INTEGER NOT NULL,
    -- The rounded ratings, once they are worked out.
    rating_before INTEGER,
    rating_after INTEGER,
    PRIMARY KEY (seq, seat)
) STRICT, WITHOUT ROWID;

-- Most points win at Koi-Koi, fewest at the other games. Bots were called 'bot (casual)' in replays.
INSERT INTO match_seats (seq, seat, player, bot, score, place)
    SELECT seq, scores.key, player,
        CASE WHEN player IS NULL AND names.value LIKE 'bot (%)' THEN substr(names.value, 6, length(names.value) - 6) END,
        scores.value,
        1 + (SELECT count(*) FROM json_each(replay, '$.scores') AS others
             WHERE CASE game WHEN 'koikoi' THEN others.value > scores.value ELSE others.value < scores.value END)
    FROM counted
        JOIN json_each(replay, '$.scores') AS scores
        LEFT JOIN json_each(replay, '$.players') AS names ON names.key = scores.key
        LEFT JOIN match_players ON match_players.table_id = counted.table_id
            AND match_players.number = counted.number AND seat = scores.key;

DROP TABLE match_players;
DROP TABLE matches;
ALTER TABLE counted RENAME TO matches;

CREATE INDEX matches_of_players ON match_seats (player, seq) WHERE player IS NOT NULL;

-- The matches that count and were not counted yet.
CREATE TABLE uncounted (
    seq INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE ratings (
    -- 0 for a bot, and '' for a player.
    player INTEGER NOT NULL,
    bot TEXT NOT NULL,
    game TEXT NOT NULL,
    pool TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    matches INTEGER NOT NULL,
    rated_at INTEGER NOT NULL,
    -- Until when it is sure enough to be in a list; 0 if it is not.
    settled_until INTEGER NOT NULL,
    PRIMARY KEY (player, bot, game, pool)
) STRICT, WITHOUT ROWID;

CREATE INDEX leaders ON ratings (game, pool, rating DESC, settled_until) WHERE settled_until > 0;
