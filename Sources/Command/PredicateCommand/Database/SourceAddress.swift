import PredicateFormat

/// Where the records of `--from` are.
enum SourceAddress: Hashable {
    /// `sqlite:FILE#TABLE`
    case sqlite(file: String, table: String)
    /// `postgresql://HOST[:PORT]/DB#TABLE`: the URL without the table; `postgresql:` alone stands for libpq's own
    /// defaults.
    case postgresql(url: String, table: String)
    /// `spark://MASTER#PATH`, or `spark:#PATH` for the master of the user's own defaults.
    case spark(master: String?, path: String)

    /// A scheme of addresses.
    enum Scheme: String, CaseIterable {
        case sqlite
        case postgresql
        case spark

        /// The form of its addresses.
        var form: String {
            switch self {
            case .sqlite: "sqlite:FILE#TABLE"
            case .postgresql: "postgresql://HOST/DB#TABLE"
            case .spark: "spark://MASTER#PATH"
            }
        }

        /// What follows `#`.
        var target: String { self == .spark ? "path" : "table" }
    }

    /// The forms of all addresses, for messages.
    static let forms = "sqlite:FILE#TABLE, postgresql://HOST/DB#TABLE or spark://MASTER#PATH"

    /// The scheme.
    var scheme: Scheme {
        switch self {
        case .sqlite: .sqlite
        case .postgresql: .postgresql
        case .spark: .spark
        }
    }

    /// The address of a text, without opening anything.
    ///
    /// - Parameters:
    ///   - text: the value of an option.
    ///   - option: the option, for messages.
    /// - Throws: what is wrong with the text; status 64. A table that is missing after `#` is empty, so that whoever
    ///   opens the database can list its tables.
    init(parsing text: String, option: String = "--from") throws(CommandFailure) {
        func wrong(_ message: String) -> CommandFailure { CommandFailure(.usage, "error: " + message) }
        guard let (name, rest) = text.split(atFirst: ":") else {
            throw wrong("\(option) needs \(Self.forms), not `\(text)`")
        }
        guard let scheme = Scheme(rawValue: name) else {
            let known = name == "postgres" ? "postgresql" : Scheme.allCases.map(\.rawValue).nearest(to: name)
            throw wrong(
                "\(option) does not know `\(name):`"
                    + (known.map { "; did you mean `\($0):`?" } ?? "; it needs \(Self.forms)"))
        }
        // The number sign of a file's name is written `%23`, so the first one ends the name.
        let (place, target) = rest.split(atFirst: "#") ?? (rest, "")
        switch scheme {
        case .sqlite:
            guard !place.isEmpty else { throw wrong("\(option) names no file; it needs \(scheme.form)") }
            self = .sqlite(file: Self.unescaped(place), table: target)
        case .postgresql:
            if Self.hasPassword(place) {
                throw wrong(
                    "a password in the URL is visible to other programs; put it into the file that PGPASSFILE names, ~/.pgpass by default"
                )
            }
            self = .postgresql(url: place.isEmpty ? "" : "postgresql:" + place, table: target)
        case .spark:
            let isMaster = place.startsExactly(with: "//")
            guard place.isEmpty || isMaster && place.utf8.count > 2 else {
                throw wrong("\(option) needs \(scheme.form), or spark:#PATH, not `\(text)`")
            }
            guard !target.isEmpty else { throw wrong("no path follows # in `\(text)`; \(option) needs \(scheme.form)") }
            self = .spark(master: isMaster ? "spark:" + place : nil, path: target)
        }
    }

    /// A file's name with `%23` and `%25` read as `#` and `%`.
    private static func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.starts(with: "23".utf8) {
                bytes.append(UInt8(ascii: "#"))
                rest = rest.dropFirst(2)
            } else if byte == UInt8(ascii: "%"), rest.starts(with: "25".utf8) {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The table that the address names; empty if it names none, and for a path of Spark.
    var tableName: String {
        switch self {
        case .sqlite(_, let table), .postgresql(_, let table): table
        case .spark: ""
        }
    }

    /// The path of an address of Spark; nil for others.
    var sparkSource: SparkSource? {
        if case .spark(let master, let path) = self { SparkSource(master: master, path: path) } else { nil }
    }

    /// Whether a URL holds a password: `//user:password@host`, or `?password=`.
    private static func hasPassword(_ url: String) -> Bool {
        if url.startsExactly(with: "//") {
            let authority = url.unicodeScalars.dropFirst(2).prefix { $0 != "/" }
            if let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") { return true }
        }
        guard let (_, query) = url.split(atFirst: "?") else { return false }
        return query.split(separator: "&").contains { $0.hasPrefix("password=") }
    }
}

extension Sequence<String> {
    /// The nearest of the names, if one is similar enough.
    func nearest(to name: String) -> String? { Suggestions.nearest(to: name, among: self) }
}
