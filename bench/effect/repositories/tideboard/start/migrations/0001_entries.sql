CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    harbour TEXT NOT NULL,
    time TEXT NOT NULL,
    remark TEXT NOT NULL
);
