#if SQLite
import Foundation
import PredicateSQLite
import PredicateTesting

/// A folder with a database that its statements make.
struct TestDatabase {
    let folder: TemporaryFolder
    let path: String

    init(_ statements: String, name: String = "test.sqlite") throws {
        folder = try TemporaryFolder()
        path = folder.path(name)
        try SQLiteConnection(writing: path).execute(statements)
    }

    /// The address of a table.
    func address(_ table: String) -> String { "sqlite:\(path)#\(table)" }

    /// A message with the folder left out.
    func plain(_ text: String) -> String { text.replacingOccurrences(of: folder.url.path + "/", with: "") }
}

/// Teams and players, with a player without a team and values at the edges.
let teamsAndPlayers = """
    BEGIN;
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, captain_id INTEGER REFERENCES player(id));
    CREATE TABLE player (
      id INTEGER PRIMARY KEY, name TEXT, score INTEGER, weight REAL, active BOOLEAN, born DATE,
      team_id INTEGER REFERENCES team(id), tags JSON, key UUID, image BLOB);
    INSERT INTO team VALUES (1, 'reds', 1), (2, 'blues', NULL), (3, 'empty', NULL);
    INSERT INTO player VALUES
      (1, 'Ann', 12, 1.5, 1, '2000-01-02 03:04:05.678', 1, '["a","b"]', 'e621e1f8-c36c-495a-93fc-0c247a3e6e5f', x'00ff'),
      (2, 'Bob', 5, 2, 0, NULL, 2, NULL, NULL, NULL),
      (3, 'Ärger', 30, 9e999, NULL, '2001-01-01', NULL, '{"x":1.50}', x'e621e1f8c36c495a93fc0c247a3e6e5f', x''),
      (4, NULL, 'many', -0.5, 7, 'soon', 1, 'no JSON', 'x', 'text');
    COMMIT;

    """
#endif
