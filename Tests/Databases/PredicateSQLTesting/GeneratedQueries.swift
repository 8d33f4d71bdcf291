import PredicatePlatform
import PredicateSQL
import PredicateTesting

/// Random tables with a link, and random queries over them, for a database that does parts of a query itself.
///
/// Values are few, so that keys are equal and groups have several rows, and they are those at which orders differ.
package struct GeneratedQueries: Sendable {
    /// What the primary key of the table `item` is.
    package enum Key: Int, CaseIterable, Sendable {
        case integer, text, composite, uuid
    }

    /// A query: options of `predicate filter`, without the predicate.
    package struct Query: Sendable, CustomStringConvertible {
        package var predicate = "TRUEPREDICATE"
        package var sort: String?
        package var select: String?
        package var groupBy: String?
        package var aggregate: String?
        package var having: String?
        package var isDistinct = false
        package var offset = 0
        package var limit: Int?

        /// The query as arguments of the command.
        package var arguments: [String] {
            var arguments = ["--no-warnings", predicate]
            for (name, text) in [
                ("--sort", sort), ("--select", select), ("--group-by", groupBy), ("--aggregate", aggregate),
                ("--having", having),
            ] {
                if let text { arguments += [name, text] }
            }
            if isDistinct { arguments.append("--distinct") }
            if offset > 0 { arguments += ["--offset", String(offset)] }
            if let limit { arguments += ["--limit", String(limit)] }
            return arguments
        }

        package var description: String { arguments.joined(separator: " ") }
    }

    private let dialect: SQLDialect
    private let isStrict: Bool
    private let key: Key
    private let seed: UInt64
    private var random: SeededRandom

    package init(seed: UInt64, dialect: SQLDialect, isStrict: Bool = true) {
        self.dialect = dialect
        self.isStrict = isStrict
        self.seed = seed
        random = SeededRandom(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 7)
        // SQLite has no type for UUIDs, and text of any case has no order in SQL.
        key = Key.allCases[Int(seed % UInt64(dialect == .sqlite ? 3 : 4))]
    }

    // MARK: Tables

    /// The statements that make and fill the tables `team` and `item`. For some seeds one of them, or both, are empty.
    package mutating func statements() -> [String] {
        statements(items: seed % 5 == 4 ? 0 : 40, teams: seed % 5 == 3 || seed % 10 == 9 ? 0 : 4)
    }

    private mutating func statements(items count: Int, teams: Int) -> [String] {
        let isServer = dialect != .sqlite
        let (whole, double) = isServer ? ("int8", "float8") : ("INTEGER", "REAL")
        let strict = !isServer && isStrict ? " STRICT" : ""
        let flag = strict.isEmpty ? "BOOLEAN" : "INTEGER"
        let folded = isServer ? "text" : "TEXT COLLATE NOCASE"
        var columns = [
            "i \(whole)", "j \(whole) NOT NULL", "r \(double)", "s \(double) NOT NULL", "t TEXT", "u TEXT NOT NULL",
            "n \(folded)", "f \(flag)", "team_id \(whole) REFERENCES team(id)",
        ]
        if isServer {
            columns += [
                "d timestamptz", "e date", "z timestamp", "m numeric(12,2)", "h int2", "q float4", "c char(4)",
                "x uuid", "b bytea",
            ]
        } else {
            columns += ["b BLOB"]
        }
        switch key {
        case .integer: columns.append("id \(whole) PRIMARY KEY")
        case .text: columns.append("id TEXT NOT NULL PRIMARY KEY")
        case .uuid: columns.append("id uuid PRIMARY KEY")
        case .composite: columns += ["id TEXT NOT NULL", "k \(whole) NOT NULL", "PRIMARY KEY (id, k)"]
        }
        var statements = [
            "CREATE TABLE team (id \(whole) PRIMARY KEY, name TEXT, rank \(whole), score \(double))\(strict)",
            "CREATE TABLE item (\(columns.joined(separator: ", ")))\(strict)",
        ]
        for id in 1..<(teams + 1) {
            let row: [SQLValue] = [.integer(Int64(id)), text(), integer(), real()]
            statements.append("INSERT INTO team VALUES (\(row.map { literal($0) }.joined(separator: ", ")))")
        }
        let isOdd = !isServer && !isStrict && random.below(3) == 0
        let hasInfinity = random.below(3) == 0
        for number in 0..<count {
            var row: [SQLValue] = [
                orNull(integer()), integer(), orNull(real(hasInfinity: hasInfinity)), real(), orNull(text()), text(),
                orNull(text()), orNull(boolean),
                teams == 0 || random.below(4) == 0 ? .null : .integer(Int64(random.below(teams) + 1)),
            ]
            if isServer {
                row += [
                    orNull(instant(hasInfinity)), orNull(day), orNull(instant(hasInfinity)),
                    orNull(.numeric(random.pick(["0", "1.50", "-2.25", "1.5", "9999999999.99"]))),
                    orNull(.integer(Int64(random.below(4)))), orNull(.real(Double(random.below(4)) / 4)),
                    orNull(.text(random.pick(["a", "B", "b ", "é"]))), orNull(uuid(random.below(3))),
                    orNull(.blob(random.pick(GeneratedTables.blobs))),
                ]
            } else {
                row.append(orNull(.blob(random.pick(GeneratedTables.blobs))))
            }
            // Neither is changed by the affinity of a column.
            if isOdd, random.below(6) == 0 { row[random.below(8)] = random.pick([.text("abc"), .blob([0x61])]) }
            switch key {
            case .integer: row.append(.integer(Int64(count - number) * 3))
            case .text: row.append(.text(random.pick(GeneratedTables.texts) + "\((number * 7) % count)"))
            case .uuid: row.append(uuid((number * 7919) % 251, number))
            case .composite: row += [.text(random.pick(["a", "B", "é"])), .integer(Int64(number * 7 % count))]
            }
            let values = row.map { literal($0) }
            statements.append("INSERT INTO item VALUES (\(values.joined(separator: ", ")))")
        }
        return statements
    }

    /// A value as it is inserted. Constants of predicates are never infinite.
    private func literal(_ value: SQLValue) -> String {
        guard case .real(let double) = value, double.isInfinite else { return dialect.literal(value) }
        let sign = double < 0 ? "-" : ""
        return dialect == .sqlite ? sign + "9e999" : "'\(sign)Infinity'"
    }

    private mutating func orNull(_ value: SQLValue) -> SQLValue { random.below(5) == 0 ? .null : value }

    private mutating func integer() -> SQLValue {
        .integer(random.below(8) == 0 ? random.pick(GeneratedTables.integers) : Int64(random.below(5) - 1))
    }

    private mutating func real(hasInfinity: Bool = false) -> SQLValue {
        if hasInfinity, random.below(10) == 0 { return .real(random.pick([.infinity, -.infinity])) }
        if random.below(12) == 0 { return .real(random.pick(GeneratedTables.doubles)) }
        return .real(Double(random.below(5)) / 2 - 1)
    }

    private mutating func text() -> SQLValue {
        .text(random.pick(["a", "A", "b", "é", "e\u{301}", "ß", "SS", "", "日本", "😀", "\u{E000}", "a b", "Z"]))
    }

    private var boolean: SQLValue {
        mutating get {
            let flag = random.below(2) == 0
            return dialect == .sqlite ? .integer(flag ? 1 : 0) : .boolean(flag)
        }
    }

    private mutating func instant(_ hasInfinity: Bool) -> SQLValue {
        // The last two are one instant when they are read: a double has no microseconds there.
        let far: [Int64] = hasInfinity ? [200_000_000_000_000_000, 200_000_000_000_000_001] : []
        return .timestamp(
            microseconds: random.pick([0, 1, 1_700_000_000_123_456, 1_700_000_000_123_457, -86_400_000_000] + far))
    }

    private var day: SQLValue {
        mutating get { .text(random.pick(["2001-01-01", "1970-01-01", "2024-02-29", "0044-03-15 BC"])) }
    }

    private func uuid(_ first: Int, _ second: Int = 0) -> SQLValue {
        .uuid(
            UUID(
                uuid: (
                    UInt8(truncatingIfNeeded: first), 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0,
                    UInt8(truncatingIfNeeded: second >> 8), UInt8(truncatingIfNeeded: second)
                )))
    }

    // MARK: Queries

    /// A query.
    package mutating func query() -> Query {
        var query = Query()
        query.predicate = random.pick([
            "TRUEPREDICATE", "TRUEPREDICATE", "j > 0", "j <= 1", "u >= 'a'", "team.rank >= 0", "t == nil OR r > -1",
            "NOT (f == YES)", "u MATCHES 'a(?!c).*'", "FALSEPREDICATE", "team.name != 'a' AND s < 2",
        ])
        if random.below(2) == 0 {
            query.offset = random.below(3) == 0 ? random.below(5) : 0
            query.limit = random.below(12)
        } else if random.below(4) == 0 {
            query.offset = random.below(5)
        }
        switch random.below(5) {
        case 0, 1: query.sort = list(sorts, 1 + random.below(3))
        case 2:
            query.isDistinct = true
            query.select = list(fields, 1 + random.below(2))
            if random.below(4) == 0 { query.sort = list(sorts, 1) }
            return query
        default:
            makeGroups(&query)
            return query
        }
        if random.below(2) == 0 { query.select = list(fields + ["x = i * 2", "y = team.score"], 1 + random.below(3)) }
        return query
    }

    private mutating func makeGroups(_ query: inout Query) {
        if random.below(6) > 0 { query.groupBy = list(keys, 1 + random.below(2)) }
        var functions = [
            "total = sum(i)", "mean = avg(j)", "least = min(t)", "most = max(r)", "known = count(t)", "last = max(j)",
            "whole = avg(i)", "flags = sum(f)", "top = max(team.rank)", "names = count(team.name)", "n = count",
            "first_u = min(n)", "mass = min(team.score)",
        ]
        if dialect == .postgresql {
            functions += ["day = min(d)", "money = max(m)", "small = sum(h)", "until = max(e)"]
        }
        if random.below(5) == 0 {
            functions = [
                "one = first(u)", "added = sum(r)", "middle = median(i)", "all = list(j)", "u = distinct(u)",
            ]
        }
        if query.groupBy == nil || random.below(3) > 0 { query.aggregate = list(functions, 1 + random.below(3)) }
        let names = (query.aggregate ?? "").split(separator: ",").compactMap { item in
            item.split(separator: " ").first.map(String.init)
        }
        let plain = (query.groupBy ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }.filter {
            !$0.contains("=")
        }
        if random.below(3) == 0 {
            query.having = random.pick(
                ["count > 1", "count <= 2"] + names.map { "\($0) != nil" }
                    + (names.contains("total") ? ["total > 0", "total + count > 2"] : []))
        }
        if random.below(2) == 0 {
            query.sort = list(
                ["count", "-count"] + names + names.map { "-\($0):nil-first" } + plain, 1 + random.below(2))
        }
        if random.below(6) == 0 { query.select = list(["count"] + names, 1) }
        if random.below(10) == 0 { query.isDistinct = true }
    }

    private var fields: [String] {
        ["i", "j", "r", "t", "u", "n", "f", "team.name", "team.rank", "id", "b"]
            + (dialect == .postgresql ? ["d", "e", "m", "h", "q", "c", "x", "z"] : [])
    }

    private var keys: [String] {
        ["i", "j", "r", "t", "u", "n", "f", "team.name", "team.rank", "k = j * 2", "w = length(u)"]
            + (dialect == .postgresql ? ["d", "e", "m", "h", "q", "c", "x", "z"] : ["b"])
    }

    private var sorts: [String] {
        var sorts: [String] = []
        for field in fields + ["s", "i + j", "length(u)", "team.score", "r * 2"] {
            sorts += [field, "-" + field, field + ":nil-last", "-" + field + ":nil-first"]
        }
        return sorts + ["u[cd]", "-t[c]", "uppercase(t)", "CAST(i, 'NSString')"]
    }

    private mutating func list(_ choices: [String], _ count: Int) -> String {
        var chosen: [String] = []
        for _ in 0..<count {
            let choice = random.pick(choices)
            // A name may stand only once.
            let name = choice.split(separator: " ").first
            if !chosen.contains(where: { $0.split(separator: " ").first == name }) { chosen.append(choice) }
        }
        return chosen.joined(separator: ", ")
    }
}
