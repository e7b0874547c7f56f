-- Which tokens came by a pass: they go first when a player has too many.

ALTER TABLE tokens ADD COLUMN by_pass INTEGER NOT NULL DEFAULT 0;
