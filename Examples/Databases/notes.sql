-- The data that `articles.json` asks about: notes in trees, memos that may or may not belong to one, accounts with
-- purchases and profiles, users with billing, people, books. It has NULL wherever a column allows it. SQLite and
-- PostgreSQL both read this file.

CREATE TABLE note (
    id INTEGER PRIMARY KEY,
    name TEXT,
    text TEXT,
    "creationDate" TIMESTAMP NOT NULL,
    "numberOfViews" INTEGER NOT NULL,
    parent_id INTEGER REFERENCES note (id)
);
INSERT INTO note VALUES
    (1, 'root', 'Hello, World!', '2024-01-01 00:00:00', 150, NULL),
    (2, 'fat', 'Hello there', '2024-02-01 00:00:00', 90, 1),
    (3, 'fatbob', 'say hello', '2024-03-01 00:00:00', 200, 1),
    (4, NULL, NULL, '2024-04-01 00:00:00', 0, 2),
    (5, 'Root', 'HELLO, world', '2024-05-01 00:00:00', 300, NULL),
    (6, 'Éclair', 'héllo', '2024-06-01 00:00:00', 120, 3),
    (7, '', '', '2025-01-01 00:00:00', 400, NULL);
CREATE INDEX "noteByParent" ON note (parent_id);

CREATE TABLE tags (
    note_id INTEGER NOT NULL REFERENCES note (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (note_id, position)
);
INSERT INTO tags VALUES
    (1, 0, 'To Do'), (1, 1, 'work'), (1, 2, 'To Do later'),
    (2, 0, 'home'),
    (3, 0, 'work'), (3, 1, 'To Do');

CREATE TABLE item (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    note_id INTEGER REFERENCES note (id)
);
INSERT INTO item VALUES
    (1, 'alpha', 1), (2, 'beta', 2), (3, 'gamma', 3), (4, 'delta', 4), (5, 'epsilon', NULL), (6, 'zeta', 5),
    (7, 'eta', 6);

CREATE TABLE "itemData" (
    id INTEGER PRIMARY KEY,
    item_id INTEGER REFERENCES item (id)
);
INSERT INTO "itemData" VALUES (1, 1), (2, 2), (3, 4), (4, NULL), (5, 5);

CREATE TABLE memo (
    id INTEGER PRIMARY KEY,
    content TEXT,
    star BOOLEAN NOT NULL,
    "hasImages" BOOLEAN NOT NULL,
    "itemData_id" INTEGER REFERENCES "itemData" (id)
);
INSERT INTO memo VALUES
    (1, 'Buy milk', TRUE, FALSE, 1),
    (2, 'fat cats', FALSE, TRUE, 2),
    (3, NULL, TRUE, TRUE, 3),
    (4, 'Fatigue', FALSE, FALSE, NULL),
    (5, '', FALSE, TRUE, 4),
    (6, 'crème', TRUE, FALSE, 5),
    (7, 'milk and FAT', FALSE, FALSE, 2),
    (8, NULL, FALSE, FALSE, NULL);

CREATE TABLE assets (
    id INTEGER PRIMARY KEY,
    memo_id INTEGER REFERENCES memo (id),
    kind TEXT,
    bytes INTEGER NOT NULL
);
INSERT INTO assets VALUES
    (1, 1, 'image', 100), (2, 1, 'audio', 2000), (3, 3, 'image', 50), (4, NULL, 'image', 10), (5, 7, NULL, 300),
    (6, 2, 'image', 2500);
CREATE INDEX "assetsByMemo" ON assets (memo_id);

CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    name TEXT
);
INSERT INTO account VALUES (1, 'Account A'), (2, 'Account B'), (3, 'Other'), (4, NULL);

CREATE TABLE purchases (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES account (id),
    amount DOUBLE PRECISION NOT NULL
);
INSERT INTO purchases VALUES
    (1, 1, 100), (2, 1, 140), (3, 2, 98.5), (4, 2, 110.5), (5, 2, 20), (6, 4, 1999.5), (7, 4, 300);

CREATE TABLE profiles (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES account (id),
    name TEXT,
    "creationDate" TEXT
);
INSERT INTO profiles VALUES
    (1, 1, 'John Doe', '2024-01-01'), (2, 1, 'Jane Doe', '2024-01-01'), (3, 2, 'John', '2024-02-01'),
    (4, 3, NULL, NULL);

CREATE TABLE "billingInfo" (
    id INTEGER PRIMARY KEY,
    "accountType" TEXT NOT NULL
);
INSERT INTO "billingInfo" VALUES (1, 'Pro'), (2, 'Free'), (3, 'Pro');

CREATE TABLE payments (
    id INTEGER PRIMARY KEY,
    "billingInfo_id" INTEGER NOT NULL REFERENCES "billingInfo" (id),
    amount DOUBLE PRECISION NOT NULL
);
INSERT INTO payments VALUES (1, 1, 90), (2, 1, 150), (3, 2, 50);

CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    "billingInfo_id" INTEGER REFERENCES "billingInfo" (id)
);
INSERT INTO users VALUES (1, 'ann', 1), (2, 'bob', 2), (3, 'cy', NULL), (4, 'dee', 3);

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT,
    age INTEGER
);
INSERT INTO people VALUES (1, 'fat', 50), (2, 'fat', 9), (3, 'bob', 9), (4, NULL, 5), (5, 'fat', NULL), (6, 'fat', 100);

CREATE TABLE books (
    id INTEGER PRIMARY KEY,
    title TEXT,
    pages INTEGER NOT NULL
);
INSERT INTO books VALUES
    (1, 'Swift Basics', 100), (2, 'Rust', 200), (3, 'Swift in Depth', 400), (4, 'Tiny Swift', 40), (5, 'Haiku', 50),
    (6, NULL, 350);
