import PredicateFormat

extension SQLDialect {
    /// Whether a value is one of many: a long list is one parameter.
    func isIn(_ node: SQLNode, _ values: [SQLNode]) -> SQLNode {
        // Spark makes a set of a list of literals, and finds the least and the largest one in statistics of files.
        guard values.count > 64, self != .spark else { return .isIn(node, values) }
        var constants: [SQLValue] = []
        constants.reserveCapacity(values.count)
        for value in values {
            guard case .parameter(.value(let value), _) = value.form else { return .isIn(node, values) }
            constants.append(value)
        }
        return SQLLongList.isIn(node, constants, self) ?? .isIn(node, values)
    }
}

/// Long lists of constants as one parameter.
enum SQLLongList {
    /// nil if the constants cannot be one parameter.
    static func isIn(_ node: SQLNode, _ values: [SQLValue], _ dialect: SQLDialect) -> SQLNode? {
        switch dialect {
        case .sqlite:
            guard let json = json(values) else { return nil }
            return .isInList(node, .parameter(.value(.text(json)), .text))
        case .postgresql, .duckdb, .spark:
            guard let kind = kind(values) else { return nil }
            return .isInList(node, .parameter(.value(.array(values)), kind))
        }
    }

    private static func kind(_ values: [SQLValue]) -> SQLValueKind? {
        var kinds: Set<SQLValueKind> = []
        for value in values {
            switch value {
            case .integer: kinds.insert(.integer)
            case .real: kinds.insert(.real)
            case .text: kinds.insert(.text)
            case .uuid: kinds.insert(.uuid)
            case .numeric: kinds.insert(.numeric)
            default: return nil
            }
        }
        return kinds.count == 1 ? kinds.first : nil
    }

    /// Integers and texts as JSON; nil for others, since SQLite does not read all doubles exactly.
    private static func json(_ values: [SQLValue]) -> String? {
        var json = "["
        for (index, value) in values.enumerated() {
            if index > 0 { json += "," }
            switch value {
            case .integer(let integer): json += String(integer)
            case .text(let text):
                json += "\""
                for scalar in text.unicodeScalars {
                    switch scalar {
                    case "\"": json += "\\\""
                    case "\\": json += "\\\\"
                    case _ where scalar.value < 0x20:
                        let hex = String(scalar.value, radix: 16)
                        json += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                    default: json.unicodeScalars.append(scalar)
                    }
                }
                json += "\""
            default: return nil
            }
        }
        return json + "]"
    }
}
