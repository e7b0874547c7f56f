-- What was written last, of all tables, in the order of writing: a commit of many tables' entries is a few pages in a row. What is still
-- needed when it is old moves to `entries`, where each table's log lies together.

CREATE TABLE journal (
    place INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;

-- What of the journal is not needed any more: a table's rows up to a place, and its entries before another.
CREATE TABLE forgotten (
    table_id INTEGER PRIMARY KEY,
    up_to INTEGER NOT NULL,
    before INTEGER NOT NULL,
    -- The last place of the journal then: later ones are not meant.
    said_at INTEGER NOT NULL
) STRICT;

-- What is still needed.
CREATE VIEW fresh AS
    SELECT place, table_id, seq, at, body FROM journal LEFT JOIN forgotten USING (table_id)
    WHERE up_to IS NULL OR place > up_to AND seq >= before;
