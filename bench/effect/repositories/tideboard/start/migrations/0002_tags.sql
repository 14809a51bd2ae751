CREATE TABLE tags (
    entry INTEGER NOT NULL REFERENCES entries (id),
    tag TEXT NOT NULL,
    PRIMARY KEY (entry, tag)
);
