import PredicateCore
import PredicateFormat

// Strings in the dialects.
extension SQLDialect {
    /// A string as functions see it. In PostgreSQL a collation that is not deterministic cannot search for substrings.
    func text(_ scalar: SQLScalar) -> SQLNode { text(scalar.node, scalar) }

    func text(_ node: SQLNode, _ scalar: SQLScalar) -> SQLNode {
        guard let column = scalar.column, !column.hasPlainEquality else { return node }
        if case .collate = node.form { return node }
        return .collate(node, codePointCollation)
    }

    /// The collation in which strings are equal and ordered by their code points.
    var codePointCollation: String {
        switch self {
        case .sqlite: "BINARY"
        case .postgresql: "\"C\""
        case .duckdb: "C"
        case .spark: "UTF8_BINARY"
        }
    }

    /// A string that is compared by code points.
    func ordered(_ node: SQLNode, _ relation: ConstantComparison = .less) -> SQLNode {
        // DuckDB and Spark order by code points, unless a column says otherwise.
        if self != .postgresql { return node }
        if relation == .equal { return node }
        if case .collate = node.form { return node }
        return .collate(node, "\"C\"")
    }

    /// Whether a string is in another.
    func includes(_ text: SQLNode, _ needle: SQLNode) -> SQLNode {
        switch self {
        case .sqlite: .compare(.call("instr", [text, needle]), ">", .literal("0"))
        case .postgresql: .compare(.call("strpos", [text, needle]), ">", .literal("0"))
        case .duckdb, .spark: .call("contains", [text, needle])
        }
    }

    /// Lower case of the letters of ASCII.
    func lowercase(_ node: SQLNode) -> SQLNode { .call("lower", [ordered(node)]) }

    /// Whether a string has only code points below 128, and no code point 0 in SQLite.
    func isASCII(_ node: SQLNode) -> SQLNode {
        .compare(.call(self == .postgresql ? "char_length" : "length", [node]), "=", byteLength(node))
    }

    func byteLength(_ node: SQLNode) -> SQLNode {
        switch self {
        case .sqlite: .call("length", [.cast(node, "BLOB")])
        case .postgresql, .spark: .call("octet_length", [node])
        case .duckdb: .call("strlen", [node])
        }
    }

    func begins(_ text: SQLNode, _ needle: SQLNode) -> SQLNode {
        switch self {
        case .sqlite: .compare(.call("instr", [text, needle]), "=", .literal("1"))
        case .postgresql, .duckdb: .call("starts_with", [text, needle])
        case .spark: .call("startswith", [text, needle])
        }
    }

    /// Whether a string ends with a constant. Functions of SQLite end a string at the code point 0, but not bytes.
    func ends(_ text: SQLNode, _ needle: String, isUTF8: Bool) -> SQLNode {
        let bytes = Array(needle.utf8)
        switch self {
        case .sqlite:
            if !isUTF8 {
                let count = needle.unicodeScalars.count
                return .compare(
                    .call("substr", [withoutZero(text, "x"), .literal(String(-count))]), "=", .text(needle))
            }
            return .compare(
                // Of no bytes there is no part: NULL.
                .call("substr", [.cast(text, "BLOB"), .literal(String(-bytes.count))], isNullable: true), "=",
                .parameter(.value(.blob(bytes)), .blob))
        case .postgresql:
            return .compare(
                .call("right", [text, .literal(String(needle.unicodeScalars.count))]), "=", .text(needle))
        case .duckdb, .spark: return ends(text, .text(needle))
        }
    }

    /// Whether a string ends with another, which is not empty.
    func ends(_ text: SQLNode, _ needle: SQLNode) -> SQLNode {
        switch self {
        case .sqlite:
            .compare(
                .call(
                    "substr",
                    [.cast(text, "BLOB"), .infix(.literal("0"), "-", byteLength(needle), .sum)], isNullable: true), "=",
                .cast(needle, "BLOB"))
        case .postgresql: .compare(.call("right", [text, .call("char_length", [needle])]), "=", needle)
        case .duckdb: .call("ends_with", [text, needle])
        case .spark: .call("endswith", [text, needle])
        }
    }

    /// The number of code points of a string.
    func length(_ node: SQLNode) -> SQLNode {
        switch self {
        case .sqlite: .call("length", [withoutZero(node, "x")])
        case .postgresql: .call("char_length", [node])
        case .duckdb, .spark: .call("length", [node])
        }
    }

    /// A string of SQLite in which another code point stands for 0 and for the backslash, because functions end a
    /// string at 0. Only JSON can name it.
    func withoutZero(_ node: SQLNode, _ other: String) -> SQLNode {
        let other = SQLNode.text(other)
        let hasNone = SQLNode.compare(
            .call("instr", [node, .call("char", [.literal("0")])]), "=", .literal("0"))
        let json = SQLNode.call("json_quote", [.call("replace", [node, .literal("'\\'"), other])])
        let replaced = SQLNode.call(
            "json_extract", [.call("replace", [json, .literal("'\\u0000'"), other]), .literal("'$'")])
        return .cases([(hasNone, node)], otherwise: replaced)
    }

    /// Whether a string matches a pattern; nil if the dialect has no such pattern.
    func like(_ node: SQLNode, _ pieces: [SQLLikePattern.Piece]) -> SQLNode? {
        switch self {
        case .sqlite:
            var pattern = String.UnicodeScalarView()
            var used: Set<Unicode.Scalar> = []
            for piece in pieces {
                switch piece {
                case .any: pattern.append("*")
                case .one: pattern.append("?")
                case .literal(let text):
                    for scalar in text.unicodeScalars {
                        // GLOB reads U+FFFE and U+FFFF as U+FFFD.
                        if (0xFFFD...0xFFFF).contains(scalar.value) { return nil }
                        used.insert(scalar)
                        if scalar == "*" || scalar == "?" || scalar == "[" {
                            pattern.append(contentsOf: "[\(scalar)]".unicodeScalars)
                        } else {
                            pattern.append(scalar)
                        }
                    }
                }
            }
            // The code point that stands for 0 must match no literal.
            let candidates = (UInt8(ascii: "A")...UInt8(ascii: "z")).map { Unicode.Scalar($0) }
            guard !used.contains("\\"), let other = candidates.first(where: { $0 != "\\" && !used.contains($0) })
            else { return nil }
            return .compare(withoutZero(node, String(other)), "GLOB", .text(String(pattern)))
        case .postgresql, .duckdb, .spark:
            var pattern = String.UnicodeScalarView()
            var hasEscapes = false
            for piece in pieces {
                switch piece {
                case .any: pattern.append("%")
                case .one: pattern.append("_")
                case .literal(let text):
                    for scalar in text.unicodeScalars {
                        if scalar == "%" || scalar == "_" || scalar == "\\" {
                            pattern.append("\\")
                            hasEscapes = true
                        }
                        pattern.append(scalar)
                    }
                }
            }
            let parameter = SQLNode.text(String(pattern))
            // LIKE of DuckDB has no escape unless one is named.
            if self == .duckdb, hasEscapes { return .call("like_escape", [node, parameter, .literal("'\\'")]) }
            return .compare(node, "LIKE", parameter)
        }
    }
}
