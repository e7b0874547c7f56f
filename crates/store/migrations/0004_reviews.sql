-- What the house thinks of how a seat has played a match, once somebody has asked.

CREATE TABLE reviews (
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, number, seat),
    FOREIGN KEY (table_id, number) REFERENCES matches (table_id, number)
) STRICT;
